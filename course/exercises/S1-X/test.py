"""The homework's extra credit: PPO with generalised advantage estimation. The filled-in copy of the homework never
learns, for three reasons; each has a message of its own here. Tensors are [num_steps, num_envs]."""

from functools import partial
from types import SimpleNamespace

import torch as t
from tests import clipped
from tests.dense import check_tanh_network
from tests.explain import CheckFailed, call, compare, passed, require
from tests.gae import after, estimates
from tests.homework import (
    check_every_rollout,
    check_gradients,
    check_loss,
    check_networks,
    check_next_rollout,
    check_small_rollouts,
)
from tests.homework_rollouts import far_rollout, new_agent, played, rollout
from tests.randomness import leaves_generators

_ADVANTAGES = "A_t = delta_t + gamma * lam * not_dones_t * A_{t+1}, delta_t = r_t + gamma * not_dones_t * V_{t+1} - V_t"
_TARGETS = "the critic's targets are advantages + values"
_LOSS = "the loss is mean((target - value)^2) - mean(min(ratio * A, clip(ratio, 1 - epsilon, 1 + epsilon) * A))"
_CUT = "the last step is not bootstrapped: V_{t+1} is next_value there, and not 0 as if every rollout ended with a fall"
_LONG = (
    "short rollouts come out right, and this one of {} x {} does not: go through all steps backwards, one by one; a power "
    "such as (gamma * lam) ** {} is 0 in single precision, and nothing can be divided by it"
)
_SMALL = (
    "larger rollouts come out right, and this one of {} x {} does not: is a dimension of 1 lost (squeeze), or the first "
    "step of the loop not the last of the rollout?"
)
_KEPT = (
    "the first rollout gets the right advantages, and the next one does not: calc_gae keeps something of the first on "
    "self; begin with nothing, and take everything from traj_data"
)
_NAMES = {"policy": clipped.POLICY, "value": "mean((target - value)^2)", "whole": clipped.WHOLE}


def _rollout(Agent, steps, num_envs):
    agent, data = rollout(Agent, steps, num_envs, drift=0.5)
    return agent, _recorded(data)


def _recorded(data):
    """Adds what the homework keeps besides: flags, and the critic's values. `returns` are those that nobody has computed.
    Every other environment goes on after the last step."""
    steps, num_envs = data.rewards.shape
    flags = (t.rand(steps, num_envs) > 0.25).float()
    flags[-1] = (t.arange(num_envs) % 2 == 0).float()
    if steps > 3:
        # An end in the middle, and a step before it that goes on.
        flags[1, 0], flags[2, 0] = 1.0, 0.0
    data.not_dones, data.values, data.next_value = flags, t.randn(steps, num_envs), t.rand(num_envs) + 1.0
    data.returns, data.advantages = t.zeros(steps, num_envs), t.zeros(steps, num_envs)
    return data


def _far(Agent, steps, num_envs):
    agent, data = far_rollout(Agent, steps, num_envs)
    _recorded(data)
    # Where the ratio was divided by 0, the product is clipped; the ratio of 20 is not.
    data.rewards[-1, -1] += -1.0 - _gae(data)[-1, -1]
    data.rewards[0, 0] += 1.0 - _gae(data)[0, 0]
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


def _echo(data, last, gamma, lam):
    """Returns what an advantage after the last step adds to those before it."""
    rows = []
    for step in reversed(range(len(data.rewards))):
        last = gamma * lam * data.not_dones[step] * last
        rows.append(last)
    return t.stack(rows[::-1])


def _compare_or(otherwise, idea, got, right, inputs, mistakes, atol):
    """Compares two tensors, and says `otherwise` where no mistake is known."""
    try:
        compare(idea, got, right, inputs, mistakes, atol)
    except CheckFailed as failure:
        if failure.likely is not None:
            raise
        raise CheckFailed(idea, failure.expected, failure.got, inputs, otherwise) from None


def _pair(got, inputs):
    idea = "calc_gae returns two tensors: advantages and targets"
    if got is None:
        raise CheckFailed(idea, inputs=inputs, likely="calc_gae returns nothing: is a return statement missing?")
    if isinstance(got, t.Tensor):
        raise CheckFailed(idea, "(advantages, targets)", got, inputs, "it returns one tensor: return the targets too")
    if not isinstance(got, (tuple, list)) or len(got) != 2:
        raise CheckFailed(idea, "(advantages, targets)", got, inputs, "two tensors were expected")
    return got


def _estimates(agent, data, gamma=0.99, lam=0.95):
    """Returns what calc_gae makes of a rollout, and the rollout as it was."""
    settings = {} if (gamma, lam) == (0.99, 0.95) else {"gamma": gamma, "lam": lam}
    inputs = {name: getattr(data, name) for name in ("rewards", "not_dones", "values", "next_value")}
    kept = {name: tensor.clone() for name, tensor in inputs.items()}
    pair = _pair(call(_ADVANTAGES, agent.calc_gae, {"traj_data": data}, **settings), kept)
    for name, before in kept.items():
        likely = f"calc_gae changes traj_data.{name}, which the next epoch needs as it was: write into a new tensor"
        now = getattr(data, name)
        require(now.shape == before.shape and bool((now == before).all()), "the rollout stays as it is", likely)
    return pair, kept


def _check_other_estimates(agent, data, gamma, lam, otherwise):
    """Checks both results for numbers that only some mistakes mind: `otherwise` is what they are."""
    try:
        pair, _ = _estimates(agent, data, gamma, lam)
    except (RuntimeError, ValueError, IndexError) as error:
        raise CheckFailed(_ADVANTAGES, likely=otherwise, inputs={"error": str(error)}) from None
    right = _gae(data, gamma, lam)
    for idea, got, wanted in zip((_ADVANTAGES, _TARGETS), pair, (right, right + data.values)):
        try:
            compare(idea, got, wanted, atol=1e-4)
        except CheckFailed as failure:
            raise CheckFailed(idea, failure.expected, failure.got, likely=otherwise) from None


def _row_of_mistake(got, right, data):
    """Returns where wrong advantages begin, as far as that tells what is wrong, or None."""
    if not isinstance(got, t.Tensor) or got.shape != right.shape:
        return None
    wrong = (got - right).abs() > 1e-4 + 1e-4 * right.abs()
    ended = data.not_dones == 0
    if not bool(wrong[-1].any()):
        return (
            "the last step is right, and those before it are not: V_{t+1} is the value of the next step, and A_{t+1} its "
            "advantage, both times not_dones of this step"
        )
    if not bool((wrong & ended).any()):
        return (
            "what ends an episode is right, and the last step is not where the episode goes on: V_{t+1} is next_value "
            "there, times gamma, and A_{t+1} is 0"
        )
    return "even where an episode ends, and A is r_t - V_t, it is another number: what is added there, or subtracted?"


def _check_estimates(Agent, steps, num_envs, gamma=0.99, lam=0.95):
    agent, data = _rollout(Agent, steps, num_envs)
    (advantages, targets), kept = _estimates(agent, data, gamma, lam)
    settings = {"gamma": gamma, "lam": lam}
    right, on = _gae(data, **settings), t.ones_like(data.rewards)
    _compare_or(
        _row_of_mistake(advantages, right, data),
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
            (
                "not_dones is missing before V_{t+1}: the value of the next episode's first state counts",
                _gae(data, of_value=on, **settings),
            ),
            (
                "A_{t+1} begins with next_value: nothing follows the last step but V_{t+1}, so it begins with 0",
                _gae(data, **settings) + _echo(data, data.next_value, gamma, lam),
            ),
            (
                "lam is in the place of gamma before V_{t+1}: delta_t is r_t + gamma * not_dones_t * V_{t+1} - V_t",
                _gae(data, in_value=lam, **settings),
            ),
            ("gamma and lam have changed places", _gae(data, in_value=lam, in_sum=lam * gamma, **settings)),
            (
                "gamma * lam stands before V_{t+1}, where gamma alone belongs",
                _gae(data, in_value=gamma * lam, **settings),
            ),
            ("gamma is missing before V_{t+1}", _gae(data, in_value=1.0, **settings)),
            (
                "lam and gamma are missing before A_{t+1}: the factor there is gamma * lam",
                _gae(data, in_sum=1.0, **settings),
            ),
            (
                "both gammas are missing: one stands before V_{t+1}, and gamma * lam before A_{t+1}",
                _gae(data, in_value=1.0, in_sum=lam, **settings),
            ),
            (
                "gamma + lam or another factor stands before A_{t+1}: it is gamma * lam",
                _gae(data, in_sum=gamma**2 * lam, **settings),
            ),
            (
                "V_{t+1} is next_value in every step: at the end of a turn it becomes traj_data.values[step]",
                estimates(
                    data.rewards, data.values, data.next_value.expand_as(data.values), data.not_dones, gamma, lam
                ),
            ),
            (
                "V_t stands in the place of V_{t+1}: set next_value to traj_data.values[step] after delta is computed",
                estimates(data.rewards, data.values, data.values, data.not_dones, gamma, lam),
            ),
            (
                "the last value is used again: what follows the last step is worth traj_data.next_value",
                _gae(data, last=data.values[-1], **settings),
            ),
            (
                "V_t is added: delta_t is r_t + gamma * not_dones_t * V_{t+1} - V_t",
                _gae(data, baseline=-data.values, **settings),
            ),
            (
                "the advantages are normalised: here they come back as they are",
                clipped.normal(right) if right.numel() > 1 else right + 1.0,
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
    _compare_or(
        wrong + "add traj_data.values to the advantages that you return",
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
            (
                wrong + "the values of the next states were added; add those of the states",
                right + after(data.values, data.next_value),
            ),
            (
                wrong + "the rewards of single steps; add the values to the advantages",
                data.rewards,
            ),
            (
                wrong + "rewards and values after one step; add the values to the advantages",
                _gae(data, gamma, 0.0) + data.values,
            ),
            (
                wrong + "the sum of all discounted rewards and the last value; add the values to the advantages",
                _gae(data, gamma, 1.0) + data.values,
            ),
            (
                wrong + "the normalised advantages were added; add them as they are",
                clipped.normal(right) + data.values,
            ),
        ],
        atol=1e-4,
    )
    for name, tensor in (("advantages", advantages), ("targets", targets)):
        likely = "detach them, or compute them under t.no_grad()"
        require(not tensor.requires_grad, f"{name} are plain numbers: no gradient flows through them", likely)


def _loss(epsilon=0.1, advantages=_gae, targets=None, policy=None, value=1.0):
    """Returns a loss: the right one, or with parts that a mistake puts in their places."""

    def loss(agent, data):
        estimates = advantages(data)
        aims = estimates + data.values if targets is None else targets(agent, data)
        ratio = clipped.ratios(agent, data)
        made = (lambda a, d, r, A: clipped.policy_loss(r, A, epsilon)) if policy is None else policy
        of_policy = made(agent, data, ratio, estimates)
        errors = aims - agent.value(data.states).squeeze(-1)
        return of_policy + value * (errors**2).mean()

    return loss


def _chasing(agent, data):
    """A target that moves with the critic."""
    values = agent.value(data.states).squeeze(-1).detach()
    moved = SimpleNamespace(**vars(data))
    moved.values = values
    return _loss()(agent, moved)


def _mistakes(epsilon):
    def zeros(agent, data):
        return data.returns

    def aims(agent, data):
        return _gae(data) + data.values

    def with_value(made):
        return lambda a, d: _loss(epsilon, value=0.0)(a, d) + made(a, d)

    def stored(agent, data, ratio, advantages):
        return -(data.log_probs * advantages).mean()

    def with_advantages(made):
        return _loss(epsilon, policy=lambda a, d, r, A: clipped.policy_loss(r, made(d, A), epsilon))

    wrong = "the critic's target is wrong: "
    swapped = "advantages and targets have changed places: calc_gae returns (advantages, targets)"
    known = [
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
        (
            "the advantages are return minus value, and nobody has computed the returns: use those of calc_gae",
            with_advantages(lambda d, A: d.returns - d.values),
        ),
        (
            "the targets are used as advantages: calc_gae returns (advantages, targets)",
            with_advantages(lambda d, A: A + d.values),
        ),
        (
            "the values are subtracted from the advantages, in which they are already: use those of calc_gae",
            with_advantages(lambda d, A: A - d.values),
        ),
        (
            swapped,
            _loss(
                epsilon,
                policy=lambda a, d, r, A: clipped.policy_loss(r, A + d.values, epsilon),
                targets=lambda a, d: _gae(d),
            ),
        ),
        (
            "the values have one dimension more than the targets, [n_steps, n_envs, 1]: squeeze(-1) removes it",
            _unsqueezed(epsilon),
        ),
        ("these are sums; take the mean of each part", lambda a, d: _loss(epsilon)(a, d) * d.rewards.numel()),
    ]
    known += [(why, _loss(epsilon, policy=made)) for why, made in clipped.mistakes(epsilon)]
    known += [(why, with_value(made)) for why, made in clipped.value_mistakes(aims, _NAMES["value"])]
    return known


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
    agent, data = _rollout(Agent, 7, 4)
    agent.calc_gae(data)
    _check_other_estimates(agent, _recorded(played(agent, 7, 4, drift=0.5)), 0.99, 0.95, _KEPT)
    leaves_generators(_ADVANTAGES, "calc_gae", lambda: agent.calc_gae(data))
    for steps, num_envs in ((4, 1), (1, 4), (1, 1)):
        _check_other_estimates(*_rollout(Agent, steps, num_envs), 0.99, 0.95, _SMALL.format(steps, num_envs))
    agent, data = _rollout(Agent, 160, 2)
    data.not_dones[:] = 1.0
    _check_other_estimates(agent, data, 0.9, 0.5, _LONG.format(160, 2, 160))
    # As many steps as environments: there a dimension too many raises nothing.
    for steps, num_envs, epsilon in ((6, 6, 0.1), (7, 3, 0.1), (8, 4, 0.3)):
        agent, data = _rollout(Agent, steps, num_envs)
        settings = {} if epsilon == 0.1 else {"epsilon": epsilon}
        got = check_loss(_LOSS, agent, data, _loss(epsilon), _mistakes(epsilon), settings, names=_NAMES)
        check_gradients(agent, data, got, [_loss(epsilon)])
    check_next_rollout(_LOSS, *_next(Agent), _loss(), _mistakes(0.1), _NAMES)
    check_small_rollouts(_LOSS, partial(_rollout, Agent), _loss(), single=False)
    check_every_rollout(_LOSS, *_far(Agent, 8, 4), _loss(), clipped.FAR)
    passed("test_gae_agent")


def _next(Agent):
    """Returns an agent that has returned a loss already, and another rollout."""
    agent, data = _rollout(Agent, 7, 3)
    agent.get_loss(data)
    return agent, _recorded(played(agent, 7, 3, drift=0.5))
