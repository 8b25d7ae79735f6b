from types import SimpleNamespace

import reference
import torch as t
from tests.explain import call, compare, passed, require
from torch import nn
from torch.distributions import Categorical


def test_compute_ppo_objective(compute_ppo_objective):
    t.random.seed()
    idea = "clipped surrogate - value loss + entropy bonus"
    args = SimpleNamespace(clip_coef=0.2, vf_coef=0.25, ent_coef=0.02, use_wandb=False)
    actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
    agent = SimpleNamespace(actor=actor, critic=critic, step=0)
    trainer = SimpleNamespace(actor=actor, critic=critic, args=args, agent=agent, step=0)
    minibatch = reference.ReplayMinibatch(
        t.randn(12, 4), t.randint(0, 2, (12,)), -t.rand(12) - 0.3, t.randn(12), t.randn(12), t.zeros(12)
    )
    dist = Categorical(logits=actor(minibatch.obs))
    clipped = reference.calc_clipped_surrogate_objective(
        dist, minibatch.actions, minibatch.advantages, minibatch.logprobs, args.clip_coef
    )
    value_loss = reference.calc_value_function_loss(critic(minibatch.obs).squeeze(-1), minibatch.returns, args.vf_coef)
    bonus = reference.calc_entropy_bonus(dist, args.ent_coef)
    got = call(idea, compute_ppo_objective, {"self": trainer, "minibatch": minibatch})
    values = critic(minibatch.obs)
    compare(
        idea,
        got,
        clipped - value_loss + bonus,
        mistakes=[
            ("the value loss is added; it is to become small, and what is maximised takes it off", clipped + value_loss + bonus),
            ("the entropy is taken off; a bonus is added", clipped - value_loss - bonus),
            ("the entropy bonus is missing", clipped - value_loss),
            ("the value loss is missing", clipped + bonus),
            ("vf_coef does nothing", clipped - value_loss / args.vf_coef + bonus),
            ("vf_coef is there twice: calc_value_function_loss has it already", clipped - value_loss * args.vf_coef + bonus),
            ("ent_coef is there twice: calc_entropy_bonus has it already", clipped - value_loss + bonus * args.ent_coef),
            (
                "values [12, 1] less returns [12] is [12, 12]: squeeze the critic's output",
                clipped - args.vf_coef * ((values - minibatch.returns) ** 2).mean() + bonus,
            ),
        ],
    )
    got.backward()
    for name, network in (("actor", actor), ("critic", critic)):
        require(network.weight.grad is not None, f"gradient must reach the {name}", "is something detached, or under no_grad?")
    passed("test_compute_ppo_objective")
