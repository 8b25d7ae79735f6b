"""There is no CUDA in a browser; the reader's GPU trains through WebGPU."""

import _late
from torch._types import ByteTensor, DoubleTensor, FloatTensor, IntTensor, LongTensor


def is_available(): return False
def is_initialized(): return False
def device_count(): return 0
def manual_seed(seed): pass
def manual_seed_all(seed): pass
def synchronize(device=None): pass
def empty_cache(): pass
def memory_allocated(device=None): return 0
def max_memory_allocated(device=None): return 0
def memory_reserved(device=None): return 0


def current_device():
    raise RuntimeError("there is no CUDA device: ask torch.cuda.is_available() first")


get_device_name = set_device = get_device_properties = lambda device=None: current_device()


def __getattr__(name):
    return _late.attribute("torch.cuda", (), (), name)
