"""Recorders. The page draws the carts itself, so these only pass on what they are given."""


class RecordVideo:
    def __init__(self, env, video_folder=None, episode_trigger=None, **kwargs):
        self._env = env

    def __getattr__(self, name):
        return getattr(self._env, name)


RecordEpisodeStatistics = RecordVideo
