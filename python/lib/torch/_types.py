"""Element types, devices, sizes."""

import builtins as py
import math


class dtype:
    """The type of a tensor's elements."""

    is_complex = False

    def __init__(self, name):
        self.name = name
        self.is_floating_point = name.startswith("float")
        self.is_signed = name not in ("bool", "uint8")
        self.itemsize = 1 if not self.is_signed else 8 if "64" in name else 4

    def __repr__(self):
        return "torch." + self.name

    def __reduce__(self):
        return "torch." + self.name


bool = dtype("bool")
uint8 = dtype("uint8")
int32 = int = dtype("int32")
int64 = long = dtype("int64")
float32 = float = dtype("float32")
float64 = double = dtype("float64")
_BY_NAME = {d.name: d for d in (bool, uint8, int32, int64, float32, float64)}


class finfo:
    """The limits of a type of fractions."""

    def __init__(self, type=float32):
        self.bits = type.itemsize * 8
        self.dtype = type.name
        is_double = type.name == "float64"
        self.eps = 2.0**-52 if is_double else 2.0**-23
        self.tiny = self.smallest_normal = 2.0**-1022 if is_double else 2.0**-126
        self.max = (2 - self.eps) * (2.0**1023 if is_double else 2.0**127)
        self.min = -self.max
        self.resolution = 1e-15 if is_double else 1e-6


class iinfo:
    """The limits of a type of whole numbers."""

    def __init__(self, type):
        self.bits = type.itemsize * 8
        self.dtype = type.name
        self.max = 2 ** (self.bits - type.is_signed) - 1
        self.min = -self.max - 1 if type.is_signed else 0


class device:
    """A tensor's device. There is only one here, whatever its name."""

    def __init__(self, type="cpu", index=None):
        if isinstance(type, device):
            type, index = type.type, type.index
        named, _, number = str(type).partition(":")
        self.type = named
        self.index = index if index is not None or not number else py.int(number)

    def __repr__(self):
        at = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{at})"

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other):
        return str(self) == str(other)

    def __hash__(self):
        return hash(str(self))

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        pass


class Size(tuple):
    """A tensor's sizes."""

    def numel(self):
        return math.prod(self)

    def __repr__(self):
        return f"torch.Size({list(self)})"


class _TypedTensor(type):
    """A class such as `torch.FloatTensor`: it makes tensors of one type, and its instances are those tensors."""

    def __call__(cls, *data):
        import torch

        kind = _BY_NAME[cls.kind]
        if not data or py.all(isinstance(size, py.int) for size in data):
            return torch.zeros(data or (0,), dtype=kind)
        return torch.tensor(data[0], dtype=kind)

    def __instancecheck__(cls, instance):
        import _lab

        return isinstance(instance, _lab.Tensor) and _lab.dtype(instance) == cls.kind


class FloatTensor(metaclass=_TypedTensor):
    kind = "float32"


class DoubleTensor(metaclass=_TypedTensor):
    kind = "float64"


class LongTensor(metaclass=_TypedTensor):
    kind = "int64"


class IntTensor(metaclass=_TypedTensor):
    kind = "int32"


class ByteTensor(metaclass=_TypedTensor):
    kind = "uint8"


class BoolTensor(metaclass=_TypedTensor):
    kind = "bool"
