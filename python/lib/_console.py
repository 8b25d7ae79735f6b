"""The output of cells."""

import builtins
import sys

import _clock
import _lab
import _library


class Console:
    encoding = "utf-8"
    errors = "strict"

    def write(self, text):
        _lab.write(text)
        return len(text)

    def flush(self):
        pass

    def isatty(self):
        return False


class NoInput:
    def readline(self, size=-1):
        raise EOFError("a cell on this page has no input to read")


sys.stdout = sys.stderr = Console()
sys.stdin = NoInput()


def open(*args, **options):
    """Opens a file of the small folder in memory, which the library keeps."""
    import io

    return io.open(*args, **options)


builtins.open = open
builtins.quit = builtins.exit
