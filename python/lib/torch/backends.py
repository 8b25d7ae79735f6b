"""Settings of libraries that are not here. Each is a module: `import torch.backends.cudnn as cudnn`."""

import sys
import types


def _library(name, **names):
    module = types.ModuleType(f"{__name__}.{name}")
    vars(module).update(names)
    sys.modules[module.__name__] = module
    return module


def _is_absent():
    return False


class _MatMul:
    allow_tf32 = False


cudnn = _library(
    "cudnn", deterministic=True, benchmark=False, enabled=False, allow_tf32=False, is_available=_is_absent, version=lambda: None
)
mps = _library("mps", is_available=_is_absent, is_built=_is_absent)
mkl = _library("mkl", is_available=_is_absent)
mkldnn = _library("mkldnn", is_available=_is_absent, enabled=False)
openmp = _library("openmp", is_available=_is_absent)
cuda = _library("cuda", is_built=_is_absent, matmul=_MatMul)
