from types import SimpleNamespace

import torch as t
from tests.explain import call, compare, passed, require
from torch import nn


class _Optimizer:
    """Counts what is done to it."""

    def __init__(self):
        self.steps, self.cleared, self.norms, self.gradients = 0, 0, [], []
        self.network = nn.Linear(4, 2)

    def zero_grad(self, **options):
        self.cleared += 1
        self.network.zero_grad()

    def step(self):
        self.steps += 1
        self.gradients.append(self.network.weight.grad.clone())
        self.norms.append(float(sum((p.grad**2).sum() for p in self.network.parameters())) ** 0.5)


def test_learning_phase(learning_phase):
    t.random.seed()
    idea = "for each minibatch: the objective's gradient, clipped, one step, and the gradient cleared; the scheduler once at the end"
    optimizer, scheduled = _Optimizer(), []
    network, critic = optimizer.network, nn.Linear(4, 1)
    minibatches = [t.randn(6, 4) * 100 for _ in range(5)]
    agent = SimpleNamespace(get_minibatches=lambda gamma, gae_lambda: minibatches, actor=network, critic=critic, step=0)
    trainer = SimpleNamespace(
        agent=agent,
        actor=network,
        critic=critic,
        optimizer=optimizer,
        scheduler=SimpleNamespace(step=lambda: scheduled.append(optimizer.steps)),
        args=SimpleNamespace(gamma=0.99, gae_lambda=0.95, max_grad_norm=0.5, use_wandb=False),
        compute_ppo_objective=lambda minibatch: network(minibatch).sum(),
    )
    call(idea, learning_phase, {"self": trainer})
    require(optimizer.steps == 5, "the optimiser steps once for each of 5 minibatches", steps=optimizer.steps)
    require(optimizer.cleared >= 5, "gradients are cleared for each minibatch", "they add up otherwise: optimizer.zero_grad()", cleared=optimizer.cleared)
    require(
        all(0 < norm < 0.501 for norm in optimizer.norms),
        "the norm of the gradient is at most max_grad_norm = 0.5 at every step",
        "nn.utils.clip_grad_norm_ comes between backward and step",
        norms=optimizer.norms,
    )
    for minibatch, gradient in zip(minibatches, optimizer.gradients):
        alone = minibatch.sum(0).expand(2, 4)
        compare(
            "each step uses the gradient of its own minibatch, with its norm brought down to 0.5",
            gradient,
            alone * 0.5 / (float((alone**2).sum()) + 2 * 36.0) ** 0.5,
            mistakes=[("gradients of earlier minibatches are in it: clear them in every turn", gradient)],
            atol=1e-4,
        )
    require(scheduled == [5], "the scheduler steps once, after the last minibatch", after_steps=scheduled)
    passed("test_learning_phase")
