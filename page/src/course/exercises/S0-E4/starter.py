def compute_logprobs_and_entropy(tau, pi):
    """What the policy thinks now of the actions that were taken.

    tau: RolloutTensors, with obs [num_envs, num_steps, 4] and actions [num_envs, num_steps]
    pi: the policy network, from observations to logits
    Gives (logprobs_taken, entropy), both [num_envs, num_steps].
    """
    raise NotImplementedError()
