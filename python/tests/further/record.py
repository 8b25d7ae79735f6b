"""Writes what the cases of a file print, with the libraries that they import: `record.py pandas.txt`.

With folders after the file's name, modules are looked for there first, and what is printed is compared with what the file says:
`record.py pandas.txt python/further python/packages`."""

import contextlib
import io
import sys
import traceback

CASE, PRINTS = "===\n", "--- prints\n"


def ran(source):
    """Returns what a text prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            exec(compile(source, "case", "exec"), {"__name__": "__main__"})
        except Exception:
            out.write(traceback.format_exc())
    return out.getvalue()


def main(path, *folders):
    sys.path[:0] = folders
    with open(path) as file:
        cases = [case.partition(PRINTS) for case in file.read().split(CASE) if case.strip()]
    if folders:
        wrong = 0
        for source, _, expected in cases:
            printed = ran(source)
            if printed != expected:
                wrong += 1
                print(f"{source}--- expected\n{expected}--- printed\n{printed}")
        print(f"{len(cases) - wrong} of {len(cases)} equal")
        return
    with open(path, "w") as file:
        file.write("".join(f"{source}{PRINTS}{ran(source)}{CASE}" for source, _, _ in cases))


main(*sys.argv[1:])
