"""Settings of a program from its command line, by the fields of a dataclass."""

import sys
from dataclasses import MISSING

_YES, _NO = ("True", "true", "1", "yes"), ("False", "false", "0", "no")


def cli(f, args=None, default=None, prog=None, description=None, **options):
    """Returns an instance of a dataclass: its defaults, with what follows `--name` on the command line in their place."""
    fields = getattr(f, "__dataclass_fields__", None)
    if fields is None:
        raise NotImplementedError("tyro.cli takes a dataclass here: give each setting a name, a type and a default")
    words, given = list(sys.argv[1:] if args is None else args), {}
    if "--help" in words or "-h" in words:
        print("\n".join(f"--{name.replace('_', '-')} {_value(field, default, name)!r}" for name, field in fields.items()))
        raise SystemExit(0)
    while words:
        word = words.pop(0)
        flag, equals, value = word.partition("=")
        name = flag[2:].replace("-", "_")
        if flag.startswith("--no-") and name[3:] in fields and name not in fields:
            given[name[3:]] = False
        elif not flag.startswith("--") or name not in fields:
            known = ", ".join("--" + name.replace("_", "-") for name in fields)
            raise SystemExit(f"unrecognized option {word}: there are {known}")
        elif _is_flag(fields[name]) and not equals and (not words or words[0] not in _YES + _NO):
            given[name] = True
        elif not equals and not words:
            raise SystemExit(f"{flag} needs a value after it")
        else:
            given[name] = _made(value if equals else words.pop(0), fields[name], flag, default)
    for name, field in fields.items():
        found = given.get(name, _value(field, default, name))
        if found is MISSING:
            raise SystemExit(f"--{name.replace('_', '-')} is required")
        given[name] = found
    return f(**{name: value for name, value in given.items() if fields[name].init is not False})


def _value(field, default, name):
    """Returns what a setting is if the command line does not say."""
    if default is not None:
        return getattr(default, name)
    if field.default is not MISSING:
        return field.default
    return MISSING if field.default_factory is MISSING else field.default_factory()


def _is_flag(field):
    return field.type in (bool, "bool")


def _made(text, field, flag, default):
    """Returns a word of the command line as the type that a setting has."""
    kind = field.type if isinstance(field.type, str) else getattr(field.type, "__name__", str(field.type))
    if text == "None" and ("None" in str(field.type) or "Optional" in str(field.type)):
        return None
    try:
        if "bool" in kind:
            return {**dict.fromkeys(_YES, True), **dict.fromkeys(_NO, False)}[text]
        return int(text) if "int" in kind else float(text) if "float" in kind else text
    except (KeyError, ValueError):
        raise SystemExit(f"{flag} takes a value of type {kind}, and got {text!r}") from None
