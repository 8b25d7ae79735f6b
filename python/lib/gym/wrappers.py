"""Recorders. The page draws the carts itself, so these only pass on what they are given."""


class Monitor:
    def __init__(self, env, directory=None, force=False, **kwargs):
        self._env = env

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return False

    def __getattr__(self, name):
        return getattr(self._env, name)


class RecordVideo:
    """Wraps an environment of either interface; `step` returns the old one's four values."""

    def __init__(self, env, video_folder=None, episode_trigger=None, **kwargs):
        self._env = env

    def reset(self):
        return self._env.reset()

    def step(self, action):
        result = self._env.step(action)
        if len(result) == 4:
            return result
        obs, reward, terminated, truncated, info = result
        return obs, reward, terminated or truncated, info

    def close(self):
        self._env.close()
