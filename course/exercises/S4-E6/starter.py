optimizer = torch.optim.Adam(model.parameters(), 1e-3)


def train_on_session(states, actions, rewards, gamma=0.99, entropy_coef=1e-2):
    """Takes one step of gradient descent on one episode and returns the sum of its rewards.

    loss = -mean(log pi(a|s) * G) - entropy_coef * mean entropy
    """
    states = torch.tensor(states, dtype=torch.float32)
    actions = torch.tensor(actions, dtype=torch.int32)
    returns = torch.tensor(get_cumulative_rewards(rewards, gamma), dtype=torch.float32)
    logits = model(states)
    probs, log_probs = F.softmax(logits, -1), F.log_softmax(logits, -1)
    log_probs_for_actions = torch.sum(log_probs * to_one_hot(actions, 2), dim=1)
    # Compute the entropy and the loss, then take a step of the optimizer.
    raise NotImplementedError()
    return np.sum(rewards)
