#cell Rollout


def tensor(numbers):
    return torch.as_tensor(numbers, dtype=torch.float32, device=device)


@torch.no_grad()
def rollout(obs):
    """Returns the columns of a rollout, [steps, environments], the next observations, and the lengths of ended episodes."""
    rows, finished = [], []
#if early_stop
    has_finished = np.zeros(args.num_envs, bool)
#end
#if own_actions
    player = SimpleNamespace(policy_network=agent.actor, pi=agent.actor, args=SimpleNamespace({{own_settings}}), rng=None)
#end
    for step in range(args.num_steps):
#if own_actions
        actions, log_probs = VPGAgent.get_actions(player, tensor(obs))[:2]
        actions = actions.long()
#else
#if log_probs
        policy = agent.policy(tensor(obs))
        actions = policy.sample()
#else
        actions = agent.policy(tensor(obs)).sample()
#end
#end
        next_obs, rewards, terminated, truncated, infos = envs.step(actions.cpu().numpy())
        ended = terminated | truncated
        row = dict(obs=obs, actions=actions{{log_probs_column}}, rewards=rewards, ended=ended)
#if gae
#if same_step
        after = next_obs.copy()
        if ended.any():
            after[ended] = np.stack([last for last in infos["final_obs"] if last is not None])
        row["values"] = agent.value(tensor(obs))
        row["next_values"] = agent.value(tensor(after)) * tensor(~terminated)
#else
        row["values"] = agent.value(tensor(obs))
        row["next_values"] = agent.value(tensor(next_obs)) * tensor(~terminated)
#end
#end
        rows.append({name: tensor(column) for name, column in row.items()})
#if same_step
        lengths[:] += 1
#else
        lengths[:] += ~was_reset
        was_reset[:] = ended
#end
        finished += lengths[ended].tolist()
        lengths[ended] = 0
        obs = next_obs
#if whole_episodes
        if ended.all():
            break
#end
#if early_stop
        has_finished |= ended
        if step % 16 == 15 and has_finished.all():
            break
#end
    return {name: torch.stack([row[name] for row in rows]) for name in rows[0]}, obs, finished
#if gae
#if not own_advantages
#cell Advantages


def gae_advantages(batch):
    """Generalised advantage estimation; next_values are 0 where an episode terminated."""
    errors = batch["rewards"] + args.gamma * batch["next_values"] - batch["values"]
    advantages, later = torch.zeros_like(errors), 0.0
    for step in reversed(range(len(errors))):
        later = advantages[step] = errors[step] + args.gamma * args.gae_lambda * (1 - batch["ended"][step]) * later
    return advantages
#end
#else
#if own_episode_returns
#cell Returns


def discounted_returns(rewards, ended):
    """Your get_cumulative_rewards, which takes the rewards of one episode, for every episode."""
    columns = []
    for paid, ends in zip(rewards.T.tolist(), ended.T.tolist()):
        returns, episode = [], []
        for step, end in enumerate(ends, 1):
            episode.append(paid[step - 1])
            if end or step == len(ends):
                returns.extend(get_cumulative_rewards(episode, gamma=args.gamma))
                episode = []
        columns.append(tensor(returns))
    return torch.stack(columns, dim=1)
#end
#if our_returns
#cell Returns


def discounted_returns(rewards, ended):
    """The discounted sum of rewards up to the end of the episode, or of the rollout."""
    returns, later = torch.zeros_like(rewards), 0.0
    for step in reversed(range(len(rewards))):
        later = returns[step] = rewards[step] + args.gamma * (1 - ended[step]) * later
    return returns
#end
#end
