"""The homework's extra credit: PPO with generalised advantage estimation. The filled-in copy of the homework never
learns, for three reasons; each has a message of its own here. Tensors are [num_steps, num_envs]."""

from types import SimpleNamespace

import torch as t
from tests.explain import CheckFailed, call, compare, passed, require
from tests.homework import check_networks
from torch import nn
from torch.distributions import Categorical

_ADVANTAGES = "A_t = delta_t + gamma * lam * not_dones_t * A_{t+1}, delta_t = r_t + gamma * not_dones_t * V_{t+1} - V_t"
_TARGETS = "the critic's targets are advantages + values"
_CUT = "the last step is not bootstrapped: V_{t+1} is next_value there, and not 0 as if every rollout ended with a fall"


def _rollout(agent, steps, num_envs, n_obs, n_actions):
    """A rollout as the homework keeps one, with the critic's values besides. Its `returns` are those that nobody has
    computed. Every other world goes on after the last step."""
    data = SimpleNamespace()
    data.states = t.randn(steps, num_envs, n_obs)
    data.actions = t.randint(0, n_actions, (steps, num_envs))
    data.rewards = t.rand(steps, num_envs) + 0.5
    last = t.tensor([[float(env % 2 == 0) for env in range(num_envs)]])
    data.not_dones = t.cat([(t.rand(steps - 1, num_envs) > 0.25).float(), last])
    data.values, data.next_value = t.randn(steps, num_envs), t.rand(num_envs) + 1.0
    with t.no_grad():
        dist = Categorical(logits=agent.policy(data.states))
        data.log_probs = dist.log_prob(data.actions) + 0.3 * t.randn(steps, num_envs)
    data.returns, data.advantages = t.zeros(steps, num_envs), t.zeros(steps, num_envs)
    return data


def _gae(data, gamma=0.99, lam=0.95, cut=False, ends="now", values=None):
    """World by world. `ends`: which flag cuts the sum. `cut`: nothing is there after the last step."""
    values = data.values if values is None else values
    steps, num_envs = data.rewards.shape
    result = t.zeros(steps, num_envs)
    for env in range(num_envs):
        advantage, value = 0.0, 0.0 if cut else float(data.next_value[env])
        for step in reversed(range(steps)):
            goes_on = float(data.not_dones[step, env])
            if ends == "never":
                goes_on = 1.0
            if ends == "late":
                goes_on = float(data.not_dones[step - 1, env])
            delta = float(data.rewards[step, env]) + gamma * goes_on * value - float(values[step, env])
            advantage = delta + gamma * lam * goes_on * advantage
            value = float(values[step, env])
            result[step, env] = advantage
    return result


def _discounted(data, gamma):
    """What the homework's calc_returns gives."""
    total, rows = t.zeros_like(data.next_value), []
    for step in reversed(range(data.rewards.shape[0])):
        total = data.rewards[step] + gamma * data.not_dones[step] * total
        rows.append(total)
    return t.stack(rows[::-1])


def _networks(agent):
    for name in ("policy", "value"):
        modules = list(getattr(agent, name).modules())
        widths = [module.out_features for module in modules if isinstance(module, nn.Linear)]
        tanhs = [module for module in modules if isinstance(module, nn.Tanh)]
        if widths[:-1] != [64, 64] or len(tanhs) != 2:
            got = f"{widths[:-1]}, {len(tanhs)} of them with tanh"
            raise CheckFailed(f"self.{name} has two hidden layers of 64 units with tanh", "[64, 64], 2 of them with tanh", got)


def _estimates(agent, steps, num_envs, **settings):
    data = _rollout(agent, steps, num_envs, 4, 2)
    inputs = {name: getattr(data, name) for name in ("rewards", "not_dones", "values", "next_value")}
    got = call(_ADVANTAGES, agent.calc_gae, {"traj_data": data}, **settings)
    if not isinstance(got, (tuple, list)) or len(got) != 2:
        raise CheckFailed("calc_gae gives two tensors: advantages and targets", "(advantages, targets)", got, inputs)
    advantages, targets = got
    expected = _gae(data, **settings)
    compare(
        _ADVANTAGES,
        advantages,
        expected,
        inputs,
        mistakes=[
            (_CUT, _gae(data, cut=True, **settings)),
            ("not_dones does nothing: values run on into the next episode", _gae(data, ends="never", **settings)),
            ("not_dones is used one step off: not_dones[t] is 0 where step t itself ended the episode", _gae(data, ends="late", **settings)),
            ("lam does nothing", _gae(data, settings.get("gamma", 0.99), 1.0)),
            ("these are the targets (advantages + values)", expected + data.values),
        ],
        atol=1e-4,
    )
    compare(
        _TARGETS,
        targets,
        expected + data.values,
        inputs,
        mistakes=[
            ("the critic's target is wrong: zeros, which it would learn to say everywhere", t.zeros_like(data.rewards)),
            ("the critic's target is wrong: these are the advantages alone, how far it was off", expected),
            ("the critic's target is wrong: discounted rewards, without the critic's value of what follows", _discounted(data, settings.get("gamma", 0.99))),
        ],
        atol=1e-4,
    )
    for name, tensor in (("advantages", advantages), ("targets", targets)):
        require(not tensor.requires_grad, f"{name} are plain numbers: no gradient flows through them", "detach them, or compute them under t.no_grad()")


def _loss(agent, data, advantages, targets, epsilon=0.1, stored=False, pick=t.min):
    new = Categorical(logits=agent.policy(data.states)).log_prob(data.actions)
    ratio = t.exp(new - data.log_probs)
    gain = pick(ratio * advantages, ratio.clamp(1 - epsilon, 1 + epsilon) * advantages)
    if stored:
        gain = data.log_probs * advantages
    return -gain.mean(), ((targets - agent.value(data.states).squeeze(-1)) ** 2).mean()


def _gradients(agent, loss):
    """Of both networks, each as one long tensor, or None where nothing has arrived."""
    agent.zero_grad()
    loss.backward()
    found = []
    for network in (agent.policy, agent.value):
        parts = [p.grad.flatten().clone() for p in network.parameters() if p.grad is not None]
        found.append(t.cat(parts) if parts else None)
    return found


def _objective(agent, steps, num_envs):
    idea = "the loss is mean((target - value)^2) - mean(min(ratio * A, clip(ratio, 1 - 0.1, 1 + 0.1) * A)), A by GAE"
    data = _rollout(agent, steps, num_envs, 4, 2)
    right = _gae(data)
    targets = right + data.values
    cut = _gae(data, cut=True)
    now = agent.value(data.states).squeeze(-1).detach()
    later = _gae(data, values=now)
    got = call(idea, agent.get_loss, {"traj_data": data})
    policy, value = _loss(agent, data, right, targets)
    target_is_wrong = "the critic's target is wrong: "
    compare(
        idea,
        got,
        policy + value,
        mistakes=[
            (_CUT, sum(_loss(agent, data, cut, cut + data.values))),
            (target_is_wrong + "traj_data.returns is 0 everywhere, because nobody has computed it", sum(_loss(agent, data, right, data.returns))),
            (target_is_wrong + "advantages alone; add the values of the rollout", sum(_loss(agent, data, right, right))),
            (target_is_wrong + "discounted rewards, without the critic's value of what follows", sum(_loss(agent, data, right, _discounted(data, 0.99)))),
            ("no gradient reaches the policy: its part is made of the stored log-probabilities; compute them anew", sum(_loss(agent, data, right, targets, stored=True))),
            ("the stored log-probabilities, which have no gradient, and targets of 0: the homework's own copy", sum(_loss(agent, data, right, data.returns, stored=True))),
            ("values are the critic's of now; traj_data.values are those of the rollout, the same in every epoch", sum(_loss(agent, data, later, later + now))),
            ("nothing is clipped", sum(_loss(agent, data, right, targets, epsilon=1e9))),
            ("epsilon is 0.2; the homework's is 0.1", sum(_loss(agent, data, right, targets, epsilon=0.2))),
            ("the larger of both terms is taken, and the smaller is meant", sum(_loss(agent, data, right, targets, pick=t.max))),
            ("the value loss is missing", policy),
            ("the policy loss is missing", value),
            ("the sign of the policy loss", value - policy),
        ],
        atol=1e-4,
    )
    wanted = _gradients(agent, policy + value)
    require(got.requires_grad, "gradient flows through the loss", "is it computed under t.no_grad(), or detached?")
    found = _gradients(agent, got)
    silent = (
        "no gradient reaches the policy: its logits are made under t.no_grad(), or detached",
        "no gradient reaches the critic: its values are made under t.no_grad(), or detached",
    )
    for name, expected, arrived, likely in zip(("policy", "value"), wanted, found, silent):
        idea = f"the loss moves self.{name}: its gradient"
        if arrived is None or not bool((arrived != 0).any()):
            raise CheckFailed(idea, expected, arrived, likely=likely)
        compare(idea, arrived, expected, atol=1e-4)


def test_gae_agent(Agent):
    t.random.seed()
    check_networks(Agent, (4, 2), critic=True)
    agent = Agent(4, 2)
    _networks(agent)
    # The agent's own seed must not make every run alike.
    t.random.seed()
    _estimates(agent, 7, 4)
    _estimates(agent, 5, 3, gamma=0.9, lam=0.5)
    _estimates(agent, 4, 2, gamma=0.95, lam=0.0)
    for steps, num_envs in ((9, 5), (6, 2)):
        _objective(agent, steps, num_envs)
    passed("test_gae_agent")
