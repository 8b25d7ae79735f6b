"""Tensors are [num_steps, num_envs]."""

from functools import partial

import torch as t
from tests import loops, probes
from tests.explain import CheckFailed, call, compare, passed, require

_ROLLOUT = "rollout plays n_steps steps from a reset on, and returns them as a TrajData"
_UPDATE = "each epoch computes the loss of the whole rollout, and self.optimizer descends it by one step"
_TRAIN = "each of n_rollouts rollouts is played, then learned from, and then comes a yield"
_STEPS, _ENVS = 7, 5


def _trainer(AgentTrainer, TrainerArgs, diary, **settings):
    agent, env = loops.recorded_agent(diary), loops.recorded_environment(diary)
    usual = dict(agent=agent, env=env, n_envs=_ENVS, n_steps=_STEPS)
    return AgentTrainer(TrainerArgs(**{**usual, **settings}))


def _judge_calls(diary):
    steps, acts, resets = (len(diary.of(kind)) for kind in ("step", "act", "reset"))
    first = diary.entries[0][0] if diary.entries else None
    likely = None
    if resets == 0:
        likely = "the environments are not reset: a rollout begins with self.envs.reset()"
    elif resets > 1:
        likely = "the environments are reset within the rollout: they do that by themselves where an episode ends"
    elif steps != _STEPS:
        likely = f"{steps} steps were played, and n_steps is {_STEPS}: loop over range(self.args.n_steps)"
    elif acts != _STEPS:
        likely = f"get_action was called {acts} times in {_STEPS} steps: call it once in each, because each call draws"
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
    if bool((seen[1:] == seen[:1]).all()):
        likely = "the agent acts on the first observations in every step: write obs = next_obs at the end of each step"
    require(bool((seen == before).all()), "get_action is asked about the present observations", likely)
    likely = "the environments got other actions: step them with those that get_action returned"
    require(bool((taken == chosen).all()), "the environments do what the agent chose", likely)
    on, late = t.ones(1, _ENVS), "the observations after the step are stored: store those that the agent acted on"
    after = t.cat([before[1:], data.states[-1:].detach()]) if data.states.shape == before.shape else before
    _compare(data, "states", before, [(late, after)])
    _compare(data, "actions", taken.float(), [])
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


def _compare(data, name, expected, mistakes):
    got = getattr(data, name).detach().float()
    shifted = [("these are those of the first step in every step", expected[:1].expand(expected.shape))]
    compare(f"data.{name} has what happened in each step", got, expected, mistakes=[*mistakes, *shifted], atol=1e-4)


def test_agent_rollout(AgentTrainer, TrainerArgs):
    for epochs in (1, 3):
        diary = loops.Diary()
        trainer = _trainer(AgentTrainer, TrainerArgs, diary, epochs=epochs)
        # The second rollout must know nothing of the first.
        for _ in range(2):
            diary.entries.clear()
            data = call(_ROLLOUT, trainer.rollout, {})
            _judge_calls(diary)
            _judge_data(data, diary, epochs)
    passed("test_agent_rollout")


def test_agent_update(AgentTrainer, TrainerArgs):
    for epochs in (1, 4):
        diary = loops.Diary()
        trainer = _trainer(AgentTrainer, TrainerArgs, diary, agent=loops.Slopes, epochs=epochs)
        agent = trainer.agent
        # A step of plain descent is as long as the gradient.
        trainer.optimizer = t.optim.SGD(agent.parameters(), lr=1.0)
        data, before = object(), []
        for _ in range(2):
            agent.asked.clear()
            agent.slopes.clear()
            start = float(agent.weight)
            call(_UPDATE, trainer.update, {"data": data})
            _judge_epochs(agent, epochs, data)
            _judge_descent(agent.slopes, before, float(agent.weight) - start)
            before += agent.slopes
        require(not diary.entries, "update learns from the rollout that it is given", "it plays: leave that to rollout")
    passed("test_agent_update")


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
    ]
    mistakes = [(why, t.tensor(value)) for why, value in mistakes]
    compare(_UPDATE, t.tensor(moved), t.tensor(-sum(slopes)), {"slopes of the losses": slopes}, mistakes)


class _Rollout:
    """What a rollout left behind."""

    def mean_length(self):
        return 1.0


def test_agent_train(AgentTrainer, TrainerArgs):
    trainer = _trainer(AgentTrainer, TrainerArgs, loops.Diary(), n_rollouts=3)
    events, made = [], []

    def rollout():
        events.append("rollout")
        made.append(_Rollout())
        return made[-1]

    def update(data):
        likely = "update gets something else: pass it what rollout returned"
        require(made and data is made[-1], "each rollout is learned from", likely)
        events.append("update")

    trainer.rollout, trainer.update = rollout, update

    def judge():
        _judge_turn(events)
        events.clear()

    loops.follow(_TRAIN, trainer.train, 3, "n_rollouts rollouts", judge, lambda: not events)
    passed("test_agent_train")


def _judge_turn(events):
    if events == ["rollout", "update"]:
        return
    likely = None
    if not events:
        likely = "it yields without having done anything: call self.rollout and self.update first"
    elif "update" not in events:
        likely = "it plays and never learns: call self.update(data) too"
    elif events[0] == "rollout" and events.count("update") > 1 and events.count("rollout") > 1:
        likely = "it yields only after several rollouts: the `yield` belongs inside the loop"
    elif events.count("update") > 1:
        likely = "it learns several times from one rollout: the epochs are inside update already"
    elif events.count("rollout") > 1:
        likely = "it plays several rollouts and learns from one: play one in each turn"
    raise CheckFailed(_TRAIN, ["rollout", "update"], list(events), likely=likely)


def test_agent_probes(AgentTrainer, TrainerArgs, PPOClipAgent):
    def played(number, seed):
        settings = dict(n_rollouts=30, n_envs=64, n_steps=4, epochs=10, lr=4e-2, seed=seed)
        trainer = AgentTrainer(TrainerArgs(agent=PPOClipAgent, env=probes.environment(number), **settings))
        for _ in trainer.train():
            pass
        return trainer.agent.policy, trainer.agent.value

    for number in (4, 5):
        # Until the end some actions are drawn that are wrong, so the values stay a little restless.
        probes.learns(number, TrainerArgs().gamma, partial(played, number), close=0.1)
    passed("test_agent_probes")
