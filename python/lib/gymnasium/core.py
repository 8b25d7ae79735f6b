"""A single environment, and wrappers around one."""

from gymnasium import logger
from gymnasium.utils import seeding


class Env:
    """`reset` returns an observation and a dict; `step` an observation, a reward, terminated, truncated and a dict."""

    metadata = {"render_modes": []}
    render_mode = spec = None
    action_space = observation_space = None
    _np_random = _np_random_seed = None

    # `gym.Env[...]` says which types an environment has.
    def __class_getitem__(cls, types):
        return cls

    def step(self, action):
        raise NotImplementedError(f"{type(self).__name__} has no step: define step(self, action)")

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self._np_random, self._np_random_seed = seeding.np_random(seed)

    def render(self):
        raise NotImplementedError(f"{type(self).__name__} has no render: define render(self)")

    def close(self):
        pass

    @property
    def unwrapped(self):
        return self

    @property
    def np_random(self):
        if self._np_random is None:
            self._np_random, self._np_random_seed = seeding.np_random()
        return self._np_random

    @np_random.setter
    def np_random(self, value):
        self._np_random, self._np_random_seed = value, -1

    @property
    def np_random_seed(self):
        if self._np_random_seed is None:
            self._np_random, self._np_random_seed = seeding.np_random()
        return self._np_random_seed

    def has_wrapper_attr(self, name):
        return hasattr(self, name)

    def get_wrapper_attr(self, name):
        return getattr(self, name)

    def set_wrapper_attr(self, name, value, *, force=True):
        if not force and not hasattr(self, name):
            return False
        setattr(self, name, value)
        return True

    def __str__(self):
        return f"<{type(self).__name__} instance>" if self.spec is None else f"<{type(self).__name__}<{self.spec.id}>>"

    __repr__ = __str__

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        self.close()
        return False


def _own_or_inner(name):
    """A property of the environment inside, until a wrapper has one of its own."""

    def get(self):
        own = getattr(self, "_" + name)
        return getattr(self.env, name) if own is None else own

    return property(get, lambda self, value: setattr(self, "_" + name, value))


class Wrapper(Env):
    """Passes everything on to the environment inside of it. What a subclass redefines is changed."""

    _action_space = _observation_space = _metadata = None

    def __init__(self, env):
        if not hasattr(env, "step"):
            raise TypeError(f"{type(self).__name__} takes an environment, and got {type(env).__name__}")
        self.env = env

    def __getattr__(self, name):
        if name.startswith("_") or name == "env":
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        return getattr(self.env, name)

    def step(self, action):
        return self.env.step(action)

    def reset(self, *, seed=None, options=None):
        return _reset(self.env, seed, options)

    def render(self, *given, **named):
        return self.env.render(*given, **named)

    def close(self):
        return self.env.close()

    unwrapped = property(lambda self: self.env.unwrapped)
    spec = property(lambda self: self.env.spec)
    render_mode = property(lambda self: self.env.render_mode)
    np_random = property(lambda self: self.env.np_random, lambda self, value: setattr(self.env, "np_random", value))
    np_random_seed = property(lambda self: self.env.np_random_seed)
    action_space, observation_space, metadata = map(_own_or_inner, ("action_space", "observation_space", "metadata"))

    def set_wrapper_attr(self, name, value, *, force=True):
        if name in vars(self) or not hasattr(self.env, "set_wrapper_attr"):
            setattr(self, name, value)
            return True
        return self.env.set_wrapper_attr(name, value, force=force)

    def __str__(self):
        return f"<{type(self).__name__}{self.env}>"

    __repr__ = __str__


# What a step returns has four or five parts, by the interface of the environment inside: these wrappers take both.


def _first(given, change):
    """Changes the observation that `reset` returned, alone or before a dict."""
    if isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], dict):
        return change(given[0]), given[1]
    return change(given)


class ObservationWrapper(Wrapper):
    """Changes observations: define `observation(self, observation)`."""

    def reset(self, *, seed=None, options=None):
        return _first(_reset(self.env, seed, options), self.observation)

    def step(self, action):
        observation, *rest = self.env.step(action)
        return (self.observation(observation), *rest)

    def observation(self, observation):
        raise NotImplementedError(f"{type(self).__name__} has no observation(self, observation)")


class RewardWrapper(Wrapper):
    """Changes rewards: define `reward(self, reward)`."""

    def step(self, action):
        observation, reward, *rest = self.env.step(action)
        return (observation, self.reward(reward), *rest)

    def reward(self, reward):
        raise NotImplementedError(f"{type(self).__name__} has no reward(self, reward)")


class ActionWrapper(Wrapper):
    """Changes actions: define `action(self, action)`."""

    def step(self, action):
        return self.env.step(self.action(action))

    def action(self, action):
        raise NotImplementedError(f"{type(self).__name__} has no action(self, action)")


def _reset(env, seed, options):
    """Resets an environment, which need not take a seed or options if there are none."""
    named = {name: value for name, value in (("seed", seed), ("options", options)) if value is not None}
    return env.reset(**named)


def warn_of_render(env):
    """Says that `render` needs a mode."""
    name = env.spec.id if env.spec else "..."
    logger.warn_once(f'render() shows nothing without a mode: gym.make("{name}", render_mode="human") or "rgb_array"')
