"""Which of gym's two interfaces the program expects. Until 0.25 `reset` returned an observation and `step` four values;
since 0.26 `reset` returns two values and `step` five."""

import sys

import gymnasium
from gymnasium import error
from gymnasium._programs import imports, unpacked, unpacks

OLD, NEW = "0.21.0", "0.26.2"

# The version that the program has asked for.
_asked = []


def ask(version):
    """Settles the interface by a version's number, or leaves it to what the program does (None)."""
    _asked.clear()
    if version is None:
        return
    numbers = [int(part) for part in str(version).split(".")[:2] if part.isdigit()]
    if not numbers:
        raise error.Error(f"gym.use takes a version such as '0.21' or '0.26', and got {version!r}")
    _asked.append(OLD if (numbers + [0])[:2] < [0, 26] else NEW)


def version():
    """Returns the version whose interface the program expects: the one that it asks for, or the one that its own lines
    unpack. A program that shows neither gets the old one, as the course's does."""
    if _asked:
        return _asked[0]
    return shown() or OLD


def shown():
    """Returns the version whose interface the program's lines show, or None. If they show both, the new one belongs to
    Gymnasium where the program has that too."""
    counts = unpacked(("step", "reset"))
    if 5 in counts["step"] and not (4 in counts["step"] and imports(gymnasium)):
        return NEW
    if 4 in counts["step"]:
        return OLD
    return NEW if 2 in counts["reset"] else None


def is_old():
    return version() == OLD


def is_guess():
    return not _asked and shown() is None


class Guess(tuple):
    """What `step` returned to a program that has not shown which interface it expects."""

    def __iter__(self):
        count = unpacks(sys._getframe(1))
        if count not in (None, len(self)):
            raise ValueError(
                f"step returned {len(self)} values, as in gym {OLD}, and {count} are expected here: put gym.use(\"0.26\") "
                "after `import gym` for the other interface, or unpack env.step(...) in the line that calls it"
            )
        return super().__iter__()

    def __getitem__(self, place):
        if place == 4:
            raise IndexError(
                f"step returned 4 values, as in gym {OLD}: put gym.use(\"0.26\") after `import gym` for the interface with 5"
            )
        return super().__getitem__(place)


def read(source):
    """Looks for a version in a program's text, as in `pip install gym==0.21`, and settles the interface by it."""
    for line in source.splitlines():
        _, found, version = line.partition("gym==")
        if found and "pip" in line:
            ask(version.split()[0].strip("'\"") if version.split() else None)
