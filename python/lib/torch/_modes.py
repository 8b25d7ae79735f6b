"""Whether gradients are recorded, and settings of PyTorch that change nothing here."""

import _lab


class _Recording:
    """Turns recording on or off: as a context manager or, called with a function, as a decorator."""

    def __init__(self, mode):
        self.mode, self.before = bool(mode), []

    def __enter__(self):
        self.before.append(_lab.set_grad_enabled(self.mode))
        return self

    def __exit__(self, *raised):
        _lab.set_grad_enabled(self.before.pop())

    def __call__(self, function):
        def guarded(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        guarded.__name__ = function.__name__
        guarded.__doc__ = function.__doc__
        return guarded


class set_grad_enabled(_Recording):
    """Acts at once; as a context manager it puts back what was before."""

    def __init__(self, mode):
        super().__init__(mode)
        self.first = [_lab.set_grad_enabled(self.mode)]

    def __enter__(self):
        self.before.append(self.first.pop() if self.first else _lab.set_grad_enabled(self.mode))
        _lab.set_grad_enabled(self.mode)
        return self

    def __call__(self, function):
        if self.first:
            _lab.set_grad_enabled(self.first.pop())
        return super().__call__(function)


def no_grad(function=None):
    guard = _Recording(False)
    return guard if function is None else guard(function)


def inference_mode(mode=True):
    if callable(mode):
        return _Recording(False)(mode)
    return _Recording(not mode and is_grad_enabled())


def enable_grad(function=None):
    guard = _Recording(True)
    return guard if function is None else guard(function)


def is_grad_enabled():
    return _lab.is_grad_enabled()


def compile(model=None, **options):
    return model if model is not None else lambda model: model


def set_printoptions(**options):
    pass


def use_deterministic_algorithms(mode, *, warn_only=False):
    pass


def set_num_threads(int):
    pass


set_num_interop_threads = set_num_threads


def get_num_threads():
    return 1


def set_float32_matmul_precision(precision):
    pass
