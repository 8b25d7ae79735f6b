"""Parameters, by the name of their own module."""

from torch.nn.modules import Parameter
