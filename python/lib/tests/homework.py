"""Checks of the homework's agents: their networks, what they act on, their losses and the gradients of these. Tensors are
[num_steps, num_envs]."""

from types import SimpleNamespace

import torch as t
from tests.dense import check_network, results
from tests.explain import CheckFailed, call, compare, require
from tests.homework_rollouts import log_probs, new_agent
from tests.randomness import leaves_generators
from torch import nn
from torch.distributions import Categorical

# What the optimiser sees of a loss is its gradient.
_SILENT = "no gradient reaches self.{}: is what it returns detached, or computed under no_grad?"
_OTHER_WAY = (
    "the number is right, and the gradient that reaches self.{} is not: is a part of the way to it detached, or does a "
    "second way lead there?"
)
# What is said of a loss that was right in the cases before.
_KEPT = (
    "the first rollout gets the right loss, and the next one does not: get_loss keeps something of the first on self; "
    "compute everything from traj_data"
)
_ONE = (
    "larger rollouts come out right, and this one of {} x {} does not: a dimension of 1 was lost or spread out; "
    "squeeze(-1) removes the last dimension alone, and squeeze() all of size 1"
)
# How far two ways to the same loss may lie apart.
_SMALL = 2e-5
_NAN = "the loss is no number (nan): is there 0 / 0 on the way, a logarithm of 0 or less, or a root of what is negative?"
# What a rollout has of rewards, and of what was made of them.
_NUMBERS = ("rewards", "returns", "values", "next_value", "advantages")


def check_networks(Agent, sizes, critic):
    """Checks the networks for sizes other than CartPole's, and that the agent acts on its policy."""
    agent = new_agent(Agent, *sizes)
    names = {"policy": sizes[1], "value": 1} if critic else {"policy": sizes[1]}
    for name, outputs in names.items():
        check_network(f"self.{name}", getattr(agent, name, None), sizes[0], outputs)
        _check_rows(f"self.{name}", getattr(agent, name), sizes[0], outputs)
    if critic:
        shared = {id(p) for p in agent.policy.parameters()} & {id(p) for p in agent.value.parameters()}
        require(
            not shared,
            "self.policy and self.value share no weights",
            "the same layers are in both networks, so each loss pulls at the other's: create new layers for the second",
        )
    _check_actions(Agent)


def _check_rows(name, network, num_inputs, outputs):
    """Checks that an observation alone decides what comes out, and that a whole rollout can go in."""
    obs = t.randn(12, num_inputs)
    idea = f"{name} returns the same for the same observation, wherever it stands"
    with t.no_grad():
        whole = network(obs)
        likely = "it draws random numbers, so one observation gets two results: leave out nn.Dropout and all noise"
        require(bool((network(obs) == whole).all()), idea, likely, network=network)
        alone = results(name, network, obs[:3], outputs)
        likely = "a row depends on the other rows: leave out nn.BatchNorm1d, and let softmax and mean go over dim=-1"
        require(bool(((alone - whole[:3]).abs() < 1e-4 + 1e-4 * alone.abs()).all()), idea, likely, network=network)
        idea = f"{name} maps observations [n_steps, n_envs, {num_inputs}] to [n_steps, n_envs, {outputs}]"
        likely = "only the last dimension may change: leave out nn.Flatten, reshape and squeeze"
        try:
            shape = tuple(network(obs.reshape(3, 4, num_inputs)).shape)
        except (RuntimeError, ValueError, IndexError) as error:
            raise CheckFailed(idea, likely=f"{likely} ({error})", inputs={"network": network}) from None
    require(shape == (3, 4, outputs), idea, likely, shape=shape, network=network)


def _check_actions(Agent):
    agent = new_agent(Agent, 2, 2)
    agent.policy = nn.Linear(2, 2)
    with t.no_grad():
        agent.policy.weight.copy_(t.zeros(2, 2))
        agent.policy.bias.copy_(t.tensor([0.0, 3.0]).log1p())
    idea = "get_action samples an action for each observation, and returns the actions and their distribution"
    obs, ready = t.randn(1000, 2), "get_action was ready: leave it as it was in the starter"
    got = call(idea, agent.get_action, {"obs": obs})
    is_pair = isinstance(got, (tuple, list)) and len(got) == 2 and isinstance(got[0], t.Tensor)
    if not is_pair or not hasattr(got[1], "log_prob"):
        raise CheckFailed(idea, "(actions, dist)", got, likely=ready)
    shape = tuple(got[0].shape)
    require(shape == (1000,), idea, "one action for each observation was expected", shape=shape)
    likely = "actions are whole numbers, as dist.sample() returns them"
    require(not got[0].dtype.is_floating_point, idea, likely, dtype=got[0].dtype)
    share = float((got[0] == 1).float().mean())
    if abs(share - 0.8) > 0.08:
        likely = "the actions are not drawn with the policy's probabilities"
        likely = "the likeliest action is taken every time: sample" if share == 1.0 else likely
        raise CheckFailed(idea, "the likelier action in 80 % of the draws", f"in {100 * share:.0f} %", likely=likely)
    told, right = got[1].log_prob(got[0]).detach(), t.where(got[0] == 1, 0.8, 0.2).log()
    likely = f"the actions come from another distribution than the one that is returned: {ready}"
    require(told.shape == right.shape and _alike(told, right), idea, likely)
    leaves_generators(idea, "get_action", lambda: agent.get_action(obs[:5]))


def check_loss(idea, agent, data, reference, mistakes=(), settings=None, otherwise=None, names=None):
    """Compares the loss with `reference(agent, data)`. A mistake is a sentence and such a function; `otherwise` is said
    of a loss that is none of theirs, and `names` are the formulas of the loss's parts."""
    settings = settings or {}
    kept = {name: tensor.detach().clone() for name, tensor in vars(data).items() if isinstance(tensor, t.Tensor)}
    weights = [parameter.detach().clone() for parameter in agent.parameters()]
    got = _called(idea, agent, data, settings, otherwise)
    with t.no_grad():
        right = reference(agent, SimpleNamespace(**kept))
    if isinstance(got, (int, float)):
        likely = "a plain number has no gradient: return the tensor itself, without .item()"
        raise CheckFailed(idea, right, got, likely=likely)
    if isinstance(got, t.Tensor) and not got.dtype.is_floating_point:
        raise CheckFailed(idea, right, got, likely=f"the loss is a number of type {got.dtype}, and has no gradient")
    if isinstance(got, (tuple, list)):
        raise CheckFailed(idea, right, got, likely="one loss was expected, not several: return their sum")
    for name, before in kept.items():
        now = getattr(data, name, None)
        if not isinstance(now, t.Tensor) or now.shape != before.shape or not bool((now.detach() == before).all()):
            likely = f"get_loss changes traj_data.{name}, which the next epoch needs as it was: compute a new tensor"
            raise CheckFailed("get_loss leaves the rollout as it is", before, now, likely=likely)
    if any(parameter.grad is not None for parameter in agent.parameters()):
        likely = "it calls backward itself: the training loop does that"
        raise CheckFailed("get_loss only returns the loss", likely=likely)
    is_kept = all(bool((now == before).all()) for now, before in zip(agent.parameters(), weights))
    require(is_kept, "get_loss only returns the loss", "it changes the weights: the optimiser does that")
    if not isinstance(got, t.Tensor) or got.shape != right.shape:
        why = _mistake(agent, kept, got, mistakes, settings)
        compare(idea, got, right, mistakes=[] if why is None else [(why, got)])
    if bool(((got - right).abs() <= _SMALL + _SMALL * right.abs()).all()):
        return got
    why = otherwise or _mistake(agent, kept, got, mistakes, settings)
    if why is None and bool(got.isnan()):
        why = _NAN
    if why is None and not bool((agent.get_loss(data, **settings) == got).all()):
        why = "two calls with the same rollout return two losses: use traj_data.actions, and draw nothing"
    raise CheckFailed(idea, right, got, likely=why or _part_of(agent, data, got, reference, names or {}))


def _called(idea, agent, data, settings, otherwise):
    """Returns the loss. An error that only this rollout leads to is explained."""
    try:
        return call(idea, agent.get_loss, {"traj_data": data}, **settings)
    except (RuntimeError, ValueError, IndexError) as error:
        if otherwise is None:
            raise
        raise CheckFailed(idea, likely=otherwise, inputs={"error": str(error)}) from None


def check_every_rollout(idea, agent, data, reference, otherwise, references=None):
    """Checks a loss and its gradient with numbers that only some mistakes mind: `otherwise` is what they are."""
    got = check_loss(idea, agent, data, reference, otherwise=otherwise)
    check_gradients(agent, data, got, references or [reference], otherwise=otherwise)


def check_small_rollouts(idea, new, reference, references=None, single=True):
    """Checks a loss for a single step, a single environment and both. `new` returns an agent and a rollout of a size.

    Several steps of a `single` environment are left out where the homework's own solution squeezes its values whole.
    """
    for steps, num_envs in ((5, 1), (1, 4), (1, 1)) if single else ((1, 4), (1, 1)):
        check_every_rollout(idea, *new(steps, num_envs), reference, _ONE.format(steps, num_envs), references)


def check_next_rollout(idea, agent, data, reference, mistakes=(), names=None):
    """Checks that an agent which has returned a loss returns that of another rollout, and that it seeds nothing."""
    try:
        check_loss(idea, agent, data, reference, otherwise=_KEPT)
    except CheckFailed:
        # An agent that has seen nothing yet fails too if its loss was right by chance.
        other = type(agent)(data.states.shape[-1], agent.policy(data.states).shape[-1])
        other.load_state_dict(agent.state_dict())
        check_loss(idea, other, data, reference, mistakes, names=names)
        raise
    leaves_generators(idea, "get_loss", lambda: agent.get_loss(data))


def _part_of(agent, data, got, reference, names):
    """Returns which part of a loss is wrong, as its gradients tell, or None."""
    if not isinstance(got, t.Tensor) or not got.requires_grad:
        return None
    right = reference(agent, _fresh(agent, data))
    with t.no_grad():
        number = right.detach().clone()
    found, wanted = _gradients(agent, got), _gradients(agent, right)
    factor = float(got) / float(number) if float(number) else 1.0
    if factor != 1.0 and all(_alike(found[name], factor * wanted[name]) for name in found):
        return f"it is {factor:.4g} times what it should be: is there a factor too many, or a sum for a mean?"
    bonus = _gradients(agent, Categorical(logits=agent.policy(data.states)).entropy().mean())["policy"]
    off = found["policy"] - wanted["policy"]
    share = float((off * bonus).sum() / (bonus * bonus).sum().clamp(min=1e-12))
    if abs(share) > 1e-4 and _alike(off, share * bonus):
        return f"the entropy is in it, {share:.3g} times: this loss has no entropy term"
    wrong = [name for name in found if not _alike(found[name], wanted[name])]
    if not wrong:
        return "its gradient is right and the number is not: something is added that no weight moves"
    if len(found) > 1 and len(wrong) == 1:
        whose = {"policy": ("critic", "policy"), "value": ("policy", "critic")}[wrong[0]]
        times = _factor(found[wrong[0]], wanted[wrong[0]])
        times = "not" if times is None else f"{times:.4g} times what it should be"
        return f"the {whose[0]}'s part is right, and the {whose[1]}'s is {times}: it is {names.get(wrong[0])}"
    return names.get("whole")


def _mistake(agent, kept, got, mistakes, settings):
    """Returns the sentence of the mistake that leads to a loss, or None. Of many mistakes two may lead to nearly the same
    number, so it must lead to those of other rollouts too, and the nearest is meant."""
    if not isinstance(got, t.Tensor):
        return None
    kept = SimpleNamespace(**kept)
    with t.no_grad():
        made = [(why, loss, loss(agent, kept)) for why, loss in mistakes]
        made = [(why, loss, value) for why, loss, value in made if value.shape == got.shape and _alike(got, value)]
        made.sort(key=lambda mistake: float((got - mistake[2]).abs().max()))
        for other in _others(agent, kept) if len(made) > 0 else ():
            again = agent.get_loss(SimpleNamespace(**vars(other)), **settings)
            values = [(why, loss, loss(agent, other)) for why, loss, _ in made]
            made = [it for it in values if it[2].shape == again.shape and _alike(again, it[2])]
    return made[0][0] if made else None


def _others(agent, data):
    """Returns rollouts like this one, with other states and numbers: most are positive, most are negative, and any."""
    shifts = data.log_probs - log_probs(agent, data)
    for centre in (2.0, -2.0, 0.0):
        other = SimpleNamespace(**{name: _redrawn(name, value, centre) for name, value in vars(data).items()})
        other.log_probs = log_probs(agent, other) + shifts
        yield other


def _redrawn(name, value, centre):
    if name == "states":
        return t.randn(value.shape)
    return centre + t.randn(value.shape) if name in _NUMBERS and bool((value != 0).any()) else value.clone()


def _factor(found, wanted):
    """Returns how many times a gradient is another one, or None."""
    factor = float((found * wanted).sum() / (wanted * wanted).sum().clamp(min=1e-12))
    return factor if _alike(found, factor * wanted) else None


def check_gradients(agent, data, got, references, mistakes=(), otherwise=None):
    """Compares the gradient of a loss with those of `references`, one of which it must be like."""
    likely = "it was computed under no_grad, or everything in it is detached"
    require(got.requires_grad, "the loss has a gradient", likely)
    found = _gradients(agent, got)

    def wanted(reference):
        return _gradients(agent, reference(agent, _fresh(agent, data)))

    right = [wanted(reference) for reference in references]
    names = [(why, wanted(reference)) for why, reference in mistakes]
    for name, arrived in found.items():
        choices = [gradients[name] for gradients in right]
        idea = f"the gradient of the loss with respect to self.{name}"
        if any(_alike(arrived, choice) for choice in choices) and bool((choices[0] == 0).all()):
            continue
        if not bool((arrived != 0).any()):
            raise CheckFailed(idea, choices[0], arrived, likely=_SILENT.format(name))
        if not any(_alike(arrived, choice) for choice in choices):
            if otherwise:
                raise CheckFailed(idea, choices[0], arrived, likely=otherwise)
            why = next((why for why, gradients in names if _alike(arrived, gradients[name])), None)
            if why is None and bool(arrived.isnan().any()):
                why = _NAN.replace("loss", "gradient")
            raise CheckFailed(idea, choices[0], arrived, likely=why or _OTHER_WAY.format(name))


def _fresh(agent, data):
    """Returns the rollout with a graph of its own: a graph can be walked once."""
    fresh = SimpleNamespace(**vars(data))
    fresh.log_probs = log_probs(agent, data) if data.log_probs.requires_grad else data.log_probs
    return fresh


def _alike(a, b):
    return bool(((a - b).abs() <= 1e-5 + 1e-4 * b.abs()).all())


def _gradients(agent, loss):
    """Returns the gradient of each network as one long tensor, zeros where nothing has arrived."""
    agent.zero_grad()
    loss.backward()
    found = {}
    for name in ("policy", "value"):
        if hasattr(agent, name):
            grads = [t.zeros_like(p) if p.grad is None else p.grad for p in getattr(agent, name).parameters()]
            found[name] = t.cat([grad.flatten() for grad in grads])
    agent.zero_grad()
    return found
