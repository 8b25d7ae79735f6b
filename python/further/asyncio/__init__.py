"""Coroutines that take turns: while one waits, the others go on. A tab waits for no network."""

import heapq
import time
from collections import deque


class CancelledError(BaseException):
    """A task that was stopped."""


class InvalidStateError(Exception):
    """A result that is asked for too early."""


class QueueEmpty(Exception):
    """A queue without an entry."""


class QueueFull(Exception):
    """A queue without room."""


TimeoutError = TimeoutError
FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"
_running = []


class Future:
    """A result that comes later."""

    def __init__(self, *, loop=None):
        self._loop, self._state, self._result, self._error, self._calls = loop or get_event_loop(), "PENDING", None, None, []

    def done(self): return self._state != "PENDING"
    def cancelled(self): return self._state == "CANCELLED"

    def result(self):
        if self._state == "CANCELLED":
            raise CancelledError
        if self._state == "PENDING":
            raise InvalidStateError("Result is not set.")
        if self._error is not None:
            raise self._error
        return self._result

    def exception(self):
        if self._state == "PENDING":
            raise InvalidStateError("Exception is not set.")
        return self._error

    def set_result(self, result): self._finish("FINISHED", result, None)
    def set_exception(self, exception): self._finish("FINISHED", None, exception() if isinstance(exception, type) else exception)

    def cancel(self, msg=None):
        if self.done():
            return False
        self._finish("CANCELLED", None, None)
        return True

    def _finish(self, state, result, error):
        if self.done():
            raise InvalidStateError("invalid state")
        self._state, self._result, self._error = state, result, error
        for call in self._calls:
            self._loop.call_soon(call, self)
        self._calls = []

    def add_done_callback(self, fn, *, context=None):
        if self.done():
            self._loop.call_soon(fn, self)
        else:
            self._calls.append(fn)

    def __await__(self):
        if not self.done():
            yield self
        return self.result()

    __iter__ = __await__


class Task(Future):
    """A coroutine that is on its way."""

    def __init__(self, coro, *, loop=None, name=None, **unused):
        super().__init__(loop=loop)
        self._coro, self._waits_for, self._name, self._stops = coro, None, name, False
        self._loop.call_soon(self._go)

    def get_name(self): return self._name or "Task"
    def set_name(self, value): self._name = value
    def get_coro(self): return self._coro

    def cancel(self, msg=None):
        if self.done():
            return False
        self._stops = True
        if self._waits_for is not None:
            self._waits_for.cancel()
        return True

    def _go(self, waited=None):
        if self.done():
            return
        self._waits_for, before, self._loop.current = None, self._loop.current, self
        try:
            if self._stops:
                self._stops = False
                found = self._coro.throw(CancelledError())
            else:
                found = self._coro.send(None)
        except StopIteration as end:
            self._finish("FINISHED", end.value, None)
        except CancelledError:
            self._finish("CANCELLED", None, None)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            self._finish("FINISHED", None, error)
        else:
            if found is None:
                self._loop.call_soon(self._go)
            else:
                self._waits_for = found
                found.add_done_callback(self._go)
        finally:
            self._loop.current = before


class AbstractEventLoop:
    """What lets coroutines take turns."""


class _Loop(AbstractEventLoop):
    def __init__(self): self._ready, self._later, self._count, self.current, self._is_closed = deque(), [], 0, None, False

    def call_soon(self, callback, *args, **unused): self._ready.append((callback, args))

    def call_later(self, delay, callback, *args, **unused):
        self._count += 1
        heapq.heappush(self._later, (self.time() + delay, self._count, callback, args))

    def time(self): return time.monotonic()
    def create_future(self): return Future(loop=self)
    def create_task(self, coro, *, name=None, **unused): return Task(coro, loop=self, name=name)

    async def run_in_executor(self, executor, func, *args): return func(*args)

    def run_until_complete(self, future):
        if _running:
            raise RuntimeError("This event loop is already running")
        task = ensure_future(future, loop=self)
        _running.append(self)
        try:
            while not task.done():
                self._turn()
        finally:
            _running.pop()
        return task.result()

    def _turn(self):
        if not self._ready:
            if not self._later:
                raise RuntimeError("this coroutine would wait for ever: nothing else is on its way")
            time.sleep(max(0.0, self._later[0][0] - self.time()))
        while self._later and self._later[0][0] <= self.time():
            _, _, callback, args = heapq.heappop(self._later)
            self._ready.append((callback, args))
        for _ in range(len(self._ready)):
            callback, args = self._ready.popleft()
            callback(*args)

    def is_running(self): return self in _running
    def is_closed(self): return self._is_closed
    def close(self): self._is_closed = True
    def stop(self): pass
    def set_debug(self, enabled): pass
    async def shutdown_asyncgens(self): pass

    def run_forever(self):
        raise RuntimeError("a tab's Python cannot wait for ever: run_until_complete runs one coroutine to its end")


_usual = [None]


def get_event_loop():
    if _running:
        return _running[-1]
    if _usual[0] is None:
        _usual[0] = _Loop()
    return _usual[0]


def get_running_loop():
    if not _running:
        raise RuntimeError("no running event loop")
    return _running[-1]


def new_event_loop(): return _Loop()
def set_event_loop(loop): _usual[0] = loop
def iscoroutine(obj): return hasattr(obj, "send") and hasattr(obj, "throw") and hasattr(obj, "cr_frame")
def isfuture(obj): return isinstance(obj, Future)


def iscoroutinefunction(func):
    import inspect

    return inspect.iscoroutinefunction(func)


def ensure_future(coro_or_future, *, loop=None):
    if isinstance(coro_or_future, Future):
        return coro_or_future
    if iscoroutine(coro_or_future):
        return Task(coro_or_future, loop=loop or get_event_loop())
    if hasattr(coro_or_future, "__await__"):
        async def wrapped():
            return await coro_or_future

        return Task(wrapped(), loop=loop or get_event_loop())
    raise TypeError("An asyncio.Future, a coroutine or an awaitable is required")


def create_task(coro, *, name=None, **unused): return get_running_loop().create_task(coro, name=name)
def current_task(loop=None): return get_running_loop().current


def run(main, *, debug=None, loop_factory=None):
    """Runs a coroutine to its end."""
    if _running:
        raise RuntimeError("asyncio.run() cannot be called from a running event loop")
    if not iscoroutine(main):
        raise ValueError(f"a coroutine was expected, got {main!r}")
    return _Loop().run_until_complete(main)


async def sleep(delay, result=None):
    if delay <= 0:
        await _Turn()
        return result
    later = Future()
    later._loop.call_later(delay, lambda: later.done() or later.set_result(result))
    return await later


class _Turn:
    """Lets the others go on once."""

    def __await__(self): yield


def gather(*coros_or_futures, return_exceptions=False):
    """Returns all results, in the order in which they were asked for."""
    loop = get_event_loop()
    tasks, whole = [ensure_future(one, loop=loop) for one in coros_or_futures], Future(loop=loop)
    left = [len(tasks)]

    def one_done(task):
        left[0] -= 1
        if whole.done():
            return
        if not return_exceptions and (task.cancelled() or task.exception() is not None):
            whole.set_exception(CancelledError() if task.cancelled() else task.exception())
        elif not left[0]:
            whole.set_result([(CancelledError() if t.cancelled() else t.exception() or t.result()) if return_exceptions else t.result() for t in tasks])

    for task in tasks:
        task.add_done_callback(one_done)
    if not tasks:
        whole.set_result([])
    return whole


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    tasks = [ensure_future(one) for one in fs]
    enough = Future()

    def one_done(task):
        failed = not task.cancelled() and task.exception() is not None
        if not enough.done() and (return_when == FIRST_COMPLETED or return_when == FIRST_EXCEPTION and failed or all(t.done() for t in tasks)):
            enough.set_result(None)

    for task in tasks:
        task.add_done_callback(one_done)
    if timeout is not None:
        enough._loop.call_later(timeout, lambda: enough.done() or enough.set_result(None))
    await enough
    return {task for task in tasks if task.done()}, {task for task in tasks if not task.done()}


async def wait_for(fut, timeout):
    task = ensure_future(fut)
    done, _ = await wait([task], timeout=timeout)
    if not done:
        task.cancel()
        raise TimeoutError
    return task.result()


def as_completed(fs, *, timeout=None):
    """Yields what can be awaited, the first result first."""
    tasks = [ensure_future(one) for one in fs]
    results = Queue()
    for task in tasks:
        task.add_done_callback(results.put_nowait)

    async def following():
        return (await results.get()).result()

    for _ in tasks:
        yield following()


async def to_thread(func, /, *args, **kwargs): return func(*args, **kwargs)
def shield(arg): return ensure_future(arg)


from asyncio._waiting import BoundedSemaphore, Event, Lock, Queue, Semaphore, TaskGroup


def __getattr__(name):
    raise AttributeError(f"asyncio.{name} is not known here: there are run, gather, sleep, create_task, wait, wait_for, Queue, Event, Lock and Semaphore")
