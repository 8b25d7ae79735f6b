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


# Most questions of a program that get an empty answer. One that asks until it likes the answer would ask for ever.
_MOST_ASKED = 20


class NoInput:
    left = 0

    def begin(self):
        self.left = _MOST_ASKED

    def end(self):
        self.left = 0

    def readline(self, size=-1):
        if not self.left:
            raise EOFError("a cell on this page has no input to read")
        if self.left == _MOST_ASKED:
            _lab.write("\n[nobody can answer here: input() returns an empty text]\n")
        self.left -= 1
        return "\n"


sys.stdout = sys.stderr = Console()
sys.stdin = nobody = NoInput()


def open(*args, **options):
    """Opens a file of the small folder in memory, which the library keeps."""
    import io

    return io.open(*args, **options)


builtins.open = open
builtins.quit = builtins.exit
