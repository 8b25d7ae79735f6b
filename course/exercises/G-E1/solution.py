def compute_group_advantages(rewards):
    """Returns (reward - mean) / (std + 1e-4), with the mean and the sample std (n - 1) of the reward's own group.

    rewards: [num_prompts, group_size], one row for the answers to one prompt. The result has the same shape.
    A group of one answer gets zeros.
    """
    if rewards.shape[1] == 1:
        return t.zeros_like(rewards)  # a single number has no sample std
    mean = rewards.mean(dim=1, keepdim=True)  # [num_prompts, 1]
    std = rewards.std(dim=1, keepdim=True)
    return (rewards - mean) / (std + 1e-4)
