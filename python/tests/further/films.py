"""Films of environments and of pictures: files that are found again, and figures that the page plays."""

import glob
import io
import os
import tempfile

import gymnasium as gym
import imageio
import numpy as np
from gymnasium.wrappers import RecordVideo
from PIL import Image

env = RecordVideo(gym.make("CartPole-v1", render_mode="rgb_array"), "films", episode_trigger=lambda number: number == 0)
env.reset(seed=0)
for _ in range(5):
    env.step(0)
env.reset()
env.close()
path = max(glob.glob("films/*.mp4"))
assert path == "films/rl-video-episode-0.mp4" and os.path.getsize(path) > 1000
with open(path, "rb") as file:
    data = file.read()
assert data[4:8] == b"ftyp" and b"avc1" in data and b"moov" in data

# `tempfile.tempdir` is None until somebody asks for the folder.
env = RecordVideo(gym.make("CartPole-v1", render_mode="rgb_array"), tempfile.tempdir, lambda number: True)
env.reset(seed=0)
env.close()
assert os.listdir(tempfile.tempdir) == ["rl-video-episode-0.mp4"]

# All pictures since they were last asked for.
env = gym.make("CartPole-v1", render_mode="rgb_array_list")
env.reset(seed=0)
for _ in range(3):
    env.step(1)
frames = env.render()
assert len(frames) == 4 and frames[0].shape == (400, 600, 3) and env.render() == [] and env.render_mode == "rgb_array_list"
imageio.mimsave("cart.gif", frames, fps=20)
with open("cart.gif", "rb") as file:
    data = file.read()
assert data[:6] == b"GIF89a" and data.count(b"!\xf9\x04") == 4 and data[-1:] == b";"
with imageio.get_writer("cart.mp4", fps=20) as writer:
    for frame in frames:
        writer.append_data(frame)
assert os.path.exists("cart.mp4")

# A picture that is written is read again as it was.
picture = Image.fromarray(np.arange(60, dtype=np.uint8).reshape(4, 5, 3))
picture.save("small.png")
again = Image.open("small.png")
assert again.size == (5, 4) and again.mode == "RGB" and np.array_equal(np.array(again), np.array(picture))
assert picture.resize((10, 8)).size == (10, 8) and picture.convert("L").mode == "L" and picture.crop((1, 1, 3, 3)).size == (2, 2)
held = io.BytesIO()
picture.save(held, format="PNG")
assert held.getvalue()[:4] == b"\x89PNG"
try:
    imageio.mimsave("wrong.gif", [np.zeros((4, 4, 3), np.uint8), np.zeros((5, 4, 3), np.uint8)])
except ValueError as error:
    assert "one size" in str(error)
else:
    raise AssertionError("it did not raise")
print("ok")
