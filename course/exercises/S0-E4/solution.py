def compute_logprobs_and_entropy(tau, pi):
    """Returns how likely the present policy makes the actions taken, and its entropy.

    tau: RolloutTensors, with obs [num_envs, num_steps, 4] and actions [num_envs, num_steps]
    pi: the policy network, from observations to logits
    Returns (logprobs_taken, entropy), both [num_envs, num_steps].
    """
    all_logprobs = F.log_softmax(pi(tau.obs), dim=-1)  # [num_envs, num_steps, num_actions]
    index = tau.actions.long().unsqueeze(-1)
    logprobs_taken = all_logprobs.gather(-1, index).squeeze(-1)
    entropy = (-all_logprobs * all_logprobs.exp()).sum(dim=-1)
    return logprobs_taken, entropy
