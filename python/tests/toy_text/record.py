"""Writes `tests/fixtures/17_toy_text.json`: what `told.py` tells of Gymnasium's toy_text. It was made with Gymnasium 1.4.0 and
numpy 2.4.6 (`pip install gymnasium numpy`, then `python record.py` in this folder)."""

import json
import random
import warnings
from pathlib import Path

import gymnasium as gym
import numpy as np
import told

warnings.filterwarnings("ignore")

ABOUT = (
    "Gymnasium's toy_text. tables: env.unwrapped.P whole; rows[state][action] lists the outcomes in Gymnasium's order, each "
    "[place in probabilities, next state, reward, ended]. A step draws one number u of np_random.random() and takes the first "
    "outcome whose cumulated probability is above u (the first one where none is), and a reset draws one in the same way from "
    "initial_state_distrib, also where only one state is possible. In FrozenLake a hole or the goal leads to itself with "
    "reward 0 and ends. digests: P where it is long, one number for each state: found = 0, and for each action and outcome "
    "and for each part of (action, round(1e9 p), next state, round(1000 reward) + 1000000, ended): found = (found * 1000003 + "
    "part + 1) mod 2^31; rows are samples [state, action, [[p, next state, reward, ended], ...]]. episodes: gym.make(gym_id, "
    "**options), reset(seed), then the actions; where ends is not 0 (1 terminated, 2 truncated, 3 both), reset() without a "
    "seed follows, and restarts has what it returns. actions, ends and outcomes have a digit for each step. outcomes: the place of info['prob'] in probabilities; masks: "
    "info['action_mask'] as a number, action 0 its lowest bit. first_info: what reset returned beside start. A fickle "
    "passenger (Taxi) draws random() in each reset after the state, and at its first move one of the other places by "
    "integers(0, 3). hands: Blackjack by seed: [player, dealer, dealer's card as a picture, rewards of hitting below 17 and "
    "then sticking, player and dealer at the end]. A card is deck[integers(0, 13)] of 1 to 10, 10, 10, 10: two for the "
    "dealer, two for the player, then the suit by integers(0, 4) of CDHS, and for a 10 its picture by integers(0, 3) of JQK. "
    "maps: frozen_lake.generate_random_map. draws: categorical_sample. texts: render_mode='ansi'. described: spaces, limits, "
    "types of what reset and step return (reset: observation, prob; step: observation, reward, terminated, prob; then parts). "
    "several: gym.make_vec(..., vectorization_mode='sync')."
)

LAKES = {
    "frozen_lake": ("FrozenLake-v1", {}),
    "frozen_lake_dry": ("FrozenLake-v1", {"is_slippery": False}),
    "frozen_lake_8x8": ("FrozenLake8x8-v1", {}),
    "frozen_lake_8x8_dry": ("FrozenLake-v1", {"map_name": "8x8", "is_slippery": False}),
    "frozen_lake_success": ("FrozenLake-v1", {"success_rate": 0.8, "reward_schedule": [10, -5, -0.25]}),
    "frozen_lake_own": ("FrozenLake-v1", {"desc": ["SFFHS", "FHFFF", "FFFHG"]}),
    "cliff_walking": ("CliffWalking-v1", {}),
    "cliff_walking_slippery": ("CliffWalkingSlippery-v1", {}),
}
TAXIS = {
    "taxi": ("Taxi-v4", {}),
    "taxi_rainy": ("Taxi-v4", {"is_rainy": True}),
    "taxi_drizzle": ("Taxi-v4", {"is_rainy": True, "rainy_probability": 0.6}),
}
FICKLE = {
    "taxi_fickle": ("Taxi-v4", {"fickle_passenger": True, "fickle_probability": 0.7}),
    "taxi_fickle_rainy": ("Taxi-v4", {"is_rainy": True, "fickle_passenger": True}),
}
BLACKJACK = {
    "blackjack": ("Blackjack-v1", {}),
    "blackjack_natural": ("Blackjack-v1", {"sab": False, "natural": True}),
    "blackjack_plain": ("Blackjack-v1", {"sab": False, "natural": False}),
}


def best(gym_id, options):
    """Returns the best action of each state, by value iteration."""
    env = gym.make(gym_id, **options).unwrapped
    values = np.zeros(len(env.P))
    for _ in range(300):
        worth = np.array([
            [sum(p * (r + (0 if d else 0.97 * values[s])) for p, s, r, d in outcomes) for outcomes in actions.values()]
            for actions in env.P.values()
        ])
        values = worth.max(axis=1)
    return worth.argmax(axis=1)


def chooser(gym_id, options, share):
    """Returns a function that plays well in that share of the steps, so that every kind of end is met."""
    drawn = random.Random(17)
    if gym_id == "Blackjack-v1":
        return lambda env, seen: int(drawn.random() < 0.6)
    plan = best(gym_id, options)
    return lambda env, seen: int(plan[seen]) if drawn.random() < share else drawn.randrange(env.action_space.n)


def named(name, gym_id, options, **more):
    return {"name": name, "gym_id": gym_id, "options": options, **more}


def recorded():
    fixture = {
        "topic": "17_toy_text", "split": "open", "gymnasium": gym.__version__, "numpy": np.__version__, "about": ABOUT,
        "described": [], "tables": [], "digests": [], "episodes": [], "hands": [], "maps": [], "draws": [], "texts": [],
        "several": [],
    }
    everything = {**LAKES, **TAXIS, **FICKLE, **BLACKJACK}
    for name, (gym_id, options) in everything.items():
        fixture["described"].append(named(name, gym_id, options, **told.described(gym_id, options)))
    for name, (gym_id, options) in LAKES.items():
        known = []
        rows = told.table(gym.make(gym_id, **options).unwrapped, known)
        fixture["tables"].append(named(name, gym_id, options, probabilities=known, rows=rows))
    drawn = random.Random(3)
    for name, (gym_id, options) in TAXIS.items():
        env = gym.make(gym_id, **options).unwrapped
        cases = sorted((drawn.randrange(500), drawn.randrange(6)) for _ in range(20))
        rows = [[state, action, told.plain([[p, int(s), r, int(d)] for p, s, r, d in env.P[state][action]])] for state, action in cases]
        fixture["digests"].append(named(name, gym_id, options, states=told.digests(env), rows=rows))
    played = {**everything, "frozen_lake_cut": ("FrozenLake-v1", {"map_name": "8x8", "max_episode_steps": 9})}
    del played["blackjack_plain"]
    for name, (gym_id, options) in played.items():
        for seed, share in ((0, 0.9), (123, 0.3)) if name in ("frozen_lake", "taxi", "cliff_walking_slippery") else ((7, 0.85),):
            choose = chooser(gym_id, options, share)
            fixture["episodes"].append(named(name, gym_id, options, seed=seed, **told.play(gym_id, options, seed, 200, choose)))
    for name, (gym_id, options) in BLACKJACK.items():
        seeds = list(range(30)) if name == "blackjack" else list(range(30, 48))
        fixture["hands"].append(named(name, gym_id, options, seeds=seeds, hands=[told.hand(seed, options) for seed in seeds]))
    for size, p, seed in ((4, 0.8, 0), (4, 0.6, 1), (5, 0.9, 42), (8, 0.8, 0), (8, 0.8, 123), (8, 0.6, 5), (3, 1.5, 2)):
        fixture["maps"].append({"size": size, "p": p, "seed": seed, "map": told.maps(size, p, seed)})
    for weights, seed in (([0.2, 0.5, 0.3], 1), ([0.1] * 10, 2), ([0.0, 0.25, 0.0, 0.25], 3)):
        fixture["draws"].append({"weights": weights, "seed": seed, "drawn": told.draws(weights, seed, 20)})
    for name, actions in (
        ("frozen_lake", [2, 2, 1]), ("frozen_lake_own", [0]), ("cliff_walking", [0, 1, 2]), ("taxi", [0, 1, 2, 3, 4, 5]),
    ):
        gym_id, options = everything[name]
        fixture["texts"].append(named(name, gym_id, options, seed=3, actions=actions, texts=told.texts(gym_id, options, 3, actions)))
    fixture["texts"].append(carried())
    for name, most in (("frozen_lake", 4), ("taxi", 6), ("blackjack", 2), ("cliff_walking", 4)):
        gym_id, options = everything[name]
        actions = [[drawn.randrange(most) for _ in range(3)] for _ in range(12)]
        fixture["several"].append(
            named(name, gym_id, options, seed=5, actions=actions, told=told.several(gym_id, options, 3, 5, actions))
        )
    return fixture


def carried():
    """Returns texts of a taxi that drives to its passenger, takes them and delivers them."""
    gym_id, options = TAXIS["taxi"]
    env, plan, actions = gym.make(gym_id), best(gym_id, options), []
    seen, _ = env.reset(seed=4)
    ended = False
    while not ended:
        actions.append(int(plan[seen]))
        seen, _, ended, _, _ = env.step(actions[-1])
    return named("taxi", gym_id, options, seed=4, actions=actions, texts=told.texts(gym_id, options, 4, actions))


def written(fixture):
    """Returns the fixture as JSON, a line for each case."""
    short = lambda value: json.dumps(value, separators=(",", ":"))
    lines = []
    for name, value in fixture.items():
        is_list = isinstance(value, list)
        lines.append(f"{short(name)}: " + ("[\n" + ",\n".join(map(short, value)) + "\n]" if is_list else short(value)))
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    path = Path(__file__).resolve().parents[3] / "tests/fixtures/17_toy_text.json"
    path.write_text(written(recorded()))
