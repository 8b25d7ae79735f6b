"""Which of gym's two interfaces the program expects. Until 0.25 `reset` returned an observation and
`step` four values; since 0.26 `reset` returns two values and `step` five."""

from gymnasium import _text, error, logger

OLD, NEW = "0.21.0", "0.26.2"

# The version that the program has asked for; the one that it got without; and whether it is told.
_asked, _got, _is_told = [], [], [False]


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
    """Returns the version whose interface the program expects: the one that it asks for, or the one
    that its lines show. A program that shows neither gets the old one, as the course's does."""
    return _asked[0] if _asked else shown()[0] or OLD


def shown():
    """Returns the version whose interface a text of the program shows, or None, and the reason. The
    first text that shows one counts. If it shows both, the new one belongs to Gymnasium where the
    text imports that too."""
    for file, text in _text.texts("gym"):
        modules, _, unpacked = _text.read(text)
        has_both = "gymnasium" in modules
        if has_both and "gym" not in modules:
            continue
        # The first line of each kind.
        lines = {(method, count): line for line, method, count in sorted(unpacked, reverse=True)}
        steps = [("step", 4), ("step", 5)] if has_both else [("step", 5), ("step", 4)]
        for method, count in [*steps, ("reset", 2), ("reset", 0)]:
            if (method, count) in lines:
                does = f"unpacks {method}() into {count} values" if count else f"takes {method}()[0]"
                where = f"line {lines[method, count]}" + (file and f" of {file}")
                return OLD if count == 4 else NEW, f"{where} {does}"
    return None, "no line shows otherwise"


def is_old():
    return version() == OLD


def is_guess():
    return not _asked and shown()[0] is None


def tell():
    """Says once which version a program got that has asked for none, and why."""
    if _asked or _got:
        return
    _got.append(version())
    if _is_told[0]:
        got, other = (OLD, NEW) if is_old() else (NEW, OLD)
        says = f'{got[:4]}, because {shown()[1]}; gym.use("{other[:4]}") chooses the other'
        logger._say(logger.WARN, "gym", says, ())


def hint(message):
    """Returns what to do about an error, if a program got one interface and unpacks the other."""
    for got, count, words, other in (OLD, 4, "(expected 5, got 4)", NEW), (NEW, 5, "(expected 4", OLD):
        if not _asked and _got == [got] and words in message:
            return (
                f"`step` returned these {count} values, as in gym {got[:4]}: put "
                f'`gym.use("{other[:4]}")` after `import gym` for the other interface'
            )


class Guess(tuple):
    """What `step` returned to a program that has not shown which interface it expects."""

    def __getitem__(self, place):
        if place == 4:
            raise IndexError(
                f"step returned 4 values, as in gym {OLD}: put gym.use(\"0.26\") after `import gym` for the interface with 5"
            )
        return super().__getitem__(place)


def read(source, beside=(), imported=None):
    """Takes the texts of a program that begins (`_text.open`). A version in its own, as in
    `pip install gym==0.21`, settles the interface."""
    _text.open(source, beside, imported)
    _got.clear()
    _is_told[0] = True
    for line in source.splitlines():
        _, found, version = line.partition("gym==")
        if found and "pip" in line:
            ask(version.split()[0].strip("'\")") if version.split() else None)
