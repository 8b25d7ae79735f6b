"""Threads, in a tab that runs one thing at a time.

A thread waits until somebody waits for it: `join`, `is_alive`, a lock or an event or a queue that nobody else can let go. Then
the threads that have been started run one after another, each to its end. What would wait for ever raises an error.
"""

import sys
import time as _time
from _thread import _local as local

TIMEOUT_MAX = 2.0**31
ThreadError = RuntimeError
_waiting = []
_last = 0


def _run_one():
    """Runs the thread that has waited longest. Returns False if there is none."""
    if not _waiting:
        return False
    _waiting.pop(0)._go()
    return True


def _wait_for(is_ready, timeout, what):
    """Runs threads until `is_ready()`. Returns whether it is; without a timeout what nobody can bring about is an error."""
    while not is_ready():
        if not _run_one():
            if timeout is None or timeout < 0:
                raise RuntimeError(f"{what} would wait for ever: a tab runs one thread after another, and none is left that could go on")
            return False
    return True


class _Held:
    """What `with` takes, and lets go of."""

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *raised):
        self.release()


class Lock(_Held):
    """A lock. Whoever finds it held lets the other threads run."""

    def __init__(self):
        self._is_held = False

    def acquire(self, blocking=True, timeout=-1):
        if self._is_held:
            if not blocking:
                return False
            if not _wait_for(lambda: not self._is_held, timeout if timeout >= 0 else None, "Lock.acquire()"):
                return False
        self._is_held = True
        return True

    def release(self):
        if not self._is_held:
            raise RuntimeError("release unlocked lock")
        self._is_held = False

    def locked(self):
        return self._is_held


class _RLock(_Held):
    """A lock that its thread may take again."""

    def __init__(self):
        self._owner, self._depth = None, 0

    def acquire(self, blocking=True, timeout=-1):
        me = current_thread()
        if self._owner not in (None, me):
            if not blocking or not _wait_for(lambda: self._owner is None, timeout if timeout >= 0 else None, "RLock.acquire()"):
                return False
        self._owner, self._depth = me, self._depth + 1
        return True

    def release(self):
        if self._owner is not current_thread():
            raise RuntimeError("cannot release un-acquired lock")
        self._depth -= 1
        if not self._depth:
            self._owner = None

    def locked(self):
        return self._depth > 0


def RLock():
    return _RLock()


class Condition(_Held):
    """Waits for a sign of another thread."""

    def __init__(self, lock=None):
        self._lock = lock or RLock()
        self.acquire, self.release = self._lock.acquire, self._lock.release
        self._signs = self._waiters = 0

    def wait(self, timeout=None):
        self._waiters += 1
        self._lock.release()
        try:
            was_told = _wait_for(lambda: self._signs > 0, timeout, "Condition.wait()")
        finally:
            self._waiters -= 1
            self._lock.acquire()
        self._signs -= was_told
        return was_told

    def wait_for(self, predicate, timeout=None):
        while not predicate():
            if not self.wait(timeout):
                return predicate()
        return True

    def notify(self, n=1):
        self._signs = min(self._signs + n, self._waiters)

    def notify_all(self):
        self._signs = self._waiters


class Event:
    """Something that happens once."""

    def __init__(self):
        self._is_set = False

    def is_set(self): return self._is_set

    def set(self):
        self._is_set = True

    def clear(self):
        self._is_set = False

    def wait(self, timeout=None):
        is_set = _wait_for(lambda: self._is_set, timeout, "Event.wait()")
        if not is_set:
            _time.sleep(timeout)
        return is_set


class Semaphore(_Held):
    """Lets in so many at a time."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._value = value

    def acquire(self, blocking=True, timeout=None):
        if not self._value and (not blocking or not _wait_for(lambda: self._value > 0, timeout, "Semaphore.acquire()")):
            return False
        self._value -= 1
        return True

    def release(self, n=1):
        self._value += n


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        super().__init__(value)
        self._most = value

    def release(self, n=1):
        if self._value + n > self._most:
            raise ValueError("Semaphore released too many times")
        super().release(n)


class BrokenBarrierError(RuntimeError):
    pass


class Barrier:
    def __init__(self, parties, action=None, timeout=None):
        self.parties, self._action, self.n_waiting, self.broken = parties, action, 0, False

    def wait(self, timeout=None):
        place = self.n_waiting
        self.n_waiting += 1
        if not _wait_for(lambda: self.n_waiting >= self.parties, timeout, "Barrier.wait()"):
            self.broken = True
            raise BrokenBarrierError
        if place == self.parties - 1 and self._action:
            self._action()
        return place


class Thread:
    """A call that runs when somebody waits for it."""

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None, context=None):
        global _last
        _last += 1
        self.name = name or f"Thread-{_last}" + (f" ({target.__name__})" if hasattr(target, "__name__") else "")
        self._target, self._args, self._kwargs = target, args, kwargs or {}
        self.daemon = bool(daemon)
        self.ident = self.native_id = None
        self._state, self._number = "new", _last

    def start(self):
        if self._state != "new":
            raise RuntimeError("threads can only be started once")
        self._state, self.ident = "started", self._number + 1
        self.native_id = self.ident
        _waiting.append(self)

    def run(self):
        if self._target:
            self._target(*self._args, **self._kwargs)

    def _go(self):
        global _current
        before, _current = _current, self
        self._state = "running"
        try:
            self.run()
        except SystemExit:
            pass
        except Exception:
            excepthook(ExceptHookArgs([*sys.exc_info(), self]))
        finally:
            self._state, _current = "over", before

    def join(self, timeout=None):
        if self._state == "new":
            raise RuntimeError("cannot join thread before it is started")
        if self is _current:
            raise RuntimeError("cannot join current thread")
        _wait_for(lambda: self._state == "over", timeout, f"join() of {self.name}")

    def is_alive(self):
        if self._state == "started" and self in _waiting:
            _waiting.remove(self)
            self._go()
        return self._state in ("started", "running")

    isDaemon = lambda self: self.daemon
    getName = lambda self: self.name

    def setDaemon(self, daemonic):
        self.daemon = daemonic

    def setName(self, name):
        self.name = name

    def __repr__(self):
        return f"<Thread({self.name}, {self._state})>"


class Timer(Thread):
    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__(target=function, args=args or (), kwargs=kwargs)
        self.interval, self.finished = interval, Event()

    def cancel(self):
        self.finished.set()

    def run(self):
        if not self.finished.is_set():
            _time.sleep(self.interval)
            super().run()
        self.finished.set()


class ExceptHookArgs:
    def __init__(self, given):
        self.exc_type, self.exc_value, self.exc_traceback, self.thread = given


def excepthook(args, /):
    import traceback

    print(f"Exception in thread {args.thread.name}:", file=sys.stderr)
    traceback.print_exception(args.exc_type, args.exc_value, args.exc_traceback)


class _MainThread(Thread):
    def __init__(self):
        super().__init__(name="MainThread")
        self.ident, self._state = 1, "running"
        self.native_id = 1


_main = _current = _MainThread()


def current_thread(): return _current
def main_thread(): return _main
def get_ident(): return _current.ident
def get_native_id(): return _current.ident
def active_count(): return len(enumerate())
def enumerate(): return [_main, *([] if _current is _main else [_current]), *_waiting]
def settrace(func): pass
def setprofile(func): pass
def stack_size(size=0): return 0
def _register_atexit(func, *args, **kwargs): pass


def _shutdown():
    """Runs the threads that nobody has waited for, but for those that may be left."""
    while any(not thread.daemon for thread in _waiting):
        thread = _waiting.pop(0)
        if not thread.daemon:
            thread._go()
    _waiting.clear()


currentThread, activeCount = current_thread, active_count
