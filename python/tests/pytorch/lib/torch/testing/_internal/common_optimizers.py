"""PyTorch's descriptions of its optimisers are not here."""

from torch.testing._internal.common_device_type import ops


class optims(ops):
    what = "PyTorch's descriptions of optimisers"


optim_db = ()
