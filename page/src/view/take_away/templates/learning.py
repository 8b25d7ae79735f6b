{%- if anneals %}
def set_learning_rate(progress):
    moved = min(progress / args.anneal_fraction, 1.0)
    optimizer.param_groups[0]["lr"] = moved * args.learning_rate_end + (1 - moved) * args.learning_rate
{%- endif %}


def learn(batch):
    {%- if config.has_gae() %}
    {%- if own.replaces(Part::Advantages) %}
    # At a time limit the value of the last state stands in for the rewards after it.
    ended = batch["ended"].bool()
    rewards = batch["rewards"] + args.gamma * batch["next_values"] * ended
    ended_before = torch.cat([torch.zeros_like(ended[:1]), ended[:-1]])
    batch["advantages"] = compute_advantages(
        batch["next_values"][-1], ended[-1], rewards, batch["values"], ended_before, args.gamma, args.gae_lambda
    )
    {%- else %}
    batch["advantages"] = gae_advantages(batch)
    {%- endif %}
    batch["returns"] = batch["advantages"] + batch["values"]
    {%- elif own.replaces(Part::Returns) %}
    # Your function takes environments first, then steps.
    batch["returns"] = compute_returns(batch["rewards"].T, batch["ended"].T.bool(), gamma=args.gamma).T
    {%- elif !own.replaces(Part::VpgObjective) %}
    {#- The reader's whole objective computes returns by itself. #}
    batch["returns"] = discounted_returns(batch["rewards"], batch["ended"])
    {%- endif %}
    {%- match config.algorithm %}
    {%- when Algorithm::Ppo %}
    batch = {name: column.flatten(0, 1) for name, column in batch.items()}
    for _ in range(args.update_epochs):
        {%- if plan.target_kl.is_some() && !plan.stops_before_a_step() %}
        moved = []
        {%- endif %}
        {%- if own.replaces(Part::Indices) %}
        for rows in get_minibatch_indices(rng, len(batch["obs"]), len(batch["obs"]) // args.num_minibatches):
            minibatch = {name: column[torch.as_tensor(rows)] for name, column in batch.items()}
        {%- else %}
        for rows in torch.randperm(len(batch["obs"]), device=device).chunk(args.num_minibatches):
            minibatch = {name: column[rows] for name, column in batch.items()}
        {%- endif %}
            {%- if plan.stops_before_a_step() %}
            if kl_estimate(minibatch) > 1.5 * args.target_kl:
                return
            {%- elif plan.target_kl.is_some() %}
            moved.append(kl_estimate(minibatch))
            {%- endif %}
            step(minibatch)
        {%- if plan.target_kl.is_some() && !plan.stops_before_a_step() %}
        if {% if plan.kl_stop == KlStop::Cleanrl %}moved[-1]{% else %}sum(moved) / len(moved){% endif %} > args.target_kl:
            break
        {%- endif %}
    {%- when Algorithm::Vpg %}
    {%- if config.update_epochs == 1 && config.num_minibatches == 1 %}
    step(batch)
    {%- else %}
    for _ in range(args.update_epochs):
        for of in torch.arange(args.num_envs, device=device).chunk(args.num_minibatches):
            step({name: column[:, of] for name, column in batch.items()})
    {%- endif %}
    {%- when Algorithm::Reinforce %}
    step(batch)
    {%- endmatch %}


{%- if plan.target_kl.is_some() %}


@torch.no_grad()
def kl_estimate(minibatch):
    moved = agent.policy(minibatch["obs"]).log_prob(minibatch["actions"]) - minibatch["log_probs"]
    return {% if plan.kl_stop == KlStop::SpinningUp %}-moved.mean(){% else %}(moved.exp() - 1 - moved).mean(){% endif %}.item()
{%- endif %}


def step(minibatch):
    {%- if anneals_per_minibatch %}
    global updates
    set_learning_rate(updates / (num_iterations * {{ config.updates_per_iteration() }}))
    updates += 1
    {%- endif %}
    optimizer.zero_grad()
    compute_loss(minibatch).backward()
    {%- if config.max_grad_norm.is_some() %}
    nn.utils.clip_grad_norm_(agent.parameters(), args.max_grad_norm)
    {%- endif %}
    optimizer.step()
