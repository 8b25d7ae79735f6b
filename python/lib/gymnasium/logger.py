"""Warnings of environments, which are printed beside the program's own output."""

import sys

DEBUG, INFO, WARN, ERROR, DISABLED = 10, 20, 30, 40, 50
# What is said from which level on, and what has been said once.
_level, _said = [WARN], []


def set_level(level):
    _level[0] = level


setLevel = set_level


def warn_once(message):
    """Prints a warning, and does not repeat it."""
    if message not in _said:
        _said.append(message)
        warn(message)


def _say(level, name, message, args):
    if _level[0] <= level:
        print(f"{name}: {message % args if args else message}", file=sys.stderr)


def debug(message, *args): _say(DEBUG, "DEBUG", message, args)
def info(message, *args): _say(INFO, "INFO", message, args)
def warn(message, *args, **options): _say(WARN, "WARN", message, args)
def deprecation(message, *args): _say(WARN, "WARN", message, args)
def error(message, *args): _say(ERROR, "ERROR", message, args)
