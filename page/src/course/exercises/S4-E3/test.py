import gym
import numpy as np
from tests.explain import call, passed, require


def test_generate_session(generate_session):
    np.random.seed(16)
    env = gym.make("CartPole-v0").env
    got = call("states, actions and rewards of one episode", generate_session, {"env": env}, t_max=50)
    require(isinstance(got, tuple) and len(got) == 3, "three lists come back", got=type(got).__name__)
    states, actions, rewards = got
    count = len(states)
    require(
        len(actions) == count and len(rewards) == count and 0 < count <= 50,
        "one state, action and reward for each step, and no more than t_max",
        "append all three in every turn of the loop",
        states=count,
        actions=len(actions),
        rewards=len(rewards),
    )
    require(all(int(action) in (0, 1) for action in actions), "actions are 0 or 1", actions=actions)
    seen = [tuple(np.array(state).tolist()) for state in states]
    require(len(set(seen)) == count, "each step records the state that its action was chosen from", "is s replaced by new_s?")
    taken = [int(action) for _ in range(6) for action in generate_session(env, t_max=50)[1]]
    require(0.15 < sum(taken) / len(taken) < 0.85, "actions are drawn by their probabilities", "is the likeliest taken every time?")
    passed("test_generate_session")
