"""PyTorch's descriptions of its layers are not here."""

from torch.testing._internal.common_device_type import ops


class modules(ops):
    what = "PyTorch's descriptions of layers"


module_db = ()
