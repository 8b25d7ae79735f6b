"""Pictures, and what a loop's recorder sees of single and several environments."""

import _recorder
import gymnasium as gym
import numpy as np
from gymnasium.envs.classic_control.picture import Picture

env = gym.make("CartPole-v1", render_mode="rgb_array")
env.reset(seed=4)
frame = env.render()
assert frame.shape == (400, 600, 3) and frame.dtype == np.uint8 and frame.min() == 0 and frame.max() == 255
black = (frame.sum(axis=2) == 0)
columns = [column for column in range(600) if black[290, column]]
assert len(columns) > 30 and abs(columns[0] + columns[-1] - 2 * (300 + 125 * env.unwrapped.state[0])) < 3
# The pole is brown, and leans to the side that its angle says.
env.unwrapped.state = [0.0, 0.0, 0.5, 0.0]
pole = [row.index([202, 152, 101]) for row in env.render().tolist() if [202, 152, 101] in row]
assert len(pole) > 80 and pole[0] > pole[-1] + 30
for name, size in (("MountainCar-v0", (400, 600, 3)), ("Pendulum-v1", (500, 500, 3)), ("Acrobot-v1", (500, 500, 3))):
    other = gym.make(name, render_mode="rgb_array")
    other.reset(seed=1)
    before = other.render().tolist()
    for _ in range(5):
        other.step(other.action_space.sample() if name == "Pendulum-v1" else 2)
    assert other.render().shape == size and other.render().tolist() != before

# What lies outside of a picture is left out, and a shape of no picture is refused.
picture = Picture(4, 3)
picture.box(-9, -9, 1, 9, [1, 2, 3])
picture.disc(3, 0, 0.5, [4, 5, 6])
picture.curve([(2, -5), (3, 2), (9, 2)], [7, 8, 9])
drawn = picture.array().tolist()
assert drawn[0] == [[1, 2, 3], [1, 2, 3], [255] * 3, [7, 8, 9]], drawn
assert drawn[2] == [[1, 2, 3], [1, 2, 3], [255] * 3, [4, 5, 6]], drawn
picture._add("disc", [0, 0, 0], 1, 2)
try:
    picture.array()
except ValueError as refused:
    assert str(refused) == "a disc does not have 5 numbers", refused
else:
    raise AssertionError("a disc without a radius")

record = _recorder.start()
env = gym.make("CartPole-v1", max_episode_steps=5)
env.reset(seed=0)
for step in range(5):
    env.step(step % 2)
measured, film = record.take()
assert measured["episodes_finished"] == 1.0 and measured["episodic_length"] == 5.0 and record.global_step == 5
assert tuple(film.shape) == (5, 1, 5) and film[:, 0, 4].tolist() == [0.0, 0.0, 0.0, 0.0, 2.0]

envs = gym.vector.SyncVectorEnv([lambda: gym.make("CartPole-v1")] * 3)
envs.reset(seed=5)
for step in range(20):
    envs.step(np.array([1, step % 2, 0]))
measured, film = record.take()
assert tuple(film.shape) == (20, 3, 5) and measured["episodes_finished"] == 4.0, (film.shape, measured)
fell = film[:, 0, 4].tolist().index(1.0)
# A cart that is reset stands where its episode ended.
assert film[fell + 1, 0, :4].tolist() == film[fell, 0, :4].tolist()
_recorder.suspend()
