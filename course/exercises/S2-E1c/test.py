from types import SimpleNamespace

import reference
import torch as t
from tests.explain import CheckFailed, call, compare, passed, require
from tests.learning import keeps
from tests.phases import kept, never, settings
from tests.randomness import leaves_generators
from torch import nn
from torch.distributions import Categorical

IDEA = "clipped surrogate - value loss + entropy bonus"
# None of them is a usual setting: a number that is written out instead of read shows.
ARGS = settings(clip_coef=0.13, vf_coef=0.3, ent_coef=0.04)


class _Case:
    """A trainer with two small networks, a minibatch, and the three terms of its objective."""

    def __init__(self, count=12, drift=0.4, size=1.0):
        self.actor, self.critic = nn.Linear(4, 3), nn.Linear(4, 1)
        learns = never(IDEA, "the objective is only returned: learning_phase takes the gradient and steps")
        groups = [{"params": [*self.actor.parameters(), *self.critic.parameters()], "lr": 0.001}]
        optimizer = SimpleNamespace(step=learns, zero_grad=learns, param_groups=groups)
        envs = SimpleNamespace(num_envs=ARGS.num_envs)
        agent = SimpleNamespace(actor=self.actor, critic=self.critic, step=0, envs=envs)
        self.trainer = SimpleNamespace(
            actor=self.actor,
            critic=self.critic,
            # A copy: what an answer does to its settings is nothing to the next one.
            args=SimpleNamespace(**vars(ARGS)),
            agent=agent,
            envs=envs,
            num_envs=ARGS.num_envs,
            optimizer=optimizer,
            scheduler=SimpleNamespace(step=learns, optimizer=optimizer),
            device=t.device("cpu"),
            step=0,
            phase=0,
        )
        self.draw(count, drift, size)

    def draw(self, count=12, drift=0.4, size=1.0):
        """Draws a minibatch. Its policy has moved by `drift` since the rollout, so that some ratios are clipped."""
        obs, actions = t.randn(count, 4), t.randint(0, 3, (count,))
        shifts = drift * (t.randn(count) if drift < 1.0 else t.linspace(-1.0, 1.0, count))
        old = Categorical(logits=self.actor(obs)).log_prob(actions).detach() + shifts
        # Their mean is far from 0, so that it matters which of the two is normalised.
        advantages, returns = t.randn(count) + 1, size * (t.randn(count) - 1)
        self.minibatch = reference.ReplayMinibatch(obs, actions, old, advantages, returns, t.zeros(count))
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

    def by_hand(made):
        """The objective with a surrogate made of ratios and normalised advantages."""
        ratio = t.exp(case.dist.log_prob(given.actions) - given.logprobs)
        own, limit = given.advantages, ARGS.clip_coef
        normal = (own - own.mean()) / (own.std() + 1e-8)
        return made(ratio, ratio.clamp(1 - limit, 1 + limit), normal) - loss + bonus

    errors = values.squeeze(-1) - given.returns
    huber = t.where(errors.abs() < 1, 0.5 * errors**2, errors.abs() - 0.5).mean()
    taken = "the actor's output is taken for {}: Categorical(logits=...) takes it as it is"

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
    ]
    for what, probs in (
        ("probabilities after sigmoid", t.sigmoid(logits)),
        ("probabilities after ReLU", t.relu(logits) + 1e-6),
        ("probabilities after abs", logits.abs()),
        ("probabilities after a square", logits**2),
        ("probabilities after softplus", t.log(1 + t.exp(logits))),
    ):
        mistakes.append((taken.format(what), case.other(Categorical(probs=probs))))
    for what, other in (
        ("logits after sigmoid", t.sigmoid(logits)),
        ("logits after tanh", t.tanh(logits)),
        ("logits after ReLU", t.relu(logits)),
        ("logits with the other sign", -logits),
        ("logits after exp", t.exp(logits)),
        ("logits after softmax along the minibatch", t.softmax(logits, 0)),
    ):
        mistakes.append((taken.format(what), case.other(Categorical(logits=other))))
    mistakes += [
        (
            "the advantages are not normalised: calc_clipped_surrogate_objective does it",
            by_hand(
                lambda r, clip, A: t.min(r * given.advantages, clip * given.advantages).mean()
            ),
        ),
        (
            "the advantages have their mean subtracted and are not divided: calc_clipped_surrogate_objective does both",
            by_hand(lambda r, clip, A: t.min(r * A, clip * A).mean() * (given.advantages.std() + 1e-8)),
        ),
        ("nothing is clipped: call calc_clipped_surrogate_objective", by_hand(lambda r, clip, A: (r * A).mean())),
        (
            "only the clipped product is used: calc_clipped_surrogate_objective takes the minimum of both",
            by_hand(lambda r, clip, A: (clip * A).mean()),
        ),
        (
            "the larger of both products is taken: calc_clipped_surrogate_objective takes the smaller one",
            by_hand(lambda r, clip, A: t.max(r * A, clip * A).mean()),
        ),
        (
            "the ratio is upside down: calc_clipped_surrogate_objective takes the old log-probabilities last",
            by_hand(lambda r, clip, A: reference_surrogate(1 / r, A)),
        ),
        (
            "the log-probabilities stand in place of the ratio: call calc_clipped_surrogate_objective",
            by_hand(lambda r, clip, A: (case.dist.log_prob(given.actions) * A).mean()),
        ),
        ("the value loss was halved: calc_value_function_loss has no half", surrogate - 0.5 * loss + bonus),
        ("the value loss counts twice: subtract it once", surrogate - 2 * loss + bonus),
        ("the entropy bonus counts twice: add it once", surrogate - loss + 2 * bonus),
        ("the surrogate counts twice: add it once", 2 * surrogate - loss + bonus),
        (
            "large errors are not squared (smooth_l1_loss, huber_loss): call calc_value_function_loss",
            surrogate - vf_coef * huber + bonus,
        ),
        (
            "the errors are made positive and not squared: call calc_value_function_loss",
            surrogate - vf_coef * errors.abs().mean() + bonus,
        ),
        ("the value loss is a sum: call calc_value_function_loss", surrogate - vf_coef * (errors**2).sum() + bonus),
        (
            "the entropy is a sum: call calc_entropy_bonus",
            surrogate - loss + ent_coef * case.dist.entropy().sum(),
        ),
        ("everything is divided by three: the terms are added up", (surrogate - loss + bonus) / 3),
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


def reference_surrogate(ratio, advantages):
    limit = ARGS.clip_coef
    return t.min(ratio * advantages, ratio.clamp(1 - limit, 1 + limit) * advantages).mean()


_NEXT = (
    "the first minibatch gets the right objective, and the next one does not: keep nothing on self, and compute everything "
    "from this minibatch"
)
_FAR = (
    "ratios near 1 and small errors come out right, and these do not, ratios from 0.05 to 20 and errors of hundreds: leave "
    "out limits other than clip_coef, and square large errors too"
)
_PAIR = "a minibatch of 12 comes out right, and this one of two samples does not: squeeze(-1), and means over samples"


def test_compute_ppo_objective(compute_ppo_objective):
    for _ in range(2):
        case = _Case()
        _check(compute_ppo_objective, case)
        case.draw()
        try:
            _check(compute_ppo_objective, case, _NEXT)
        except CheckFailed:
            # A trainer that has seen nothing yet fails too if the first objective was right by chance.
            other = _Case()
            _check(compute_ppo_objective, other)
            raise
    _check(compute_ppo_objective, _Case(24, 3.0, 300.0), _FAR)
    _check(compute_ppo_objective, _Case(2), _PAIR)
    leaves_generators(IDEA, "compute_ppo_objective", lambda: compute_ppo_objective(case.trainer, case.minibatch))
    passed("test_compute_ppo_objective")


def _called(compute_ppo_objective, case, otherwise):
    """Returns the objective, after a look at what must stay as it was."""
    settings_before, given = dict(vars(case.trainer.args)), case.minibatch._asdict()
    unchanged = keeps(IDEA, **{f"minibatch.{name}": tensor for name, tensor in given.items()})
    networks = (case.actor, case.critic)
    weights = [parameter.detach().clone() for network in networks for parameter in network.parameters()]
    try:
        got = call(IDEA, compute_ppo_objective, {"self": case.trainer, "minibatch": case.minibatch})
    except (RuntimeError, ValueError, IndexError) as error:
        if otherwise is None:
            raise
        raise CheckFailed(IDEA, likely=otherwise, inputs={"error": str(error)}) from None
    kept(IDEA, "compute_ppo_objective", settings_before, vars(case.trainer.args))
    unchanged()
    parameters = [parameter for network in networks for parameter in network.parameters()]
    has_gradient = any(parameter.grad is not None for parameter in parameters)
    likely = "backward is called already: return the objective, and learning_phase takes the gradient"
    require(not has_gradient, IDEA, likely)
    is_kept = all(bool((now == before).all()) for now, before in zip(parameters, weights))
    require(is_kept, IDEA, "it changes the weights: the optimiser does that in learning_phase")
    return got


def _close(got, value):
    return bool((got.detach() - value.detach()).abs() <= 2e-5 + 2e-5 * value.detach().abs())


def _named(compute_ppo_objective, case, got):
    """Returns the mistake that leads to an objective, and to those of two other minibatches, or None."""
    minibatch, known = case.minibatch, _mistakes(case)
    again = compute_ppo_objective(case.trainer, minibatch)
    if not bool((again == got).all()) and not bool(got.isnan()):
        return "two calls with the same minibatch return two objectives: use minibatch.actions, and draw nothing"
    left = [place for place, (_, value) in enumerate(known) if _close(got, value)]
    for _ in range(2 if left else 0):
        case.draw()
        others, again = _mistakes(case), compute_ppo_objective(case.trainer, case.minibatch)
        left = [place for place in left if _close(again.reshape(()), others[place][1])]
    case.minibatch = minibatch
    case.compute()
    return known[left[0]][0] if left else None


def _near(mine, its):
    return bool(((mine - its).abs() <= 1e-4 * its.abs().max() + 1e-6).all())


def _unknown(case, got):
    """Returns which network's part of an objective is wrong, as its gradients tell."""
    actor, critic = case.gradient(got)
    right = case.gradient(case.surrogate - case.loss + case.bonus)
    case.compute()

    wrong = [mine is None or not _near(mine, its) for mine, its in zip((actor, critic), right)]
    return {
        (True, False): "the value loss is right, and what the actor gets is not: surrogate plus entropy bonus, with "
        "Categorical(logits=self.actor(minibatch.obs))",
        (False, True): "what the actor gets is right, and the value loss is not: calc_value_function_loss of the critic's "
        "values, the returns and vf_coef",
        (False, False): "its gradients are right and the number is not: something is added that no weight moves",
    }.get(tuple(wrong), "neither network's part is right: compute the three terms one by one, and add them up")


def _check(compute_ppo_objective, case, otherwise=None):
    got = _called(compute_ppo_objective, case, otherwise)
    _check_type(got)
    if isinstance(got, t.Tensor):
        got = got.reshape(())
    right = case.surrogate - case.loss + case.bonus
    if otherwise and isinstance(got, t.Tensor):
        require(_close(got, right), IDEA, otherwise, expected=right, got=got)
    elif isinstance(got, t.Tensor) and not _close(got, right):
        likely = _named(compute_ppo_objective, case, got)
        if likely is None and got.requires_grad and not bool(got.isnan()):
            likely = _unknown(case, got)
        compare(IDEA, got, right, mistakes=[] if likely is None else [(likely, got)])
        raise CheckFailed(IDEA, right, got, likely=likely)
    else:
        compare(IDEA, got, right)

    of_actor, of_critic = case.gradient(got)
    if otherwise:
        right = case.gradient(right)
        case.compute()
        near = [mine is not None and _near(mine, its) for mine, its in zip((of_actor, of_critic), right)]
        return require(all(near), "the gradient of both networks", otherwise)
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
