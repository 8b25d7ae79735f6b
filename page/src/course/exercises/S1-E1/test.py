"""Tensors are [num_steps, num_envs]."""

from tests.explain import passed
from tests.homework import check_losses, check_networks


def test_reinforce_agent(Agent):
    """The homework's `REINFORCE_policy` and `REINFORCE_loss`, and a second case."""
    check_networks(Agent, (16, 4), critic=False)

    def loss(agent, data):
        return -(data.log_probs * data.returns).mean()

    check_losses(
        Agent,
        "the loss is -mean(log_prob * return) over all steps and worlds",
        loss,
        [
            ("the sign: the optimiser minimises, so likelier good actions must make the loss smaller", lambda a, d: -loss(a, d)),
            ("a sum in place of a mean", lambda a, d: loss(a, d) * d.returns.numel()),
            ("the mean of each factor by itself", lambda a, d: -d.log_probs.mean() * d.returns.mean()),
            ("rewards in place of returns", lambda a, d: -(d.log_probs * d.rewards).mean()),
        ],
        critic=False,
        centred=False,
        known=-0.2369,
    )
    passed("test_reinforce_agent")
