"""Names for annotations: arrays, and what becomes one."""

from typing import Any

import numpy

ArrayLike = Any
DTypeLike = Any


class NDArray(numpy.ndarray):
    """An array, as annotations write it: `NDArray[np.float32]`."""

    def __class_getitem__(cls, kind):
        return numpy.ndarray
