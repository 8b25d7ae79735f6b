"""The transitions in `tests.cartpole` are those of the fixture, whose text is `recorded`, and its formula gives them."""

import json

from tests.cartpole import ACTIONS, LAST, START, STEPS, moved

fixture = json.loads(recorded)


def is_near(ours, theirs, within):
    return all(abs(a - b) <= within * (1.0 + abs(b)) for a, b in zip(ours, theirs))


known = {(tuple(step["state"]), step["action"]): step for step in fixture["single_steps"]}
assert len(STEPS) >= 12, len(STEPS)
for state, action, after, is_end in STEPS:
    step = known[tuple(state), action]
    assert (step["next_float64"], step["terminated"], step["reward"]) == (after, is_end, 1.0), step
    assert is_near(moved(state, action), after, 1e-12), step

(episode,) = [it for it in fixture["sequences"] if it["inputs"]["initial_state"] == START]
states, expected = episode["expected"]["states_float64"], episode["expected"]
assert episode["inputs"]["actions"] == [int(action) for action in ACTIONS]
assert (states[-1], expected["terminated_at_step"], expected["all_rewards_are"]) == (LAST, len(ACTIONS) - 1, 1.0)
state = START
for action, after in zip(episode["inputs"]["actions"], states):
    state = moved(state, action)
    # What is rounded differently grows by a tenth in each step.
    assert is_near(state, after, 1e-8), (state, after)
