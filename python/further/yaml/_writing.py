"""What things are in YAML."""

import re

from yaml._reading import YAMLError, scalar

# What PyYAML takes for a date, a time or a mark of its own.
_OTHER = re.compile(r"\d{4}-\d\d?-\d\d?.*|[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?|<<|=")


def _number(number):
    if number != number:
        return ".nan"
    if number in (float("inf"), -float("inf")):
        return ".inf" if number > 0 else "-.inf"
    text = repr(number).lower()
    # YAML wants a point before the exponent.
    return text.replace("e", ".0e", 1) if "." not in text and "e" in text else text


class Style:
    """How things are written."""

    def __init__(self, is_flow, sorts, indent, has_letters):
        self.is_flow, self.sorts, self.indent, self.has_letters = is_flow, sorts, indent, has_letters

    def keys(self, data):
        try:
            return sorted(data) if self.sorts else list(data)
        except TypeError:
            return list(data)

    def flows(self, parts):
        """Returns true if something with parts stands on one line."""
        inner = any(isinstance(part, (dict, list, tuple)) for part in parts)
        return not parts or self.is_flow or self.is_flow is None and not inner

    def plain(self, data, is_flow=False):
        """Returns what stands on one line, or None for what has lines of its own."""
        if isinstance(data, dict):
            if not is_flow and not self.flows(list(data.values())):
                return None
            return "{" + ", ".join(f"{self.plain(key, True)}: {self.plain(data[key], True)}" for key in self.keys(data)) + "}"
        if isinstance(data, (list, tuple)):
            if not is_flow and not self.flows(data):
                return None
            return "[" + ", ".join(self.plain(value, True) for value in data) + "]"
        if data is None:
            return "null"
        if isinstance(data, bool):
            return str(data).lower()
        if isinstance(data, int):
            return int.__repr__(data)
        if isinstance(data, float):
            return _number(float(data))
        if not isinstance(data, str):
            raise YAMLError(f"cannot represent an object: {data!r}")
        return self.text(data, is_flow)

    def text(self, data, is_flow):
        is_shown = [letter.isprintable() and (self.has_letters or letter < "\x7f") for letter in data]
        if not all(is_shown):
            letters = (it if shown and it not in '"\\' else _escaped(it) for it, shown in zip(data, is_shown))
            return '"' + "".join(letters) + '"'
        is_own = data and isinstance(scalar(data), str) and data == data.strip() and not _OTHER.fullmatch(data)
        is_own = is_own and (data[0] not in "-?:,[]{}#&*!|>'\"%@`=" or data[0] in "-?:" and data[1:2] not in ("", " "))
        if is_own and ": " not in data and " #" not in data and data[-1] != ":" and not (is_flow and set(data) & set(",?[]{}")):
            return data
        return "'" + data.replace("'", "''") + "'"

    def lines(self, data, depth):
        space = " " * depth
        if isinstance(data, dict):
            for key in self.keys(data):
                name, value = f"{space}{self.plain(key, True)}:", data[key]
                one = self.plain(value)
                if one is not None:
                    yield f"{name} {one}\n"
                else:
                    # A list below a key is no deeper than the key.
                    yield name + "\n"
                    yield from self.lines(value, depth + (self.indent if isinstance(value, dict) else 0))
            return
        for part in data:
            one = self.plain(part)
            if one is not None:
                yield f"{space}- {one}\n"
            else:
                first, *others = self.lines(part, depth + 2)
                yield f"{space}- {first[depth + 2:]}"
                yield from others


def _escaped(letter):
    """Returns a letter as it stands in double quotes."""
    known = {"\n": "n", "\t": "t", "\r": "r", "\0": "0", "\\": "\\", '"': '"', "\x85": "N", "\xa0": "_", "\x1b": "e"}.get(letter)
    code = ord(letter)
    return "\\" + (known or (f"x{code:02X}" if code < 256 else f"u{code:04X}" if code < 65536 else f"U{code:08X}"))
