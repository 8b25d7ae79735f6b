"""Tensors are [num_steps, num_envs]."""

from functools import partial

import numpy as np
import torch as t
from tests import loops, probes
from tests.explain import CheckFailed, call, compare, passed, require
from tests.randomness import leaves_generators
from torch import nn

_ROLLOUT = "rollout plays n_steps steps from a reset on, and returns them as a TrajData"
_UPDATE = "each epoch computes the loss of the whole rollout, and self.optimizer descends it by one step"
_TRAIN = "each of n_rollouts rollouts is played, then learned from, and then comes a yield"
_READY = "the optimiser was ready: Adam(self.agent.parameters(), lr=args.lr), made once in __init__"


def _trainer(AgentTrainer, TrainerArgs, diary, **settings):
    agent, env = loops.recorded_agent(diary), loops.recorded_environment(diary)
    usual = dict(agent=agent, env=env, n_envs=5, n_steps=7)
    return AgentTrainer(TrainerArgs(**{**usual, **settings}))


def _judge_calls(diary, n_steps):
    steps, acts, resets = (len(diary.of(kind)) for kind in ("step", "act", "reset"))
    first = diary.entries[0][0] if diary.entries else None
    likely = None
    if resets == 0:
        likely = "the environments are not reset: a rollout begins with self.envs.reset()"
    elif resets > 1:
        likely = "the environments are reset within the rollout: they do that by themselves where an episode ends"
    elif steps != n_steps:
        likely = f"{steps} steps were played, and n_steps is {n_steps}: loop over range(self.args.n_steps)"
    elif acts != n_steps:
        likely = f"get_action was called {acts} times in {n_steps} steps: call it once in each, because each call draws"
    elif first != "reset":
        likely = "the reset comes too late: it is the first thing"
    require(likely is None, _ROLLOUT, likely)


def _judge_data(data, diary, epochs):
    if data is None:
        raise CheckFailed(_ROLLOUT, likely="rollout returns nothing: is a return statement missing?")
    names = ("states", "actions", "rewards", "not_dones", "log_probs", "returns")
    missing = [name for name in names if not isinstance(getattr(data, name, None), t.Tensor)]
    if missing:
        likely = "return data, after data.calc_returns has stacked its steps"
        raise CheckFailed(_ROLLOUT, "a TrajData", data, {"missing": missing}, likely)
    seen, chosen, old, probs = (t.stack(column) for column in zip(*diary.of("act")))
    before, taken, rewards, terminated, truncated = (t.stack(column) for column in zip(*diary.of("step")))
    likely = "the agent acts on the observations of the step before: write obs = next_obs at the end of each step"
    if len(data.states) > len(seen):
        likely = (
            "the steps of earlier rollouts are still in it: begin each rollout with a TrajData of its own, and keep none on "
            "self"
        )
        raise CheckFailed(_ROLLOUT, tuple(seen.shape), tuple(data.states.shape), likely=likely)
    if len(seen) > 1 and bool((seen[1:] == seen[:1]).all()):
        likely = "the agent acts on the first observations in every step: write obs = next_obs at the end of each step"
    require(bool((seen == before).all()), "get_action is asked about the present observations", likely)
    likely = "the environments got other actions: step them with those that get_action returned"
    require(bool((taken == chosen).all()), "the environments do what the agent chose", likely)
    on, late = t.ones(1, seen.shape[1]), "the observations after the step are stored: store those that the agent acted on"
    after = t.cat([before[1:], data.states[-1:].detach()]) if data.states.shape == before.shape else before
    _compare(data, "states", before, [(late, after)])
    _compare(data, "actions", taken.float(), [])
    likely = "the actions become fractions on the way: store them as get_action returned them"
    require(not data.actions.dtype.is_floating_point, "data.actions are whole numbers", likely, dtype=data.actions.dtype)
    _compare(data, "rewards", rewards, [])
    done = (terminated | truncated).float()
    half = "{} alone is stored as dones: an episode ends in either way, terminated | truncated"
    _compare(
        data,
        "not_dones",
        1.0 - done,
        [
            (half.format("terminated"), 1.0 - terminated.float()),
            (half.format("truncated"), 1.0 - truncated.float()),
            ("dones is upside down: it is true where an episode ended", done),
            ("the ends are one step late: store the flags of this very step", t.cat([on, 1.0 - done[:-1]])),
            ("no episode ever ends: dones is terminated | truncated, which are never both true", t.ones_like(done)),
        ],
    )
    _compare(
        data,
        "log_probs",
        old,
        [
            ("these are probabilities: take dist.log_prob(actions)", t.exp(old)),
            ("these are the log-probabilities of the other action", t.log(1.0 - t.exp(old))),
            ("these are entropies: take dist.log_prob(actions)", -(probs * t.log(probs)).sum(-1)),
            ("the sign is the other way round: a log-probability is at most 0", -old),
        ],
    )
    graph = data.log_probs.requires_grad
    if epochs == 1:
        likely = "the rollout is played under t.no_grad(): with a single epoch it keeps its graph"
        require(graph, "REINFORCE and VPG learn through the log-probabilities of the rollout", likely, epochs=epochs)
    else:
        likely = "the rollout keeps its graph: with more than one epoch play it under t.no_grad()"
        require(not graph, "PPO's stored log-probabilities are plain numbers", likely, epochs=epochs)


def _discounted(rewards, not_dones, gamma):
    following, rows = 0.0, []
    for paid, goes_on in zip(rewards.flip(0), not_dones.flip(0)):
        following = paid + gamma * goes_on * following
        rows.append(following)
    return t.stack(rows[::-1])


def _judge_sums(data, trainer):
    """Checks what comes after the loop: returns, and the critic's values."""
    rewards, not_dones, gamma = data.rewards, data.not_dones, trainer.args.gamma
    right, kept = _discounted(rewards, not_dones, gamma), "TrajData.calc_returns was ready: leave it as it was"
    mistakes = [
        (f"these are the rewards: {kept}", rewards),
        (f"the discount is missing: {kept}", _discounted(rewards, not_dones, 1.0)),
        (f"the ends of episodes are ignored: {kept}", _discounted(rewards, t.ones_like(not_dones), gamma)),
        (f"the order is reversed: {kept}", right.flip(0)),
    ]
    _compare(data, "returns", right, mistakes)
    with t.no_grad():
        values = trainer.agent.value(data.states).squeeze(-1)
        last = trainer.agent.value(trainer.envs.observe()).squeeze(-1)
    _compare(data, "values", values, [])
    late = "next_value belongs to an earlier observation: after the loop `obs` holds the last observations"
    data.next_value = data.next_value.unsqueeze(0)
    _compare(data, "next_value", last.unsqueeze(0), [(late, values[:1]), (late, values[-1:])])


def _compare(data, name, expected, mistakes):
    got = getattr(data, name).detach().float()
    if got.shape != expected.shape and got.numel() == expected.numel():
        shape = tuple(expected.shape)
        likely = f"data.{name} has lost its shape, {shape}: store what each step gave without squeeze or view"
        raise CheckFailed(_ROLLOUT, tuple(expected.shape), tuple(got.shape), likely=likely)
    shifted = [("these are those of the first step in every step", expected[:1].expand(expected.shape))]
    compare(f"data.{name} has what happened in each step", got, expected, mistakes=[*mistakes, *shifted], atol=1e-4)


def test_agent_rollout(AgentTrainer, TrainerArgs):
    for epochs, n_steps, n_envs in ((1, 7, 5), (3, 7, 5), (2, 4, 1), (1, 1, 3), (3, 1, 1)):
        diary = loops.Diary()
        trainer = _trainer(AgentTrainer, TrainerArgs, diary, epochs=epochs, n_steps=n_steps, n_envs=n_envs)
        # The second rollout must know nothing of the first.
        for _ in range(2):
            diary.entries.clear()
            data = call(_ROLLOUT, trainer.rollout, {})
            _judge_calls(diary, n_steps)
            _judge_data(data, diary, epochs)
            _judge_sums(data, trainer)
    leaves_generators(_ROLLOUT, "rollout", trainer.rollout)
    passed("test_agent_rollout")


class _Descent(t.optim.SGD):
    """Plain descent, whose step is as long as the gradient. It counts its steps."""

    steps = 0

    def step(self, closure=None):
        self.steps += 1
        return super().step(closure)


def test_agent_update(AgentTrainer, TrainerArgs):
    for epochs in (1, 4):
        diary = loops.Diary()
        trainer = _trainer(AgentTrainer, TrainerArgs, diary, agent=_Placed, epochs=epochs)
        agent = trainer.agent
        trainer.optimizer = descent = _Descent(agent.parameters(), lr=1.0)
        begun, data, before = _settings(descent), object(), []
        for _ in range(2):
            agent.asked.clear()
            agent.slopes.clear()
            agent.places, descent.steps = [], 0
            start = float(agent.weight.detach())
            call(_UPDATE, trainer.update, {"data": data})
            _judge_epochs(agent, epochs, data)
            moved = float(agent.weight.detach()) - start
            likely = f"update makes an optimiser of its own, which forgets what Adam has gathered: {_READY}"
            is_own = trainer.optimizer is descent and (descent.steps or not moved)
            require(is_own, "self.optimizer descends the loss", likely)
            _judge_settings("self.optimizer stays as it is", "update", begun, descent)
            _judge_descent(agent.slopes, before, moved)
            likely = "all losses are computed before the first step: compute, take the gradient and step in each epoch"
            require(len(set(agent.places)) == epochs, _UPDATE, likely)
            before += agent.slopes
        require(not diary.entries, "update learns from the rollout that it is given", "it plays: leave that to rollout")
    leaves_generators(_UPDATE, "update", lambda: trainer.update(data))
    _check_optimizer(AgentTrainer, TrainerArgs)
    passed("test_agent_update")


class _Placed(loops.Slopes):
    """Keeps where its weight was each time that its loss was asked for."""

    def get_loss(self, data):
        self.places.append(float(self.weight.detach()))
        return super().get_loss(data)


class _Turning(loops.Slopes):
    """Its losses fall to either side, and its weight is far from 0."""

    def __init__(self, n_obs, n_actions):
        super().__init__(n_obs, n_actions)
        self.weight = nn.Parameter(t.full((), 5.0))

    def get_loss(self, data):
        self.slopes.append(float(t.randn(())) / (1.0 + len(self.slopes)))
        return self.weight * self.slopes[-1]


def _adam(slopes, lr, forgets_after=None):
    """Returns where Adam has moved a weight after each slope."""
    at, mean, square, count, places = 5.0, 0.0, 0.0, 0, []
    for place, slope in enumerate(slopes):
        if forgets_after and place % forgets_after == 0:
            mean, square, count = 0.0, 0.0, 0
        count += 1
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        at -= lr * (mean / (1 - 0.9**count)) / ((square / (1 - 0.999**count)) ** 0.5 + 1e-8)
        places.append(at)
    return places


def _settings(optimizer):
    return [{key: value for key, value in group.items() if key != "params"} for group in optimizer.param_groups]


def _check_optimizer(AgentTrainer, TrainerArgs):
    """Follows the trainer's own optimiser through several updates."""
    epochs, lr = 3, 0.03
    trainer = _trainer(AgentTrainer, TrainerArgs, loops.Diary(), agent=_Turning, epochs=epochs, lr=lr)
    idea, agent = "Adam descends with the learning rate of the settings, and remembers from update to update", trainer.agent
    begun, places = _settings(trainer.optimizer), []
    usual = {"lr": lr, "betas": (0.9, 0.999), "weight_decay": 0.0, "maximize": False, "amsgrad": False}
    for key, value in usual.items():
        got = begun[0].get(key, value)
        require(got == value, idea, f"{key} is {got!r}, and {value!r} was given: {_READY}", got=got, wanted=value)
    for _ in range(3):
        trainer.update(object())
        places.append(float(agent.weight.detach()))
        _judge_settings(idea, "update", begun, trainer.optimizer)
    right, forgetful = _adam(agent.slopes, lr), _adam(agent.slopes, lr, epochs)
    right, forgetful = (t.tensor(column[epochs - 1 :: epochs]) for column in (right, forgetful))
    forgets = f"the optimiser forgets after each update what it has gathered: {_READY}"
    kind = f"this is not how Adam moves a weight: {_READY}"
    likely = forgets if bool(((t.tensor(places) - forgetful).abs() < 1e-4).all()) else kind
    require(bool(((t.tensor(places) - right).abs() < 1e-4).all()), idea, likely, got=places, wanted=right.tolist())


def _judge_settings(idea, what, begun, optimizer):
    """Raises if an optimiser has other settings than it had."""
    for before, now in zip(begun, _settings(optimizer)):
        for key, value in before.items():
            if now.get(key) != value:
                likely = f"{what} changes {key} of the optimiser: leave it at {value}, as __init__ made it"
                raise CheckFailed(idea, value, now.get(key), likely=likely)


def _judge_epochs(agent, epochs, data):
    count = len(agent.asked)
    likely = "use self.args.epochs"
    if count == 0:
        likely = "no loss is computed: call self.agent.get_loss(data)"
    elif count == 1:
        likely = "the loss is computed once: compute it again in each epoch, since the weights have moved"
    if count != epochs:
        raise CheckFailed(_UPDATE, f"{epochs} losses", f"{count} losses", {"epochs": epochs}, likely)
    likely = "get_loss gets something else: pass it the data that update received"
    require(all(given is data for given in agent.asked), _UPDATE, likely)


def _judge_descent(slopes, before, moved):
    sums = [sum(slopes[: count + 1]) for count in range(len(slopes))]
    add_up = "gradients of earlier epochs add up: call self.optimizer.zero_grad() before each backward"
    mistakes = [
        ("the weights do not move: call loss.backward(), then self.optimizer.step()", 0.0),
        (add_up, -sum(sums)),
        (add_up, -sum(sums) - len(slopes) * sum(before)),
        ("it climbs: the agent's loss is descended as it is", sum(slopes)),
        ("the optimiser steps once, after all epochs: step in each of them", -slopes[-1]),
        ("the optimiser steps with the first gradient only: compute and step in each epoch", -slopes[0]),
        ("the optimiser steps before the new gradient is there: backward comes before step", -sum(slopes[:-1])),
        ("the loss is divided by the number of epochs: each epoch takes a whole step", -sum(slopes) / len(slopes)),
        ("the gradient is shortened to 0.5: nothing here limits it", -0.5 * len(slopes)),
        ("the gradient is shortened to 1: nothing here limits it", -sum(min(slope, 1.0) for slope in slopes)),
        ("each epoch steps twice", -2 * sum(slopes)),
    ]
    mistakes = [(why, t.tensor(value)) for why, value in mistakes]
    right = t.tensor(-sum(slopes))
    otherwise = "the loss or its gradient is changed on the way: call backward on it as it is, then self.optimizer.step()"
    if not any(abs(float(value) - moved) < 1e-4 for _, value in mistakes):
        mistakes.append((otherwise, t.tensor(moved)))
    compare(_UPDATE, t.tensor(moved), right, {"slopes of the losses": slopes}, mistakes)


class _Rollout:
    """What a rollout left behind."""

    def mean_length(self):
        return 1.0


def test_agent_train(AgentTrainer, TrainerArgs):
    trainer = _trainer(AgentTrainer, TrainerArgs, loops.Diary(), n_rollouts=3)
    events, made, drawn = [], [], []
    begun = _settings(trainer.optimizer)
    optimizer = trainer.optimizer

    def rollout():
        events.append("rollout")
        drawn.append((t.rand(2).tolist(), np.random.rand(2).tolist()))
        made.append(_Rollout())
        return made[-1]

    def update(data):
        likely = "update gets something else: pass it what rollout returned"
        if made and any(data is before for before in made[:-1]):
            likely = "it learns from a rollout of an earlier turn: pass update what rollout has just returned"
        require(made and data is made[-1], "each rollout is learned from", likely)
        events.append("update")

    trainer.rollout, trainer.update = rollout, update
    loop = call(_TRAIN, trainer.train, {})

    def judge():
        if events != ["rollout", "update"]:
            _explain_turn(list(events), events, loop, len(made))
        events.clear()
        likely = f"train makes an optimiser of its own: {_READY}"
        require(trainer.optimizer is optimizer, _TRAIN, likely)
        _judge_settings(_TRAIN, "train", begun, optimizer)
        for mine, before in zip(drawn[-1], drawn[-2] if len(drawn) > 1 else ([], [])):
            likely = "train seeds in each turn, so all rollouts draw the same numbers: __init__ has seeded once"
            require(mine != before, _TRAIN, likely)

    loops.follow(_TRAIN, lambda: loop, 3, "n_rollouts rollouts", judge, lambda: not events)
    passed("test_agent_train")


def _explain_turn(turn, events, loop, rollouts):
    """Raises for a turn of the loop, after a look at the next one."""
    events.clear()
    next(loop, None)
    following = list(events)
    likely = "each turn calls self.rollout once, then self.update with what it returned, and then comes the yield"
    if not turn:
        likely = "it yields without having done anything: call self.rollout and self.update first"
    elif turn == ["rollout"] and following[:1] == ["update"]:
        likely = "it yields between playing and learning: call self.update(data) too before the yield, which comes last"
    elif "update" not in turn:
        likely = "it plays and never learns: call self.update(data) too"
    elif turn == ["update"] and rollouts == 1:
        likely = "one rollout serves all turns: call self.rollout inside the loop, because PPO's data grow old"
    elif turn[0] == "rollout" and turn.count("update") > 1 and turn.count("rollout") > 1:
        likely = "it yields only after several rollouts: the `yield` belongs inside the loop"
    elif turn.count("update") > 1:
        likely = "it learns several times from one rollout: the epochs are inside update already"
    elif turn.count("rollout") > 1:
        likely = "it plays several rollouts and learns from one: play one in each turn"
    raise CheckFailed(_TRAIN, ["rollout", "update"], turn, likely=likely)


def test_agent_probes(AgentTrainer, TrainerArgs, PPOClipAgent):
    def played(number, seed):
        settings = dict(n_rollouts=30, n_envs=64, n_steps=4, epochs=10, lr=4e-2, seed=seed)
        trainer = AgentTrainer(TrainerArgs(agent=PPOClipAgent, env=probes.environment(number), **settings))
        for _ in trainer.train():
            pass
        return trainer.agent.policy, trainer.agent.value

    for number in (4, 5):
        try:
            # Until the end some actions are drawn that are wrong, so the values stay a little restless.
            probes.learns(number, TrainerArgs().gamma, partial(played, number), close=0.1)
        except CheckFailed as failure:
            likely = (
                "each method alone has passed: look at what stands around them, TrajData with its returns and __init__, and "
                "compare it with the starter"
            )
            raise CheckFailed(failure.idea, failure.expected, failure.got, likely=failure.likely or likely) from None
    passed("test_agent_probes")
