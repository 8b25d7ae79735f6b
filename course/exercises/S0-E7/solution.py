def compute_reinforce_loss(returns, logprobs_taken, iw):
    """Returns the policy's part of what is maximised: mean(iw * logprobs_taken * advantage).

    All are [num_envs, num_steps]. The advantage is the return minus the mean return of all environments at
    the same step. Detach it.
    """
    baseline = returns.mean(dim=0, keepdim=True)  # [1, num_steps]
    advantages = (returns - baseline).detach()
    return (iw * advantages * logprobs_taken).mean()
