from functools import partial

import numpy as np
import torch as t
from gym import make
from tests import probes
from tests.explain import CheckFailed, call, passed, require
from tests.randomness import check_draws
from tests.reinforce import redrawn, stepping

_IDEA = "train plays an episode, learns from it, and yields after sessions_per_iteration of them"


class _Watch:
    """An environment whose episodes last 4 steps. It writes down episodes, "p", and steps of an optimiser, "l"."""

    def __init__(self, sessions):
        self.sessions, self.did, self.steps = sessions, "", 0
        self.optimiser = None

    def reset(self):
        self.steps = 0
        return np.array(t.randn(4), dtype="float32")

    def step(self, action):
        self.steps += 1
        if self.steps == 4:
            self.did += "p"
        return np.array(t.randn(4), dtype="float32"), 1.0, self.steps >= 4, {}

    def learn(self, optimiser, step):
        require(
            self.optimiser is None or self.optimiser is optimiser,
            "all steps are made by one optimiser, which remembers earlier gradients",
            "the optimiser is made again while it trains: it is made once, above `train_on_session`, so leave it as it is",
        )
        self.optimiser = optimiser
        require(
            not 0 < self.steps < 4,
            _IDEA,
            "it learns before the episode has ended: leave t_max of generate_session at its default",
        )
        self.did += "l"
        step()

    def judge(self, iterations):
        """Raises unless one iteration has happened as it should, and begins to write again."""
        did, self.did, right = self.did, "", "pl" * self.sessions
        if did == right:
            return
        played, learned, sessions = did.count("p"), did.count("l"), self.sessions
        expected = {"episodes played": sessions, "steps of the optimiser": sessions}
        likely = None
        if not did:
            likely = "it yields without having done anything: play and learn first"
        elif not learned:
            likely = "it plays and never learns: hand what generate_session returns to train_on_session"
        elif not played:
            likely = "it plays in another environment than the one that it is given: call generate_session(env)"
        elif did == "pl" and sessions > 1:
            likely = "it yields after every episode: the `yield` belongs after the inner loop, in the outer one"
        elif did == "pl" * iterations:
            likely = (
                "the two numbers are exchanged: num_iterations belongs to the outer loop, sessions_per_iteration "
                "to the inner one"
            )
        elif did == right * iterations:
            likely = "it yields only after several iterations: the `yield` belongs inside the outer loop"
        elif did == "p" * sessions + "l" * sessions:
            likely = (
                "all episodes are played before it learns from the first: after a step the policy is another one, so "
                "learn from each episode before you play the next"
            )
        elif learned == 1 and played == sessions:
            likely = "it learns once in an iteration: call train_on_session after each episode"
        elif learned > played:
            likely = "it learns several times from one episode: after a step the policy is another one, so play again"
        elif learned < played:
            likely = "it plays episodes from which it does not learn: hand each to train_on_session"
        elif played == learned:
            likely = "the number of episodes in an iteration is another one: use range(sessions_per_iteration)"
        got = {"episodes played": played, "steps of the optimiser": learned}
        raise CheckFailed(_IDEA, expected, got, {"sessions_per_iteration": sessions}, likely)


def test_reinforce_loop(train, model, predict_probs):
    with redrawn(model) as draw:
        draw(0.3)
        _check_network(model, predict_probs)
        before = [p.detach().clone() for p in model.parameters()]
        _check_order(train, 4, 3)
        # Again, with other numbers: nothing is left of the first run.
        _check_order(train, 1, 2)
        _check_order(train, 2, 1)
        after = list(model.parameters())
        require(
            any(not t.equal(a, b.detach()) for a, b in zip(before, after)),
            "the network that learns is `model`",
            "train_on_session moves another network than `model`: your policy network is the only one, so delete any other",
        )
        check_draws("train", lambda: _run(train))
    passed("test_reinforce_loop")


def _run(train):
    for _ in train(_Watch(2), 1, 2):
        pass


def _check_network(model, predict_probs):
    states = np.array(t.randn(3, 4), dtype="float32")
    with t.no_grad():
        probs = t.softmax(model(t.tensor(states)), -1)
    require(
        t.allclose(t.tensor(predict_probs(states)).float(), probs, 1e-3, 1e-4),
        "the network that plays is `model`",
        "predict_probs asks another network than `model`: your policy network is the only one, so delete any other",
    )


def _check_order(train, iterations, sessions):
    watch = _Watch(sessions)
    given = {"env": watch, "num_iterations": iterations, "sessions_per_iteration": sessions}
    count = 0
    with stepping(watch.learn):
        loop = call(_IDEA, train, given)
        require(
            hasattr(loop, "__next__"),
            "train is a generator: it yields after each iteration",
            "there is no `yield` in it, so it runs to its end at once, or returns something",
            got=loop,
        )
        for _ in loop:
            count += 1
            watch.judge(iterations)
            require(
                count <= iterations,
                f"train ends after num_iterations iterations, {iterations} here",
                "the loop goes on: use range(num_iterations)",
            )
    require(
        count == iterations,
        f"train yields once in each of num_iterations iterations: {iterations} here, and it yielded {count} times",
        "it leaves the loop too early: is there a `return` or a `break`, or another number in range(...)?",
    )
    require(not watch.did, _IDEA, "after the last `yield` it goes on: the `yield` comes last in the loop")


class _Probe:
    """A probe whose observations have four numbers, of which the first counts."""

    def __init__(self, number):
        self._env = make(f"Probe{number}-v0")

    def reset(self):
        return self._wide(self._env.reset())

    def step(self, action):
        obs, reward, done, info = self._env.step(action)
        return self._wide(obs), reward, done, info

    def _wide(self, obs):
        return np.concatenate([obs, np.zeros(3, dtype="float32")])


def test_reinforce_probes(train, model):
    def logits(obs):
        return model(t.cat([obs, t.zeros(len(obs), 3)], dim=1))

    def hurry(optimiser, step):
        # CartPole's learning rate would take ten times as long.
        for group in optimiser.param_groups:
            rates.append((group, group["lr"]))
            group["lr"] = 2e-2
        step()

    def played(number, attempt):
        model.load_state_dict(start)
        for _ in train(_Probe(number), 10, 40):
            pass
        for group, rate in reversed(rates):
            group["lr"] = rate
        rates.clear()
        return (logits,)

    start, rates = {name: value.clone() for name, value in model.state_dict().items()}, []
    for number in (4, 5):
        with redrawn(model), stepping(hurry):
            probes.learns(number, 1.0, partial(played, number))
    passed("test_reinforce_probes")
