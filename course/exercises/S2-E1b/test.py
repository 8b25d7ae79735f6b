from types import SimpleNamespace

import torch as t
from tests.explain import call, compare, passed, require
from tests.phases import kept, never, settings
from tests.randomness import leaves_generators
from torch import nn

IDEA = (
    "for each minibatch: the gradient of its objective, shortened, and a step of the optimiser; the scheduler once, "
    "at the end"
)
MOST = 0.3
# The gradients of the second and the last are short already and must stay as they are.
SIZES = (50.0, 0.002, 5.0, 500.0, 0.001)


class _Trainer:
    """A trainer with two small networks, which notes what is done to it. Its objective is linear in them."""

    def __init__(self):
        self.actor, self.critic = nn.Linear(3, 2, bias=False), nn.Linear(3, 1, bias=False)
        self.parameters = [*self.actor.parameters(), *self.critic.parameters()]
        self.args = settings(gamma=0.97, gae_lambda=0.9, max_grad_norm=MOST, num_minibatches=5)
        self.num_envs, self.step, self.phase = self.args.num_envs, 0, 0
        played = never(IDEA, "the learning phase learns from what is in memory: rollout_phase plays")
        self.envs = SimpleNamespace(num_envs=self.num_envs, step=played, reset=played)
        self.memory = SimpleNamespace(add=played, reset=self._empty, rng=None)
        self.agent = SimpleNamespace(
            get_minibatches=self._get,
            play_step=played,
            actor=self.actor,
            critic=self.critic,
            memory=self.memory,
            envs=self.envs,
            step=0,
        )
        groups = [{"params": self.parameters, "lr": 0.001, "betas": (0.9, 0.999), "eps": 1e-5, "maximize": True}]
        self.optimizer = SimpleNamespace(zero_grad=self._clear, step=self._step, param_groups=groups, state={})
        self.scheduler = SimpleNamespace(step=self._schedule, optimizer=self.optimizer, n_step_calls=0)
        self.fills = 0
        self.fill(SIZES)

    def fill(self, sizes):
        """Puts new minibatches into the memory, and forgets what was noted."""
        self.fills += 1
        self.minibatches = [(t.rand(4, 3) + 0.5) * size for size in sizes]
        self.calls, self.asked, self.asked_after, self.at_steps, self.scheduled = [], [], [], [], []

    def learn(self, learning_phase):
        before = dict(vars(self.args)), dict(self.optimizer.param_groups[0])
        call(IDEA, learning_phase, {"self": self})
        kept(IDEA, "learning_phase", before[0], vars(self.args))
        settings_of = dict(self.optimizer.param_groups[0])
        likely = "it sets the learning rate itself: the scheduler does that"
        require(settings_of["lr"] == before[1]["lr"], IDEA, likely)
        kept(IDEA, "learning_phase", {name: value for name, value in before[1].items() if name != "params"}, settings_of)

    def _empty(self):
        pass

    def _get(self, gamma, gae_lambda):
        self.calls.append((gamma, gae_lambda))
        return list(self.minibatches) if len(self.calls) == 1 else []

    def compute_ppo_objective(self, minibatch):
        self.asked.append(minibatch)
        self.asked_after.append(len(self.at_steps))
        return self.actor(minibatch).sum() - 2.0 * self.critic(minibatch).sum()

    def _clear(self, set_to_none=True):
        for parameter in self.parameters:
            parameter.grad = None

    def _step(self, closure=None):
        value = None if closure is None else closure()
        known = all(parameter.grad is not None for parameter in self.parameters)
        self.at_steps.append(t.cat([p.grad.flatten() for p in self.parameters]).clone() if known else None)
        return value

    def _schedule(self, epoch=None):
        self.scheduled.append(len(self.at_steps))

    def gradient(self, minibatch):
        """Returns the gradient of its objective: the actor's six numbers, then the critic's three."""
        total = minibatch.sum(0)
        return t.cat([total, total, -2.0 * total])


def _shortened(gradient, most=MOST):
    return gradient * min(1.0, most / float(t.norm(gradient)))


def _changed(got, own, is_next_phase):
    """Returns what has happened to a gradient that no known mistake explains."""
    if is_next_phase:
        return "gradients of the phase before are in it: clear them in every turn of every phase, before backward"
    times = float((got * own).sum() / (own * own).sum())
    if bool(((got - times * own).abs() <= 1e-4 * got.abs().max()).all()):
        length = times * float(t.norm(own))
        if float(t.norm(own)) <= MOST:
            return f"a short gradient has become {times:.3g} times as long: below max_grad_norm it stays as it is"
        return f"its direction is right, and its length is {length:.3g}: multiply it by min(1, max_grad_norm / norm)"
    return "it points elsewhere: take the gradient of this minibatch's objective alone, and shorten it as one vector"


def _check_gradients(trainer):
    """Compares the gradient that the optimiser meets at each step with that of the step's minibatch."""
    idea = f"each step uses the gradient of its own minibatch, shortened to max_grad_norm = {MOST} if it is longer"
    missing = (
        "there is no gradient at a step: backward comes first, then clip_grad_norm_, then step, and nothing is "
        "cleared between"
    )
    unclipped = (
        "the gradient is not shortened: nn.utils.clip_grad_norm_ with self.args.max_grad_norm, between backward and "
        "step"
    )
    once = (
        "only the first gradient is shortened: an iterator of parameters is used up after one minibatch; make a list "
        "of them"
    )
    grown = "gradients of earlier minibatches are in it: clear them in every turn, before backward or after step"
    piled, piled_long, before, has_shortened = t.zeros(9), t.zeros(9), None, False
    for place, minibatch in enumerate(trainer.minibatches):
        own, got = trainer.gradient(minibatch), trainer.at_steps[place]
        require(got is not None, idea, missing, step=place + 1)
        piled, piled_long = _shortened(piled + own), piled_long + own
        actor, critic = own[:6], own[6:]
        mistakes = [
            (once if has_shortened else unclipped, own),
            (grown, piled),
            (grown, piled_long),
            (
                "the objective is negated: this optimiser climbs (maximize=True), so the objective goes in as it is",
                -_shortened(own),
            ),
            (
                "only the actor's gradient is shortened: one norm over the parameters of both networks",
                t.cat([_shortened(actor), critic]),
            ),
            (
                "only the critic's gradient is shortened: one norm over the parameters of both networks",
                t.cat([actor, _shortened(critic)]),
            ),
            (
                "each network has a norm of its own: put the parameters of both into one list, and call "
                "clip_grad_norm_ once",
                t.cat([_shortened(actor), _shortened(critic)]),
            ),
            (
                "each number is limited by itself, which turns the gradient: clip_grad_norm_ limits the length",
                own.clamp(-MOST, MOST),
            ),
            (
                "a short gradient is made longer: multiply by min(1, max_grad_norm / norm)",
                own * MOST / float(t.norm(own)),
            ),
            ("the gradient is shortened to 0.5: use self.args.max_grad_norm", _shortened(own, 0.5)),
            ("the gradient is shortened to 1: use self.args.max_grad_norm", _shortened(own, 1.0)),
            ("clip_coef limits the ratio; the gradient's limit is self.args.max_grad_norm", _shortened(own, 0.2)),
        ]
        if before is not None:
            late = "this is the gradient of the minibatch before: backward comes before step"
            mistakes += [(late, before), (late, _shortened(before))]
        inputs = {"step": place + 1, "norm": float(t.norm(got)), "own_norm": float(t.norm(own))}
        mistakes.append((_changed(got, own, trainer.fills > 1 and place == 0), got))
        compare(idea, got, _shortened(own), inputs, mistakes, atol=1e-6)
        has_shortened |= float(t.norm(own)) > MOST
        before = own


def test_learning_phase(learning_phase):
    trainer = _Trainer()
    trainer.learn(learning_phase)
    _check_phase(trainer)
    # The next phase has other minibatches, and as few as one.
    for sizes in (SIZES[::-1], (3.0,)):
        trainer.fill(sizes)
        trainer.learn(learning_phase)
        likely = "the first phase learns, and the next one does not: keep nothing on self, and ask the agent in each phase"
        require(len(trainer.calls) > 0 and len(trainer.asked) > 0, IDEA, likely)
        _check_phase(trainer)

    def once_more():
        trainer.fill(SIZES[:2])
        trainer.learn(learning_phase)

    leaves_generators(IDEA, "learning_phase", once_more)
    passed("test_learning_phase")


def _check_phase(trainer):
    count = len(trainer.minibatches)
    idea = "minibatches come from self.agent.get_minibatches, which is called once and works out the advantages"
    likely = (
        "call it once, before the loop: the list has the minibatches of all epochs, and the memory is empty after that"
    )
    if not trainer.calls:
        likely = "it was never called: loop over self.agent.get_minibatches(self.args.gamma, self.args.gae_lambda)"
    require(len(trainer.calls) == 1, idea, likely, calls=len(trainer.calls))
    right = (trainer.args.gamma, trainer.args.gae_lambda)
    likely = (
        "gamma comes first, then gae_lambda"
        if trainer.calls[0] == right[::-1]
        else "use self.args.gamma and self.args.gae_lambda"
    )
    require(
        trainer.calls[0] == right,
        "get_minibatches gets gamma and gae_lambda of the settings",
        likely,
        got=trainer.calls[0],
        wanted=right,
    )

    order = [place for it in trainer.asked for place, own in enumerate(trainer.minibatches) if own is it]
    idea = f"the objective is computed once for each of {count} minibatches"
    likely = "pass each minibatch of the list to self.compute_ppo_objective, once"
    if not trainer.asked:
        likely = "self.compute_ppo_objective was never called: loop over the minibatches, and pass it each"
    elif len(order) == len(trainer.asked) == 1:
        likely = "only the first minibatch is used: does a return or a break stand inside the loop?"
    require(len(order) == len(trainer.asked) and sorted(order) == list(range(count)), idea, likely, minibatches=order)

    steps = len(trainer.at_steps)
    likely = f"it stepped {steps} times: call self.optimizer.step() once in each turn"
    if steps == 0:
        likely = "self.optimizer.step() is never called: without it the networks stay as they are"
    elif steps == 1:
        likely = "it stepped once for all: optimizer.step() stands in the loop, indented below the for"
    require(steps == count, f"the optimiser steps once for each of {count} minibatches", likely, steps=steps)
    likely = (
        "an objective is computed before the step of the minibatch before it: the networks move with each step, so compute "
        "the objective, its gradient and the step in each turn"
    )
    require(trainer.asked_after == list(range(count)), IDEA, likely, steps_before_each_objective=trainer.asked_after)
    trainer.minibatches = [trainer.minibatches[place] for place in order]
    _check_gradients(trainer)

    likely = f"it stepped after these numbers of minibatches: {trainer.scheduled}"
    if not trainer.scheduled:
        likely = "self.scheduler.step() is missing: without it the learning rate never falls"
    elif len(trainer.scheduled) == count > 1:
        likely = "it steps once for each minibatch, so the rate falls too fast: scheduler.step() stands behind the loop"
    elif len(set(trainer.scheduled)) == 1 and len(trainer.scheduled) > 1:
        likely = (
            f"it steps {len(trainer.scheduled)} times in a phase, so the rate falls too fast: call self.scheduler.step() "
            "once, behind the loop"
        )
    elif trainer.scheduled[0] == 0:
        likely = "it steps before the first minibatch: scheduler.step() stands behind the loop"
    require(
        trainer.scheduled == [count],
        "the scheduler steps once, after the last minibatch",
        likely,
        after_steps=trainer.scheduled,
    )
