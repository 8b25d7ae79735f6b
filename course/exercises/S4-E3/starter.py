def generate_session(env, t_max=1000):
    """Plays one episode of at most t_max steps and returns three lists: (states, actions, rewards).

    env.reset() returns a state [4]; env.step(action) returns (new_state, reward, done, info).
    Sample each action: np.random.choice(2, p=...).
    """
    states, actions, rewards = [], [], []
    s = env.reset()
    for _ in range(t_max):
        action_probs = predict_probs(np.array([s]))[0]
        # Sample an action, take the step, and record s, a and r.
        raise NotImplementedError()
    return states, actions, rewards
