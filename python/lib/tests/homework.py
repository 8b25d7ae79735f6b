"""The homework's agents: their networks, what they act on, their losses and the gradients of these. Tensors are
[num_steps, num_envs]."""

from types import SimpleNamespace

import torch as t
from tests.dense import check_network, results
from tests.explain import CheckFailed, call, compare, require
from tests.generators import leaves_generators
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
# Log-probability of a very unlikely action: its probability is 0 in single precision.
_UNLIKELY = -104.0
# What a rollout has of rewards, and of what was made of them.
_NUMBERS = ("rewards", "returns", "values", "next_value", "advantages")


def new_agent(Agent, n_obs, n_actions):
    idea = "Agent is a class: Agent(n_obs, n_actions) makes an agent"
    likely = "the name Agent is no class any more: give your object another name"
    require(isinstance(Agent, type), idea, likely, Agent=Agent)
    likely = "Agent must stay an nn.Module: write class Agent(nn.Module)"
    require(issubclass(Agent, nn.Module), idea, likely, Agent=Agent)
    # The agent's own seed would make every run alike.
    seed = int(t.randint(0, 2**31, (1,)))
    agent = call(idea, Agent, {"n_obs": n_obs, "n_actions": n_actions})
    t.manual_seed(seed)
    return agent


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


def rollout(Agent, steps, num_envs, drift=0.0, scale=1.0, sizes=(4, 2)):
    """Returns an agent and a rollout of its own, with gradient in the log-probabilities. With `drift` they are those of
    another policy, without gradient, and the ratios reach from exp(-drift) to exp(drift)."""
    sharper = 1.0 + t.rand(1)
    agent = new_agent(Agent, *sizes)
    with t.no_grad():
        for parameter in agent.parameters():
            parameter.copy_(parameter * sharper)
    return agent, played(agent, steps, num_envs, drift, scale, sizes)


def played(agent, steps, num_envs, drift=0.0, scale=1.0, sizes=(4, 2)):
    """Returns a rollout for an agent that there is."""
    data = SimpleNamespace()
    data.states = t.randn(steps, num_envs, sizes[0])
    data.actions = t.randint(0, sizes[1], (steps, num_envs))
    data.rewards = t.rand(steps, num_envs) + 0.5
    data.not_dones = (t.rand(steps, num_envs) > 0.25).float()
    data.returns = scale * t.randn(steps, num_envs) + 0.5
    places = t.randperm(steps * num_envs).reshape(steps, num_envs)
    shifts = drift * (2.0 * places / max(steps * num_envs - 1, 1) - 1.0)
    data.log_probs = log_probs(agent, data)
    if drift:
        data.log_probs = data.log_probs.detach() + shifts
    return data


def unlikely_rollout(Agent, steps, num_envs):
    """Returns an agent and a rollout with log-probabilities down to -120, and returns of hundreds."""
    agent = new_agent(Agent, 4, 2)
    agent.policy = nn.Linear(4, 2)
    with t.no_grad():
        agent.policy.weight.copy_(t.tensor([[0.0, 0.0, 0.0, 0.0], [120.0, 0.0, 0.0, 0.0]]))
    data = played(agent, steps, num_envs)
    # Both signs, and one action that could hardly be less likely.
    data.states[:, :, 0] = data.states[:, :, 0].clamp(-1.0, 1.0)
    data.states[0, 0, 0], data.actions[0, 0] = -1.0, 1
    data.returns = 100.0 + 400.0 * t.rand(steps, num_envs)
    data.log_probs = log_probs(agent, data)
    return agent, data


def far_rollout(Agent, steps, num_envs):
    """Returns an agent and a rollout of another policy, with ratios from exp(-3) to exp(3), actions of probability 1e-7,
    and one whose probability was 0 in single precision when it was taken."""
    agent = new_agent(Agent, 4, 2)
    agent.policy = nn.Linear(4, 2)
    with t.no_grad():
        agent.policy.weight.copy_(t.tensor([[0.0, 0.0, 0.0, 0.0], [15.5, 0.0, 0.5, 0.0]]))
        agent.policy.bias.copy_(t.zeros(2))
    data = played(agent, steps, num_envs, drift=3.0, scale=2.0)
    data.states[:, :, 0] *= 0.1
    data.states[:, 0], data.actions[:, 0] = t.tensor([-1.0, 0.0, 0.0, 0.0]), 1
    new, shifts = log_probs(agent, data).detach(), 3.0 * t.linspace(-1.0, 1.0, steps * num_envs).reshape(steps, num_envs)
    data.log_probs = new - shifts
    data.log_probs[:, 0] = new[:, 0] + 0.05
    data.log_probs[0, 0] = _UNLIKELY
    # There the product is clipped, so that no number grows without limit.
    with t.no_grad():
        data.returns[0, 0] = agent.value(data.states[0, 0]).squeeze() + 1.0
    return agent, data


def homework_rollout(Agent, critic, centred):
    """The homework's case: a policy of one linear layer with a single action, and numbers from a fixed seed."""
    t.manual_seed(0)
    steps, num_envs = 10, 5
    data = SimpleNamespace()
    data.states = t.rand(steps, num_envs, 4)
    data.actions = t.randint(0, 1, (steps, num_envs))
    data.rewards = t.rand(steps, num_envs)
    data.not_dones = t.randint(0, 2, (steps, num_envs))
    data.log_probs = t.rand(steps, num_envs)
    data.returns = t.rand(steps, num_envs)
    if centred:
        data.returns = 2 * data.returns - 1
    agent = new_agent(Agent, 4, 1)
    t.manual_seed(0)
    agent.policy = nn.Linear(4, 1)
    if critic:
        agent.value = nn.Linear(4, 1)
    return agent, data


def log_probs(agent, data):
    return Categorical(logits=agent.policy(data.states)).log_prob(data.actions)


def advantages_of(agent, data):
    return data.returns - agent.value(data.states).squeeze(-1)


def unsqueezed_advantages(agent, data):
    """Returns what comes of values [n_steps, n_envs, 1]. It exists where there are as many steps as environments."""
    steps, num_envs = data.returns.shape
    return data.returns - agent.value(data.states) if steps == num_envs else t.full((1,), t.nan)


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
    if isinstance(got, t.Tensor) and got.shape == right.shape and _alike(got, right):
        return got
    if otherwise and got is not None:
        raise CheckFailed(idea, right, got, likely=otherwise)
    why = _mistake(agent, kept, got, mistakes, settings)
    if why is None and isinstance(got, t.Tensor) and not bool((agent.get_loss(data, **settings) == got).all()):
        why = "two calls with the same rollout return two losses: use traj_data.actions, and draw nothing"
    try:
        compare(idea, got, right, mistakes=[] if why is None else [(why, got)])
    except CheckFailed as failure:
        if failure.likely is not None:
            raise
        raise CheckFailed(idea, right, got, likely=_part_of(agent, data, got, reference, names or {})) from None
    return got


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


def check_small_rollouts(idea, new, reference, references=None):
    """Checks a loss for a single step, a single environment and both. `new` returns an agent and a rollout of a size."""
    for steps, num_envs in ((5, 1), (1, 4), (1, 1)):
        check_every_rollout(idea, *new(steps, num_envs), reference, _ONE.format(steps, num_envs), references)


def check_next_rollout(idea, agent, data, reference):
    """Checks that an agent which has returned a loss returns that of another rollout, and that it seeds nothing."""
    check_loss(idea, agent, data, reference, otherwise=_KEPT)
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
    """Returns rollouts like this one: one with the other sign of all rewards, and some of other states and numbers."""
    shifts = data.log_probs - log_probs(agent, data)
    yield SimpleNamespace(**{name: _negated(name, value) for name, value in vars(data).items()})
    for _ in range(2):
        other = SimpleNamespace(**{name: _redrawn(name, value) for name, value in vars(data).items()})
        other.log_probs = log_probs(agent, other) + shifts
        yield other


def _negated(name, value):
    return -value if name in _NUMBERS else value.clone()


def _redrawn(name, value):
    if name == "states":
        return t.randn(value.shape)
    return value * (0.5 + t.rand(value.shape)) if name in _NUMBERS else value.clone()


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
            why = next((why for why, gradients in names if _alike(arrived, gradients[name])), _OTHER_WAY.format(name))
            raise CheckFailed(idea, choices[0], arrived, likely=why)


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
