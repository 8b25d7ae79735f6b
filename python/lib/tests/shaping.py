"""Rewards of one's own: there is no right answer, but they have a shape, and standing must earn more than falling."""

import torch as t
import worlds
from tests.explain import CheckFailed, call, require


class _Cart(worlds.CartPole):
    """Environments in given states."""

    def __init__(self, states):
        super().__init__(len(states))
        self.state = t.tensor(states)


def checked_rewards(idea, function, states, what):
    cart = _Cart(states)
    rewards = call(idea, function, {"self": cart, "action": t.zeros(len(states), dtype=t.int64)})
    if not isinstance(rewards, t.Tensor):
        raise CheckFailed(idea, likely=f"a tensor was expected, not {type(rewards).__name__}", inputs={"states": states})
    require(
        tuple(rewards.shape) == (len(states),),
        f"{what} gives one reward for each of {len(states)} worlds",
        "state.unbind(-1) gives four tensors of one number a world; is a sum taken over the worlds?",
        shape=tuple(rewards.shape),
    )
    require(bool(t.isfinite(rewards.float()).all()), f"{what} gives finite numbers", states=states, rewards=rewards)
    return rewards.float()
