{#- A notebook has these lines at the margin. #}
{%- if is_file %}
if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for field in fields(Args):
        parser.add_argument("--" + field.name, type=type(field.default), default=field.default)
    args = Args(**vars(parser.parse_args()))
    {%- endif %}
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    {%- if !own.is_empty() %}
    torch.set_default_device(device)
    {%- endif %}
    torch.manual_seed(args.seed)
    {%- if own.replaces(Part::Indices) %}
    rng = np.random.default_rng(args.seed)
    {%- endif %}
    envs = SyncVectorEnv([make_env] * args.num_envs, autoreset_mode=AutoresetMode.{% if same_step %}SAME_STEP{% else %}NEXT_STEP{% endif %})
    agent = Agent().to(device)
    {%- if config.norm_obs %}
    obs_moments = Moments({{ config.env_id.obs_size() }})
    {%- endif %}
    {%- if config.norm_reward %}
    reward_moments, discounted_sums = Moments(1), torch.zeros(args.num_envs, device=device)
    {%- endif %}
    {%- if is_file %}
    if args.load:
        agent.load_state_dict(load_file(args.load))
        {%- if config.norm_obs %}
        obs_moments = None  # saved networks see observations as they are
        {%- endif %}
    {%- else %}
    # agent.load_state_dict(load_file("networks.safetensors"))  # goes on from saved networks
    {%- endif %}
    {%- if config.weight_decay > 0.0 %}
    optimizer = torch.optim.AdamW(agent.parameters(), lr=args.learning_rate, eps=args.adam_eps, weight_decay=args.weight_decay)
    {%- else %}
    optimizer = torch.optim.Adam(agent.parameters(), lr=args.learning_rate, eps=args.adam_eps)
    {%- endif %}
    num_iterations = args.total_timesteps // (args.num_envs * args.num_steps{% if config.rollouts_per_iteration != 1 %} * {{ config.rollouts_per_iteration }}{% endif %})
    {%- if anneals_per_minibatch %}
    updates = 0
    {%- endif %}
    obs, _ = envs.reset(seed=args.seed)
    {%- if by_return %}
    episode_returns = np.zeros(args.num_envs)
    {%- else %}
    lengths = np.zeros(args.num_envs, int)
    {%- if !same_step %}
    was_reset = np.zeros(args.num_envs, bool)
    {%- endif %}
    {%- endif %}
    {%- if !is_file %}
    means = []
    {%- endif %}
    for iteration in range(num_iterations):
        {%- if anneals && !anneals_per_minibatch %}
        set_learning_rate(iteration / {% if config.anneal_per == AnnealPer::Course %}(num_iterations * {{ config.updates_per_iteration() }}){% else %}num_iterations{% endif %})
        {%- endif %}
        {%- if config.rollouts_per_iteration > 1 %}
        finished = []
        for _ in range({{ config.rollouts_per_iteration }}):
            {%- if config.full_reset %}
            obs, _ = envs.reset()
            {{ measure }}[:] = 0
            {%- if config.norm_reward %}
            discounted_sums[:] = 0.0
            {%- endif %}
            {%- endif %}
            batch, obs, lasted = rollout(obs)
            finished += lasted
            {%- if config.norm_reward %}
            batch["rewards"] = scaled_rewards(batch["rewards"], batch["ended"])
            {%- endif %}
            learn(batch)
            {%- if config.norm_obs %}
            if obs_moments is not None:
                obs_moments.add(batch["raw_obs"].flatten(0, 1))
            {%- endif %}
        {%- else %}
        {%- if config.full_reset %}
        obs, _ = envs.reset()
        {{ measure }}[:] = 0
        {%- if !same_step && !by_return %}
        was_reset[:] = False
        {%- endif %}
        {%- if config.norm_reward %}
        discounted_sums[:] = 0.0
        {%- endif %}
        {%- endif %}
        batch, obs, finished = rollout(obs)
        {%- if config.norm_reward %}
        batch["rewards"] = scaled_rewards(batch["rewards"], batch["ended"])
        {%- endif %}
        learn(batch)
        {%- if config.norm_obs %}
        if obs_moments is not None:
            obs_moments.add(batch["raw_obs"].flatten(0, 1))
        {%- endif %}
        {%- endif %}
        {%- if is_file && by_return %}
        print(f"iteration {iteration + 1}: {len(finished)} episodes with a return of {np.mean(finished or [np.nan]):.1f} on average", flush=True)
        {%- elif is_file %}
        print(f"iteration {iteration + 1}: episodes of {np.mean(finished or lengths):.0f} steps on average", flush=True)
        {%- elif by_return %}
        means.append(np.mean(finished or [np.nan]))
        print(f"iteration {iteration + 1}: {len(finished)} episodes with a return of {means[-1]:.1f} on average", flush=True)
        {%- else %}
        means.append(np.mean(finished or lengths))
        print(f"iteration {iteration + 1}: episodes of {means[-1]:.0f} steps on average", flush=True)
        {%- endif %}
        {%- if config.ends_when_solved() %}
        longest = min(args.num_steps, args.max_episode_steps)
        if len(batch["ended"]) >= longest and not batch["ended"][: longest - 1].any():
            print("solved: each environment lasted the whole rollout")
            break
        {%- endif %}
    {%- if is_file %}
    if args.save:
        save_file({% if config.norm_obs %}folded_state(agent){% else %}agent.state_dict(){% endif %}, args.save)
    {%- endif %}
