"""There is no CUDA in a browser; the reader's GPU trains through WebGPU."""


def is_available():
    return False


def device_count():
    return 0


def manual_seed(seed):
    pass


def manual_seed_all(seed):
    pass


def synchronize(device=None):
    pass
