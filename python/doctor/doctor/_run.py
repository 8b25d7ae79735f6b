"""Runs a script's code as a program of its own: its output is swallowed, and how it ended is noted."""

import io
import sys
import types

import torch
from gymnasium import _text
from torch import _methods, _names, nn

from doctor._watch import Enough


class _Sink(io.StringIO):
    """Takes what a script prints, and keeps the first of it."""

    def __init__(self):
        super().__init__()
        self.count, self.first = 0, []

    def write(self, text):
        self.count += len(text)
        if self.count < 4000:
            self.first.append(text)
        return len(text)

    def flush(self):
        pass


class Ending:
    """How a script ended: its error and the line that it was in, if there is one."""

    def __init__(self):
        self.error = self.line = None
        self.is_interrupted, self.printed = False, ""


def run(code, file, names, text, seed=0):
    """Runs code with these names besides its own. Returns how it ended."""
    import _isolation

    _isolation.reseed(seed)
    torch.set_grad_enabled(True)
    _text.open(text)
    ending, sink = Ending(), _Sink()
    module = types.ModuleType("__main__")
    module.__dict__.update(names, __file__=file)
    main, out, arguments = sys.modules.get("__main__"), sys.stdout, sys.argv
    errors = sys.stderr
    sys.modules["__main__"], sys.argv = module, [file]
    sys.stdout = sys.stderr = sink
    try:
        exec(code, module.__dict__)
    except (Enough, SystemExit):
        pass
    except KeyboardInterrupt:
        ending.is_interrupted = True
    except BaseException as error:
        ending.error, ending.line = error, line_of(error, file)
    finally:
        sys.modules["__main__"], sys.stdout, sys.stderr, sys.argv = main, out, errors, arguments
        torch.set_grad_enabled(True)
        ending.printed = "".join(sink.first)
    return ending


def line_of(error, file):
    """Returns the last line of a file that an error came through, or the line of a text that is no Python."""
    line, trace = getattr(error, "lineno", None) if isinstance(error, SyntaxError) else None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


class Listening:
    """While it is entered, each softmax tells the watch of its input."""

    def __init__(self, watch):
        self.watch = watch

    def __enter__(self):
        self.before = [(owner, name, owner.__dict__[name]) for owner, name in self._places()]
        for owner, name, function in self.before:
            plain = function.__func__ if isinstance(function, staticmethod) else function
            told = self._told(plain, "log" in plain.__name__)
            setattr(owner, name, staticmethod(told) if isinstance(function, staticmethod) else told)
        self.table = {name: _methods._table[name] for name in ("softmax", "log_softmax")}
        for name in self.table:
            _methods._table[name] = getattr(torch, name)
        return self

    def __exit__(self, *raised):
        for owner, name, function in self.before:
            setattr(owner, name, function)
        _methods._table.update(self.table)

    def _places(self):
        return [
            (torch, "softmax"), (torch, "log_softmax"), (_names, "softmax"), (_names, "log_softmax"),
            (nn.Softmax, "function"), (nn.LogSoftmax, "function"),
        ]  # fmt: skip

    def _told(self, function, is_log):
        watch = self.watch

        def told(input, dim=None, *given, **named):
            made = function(input, dim, *given, **named)
            watch.softmax(input, dim, made, is_log)
            return made

        told.__name__ = function.__name__
        return told
