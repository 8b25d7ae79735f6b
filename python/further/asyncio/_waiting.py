"""What coroutines wait for: events, locks and queues."""

from collections import deque

from asyncio import Future, QueueEmpty, QueueFull, create_task, gather


class Event:
    """Something that happens once."""

    def __init__(self): self._set, self._waiting = False, []
    def is_set(self): return self._set
    def clear(self): self._set = False

    def set(self):
        self._set = True
        for later in self._waiting:
            if not later.done():
                later.set_result(True)
        self._waiting = []

    async def wait(self):
        if not self._set:
            later = Future()
            self._waiting.append(later)
            await later
        return True


class Semaphore:
    """Lets so many in at a time."""

    def __init__(self, value=1): self._value, self._waiting = value, deque()
    def locked(self): return self._value <= 0

    async def acquire(self):
        while self._value <= 0:
            later = Future()
            self._waiting.append(later)
            await later
        self._value -= 1
        return True

    def release(self):
        self._value += 1
        while self._waiting:
            later = self._waiting.popleft()
            if not later.done():
                later.set_result(None)
                return

    async def __aenter__(self): await self.acquire()
    async def __aexit__(self, *raised): self.release()


class Lock(Semaphore):
    """Lets one in at a time."""

    def __init__(self): super().__init__(1)


BoundedSemaphore = Semaphore


class Queue:
    """Entries, first in, first out."""

    def __init__(self, maxsize=0): self.maxsize, self._items, self._changed, self._open = maxsize, deque(), Event(), 0
    def qsize(self): return len(self._items)
    def empty(self): return not self._items
    def full(self): return 0 < self.maxsize <= len(self._items)

    def _moved(self):
        self._changed.set()
        self._changed.clear()

    def put_nowait(self, item):
        if self.full():
            raise QueueFull
        self._items.append(item)
        self._open += 1
        self._moved()

    def get_nowait(self):
        if not self._items:
            raise QueueEmpty
        item = self._items.popleft()
        self._moved()
        return item

    async def put(self, item):
        while self.full():
            await self._changed.wait()
        self.put_nowait(item)

    async def get(self):
        while not self._items:
            await self._changed.wait()
        return self.get_nowait()

    def task_done(self):
        self._open -= 1
        self._moved()

    async def join(self):
        while self._open > 0:
            await self._changed.wait()


class TaskGroup:
    """Tasks that are all at their end when the block is."""

    async def __aenter__(self):
        self._tasks = []
        return self

    def create_task(self, coro, **named):
        self._tasks.append(create_task(coro))
        return self._tasks[-1]

    async def __aexit__(self, kind, error, trace):
        found = await gather(*self._tasks, return_exceptions=True)
        wrong = [one for one in found if isinstance(one, Exception)]
        if wrong and error is None:
            raise ExceptionGroup("unhandled errors in a TaskGroup", wrong)
