import torch as t
from tests.explain import call, compare, passed, require
from torch.distributions import Categorical


def test_calc_clipped_surrogate_objective(calc_clipped_surrogate_objective):
    t.random.seed()
    idea = "the mean of min(ratio * A, clip(ratio, 1 ± clip_coef) * A), advantages normalised within the minibatch"
    for clip_coef in (0.01, 0.2):
        logits = t.randn(16, 4).requires_grad_()
        dist = Categorical(logits=logits)
        actions, advantages = t.randint(0, 4, (16,)), t.randn(16) * 2 + 1
        old = dist.log_prob(actions).detach() + 0.3 * t.randn(16)
        inputs = {"dist": dist, "actions": actions, "advantages": advantages, "old_logprobs": old, "clip_coef": clip_coef}
        got = call(idea, calc_clipped_surrogate_objective, inputs)
        ratio = t.exp(dist.log_prob(actions) - old)
        scaled = (advantages - advantages.mean()) / (advantages.std() + 1e-8)

        def objective(ratio, scaled, choose=t.min):
            return choose(ratio * scaled, ratio.clamp(1 - clip_coef, 1 + clip_coef) * scaled).mean()

        expected = objective(ratio, scaled)
        mistakes = [
            ("advantages are not normalised within the minibatch (detail 7)", objective(ratio, advantages)),
            ("the larger of both is taken: the objective has to be the cautious one", objective(ratio, scaled, t.max)),
            ("nothing is clipped", (ratio * scaled).mean()),
            ("only the clipped term is there", (ratio.clamp(1 - clip_coef, 1 + clip_coef) * scaled).mean()),
            ("the ratio is the other way round: new over old", objective(1 / ratio, scaled)),
        ]
        compare(idea, got, expected, {"clip_coef": clip_coef, "advantages": advantages}, mistakes)
        got.backward()
        require(bool((logits.grad != 0).any()), "gradient must flow to the policy")
    passed("test_calc_clipped_surrogate_objective")
