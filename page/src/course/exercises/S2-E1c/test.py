from types import SimpleNamespace

import reference
import torch as t
from tests.explain import CheckFailed, call, compare, passed, require
from torch import nn
from torch.distributions import Categorical

IDEA = "clipped surrogate - value loss + entropy bonus"
# None of them is a usual setting: a number that is written out instead of read shows.
ARGS = SimpleNamespace(clip_coef=0.13, vf_coef=0.3, ent_coef=0.04, use_wandb=False)


class _Case:
    """A trainer with two small networks, a minibatch, and the three terms of its objective."""

    def __init__(self):
        self.actor, self.critic = nn.Linear(4, 3), nn.Linear(4, 1)
        agent = SimpleNamespace(actor=self.actor, critic=self.critic, step=0)
        self.trainer = SimpleNamespace(actor=self.actor, critic=self.critic, args=ARGS, agent=agent, step=0)
        obs, actions = t.randn(12, 4), t.randint(0, 3, (12,))
        # The policy has moved since the rollout, so that some ratios are clipped.
        old = Categorical(logits=self.actor(obs)).log_prob(actions).detach() + 0.4 * t.randn(12)
        # Their mean is far from 0, so that it matters which of the two is normalised.
        advantages, returns = t.randn(12) + 1, t.randn(12) - 1
        self.minibatch = reference.ReplayMinibatch(obs, actions, old, advantages, returns, t.zeros(12))
        self.compute()

    def compute(self):
        """Computes the terms, with a record for gradients that no backward has used up yet."""
        obs, returns = self.minibatch.obs, self.minibatch.returns
        self.dist, self.values = Categorical(logits=self.actor(obs)), self.critic(obs)
        self.surrogate = self.clipped(self.dist)
        self.loss = reference.calc_value_function_loss(self.values.squeeze(-1), returns, ARGS.vf_coef)
        self.bonus = reference.calc_entropy_bonus(self.dist, ARGS.ent_coef)

    def clipped(self, dist, advantages=None, old=None, clip_coef=ARGS.clip_coef):
        given = self.minibatch
        return reference.calc_clipped_surrogate_objective(
            dist,
            given.actions,
            given.advantages if advantages is None else advantages,
            given.logprobs if old is None else old,
            clip_coef,
        )

    def other(self, dist):
        """Returns the objective with another distribution."""
        return self.clipped(dist) - self.loss + reference.calc_entropy_bonus(dist, ARGS.ent_coef)

    def gradient(self, value):
        """Returns the gradients of the actor and of the critic, each a vector, or None if there is none."""
        networks, found = (self.actor, self.critic), []
        for network in networks:
            network.zero_grad()
        if value.requires_grad:
            value.backward()
        for network in networks:
            parts = [parameter.grad for parameter in network.parameters()]
            is_whole = all(part is not None for part in parts)
            found.append(t.cat([part.flatten() for part in parts]) if is_whole else None)
            network.zero_grad()
        return found


def _mistakes(case):
    surrogate, loss, bonus = case.surrogate, case.loss, case.bonus
    given, values, logits = case.minibatch, case.values, case.actor(case.minibatch.obs)
    vf_coef, ent_coef = ARGS.vf_coef, ARGS.ent_coef

    def loss_of(predicted, wanted):
        return vf_coef * ((predicted - wanted) ** 2).mean()

    mistakes = [
        ("the value loss is added: we want it to be small, so it enters with a minus sign", surrogate + loss + bonus),
        (
            "the entropy is subtracted: the bonus is added, because the entropy should grow a little",
            surrogate - loss - bonus,
        ),
        ("the surrogate is subtracted: it should grow, so it enters with a plus sign", -surrogate - loss + bonus),
        (
            "this is the loss, the objective's negative: the optimiser climbs, so return the objective",
            -surrogate + loss - bonus,
        ),
        ("the entropy bonus is missing: add calc_entropy_bonus", surrogate - loss),
        ("the value loss is missing: subtract calc_value_function_loss", surrogate + bonus),
        (
            "the surrogate counts for nothing: it is missing, or the ratio is 1 everywhere because the old "
            "log-probabilities are not minibatch.logprobs",
            bonus - loss,
        ),
        ("only the surrogate is there: subtract the value loss and add the entropy bonus", surrogate),
        (
            "vf_coef does nothing: pass self.args.vf_coef to calc_value_function_loss",
            surrogate - loss / vf_coef + bonus,
        ),
        ("vf_coef is there twice: calc_value_function_loss has it already", surrogate - loss * vf_coef + bonus),
        ("ent_coef does nothing: pass self.args.ent_coef to calc_entropy_bonus", surrogate - loss + bonus / ent_coef),
        ("ent_coef is there twice: calc_entropy_bonus has it already", surrogate - loss + bonus * ent_coef),
        (
            "both coefficients are there twice: the functions have them already",
            surrogate - loss * vf_coef + bonus * ent_coef,
        ),
        (
            "values [12, 1] - returns [12] is [12, 12]: squeeze(-1) removes the last dimension of the critic's output",
            surrogate - loss_of(values, given.returns) + bonus,
        ),
        (
            "the values are compared with the advantages: the critic's target is minibatch.returns",
            surrogate - loss_of(values.squeeze(-1), given.advantages) + bonus,
        ),
        (
            "these are the values of the rollout, returns - advantages: run self.critic on minibatch.obs",
            surrogate - loss_of(given.returns - given.advantages, given.returns) + bonus,
        ),
        (
            "the returns are in the place of the advantages: the surrogate takes minibatch.advantages",
            case.clipped(case.dist, given.returns) - loss + bonus,
        ),
        (
            "advantages and log-probabilities are swapped: the order is distribution, actions, advantages, "
            "log-probabilities",
            case.clipped(case.dist, given.logprobs, given.advantages) - loss + bonus,
        ),
        (
            "softmax is there twice: Categorical(logits=...) takes the actor's output as it is",
            case.other(Categorical(logits=t.softmax(logits, -1))),
        ),
        (
            "the actor's output is taken for probabilities: the first argument of Categorical is probs, so write "
            "logits=",
            case.other(Categorical(probs=logits)),
        ),
    ]
    # Numbers that are usual, and the other coefficients.
    for value in (0.1, 0.2, 0.3, vf_coef, ent_coef):
        sentence = f"clip_coef is {ARGS.clip_coef} here, and {value} was used: pass self.args.clip_coef"
        mistakes.append((sentence, case.clipped(case.dist, clip_coef=value) - loss + bonus))
    for value in (0.25, 0.5, ent_coef, ARGS.clip_coef):
        sentence = f"vf_coef is {vf_coef} here, and {value} was used: pass self.args.vf_coef"
        mistakes.append((sentence, surrogate - loss / vf_coef * value + bonus))
    for value in (0.001, 0.01, 0.02, vf_coef, ARGS.clip_coef):
        sentence = f"ent_coef is {ent_coef} here, and {value} was used: pass self.args.ent_coef"
        mistakes.append((sentence, surrogate - loss + bonus / ent_coef * value))
    return mistakes


def _check_type(got):
    idea = "one number comes back, a tensor through which gradient flows"
    if got is None or (isinstance(got, t.Tensor) and got.numel() == 1):
        return
    if isinstance(got, (int, float)):
        raise CheckFailed(
            idea, likely="a plain number has no gradient: return the tensor itself, without .item() or float()"
        )
    if isinstance(got, (tuple, list)):
        raise CheckFailed(idea, likely="return the sum of the three terms as one number, not the terms one by one")
    if isinstance(got, t.Tensor):
        likely = (
            "the mean over the minibatch is missing: the three functions return one number each; add up what they "
            "return"
        )
        raise CheckFailed(idea, likely=likely, inputs={"shape": tuple(got.shape)})


def test_compute_ppo_objective(compute_ppo_objective):
    for _ in range(2):
        _check(compute_ppo_objective, _Case())
    passed("test_compute_ppo_objective")


def _check(compute_ppo_objective, case):
    got = call(IDEA, compute_ppo_objective, {"self": case.trainer, "minibatch": case.minibatch})
    has_gradient = any(p.grad is not None for network in (case.actor, case.critic) for p in network.parameters())
    likely = "backward is called already: return the objective, and learning_phase takes the gradient"
    require(not has_gradient, IDEA, likely)
    _check_type(got)
    if isinstance(got, t.Tensor):
        got = got.reshape(())
    compare(IDEA, got, case.surrogate - case.loss + case.bonus, mistakes=_mistakes(case))

    of_actor, of_critic = case.gradient(got)
    idea = "the value is right, and gradient must reach both networks too"
    without = "is it run under no_grad, or its output detached?"
    require(
        of_actor is not None or of_critic is not None,
        idea,
        "the objective has no gradient at all: nothing in here belongs under no_grad or is detached",
    )
    require(of_actor is not None, idea, f"no gradient reaches the actor, so the policy would never move: {without}")
    require(of_critic is not None, idea, f"no gradient reaches the critic, so it would never learn: {without}")
    right = case.gradient(case.surrogate - case.loss + case.bonus)
    case.compute()
    only = (
        "gradient reaches the actor through the {} alone: is the other term under no_grad, or its distribution "
        "detached?"
    )
    mistakes = [
        (only.format("entropy bonus"), case.gradient(case.bonus)[0]),
    ]
    case.compute()
    mistakes.append((only.format("surrogate"), case.gradient(case.surrogate)[0]))
    compare(
        "the actor's gradient is that of the surrogate and of the entropy bonus", of_actor, right[0], mistakes=mistakes
    )
    compare("the critic's gradient is that of the value loss", of_critic, right[1])
