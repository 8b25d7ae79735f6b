"""Tensors are [num_steps, num_envs]."""

from tests.explain import passed
from tests.homework import advantage_of, check_losses, check_networks


def test_vpg_agent(Agent):
    """The homework's `VPG_networks` and `VPG_loss`, and a second case."""
    check_networks(Agent, (32, 6), critic=True)

    def parts(agent, data):
        advantage = advantage_of(agent, data)
        return -(data.log_probs * advantage).mean(), (advantage**2).mean()

    check_losses(
        Agent,
        "the loss is mean((return - value)^2) - mean(log_prob * (return - value))",
        lambda a, d: sum(parts(a, d)),
        [
            ("the value loss is missing", lambda a, d: parts(a, d)[0]),
            ("the policy loss is missing", lambda a, d: parts(a, d)[1]),
            ("the sign of the policy loss", lambda a, d: parts(a, d)[1] - parts(a, d)[0]),
            ("half of the squared error; the homework adds it whole", lambda a, d: parts(a, d)[0] + 0.5 * parts(a, d)[1]),
            ("returns in place of return - value in the policy loss", lambda a, d: parts(a, d)[1] - (d.log_probs * d.returns).mean()),
        ],
        critic=True,
        centred=False,
        known=0.0618,
    )
    passed("test_vpg_agent")
