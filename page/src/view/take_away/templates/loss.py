{%- if own_vpg_loss %}
def compute_loss(batch):
    # Your functions take environments first, then steps.
    columns = {name: column.transpose(0, 1) for name, column in batch.items()}
    {%- if own_tau %}
    tau = RolloutTensors(
        columns["obs"], columns["actions"]{% if !is_continuous %}.long(){% endif %}, columns["log_probs"], columns["rewards"], columns["ended"].bool()
    )
    {%- endif %}
    {%- if own_objective %}
    settings = SimpleNamespace({{ own_settings }})
    {%- if own.mention("num_envs") %}
    settings.num_envs = len(tau.rewards)
    {%- endif %}
    player = SimpleNamespace(policy_network=agent.actor, pi=agent.actor, rng=None)
    objective = VPGTrainer.compute_loss(SimpleNamespace(args=settings, agent=player, policy_network=agent.actor), tau)
    return -(objective[0] if isinstance(objective, tuple) else objective)
    {%- else %}
    {%- if own.replaces(Part::LogProbs) %}
    log_probs, entropy = compute_logprobs_and_entropy(tau, agent.actor)
    {%- else %}
    policy = agent.policy(columns["obs"])
    log_probs, entropy = policy.log_prob(columns["actions"]), policy.entropy()
    {%- endif %}
    returns = columns["returns"]
    {%- if own.replaces(Part::NormalReturns) %}
    returns = normalize_returns(returns)
    {%- elif is_vpg && config.normalize_returns %}
    returns = (returns - returns.mean()) / (returns.std() + 1e-8)
    {%- endif %}
    {%- if own.replaces(Part::Weights) %}
    weights = compute_importance_weights(log_probs, tau, {% if config.clip_coef.is_some() %}args.clip_coef{% else %}None{% endif %})
    {%- elif config.use_importance_weights %}
    weights = (log_probs - columns["log_probs"]).exp().detach()
    {%- if config.clip_coef.is_some() %}
    weights = weights.clamp(1 - args.clip_coef, 1 + args.clip_coef)
    {%- endif %}
    {%- else %}
    weights = torch.ones_like(log_probs)
    {%- endif %}
    {%- if own.replaces(Part::PolicyTerm) %}
    objective = compute_reinforce_loss(returns, log_probs, weights)
    {%- else %}
    objective = (weights * log_probs * (returns - returns.mean(dim=0, keepdim=True))).mean()
    {%- endif %}
    return -objective - args.ent_coef * entropy.mean()
    {%- endif %}
{%- elif own_objective %}
def compute_loss(batch):
    zeros = torch.zeros_like(batch["returns"])
    minibatch = ReplayMinibatch(
        batch["obs"], batch["actions"]{% if !is_continuous %}.long(){% endif %}, batch["log_probs"],
        {%- if config.has_gae() %} batch["advantages"],
        {%- else %} batch["returns"] - agent.value(batch["obs"]).detach(),
        {%- endif %} batch["returns"], zeros
    )
    settings = SimpleNamespace({{ own_settings }})
    trainer = SimpleNamespace(args=settings, agent=agent, actor=agent.actor, critic=agent.critic, step=0)
    return -compute_ppo_objective(trainer, minibatch)
{%- else %}
def compute_loss(batch):
    policy = agent.policy(batch["obs"])
    {%- if !own.replaces(Part::Surrogate) %}
    log_probs = policy.log_prob(batch["actions"])
    {%- endif %}
    returns = batch["returns"]
    {%- if is_vpg && config.normalize_returns %}
    returns = (returns - returns.mean()) / (returns.std() + 1e-8)
    {%- endif %}
    {%- if config.has_critic() %}
    values = agent.value(batch["obs"])
    {%- endif %}
    {%- match plan.advantage %}
    {%- when Some(Advantage::Gae) %}
    advantages = batch["advantages"]
    {%- when Some(Advantage::Value) %}
    advantages = returns - values{% if config.detach_advantage %}.detach(){% endif %}
    {%- when Some(Advantage::WorldMean) %}
    advantages = returns - returns.mean(dim=1, keepdim=True)
    {%- when None %}
    {%- endmatch %}
    {%- if is_ppo && config.norm_adv && !own.replaces(Part::Surrogate) %}
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    {%- endif %}
    {%- match config.algorithm %}
    {%- when Algorithm::Reinforce %}
    loss = -(log_probs * returns).mean()
    {%- when Algorithm::Vpg %}
    {%- if config.use_importance_weights %}
    weights = (log_probs - batch["log_probs"]).exp().detach()
    {%- if config.clip_coef.is_some() %}
    weights = weights.clamp(1 - args.clip_coef, 1 + args.clip_coef)
    {%- endif %}
    loss = -(weights * log_probs * advantages).mean()
    {%- else %}
    loss = -(log_probs * advantages).mean()
    {%- endif %}
    {%- when Algorithm::Ppo %}
    {%- if own.replaces(Part::Surrogate) %}
    loss = -calc_clipped_surrogate_objective(
        policy, batch["actions"]{% if !is_continuous %}.long(){% endif %}, advantages, batch["log_probs"], args.clip_coef
    )
    {%- else %}
    ratio = (log_probs - batch["log_probs"]).exp()
    {%- if config.clip_coef.is_some() %}
    clipped = ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)
    loss = -torch.min(ratio * advantages, clipped * advantages).mean()
    {%- else %}
    loss = -(ratio * advantages).mean()
    {%- endif %}
    {%- endif %}
    {%- endmatch %}
    {%- if config.has_critic() %}
    {%- if own.replaces(Part::ValueLoss) %}
    loss = loss + calc_value_function_loss(values, returns.detach(), args.vf_coef)
    {%- else %}
    {%- if plan.value_clip.is_none() && plan.huber_delta.is_none() %}
    loss = loss + args.vf_coef * (values - returns.detach()).square().mean()
    {%- else %}
    errors = (values - returns.detach()).abs()
    {%- if plan.value_clip.is_some() %}
    held = batch["values"] + (values - batch["values"]).clamp(-args.clip_coef, args.clip_coef)
    errors = torch.max(errors, (held - returns).abs())
    {%- endif %}
    {%- if plan.huber_delta.is_some() %}
    loss = loss + args.vf_coef * 2 * nn.functional.huber_loss(errors, torch.zeros_like(errors), delta=args.huber_delta)
    {%- else %}
    loss = loss + args.vf_coef * errors.square().mean()
    {%- endif %}
    {%- endif %}
    {%- endif %}
    {%- endif %}
    {%- if own.replaces(Part::EntropyBonus) %}
    return loss - calc_entropy_bonus(policy, args.ent_coef)
    {%- else %}
    return loss - args.ent_coef * policy.entropy().mean()
    {%- endif %}
{%- endif %}
