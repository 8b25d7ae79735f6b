def generate_session(env, t_max=1000):
    """Plays one episode, at most t_max steps, and gives its (states, actions, rewards), three lists.

    env.reset() gives a state, env.step(action) gives (new_state, reward, done, info).
    Actions are drawn by their probabilities: np.random.choice(2, p=...).
    """
    states, actions, rewards = [], [], []
    s = env.reset()
    for _ in range(t_max):
        action_probs = predict_probs(np.array([s]))[0]
        # Draw an action, take the step, and keep s, a and r of it.
        raise NotImplementedError()
    return states, actions, rewards
