"""Rewards of one's own: there is no right answer, but they have a shape, and standing must earn more than falling."""

import torch as t
import worlds
from tests.explain import CheckFailed, call, require
from tests.randomness import leaves_generators

_UNDEFINED = "is there a division by 0, a root or logarithm of a negative number, or a power that grows without limit?"


class _Cart(worlds.CartPole):
    """Environments in given states."""

    def __init__(self, states):
        super().__init__(len(states))
        self.state = t.tensor(states)


def checked_rewards(idea, function, states, what):
    """Returns the rewards of states, a list of rows, once their type, shape and numbers are right."""
    cart = _Cart(states)
    before, action = cart.state.clone(), t.arange(len(states)) % 2
    rewards = call(idea, function, {"self": cart, "action": action})
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
    wrong = ~t.isfinite(numbers)
    if bool(wrong.any()):
        idea = f"{what} returns finite numbers wherever training leads"
        likely = f"{_where(before, wrong)}; {_UNDEFINED}"
        shown = {"state": before[wrong][0], "reward": numbers[wrong][0]}
        raise CheckFailed(idea, likely=likely, inputs=shown)
    is_same = cart.state.shape == before.shape and bool((cart.state == before).all())
    likely = "the physics goes on from self.state: compute with new tensors, and assign nothing to it or to its columns"
    require(is_same, f"{what} reads the state and leaves it as it is", likely)
    likely = "other code still needs the actions: compute with new tensors"
    require(bool((action == t.arange(len(states)) % 2).all()), f"{what} leaves the actions as they are", likely)
    return numbers


def _where(states, wrong):
    """Returns in words what the states have in common whose rewards are no numbers, and other states have not."""
    size, cart, names = states.abs(), worlds.CartPole, ("x", "v", "theta", "omega")
    telling = [
        (size.amax(-1) == 0, "the cart and the pole are at rest in the middle there, and all four numbers are 0"),
        (size[:, 0] > cart.x_threshold, "x is beyond x_threshold there, where the last step of an episode may lead"),
        (
            size[:, 2] > cart.theta_threshold_radians,
            "theta is beyond theta_threshold_radians there, where the last step of an episode may lead",
        ),
        (size[:, 3] > 8, "the pole turns fast there, and omega is large"),
        (size[:, 1] > 4, "the cart is fast there, and v is large"),
    ]
    others = [(size[:, place] == 0, f"{name} is 0 there") for place, name in enumerate(names)]
    others += [(states[:, place] < 0, f"{name} is negative there") for place, name in enumerate(names)]
    for known in (telling, others):
        shared = [(int(mask.sum()), why) for mask, why in known if bool(mask[wrong].all())]
        if shared:
            return min(shared)[1]
    return "this happens in many states"


def check_everywhere(idea, function, what, spread, beyond):
    """Checks rewards of states that training reaches: random ones up to `spread`, and those past an end, rows of
    `beyond`. A state has one reward, whatever stands beside it and whatever was asked before."""
    size = t.tensor(spread)
    states = ((t.rand(48, 4) * 2 - 1) * size).tolist()
    corners = [[a * x, b * v, c * theta, d * omega] for a, b, c, d in _SIGNS for x, v, theta, omega in [spread]]
    states += corners + beyond + [[0.0] * 4]
    rewards = checked_rewards(idea, function, states, what)
    again = checked_rewards(idea, function, states, what)
    idea = f"{what} gives a state the same reward each time"
    likely = "the same states get other rewards in the next call: draw nothing, and keep nothing from call to call"
    require(_alike(rewards, again), idea, likely)
    likely = "a reward depends on the other environments: leave out max, min, mean and sums over them"
    few = checked_rewards(idea, function, states[:5], what)
    require(_alike(few, rewards[:5]), idea, likely, among_others=rewards[:5], among_five=few)
    alone = checked_rewards(idea, function, states[:1], what)
    require(_alike(alone, rewards[:1]), idea, likely, among_others=rewards[0], alone=alone)
    leaves_generators(idea, what, lambda: checked_rewards(idea, function, states[:5], what))


_SIGNS = [(1, 1, 1, 1), (-1, 1, 1, -1), (1, -1, -1, 1), (-1, -1, -1, -1)]


def _alike(some, others):
    return bool(((some - others).abs() <= 1e-5 + 1e-4 * others.abs()).all())


def _why_shape(shape, count):
    if shape == () and count == 1:
        return "with one environment the dimension is lost: leave out squeeze(), sum() and mean()"
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
    _check_ends(Cart, inside, outside)
    # A single environment.
    for states in ((inside[:1], []), ([], outside[:1])):
        _check_ends(Cart, *states)


def _check_ends(Cart, inside, outside):
    cart = Cart(len(inside) + len(outside))
    cart.state = t.tensor(inside + outside)
    before = cart.state.clone()
    idea = "an end for each environment"
    ended = call(idea, Cart.terminated, {"self": cart})
    likely = "a comparison of tensors makes them, and | combines two of them"
    if ended is None:
        likely = "terminated returns nothing: is a return statement missing?"
    elif isinstance(ended, bool) or (isinstance(ended, t.Tensor) and ended.dim() == 0):
        likely = "this is one for all environments together: leave out any() and all()"
        if len(cart.state) == 1:
            likely = "with one environment the dimension is lost: leave out squeeze()"
    elif isinstance(ended, t.Tensor) and tuple(ended.shape) == (len(cart.state),):
        likely = f"these are numbers, {ended.dtype}: return the comparison itself, without .float()"
    is_right = isinstance(ended, t.Tensor) and tuple(ended.shape) == (len(cart.state),) and ended.dtype == t.bool
    require(is_right, "terminated returns a tensor with one truth value for each environment", likely, got=ended)
    is_kept = cart.state.shape == before.shape and bool((cart.state == before).all())
    require(is_kept, "terminated reads the state and leaves it as it is", "assign nothing to self.state or its columns")
    x, angle = cart.state[:, 0], cart.state[:, 2]
    ended, wanted = ended.tolist(), [False] * len(inside) + [True] * len(outside)
    if ended == wanted:
        return
    place = next(place for place, it in enumerate(ended) if it != wanted[place])
    likely = (
        f"compare the absolute value of x, self.state[:, 0], with self.x_threshold: an episode "
        f"{'ends' if ended[place] else 'goes on'} where x is {float(x[place]):.2f}, theta {float(angle[place]):.2f} and "
        f"omega {float(cart.state[place, 3]):.0f}"
    )
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
