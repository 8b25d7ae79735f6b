from functools import partial

from tests import loops, probes
from tests.explain import CheckFailed, passed

_IDEA = "each phase plays a rollout, then learns from it, then yields"


def _small(PPOTrainer, PPOArgs, **settings):
    """Returns a trainer of three short phases, unless the settings say otherwise."""
    return PPOTrainer(PPOArgs(**{**dict(num_envs=4, num_steps_per_rollout=8, total_timesteps=4 * 8 * 3), **settings}))


class _Watch:
    """Keeps count of what a trainer does between two yields."""

    def __init__(self, agent):
        self.steps = self.learned = 0
        self.play, self.hand_out = agent.play_step, agent.get_minibatches
        agent.play_step, agent.get_minibatches = self.play_step, self.get_minibatches

    def play_step(self):
        self.steps += 1
        return self.play()

    def get_minibatches(self, *given):
        if not self.steps:
            raise CheckFailed(_IDEA, likely="it learns before it has played: the memory is still empty")
        self.learned += 1
        return self.hand_out(*given)

    def judge(self):
        """Raises unless one rollout was played and learned from once, and begins to count again."""
        steps, learned = self.steps, self.learned
        self.steps = self.learned = 0
        if (steps, learned) == (8, 1):
            return
        likely = None
        if (steps, learned) == (0, 0):
            likely = "it yields without having done anything: call self.rollout_phase and self.learning_phase first"
        elif learned == 0:
            likely = "it plays and never learns: call self.learning_phase too"
        elif learned > 1 and steps == 8 * learned:
            likely = "it yields only after several phases: the `yield` belongs inside the loop"
        elif learned > 1:
            likely = "it learns several times from one rollout: the epochs are inside learning_phase already"
        elif steps > 8:
            likely = "it plays several rollouts before it learns: the memory holds one"
        expected = {"steps played": 8, "learning phases": 1}
        raise CheckFailed(_IDEA, expected, {"steps played": steps, "learning phases": learned}, likely=likely)


def test_train(PPOTrainer, PPOArgs):
    trainer = _small(PPOTrainer, PPOArgs)
    watch = _Watch(trainer.agent)
    phases = "self.args.total_phases phases"
    loops.follow(_IDEA, trainer.train, 3, phases, watch.judge, lambda: not watch.steps and not watch.learned)
    passed("test_train")


def test_probes(PPOTrainer, PPOArgs):
    def played(number, seed):
        settings = dict(num_envs=64, num_steps_per_rollout=8, total_timesteps=64 * 8 * 16, lr=1e-2, seed=seed)
        trainer = _small(PPOTrainer, PPOArgs, env=probes.environment(number), **settings)
        for _ in trainer.train():
            pass
        return trainer.actor, trainer.critic

    for number in (1, 2, 3, 4, 5):
        probes.learns(number, PPOArgs().gamma, partial(played, number))
    passed("test_probes")
