"""Probes: environments so small that what an agent must learn is known. Each rules out a kind of mistake, and each prints
what the agent learned beside what it should have."""

import torch as t
import worlds
from tests.explain import CheckFailed

# Limits of a value and of a probability.
_CLOSE, _SURE = 1e-3, 2e-3
# About 1 agent in 40 of S4-T and 1 in 50 of S1-T ends in a wrong corner.
_TRIES = 3

_PURPOSE = {
    1: "probe 1 pays 1 for its only step: the critic learns that V(0) is 1",
    2: "probe 2 pays what it shows, -1 or 1: the critic tells its observations apart",
    3: "probe 3 pays 1 at its second step: the critic carries that value back to the first",
    4: "probe 4 pays 1 for action 1 and -1 for action 0: the policy learns to take action 1",
    5: "probe 5 pays 1 for the action that equals the observation: the policy looks at what it sees",
}
_OBSERVATIONS = {1: [0.0], 2: [-1.0, 1.0], 3: [0.0, 1.0], 4: [0.0], 5: [0.0, 1.0]}
_RIGHT_ACTIONS = {4: [1], 5: [0, 1]}


def environment(number):
    """Returns the class of a probe."""
    return worlds.PROBES[f"Probe{number}-v0"]


def learns(number, gamma, train, close=None):
    """Raises unless an agent learns a probe. Bad luck alone makes some right agents sure of a wrong action, so another one
    may try, and a third.

    train: given the number of the try, has a new agent play the probe, and returns its functions for `judge`
    """
    for attempt in range(1, _TRIES + 1):
        functions = train(attempt)
        try:
            return judge(number, gamma, *functions, close=close)
        except CheckFailed:
            if attempt == _TRIES:
                raise
            print("Once more, with other random numbers")


def judge(number, gamma, logits, values=None, close=None):
    """Prints what an agent has learned of a probe, and raises unless it is right.

    logits: a function from observations [n, 1] to logits [n, num_actions]; values: one to values [n, 1], or None
    close: how far a value may be off, if that is not the usual limit
    """
    obs = t.tensor(_OBSERVATIONS[number]).unsqueeze(-1)
    with t.no_grad():
        got = None if values is None else values(obs).flatten().tolist()
        probs = t.softmax(logits(obs), -1).tolist()
    wanted = {1: [1.0], 2: [-1.0, 1.0], 3: [gamma, 1.0], 4: [1.0], 5: [1.0, 1.0]}[number]
    print(_PURPOSE[number][0].upper() + _PURPOSE[number][1:])
    _show(number, got, wanted, probs)
    if number in _RIGHT_ACTIONS:
        _judge_actions(number, got, probs)
    if got is not None:
        usual = _SURE if number in _RIGHT_ACTIONS else _CLOSE
        _judge_values(number, got, wanted, gamma, usual if close is None else close)


def _show(number, got, wanted, probs):
    actions = _RIGHT_ACTIONS.get(number)
    for place, seen in enumerate(_OBSERVATIONS[number]):
        line = f"  observation {seen:4.1f}"
        if got is not None:
            line += f"   V = {got[place]:8.4f}, right is {wanted[place]:7.4f}"
        if actions:
            shown = ", ".join(f"{p:.4f}" for p in probs[place])
            right = ", ".join("1" if action == actions[place] else "0" for action in range(2))
            line += f"   probabilities {shown}, right is {right}"
        print(line)


def _failed(number, expected, got, likely):
    raise CheckFailed(_PURPOSE[number], expected, got, likely=likely)


def _judge_values(number, got, wanted, gamma, close):
    if all(abs(a - b) <= close for a, b in zip(got, wanted)):
        return

    def near(values, room=0.05):
        return all(abs(a - b) < room for a, b in zip(got, values))

    likely = None
    if any(value != value for value in got):
        likely = "the values are no numbers (nan): is the learning rate of another size, or a standard deviation 0?"
    elif max(abs(value) for value in got) > 2:
        likely = "the values grow without end: either the value loss has the wrong sign, or the end of an episode is ignored"
    elif number == 2 and near([0.0, 0.0], 0.2):
        likely = (
            "both values are near the mean of all returns: observations and returns are shuffled differently, "
            "or values [N, 1] and returns [N] are subtracted from each other"
        )
    elif number == 3 and near([1.0, 1.0], 0.004):
        likely = "V(0) is 1: the discount is missing"
    elif number == 3 and near([0.0, 1.0], 0.1):
        likely = "no value reaches the first step: is the flag that ends an episode read one step off?"
    elif all(abs(value) < 0.3 for value in got):
        likely = (
            "the critic has hardly moved: does the objective contain the value loss, does the optimizer hold the "
            "critic's parameters, and does it step after each gradient?"
        )
    elif near(wanted, 0.15):
        likely = "the values are close and not there yet: does every minibatch of every phase lead to a step?"
    _failed(number, wanted, got, likely)


def _judge_actions(number, got, probs):
    right = _RIGHT_ACTIONS[number]
    chosen = [row[action] for row, action in zip(probs, right)]
    if all(p >= 1 - _SURE for p in chosen):
        return
    likely = None
    if any(p != p for p in chosen):
        likely = "the probabilities are no numbers (nan): is a standard deviation 0, or a logarithm taken of 0?"
    elif all(p < 0.05 for p in chosen):
        likely = "the wrong action is certain: the policy's term has the wrong sign"
    elif all(0.4 < p < 0.6 for p in chosen):
        likely = (
            "the policy is still undecided: no gradient reaches it. Is something detached, or computed under no_grad, "
            "or does the optimizer not hold its parameters?"
        )
    elif number == 5 and min(chosen) < 0.1 and max(chosen) > 0.9:
        likely = (
            "the policy takes the same action whatever it sees: do action, log-probability and advantage still belong to "
            "the same observation after shuffling?"
        )
    elif min(chosen) > 0.8:
        likely = "the policy is on its way and not there yet: does every minibatch of every phase lead to a step?"
    expected = [[1.0 if action == best else 0.0 for action in range(2)] for best in right]
    _failed(number, expected, probs, likely)
