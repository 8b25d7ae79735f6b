{%- if config.has_gae() %}
{%- elif own.replaces(Part::CumulativeRewards) %}
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
{%- elif !own.replaces(Part::VpgObjective) && !own.replaces(Part::Returns) %}
def discounted_returns(rewards, ended):
    """The discounted sum of rewards up to the end of the episode, or of the rollout."""
    returns, later = torch.zeros_like(rewards), 0.0
    for step in reversed(range(len(rewards))):
        later = returns[step] = rewards[step] + args.gamma * (1 - ended[step]) * later
    return returns
{%- endif %}
