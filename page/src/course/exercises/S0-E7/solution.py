def compute_reinforce_loss(returns, logprobs_taken, iw):
    """The policy's part of what is maximised: mean(iw * logprobs_taken * advantage).

    All are [num_envs, num_steps]. The advantage is the return less the mean return of all worlds at the same
    step, and no gradient flows through it.
    """
    baseline = returns.mean(dim=0, keepdim=True)  # [1, num_steps]
    advantages = (returns - baseline).detach()
    return (iw * advantages * logprobs_taken).mean()
