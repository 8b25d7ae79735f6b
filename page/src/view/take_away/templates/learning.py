#cell Learning


#if anneal_lr
def set_learning_rate(progress):
    moved = min(progress / args.anneal_fraction, 1.0)
    optimizer.param_groups[0]["lr"] = moved * args.learning_rate_end + (1 - moved) * args.learning_rate


#end
def learn(batch):
#if gae
#if own_advantages
    # At a time limit the value of the last state stands in for the rewards after it.
    ended = batch["ended"].bool()
    rewards = batch["rewards"] + args.gamma * batch["next_values"] * ended
    ended_before = torch.cat([torch.zeros_like(ended[:1]), ended[:-1]])
    batch["advantages"] = compute_advantages(
        batch["next_values"][-1], ended[-1], rewards, batch["values"], ended_before, args.gamma, args.gae_lambda
    )
#else
    batch["advantages"] = gae_advantages(batch)
#end
    batch["returns"] = batch["advantages"] + batch["values"]
#else
#if own_returns
    # Your function takes environments first, then steps.
    batch["returns"] = compute_returns(batch["rewards"].T, batch["ended"].T.bool(), gamma=args.gamma).T
#else
#if needs_returns
    batch["returns"] = discounted_returns(batch["rewards"], batch["ended"])
#end
#end
#end
#if ppo
    batch = {name: column.flatten(0, 1) for name, column in batch.items()}
    for _ in range(args.update_epochs):
#if own_indices
        for rows in get_minibatch_indices(rng, len(batch["obs"]), len(batch["obs"]) // args.num_minibatches):
            step({name: column[torch.as_tensor(rows)] for name, column in batch.items()})
#else
        for rows in torch.randperm(len(batch["obs"]), device=device).chunk(args.num_minibatches):
            step({name: column[rows] for name, column in batch.items()})
#end
#if target_kl
        with torch.no_grad():
            moved = agent.policy(batch["obs"]).log_prob(batch["actions"]) - batch["log_probs"]
        if (moved.exp() - 1 - moved).mean() > args.target_kl:
            break
#end
#end
#if vpg
#if one_batch
    step(batch)
#else
    for _ in range(args.update_epochs):
        for of in torch.arange(args.num_envs, device=device).chunk(args.num_minibatches):
            step({name: column[:, of] for name, column in batch.items()})
#end
#end
#if reinforce
    step(batch)
#end


def step(minibatch):
#if per_minibatch
    global updates
    set_learning_rate(updates / (num_iterations * {{updates}}))
    updates += 1
#end
    optimizer.zero_grad()
    compute_loss(minibatch).backward()
#if max_grad_norm
    nn.utils.clip_grad_norm_(agent.parameters(), args.max_grad_norm)
#end
    optimizer.step()
#if not file
#dedent
#end
#cell Training


#if file
if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for field in fields(Args):
        parser.add_argument("--" + field.name, type=type(field.default), default=field.default)
    args = Args(**vars(parser.parse_args()))
#end
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
#if own
    torch.set_default_device(device)
#end
    torch.manual_seed(args.seed)
#if own_indices
    rng = np.random.default_rng(args.seed)
#end
    envs = SyncVectorEnv([make_env] * args.num_envs, autoreset_mode=AutoresetMode.{{autoreset}})
    agent = Agent().to(device)
#if file
    if args.load:
        agent.load_state_dict(load_file(args.load))
#else
    # agent.load_state_dict(load_file("networks.safetensors"))  # goes on from saved networks
#end
    optimizer = torch.optim.{{optimizer}}
    num_iterations = args.total_timesteps // ({{rollout_size}})
#if per_minibatch
    updates = 0
#end
    obs, _ = envs.reset(seed=args.seed)
    lengths = np.zeros(args.num_envs, int)
#if not same_step
    was_reset = np.zeros(args.num_envs, bool)
#end
#if not file
    means = []
#end
    for iteration in range(num_iterations):
#if per_iteration
        set_learning_rate(iteration / {{schedule}})
#end
#if sessions
        finished = []
        for _ in range({{rollouts_per_iteration}}):
#if full_reset
            obs, _ = envs.reset()
            lengths[:] = 0
#end
            batch, obs, lasted = rollout(obs)
            finished += lasted
            learn(batch)
#else
#if full_reset
        obs, _ = envs.reset()
        lengths[:] = 0
#if not same_step
        was_reset[:] = False
#end
#end
        batch, obs, finished = rollout(obs)
        learn(batch)
#end
#if file
        print(f"iteration {iteration + 1}: episodes of {np.mean(finished or lengths):.0f} steps on average", flush=True)
#else
        means.append(np.mean(finished or lengths))
        print(f"iteration {iteration + 1}: episodes of {means[-1]:.0f} steps on average", flush=True)
#end
#if stop_when_solved
        longest = min(args.num_steps, args.max_episode_steps)
        if len(batch["ended"]) >= longest and not batch["ended"][: longest - 1].any():
            print("solved: each environment lasted the whole rollout")
            break
#end
#if file
    if args.save:
        save_file(agent.state_dict(), args.save)
#else
#cell Chart

    plt.plot(range(1, len(means) + 1), means)
    plt.xlabel("iteration")
    plt.ylabel("mean episode length")
    plt.show()
#cell Save the networks

    save_file(agent.state_dict(), "networks.safetensors")
#end
