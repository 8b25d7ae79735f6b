"""Tools beside networks."""

import _late


def __getattr__(name):
    return _late.attribute("torch.utils", ("data", "tensorboard"), (), name)
