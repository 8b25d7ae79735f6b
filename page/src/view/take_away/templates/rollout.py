def tensor(numbers):
    return torch.as_tensor(numbers, dtype=torch.float32, device=device)


@torch.no_grad()
def rollout(obs):
    """Returns the columns of a rollout, [steps, environments], the next observations, and the {% if by_return %}returns{% else %}lengths{% endif %} of ended episodes."""
    rows, finished = [], []
    {%- if plan.early_stop %}
    has_finished = np.zeros(args.num_envs, bool)
    {%- endif %}
    {%- if own.replaces(Part::Actions) %}
    player = SimpleNamespace(policy_network=agent.actor, pi=agent.actor, args=SimpleNamespace({{ own_settings }}), rng=None)
    {%- endif %}
    for step in range(args.num_steps):
        {%- if own.replaces(Part::Actions) %}
        actions, log_probs = VPGAgent.get_actions(player, {{ seen }})[:2]
        {%- if !is_continuous %}
        actions = actions.long()
        {%- endif %}
        {%- elif has_log_probs %}
        policy = agent.policy({{ seen }})
        actions = policy.sample()
        {%- else %}
        actions = agent.policy({{ seen }}).sample()
        {%- endif %}
        next_obs, rewards, terminated, truncated, infos = envs.step(actions.cpu().numpy())
        ended = terminated | truncated
        {%- if !has_log_probs %}
        row = dict(obs={{ row_obs }}, actions=actions, rewards=rewards, ended=ended)
        {%- elif own.replaces(Part::Actions) %}
        row = dict(obs={{ row_obs }}, actions=actions, log_probs=log_probs, rewards=rewards, ended=ended)
        {%- else %}
        row = dict(obs={{ row_obs }}, actions=actions, log_probs=policy.log_prob(actions), rewards=rewards, ended=ended)
        {%- endif %}
        {%- if config.has_gae() %}
        {%- if same_step %}
        after = next_obs.copy()
        if ended.any():
            after[ended] = np.stack([last for last in infos["final_obs"] if last is not None])
        {%- endif %}
        row["values"] = agent.value({{ seen }})
        row["next_values"] = agent.value({% if config.norm_obs %}seen_obs({% endif %}tensor({% if same_step %}after{% else %}next_obs{% endif %}){% if config.norm_obs %}){% endif %}) * tensor(~terminated)
        {%- endif %}
        rows.append({name: tensor(column) for name, column in row.items()})
        {%- if by_return %}
        episode_returns[:] += rewards
        {%- elif same_step %}
        lengths[:] += 1
        {%- else %}
        lengths[:] += ~was_reset
        was_reset[:] = ended
        {%- endif %}
        finished += {{ measure }}[ended].tolist()
        {{ measure }}[ended] = 0
        obs = next_obs
        {%- if config.whole_episodes %}
        if ended.all():
            break
        {%- endif %}
        {%- if plan.early_stop %}
        has_finished |= ended
        if step % 16 == 15 and has_finished.all():
            break
        {%- endif %}
    return {name: torch.stack([row[name] for row in rows]) for name in rows[0]}, obs, finished
