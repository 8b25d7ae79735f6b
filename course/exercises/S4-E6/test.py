import copy
import random

import numpy as np
import torch as t
from tests.explain import CheckFailed, call, passed, require
from tests.optimisers import Adam, Step
from tests.randomness import check_draws
from tests.reinforce import draw_open_minded, is_near, numbers, redrawn, stepping

_IDEA = "one step of Adam on the loss -mean(log pi(a|s) * G) - entropy_coef * mean entropy"
_GRADIENT = "the gradient that the optimiser follows is that of -mean(log pi(a|s) * G) - entropy_coef * mean entropy"
_STEP = "the step is that of Adam with a rate of 1e-3, which remembers the gradients of earlier calls"
_STARTER = "make it as in the starter, torch.optim.Adam(model.parameters(), 1e-3)"


def test_train_on_session(train_on_session, model, get_cumulative_rewards):
    with redrawn(model) as draw:
        draw_open_minded(model, draw)
        adam, optimiser = Adam(_STEP, 1e-3, 1e-8, _STARTER), None
        for count, settings in ((9, (0.8, 0.6)), (7, (0.5, 0.3)), (1, (0.9, 0.2)), (12, ())):
            step = _check(train_on_session, model, get_cumulative_rewards, _episode(count), settings)
            require(
                optimiser is None or optimiser is step.optimiser,
                "all steps are made by one optimiser, which remembers earlier gradients",
                "the optimiser is made again in every call: make it once, before the function",
            )
            optimiser = step.optimiser
            adam.judge(step)
        kept = copy.deepcopy(optimiser.state_dict())
        check_draws("train_on_session", lambda: _drawn(train_on_session))
        _check_sure(train_on_session, model, draw)
        optimiser.load_state_dict(kept)
    passed("test_train_on_session")


def _drawn(train_on_session):
    train_on_session(*_episode(3))


def _episode(count):
    states = [np.array(t.randn(4), dtype="float32") for _ in range(count)]
    actions = [int(random.random() < 0.6) for _ in range(count)]
    actions[:2] = [0, 1][:count]
    return states, actions, [round(random.uniform(-1.5, 2.5), 3) for _ in range(count)]


def _check(train_on_session, model, get_cumulative_rewards, episode, settings):
    """Returns the step that was made, after a check of the gradient that it followed."""
    gamma, coefficient = settings or (0.99, 0.01)
    returns = [float(value) for value in get_cumulative_rewards(list(episode[2]), gamma)]
    gradients = _Gradients(model, episode, returns, gamma)
    expected = -gradients.of(_policy) - coefficient * gradients.of(_entropy)
    before, leftover = _flat([p.detach().clone() for p in model.parameters()]), _gradients(model)
    given = {"states": episode[0], "actions": episode[1], "rewards": episode[2]}
    if settings:
        given.update({"gamma": gamma, "entropy_coef": coefficient})
    kept = copy.deepcopy(episode)
    steps, total = _followed(train_on_session, model, given)
    is_moved = bool((_flat([p.detach() for p in model.parameters()]) != before).any())
    step, is_whole = _the_one(steps, is_moved)
    got = _flat([t.zeros(p.shape) if part is None else part for p, part in zip(step.parameters, step.gradients)])
    if not _is_near(got, expected):
        shown = {"gamma": gamma, "entropy_coef": coefficient, "returns": returns}
        _put(model, before)
        likely = _explained(gradients, got, leftover, len(returns), coefficient)
        if likely is None and not is_whole:
            likely = "a part of model gets no gradient: compute the loss from its logits, and give the optimiser all of it"
        if likely is None:
            likely = _of_term(train_on_session, model, given, gamma, -gradients.of(_policy))
        raise CheckFailed(_GRADIENT, inputs=shown, likely=likely)
    require(
        is_moved,
        "the step changes the model's parameters",
        "optimizer.step() changes nothing: was the optimiser made of model.parameters(), with a learning rate above 0?",
    )
    _check_total(total, kept[2], returns)
    is_same = all(np.array_equal(np.array(a), np.array(b)) for a, b in zip(kept, episode))
    require(is_same, "the episode stays as it was given", "a list of the episode is changed: make a new one of it")
    return step


def _of_term(train_on_session, model, given, gamma, wanted):
    """Says which of the two terms is not right, by a call without entropy; or None."""
    steps, _ = _followed(train_on_session, model, {**given, "gamma": gamma, "entropy_coef": 0.0})
    if len(steps) != 1:
        return None
    got = _flat([t.zeros(p.shape) if part is None else part for p, part in zip(steps[0].parameters, steps[0].gradients)])
    if _is_near(got, wanted):
        return "with entropy_coef 0 the gradient is right: see how the entropy is computed, and how it enters the loss"
    return "even with entropy_coef 0 the gradient is not that of -mean(log pi(a|s) * G): see what is multiplied by what there"


def _followed(train_on_session, model, given):
    """Returns the steps that a call makes, and what it returns."""
    steps = []

    def around(optimiser, step):
        steps.append(Step(model.parameters(), optimiser))
        step()

    with stepping(around):
        return steps, call(_IDEA, train_on_session, given)


def _check_sure(train_on_session, model, draw):
    """A probability that is too small for a float: its logarithm must be finite all the same."""
    for scale in (1.0, 2.0, 4.0, 8.0, 16.0):
        draw(scale)
        episode = _episode(24)
        with t.no_grad():
            logits = model(t.tensor(np.array(episode[0])))
        gaps = logits[:, 1] - logits[:, 0]
        if int((gaps.abs() > 120.0).sum()) > 4:
            break
    episode = (episode[0], [int(gap < 0) for gap in gaps.tolist()], episode[2])
    steps, _ = _followed(train_on_session, model, dict(zip(("states", "actions", "rewards"), episode)))
    found = [gradient for step in steps for gradient in step.gradients if gradient is not None]
    likely = (
        "the logarithm of a probability that was rounded to 0 is -inf, and so no gradient is a number any more: use "
        "log_probs, which F.log_softmax computes from the logits"
    )
    idea = "log-probabilities stay accurate where the policy is certain of the other action"
    require(all(bool(t.isfinite(gradient).all()) for gradient in found), idea, likely, difference_of_logits=gaps)


def _put(model, parameters):
    """Gives the model these parameters, one after the other in one row."""
    place = 0
    with t.no_grad():
        for p in model.parameters():
            p.copy_(parameters[place : place + p.numel()].reshape(p.shape))
            place += p.numel()


def _the_one(steps, is_moved):
    """Returns the one step that was made, and whether every parameter had a gradient."""
    likely = None
    if not steps and is_moved:
        likely = "the parameters change without optimizer.step(): leave the step to the optimiser"
    elif not steps:
        likely = "optimizer.step() is missing: gradients alone move nothing"
    elif len(steps) > 1:
        likely = f"{len(steps)} steps are made of one episode: call optimizer.step() once"
    elif all(gradient is None for gradient in steps[0].gradients):
        likely = (
            "the optimiser finds no gradient of model: call loss.backward() before optimizer.step(), "
            "and zero_grad() before both"
        )
    if likely:
        raise CheckFailed("backward computes gradients, and then the optimiser makes one step with them", likely=likely)
    return steps[0], all(part is not None for part in steps[0].gradients)


def _check_total(total, rewards, returns):
    wanted = sum(rewards)
    found = numbers(total)
    if found is not None and is_near(found, [wanted], 1e-4):
        return
    likely = "the function gives the sum of the episode's rewards: np.sum(rewards)"
    if total is None:
        likely = "the function returns nothing: is a return statement missing? It gives np.sum(rewards)"
    elif found is not None and is_near(found, [wanted / len(rewards)], 1e-4):
        likely = "this is the mean of the rewards: give their sum, np.sum(rewards)"
    elif found is not None and (is_near(found, [sum(returns)], 1e-4) or is_near(found, returns[:1], 1e-4)):
        likely = "these are returns, which are discounted: give the sum of the rewards, np.sum(rewards)"
    elif isinstance(total, t.Tensor) and total.requires_grad:
        likely = "this is the loss: give the sum of the rewards, np.sum(rewards)"
    raise CheckFailed("the sum of the episode's rewards comes back", wanted, total, {"rewards": rewards}, likely)


class _Terms:
    """The tensors of the loss, computed again for each gradient."""

    def __init__(self, model, episode, returns, gamma):
        states, actions, rewards = episode
        self.powers = gamma ** t.arange(len(rewards)).float()
        self.returns, self.rewards = t.tensor(returns), t.tensor(rewards)
        self.logs = t.log_softmax(model(t.tensor(np.array(states), dtype=t.float32)), -1)
        self.probs = t.exp(self.logs)
        actions = t.tensor(actions).long().unsqueeze(-1)
        self.taken, self.chosen = (of.gather(-1, actions).squeeze(-1) for of in (self.logs, self.probs))
        self.other = self.logs.gather(-1, 1 - actions).squeeze(-1)


def _policy(it):
    return it.taken * it.returns


def _entropy(it):
    return -(it.probs * it.logs).sum(-1)


def _centred(it):
    return it.returns - it.returns.mean()


# What stands in place of log pi * G, and of the entropy.
_FOR_POLICY = [
    (
        "the rewards take the place of the returns: multiply log-probabilities by `returns`",
        lambda it: it.taken * it.rewards,
    ),
    (
        "probabilities take the place of their logarithms: use log_probs_for_actions",
        lambda it: it.chosen * it.returns,
    ),
    ("the returns are missing: multiply each log-probability by its return", lambda it: it.taken),
    (
        "the means are multiplied, or each log-probability by all returns: multiply step by step, then take the mean",
        lambda it: it.taken.mean() * it.returns.mean(),
    ),
    (
        "the log-probabilities of both actions are used: take log_probs_for_actions",
        lambda it: it.logs * it.returns.unsqueeze(-1),
    ),
    (
        "the log-probabilities of the other action are used: take log_probs_for_actions",
        lambda it: it.other * it.returns,
    ),
    ("the mean of the returns is subtracted: use `returns` as they are", lambda it: it.taken * _centred(it)),
    (
        "the returns are normalised: use `returns` as they are",
        lambda it: it.taken * _centred(it) / (it.returns.std() + 1e-8),
    ),
    ("every step has the return of the whole episode: use `returns`", lambda it: it.taken * it.returns[0]),
    (
        "each return belongs to the step before: multiply them as they are",
        lambda it: it.taken * t.cat([it.returns[1:], t.zeros(1)]),
    ),
    ("the returns are in the reverse order: multiply them as they are", lambda it: it.taken * t.flip(it.returns, 0)),
    (
        "gamma is 0.99 whatever the function is called with: hand over its own, get_cumulative_rewards(rewards, gamma)",
        lambda it: it.taken * _discounted(it.rewards, 0.99),
    ),
    (
        "each term is multiplied by gamma**t once more: the returns are discounted already",
        lambda it: it.taken * it.returns * it.powers,
    ),
    (
        "the rewards are discounted from the start of the episode: use `returns` as they are",
        lambda it: it.taken * it.rewards * it.powers,
    ),
    ("the squares of the returns are used: multiply by `returns` themselves", lambda it: it.taken * it.returns**2),
    ("the log-probabilities are squared: multiply them by `returns` as they are", lambda it: it.taken**2 * it.returns),
]
_FOR_ENTROPY = [
    (
        "the entropy weighs each logarithm with its probability: -(probs * log_probs).sum(dim=1)",
        lambda it: -it.logs,
    ),
    (
        "the entropy is a sum over all actions, not only those taken: use probs and log_probs",
        lambda it: -it.chosen * it.taken,
    ),
    ("the entropy is a sum over all actions, not only those taken: use probs and log_probs", lambda it: -it.taken),
    ("the entropy multiplies probs by log_probs: here is no logarithm", lambda it: -it.probs * it.probs),
]


class _Gradients:
    """Gradients of the model's parameters on an episode."""

    def __init__(self, model, *given):
        self._model, self._given = model, (model, *given)

    def of(self, function):
        """Returns the gradient of a function's mean."""
        parameters = list(self._model.parameters())
        before = [p.grad for p in parameters]
        self._model.zero_grad()
        function(_Terms(*self._given)).mean().backward()
        found = _gradients(self._model)
        for p, gradient in zip(parameters, before):
            p.grad = gradient
        return found


def _gradients(model):
    return _flat([t.zeros_like(p) if p.grad is None else p.grad.detach().clone() for p in model.parameters()])


def _flat(tensors):
    return t.cat([tensor.reshape(-1) for tensor in tensors])


def _is_near(got, expected):
    return float(t.abs(got - expected).max()) <= 2e-4 * float(t.abs(expected).max()) + 1e-7


def _weights(got, one, two):
    """Returns a and b of got = a * one + b * two, or None if there are none."""
    got, one, two = got.double(), one.double(), two.double()
    aa, ab, bb = (float((x * y).sum()) for x, y in ((one, one), (one, two), (two, two)))
    ga, gb = float((got * one).sum()), float((got * two).sum())
    determinant = aa * bb - ab * ab
    if determinant <= 1e-9 * aa * bb:
        return None
    a, b = (ga * bb - gb * ab) / determinant, (gb * aa - ga * ab) / determinant
    return (a, b) if _is_near(a * one + b * two, got) else None


def _explained(gradients, got, leftover, count, coefficient):
    """Returns the sentence on a gradient that is not the right one, or None."""
    policy, entropy = gradients.of(_policy), gradients.of(_entropy)
    if bool((leftover != 0).any()) and _weights(got - leftover, policy, entropy):
        return "gradients of the episode before are added up: call optimizer.zero_grad() before loss.backward()"
    found = _weights(got, policy, entropy)
    if found:
        return _of_weights(*found, count, coefficient)
    for sentence, instead in _FOR_POLICY:
        found = _weights(got, gradients.of(instead), entropy)
        if found and any(abs(abs(found[0]) - size) < 0.01 * size for size in (1, count, 1 / count)):
            return sentence
    for sentence, instead in _FOR_ENTROPY:
        if _weights(got, policy, gradients.of(instead)):
            return sentence
    if _weights(got + policy, gradients.of(lambda it: it.taken), entropy):
        return "a number is subtracted from the returns, a baseline: use `returns` as they are"
    return None


def _discounted(rewards, gamma):
    later, returns = 0.0, []
    for reward in reversed(rewards.tolist()):
        later = reward + gamma * later
        returns.append(later)
    return t.tensor(returns[::-1])


def _of_weights(a, b, count, coefficient):
    """Names the mistake of a gradient that is `a` times that of log pi * G, plus `b` times that of the entropy.
    Right are -1 and -coefficient."""

    def is_(value, wanted):
        return abs(value - wanted) <= 2e-3 * abs(wanted) + 1e-4

    if is_(a, 1) and (is_(b, coefficient) or is_(b, 0)):
        return "the loss has the other sign: the optimiser minimises, so what should grow enters with a minus"
    if is_(a, 1) and is_(b, -coefficient):
        return "log pi * G enters with the wrong sign: it should grow, and the optimiser makes the loss small"
    if is_(a, 0):
        return "log pi * G has no gradient here: it must enter the loss, and not be detached"
    if is_(abs(a), count):
        return "log pi * G is summed over the steps: take the mean"
    if a < 0 and not is_(a, -1) and is_(b, a * coefficient):
        return f"the gradient is {-a:.3g} times as large as it should be: was it clipped, or the loss multiplied?"
    if a < 0 and not is_(a, -1) and is_(b, -coefficient):
        return f"log pi * G counts {-a:.3g} times: use `returns` as they are, undivided, and the mean over the steps"
    if not is_(a, -1):
        return None
    if is_(b, 0):
        return "the entropy adds no gradient: subtract entropy_coef * entropy from the loss, and do not detach it"
    if is_(b, coefficient):
        return "the entropy enters with the wrong sign: it is never negative, and the loss has -entropy_coef * entropy"
    if is_(abs(b), 1):
        return "entropy_coef is not used: multiply the mean entropy by it"
    if is_(abs(b), 0.01):
        return "entropy_coef is 0.01 whatever the function is called with: use the argument"
    if is_(abs(b), coefficient / 2):
        return "the entropy's mean is over the actions too: sum over the actions, then take the mean over the steps"
    if is_(abs(b), coefficient * count) or is_(abs(b), coefficient * count / 2):
        return "the entropy is summed over the steps: sum over the actions, dim=1, then take the mean over the steps"
    return None
