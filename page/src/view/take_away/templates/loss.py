#cell Loss


#if own_vpg_loss
def compute_loss(batch):
    # Your functions take environments first, then steps.
    columns = {name: column.transpose(0, 1) for name, column in batch.items()}
#if own_tau
    tau = RolloutTensors(
        columns["obs"], columns["actions"].long(), columns["log_probs"], columns["rewards"], columns["ended"].bool()
    )
#end
#if own_objective
    settings = SimpleNamespace({{own_settings}})
#if own_num_envs
    settings.num_envs = len(tau.rewards)
#end
    player = SimpleNamespace(policy_network=agent.actor, pi=agent.actor, rng=None)
    objective = VPGTrainer.compute_loss(SimpleNamespace(args=settings, agent=player, policy_network=agent.actor), tau)
    return -(objective[0] if isinstance(objective, tuple) else objective)
#else
#if own_log_probs
    log_probs, entropy = compute_logprobs_and_entropy(tau, agent.actor)
#else
    policy = agent.policy(columns["obs"])
    log_probs, entropy = policy.log_prob(columns["actions"]), policy.entropy()
#end
    returns = columns["returns"]
#if own_normal_returns
    returns = normalize_returns(returns)
#else
#if normalize_returns
    returns = (returns - returns.mean()) / (returns.std() + 1e-8)
#end
#end
#if own_weights
    weights = compute_importance_weights(log_probs, tau, {{clip_coef}})
#else
#if weights
    weights = (log_probs - columns["log_probs"]).exp().detach()
#if clip
    weights = weights.clamp(1 - args.clip_coef, 1 + args.clip_coef)
#end
#else
    weights = torch.ones_like(log_probs)
#end
#end
#if own_policy_term
    objective = compute_reinforce_loss(returns, log_probs, weights)
#else
    objective = (weights * log_probs * (returns - returns.mean(dim=0, keepdim=True))).mean()
#end
    return -objective - args.ent_coef * entropy.mean()
#end
#else
def compute_loss(batch):
#if own_objective
    zeros = torch.zeros_like(batch["returns"])
    minibatch = ReplayMinibatch(
        batch["obs"], batch["actions"].long(), batch["log_probs"], {{advantages}}, batch["returns"], zeros
    )
    settings = SimpleNamespace({{own_settings}})
    trainer = SimpleNamespace(args=settings, agent=agent, actor=agent.actor, critic=agent.critic, step=0)
    return -compute_ppo_objective(trainer, minibatch)
#else
    policy = agent.policy(batch["obs"])
#if not own_surrogate
    log_probs = policy.log_prob(batch["actions"])
#end
    returns = batch["returns"]
#if normalize_returns
    returns = (returns - returns.mean()) / (returns.std() + 1e-8)
#end
#if critic
    values = agent.value(batch["obs"])
#end
#if gae
    advantages = batch["advantages"]
#end
#if value
#if detach_advantage
    advantages = returns - values.detach()
#else
    advantages = returns - values
#end
#end
#if world_mean
    advantages = returns - returns.mean(dim=1, keepdim=True)
#end
#if norm_adv
#if not own_surrogate
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
#end
#end
#if reinforce
    loss = -(log_probs * returns).mean()
#end
#if vpg
#if weights
    weights = (log_probs - batch["log_probs"]).exp().detach()
#if clip
    weights = weights.clamp(1 - args.clip_coef, 1 + args.clip_coef)
#end
    loss = -(weights * log_probs * advantages).mean()
#else
    loss = -(log_probs * advantages).mean()
#end
#end
#if ppo
#if own_surrogate
    loss = -calc_clipped_surrogate_objective(
        policy, batch["actions"].long(), advantages, batch["log_probs"], args.clip_coef
    )
#else
    ratio = (log_probs - batch["log_probs"]).exp()
#if clip
    clipped = ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)
    loss = -torch.min(ratio * advantages, clipped * advantages).mean()
#else
    loss = -(ratio * advantages).mean()
#end
#end
#end
#if critic
#if own_value_loss
    loss = loss + calc_value_function_loss(values, returns.detach(), args.vf_coef)
#else
    loss = loss + args.vf_coef * (values - returns.detach()).square().mean()
#end
#end
#if own_entropy_bonus
    return loss - calc_entropy_bonus(policy, args.ent_coef)
#else
    return loss - args.ent_coef * policy.entropy().mean()
#end
#end
#end
