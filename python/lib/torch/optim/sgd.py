"""SGD, by the name of its own module."""

from torch.optim import SGD
