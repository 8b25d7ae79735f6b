"""Processes, of which a tab has one: whatever would start another raises an error."""

import errno


class ProcessError(Exception):
    pass


class TimeoutError(ProcessError):
    pass


def _refuse(what):
    raise OSError(errno.ENOSYS, f"a tab has one process, so {what} cannot start another: call the function in a loop, or let gymnasium.vector step the environments together")


class _Current:
    name, pid, daemon, exitcode = "MainProcess", 1, False, None

    def is_alive(self): return True


class Process:
    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        self.name, self.daemon = name or "Process-1", daemon
        self.pid = self.exitcode = None

    def start(self): _refuse("Process.start()")
    def is_alive(self): return False

    def join(self, timeout=None):
        raise AssertionError("can only join a started process")


def Pool(processes=None, initializer=None, initargs=(), maxtasksperchild=None): _refuse("Pool()")
def Pipe(duplex=True): _refuse("Pipe()")
def Queue(maxsize=0): _refuse("Queue()")
def Manager(): _refuse("Manager()")
def cpu_count(): return 1
def current_process(): return _Current()
def parent_process(): return None
def active_children(): return []
def freeze_support(): pass
def get_all_start_methods(): return ["spawn"]
def get_start_method(allow_none=False): return "spawn"


def set_start_method(method, force=False):
    if method not in ("fork", "spawn", "forkserver", None):
        raise ValueError(f"cannot find context for {method!r}")


def get_context(method=None):
    import multiprocessing

    set_start_method(method)
    return multiprocessing
