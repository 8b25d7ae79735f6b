"""`inspect.getsource` of the course's environments, which are batches, and of a class of the reader's own."""

import inspect

from worlds import CartPole, World


class Slope:
    """A class of the reader's."""

    def move(self, speed):
        return speed - 0.0025


source = inspect.getsource(CartPole)
assert source.startswith("class CartPole(World):\n") and "def reward_function(self, action):" in source, source[:80]
assert "class Probe1" not in source
assert inspect.getsource(World.reset).lstrip().startswith("def reset(self, seed=None):")
own = inspect.getsource(Slope)
assert own.startswith("class Slope:\n") and own.rstrip().endswith("return speed - 0.0025"), own
assert inspect.getsource(Slope.move).strip().startswith("def move(self, speed):")
