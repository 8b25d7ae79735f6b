def compute_logprobs_and_entropy(tau, pi):
    """Returns the log-probabilities of the actions taken and the entropies, [num_envs, num_steps] each."""
    probs = F.softmax(pi(tau.obs), dim=-1)
    log_probs = F.log_softmax(probs, dim=-1)
    taken = log_probs.gather(-1, tau.actions.long().unsqueeze(-1)).squeeze(-1)
    entropy = -(log_probs.exp() * log_probs).sum(dim=-1)
    return taken, entropy
