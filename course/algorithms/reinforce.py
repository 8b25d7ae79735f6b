import torch
from torch.distributions.categorical import Categorical
from torch.nn.utils import clip_grad_norm_


# Stage: Collect
@torch.no_grad()
def collect(envs, obs, actor, args):
    """Plays num_steps steps in every environment. Each row is a step."""
    if args.full_reset:
        obs, _ = envs.reset()
    steps = []
    for _ in range(args.num_steps):
        dist = Categorical(logits=actor(obs))
        actions = dist.sample()
        next_obs, rewards, terminated, truncated, _ = envs.step(actions)
        ended = terminated | truncated
        steps.append((obs, actions, rewards, ended))
        obs = next_obs
        if args.whole_episodes and ended.all():
            break
    return [torch.stack(column) for column in zip(*steps)], obs


# Stage: Advantages
def discounted_returns(rewards, ended, args):
    """G[t] = r[t] + gamma * G[t + 1]. The sum stops where an episode ends."""
    returns = torch.zeros_like(rewards)
    following = torch.zeros(args.num_envs)
    for step in reversed(range(len(rewards))):
        following = rewards[step] + args.gamma * following * ~ended[step]
        returns[step] = following
    return returns


# Stage: Minibatch
def batch(obs, actions, returns):
    """The whole rollout is one batch, with a row for each sample."""
    return obs.flatten(0, 1), actions.flatten(), returns.flatten()


# Stage: Update
def update(actor, optimizer, obs, actions, returns, args):
    """Makes one gradient step; the next rollout is played by the new policy."""
    dist = Categorical(logits=actor(obs))
    log_prob = dist.log_prob(actions)
    policy_loss = -(log_prob * returns).mean()
    loss = policy_loss - args.ent_coef * dist.entropy().mean()

    optimizer.zero_grad()
    loss.backward()
    if args.max_grad_norm is not None:
        clip_grad_norm_(actor.parameters(), args.max_grad_norm)
    optimizer.step()
