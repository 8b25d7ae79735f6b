"""There is no CUDA."""

from torch.testing._internal.common_utils import __getattr__ as _asked
from torch.testing._internal.common_utils import _nothing

tf32_on_and_off = tf32_off = tf32_on = with_tf32_off = _nothing


def tf32_is_not_fp32():
    return False


def __getattr__(name):
    return False if name.startswith(("SM", "PLATFORM", "CDNA")) else _asked(name)
