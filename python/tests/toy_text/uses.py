"""What programs do with toy_text beyond its numbers: pictures, refusals, batches and Q-learning."""

import gymnasium as gym
import numpy as np
from gymnasium.envs.classic_control.utils import maybe_parse_reset_bounds, verify_number_and_cast
from gymnasium.envs.toy_text import BlackjackEnv, CliffWalkingEnv, FrozenLakeEnv, TaxiEnv
from gymnasium.envs.toy_text.frozen_lake import MAPS, generate_random_map, is_valid
from gymnasium.vector.utils import batch_space


def message(kind, call, *given, **named):
    try:
        call(*given, **named)
    except kind as error:
        return str(error)
    raise AssertionError(f"{given} {named} did not raise")


# The map of a lake, as programs read it.
lake = gym.make("FrozenLake-v1").unwrapped
assert isinstance(lake, FrozenLakeEnv) and lake.desc.shape == (lake.nrow, lake.ncol) == (4, 4)
assert lake.desc[0, 0] == b"S" and lake.desc[3][3] == b"G" and (lake.desc == b"H").sum() == 4
assert [b"".join(row).decode() for row in lake.desc.tolist()] == MAPS["4x4"]
assert lake.desc.astype(str).tolist() == [list(row) for row in MAPS["4x4"]]
assert np.asarray(MAPS["4x4"], dtype="c").tolist() == lake.desc.tolist()
assert "inhomogeneous" in message(ValueError, np.array, ["SF", "S"], dtype="c")
own = gym.make("FrozenLake-v1", desc=generate_random_map(size=6, p=0.9, seed=3), is_slippery=False).unwrapped
assert own.desc.shape == (6, 6) and is_valid(own.desc.astype(str).tolist(), 6) and not is_valid(["SH", "HG"], 2)
drawn = gym.make("FrozenLake-v1", map_name=None)
assert drawn.unwrapped.desc.shape == (8, 8)

# Each has a picture of Gymnasium's size, which changes as the state does.
for name, shape, first, second in (
    ("FrozenLake-v1", (256, 256, 3), 0, 1), ("FrozenLake8x8-v1", (512, 512, 3), 0, 63), ("CliffWalking-v1", (256, 768, 3), 36, 24),
    ("Taxi-v4", (456, 536, 3), 1, 17),
):
    env = gym.make(name, render_mode="rgb_array")
    env.reset(seed=0)
    pictures = []
    for state in (first, second):
        env.unwrapped.s = state
        pictures.append(env.render())
    assert pictures[0].shape == shape and pictures[0].dtype == np.uint8, (name, pictures[0].shape)
    assert (pictures[0] != pictures[1]).any(), name
cards = gym.make("Blackjack-v1", render_mode="rgb_array")
cards.reset(seed=0)
assert cards.render().shape == (376, 384, 3)
# The red disc stands where the state says: in the second column.
lake = gym.make("FrozenLake-v1", render_mode="rgb_array")
lake.reset(seed=0)
lake.unwrapped.s = 1
assert lake.render()[32, 96].tolist() == [204, 77, 77] != lake.render()[32, 32].tolist()

# What cannot be says so.
for options, words in (
    ({"desc": ["FFG"]}, "field S"), ({"map_name": "5x5"}, "4x4, 8x8"), ({"desc": "SFG"}, "rows of the same length"),
):
    assert words in message(ValueError, gym.make, "FrozenLake-v1", **options), options
assert "'ansi'" in message(gym.error.Error, gym.make, "Taxi-v4", render_mode="sketch")
assert "above 0" in message(ValueError, generate_random_map, p=0) and "starts at 2" in message(ValueError, generate_random_map, size=1)
for name in ("FrozenLake-v1", "Taxi-v3", "CliffWalking-v0", "Blackjack-v1"):
    env = gym.make(name)
    assert "env.reset()" in message(gym.error.ResetNeeded, env.unwrapped.step, 0), name
    env.reset(seed=0)
    most = env.action_space.n - 1
    for action in (most + 1, -1, "left", None):
        assert f"from 0 to {most}" in message(gym.error.InvalidAction, env.step, action), (name, action)
    for action in (most, np.int64(0), np.array(0)):
        env.reset()
        env.step(action)

# A taxi's states are numbers of four parts.
taxi = gym.make("Taxi-v3").unwrapped
assert isinstance(taxi, TaxiEnv) and tuple(taxi.decode(taxi.encode(3, 1, 2, 0))) == (3, 1, 2, 0) and taxi.encode(3, 1, 2, 0) == 328
assert "0 to 499" in message(AssertionError, taxi.decode, 500)
assert taxi.action_mask(328).tolist() == [1, 1, 1, 0, 0, 0]
_, info = taxi.reset(seed=1)
for _ in range(20):
    action = taxi.action_space.sample(info["action_mask"])
    assert info["action_mask"][action] == 1
    before = taxi.s
    state, _, _, _, info = taxi.step(action)
    assert state != before

# The tools beside the environments.
several = batch_space(gym.spaces.Tuple([gym.spaces.Discrete(3), gym.spaces.Box(0, 1, (2,))]), 4)
assert isinstance(several, gym.spaces.Tuple) and several.spaces[0].nvec.tolist() == [3] * 4 and several.spaces[1].shape == (4, 2)
named = batch_space(gym.spaces.Dict({"a": gym.spaces.MultiDiscrete([2, 3], start=[1, 1])}), 2)
assert named["a"].low.tolist() == [[1, 1], [1, 1]] and named["a"].high.tolist() == [[2, 3], [2, 3]]
assert gym.vector.utils.batch_space is batch_space
assert maybe_parse_reset_bounds(None, -1, 2) == (-1, 2) and maybe_parse_reset_bounds({"low": 0}, -1, 2) == (0.0, 2.0)
assert "above the high" in message(ValueError, maybe_parse_reset_bounds, {"low": 3}, -1, 2)
assert "is none" in message(ValueError, verify_number_and_cast, "wide")


def learnt(env, episodes, rate=0.8, discount=0.95):
    """Returns a table that Q-learning has filled."""
    random = np.random.default_rng(0)
    table = np.zeros((env.observation_space.n, env.action_space.n))
    for episode in range(episodes):
        state, ended = env.reset(seed=episode)[0], False
        while not ended:
            greedy = random.random() > max(0.1, 1 - episode / episodes * 2) and table[state].max() != 0
            action = int(np.argmax(table[state])) if greedy else env.action_space.sample()
            following, reward, terminated, truncated, _ = env.step(action)
            goal = reward + discount * np.max(table[following]) * (not terminated)
            table[state, action] += rate * (goal - table[state, action])
            state, ended = following, terminated or truncated
    return table


env = gym.wrappers.RecordEpisodeStatistics(gym.make("FrozenLake-v1", is_slippery=False))
env.action_space.seed(0)
table = learnt(env, 300)
state, ended, steps = env.reset(seed=1)[0], False, 0
while not ended:
    state, reward, terminated, truncated, info = env.step(int(np.argmax(table[state])))
    ended, steps = terminated or truncated, steps + 1
assert reward == 1 and steps == 6 == info["episode"]["l"], (reward, steps)
# Gymnasium's optimum, from the table of transitions.
P, values = gym.make("FrozenLake-v1").unwrapped.P, [0.0] * 16
for _ in range(600):
    values = [max(sum(p * (r + (not d) * values[s]) for p, s, r, d in P[state][action]) for action in P[state]) for state in range(16)]
assert abs(values[0] - 14 / 17) < 1e-6, values[0]
