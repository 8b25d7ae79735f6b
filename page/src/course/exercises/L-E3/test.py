import torch as t
from tests.explain import call, passed
from tests.learning import compare_with_gradient
from torch.distributions import Categorical

_IDEA = "ent_coef times the mean entropy over the minibatch"


def _mistakes(dist, ent_coef):
    entropies, probs, logs = dist.entropy(), dist.probs, t.log(dist.probs)
    average = probs.mean(0)
    return [
        ("there is one number for each observation: take the mean over the minibatch", ent_coef * entropies),
        ("there is one number for each observation and action: sum over the actions first", -ent_coef * probs * logs),
        ("ent_coef does nothing: multiply the mean by it", entropies.mean()),
        ("a sum where the mean was expected", ent_coef * entropies.sum()),
        (
            "the sign is the other way round: entropy() has its own minus, and the objective adds the bonus",
            -ent_coef * entropies.mean(),
        ),
        (
            "the mean is over the actions too: sum over the actions, then take the mean over the observations",
            -ent_coef * (probs * logs).mean(),
        ),
        ("each logarithm must be weighted with its probability: -sum(p * log p)", -ent_coef * logs.sum(-1).mean()),
        ("each logarithm must be weighted with its probability: -sum(p * log p)", -ent_coef * logs.mean()),
        (
            "this is the entropy of the mean policy: take the entropy for each observation, and the mean last",
            -ent_coef * (average * t.log(average)).sum(),
        ),
        ("these are probabilities, which always sum to 1: the entropy is -sum(p * log p)", ent_coef * probs.mean()),
        ("ent_coef divides: multiply by it", entropies.mean() / ent_coef),
        ("ent_coef is added: multiply by it", entropies.mean() + ent_coef),
        ("the logarithm has base 2: take the natural one", ent_coef * entropies.mean() / 0.6931471805599453),
    ]


def test_calc_entropy_bonus(calc_entropy_bonus):
    for ent_coef, count, actions in ((0.02, 16, 3), (0.3, 12, 4)):
        logits = 1.5 * t.randn(count, actions)
        leaves = [logits.clone().requires_grad_() for _ in range(2)]
        dists = [Categorical(logits=leaf) for leaf in leaves]
        inputs = {"dist": dists[0], "ent_coef": ent_coef}
        got = call(_IDEA, calc_entropy_bonus, inputs)
        expected = ent_coef * dists[1].entropy().mean()
        expected.backward()
        shown = {"logits of dist": logits, "ent_coef": ent_coef}
        mistakes = _mistakes(Categorical(logits=logits), ent_coef)
        again = call(_IDEA, calc_entropy_bonus, inputs)
        if isinstance(got, t.Tensor) and isinstance(again, t.Tensor) and got.shape == again.shape == expected.shape:
            varies = abs(float(got) - float(again)) > 1e-6
            sentence = "two calls give two numbers: do not draw actions, but sum over all of them"
            mistakes = [(sentence, got.detach())] if varies else mistakes
        compare_with_gradient(_IDEA, got, expected.detach(), leaves[0], leaves[1].grad, shown, mistakes, "dist")
    passed("test_calc_entropy_bonus")
