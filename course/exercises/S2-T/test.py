from functools import partial

import numpy as np
import torch as t
import worlds
from tests import loops, probes
from tests.explain import CheckFailed, call, passed, require

_IDEA = "each phase plays a rollout, then learns from it, then yields"


class _Late(worlds.CartPole):
    """A cart whose episodes end with their twelfth step, so in the second phase of eight and not in the first."""

    max_episode_steps = 12

    def terminated(self):
        return t.zeros(self.num_envs, dtype=t.bool)


def _small(PPOTrainer, PPOArgs, **settings):
    """Returns a trainer of three short phases, unless the settings say otherwise."""
    return PPOTrainer(PPOArgs(**{**dict(num_envs=4, num_steps_per_rollout=8, total_timesteps=4 * 8 * 3), **settings}))


class _Watch:
    """Keeps what a trainer does between two yields: "step", "learn", "lower" the learning rate."""

    def __init__(self, trainer):
        self.events, self.drawn, self.trainer = [], [], trainer
        agent, scheduler = trainer.agent, trainer.scheduler
        self.play, self.hand_out, self.lower = agent.play_step, agent.get_minibatches, scheduler.step
        agent.play_step, agent.get_minibatches, scheduler.step = self.play_step, self.get_minibatches, self.schedule
        self.settings = self._settings()

    def _settings(self):
        groups = self.trainer.optimizer.param_groups
        return [{key: value for key, value in group.items() if key != "params"} for group in groups]

    def play_step(self):
        if "step" not in self.events:
            self.drawn.append((t.rand(2).tolist(), np.random.rand(2).tolist()))
        self.events.append("step")
        return self.play()

    def get_minibatches(self, *given, **named):
        if "step" not in self.events and not self.drawn:
            raise CheckFailed(_IDEA, likely="it learns before it has played: the memory is still empty")
        self.events.append("learn")
        return self.hand_out(*given, **named)

    def schedule(self, *given):
        self.events.append("lower")
        self.lower(*given)
        # From here on only the scheduler has changed them.
        self.settings = self._settings()

    def counts(self):
        return {"steps played": self.events.count("step"), "learning phases": self.events.count("learn")}

    def judge(self, loop):
        """Raises unless one rollout was played and learned from once, and begins to count again."""
        found, lowered = self.counts(), self.events.count("lower")
        expected = {"steps played": 8, "learning phases": 1}
        if found != expected:
            raise CheckFailed(_IDEA, expected, found, likely=self._explain(loop))
        likely = "learning_phase lowers the learning rate already: leave out self.scheduler.step()"
        if lowered == 0:
            likely = "the learning rate is never lowered: self.scheduler.step() ends each learning phase"
        require(lowered == 1, "the scheduler steps once in each phase", likely, steps=lowered)
        likely = "train changes the settings of the optimiser: the scheduler lowers the learning rate by itself"
        require(self._settings() == self.settings, "the optimiser keeps its settings", likely)
        for mine, before in zip(self.drawn[-1], self.drawn[-2] if len(self.drawn) > 1 else ((), ())):
            likely = "train seeds in each phase, so all rollouts draw the same numbers: __init__ has seeded once"
            require(mine != before, _IDEA, likely)
        self.events.clear()

    def _explain(self, loop):
        """Returns what is wrong about a phase, after a look at the next one."""
        steps, learned = self.counts().values()
        self.events.clear()
        next(loop, None)
        following = list(self.events)
        if (steps, learned) == (0, 0):
            return "it yields without having done anything: call self.rollout_phase and self.learning_phase first"
        if learned == 0 and following[:1] == ["learn"]:
            return "it yields between playing and learning: the yield comes last, after self.learning_phase"
        if learned == 0 and "learn" in following:
            return "it learns in some phases only, such as those in which an episode ended: learn from each rollout"
        if learned == 0:
            return "it plays and never learns: call self.learning_phase too"
        if learned > 1 and steps == 8 * learned:
            return "it yields only after several phases: the `yield` belongs inside the loop"
        if learned > 1:
            return "it learns several times from one rollout: the epochs are inside learning_phase already"
        if steps > 8:
            return "it plays several rollouts before it learns: the memory holds one"
        return "each phase calls self.rollout_phase and self.learning_phase once, in this order, and yields"


def test_train(PPOTrainer, PPOArgs):
    trainer = _small(PPOTrainer, PPOArgs, env=_Late)
    watch = _Watch(trainer)
    loop = call(_IDEA, trainer.train, {})
    phases = "self.args.total_phases phases"
    loops.follow(_IDEA, lambda: loop, 3, phases, lambda: watch.judge(loop), lambda: not watch.events)
    # A single phase.
    trainer = _small(PPOTrainer, PPOArgs, total_timesteps=4 * 8)
    watch, loop = _Watch(trainer), call(_IDEA, trainer.train, {})
    loops.follow(_IDEA, lambda: loop, 1, phases, lambda: watch.judge(loop), lambda: not watch.events)
    passed("test_train")


def _memory_of(trainer):
    """Returns what is wrong about the minibatches that a trainer's agent hands out, or None."""
    trainer.rollout_phase()
    minibatches = list(trainer.agent.get_minibatches(trainer.args.gamma, trainer.args.gae_lambda))
    wanted = trainer.args.batches_per_learning_phase * trainer.args.num_minibatches
    if len(minibatches) != wanted:
        count = len(minibatches)
        return f"the memory hands out {count} minibatches, and {wanted} are wanted: num_minibatches in each epoch"
    returns, advantages = (t.cat([getattr(part, name) for part in minibatches]) for name in ("returns", "advantages"))
    with t.no_grad():
        values = t.cat([trainer.critic(part.obs).squeeze(-1) for part in minibatches])
    for what, wrong in (("advantages", advantages), ("values", values)):
        if bool(((returns - wrong).abs() < 1e-6).all()):
            return f"the critic's targets are the {what} alone: the memory's returns are advantages + values"
    return None


def test_probes(PPOTrainer, PPOArgs):
    def new(number, seed):
        settings = dict(num_envs=64, num_steps_per_rollout=8, total_timesteps=64 * 8 * 16, lr=1e-2, seed=seed)
        return _small(PPOTrainer, PPOArgs, env=probes.environment(number), **settings)

    def played(number, seed):
        trainer = new(number, seed)
        for _ in trainer.train():
            pass
        return trainer.actor, trainer.critic

    for number in (1, 2, 3, 4, 5):
        try:
            probes.learns(number, PPOArgs().gamma, partial(played, number))
        except CheckFailed as failure:
            likely = _memory_of(_small(PPOTrainer, PPOArgs)) or failure.likely
            likely = likely or (
                "each part alone has passed: look at what this cell puts between them, the columns of the memory and the "
                "settings, and compare it with the starter"
            )
            raise CheckFailed(failure.idea, failure.expected, failure.got, likely=likely) from None
    passed("test_probes")
