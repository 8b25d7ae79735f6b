"""Values as Jupyter prints them: what is too long for a line has a line for each of its parts."""

_WIDTH, _MOST = 79, 1000
_ENDS = {list: "[]", tuple: "()", set: "{}", dict: "{}"}


def escaped(text):
    """Returns text that stands for itself in HTML."""
    for letter, code in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(letter, code)
    return text


def pretty(value, indent=0, outer=()):
    """Returns the text of a value, whose further lines are indented by so many letters."""
    kind = type(value)
    if kind not in _ENDS or not value or id(value) in outer:
        return repr(value)
    if len(value) <= _MOST:
        text = repr(value)
        if len(text) + indent <= _WIDTH or "\n" in text:
            return text
    begin, end = _ENDS[kind]
    outer = (*outer, id(value))
    parts = []
    for part in value:
        if len(parts) == _MOST:
            parts.append("...")
            break
        name = f"{part!r}: " if kind is dict else ""
        inner = value[part] if kind is dict else part
        parts.append(name + pretty(inner, indent + 1 + len(name), outer))
    if kind is tuple and len(parts) == 1:
        end = ",)"
    return begin + (",\n" + " " * (indent + 1)).join(parts) + end
