"""PPO: networks, advantages, minibatches, the three parts of its objective, the agent's step."""

from types import SimpleNamespace

import gymnasium as gym
import numpy as np
import reference
import torch as t
from tests.explain import CheckFailed, call, compare, passed, require
from torch import nn
from torch.distributions import Categorical


def test_get_actor_and_critic(get_actor_and_critic, mode="classic-control"):
    t.manual_seed(0)
    envs = gym.vector.SyncVectorEnv([lambda: gym.make("CartPole-v1") for _ in range(4)])
    actor, critic = call("an actor and a critic", get_actor_and_critic, {"envs": envs}, mode=mode)
    obs = t.randn(3, 4)
    require(tuple(actor(obs).shape) == (3, 2), "the actor gives a logit for each action", shape=tuple(actor(obs).shape))
    require(tuple(critic(obs).shape) == (3, 1), "the critic gives one value", shape=tuple(critic(obs).shape))
    for name, network, last in (("actor", actor, 0.01), ("critic", critic, 1.0)):
        layers = [layer for layer in network.modules() if isinstance(layer, nn.Linear)]
        require(len(layers) == 3, f"the {name} has three linear layers", layers=len(layers))
        require(
            any(isinstance(layer, nn.Tanh) for layer in network.modules()),
            f"the {name}'s hidden layers end in tanh",
        )
        for place, layer in enumerate(layers):
            std = last if place == 2 else 2**0.5
            weight = layer.weight.detach()
            rows = weight if weight.shape[0] <= weight.shape[1] else weight.t()
            product = rows @ rows.t()
            compare(
                f"layer {place + 1} of the {name}: orthogonal weights of size {std:.4g}",
                product,
                t.eye(rows.shape[0]) * std * std,
                mistakes=[("the size (std) is that of the other layers", t.eye(rows.shape[0]) * 2.0)],
                atol=1e-3 * max(std * std, 1e-3),
            )
            require(bool((layer.bias == 0).all()), f"layer {place + 1} of the {name}: biases start at 0")
    shared = {id(p) for p in actor.parameters()} & {id(p) for p in critic.parameters()}
    require(not shared, "actor and critic share no parameters")
    passed("test_get_actor_and_critic")


def _gae(next_value, next_terminated, rewards, values, terminated, gamma, lam, late=False):
    """Each step's sum of residuals, world by world."""
    T, num_envs = rewards.shape
    result = t.zeros(T, num_envs)
    for env in range(num_envs):
        advantage = 0.0
        for step in reversed(range(T)):
            last = step == T - 1
            over = float(next_terminated[env] if last else terminated[step + 1, env])
            if late:
                over = float(terminated[step, env])
            value = float(next_value[env] if last else values[step + 1, env])
            delta = float(rewards[step, env]) + gamma * (1 - over) * value - float(values[step, env])
            advantage = delta + gamma * lam * (1 - over) * advantage
            result[step, env] = advantage
    return result


def test_compute_advantages(compute_advantages):
    t.random.seed()
    idea = "A_t = delta_t + gamma * lambda * (1 - d_{t+1}) * A_{t+1}, delta_t = r_t + gamma * (1 - d_{t+1}) * V_{t+1} - V_t"
    for chance in (0.0, 0.25):
        for num_envs, steps, gamma, lam in ((1, 6, 0.95, 0.9), (3, 8, 0.99, 0.95), (2, 5, 0.9, 0.0), (2, 5, 0.9, 1.0)):
            inputs = {
                "next_value": t.randn(num_envs),
                "next_terminated": t.rand(num_envs) < chance,
                "rewards": t.randn(steps, num_envs),
                "values": t.randn(steps, num_envs),
                "terminated": t.rand(steps, num_envs) < chance,
                "gamma": gamma,
                "gae_lambda": lam,
            }
            got = call(idea, compute_advantages, inputs)
            given = tuple(inputs.values())
            never = t.zeros(steps, num_envs, dtype=t.bool)
            blind = (inputs["next_value"], never[0], inputs["rewards"], inputs["values"], never, gamma, lam)
            cut = (t.zeros(num_envs),) + given[1:]
            mistakes = [
                ("d is used one step off: d_{t+1} says whether step t ended the episode", _gae(*given, late=True)),
                ("terminated does nothing: values run on into the next episode", _gae(*blind)),
                ("next_value does nothing: the last step must count what follows the rollout", _gae(*cut)),
                ("lambda does nothing", _gae(*given[:6], 1.0)),
                ("these are the returns (advantages + values)", _gae(*given) + inputs["values"]),
            ]
            compare(idea, got, _gae(*given), inputs, mistakes, atol=1e-4)
    passed("test_compute_advantages")


def test_get_minibatch_indices(get_minibatch_indices):
    for batch_size, minibatch_size in ((12, 6), (12, 3), (5, 5), (8, 1)):
        rng = np.random.default_rng(0)
        inputs = {"rng": rng, "batch_size": batch_size, "minibatch_size": minibatch_size}
        got = call("the indices of a batch, shuffled and cut into minibatches", get_minibatch_indices, inputs)
        require(isinstance(got, list), "a list was expected", type=type(got).__name__)
        require(
            len(got) == batch_size // minibatch_size,
            f"{batch_size} indices in minibatches of {minibatch_size} are {batch_size // minibatch_size} arrays",
            got=len(got),
        )
        require(all(isinstance(part, np.ndarray) for part in got), "each minibatch is a numpy array")
        flat = sorted(int(index) for part in got for index in part)
        require(
            flat == list(range(batch_size)),
            "each index occurs once",
            "a permutation, not draws with replacement",
            indices=flat,
        )
    rng = np.random.default_rng(1)
    first, second = get_minibatch_indices(rng, 64, 64), get_minibatch_indices(rng, 64, 64)
    require(list(first[0]) != list(range(64)), "the indices are not shuffled")
    require(list(first[0]) != list(second[0]), "a second call shuffles anew", "use the rng that is given")
    passed("test_get_minibatch_indices")


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


def test_calc_value_function_loss(calc_value_function_loss):
    t.random.seed()
    for vf_coef in (0.25, 1.0):
        values, returns = t.randn(9).requires_grad_(), t.randn(9)
        idea = "vf_coef times the mean squared error"
        inputs = {"values": values, "mb_returns": returns, "vf_coef": vf_coef}
        got = call(idea, calc_value_function_loss, inputs)
        squared = ((values - returns) ** 2).mean()
        mistakes = [
            ("there is a factor of one half too much", 0.5 * vf_coef * squared),
            ("vf_coef does nothing", squared),
            ("a sum where the mean was expected", vf_coef * squared * 9),
        ]
        compare(idea, got, vf_coef * squared, inputs, mistakes if vf_coef != 1.0 else mistakes[::2])
        got.backward()
        require(bool((values.grad != 0).any()), "gradient must flow to the critic")
    passed("test_calc_value_function_loss")


def test_calc_entropy_bonus(calc_entropy_bonus):
    t.random.seed()
    dist = Categorical(logits=t.randn(7, 3))
    got = call("ent_coef times the mean entropy", calc_entropy_bonus, {"dist": dist, "ent_coef": 0.02})
    mean = dist.entropy().mean()
    compare("ent_coef times the mean entropy", got, 0.02 * mean, mistakes=[("ent_coef does nothing", mean), ("a sum where the mean was expected", 0.02 * mean * 7)])
    passed("test_calc_entropy_bonus")


class _Memory:
    """Keeps what the agent adds."""

    def __init__(self):
        self.added = []

    def add(self, *parts):
        self.added.append(parts)


def test_ppo_agent(PPOAgent):
    t.random.seed()
    envs = gym.vector.SyncVectorEnv([lambda: gym.make("CartPole-v1") for _ in range(5)])
    actor, critic, memory = nn.Linear(4, 2), nn.Linear(4, 1), _Memory()
    agent = PPOAgent(envs, actor, critic, memory)
    obs = agent.next_obs
    for _ in range(4):
        before = agent.next_obs
        infos = call("play_step samples, steps and records", agent.play_step, {})
        require(infos is not None, "play_step returns the infos of the step")
        parts = memory.added[-1]
        require(len(parts) == 6, "six things are recorded: obs, actions, logprobs, values, rewards, terminated", parts=len(parts))
        names = ("obs", "actions", "logprobs", "values", "rewards", "terminated")
        for name, part in zip(names, parts):
            require(isinstance(part, np.ndarray), f"{name} must be a numpy array", "call .cpu().numpy() on it", type=type(part).__name__)
            require(part.shape[0] == 5, f"{name} has one entry for each world", shape=part.shape)
        seen, actions, logprobs, values, _, _ = (t.tensor(part) for part in parts)
        compare("the observation that the action was chosen from is recorded", seen.float(), before.float())
        logs = t.log_softmax(actor(before), -1)
        compare("log-probabilities of the actions taken", logprobs.float(), logs.gather(-1, actions.long().unsqueeze(-1)).squeeze(-1))
        compare("values of the same observations", values.float(), critic(before).flatten())
        require(not bool((agent.next_obs == before).all()), "next_obs is replaced by the new observation")
    require(agent.step == 20, "4 steps of 5 worlds are 20", "step grows by the number of worlds", step=agent.step)
    require(not bool((agent.next_obs == obs).all()), "the agent moves on")
    passed("test_ppo_agent")


def test_compute_ppo_objective(compute_ppo_objective):
    t.random.seed()
    idea = "clipped surrogate - value loss + entropy bonus"
    args = SimpleNamespace(clip_coef=0.2, vf_coef=0.25, ent_coef=0.02, use_wandb=False)
    actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
    agent = SimpleNamespace(actor=actor, critic=critic, step=0)
    trainer = SimpleNamespace(actor=actor, critic=critic, args=args, agent=agent, step=0)
    minibatch = reference.ReplayMinibatch(
        t.randn(12, 4), t.randint(0, 2, (12,)), -t.rand(12) - 0.3, t.randn(12), t.randn(12), t.zeros(12)
    )
    dist = Categorical(logits=actor(minibatch.obs))
    clipped = reference.calc_clipped_surrogate_objective(
        dist, minibatch.actions, minibatch.advantages, minibatch.logprobs, args.clip_coef
    )
    value_loss = reference.calc_value_function_loss(critic(minibatch.obs).squeeze(-1), minibatch.returns, args.vf_coef)
    bonus = reference.calc_entropy_bonus(dist, args.ent_coef)
    got = call(idea, compute_ppo_objective, {"self": trainer, "minibatch": minibatch})
    values = critic(minibatch.obs)
    compare(
        idea,
        got,
        clipped - value_loss + bonus,
        mistakes=[
            ("the value loss is added; it is to become small, and what is maximised takes it off", clipped + value_loss + bonus),
            ("the entropy is taken off; a bonus is added", clipped - value_loss - bonus),
            ("the entropy bonus is missing", clipped - value_loss),
            ("the value loss is missing", clipped + bonus),
            ("vf_coef does nothing", clipped - value_loss / args.vf_coef + bonus),
            ("vf_coef is there twice: calc_value_function_loss has it already", clipped - value_loss * args.vf_coef + bonus),
            ("ent_coef is there twice: calc_entropy_bonus has it already", clipped - value_loss + bonus * args.ent_coef),
            (
                "values [12, 1] less returns [12] is [12, 12]: squeeze the critic's output",
                clipped - args.vf_coef * ((values - minibatch.returns) ** 2).mean() + bonus,
            ),
        ],
    )
    got.backward()
    for name, network in (("actor", actor), ("critic", critic)):
        require(network.weight.grad is not None, f"gradient must reach the {name}", "is something detached, or under no_grad?")
    passed("test_compute_ppo_objective")


class _Optimizer:
    """Counts what is done to it."""

    def __init__(self):
        self.steps, self.cleared, self.norms, self.gradients = 0, 0, [], []
        self.network = nn.Linear(4, 2)

    def zero_grad(self, **options):
        self.cleared += 1
        self.network.zero_grad()

    def step(self):
        self.steps += 1
        self.gradients.append(self.network.weight.grad.clone())
        self.norms.append(float(sum((p.grad**2).sum() for p in self.network.parameters())) ** 0.5)


def test_learning_phase(learning_phase):
    t.random.seed()
    idea = "for each minibatch: the objective's gradient, clipped, one step, and the gradient cleared; the scheduler once at the end"
    optimizer, scheduled = _Optimizer(), []
    network, critic = optimizer.network, nn.Linear(4, 1)
    minibatches = [t.randn(6, 4) * 100 for _ in range(5)]
    agent = SimpleNamespace(get_minibatches=lambda gamma, gae_lambda: minibatches, actor=network, critic=critic, step=0)
    trainer = SimpleNamespace(
        agent=agent,
        actor=network,
        critic=critic,
        optimizer=optimizer,
        scheduler=SimpleNamespace(step=lambda: scheduled.append(optimizer.steps)),
        args=SimpleNamespace(gamma=0.99, gae_lambda=0.95, max_grad_norm=0.5, use_wandb=False),
        compute_ppo_objective=lambda minibatch: network(minibatch).sum(),
    )
    call(idea, learning_phase, {"self": trainer})
    require(optimizer.steps == 5, "the optimiser steps once for each of 5 minibatches", steps=optimizer.steps)
    require(optimizer.cleared >= 5, "gradients are cleared for each minibatch", "they add up otherwise: optimizer.zero_grad()", cleared=optimizer.cleared)
    require(
        all(0 < norm < 0.501 for norm in optimizer.norms),
        "the norm of the gradient is at most max_grad_norm = 0.5 at every step",
        "nn.utils.clip_grad_norm_ comes between backward and step",
        norms=optimizer.norms,
    )
    for minibatch, gradient in zip(minibatches, optimizer.gradients):
        alone = minibatch.sum(0).expand(2, 4)
        compare(
            "each step uses the gradient of its own minibatch, with its norm brought down to 0.5",
            gradient,
            alone * 0.5 / (float((alone**2).sum()) + 2 * 36.0) ** 0.5,
            mistakes=[("gradients of earlier minibatches are in it: clear them in every turn", gradient)],
            atol=1e-4,
        )
    require(scheduled == [5], "the scheduler steps once, after the last minibatch", after_steps=scheduled)
    passed("test_learning_phase")


def test_rollout_phase(rollout_phase):
    idea = "num_steps_per_rollout steps of the agent; what ended episodes tell comes back"
    played = []

    def play_step():
        played.append(len(played))
        ended = len(played) in (3, 7)
        lengths = np.array([11.0, 13.0]) if len(played) == 3 else np.array([20.0, 40.0])
        return {"episode": {"l": lengths, "r": lengths}, "_episode": np.array([True, True])} if ended else {}

    trainer = SimpleNamespace(
        agent=SimpleNamespace(play_step=play_step, step=0),
        args=SimpleNamespace(num_steps_per_rollout=9, use_wandb=False),
        num_envs=2,
    )
    data = call(idea, rollout_phase, {"self": trainer})
    require(len(played) == 9, "the agent plays 9 steps", steps=len(played))
    if data is None:
        print("rollout_phase gives nothing: allowed, though the progress bar will then not tell of episodes")
        return passed("test_rollout_phase")
    require(isinstance(data, dict) and "episode_length" in data, "the data of the last ended episodes comes back as a dict", got=data)
    require(
        abs(data["episode_length"] - 30.0) < 1e-6,
        "it is the newest: the mean of 20 and 40",
        "keep what get_episode_data_from_infos gave last, and not None",
        got=data,
    )
    passed("test_rollout_phase")
