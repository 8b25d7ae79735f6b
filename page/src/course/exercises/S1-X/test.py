"""The homework's extra credit: PPO with generalised advantage estimation. The filled-in copy of the homework never
learns, for three reasons; each has a message of its own here. Tensors are [num_steps, num_envs]."""

from types import SimpleNamespace

import torch as t
from tests.dense import check_tanh_network
from tests.explain import CheckFailed, call, compare, passed, require
from tests.gae import after, estimates
from tests.homework import check_gradients, check_loss, check_networks, log_probs, new_agent, rollout
from torch.distributions import Categorical

_ADVANTAGES = "A_t = delta_t + gamma * lam * not_dones_t * A_{t+1}, delta_t = r_t + gamma * not_dones_t * V_{t+1} - V_t"
_TARGETS = "the critic's targets are advantages + values"
_LOSS = "the loss is mean((target - value)^2) - mean(min(ratio * A, clip(ratio, 1 - epsilon, 1 + epsilon) * A))"
_CUT = "the last step is not bootstrapped: V_{t+1} is next_value there, and not 0 as if every rollout ended with a fall"


def _rollout(Agent, steps, num_envs):
    """Returns an agent and a rollout as the homework keeps one, with the critic's values besides. Its `returns` are
    those that nobody has computed. Every other environment goes on after the last step."""
    flags = (t.rand(steps, num_envs) > 0.25).float()
    values, next_value = t.randn(steps, num_envs), t.rand(num_envs) + 1.0
    agent, data = rollout(Agent, steps, num_envs, drift=0.5)
    flags[-1] = (t.arange(num_envs) % 2 == 0).float()
    # An end in the middle, and a step before it that goes on.
    flags[1, 0], flags[2, 0] = 1.0, 0.0
    data.not_dones, data.values, data.next_value = flags, values, next_value
    data.returns, data.advantages = t.zeros(steps, num_envs), t.zeros(steps, num_envs)
    return agent, data


def _gae(data, gamma=0.99, lam=0.95, **other):
    """Returns the advantages, or those that a mistake leads to."""
    values, not_dones = other.pop("values", data.values), other.pop("not_dones", data.not_dones)
    following = after(values, other.pop("last", data.next_value))
    return estimates(data.rewards, values, following, not_dones, gamma, lam, **other)


def _discounted(data, gamma=0.99):
    """Returns what the homework's calc_returns gives."""
    total, rows = t.zeros_like(data.next_value), []
    for step in reversed(range(len(data.rewards))):
        total = data.rewards[step] + gamma * data.not_dones[step] * total
        rows.append(total)
    return t.stack(rows[::-1])


def _pair(got, inputs):
    idea = "calc_gae returns two tensors: advantages and targets"
    if got is None:
        raise CheckFailed(idea, inputs=inputs, likely="calc_gae returns nothing: is a return statement missing?")
    if isinstance(got, t.Tensor):
        raise CheckFailed(idea, "(advantages, targets)", got, inputs, "it returns one tensor: return the targets too")
    if not isinstance(got, (tuple, list)) or len(got) != 2:
        raise CheckFailed(idea, "(advantages, targets)", got, inputs, "two tensors were expected")
    return got


def _check_estimates(Agent, steps, num_envs, gamma=0.99, lam=0.95):
    agent, data = _rollout(Agent, steps, num_envs)
    settings = {} if (gamma, lam) == (0.99, 0.95) else {"gamma": gamma, "lam": lam}
    inputs = {name: getattr(data, name) for name in ("rewards", "not_dones", "values", "next_value")}
    kept = {name: tensor.clone() for name, tensor in inputs.items()}
    advantages, targets = _pair(call(_ADVANTAGES, agent.calc_gae, {"traj_data": data}, **settings), kept)
    for name, before in kept.items():
        likely = f"calc_gae changes traj_data.{name}, which the next epoch needs as it was: write into a new tensor"
        now = getattr(data, name)
        require(now.shape == before.shape and bool((now == before).all()), "the rollout stays as it is", likely)
    settings = {"gamma": gamma, "lam": lam}
    right, on = _gae(data, **settings), t.ones_like(data.rewards)
    compare(
        _ADVANTAGES,
        advantages,
        right,
        kept,
        mistakes=[
            (_CUT, _gae(data, last=t.zeros_like(data.next_value), **settings)),
            ("not_dones does nothing: values run on into the next episode", _gae(data, not_dones=on, **settings)),
            (
                "not_dones is used one step off: not_dones[t] is 0 where step t itself ended the episode",
                _gae(data, not_dones=data.not_dones.roll(1, 0), **settings),
            ),
            (
                "not_dones is used one step off: the flag of step t stands in its own row, not in the one after it",
                _gae(data, not_dones=after(data.not_dones, on[0]), **settings),
            ),
            (
                "not_dones is upside down: it is 1 where the episode goes on, and multiplies as it is",
                _gae(data, not_dones=1.0 - data.not_dones, **settings),
            ),
            (
                "not_dones is missing before A_{t+1}: advantages run on into the next episode",
                _gae(data, of_sum=on, **settings),
            ),
            ("lam does nothing", _gae(data, gamma, 1.0)),
            ("the argument lam does nothing: 0.95 is written into the sum", _gae(data, gamma, 0.95)),
            ("the argument gamma does nothing: 0.99 is written into the sum", _gae(data, 0.99, lam)),
            ("both arguments do nothing: 0.99 and 0.95 are written into the sum", _gae(data)),
            (
                "gamma is missing before A_{t+1}: the factor there is gamma * lam",
                _gae(data, in_sum=lam, **settings),
            ),
            ("these are the residuals delta_t alone: add gamma * lam * not_dones_t * A_{t+1}", _gae(data, gamma, 0.0)),
            ("the rows are in the order of the loop, which runs backwards: reverse them at the end", right.flip(0)),
            ("these are the targets (advantages + values): the advantages come first", right + data.values),
            (
                "- V_t is missing: delta_t is r_t + gamma * not_dones_t * V_{t+1} - V_t",
                _gae(data, baseline=0.0, **settings),
            ),
            ("these are returns minus values: the sum of residuals is missing", _discounted(data, gamma) - data.values),
        ],
        atol=1e-4,
    )
    wrong = "the critic's target is wrong: "
    compare(
        _TARGETS,
        targets,
        right + data.values,
        kept,
        mistakes=[
            (wrong + "zeros, which it would learn to say everywhere", t.zeros_like(right)),
            (wrong + "these are the advantages alone, how far it was off", right),
            (wrong + "discounted rewards, without the critic's value of what follows", _discounted(data, gamma)),
            (wrong + "the values were subtracted from the advantages, and not added", right - data.values),
            (wrong + "these are the values of the rollout; add the advantages", data.values),
        ],
        atol=1e-4,
    )
    for name, tensor in (("advantages", advantages), ("targets", targets)):
        likely = "detach them, or compute them under t.no_grad()"
        require(not tensor.requires_grad, f"{name} are plain numbers: no gradient flows through them", likely)


def _policy_loss(ratio, advantages, epsilon=0.1, pick=t.min):
    return -pick(ratio * advantages, ratio.clamp(1 - epsilon, 1 + epsilon) * advantages).mean()


def _loss(epsilon=0.1, advantages=_gae, targets=None, policy=None, value=1.0, whole=1.0):
    """Returns a loss: the right one, or with parts that a mistake puts in their places."""

    def loss(agent, data):
        estimates = advantages(data)
        aims = estimates + data.values if targets is None else targets(agent, data)
        ratio = t.exp(log_probs(agent, data) - data.log_probs)
        of_policy = _policy_loss(ratio, estimates, epsilon) if policy is None else policy(agent, data, ratio, estimates)
        errors = aims - agent.value(data.states).squeeze(-1)
        return whole * (of_policy + value * (errors**2).mean())

    return loss


def _chasing(agent, data):
    """A target that moves with the critic."""
    values = agent.value(data.states).squeeze(-1).detach()
    moved = SimpleNamespace(**vars(data))
    moved.values = values
    return _loss()(agent, moved)


def _normal(advantages):
    return (advantages - advantages.mean()) / (advantages.std() + 1e-8)


def _of_probs(agent, data, ratio, advantages):
    new = Categorical(probs=agent.policy(data.states)).log_prob(data.actions)
    return _policy_loss(t.exp(new - data.log_probs), advantages)


def _mistakes(epsilon):
    def clip(numbers):
        return numbers.clamp(1 - epsilon, 1 + epsilon)

    def stored(agent, data, ratio, advantages):
        return -(data.log_probs * advantages).mean()

    def zeros(agent, data):
        return data.returns

    wrong = "the critic's target is wrong: "
    return [
        (_CUT, _loss(epsilon, advantages=lambda d: _gae(d, last=t.zeros_like(d.next_value)))),
        (wrong + "traj_data.returns is 0 everywhere, because nobody has computed it", _loss(epsilon, targets=zeros)),
        (wrong + "advantages alone; add the values of the rollout", _loss(epsilon, targets=lambda a, d: _gae(d))),
        (
            wrong + "discounted rewards, without the critic's value of what follows",
            _loss(epsilon, targets=lambda a, d: _discounted(d)),
        ),
        (
            wrong + "the rewards of single steps; use the second result of calc_gae",
            _loss(epsilon, targets=lambda a, d: d.rewards),
        ),
        (
            "no gradient reaches the policy: its part is made of the stored log-probabilities; compute new ones",
            _loss(epsilon, policy=stored),
        ),
        (
            "the stored log-probabilities, which have no gradient, and targets of 0: the homework's own copy",
            _loss(epsilon, policy=stored, targets=zeros),
        ),
        (
            "values are the critic's of now; traj_data.values are those of the rollout, the same in every epoch",
            _chasing,
        ),
        ("nothing is clipped", _loss(epsilon, policy=lambda a, d, r, A: -(r * A).mean())),
        (
            "only the clipped product is used: take the minimum of it and ratio * A",
            _loss(epsilon, policy=lambda a, d, r, A: -(clip(r) * A).mean()),
        ),
        (
            "the larger of both products is taken: t.min keeps the smaller one",
            _loss(epsilon, policy=lambda a, d, r, A: _policy_loss(r, A, epsilon, t.max)),
        ),
        (
            "the minimum is taken of the two ratios: multiply each by A first, because a negative A reverses them",
            _loss(epsilon, policy=lambda a, d, r, A: -(t.min(r, clip(r)) * A).mean()),
        ),
        (
            "the product ratio * A is clipped: clip the ratio alone, then multiply by A",
            _loss(epsilon, policy=lambda a, d, r, A: -t.min(r * A, clip(r * A)).mean()),
        ),
        (
            "the ratio is upside down: it is exp(new - old)",
            _loss(epsilon, policy=lambda a, d, r, A: _policy_loss(1 / r, A, epsilon)),
        ),
        (
            "exp is missing: the ratio is exp(new - old), and not the difference of the logarithms",
            _loss(epsilon, policy=lambda a, d, r, A: _policy_loss(t.log(r), A, epsilon)),
        ),
        (
            "the ratio is 1 everywhere: compute new log-probabilities of traj_data.actions with self.policy",
            _loss(epsilon, policy=lambda a, d, r, A: -A.mean()),
        ),
        (
            "the advantages are return minus value, and nobody has computed the returns: use those of calc_gae",
            _loss(epsilon, policy=lambda a, d, r, A: _policy_loss(r, d.returns - d.values, epsilon)),
        ),
        (
            "the targets are used as advantages: calc_gae returns (advantages, targets)",
            _loss(epsilon, policy=lambda a, d, r, A: _policy_loss(r, A + d.values, epsilon)),
        ),
        (
            "advantages and targets have changed places: calc_gae returns (advantages, targets)",
            _loss(
                epsilon,
                policy=lambda a, d, r, A: _policy_loss(r, A + d.values, epsilon),
                targets=lambda a, d: _gae(d),
            ),
        ),
        (
            "the advantages are normalised: here they enter as they are",
            _loss(epsilon, policy=lambda a, d, r, A: _policy_loss(r, _normal(A), epsilon)),
        ),
        (
            "the logits went in as probabilities: write Categorical(logits=...), because its first argument is probs",
            _loss(epsilon, policy=_of_probs),
        ),
        ("the value loss is missing", _loss(epsilon, value=0.0)),
        ("the value loss was halved: it enters whole here", _loss(epsilon, value=0.5)),
        ("the value loss has the wrong sign: add it", _loss(epsilon, value=-1.0)),
        ("the policy loss is missing", _loss(epsilon, policy=lambda a, d, r, A: 0.0)),
        (
            "the policy loss has the wrong sign: we want the mean of the minimum to grow, so it enters with a minus",
            _loss(epsilon, policy=lambda a, d, r, A: -_policy_loss(r, A, epsilon)),
        ),
        (
            "the values have one dimension more than the targets, [n_steps, n_envs, 1]: squeeze(-1) removes it",
            _unsqueezed(epsilon),
        ),
        (
            "epsilon is 0.2; the homework's is 0.1, and the argument epsilon says it"
            if epsilon == 0.1
            else "the argument epsilon does nothing: 0.1 is written into the limits",
            _loss(0.2 if epsilon == 0.1 else 0.1),
        ),
    ]


def _unsqueezed(epsilon):
    def loss(agent, data):
        steps, num_envs = data.rewards.shape
        if steps != num_envs:
            return t.full((), t.nan)
        targets = _gae(data) + data.values
        return _loss(epsilon, value=0.0)(agent, data) + ((targets - agent.value(data.states)) ** 2).mean()

    return loss


def test_gae_agent(Agent):
    check_networks(Agent, (5, 3), critic=True)
    agent = new_agent(Agent, 5, 3)
    check_tanh_network("self.policy", agent.policy, 5, 3)
    check_tanh_network("self.value", agent.value, 5, 1)
    for steps, num_envs, gamma, lam in ((7, 4, 0.9, 0.5), (6, 3, 0.99, 0.95), (5, 2, 0.95, 0.0)):
        _check_estimates(Agent, steps, num_envs, gamma, lam)
    # As many steps as environments: there a dimension too many raises nothing.
    for steps, num_envs, epsilon in ((6, 6, 0.1), (7, 3, 0.1), (8, 4, 0.3)):
        agent, data = _rollout(Agent, steps, num_envs)
        settings = {} if epsilon == 0.1 else {"epsilon": epsilon}
        got = check_loss(_LOSS, agent, data, _loss(epsilon), _mistakes(epsilon), settings)
        check_gradients(agent, data, got, [_loss(epsilon)])
    passed("test_gae_agent")
