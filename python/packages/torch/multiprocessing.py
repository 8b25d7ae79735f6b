"""A page has one process: what would start others says so."""


def cpu_count():
    return 1


def set_start_method(method, force=False):
    pass


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.multiprocessing' has no attribute '{name}'")
    raise RuntimeError(f"torch.multiprocessing.{name} needs processes, and a page has one: step several environments in one process instead")
