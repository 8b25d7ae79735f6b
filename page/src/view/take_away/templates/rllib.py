if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for field in fields(Args):
        parser.add_argument("--" + field.name, type=type(field.default), default=field.default)
    args = Args(**vars(parser.parse_args()))
    register_env("policy-lab", lambda config: make_env())
    batch_size = args.num_envs * args.num_steps
    config = (
        PPOConfig()
        .environment("policy-lab"{% if is_continuous %}, normalize_actions=False{% endif %})
        .env_runners(
            num_env_runners=args.num_env_runners,
            num_envs_per_env_runner=max(1, args.num_envs // max(1, args.num_env_runners)),
        )
        .learners(num_learners=args.num_learners)
        .training(
            gamma=args.gamma,
            lambda_={% if config.has_gae() %}args.gae_lambda{% else %}1.0{% endif %},
            {%- if anneals %}
            lr=[[0, args.learning_rate], [args.total_timesteps * args.anneal_fraction
                {%- if config.anneal_per == AnnealPer::Course %} * {{ config.updates_per_iteration() }}{% endif %}, args.learning_rate_end]],
            {%- else %}
            lr=args.learning_rate,
            {%- endif %}
            train_batch_size_per_learner=batch_size // max(1, args.num_learners),
            minibatch_size=batch_size // args.num_minibatches // max(1, args.num_learners),
            num_epochs=args.update_epochs,
            clip_param={% if config.clip_coef.is_some() %}args.clip_coef{% else %}float("inf"){% endif %},
            use_kl_loss=False,
            vf_loss_coeff=args.vf_coef,
            vf_clip_param=float("inf"),
            entropy_coeff=args.ent_coef,
            {%- if config.max_grad_norm.is_some() %}
            grad_clip=args.max_grad_norm,
            grad_clip_by="global_norm",
            {%- endif %}
        )
        .rl_module(
            model_config=DefaultModelConfig(
                fcnet_hiddens={{ hidden_sizes }},
                fcnet_activation="{% match config.activation %}{% when Activation::Relu %}relu{% when Activation::Tanh %}tanh{% endmatch %}",
                {%- if config.orthogonal_init %}
                fcnet_kernel_initializer="orthogonal_",
                fcnet_kernel_initializer_kwargs={"gain": 2**0.5},
                fcnet_bias_initializer="zeros_",
                {%- endif %}
                vf_share_layers=False,
                {%- if is_continuous %}
                free_log_std=True,
                {%- endif %}
            )
        )
        .debugging(seed=args.seed)
    )
    algorithm = config.build_algo()
    for iteration in range(args.total_timesteps // batch_size):
        result = algorithm.train()
        {%- if by_return %}
        mean = result["env_runners"].get("episode_return_mean", float("nan"))
        print(f"iteration {iteration + 1}: a return of {mean:.1f} on average", flush=True)
        {%- else %}
        length = result["env_runners"].get("episode_len_mean", float("nan"))
        print(f"iteration {iteration + 1}: episodes of {length:.0f} steps on average", flush=True)
        {%- endif %}
    algorithm.stop()
