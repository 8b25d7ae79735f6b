"""Signals, which a tab has none of: handlers are kept and never called."""

from enum import IntEnum


class Signals(IntEnum):
    SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGKILL, SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM = 1, 2, 3, 6, 9, 10, 11, 12, 13, 14, 15


class Handlers(IntEnum):
    SIG_DFL, SIG_IGN = 0, 1


globals().update(Signals.__members__)
globals().update(Handlers.__members__)
NSIG = 65


def default_int_handler(signum, frame):
    raise KeyboardInterrupt


_handlers = {Signals.SIGINT: default_int_handler}


def signal(signalnum, handler):
    signalnum = Signals(signalnum)
    if not callable(handler) and handler not in (Handlers.SIG_DFL, Handlers.SIG_IGN):
        raise TypeError("signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object")
    before = getsignal(signalnum)
    _handlers[signalnum] = handler
    return before


def getsignal(signalnum):
    return _handlers.get(Signals(signalnum), Handlers.SIG_DFL)


def strsignal(signalnum):
    return Signals(signalnum).name


def valid_signals():
    return set(Signals)


def raise_signal(signum):
    handler = getsignal(signum)
    if callable(handler):
        handler(signum, None)
    elif handler == Handlers.SIG_DFL:
        raise SystemExit(f"ended by {Signals(signum).name}")


def alarm(seconds):
    raise OSError("a tab has no signals, so alarm() cannot interrupt a cell: compare time.monotonic() in your loop instead")


def setitimer(which, seconds, interval=0.0):
    alarm(seconds)


def pause():
    raise OSError("a tab has no signals, so pause() would wait for ever")
