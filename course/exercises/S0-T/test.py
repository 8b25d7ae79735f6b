from functools import partial

import torch as t
from tests import loops, probes
from tests.explain import CheckFailed, passed, require

_IDEA = "each phase plays a rollout, climbs on it rollout_use_count times, and then yields"
_STEP = "a step follows the gradient of one joy, scaled down to max_grad_norm where it is longer"
_SMALL = dict(num_envs=4, num_steps_per_rollout=32, lr=5e-3, gamma=1.0, ent_coef=0.05, normalize_returns=False)


def _small(Trainer, VPGArgs, env, **settings):
    """Returns a trainer of short rollouts."""
    given = {**_SMALL, "early_stop": False, **settings}
    given["total_timesteps"] = given["num_envs"] * given["num_steps_per_rollout"] * given.pop("phases")
    return Trainer(VPGArgs(**given), env)


class _Watch:
    """Counts what a trainer does between two yields, and compares the gradient of each step with the right one."""

    def __init__(self, trainer):
        self.trainer, self.parameters = trainer, list(trainer.policy_network.parameters())
        self.played = self.learned = self.asked = 0
        self.right = self.leftover = None
        self.play, self.compute = trainer.agent.gen_rollout, trainer.compute_loss
        self.optimizer, self.climb = trainer.optimizer, trainer.optimizer.step
        # An optimiser that minimises wants the gradient of minus the joy.
        self.sign = 1 if self.optimizer.param_groups[0].get("maximize") else -1
        self.weights, self.marks = self.flat(), []
        trainer.agent.gen_rollout, trainer.compute_loss = self.gen_rollout, self.compute_loss
        trainer.optimizer.step = self.step

    def flat(self):
        return t.cat([p.detach().flatten() for p in self.parameters])

    def gen_rollout(self, *given):
        self.played += 1
        mark = t.rand(4).tolist()
        likely = (
            "the generator is seeded in each phase, so that each rollout draws the same numbers: leave it out of train"
        )
        require(mark not in self.marks, "each rollout draws other random numbers", likely)
        self.marks.append(mark)
        return self.play(*given)

    def gradient(self):
        """Returns the gradient as one row of numbers, with 0 where there is none."""
        parts = [t.zeros_like(p) if p.grad is None else p.grad.detach() for p in self.parameters]
        return t.cat([part.flatten() for part in parts])

    def compute_loss(self, *given):
        self.asked += 1
        self.require_climbs()
        kept = [p.grad for p in self.parameters]
        self.leftover = self.gradient().clone()
        for p in self.parameters:
            p.grad = None
        self.compute(*given)[0].backward()
        self.right = self.gradient().clone()
        for p, grad in zip(self.parameters, kept):
            p.grad = grad
        return self.compute(*given)

    def require_climbs(self):
        """Raises if another optimiser than the trainer's, or a line of its own, has changed the weights."""
        likely = "train makes an optimiser of its own, and Adam forgets its running means: use self.optimizer"
        require(self.trainer.optimizer is self.optimizer, _STEP, likely)
        likely = "the weights change without a step of self.optimizer: let that alone change them"
        require(t.equal(self.weights, self.flat()), _STEP, likely)

    def step(self, closure=None):
        if closure is not None:
            with t.enable_grad():
                closure()
        rate, wanted = self.optimizer.param_groups[0]["lr"], self.trainer.args.lr
        likely = "the learning rate changes on the way: every step has that of args.lr"
        require(abs(rate - wanted) < 1e-9, _STEP, likely, lr=rate, args_lr=wanted)
        require(
            self.right is not None,
            _STEP,
            "a step is made without a joy of its own: call self.compute_loss, and then backward, before each step",
        )
        got, whole, most = self.gradient(), self.sign * self.right, self.trainer.args.max_grad_norm
        self.right = None
        self.learned += 1

        def near(row):
            return t.allclose(got, row, 1e-3, 1e-6)

        def clipped(row):
            return row * min(1.0, most / (float((row * row).sum()) ** 0.5 + 1e-6))

        if not near(clipped(whole)):
            before = self.leftover + whole
            likely = None
            if near(0 * got):
                likely = "there is no gradient: call backward on the joy, and zero_grad only after the step"
            elif near(whole):
                likely = "the gradient is not clipped: call clip_grad_norm_ between backward and the step"
            elif near(-whole) or near(clipped(-whole)):
                likely = "the sign is the other way round: the optimiser maximises, so the joy needs no minus"
                if self.sign < 0:
                    likely = "the sign is the other way round: this optimiser minimises, so give it maximize=True"
            elif near(whole.clamp(-most, most)):
                likely = "each number is clipped by itself, which turns the gradient: clip_grad_norm_ scales all by one factor"
            elif near(whole * most / (float((whole * whole).sum()) ** 0.5 + 1e-6)):
                likely = "the gradient is always scaled to max_grad_norm: only a longer one is scaled down to it"
            elif bool((self.leftover != 0).any()) and (near(before) or near(clipped(before))):
                likely = "gradients of the steps before are added up: call zero_grad after each step"
            elif t.allclose(got / t.norm(got), whole / t.norm(whole), 1e-2, 1e-4):
                likely = "the gradient has another length: clip it to self.args.max_grad_norm"
            raise CheckFailed(_STEP, inputs={"max_grad_norm": most}, likely=likely)
        result = self.climb()
        self.weights = self.flat()
        return result

    def judge(self, uses, phases):
        """Raises unless one phase has happened, and begins to count again."""
        played, learned, asked = self.played, self.learned, self.asked
        self.played = self.learned = self.asked = 0
        self.require_climbs()
        if (played, learned) == (1, uses):
            return
        likely = None
        if (played, learned) == (0, 0):
            likely = "it yields without having done anything: play and climb first"
        elif played == 0:
            likely = "a phase begins without a rollout: call self.agent.gen_rollout in every phase"
        elif learned == 0:
            likely = "it plays and never climbs: compute the joy, go backwards, and take the step"
        elif (played, learned) == (phases, phases * uses):
            likely = "it yields only after several phases: the `yield` belongs inside the outer loop"
        elif played == uses == learned:
            likely = "it plays again before every step: one rollout is used rollout_use_count times"
        elif (played, learned) == (1, 1) and asked == uses:
            likely = "the gradients of all uses are added up for a single step: take a step after each of them"
        elif played == 1 and learned == uses - 1:
            likely = "one step is missing: climb args.rollout_use_count times on each rollout"
        elif played == 1 and learned == uses + 1:
            likely = "one step too many is taken: climb args.rollout_use_count times on each rollout"
        elif (played, learned) == (1, 1):
            likely = "a rollout is used once, or it yields after every step: climb args.rollout_use_count times"
        elif learned == uses * self.trainer.args.num_envs:
            likely = "each environment is a batch of its own: hand args.num_envs to get_batches"
        expected = {"rollouts": 1, "steps of the optimiser": uses}
        got = {"rollouts": played, "steps of the optimiser": learned}
        raise CheckFailed(_IDEA, expected, got, {"rollout_use_count": uses}, likely)


def test_vpg_loop(Trainer, VPGArgs, CartPole):
    # The gradient is longer than the first bound, and shorter than the second.
    for most in (0.01, 100.0):
        _check_order(_small(Trainer, VPGArgs, CartPole, phases=4, rollout_use_count=3, max_grad_norm=most))
    passed("test_vpg_loop")


def _check_order(trainer):
    watch = _Watch(trainer)
    judge = partial(watch.judge, 3, 4)
    loops.follow(_IDEA, trainer.train, 4, "self.num_phases phases", judge, lambda: not watch.played)


def test_vpg_probes(Trainer, VPGArgs):
    def played(number, seed):
        settings = dict(num_envs=64, num_steps_per_rollout=8, rollout_use_count=1, max_grad_norm=0.5)
        settings.update(ent_coef=0, lr=1e-2, phases=25, seed=seed)
        trainer = _small(Trainer, VPGArgs, probes.environment(number), **settings)
        for _ in trainer.train():
            pass
        return (trainer.policy_network,)

    for number in (4, 5):
        probes.learns(number, 1.0, partial(played, number))
    passed("test_vpg_probes")
