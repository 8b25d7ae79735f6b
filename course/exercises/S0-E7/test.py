"""Tensors are [num_envs, num_steps]."""

import torch as t
from tests.explain import call, compare, passed, require
from tests.vpg import gradient_of, middle, near

IDEA = (
    "the mean of weight * log-probability * advantage, the advantage being the return minus its mean over environments "
    "at that step"
)


def test_compute_reinforce_loss(compute_reinforce_loss):
    for shape in ((4, 6), (3, 3), (3, 1), (2, 5), (1, 3)):
        _check(compute_reinforce_loss, shape)
    returns, logprobs = t.randn(4, 3).requires_grad_(), (-t.rand(4, 3)).requires_grad_()
    got = compute_reinforce_loss(returns, logprobs, t.ones(4, 3))
    require(
        not bool((gradient_of(got, [returns]) != 0).any()),
        "advantages are data: no gradient may flow to the returns",
        "detach the advantage",
    )
    passed("test_compute_reinforce_loss")


def _check(function, shape):
    """Compares three results at once: two mistakes may lead to the same number once, and not three times."""
    names = ("returns", "logprobs_taken", "iw")
    draws = [dict(zip(names, (t.randn(*shape) + 1, -t.rand(*shape), t.rand(*shape) + 0.5))) for _ in range(3)]
    expected = [_loss(**draw) for draw in draws]
    leaves, results = [draw["logprobs_taken"].clone().requires_grad_() for draw in draws], []
    for draw, leaf, right in zip(draws, leaves, expected):
        inputs = {**{name: tensor.clone() for name, tensor in draw.items()}, "logprobs_taken": leaf * 1}
        got = call(IDEA, function, inputs)
        require(
            not isinstance(got, (int, float)),
            "the result is a tensor of one number, with its gradient",
            "`.item()` or `float` makes a plain number of it, through which nothing can be learnt: return the tensor",
            got=got,
        )
        if not isinstance(got, t.Tensor) or got.shape != ():
            compare(IDEA, got, right, draw, lambda: _mistakes(*draw.values()))
        results.append(got)

    def mistakes():
        made = zip(*(_mistakes(*draw.values()) for draw in draws))
        return [(wrong[0][0], t.stack([value for _, value in wrong])) for wrong in made if wrong[0][1].shape == ()]

    compare(f"{IDEA}; three results", t.stack(results), t.stack(expected), {}, mistakes)
    for draw, leaf, got in zip(draws, leaves, results):
        require(
            got.requires_grad,
            "gradient must flow to the log-probabilities",
            "they are detached, or computed under no_grad: detach the advantage alone",
        )
        slope = draw["iw"] * (draw["returns"] - draw["returns"].mean(0, keepdim=True)) / leaf.numel()
        require(
            near(gradient_of(got, [leaf]), slope.flatten(), 1e-5),
            "the value is right and its gradient is not: for each log-probability it is weight * advantage / (N * T)",
            "is something detached besides the advantage?",
        )


def _loss(returns, logprobs_taken, iw):
    return (iw * logprobs_taken * (returns - returns.mean(0, keepdim=True))).mean()


def _mistakes(returns, logprobs, weights):
    baseline = returns.mean(0, keepdim=True)
    advantage = returns - baseline
    count, total = returns.shape[0], weights * logprobs * advantage

    def with_baseline(baseline):
        return (weights * logprobs * (returns - baseline)).mean()

    found = [
        ("there is no baseline", (weights * logprobs * returns).mean()),
        (
            "the baseline is the mean over all environments and steps; one for each step was expected",
            with_baseline(returns.mean()),
        ),
        (
            "the baseline is the mean over steps (dim=1); the mean over environments, dim=0, was expected",
            with_baseline(returns.mean(1, keepdim=True)),
        ),
        ("the baseline is the sum over environments; their mean was expected", with_baseline(count * baseline)),
        ("the baseline is added: subtract it from the returns", with_baseline(-baseline)),
        ("the importance weights are missing", (logprobs * advantage).mean()),
        ("divided by the importance weights: multiply by them", (logprobs * advantage / weights).mean()),
        ("the log-probabilities are missing", (weights * advantage).mean()),
        (
            "these are probabilities: the log-probabilities themselves were expected",
            (weights * logprobs.exp() * advantage).mean(),
        ),
        (
            "the baseline is subtracted from the weighted returns: the weight multiplies the whole advantage",
            (logprobs * (weights * returns - baseline)).mean(),
        ),
        (
            "the baseline is the mean of the weighted returns: the weight multiplies the advantage, whose baseline has none",
            (logprobs * (weights * returns - (weights * returns).mean(0, keepdim=True))).mean(),
        ),
        (
            "the advantages are divided by their standard deviation too: only the baseline is subtracted",
            (total / (advantage.std() + 1e-8)).mean(),
        ),
        ("a sum where the mean was expected", total.sum()),
        ("summed over the steps and averaged over environments: the mean over both was expected", total.sum(1).mean()),
        ("the sign is the other way round: this is maximised", -total.mean()),
        ("one number for each step and environment: take the mean of all", total),
        ("averaged over environments only: take the mean of all numbers", total.mean(0)),
        ("averaged over steps only: take the mean of all numbers", total.mean(1)),
        ("a sum over the steps of each environment: take the mean of all numbers", total.sum(1)),
    ]
    first, last = returns[:1], returns[-1:]
    found += [
        (
            "the baseline is the median of the environments: their mean was expected",
            with_baseline(middle(returns, 0)),
        ),
        (
            "the baseline is the median of all returns: the mean of each step was expected",
            with_baseline(middle(returns)),
        ),
        (
            "the baseline is the largest return of each step: the mean was expected",
            with_baseline(returns.max(0).values),
        ),
        (
            "the baseline is the smallest return of each step: the mean was expected",
            with_baseline(returns.min(0).values),
        ),
        ("the baseline is the return of one environment: the mean of all was expected", with_baseline(first)),
        ("the baseline is the return of one environment: the mean of all was expected", with_baseline(last)),
        (
            "the baseline is the mean of the weighted returns: the returns themselves are averaged",
            with_baseline((weights * returns).mean(0)),
        ),
        (
            "the baseline is a mean with weights: all environments count alike",
            with_baseline((weights * returns).sum(0) / weights.sum(0)),
        ),
        ("divided by the sum of the weights: divide by their number, as mean() does", total.sum() / weights.sum()),
        (
            "divided by the sum of the weights at each step: take the mean of all numbers",
            (total.sum(0) / weights.sum(0)).mean(),
        ),
        ("summed over environments and averaged over steps: the mean over both was expected", total.sum(0).mean()),
        (
            "the exponential of the weights is taken: they are ratios already",
            (weights.exp() * logprobs * advantage).mean(),
        ),
        (
            "the mean of the weights is multiplied: each weight belongs to its own step",
            weights.mean() * (logprobs * advantage).mean(),
        ),
        ("the weights are used twice", (weights * total).mean()),
        ("the weights stand as logarithms: they are ratios already", (weights.log() * logprobs * advantage).mean()),
        ("the absolute values of the advantages count: keep their sign", (weights * logprobs * advantage.abs()).mean()),
        ("the squares of the advantages count: multiply by the advantage once", (total * advantage).mean()),
    ]
    if count > 1:
        others = (returns.sum(0, keepdim=True) - returns) / (count - 1)
        sentence = "the baseline leaves out the environment itself: the mean of all environments was expected"
        found.append((sentence, with_baseline(others)))
    if returns.shape[0] == returns.shape[1]:
        sentence = "the baseline is the mean over steps (dim=1); the mean over environments, dim=0, was expected"
        found.append((sentence, with_baseline(returns.mean(1))))
    return found
