"""Programs that do not show which interface of gym they expect: the old one is taken, and what fits the new one only is told
how to ask for it."""

import gym


def message(call):
    try:
        call()
    except (ValueError, IndexError) as error:
        return str(error)
    raise AssertionError("it did not raise")


env = gym.make("CartPole-v1")
assert env.reset().shape == (4,)
result = env.step(1)
assert len(result) == 4 and list(result)[1] == 1.0
assert 'gym.use("0.26")' in message(lambda: result[4])
a, b, c, d = result

gym.use("0.26")
env = gym.make("CartPole-v1")
assert len(env.reset()) == 2 and len(env.step(1)) == 5
gym.use("0.21.0")
assert len(gym.make("CartPole-v1").reset()) == 4
# Two strings, so that this program does not ask for it itself.
gym._conventions("import os\n!pip install gym" + "==0.26.2\n")
assert gym.__version__ == "0.26.2"
gym.use(None)
assert gym.__version__ == "0.21.0"
