"""What Gymnasium and numpy do for a seed, as lists of numbers. `record.py` runs these functions with the libraries
themselves, the test with the page's."""

import gymnasium as gym
import numpy as np
from gymnasium import spaces


def plain(value):
    """Returns arrays, tuples and dicts as lists of numbers. Times differ, and "final_info" would ask for an older interface
    wherever the recording is read."""
    if isinstance(value, dict):
        names = [name for name in sorted(value) if name not in ("t", "_t")]
        return [[name.replace("final", "last"), plain(value[name])] for name in names]
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if value is None or isinstance(value, str):
        return str(value)
    return float(f"{float(value):.9g}")


def played(name, steps, **options):
    """Plays with drawn actions, and goes on after an episode's end."""
    env = gym.make(name, **options)
    env.action_space.seed(7)
    told = [env.spec.max_episode_steps, env.spec.reward_threshold or 0, env.observation_space.shape]
    told += [env.observation_space.low[:1], env.observation_space.high[:1]]
    seen, _ = env.reset(seed=123)
    told.append(seen)
    for step in range(steps):
        action = env.action_space.sample()
        seen, reward, terminated, truncated, info = env.step(action)
        if step % 10 == 0 or terminated or truncated:
            told.append([step, action, seen, reward, terminated, truncated, len(info)])
        if terminated or truncated:
            told.append(env.reset()[0])
    return told


def cartpole(): return played("CartPole-v1", 80)
def cartpole_short(): return played("CartPole-v1", 12, max_episode_steps=5)
def cartpole_sutton_barto(): return played("CartPole-v1", 30, sutton_barto_reward=True)
def mountain_car(): return played("MountainCar-v0", 205)
def mountain_car_continuous(): return played("MountainCarContinuous-v0", 60)
def acrobot(): return played("Acrobot-v1", 60)
def pendulum(): return played("Pendulum-v1", 60)


def first_states():
    names = ("CartPole-v1", "MountainCar-v0", "MountainCarContinuous-v0", "Acrobot-v1", "Pendulum-v1")
    return [gym.make(name).reset(seed=seed)[0] for name in names for seed in (0, 1, 42, 2**31)]


def driven_to_the_flag():
    """Drives with the speed, which reaches the flag."""
    told = []
    for name in ("MountainCar-v0", "MountainCarContinuous-v0"):
        env = gym.make(name)
        seen, _ = env.reset(seed=4)
        for step in range(300):
            ahead = seen[1] >= 0
            action = 2 if ahead else 0
            if name != "MountainCar-v0":
                action = np.array([action - 1.0], dtype=np.float32)
            seen, reward, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                break
        told.append([step, seen, reward, terminated, truncated])
    return told


def bounds_of_reset():
    cart, pendulum = gym.make("CartPole-v1"), gym.make("Pendulum-v1")
    told = [cart.reset(seed=1, options={"low": -0.2, "high": 0.1})[0]]
    return told + [pendulum.reset(seed=1, options={"x_init": 0.1, "y_init": 0.5})[0]]


def stepped(envs, steps, actions, seed=5):
    told, (seen, infos) = [], envs.reset(seed=seed)
    told.append(seen)
    for step in range(steps):
        seen, rewards, terminated, truncated, infos = envs.step(actions(step))
        if infos or step == steps - 1:
            told.append([step, seen, rewards, terminated, truncated, infos])
    return told


def measured():
    return gym.wrappers.RecordEpisodeStatistics(gym.make("CartPole-v1"))


def vector_next_step():
    envs = gym.vector.SyncVectorEnv([measured] * 3)
    return [envs.observation_space.shape, envs.single_action_space.n] + stepped(
        envs, 30, lambda step: np.array([1, step % 2, step // 3 % 2])
    )


def vector_same_step():
    mode = gym.vector.AutoresetMode.SAME_STEP
    envs = gym.vector.SyncVectorEnv([lambda: gym.make("CartPole-v1")] * 2, autoreset_mode=mode)
    return stepped(gym.wrappers.vector.RecordEpisodeStatistics(envs), 25, lambda step: np.array([1, 0]))


def vector_last_observations():
    """Takes the last observations of the episodes that have ended by a mask."""
    mode, told = gym.vector.AutoresetMode.SAME_STEP, []
    envs = gym.vector.SyncVectorEnv([lambda: gym.make("CartPole-v1")] * 3, autoreset_mode=mode)
    envs.reset(seed=3)
    for step in range(40):
        seen, _, terminated, truncated, infos = envs.step(np.array([1, step % 2, 1]))
        ended = terminated | truncated
        if ended.any():
            last = infos["final_obs"]
            told.append([step, np.stack(last[ended]), np.stack(last[infos["_final_obs"]]), len(last), last.shape, last[np.flatnonzero(ended)[0]]])
            told.append([seen[ended], [place for place, one in enumerate(last) if one is not None], len(last[1:])])
    return told


class Pixels(gym.Env):
    """Pictures of bytes."""

    observation_space, action_space = spaces.Box(0, 255, (8, 6, 3), dtype=np.uint8), spaces.Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return self.np_random.integers(0, 256, (8, 6, 3), dtype=np.uint8), {}

    def step(self, action):
        return np.full((8, 6, 3), 7 + action, dtype=np.uint8), 1.0, False, False, {}


def pictures():
    """What a space of bytes draws and holds, and environments of pictures."""
    told = []
    for space in (spaces.Box(0, 255, (4, 3, 3), dtype=np.uint8), spaces.Box(np.zeros(3), np.array([1, 2, 255]), dtype=np.uint8)):
        space.seed(3)
        drawn = space.sample()
        others = drawn.astype(np.float32), drawn.astype(np.int64) + 300, drawn[:2]
        told += [drawn, str(drawn.dtype), str(space.dtype), str(space.low.dtype), repr(space), space.is_bounded(), space.bounded_above]
        told += [space.contains(drawn), [space.contains(other) for other in others], space == spaces.Box(0, 255, (4, 3, 3), dtype=np.uint8)]
    envs = gym.vector.SyncVectorEnv([Pixels] * 2)
    seen, _ = envs.reset(seed=1)
    after = envs.step(np.array([0, 1]))[0]
    told += [seen, str(seen.dtype), str(envs.observation_space.dtype), after[:, 0, 0], str(after.dtype)]
    env = gym.wrappers.NormalizeObservation(gym.wrappers.FlattenObservation(Pixels()))
    told += [env.observation_space.shape, np.round(env.reset(seed=2)[0][:4], 3)]
    refused = []
    for low, high in ((-1, 255), (0, 256), (0, np.inf)):
        try:
            spaces.Box(low, high, (2,), dtype=np.uint8)
        except ValueError:
            refused.append(str([low, high]))
    return told + [refused]


def vector_of_its_own():
    envs = gym.make_vec("CartPole-v1", num_envs=3)
    return stepped(gym.wrappers.vector.RecordEpisodeStatistics(envs), 25, lambda step: np.array([1, step % 2, 0]))


def vector_samples():
    told = []
    for name in ("CartPole-v1", "Pendulum-v1"):
        envs = gym.make_vec(name, num_envs=3, vectorization_mode="sync")
        envs.action_space.seed(3)
        told += [envs.action_space.sample() for _ in range(3)]
    return told


def normalised():
    env = gym.wrappers.NormalizeObservation(gym.make("MountainCarContinuous-v0"))
    env = gym.wrappers.NormalizeReward(gym.wrappers.ClipAction(env), gamma=0.9)
    told = [env.reset(seed=1)[0]]
    for step in range(8):
        told.append(env.step(np.array([2.5 - step], dtype=np.float32))[:2])
    return told


def normalised_together():
    envs = gym.make_vec("Pendulum-v1", num_envs=3, vectorization_mode="sync")
    envs = gym.wrappers.vector.NormalizeReward(gym.wrappers.vector.NormalizeObservation(envs))
    told = [envs.reset(seed=1)[0]]
    for step in range(4):
        told.append(envs.step(np.array([[1.0], [-0.5], [0.25 * step]], dtype=np.float32))[:2])
    return told


def rescaled():
    env = gym.wrappers.RescaleAction(gym.make("Pendulum-v1"), -1.0, 1.0)
    env = gym.wrappers.TransformReward(env, lambda reward: reward * 2)
    env.reset(seed=2)
    told = [env.step(np.array([0.5], dtype=np.float32))[:2]]
    env = gym.wrappers.FrameStackObservation(gym.wrappers.TimeAwareObservation(gym.make("CartPole-v1")), 3)
    told.append(env.reset(seed=2)[0])
    told.append(env.step(1)[0])
    return told


def samples():
    low = np.array([-np.inf, 0, -np.inf, 1], dtype=np.float32)
    high = np.array([np.inf, np.inf, 2, 5], dtype=np.float32)
    every = [
        spaces.Discrete(5, start=2), spaces.MultiDiscrete([3, 4, 5]), spaces.MultiBinary(4), spaces.Box(-1, 1, (3,)),
        spaces.Box(low, high), spaces.Box(0, 9, (4,), dtype=np.int64),
        spaces.Tuple([spaces.Discrete(3), spaces.Box(0, 1, (2,))]),
        spaces.Dict(b=spaces.Box(0, 1, (2,)), a=spaces.Discrete(4)),
    ]
    told = []
    for space in every:
        space.seed(11)
        for _ in range(3):
            drawn = space.sample()
            told.append([drawn, space.contains(drawn), spaces.flatdim(space)])
    return told


def generator():
    told = []
    for seed in (0, 12345, 2**40 + 7):
        r = np.random.default_rng(seed)
        told += [r.random(3), r.uniform(-0.05, 0.05, size=4), r.normal(1.0, 2.0, size=5), r.integers(10, size=6)]
        told += [r.integers(2), r.integers(5, 2**40, size=3), r.standard_normal((2, 2)), r.exponential(2.0, 4), r.permutation(10)]
        mixed, listed = np.arange(8), list(range(7))
        r.shuffle(mixed)
        r.shuffle(listed)
        told += [mixed, listed, r.choice(5, 4), r.choice(3, 5, p=[0.2, 0.5, 0.3]), r.choice(20, 6, replace=False)]
        told += [r.choice(4, 3, replace=False, p=[0.1, 0.2, 0.3, 0.4]), r.choice(4), r.choice([10, 20, 30], 2)]
        told += [r.choice(20000, 500, replace=False)[:6], r.integers(0, 2, size=9, dtype="int8")]
        told += [r.uniform(np.array([0.0, 1.0]), np.array([1.0, 5.0])), r.binomial(10, 0.3, size=4)]
        told += [r.multinomial(5, [0.2, 0.3, 0.5]), r.permutation(np.array([5, 6, 7, 8])), r.integers(1, 6, endpoint=True)]
        # Rare branches show in sums.
        told += [sum(float(r.standard_normal()) for _ in range(2000)), sum(float(r.exponential()) for _ in range(2000))]
    children = np.random.SeedSequence(5).spawn(2)
    return told + [[np.random.default_rng(child).random() for child in children], np.random.default_rng([1, 2, 3]).random()]


def legacy():
    told = []
    for seed in (0, 1, 2**32 - 1):
        np.random.seed(seed)
        told += [np.random.rand(3), np.random.randn(3), np.random.randint(10, size=5), np.random.randint(2)]
        told += [np.random.choice(6, 3), np.random.choice(2, p=np.array([0.3, 0.7])), np.random.choice(10, 4, replace=False)]
        told.append(np.random.choice(4, 3, replace=False, p=[0.1, 0.2, 0.3, 0.4]))
        mixed = np.arange(9)
        np.random.shuffle(mixed)
        told += [mixed, np.random.permutation(7), np.random.normal(2.0, 3.0, (2, 2)), np.random.uniform(-1, 1, 3)]
        told += [np.random.exponential(2.0, 3), np.random.random(), np.random.multinomial(1, [0.2, 0.3, 0.5])]
        told += [np.random.permutation(np.array([1.5, 2.5, 3.5])), np.random.normal(), np.random.randint(2**40)]
        told.append(np.random.RandomState(seed).standard_normal(2))
    return told


SCENARIOS = [
    cartpole, cartpole_short, cartpole_sutton_barto, mountain_car, mountain_car_continuous, acrobot, pendulum, first_states,
    driven_to_the_flag, bounds_of_reset, vector_next_step, vector_same_step, vector_of_its_own, vector_samples, normalised,
    vector_last_observations, pictures, normalised_together, rescaled, samples, generator, legacy,
]
