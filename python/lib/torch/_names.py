"""Functions of the module `torch` that are there from the start, each with PyTorch's own arguments."""

from torch._base import (
    Tensor,
    _axis,
    _name,
    _plain,
    _shape,
    _tensor,
    get_default_dtype,
    set_default_dtype,
    set_default_tensor_type,
)
from torch._create import *
from torch._maths import *
from torch._modes import *
from torch._reduce import *
from torch._shape import *
from torch._types import (
    BoolTensor,
    ByteTensor,
    DoubleTensor,
    FloatTensor,
    IntTensor,
    LongTensor,
    Size,
    device,
    dtype,
    finfo,
    iinfo,
)
from torch.random import (
    Generator,
    bernoulli,
    initial_seed,
    manual_seed,
    multinomial,
    normal,
    rand,
    rand_like,
    randint,
    randint_like,
    randn,
    randn_like,
    randperm,
    seed,
)

inf = float("inf")
nan = float("nan")
pi = 3.141592653589793
e = 2.718281828459045
newaxis = None
strided = "torch.strided"
contiguous_format = "torch.contiguous_format"
preserve_format = "torch.preserve_format"
