"""The functions that a training run calls. They pass its numbers to the functions in cells, as tensors in the course's
own layout, and return tensors; if no cell has a function, they call the reference's."""

from types import SimpleNamespace

import numpy as np
import reference
import torch as t
import torch.nn as nn
import worlds
from torch.distributions import Categorical, Independent, Normal

_parts = {}
_metrics = []
_args = None
_rng = None
_world = None


def begin(parts, metrics, own_world=None, **args):
    """Starts a run. `parts` maps the names of parts to the functions that replace them, `metrics` lists the metrics that
    a loss measures, and `args` holds the settings, each by its name in a run and by its names in the course. `own_world`
    is the text and the name of an environment class that is no program."""
    global _parts, _metrics, _args, _rng, _world
    _parts, _metrics, _args = parts, metrics, SimpleNamespace(**args)
    _rng = np.random.default_rng(_args.seed)
    t.manual_seed(_args.seed)
    _world = None
    if own_world:
        from own_environment import Vector

        _world = Vector(*own_world, num_envs=_args.num_envs, seed=_args.seed)


def begin_episodes(which):
    """Begins an episode of the reader's own class in the environments that `which` says."""
    return [t.tensor(_world.begin(which.bool().tolist()), dtype=t.float32)]


def step_environments(which, actions):
    """Steps those environments, likewise."""
    return [t.tensor(_world.step(which.bool().tolist(), actions.tolist()), dtype=t.float32)]


def _part(name):
    return _parts.get(name) or getattr(reference, name)


def _tensor(name, got, shape):
    """Returns the result of a function as a tensor, if it has this shape; raises otherwise."""
    if isinstance(got, (list, tuple, np.ndarray)):
        got = t.tensor(got)
    return _shaped(name, got, shape).detach()


def _shaped(name, got, shape):
    """Returns a tensor if it is one, of this shape; raises otherwise."""
    if not isinstance(got, t.Tensor):
        raise TypeError(f"{name} gave {type(got).__name__}, and a tensor was expected")
    if tuple(got.shape) != tuple(shape):
        raise ValueError(f"{name} gave a tensor of shape {tuple(got.shape)}, and {tuple(shape)} was expected")
    return got


def _finite(name, got):
    if bool((t.isnan(got) | t.isinf(got)).any()):
        raise ValueError(f"{name} gave numbers that are not finite")
    return got


def returns(rewards, ended):
    """Returns the discounted returns, [num_steps, num_envs] like all columns of a run."""
    if "get_cumulative_rewards" in _parts:
        return [_by_episode(rewards, ended.bool())]
    name = "compute_returns"
    got = _part(name)(rewards.T.contiguous(), ended.bool().T.contiguous(), gamma=_args.gamma)
    return [_finite(name, _tensor(name, got, rewards.T.shape)).T]


def _by_episode(rewards, ended):
    name = "get_cumulative_rewards"
    columns = []
    for world in range(rewards.shape[1]):
        paid, ends = rewards[:, world].tolist(), ended[:, world].tolist()
        column, episode = [], []
        for step, reward in enumerate(paid):
            episode.append(reward)
            if ends[step] or step + 1 == len(paid):
                column.append(_tensor(name, _part(name)(episode, gamma=_args.gamma), (len(episode),)).float())
                episode = []
        columns.append(t.cat(column))
    return _finite(name, t.stack(columns, dim=1))


def advantages(next_value, rewards, values, ended):
    """Returns the advantages. The last reward of a truncated episode already contains the value of its final state."""
    name, ended = "compute_advantages", ended.bool()
    before = t.cat([t.zeros_like(ended[:1]), ended[:-1]])
    got = _part(name)(next_value, ended[-1], rewards, values, before, _args.gamma, _args.gae_lambda)
    return [_finite(name, _tensor(name, got, rewards.shape))]


def indices(sizes):
    name = "get_minibatch_indices"
    batch_size, minibatch_size = sizes.long().tolist()
    got = [t.as_tensor(part) for part in _part(name)(_rng, batch_size, minibatch_size)]
    got = _tensor(name, t.stack(got), (batch_size // minibatch_size, minibatch_size))
    if bool(((got < 0) | (got >= batch_size)).any()):
        raise ValueError(f"{name} gave an index outside 0 to {batch_size - 1}")
    return [got]


class _Networks:
    """The run's networks as modules, over its flat parameters: layer by layer weights [inputs, outputs], then biases. The
    actor of continuous actions, whose outputs are means, also has `log_std`, which lies behind it."""

    def __init__(self, flat):
        self._start, self._flat, self._parameters = 0, flat, []
        self.actor = self._module(_args.actor_sizes)
        if _args.num_controls:
            self.actor.log_std = self._parameter(self._take(_args.num_controls))
        self.critic = self._module(_args.critic_sizes) if _args.critic_sizes else None

    def _take(self, *shape):
        count = int(np.prod(shape))
        self._start += count
        return self._flat[self._start - count : self._start].reshape(*shape)

    def _parameter(self, values):
        self._parameters.append(nn.Parameter(values))
        return self._parameters[-1]

    def _module(self, sizes):
        layers = []
        for inputs, outputs in zip(sizes, sizes[1:]):
            layer = nn.Linear(1, 1)
            layer.weight = self._parameter(self._take(inputs, outputs).T)
            layer.bias = self._parameter(self._take(outputs))
            layers += [layer, nn.Tanh() if _args.activation == "tanh" else nn.ReLU()]
        return nn.Sequential(*layers[:-1])

    def policy(self, obs):
        """Returns the distribution over actions."""
        outputs = self.actor(obs)
        if not _args.num_controls:
            return Categorical(logits=outputs)
        return Independent(Normal(outputs, self.actor.log_std.exp()), 1)

    def gradient(self):
        parts = []
        for parameter in self._parameters:
            gradient = t.zeros_like(parameter) if parameter.grad is None else parameter.grad
            parts.append(gradient.T.flatten() if gradient.ndim == 2 else gradient)
        return t.cat(parts)


def _live(name, number):
    """A single number that gradient flows through."""
    if not isinstance(number, t.Tensor) or number.numel() != 1:
        raise TypeError(f"{name} has to give a tensor with a single number")
    if not number.requires_grad:
        raise ValueError(f"{name} gave a number that no gradient flows through: was something detached on the way?")
    return number.reshape(())


def _log_prob_and_entropy(tau, networks):
    """Returns those of the actions, [num_envs, num_steps]."""
    policy = networks.policy(tau.obs)
    return policy.log_prob(tau.actions), policy.entropy()


def _ascend(objective, networks):
    """Returns the gradient of the loss, which is the negative objective."""
    (-objective).backward()
    return networks.gradient()


def _shifts(log_prob, old_log_prob):
    moved = log_prob - old_log_prob
    return {"approx_kl": (moved.exp() - 1 - moved).mean(), "old_approx_kl": -moved.mean()}


def _in_order(measured):
    """Returns the measured metrics as a column, in the order in which the run asked for them."""
    return t.stack([measured[metric].reshape(()).float() for metric in _metrics])


def vpg_gradient(flat, obs, actions, old_log_prob, returns, worlds_and_steps):
    """Returns the gradient and the metrics of VPG's loss on one group of environments, step by step."""
    num_envs, num_steps = worlds_and_steps.long().tolist()

    def by_world(column):
        # Row by row, as a rollout has them: the reader's code may view them in another shape.
        return column.reshape(num_steps, num_envs, *column.shape[1:]).transpose(0, 1).contiguous()

    networks = _Networks(flat)
    nothing = t.zeros(num_envs, num_steps)
    tau = reference.RolloutTensors(
        by_world(obs), by_world(actions), by_world(old_log_prob), by_world(returns), nothing.bool()
    )
    joy, weights = None, t.ones(num_envs, num_steps)
    if "VPGTrainer.compute_loss" in _parts:
        name = "VPGTrainer.compute_loss"
        joy = _live(name, _whole_joy(_parts[name], networks, tau))
        with t.no_grad():
            log_prob, entropy = _log_prob_and_entropy(tau, networks)
        term = joy - _args.ent_coef * entropy.mean()
    else:
        name = "compute_reinforce_loss"
        own = "compute_logprobs_and_entropy"
        if own in _parts:
            log_prob, entropy = _parts[own](tau, networks.actor)
            log_prob = _shaped(own, log_prob, tau.logprobs.shape)
        else:
            log_prob, entropy = _log_prob_and_entropy(tau, networks)
        targets = _part("normalize_returns")(tau.rewards) if _args.normalize_returns else tau.rewards
        if _args.use_iw:
            weights = _part("compute_importance_weights")(log_prob, tau, _args.clip_coef)
        term = _live(name, _part(name)(targets, log_prob, weights))
        joy = term + _args.ent_coef * entropy.mean()
    gradient = _ascend(joy, networks)
    with t.no_grad():
        log_prob = log_prob.detach()
        measured = {
            "policy_loss": -term.detach(),
            "importance_weight": weights.mean(),
            "entropy": entropy.detach().mean(),
            **_shifts(log_prob, tau.logprobs),
        }
    return [gradient, _in_order(measured)]


def _whole_joy(compute_loss, networks, tau):
    """Calls the trainer's method, which computes returns by itself: its rewards are the returns already, and gamma is 0."""
    of_run = {**vars(_args), "gamma": 0.0, "device": t.device("cpu"), "num_envs": tau.rewards.shape[0]}
    settings = SimpleNamespace(**of_run)
    agent = SimpleNamespace(policy_network=networks.actor, pi=networks.actor, rng=None)
    trainer = SimpleNamespace(args=settings, agent=agent, policy_network=networks.actor)
    joy = compute_loss(trainer, tau)
    return joy[0] if isinstance(joy, tuple) else joy


def _value_loss(values, old_values, returns):
    """The critic's loss as the settings have it: squared errors, or Huber's loss, of the larger error where it is clipped."""
    errors = (values - returns).abs()
    if _args.clip_vloss:
        held = old_values + (values - old_values).clamp(-_args.clip_coef, _args.clip_coef)
        errors = t.max(errors, (held - returns).abs())
    squares = errors**2
    if _args.huber_delta is not None:
        line = _args.huber_delta * (2 * errors - _args.huber_delta)
        squares = t.where(errors < _args.huber_delta, squares, line)
    return _args.vf_coef * squares.mean()


def ppo_gradient(flat, obs, actions, old_log_prob, advantages, returns):
    """Returns the gradient and the metrics of PPO's loss on one minibatch."""
    networks = _Networks(flat)
    dist = networks.policy(obs)
    values = networks.critic(obs).squeeze(-1)
    name = "calc_value_function_loss"
    if name in _parts:
        value_loss = _live(name, _parts[name](values, returns, _args.vf_coef))
    else:
        value_loss = _value_loss(values, returns - advantages, returns)
    name = "calc_entropy_bonus"
    bonus = _live(name, _part(name)(dist, _args.ent_coef))
    if "compute_ppo_objective" in _parts:
        name = "compute_ppo_objective"
        minibatch = reference.ReplayMinibatch(obs, actions, old_log_prob, advantages, returns, t.zeros_like(returns))
        trainer = SimpleNamespace(args=_args, agent=SimpleNamespace(**vars(networks), step=0), step=0)
        trainer.actor, trainer.critic = networks.actor, networks.critic
        objective = _live(name, _parts[name](trainer, minibatch))
        surrogate = objective.detach() + value_loss.detach() - bonus.detach()
    else:
        name = "calc_clipped_surrogate_objective"
        given = _part(name)(dist, actions, advantages, old_log_prob, _args.clip_coef)
        surrogate = _live(name, given)
        objective = surrogate - value_loss + bonus
    gradient = _ascend(objective, networks)
    with t.no_grad():
        log_prob = dist.log_prob(actions).detach()
        ratio = (log_prob - old_log_prob).exp()
        clip = _args.clip_coef
        still = ((advantages > advantages.mean()) & (ratio > 1 + clip)) | ((advantages < advantages.mean()) & (ratio < 1 - clip))
        measured = {
            "policy_loss": -surrogate.detach(),
            "value_loss": value_loss.detach(),
            "entropy": dist.entropy().detach().mean(),
            **_shifts(log_prob, old_log_prob),
            "clip_fraction": ((ratio - 1).abs() > clip).float().mean(),
            "zero_gradient_fraction": still.float().mean(),
        }
    return [gradient, _in_order(measured)]


def act(flat, obs):
    """Returns actions, [num_envs] or [num_envs, num_controls], and their log-probabilities, [num_envs]."""
    networks = _Networks(flat)
    agent = SimpleNamespace(policy_network=networks.actor, pi=networks.actor, args=_args, rng=None)
    name = "VPGAgent.get_actions"
    with t.no_grad():
        got = _parts[name](agent, obs)
    if not isinstance(got, tuple) or len(got) < 2:
        raise TypeError(f"{name} has to give actions, log-probabilities and the entropy")
    log_prob = _finite(name, _tensor(name, got[1], obs.shape[:1]))
    if _args.num_controls:
        actions = _finite(name, _tensor(name, got[0], (obs.shape[0], _args.num_controls)))
    else:
        actions = _tensor(name, got[0], obs.shape[:1])
        if bool(((actions < 0) | (actions >= _args.actor_sizes[-1])).any()):
            raise ValueError(f"{name} gave an action outside 0 to {_args.actor_sizes[-1] - 1}")
    return [actions.float(), log_prob]


class _Cart:
    """Environments as a reward function sees them: in the states that a step led to."""

    def __init__(self, state):
        self.state, self.num_envs = state, state.shape[0]

    terminated = worlds.CartPole.terminated

    def __getattr__(self, name):
        # The constants of the environments.
        return getattr(worlds.CartPole, name)


def pay(state, actions):
    """Returns the rewards of steps that led to `state`, and 1 for each that a class's own rule ends."""
    name = next((name for name in ("SpinCart", "DanceCart") if name in _parts), None)
    if name:
        world = _parts[name].__new__(_parts[name])
        world.state, world.num_envs = state, state.shape[0]
        ended = type(world).terminated(world)
        world.terminated = lambda: ended
        paid = world.reward_function(actions.long())
        ended = _tensor(f"{name}.terminated", ended, actions.shape).float()
    else:
        name, paid = "cartpole_reward_function", _parts["cartpole_reward_function"](_Cart(state), actions.long())
        ended = t.zeros(state.shape[0])
    return [_finite(name, _tensor(name, paid, actions.shape)).float(), ended]
