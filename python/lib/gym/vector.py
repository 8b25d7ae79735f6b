"""Several environments stepped together, in either interface: one whose episode ended is reset within the same step."""

from gym.core import Newer, speaks_old
from gym.envs.registration import make as _make
from gymnasium import vector as _new
from gymnasium.vector import VectorEnv


class SyncVectorEnv(_new.SyncVectorEnv):
    """One environment for each function in a list, which creates it."""

    def __init__(self, env_fns, *given, **options):
        def newer(make):
            def call():
                env = make()
                self._is_old = speaks_old(env)
                return Newer(env) if self._is_old else env

            return call

        self._is_old = False
        super().__init__([newer(make) for make in env_fns], autoreset_mode=_new.AutoresetMode.SAME_STEP)
        self._is_older, self._seeds = True, None

    def seed(self, seed=None):
        """Gives the environments seeds that follow each other, or those of a list."""
        self._seeds = seed

    def reset(self, *, seed=None, options=None, return_info=False):
        seed, self._seeds = self._seeds if seed is None else seed, None
        obs, infos = super().reset(seed=seed, options=options)
        return obs if self._is_old and not return_info else (obs, infos)

    def step(self, actions):
        obs, rewards, terminated, truncated, infos = super().step(actions)
        if not self._is_old:
            return obs, rewards, terminated, truncated, infos
        return obs, rewards, terminated | truncated, _listed(infos, self.num_envs)


class AsyncVectorEnv(SyncVectorEnv):
    """The same interface as with processes; a page has none, so the environments take turns."""


def _listed(infos, count):
    """Returns the old interface's infos: a dict for each environment, whose last observation is `terminal_observation`."""
    listed = [{} for _ in range(count)]
    for name, values in infos.items():
        if name.startswith("_"):
            continue
        for place in range(count):
            if infos["_" + name][place]:
                if name == "final_info":
                    told = dict(values[place])
                    if "episode" in told:
                        told["episode"] = {part: number.tolist()[0] for part, number in told["episode"].items()}
                    listed[place].update(told)
                else:
                    listed[place]["terminal_observation" if name == "final_observation" else name] = values[place]
    return listed


def make(id, num_envs=1, asynchronous=True, wrappers=None, **kwargs):
    """Makes several environments of one name."""

    def one():
        env = _make(id, **kwargs)
        for wrap in (wrappers if isinstance(wrappers, (list, tuple)) else [wrappers] if wrappers else []):
            env = wrap(env)
        return env

    return (AsyncVectorEnv if asynchronous else SyncVectorEnv)([one] * num_envs)


class _Newer(_new.VectorWrapper):
    """Environments of the old interface as Gymnasium's."""

    def reset(self, *, seed=None, options=None):
        return self.env.reset(seed=seed), {}

    def step(self, actions):
        obs, rewards, ended, infos = self.env.step(actions)
        cut = [bool(info.get("TimeLimit.truncated", False)) for info in infos]
        truncated = ended & _array(cut)
        return obs, rewards, ended & ~truncated, truncated, {"each": infos}


class _Older(_new.VectorWrapper):
    """Gymnasium's environments in the old interface."""

    _is_old = True

    def reset(self, **named):
        return self.env.reset(**named)[0]

    def step(self, actions):
        obs, rewards, terminated, truncated, infos = self.env.step(actions)
        listed = [dict(info) for info in infos["each"]]
        for place, info in enumerate(listed):
            if "episode" in infos and infos["_episode"][place]:
                info["episode"] = {name: values[place] for name, values in infos["episode"].items()}
        return obs, rewards, terminated | truncated, listed


def wrapped(env, wrap, given, named):
    return _Older(wrap(_Newer(env), *given, **named))


def _array(values):
    import numpy as np

    return np.array(values, dtype=np.bool_)
