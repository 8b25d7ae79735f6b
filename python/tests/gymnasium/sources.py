"""`inspect.getsource` of the course's environments, which are batches."""

import inspect

from worlds import CartPole, World


source = inspect.getsource(CartPole)
assert source.startswith("class CartPole(World):\n") and "def reward_function(self, action):" in source, source[:80]
assert "class Probe1" not in source
assert inspect.getsource(World.reset).lstrip().startswith("def reset(self, seed=None):")
