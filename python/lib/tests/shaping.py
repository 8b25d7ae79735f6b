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
    """Returns the rewards of states, a list of rows, once their type, shape and numbers are right."""
    cart = _Cart(states)
    before = cart.state.clone()
    rewards = call(idea, function, {"self": cart, "action": t.zeros(len(states), dtype=t.int64)})
    if rewards is None:
        raise CheckFailed(idea, likely="the function returns nothing: is a return statement missing?")
    if not isinstance(rewards, t.Tensor):
        likely = f"a tensor with one reward for each environment was expected, not {type(rewards).__name__}"
        raise CheckFailed(idea, likely=likely, inputs={"states": states})
    require(
        tuple(rewards.shape) == (len(states),),
        f"{what} returns one reward for each of {len(states)} environments",
        _why_shape(tuple(rewards.shape), len(states)),
        shape=tuple(rewards.shape),
    )
    numbers = rewards.float()
    require(
        bool(t.isfinite(numbers).all()),
        f"{what} returns finite numbers",
        "is there a division by 0, a root or logarithm of a negative number, or a power that grows without limit?",
        states=states,
        rewards=rewards,
    )
    is_same = cart.state.shape == before.shape and bool((cart.state == before).all())
    likely = "the physics goes on from self.state: compute with new tensors, and assign nothing to it or to its columns"
    require(is_same, f"{what} reads the state and leaves it as it is", likely)
    return numbers


def _why_shape(shape, count):
    if shape in ((), (1,)):
        return "this is one number for all environments together: leave out sum() and mean()"
    if shape == (count, 1):
        return "the last dimension is too many: x, v, theta and omega of self.state.unbind(-1) have shape [num_envs]"
    if shape == (count, 4):
        return "this is a number for each of x, v, theta and omega: combine them into one reward"
    if shape == (count, count):
        return "[num_envs, 1] with [num_envs] makes [num_envs, num_envs]: take the columns with self.state.unbind(-1)"
    if shape == (4,):
        return (
            "this is the mean or sum over environments, or one environment alone: a row of self.state is an environment"
        )
    return "self.state.unbind(-1) is four tensors of shape [num_envs]; combine them number by number"


def check_class(Cart, name):
    """Checks that a class has what it inherits from CartPole."""
    is_cart = isinstance(Cart, type) and all(hasattr(Cart, part) for part in ("step", "move", "x_threshold"))
    require(is_cart, f"{name} is a kind of CartPole", f"keep the first line, class {name}(CartPole):", got=Cart)


def check_ends(Cart, inside, outside):
    """Checks `terminated`: states inside go on, those outside have ended. States are rows."""
    cart = Cart(len(inside) + len(outside))
    cart.state = t.tensor(inside + outside)
    idea = "an end for each environment"
    ended = call(idea, Cart.terminated, {"self": cart})
    likely = "a comparison of tensors makes them, and | combines two of them"
    if ended is None:
        likely = "terminated returns nothing: is a return statement missing?"
    elif isinstance(ended, bool) or (isinstance(ended, t.Tensor) and ended.dim() == 0):
        likely = "this is one for all environments together: leave out any() and all()"
    elif isinstance(ended, t.Tensor) and tuple(ended.shape) == (len(cart.state),):
        likely = f"these are numbers, {ended.dtype}: return the comparison itself, without .float()"
    is_right = isinstance(ended, t.Tensor) and tuple(ended.shape) == (len(cart.state),) and ended.dtype == t.bool
    require(is_right, "terminated returns a tensor with one truth value for each environment", likely, got=ended)
    x, angle = cart.state[:, 0], cart.state[:, 2]
    ended, wanted = ended.tolist(), [False] * len(inside) + [True] * len(outside)
    if ended == wanted:
        return
    likely = "compare the absolute value of x, self.state[:, 0], with self.x_threshold"
    if ended == [not it for it in wanted]:
        likely = "the comparison is the other way round: an episode ends where |x| is greater than self.x_threshold"
    elif not any(ended):
        likely = "no episode ends: a cart whose |x| is greater than self.x_threshold has left the track"
    elif [it > worlds.CartPole.x_threshold for it in x.tolist()] == ended:
        likely = "only the right end of the track counts: take the absolute value of x first"
    elif [max(a, b) for a, b in zip(wanted, _leaning(angle))] == ended:
        likely = "a pole that leans ends the episode: here it may turn all the way round, and only x counts"
    require(
        False,
        "an episode ends where the cart has left the track, on either side, and nowhere else",
        likely,
        x=x,
        theta=angle,
        got=ended,
    )


def _leaning(angle):
    return (angle.abs() > worlds.CartPole.theta_threshold_radians).tolist()
