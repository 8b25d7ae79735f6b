def generate_session(env, t_max=1000):
    """Plays one episode of at most t_max steps and returns three lists: (states, actions, rewards).

    env.reset() returns a state [4]; env.step(action) returns (new_state, reward, done, info).
    Sample each action: np.random.choice(2, p=...).
    """
    states, actions, rewards = [], [], []
    s = env.reset()
    for _ in range(t_max):
        action_probs = predict_probs(np.array([s]))[0]
        a = np.random.choice(2, p=action_probs)
        new_s, r, done, _info = env.step(a)
        # s, not new_s: the state in which we chose a.
        states.append(s)
        actions.append(a)
        rewards.append(r)
        if done:
            break
        s = new_s
    return states, actions, rewards
