"""What toy_text does, as numbers and text. `record.py` calls these functions with Gymnasium, the test with the page's own."""

import gymnasium as gym
import numpy as np
from gymnasium.envs.toy_text import frozen_lake
from gymnasium.envs.toy_text.utils import categorical_sample


def plain(value):
    """Returns what JSON keeps: arrays and tuples as lists, numpy's numbers as Python's of the same kind."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    return [plain(part) for part in value] if isinstance(value, (list, tuple)) else value


def table(env, known):
    """Returns P: for each state and action the outcomes, each the place of its probability in `known`, the next state, the
    reward and whether the episode ends. Probabilities that are not in `known` yet are added."""
    rows = []
    for state in range(len(env.P)):
        rows.append([[_outcome(outcome, known) for outcome in env.P[state][action]] for action in range(len(env.P[state]))])
    return rows


def _outcome(outcome, known):
    probability, following, reward, ended = outcome
    if probability not in known:
        known.append(probability)
    return [known.index(probability), int(following), reward, int(ended)]


def digest(outcomes_of_actions):
    """Returns a number that another probability, state, reward or end changes."""
    found = 0
    for action, outcomes in enumerate(outcomes_of_actions):
        for probability, following, reward, ended in outcomes:
            for part in (action, round(probability * 1e9), int(following), round(reward * 1000) + 1_000_000, int(ended)):
                found = (found * 1_000_003 + part + 1) % 2**31
    return found


def digests(env):
    return [digest([env.P[state][action] for action in range(len(env.P[state]))]) for state in range(len(env.P))]


def play(gym_id, options, seed, actions, choose=None):
    """Plays with the given actions, or with what `choose` says for a state and a step; an episode that ends is followed by
    one that begins without a seed."""
    env = gym.make(gym_id, **options)
    seen, info = env.reset(seed=seed)
    told = {"start": plain(seen), "first_info": {name: plain(value) for name, value in sorted(info.items())}}
    told.update(actions="", observations=[], rewards=[], ends="", probabilities=[], outcomes="", masks=[], restarts=[])
    known = told["probabilities"]
    for step in range(len(actions) if choose is None else actions):
        action = int(actions[step]) if choose is None else choose(env.unwrapped, seen)
        seen, reward, terminated, truncated, info = env.step(action)
        told["actions"] += str(action)
        told["observations"].append(plain(seen))
        told["rewards"].append(plain(reward))
        told["ends"] += str(int(terminated) + 2 * int(truncated))
        if "prob" in info:
            if info["prob"] not in known:
                known.append(info["prob"])
            told["outcomes"] += str(known.index(info["prob"]))
        if "action_mask" in info:
            told["masks"].append(_bits(info["action_mask"]))
        if terminated or truncated:
            seen, info = env.reset()
            told["restarts"].append(plain(seen))
    return told


def _bits(mask):
    """Returns a mask as a number, the first action as its lowest bit."""
    return sum(int(part) << place for place, part in enumerate(mask))


def hand(seed, options):
    """Returns both hands of a seed, the picture of the dealer's card, and the rewards of hitting below 17 and then sticking."""
    env = gym.make("Blackjack-v1", **options)
    seen, _ = env.reset(seed=seed)
    own = env.unwrapped
    told = [list(own.player), list(own.dealer), str(own.dealer_top_card_value_str) + str(own.dealer_top_card_suit)]
    ended, rewards = False, []
    while not ended:
        seen, reward, ended, _, _ = env.step(int(seen[0] < 17))
        rewards.append(reward)
    return [*told, rewards, list(own.player), list(own.dealer)]


def maps(size, p, seed):
    return frozen_lake.generate_random_map(size=size, p=p, seed=seed)


def draws(weights, seed, count):
    env = gym.make("CliffWalking-v1").unwrapped
    env.reset(seed=seed)
    return [int(categorical_sample(weights, env.np_random)) for _ in range(count)]


def texts(gym_id, options, seed, actions):
    """Returns what `render` gives after a reset and after each action."""
    env = gym.make(gym_id, render_mode="ansi", **options)
    env.reset(seed=seed)
    told = [env.render()]
    for action in actions:
        env.step(action)
        told.append(env.render())
    return told


def described(gym_id, options):
    """Returns what an environment says of itself, and the types of what it returns."""
    env = gym.make(gym_id, **options)
    seen, info = env.reset(seed=0)
    kinds = [type(seen).__name__, type(info.get("prob")).__name__]
    seen, reward, terminated, truncated, info = env.step(0)
    kinds += [type(seen).__name__, type(reward).__name__, type(terminated).__name__, type(info.get("prob")).__name__]
    if isinstance(seen, tuple):
        kinds += [type(part).__name__ for part in seen]
    if "action_mask" in info:
        kinds += [type(info["action_mask"]).__name__, str(info["action_mask"].dtype)]
    own = env.unwrapped
    told = {
        "observation_space": repr(env.observation_space), "action_space": repr(env.action_space),
        "max_episode_steps": env.spec.max_episode_steps, "reward_threshold": env.spec.reward_threshold,
        "render_modes": sorted(env.metadata["render_modes"]), "render_fps": env.metadata["render_fps"], "types": kinds,
    }
    if hasattr(own, "initial_state_distrib"):
        shares = plain(own.initial_state_distrib)
        states = [state for state, share in enumerate(shares) if share]
        # Of Taxi's 300 their number, their sum and that of their squares.
        told["first_states"] = states if len(states) < 9 else [len(states), sum(states), sum(state**2 for state in states)]
        told["first_share"] = shares[states[0]]
    return told


def several(gym_id, options, count, seed, actions):
    """Returns what `make_vec` gives: observations, rewards, ends and the infos' arrays in each step."""
    envs = gym.make_vec(gym_id, num_envs=count, vectorization_mode="sync", **options)
    seen, infos = envs.reset(seed=seed)
    told = [plain(seen), _named(infos)]
    for step, row in enumerate(actions):
        seen, rewards, terminated, truncated, infos = envs.step(np.array(row))
        told.append([plain(seen), plain(rewards), _whole(terminated), _whole(truncated), _named(infos)])
    return [repr(envs.observation_space), repr(envs.action_space), told]


def _whole(truths):
    return [int(truth) for truth in truths]


def _named(infos):
    return [[name, _whole(infos[name]) if name[0] == "_" else plain(infos[name])] for name in sorted(infos)]
