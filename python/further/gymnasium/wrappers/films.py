"""Films of episodes: kept as files, and shown on the page."""

import os

from gymnasium import logger
from gymnasium.core import Wrapper

# Films that one wrapper shows: more would push other figures away. All are files.
_SHOWN = 4


def capped_cubic_video_schedule(episode_id):
    """Chooses the episodes 0, 1, 8, 27 and so on, and from 1,000 on every thousandth."""
    return round(episode_id ** (1 / 3)) ** 3 == episode_id if episode_id < 1000 else episode_id % 1000 == 0


class RecordVideo(Wrapper):
    """Writes films of chosen episodes into a folder: `rl-video-episode-0.mp4`."""

    def __init__(self, env, video_folder="videos", episode_trigger=None, step_trigger=None, video_length=0, name_prefix="rl-video", fps=None, disable_logger=True, **unused):
        super().__init__(env)
        self._can_draw = env.render_mode in ("rgb_array", "rgb_array_list")
        if not self._can_draw:
            logger.warn_once(f'no video is recorded, because render_mode is {env.render_mode!r}: gym.make(..., render_mode="rgb_array") draws the pictures of a film')
        if episode_trigger is None and step_trigger is None:
            episode_trigger = capped_cubic_video_schedule
        self.episode_trigger, self.step_trigger = episode_trigger, step_trigger
        if video_folder is None:
            # What `tempfile.tempdir` is until somebody asks for the folder. In Jupyter somebody has.
            import tempfile

            video_folder = tempfile.gettempdir()
        self.video_folder, self.name_prefix = os.path.abspath(video_folder), name_prefix
        self.video_length = video_length or float("inf")
        self.frames_per_sec = fps or (env.metadata or {}).get("render_fps", 30)
        self.episode_id, self.step_id, self.recording, self._film, self._shown = -1, -1, False, None, 0
        os.makedirs(self.video_folder, exist_ok=True)

    def reset(self, *, seed=None, options=None):
        result = super().reset(seed=seed, options=options)
        self.episode_id += 1
        if self.recording and self.video_length == float("inf"):
            self.stop_recording()
        if self.episode_trigger and self.episode_trigger(self.episode_id):
            self.start_recording(f"{self.name_prefix}-episode-{self.episode_id}")
        self._take()
        return result

    def step(self, action):
        result = self.env.step(action)
        self.step_id += 1
        if self.step_trigger and self.step_trigger(self.step_id):
            self.start_recording(f"{self.name_prefix}-step-{self.step_id}")
        self._take()
        return result

    def start_recording(self, video_name):
        import _film

        if self.recording:
            self.stop_recording()
        self.recording, self._video_name = self._can_draw, video_name
        self._film = _film.Film(self.frames_per_sec)

    def _take(self):
        if not self.recording:
            return
        frame = self.env.render()
        for picture in frame if isinstance(frame, list) else [frame]:
            self._film.add(picture)
        if self._film.count > self.video_length:
            self.stop_recording()

    def stop_recording(self):
        """Writes what has been taken in."""
        if self.recording and self._film.count:
            self._film.write(os.path.join(self.video_folder, f"{self._video_name}.mp4"))
            if self._shown < _SHOWN:
                self._film.show()
                self._shown += 1
        self.recording, self._film = False, None

    def close(self):
        self.stop_recording()
        return super().close()


class RenderCollection(Wrapper):
    """Keeps the picture of each step; `render` gives all of them since it was last asked."""

    def __init__(self, env, pop_frames=True, reset_clean=True):
        super().__init__(env)
        self.frame_list, self.pop_frames, self.reset_clean = [], pop_frames, reset_clean

    render_mode = property(lambda self: f"{self.env.render_mode}_list")

    def step(self, action):
        result = self.env.step(action)
        self.frame_list.append(self.env.render())
        return result

    def reset(self, *, seed=None, options=None):
        result = super().reset(seed=seed, options=options)
        if self.reset_clean:
            self.frame_list = []
        self.frame_list.append(self.env.render())
        return result

    def render(self):
        frames = self.frame_list
        if self.pop_frames:
            self.frame_list = []
        return frames
