"""The notebook's functions, with numbers of its own and others."""

import random

import gym
import numpy as np
import torch as t
from tests.explain import CheckFailed, call, compare, passed, require


def test_get_cumulative_rewards(get_cumulative_rewards):
    idea = "G_t = r_t + gamma * G_{t+1}, from the last step to the first"
    cases = [
        ([0, 0, 1, 0, 0, 1, 0], 0.9),
        ([0, 0, 1, -2, 3, -4, 0], 0.5),
        ([0, 0, 1, 2, 3, 4, 0], 0),
        ([2.5], 0.99),
        ([random.uniform(-1, 1) for _ in range(12)], random.uniform(0.1, 1.0)),
    ]
    for rewards, gamma in cases:
        got = call(idea, get_cumulative_rewards, {"rewards": list(rewards), "gamma": gamma})
        expected = [
            sum(gamma**k * reward for k, reward in enumerate(rewards[t:])) for t in range(len(rewards))
        ]
        inputs = {"rewards": rewards, "gamma": gamma}
        if got is None:
            raise CheckFailed(idea, expected, got, inputs, "the function returns nothing: is a return statement missing?")
        got = [float(value) for value in got]
        if len(got) != len(expected):
            raise CheckFailed(idea, expected, got, inputs, "there must be as many returns as rewards")
        if all(abs(a - b) < 1e-5 for a, b in zip(got, expected)):
            continue
        likely = None
        if all(abs(a - b) < 1e-5 for a, b in zip(reversed(got), expected)):
            likely = "the order is the other way round: turn the list at the end"
        elif all(abs(a - sum(rewards[t:])) < 1e-5 for t, a in enumerate(got)):
            likely = "rewards are summed, but gamma does nothing"
        elif all(abs(a - gamma * b) < 1e-5 for a, b in zip(got, expected)):
            likely = "the reward of the step itself must not be discounted"
        raise CheckFailed(idea, expected, got, inputs, likely)
    passed("test_get_cumulative_rewards")


def test_policy_network(model):
    t.random.seed()
    logits = call("a network from 4 numbers to 2 logits", model, {"states": t.randn(5, 4)})
    require(tuple(logits.shape) == (5, 2), "5 states give 5 rows of 2 logits", shape=tuple(logits.shape))
    names = [type(layer).__name__ for layer in model.modules()]
    require("Softmax" not in names, "the last layer gives logits", "leave the softmax to what uses the network", layers=names)
    passed("test_policy_network")


def test_predict_probs(predict_probs, model):
    t.random.seed()
    states = np.array([[0.0, 0.1, -0.2, 0.3], [1.0, -1.0, 0.1, 0.0], [0.5, 0.5, 0.5, 0.5]], dtype="float32")
    got = call("probabilities of each action, as a numpy array", predict_probs, {"states": states})
    require(isinstance(got, np.ndarray), f"a numpy array was expected, not {type(got).__name__}", ".numpy() turns a tensor into one")
    with t.no_grad():
        logits = model(t.tensor(states))
    compare(
        "the softmax of the logits, over the actions",
        t.tensor(got),
        t.softmax(logits, -1),
        mistakes=[
            ("these are the logits: the softmax is missing", logits),
            ("the softmax is over the states, dimension 0", t.softmax(logits, 0)),
            ("these are logarithms", t.log_softmax(logits, -1)),
        ],
    )
    passed("test_predict_probs")


def test_generate_session(generate_session):
    np.random.seed(16)
    env = gym.make("CartPole-v0").env
    got = call("states, actions and rewards of one episode", generate_session, {"env": env}, t_max=50)
    require(isinstance(got, tuple) and len(got) == 3, "three lists come back", got=type(got).__name__)
    states, actions, rewards = got
    count = len(states)
    require(
        len(actions) == count and len(rewards) == count and 0 < count <= 50,
        "one state, action and reward for each step, and no more than t_max",
        "append all three in every turn of the loop",
        states=count,
        actions=len(actions),
        rewards=len(rewards),
    )
    require(all(int(action) in (0, 1) for action in actions), "actions are 0 or 1", actions=actions)
    seen = [tuple(np.array(state).tolist()) for state in states]
    require(len(set(seen)) == count, "each step records the state that its action was chosen from", "is s replaced by new_s?")
    taken = [int(action) for _ in range(6) for action in generate_session(env, t_max=50)[1]]
    require(0.15 < sum(taken) / len(taken) < 0.85, "actions are drawn by their probabilities", "is the likeliest taken every time?")
    passed("test_generate_session")


def test_train_on_session(train_on_session, model):
    t.manual_seed(17)
    states = [[0.01 * step, 0.1, -0.02, 0.05 * step] for step in range(12)]
    actions, rewards = [step % 2 for step in range(12)], [1.0] * 12
    before = [parameter.detach().clone() for parameter in model.parameters()]
    given = {"states": states, "actions": actions, "rewards": rewards}
    total = call("one step of gradient descent on a session", train_on_session, given)
    require(total is not None and abs(float(total) - 12.0) < 1e-6, "the sum of the session's rewards comes back", got=total)
    after = [parameter.detach() for parameter in model.parameters()]
    moved = any(bool((a != b).any()) for a, b in zip(before, after))
    require(moved, "the network's weights move", "backward, then optimizer.step(), then optimizer.zero_grad()")

    def favour():
        with t.no_grad():
            return float(t.softmax(model(t.tensor([states[0]])), -1)[0, 1])

    start = favour()
    for _ in range(40):
        train_on_session([states[0]] * 6, [1, 0] * 3, [1.0, -1.0] * 3, gamma=0.0)
    require(
        favour() > start,
        "an action that is followed by reward becomes likelier, one that is followed by punishment less so",
        "the loss is -mean(log_prob * G) - entropy_coef * entropy: look at the signs, and at what is multiplied with what",
        before=start,
        after=favour(),
    )
    passed("test_train_on_session")
