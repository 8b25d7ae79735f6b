"""Executors, which run what they are given at once: a tab runs one thing at a time."""

import errno

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"


class CancelledError(Exception):
    pass


class InvalidStateError(Exception):
    pass


TimeoutError = TimeoutError


class Future:
    """What came of a call."""

    def __init__(self):
        self._result = self._error = None
        self._is_done, self._callbacks = False, []

    def set_result(self, result):
        self._result = result
        self._end()

    def set_exception(self, exception):
        self._error = exception
        self._end()

    def _end(self):
        self._is_done = True
        for callback in self._callbacks:
            callback(self)

    def result(self, timeout=None):
        if not self._is_done:
            raise InvalidStateError("nobody has given this future a result, and in a tab nobody will while you wait")
        if self._error is not None:
            raise self._error
        return self._result

    def exception(self, timeout=None): return self._error
    def done(self): return self._is_done
    def running(self): return False
    def cancel(self): return False
    def cancelled(self): return False

    def add_done_callback(self, fn):
        if self._is_done:
            fn(self)
        else:
            self._callbacks.append(fn)


class Executor:
    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        futures = [self.submit(fn, *args) for args in zip(*iterables)]
        return (future.result() for future in futures)

    def shutdown(self, wait=True, *, cancel_futures=False):
        self.submit = _closed

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        self.shutdown()
        return False


def _closed(*args, **kwargs):
    raise RuntimeError("cannot schedule new futures after shutdown")


class ThreadPoolExecutor(Executor):
    def __init__(self, max_workers=None, thread_name_prefix="", initializer=None, initargs=()):
        if max_workers is not None and max_workers <= 0:
            raise ValueError("max_workers must be greater than 0")
        self._max_workers = max_workers or 1
        if initializer:
            initializer(*initargs)


class ProcessPoolExecutor(Executor):
    def __init__(self, max_workers=None, *more, **options):
        raise OSError(errno.ENOSYS, "a tab has one process, so ProcessPoolExecutor cannot start others: use ThreadPoolExecutor, which runs the calls one after another")


def as_completed(fs, timeout=None):
    return iter(list(fs))


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    from collections import namedtuple

    return namedtuple("DoneAndNotDoneFutures", "done not_done")(set(fs), set())
