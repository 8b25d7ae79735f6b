"""Several environments stepped together. As in Gymnasium since 1.0, one whose episode ended is reset by its next step."""

import sys

import _recorder
import numpy as np
from gymnasium import error, spaces
from gymnasium._text import mentions
from gymnasium.core import Env


class AutoresetMode:
    """When an environment whose episode has ended begins anew."""

    NEXT_STEP, SAME_STEP, DISABLED = "NextStep", "SameStep", "Disabled"


class VectorEnv:
    """What all sets of environments share."""

    metadata, spec, render_mode, closed, num_envs = {}, None, None, False, 0

    def __class_getitem__(cls, types):
        return cls

    def reset(self, *, seed=None, options=None):
        raise NotImplementedError()

    def step(self, actions):
        raise NotImplementedError()

    def close(self, **options):
        self.closed = True

    @property
    def unwrapped(self):
        return self

    @property
    def is_vector_env(self):
        return True

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        self.close()
        return False

    def __repr__(self):
        return f"{type(self).__name__}(num_envs={self.num_envs})"


def batch_space(space, n=1):
    """Returns the space of `n` values side by side."""
    if isinstance(space, spaces.Box):
        low, high = np.stack([space.low] * n), np.stack([space.high] * n)
        return spaces.Box(low, high, dtype=space.dtype)
    if isinstance(space, spaces.Discrete):
        return spaces.MultiDiscrete([space.n] * n, start=[space.start] * n)
    if isinstance(space, (spaces.MultiDiscrete, spaces.MultiBinary)):
        is_binary = isinstance(space, spaces.MultiBinary)
        least = np.zeros(space.shape, dtype=np.int64) if is_binary else space.start
        most = np.ones(space.shape, dtype=np.int64) if is_binary else space.start + space.nvec - 1
        return spaces.Box(np.stack([least] * n), np.stack([most] * n), dtype=np.int64)
    if isinstance(space, spaces.Tuple):
        return spaces.Tuple([batch_space(part, n) for part in space.spaces])
    if isinstance(space, spaces.Dict):
        return spaces.Dict({name: batch_space(part, n) for name, part in space.items()})
    return spaces.Tuple([space] * n)


def _stacked(seen):
    """Returns the observations of several environments in one: arrays with a row for each, in a tuple or a dict if they are."""
    first = seen[0]
    if isinstance(first, dict):
        return {name: _stacked([part[name] for part in seen]) for name in first}
    if isinstance(first, tuple):
        return tuple(_stacked(parts) for parts in zip(*seen))
    return np.stack(seen) if getattr(first, "shape", ()) else np.array(seen)


def _put(held, made):
    """Writes observations into the arrays of earlier ones, which stay the same arrays, and returns those."""
    if isinstance(made, dict):
        return {name: _put(held and held[name], part) for name, part in made.items()}
    if isinstance(made, tuple):
        return tuple(_put(held and held[place], part) for place, part in enumerate(made))
    if held is None:
        return made
    held[...] = made
    return held


class _Objects(list):
    """A value of any kind for each environment. A mask or places pick some, as from numpy's arrays of objects."""

    shape = property(lambda self: (len(self),))
    tolist = list.copy

    def __getitem__(self, index):
        if isinstance(index, (np.ndarray, list)):
            return _Objects(list.__getitem__(self, place) for place in np.arange(len(self))[index].tolist())
        found = list.__getitem__(self, index)
        return _Objects(found) if isinstance(index, slice) else found


def _each(actions, count):
    """Returns the action of each environment."""
    if not isinstance(actions, (np.ndarray, list, tuple)) and hasattr(actions, "detach"):
        actions = actions.detach().cpu().numpy()
    given = actions.tolist() if len(getattr(actions, "shape", ())) == 1 else list(actions)
    if len(given) != count:
        raise error.InvalidAction(f"there are {count} environments, and envs.step got {len(given)} actions")
    return given


class SyncVectorEnv(VectorEnv):
    """One environment for each function in a list, which creates it."""

    def __init__(self, env_fns, copy=True, observation_mode="same", autoreset_mode=None, **options):
        self.env_fns = list(env_fns)
        if not self.env_fns:
            raise error.Error("SyncVectorEnv takes a list of functions that each create an environment, and it is empty")
        if not all(callable(make) and not isinstance(make, Env) for make in self.env_fns):
            raise error.Error("SyncVectorEnv takes functions: [lambda: gym.make('CartPole-v1') for _ in range(4)]")
        # Before 1.0 an episode's end was told in "final_info": who asks for that expects a reset within the same step.
        self._is_older = autoreset_mode is None and mentions("gymnasium", "final_info", "final_observation")
        mode = getattr(autoreset_mode, "value", autoreset_mode) or AutoresetMode.NEXT_STEP
        if mode not in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED):
            raise error.Error(f"autoreset_mode is one of AutoresetMode's, and not {mode!r}")
        self.autoreset_mode = AutoresetMode.SAME_STEP if self._is_older else mode
        self.envs = [make() for make in self.env_fns]
        first, self.num_envs = self.envs[0], len(self.envs)
        for place, env in enumerate(self.envs):
            if hasattr(env.unwrapped, "_set"):
                env.unwrapped._set = self, place
        self.metadata = {**(first.metadata or {}), "autoreset_mode": self.autoreset_mode}
        self.render_mode, self.spec = first.render_mode, first.spec
        self.single_observation_space, self.single_action_space = first.observation_space, first.action_space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._ended = [False] * self.num_envs
        self._copies, self._shared = copy, None

    def reset(self, *, seed=None, options=None):
        seeds = seed if isinstance(seed, (list, tuple)) else [seed] * self.num_envs
        if hasattr(seed, "__index__"):
            seeds = [int(seed) + place for place in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise ValueError(f"there are {self.num_envs} environments, and {len(seeds)} seeds")
        infos, self._ended = {}, [False] * self.num_envs
        options = dict(options or {})
        mask, seen = options.pop("reset_mask", None), []
        for place, (env, seed) in enumerate(zip(self.envs, seeds)):
            if mask is not None and not mask[place]:
                seen.append(self._seen[place])
                continue
            obs, info = env.reset(**({} if seed is None else {"seed": seed}), **({"options": options} if options else {}))
            seen.append(obs)
            self._add_info(infos, info, place)
        return self._observed(seen), infos

    def step(self, actions):
        infos, seen, paid, terminated, truncated = {}, [], [], [], []
        for place, (env, action) in enumerate(zip(self.envs, _each(actions, self.num_envs))):
            if self._ended[place] and self.autoreset_mode == AutoresetMode.NEXT_STEP:
                (obs, info), reward, fell, cut = env.reset(), 0.0, False, False
            else:
                obs, reward, fell, cut, info = env.step(action)
                if (fell or cut) and self.autoreset_mode == AutoresetMode.SAME_STEP:
                    obs, info = self._again(env, obs, info, infos, place)
            self._add_info(infos, info, place)
            seen.append(obs)
            paid.append(float(reward))
            terminated.append(bool(fell))
            truncated.append(bool(cut))
        self._ended = [fell or cut for fell, cut in zip(terminated, truncated)]
        _recorder.next_row(self)
        ends = np.array(terminated, dtype=np.bool_), np.array(truncated, dtype=np.bool_)
        return self._observed(seen), np.array(paid, dtype=np.float64), *ends, infos

    def _again(self, env, obs, info, infos, place):
        """Begins an episode anew within the step that ended the last one."""
        if not self._is_older:
            self._add_info(infos, {"final_obs": obs, "final_info": info}, place)
            return env.reset()
        episode = info.get("episode")
        if episode:
            info = {**info, "episode": {name: np.array([value]) for name, value in episode.items()}}
        begun, fresh = env.reset()
        return begun, {**fresh, "final_observation": obs, "final_info": info}

    def _observed(self, seen):
        self._seen = seen
        made = _stacked(seen)
        if not self._copies:
            made = self._shared = _put(self._shared, made)
        return made

    def _add_info(self, infos, info, place):
        """Adds one environment's dict: each name gets an array, and the name after a _ says whose values are in it."""
        for name, value in info.items():
            if isinstance(value, dict) and not (self._is_older and name == "final_info"):
                infos[name] = self._add_info(infos.get(name, {}), value, place)
            elif isinstance(value, (bool, int, float)):
                if name not in infos:
                    infos[name] = np.zeros(self.num_envs, dtype=type(value))
                infos[name][place] = value
            elif hasattr(value, "shape") and hasattr(value, "tolist") and name not in ("final_obs", "final_observation"):
                if name not in infos:
                    infos[name] = np.zeros((self.num_envs, *value.shape), dtype=value.dtype)
                infos[name][place] = value
            else:
                infos.setdefault(name, _Objects([None] * self.num_envs))[place] = value
            if "_" + name not in infos:
                infos["_" + name] = np.zeros(self.num_envs, dtype=np.bool_)
            infos["_" + name][place] = True
        return infos

    def call(self, name, *given, **named):
        """Calls a method of each environment, or returns an attribute of each."""
        found = [env.get_wrapper_attr(name) for env in self.envs]
        return tuple(part(*given, **named) if callable(part) else part for part in found)

    def get_attr(self, name):
        return self.call(name)

    def set_attr(self, name, values):
        values = values if isinstance(values, (list, tuple)) else [values] * self.num_envs
        for env, value in zip(self.envs, values):
            env.set_wrapper_attr(name, value)

    @property
    def np_random(self):
        return tuple(env.np_random for env in self.envs)

    @property
    def np_random_seed(self):
        return tuple(env.np_random_seed for env in self.envs)

    def render(self, *given):
        return tuple(env.render() for env in self.envs)

    def close(self, **options):
        for env in self.envs:
            env.close()
        self.closed = True


class AsyncVectorEnv(SyncVectorEnv):
    """The same interface as with processes; a page has none, so the environments take turns."""

    def __init__(self, env_fns, shared_memory=True, copy=True, context=None, daemon=True, worker=None, **options):
        super().__init__(env_fns, **options)

    def step_async(self, actions):
        self._waiting = actions

    def step_wait(self, **options):
        return self.step(self._waiting)


class CartPoleVectorEnv(SyncVectorEnv):
    """CartPoles as `make_vec` makes them: they share one stream of random numbers for their first states."""

    _random = None

    def reset(self, *, seed=None, options=None):
        _, infos = super().reset(options=options)
        if seed is not None or self._random is None:
            self._random = np.random.default_rng(seed)
        self._start(range(self.num_envs))
        return self._observed([env.unwrapped._observation() for env in self.envs]), infos

    def step(self, actions):
        began = [place for place, ended in enumerate(self._ended) if ended]
        result = super().step(actions)
        if not began or self.autoreset_mode != AutoresetMode.NEXT_STEP:
            return result
        self._start(began)
        for place in began:
            self._seen[place] = self.envs[place].unwrapped._observation()
        return self._observed(self._seen), *result[1:]

    def _start(self, places):
        places = list(places)
        columns = self._random.uniform(-0.05, 0.05, size=(4, len(places))).tolist()
        for column, place in enumerate(places):
            self.envs[place].unwrapped.state = [row[column] for row in columns]


class VectorWrapper(VectorEnv):
    """Passes everything on to the environments inside of it."""

    def __init__(self, env):
        self.env = env

    def __getattr__(self, name):
        if name == "env":
            raise AttributeError(name)
        return getattr(self.env, name)

    def reset(self, *, seed=None, options=None):
        return self.env.reset(seed=seed, options=options)

    def step(self, actions):
        return self.env.step(actions)

    def close(self, **options):
        return self.env.close(**options)

    unwrapped = property(lambda self: self.env.unwrapped)
    num_envs = property(lambda self: self.env.num_envs)
    spec = property(lambda self: self.env.spec)
    metadata = property(lambda self: self.env.metadata)
    render_mode = property(lambda self: self.env.render_mode)
    closed = property(lambda self: self.env.closed)


# Gymnasium has a file for what sets of environments are built with.
sys.modules[f"{__name__}.utils"] = sys.modules[__name__]


def __getattr__(name):
    if name == "utils":
        return sys.modules[__name__]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
