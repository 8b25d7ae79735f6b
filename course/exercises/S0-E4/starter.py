def compute_logprobs_and_entropy(tau, pi):
    """Returns how likely the present policy makes the actions taken, and its entropy.

    tau: RolloutTensors, with obs [num_envs, num_steps, 4] and actions [num_envs, num_steps]
    pi: the policy network, from observations to logits
    Returns (logprobs_taken, entropy), both [num_envs, num_steps].
    """
    raise NotImplementedError()
