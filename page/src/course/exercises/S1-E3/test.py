"""Tensors are [num_steps, num_envs]."""

import torch as t
from tests.explain import passed
from tests.homework import advantage_of, check_losses, check_networks
from torch.distributions import Categorical


def test_ppo_agent_of_homework(Agent):
    """The homework's `PPO_networks` and `PPO_loss`, and a second case."""
    check_networks(Agent, (12, 7), critic=True)

    def parts(agent, data, epsilon=0.1, pick=t.min):
        advantage = advantage_of(agent, data)
        dist = Categorical(logits=agent.policy(data.states))
        ratio = t.exp(dist.log_prob(data.actions) - data.log_probs)
        clipped = ratio.clamp(1 - epsilon, 1 + epsilon)
        return -pick(ratio * advantage, clipped * advantage).mean(), (advantage**2).mean()

    check_losses(
        Agent,
        "the loss is mean((return - value)^2) - mean(min(ratio * A, clip(ratio, 1 - 0.1, 1 + 0.1) * A))",
        lambda a, d: sum(parts(a, d)),
        [
            ("nothing is clipped", lambda a, d: sum(parts(a, d, epsilon=1e9))),
            ("epsilon is 0.2; the homework's is 0.1", lambda a, d: sum(parts(a, d, epsilon=0.2))),
            ("the larger of both terms is taken, and the smaller is meant", lambda a, d: sum(parts(a, d, pick=t.max))),
            ("the value loss is missing", lambda a, d: parts(a, d)[0]),
            ("the sign of the policy loss", lambda a, d: parts(a, d)[1] - parts(a, d)[0]),
        ],
        critic=True,
        centred=True,
        known=0.9314,
    )
    passed("test_ppo_agent_of_homework")
