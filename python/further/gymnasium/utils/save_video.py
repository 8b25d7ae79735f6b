"""Films of pictures that have been gathered."""

import os

from gymnasium.wrappers.films import capped_cubic_video_schedule


def save_video(frames, video_folder, episode_trigger=None, step_trigger=None, video_length=None, name_prefix="rl-video", episode_index=0, step_starting_index=0, save_logger=None, fps=30, **unused):
    """Writes frames as films: of a chosen episode, or from chosen steps on."""
    import _film

    if not isinstance(frames, list):
        raise AssertionError(f"Expected a list of frames, got a {type(frames).__name__} instead.")
    os.makedirs(video_folder, exist_ok=True)
    starts = {}
    if step_trigger is None:
        if (episode_trigger or capped_cubic_video_schedule)(episode_index):
            starts[f"{name_prefix}-episode-{episode_index}"] = 0
    else:
        for at in range(len(frames)):
            if step_trigger(step_starting_index + at):
                starts[f"{name_prefix}-step-{step_starting_index + at}"] = at
    for name, start in starts.items():
        film = _film.Film(fps)
        for frame in frames[start : None if video_length is None else start + video_length]:
            film.add(frame)
        film.write(os.path.join(video_folder, f"{name}.mp4"))
        film.show()
