from collections import namedtuple

import torch
from torch.distributions.categorical import Categorical
from torch.nn.utils import clip_grad_norm_


# Stage: Collect
Rollout = namedtuple(
    "Rollout", "obs actions log_prob rewards terminated truncated next_obs"
)

@torch.no_grad()
def collect(envs, obs, actor, args):
    """Plays num_steps steps in every environment. Each row is a step."""
    if args.full_reset:
        obs, _ = envs.reset()
    steps = []
    for _ in range(args.num_steps):
        dist = Categorical(logits=actor(obs))
        actions = dist.sample()
        log_prob = dist.log_prob(actions)
        next_obs, rewards, terminated, truncated, info = envs.step(actions)
        led_to = info["final_observation"]  # before any reset
        steps.append((obs, actions, log_prob, rewards, terminated, truncated, led_to))
        obs = next_obs
    return Rollout(*(torch.stack(column) for column in zip(*steps))), obs


# Stage: Advantages (gae)
@torch.no_grad()
def generalised_advantages(rollout, critic, args):
    """A[t] = delta[t] + gamma * lambda * A[t + 1], with
    delta[t] = r[t] + gamma * V[t + 1] - V[t]."""
    ended = rollout.terminated | rollout.truncated
    values = critic(rollout.obs).squeeze(-1)
    # An episode that was only cut off would have earned more.
    next_values = critic(rollout.next_obs).squeeze(-1) * ~rollout.terminated
    deltas = rollout.rewards + args.gamma * next_values - values
    advantages = torch.zeros_like(deltas)
    following = torch.zeros(args.num_envs)
    for step in reversed(range(len(deltas))):
        decay = args.gamma * args.gae_lambda * ~ended[step]
        following = deltas[step] + decay * following
        advantages[step] = following
    return advantages, advantages + values


# Stage: Advantages (value)
def discounted_returns(rollout, args):
    """G[t] = r[t] + gamma * G[t + 1]. The sum stops where an episode ends.
    The critic's values are subtracted later, for each minibatch."""
    ended = rollout.terminated | rollout.truncated
    returns = torch.zeros_like(rollout.rewards)
    following = torch.zeros(args.num_envs)
    for step in reversed(range(len(returns))):
        following = rollout.rewards[step] + args.gamma * following * ~ended[step]
        returns[step] = following
    return returns, returns


# Stage: Minibatch
def minibatches(rollout, advantages, returns, args):
    """Shuffles the samples and splits them into num_minibatches parts."""
    columns = rollout.obs, rollout.actions, rollout.log_prob, advantages, returns
    rows = [column.flatten(0, 1) for column in columns]
    for indices in torch.randperm(len(rows[0])).chunk(args.num_minibatches):
        yield [column[indices] for column in rows]


# Stage: Update
def update(actor, critic, optimizer, minibatch, args):
    """Makes one gradient step. Returns how far it finds the policy moved (approx_kl), or None
    if that is too far for the step."""
    obs, actions, old_log_prob, advantages, returns = minibatch
    old_values = returns - advantages
    values = critic(obs).squeeze(-1)
    if args.advantage == "value":
        advantages = returns - values
        if args.detach_advantage:
            advantages = advantages.detach()
    if args.norm_adv:
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)

    dist = Categorical(logits=actor(obs))
    log_ratio = dist.log_prob(actions) - old_log_prob
    ratio = log_ratio.exp()
    surrogate = ratio * advantages
    if args.clip_coef is not None:
        clipped = ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef) * advantages
        surrogate = torch.min(surrogate, clipped)
    policy_loss = -surrogate.mean()
    error = (values - returns).abs()
    if args.clip_vloss:
        held = old_values + (values - old_values).clamp(-args.clip_coef, args.clip_coef)
        error = torch.max(error, (held - returns).abs())
    value_loss = error**2
    if args.huber_delta is not None:
        line = args.huber_delta * (2 * error - args.huber_delta)
        value_loss = torch.where(error < args.huber_delta, value_loss, line)
    entropy = dist.entropy().mean()
    loss = policy_loss + args.vf_coef * value_loss.mean() - args.ent_coef * entropy

    approx_kl, old_approx_kl = (ratio - 1 - log_ratio).mean().item(), -log_ratio.mean().item()
    looked_at = {"stable-baselines3": approx_kl, "spinning-up": old_approx_kl}
    if args.target_kl is not None and looked_at.get(args.kl_stop, 0.0) > 1.5 * args.target_kl:
        return None

    optimizer.zero_grad()
    loss.backward()
    if args.max_grad_norm is not None:
        parameters = [*actor.parameters(), *critic.parameters()]
        clip_grad_norm_(parameters, args.max_grad_norm)
    optimizer.step()
    return approx_kl

def learn(actor, critic, optimizer, rollout, advantages, returns, args):
    """Uses the rollout update_epochs times, or until the policy has moved too far."""
    for _ in range(args.update_epochs):
        moved = []
        for minibatch in minibatches(rollout, advantages, returns, args):
            moved.append(update(actor, critic, optimizer, minibatch, args))
            if moved[-1] is None:
                return
        looked_at = {"epoch-mean": sum(moved) / len(moved), "cleanrl": moved[-1]}
        if args.target_kl is not None and looked_at.get(args.kl_stop, 0.0) > args.target_kl:
            break
