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
    finished = torch.zeros(args.num_envs, dtype=torch.bool)
    for step in range(args.num_steps):
        dist = Categorical(logits=actor(obs))
        actions = dist.sample()
        log_prob = dist.log_prob(actions)
        next_obs, rewards, terminated, truncated, info = envs.step(actions)
        led_to = info["final_observation"]  # before any reset
        steps.append((obs, actions, log_prob, rewards, terminated, truncated, led_to))
        obs = next_obs
        finished = finished | terminated | truncated
        if args.early_stop and step % 16 == 15 and finished.all():
            break
    return Rollout(*(torch.stack(column) for column in zip(*steps))), obs


# Stage: Advantages (world-mean value)
def discounted_returns(rollout, args):
    """G[t] = r[t] + gamma * G[t + 1]. The sum stops where an episode ends.
    The baseline is subtracted later, for each minibatch."""
    ended = rollout.terminated | rollout.truncated
    returns = torch.zeros_like(rollout.rewards)
    following = torch.zeros(args.num_envs)
    for step in reversed(range(len(returns))):
        following = rollout.rewards[step] + args.gamma * following * ~ended[step]
        returns[step] = following
    return returns, returns


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


# Stage: Minibatch
def minibatches(rollout, advantages, returns, args):
    """Splits the environments into num_minibatches groups, each with all its steps."""
    columns = rollout.obs, rollout.actions, rollout.log_prob, advantages, returns
    return zip(*(column.chunk(args.num_minibatches, dim=1) for column in columns))


# Stage: Update
def update(actor, critic, optimizer, minibatch, args):
    """Makes one gradient step. All columns are [num_steps, num_envs]."""
    obs, actions, old_log_prob, advantages, returns = minibatch
    if args.normalize_returns:
        returns = (returns - returns.mean()) / (returns.std() + 1e-8)
    values = None if critic is None else critic(obs).squeeze(-1)
    if args.advantage == "world-mean":
        advantages = returns - returns.mean(dim=1, keepdim=True)
    elif args.advantage == "value":
        advantages = returns - values
        if args.detach_advantage:
            advantages = advantages.detach()

    dist = Categorical(logits=actor(obs))
    log_prob = dist.log_prob(actions)
    weights = torch.ones_like(log_prob)
    if args.use_importance_weights:
        weights = (log_prob - old_log_prob).exp().detach()
        if args.clip_coef is not None:
            weights = weights.clamp(1 - args.clip_coef, 1 + args.clip_coef)
    policy_loss = -(weights * log_prob * advantages).mean()
    loss = policy_loss - args.ent_coef * dist.entropy().mean()
    parameters = list(actor.parameters())
    if critic is not None:
        error = (values - returns).abs()
        value_loss = error**2
        if args.huber_delta is not None:
            line = args.huber_delta * (2 * error - args.huber_delta)
            value_loss = torch.where(error < args.huber_delta, value_loss, line)
        loss = loss + args.vf_coef * value_loss.mean()
        parameters += critic.parameters()

    optimizer.zero_grad()
    loss.backward()
    if args.max_grad_norm is not None:
        clip_grad_norm_(parameters, args.max_grad_norm)
    optimizer.step()

def learn(actor, critic, optimizer, rollout, advantages, returns, args):
    """Uses the rollout update_epochs times."""
    for _ in range(args.update_epochs):
        for minibatch in minibatches(rollout, advantages, returns, args):
            update(actor, critic, optimizer, minibatch, args)
