from tests import probes
from tests.explain import CheckFailed, call, passed, require

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
    loop = call(_IDEA, trainer.train, {})
    require(
        hasattr(loop, "__next__"),
        "train is a generator: it yields after each phase",
        "there is no `yield` in it, so it runs to its end at once, or returns something",
        got=loop,
    )
    count = 0
    for _ in loop:
        count += 1
        watch.judge()
        require(count <= 3, "train ends after self.args.total_phases phases, 3 here", "the loop goes on: use range(...)")
    require(
        count == 3,
        f"train yields once in each of self.args.total_phases phases: 3 here, and it yielded {count} times",
        "it leaves the loop too early: is there a `return` or a `break`, or another number in range(...)?",
    )
    require(
        not watch.steps and not watch.learned,
        _IDEA,
        "after the last `yield` it goes on: the `yield` comes last in the loop",
    )
    passed("test_train")


def test_probes(PPOTrainer, PPOArgs):
    for number in (1, 2, 3, 4, 5):
        settings = dict(num_envs=64, num_steps_per_rollout=8, total_timesteps=64 * 8 * 16, lr=1e-2)
        trainer = _small(PPOTrainer, PPOArgs, env=probes.environment(number), **settings)
        for _ in trainer.train():
            pass
        probes.judge(number, trainer.args.gamma, trainer.actor, trainer.critic)
    passed("test_probes")
