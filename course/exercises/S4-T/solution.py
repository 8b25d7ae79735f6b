from gym import make

env = make("CartPole-v0").env

# Your parts: generate_session plays with predict_probs, which asks model. train_on_session moves model by the returns
# of get_cumulative_rewards.


def train(env, num_iterations=80, sessions_per_iteration=10):
    """In each of num_iterations iterations: plays sessions_per_iteration episodes, learns from each, and yields."""
    for _ in range(num_iterations):
        for _ in range(sessions_per_iteration):
            train_on_session(*generate_session(env))
        yield
