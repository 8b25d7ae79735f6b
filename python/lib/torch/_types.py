"""Element types, devices, sizes."""


class dtype:
    """The type of a tensor's elements."""

    def __init__(self, name):
        self.name = name
        self.is_floating_point = name.startswith("float")

    def __repr__(self):
        return "torch." + self.name

    def __reduce__(self):
        return "torch." + self.name


bool = dtype("bool")
int32 = int = dtype("int32")
int64 = long = dtype("int64")
float32 = float = dtype("float32")
float64 = double = dtype("float64")
_BY_NAME = {d.name: d for d in (bool, int32, int64, float32, float64)}


class device:
    """A tensor's device. There is only one here, whatever its name."""

    def __init__(self, type="cpu", index=None):
        self.type = type.type if isinstance(type, device) else str(type).split(":")[0]
        self.index = index

    def __repr__(self):
        return f"device(type='{self.type}')"

    def __str__(self):
        return self.type

    def __eq__(self, other):
        return str(self) == str(other)

    def __hash__(self):
        return hash(self.type)


class Size(tuple):
    """A tensor's sizes."""

    def numel(self):
        count = 1
        for size in self:
            count *= size
        return count

    def __repr__(self):
        return f"torch.Size({list(self)})"


class LongTensor:
    """Names a type for `Tensor.type`."""


class FloatTensor:
    """Names a type for `Tensor.type`."""


class BoolTensor:
    """Names a type for `Tensor.type`."""
