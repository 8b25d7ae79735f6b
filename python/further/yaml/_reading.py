"""What a text in YAML holds."""

import re

_BOOLS = dict.fromkeys(("yes", "true", "on"), True) | dict.fromkeys(("no", "false", "off"), False)
_INT = re.compile(r"[-+]?(0|[1-9][0-9_]*)")
_BASED = re.compile(r"[-+]?0(b[01_]+|x[0-9a-fA-F_]+|[0-7_]+)")
# As PyYAML has it: `1e-3` is a text, and `1.0e-3` a number.
_FLOAT = re.compile(r"[-+]?([0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)([eE][-+][0-9]+)?")
_ENDLESS = re.compile(r"([-+]?)\.(inf|Inf|INF)")
_KEY = re.compile(
    r"""("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#&*!|>'"%@`\[\]{},](?:[^#:]|:(?=\S)|(?<=\S)#)*?)\s*:(?=\s|$)"""
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v"}


class YAMLError(Exception):
    """A text that is no YAML, or none of the kind that is read here."""


def scalar(text):
    """Returns what a plain or quoted text stands for."""
    if text[:1] == "'" and text[-1:] == "'" and len(text) > 1:
        return text[1:-1].replace("''", "'")
    if text[:1] == '"' and text[-1:] == '"' and len(text) > 1:
        long = r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)"
        return re.sub(long, lambda it: chr(int(it[1][1:], 16)) if len(it[1]) > 1 else _ESCAPES.get(it[1], it[1]), text[1:-1])
    if text in ("", "~", "null", "Null", "NULL"):
        return None
    if text.lower() in _BOOLS and text in (text.lower(), text.title(), text.upper()):
        return _BOOLS[text.lower()]
    if _INT.fullmatch(text):
        return int(text.replace("_", ""))
    if _BASED.fullmatch(text):
        digits = text.replace("_", "").lower()
        return int(digits, 0) if "x" in digits or "b" in digits else int(digits, 8)
    if _FLOAT.fullmatch(text):
        return float(text.replace("_", ""))
    if _ENDLESS.fullmatch(text):
        return float(text.lower().replace(".", ""))
    if text in (".nan", ".NaN", ".NAN"):
        return float("nan")
    return text


def bare(line):
    """Returns a line without its comment."""
    quote = ""
    for at, letter in enumerate(line):
        if quote:
            quote = "" if letter == quote and not (quote == '"' and line[at - 1] == "\\") else quote
        elif letter in "'\"" and (not line[:at].strip() or line[at - 1] in " [{,"):
            quote = letter
        elif letter == "#" and (at == 0 or line[at - 1] in " \t"):
            return line[:at].rstrip()
    return line.rstrip()


def _indent(line):
    return len(line) - len(line.lstrip(" "))


class Reader:
    def __init__(self, lines):
        self.lines, self.at, self.anchors = lines, 0, {}

    def fail(self, words):
        raise YAMLError(f"{words} in line {self.at + 1}: {self.lines[min(self.at, len(self.lines) - 1)].strip()!r}")

    def next(self):
        """Returns the next line that holds something, without its comment, or None."""
        while self.at < len(self.lines):
            line = bare(self.lines[self.at])
            if line and "\t" in line[: len(line) - len(line.lstrip())]:
                self.fail("found character '\\t' that cannot start any token")
            if line:
                return line
            self.at += 1
        return None

    def document(self):
        line = self.next()
        value = self.block(_indent(line))
        if self.next() is not None:
            self.fail("expected <document start>, but found more")
        return value

    def block(self, indent):
        """Reads what begins at the next line, which has this indent."""
        line = self.next().strip()
        if line == "-" or line.startswith("- "):
            return self.items(indent)
        if _KEY.match(line):
            return self.mapping(indent)
        self.at += 1
        return self.value(line, indent - 1)

    def items(self, indent):
        found = []
        while (line := self.next()) is not None and _indent(line) == indent and (line.strip() + " ").startswith("- "):
            rest = line.strip()[1:].lstrip()
            if not rest:
                self.at += 1
                found.append(self.nested(indent))
            elif rest == "-" or rest.startswith("- ") or _KEY.match(rest):
                # What follows the dash begins a block of its own.
                self.lines[self.at] = " " * (len(line) - len(rest)) + rest
                found.append(self.block(len(line) - len(rest)))
            else:
                self.at += 1
                found.append(self.value(rest, indent))
        return found

    def mapping(self, indent):
        found, merged = {}, {}
        while (line := self.next()) is not None and _indent(line) == indent:
            match = _KEY.match(line.strip())
            if not match:
                self.fail("could not find expected ':'")
            key, rest = scalar(match[1]), line.strip()[match.end() :].strip()
            self.at += 1
            value = self.nested(indent, True) if not rest else self.value(rest, indent)
            if key == "<<":
                for part in value if isinstance(value, list) else [value]:
                    merged = {**part, **merged}
            else:
                found[key] = value
        if line is not None and _indent(line) > indent:
            self.fail("mapping values are not allowed here")
        return {**merged, **found}

    def nested(self, indent, is_mapping=False):
        """Reads what stands below a line: more indented, or a list below a key."""
        line = self.next()
        if line is None:
            return None
        deeper = _indent(line)
        if deeper > indent or is_mapping and deeper == indent and (line.strip() + " ").startswith("- "):
            return self.block(deeper)
        return None

    def value(self, text, indent):
        """Reads a value that begins with this text, and may go on in more indented lines."""
        if text[0] == "&":
            name, _, rest = text[1:].partition(" ")
            found = self.value(rest.strip(), indent) if rest.strip() else self.nested(indent, True)
            self.anchors[name] = found
            return found
        if text[0] == "*":
            if text[1:] not in self.anchors:
                self.fail("found undefined alias")
            return self.anchors[text[1:]]
        if text[0] == "!":
            self.fail("could not determine a constructor for the tag: a tag is not read here")
        if text[0] in "|>":
            return self.text(text, indent)
        if text[:2] in ("- ", "? ") or text in ("-", "?"):
            self.fail("sequence entries are not allowed here")
        if text[0] in "[{":
            while not _is_closed(text):
                line = self.next()
                if line is None:
                    self.fail("expected ',' or a closing bracket")
                text += " " + line.strip()
                self.at += 1
            flow = _Flow(text, self)
            found = flow.value()
            if flow.rest().strip():
                self.fail("expected <block end>, but found more")
            return found
        # A plain text, or one in quotes, may go on.
        while (line := self.next()) is not None and _indent(line) > indent and not (text[0] in "'\"" and _is_quoted(text)):
            if text[0] not in "'\"" and _KEY.match(line.strip()):
                self.fail("mapping values are not allowed here")
            text += " " + line.strip()
            self.at += 1
        if text[0] not in "'\"" and (": " in text or text[-1] == ":"):
            self.fail("mapping values are not allowed here")
        return scalar(text)

    def text(self, head, indent):
        """Reads the lines of a `|` or `>` text."""
        if head[1:].strip("+-"):
            self.fail("an indentation indicator is not read here")
        lines, deep = [], None
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.strip():
                if _indent(line) <= indent:
                    break
                deep = _indent(line) if deep is None else deep
            lines.append(line[deep or 0 :].rstrip("\n") if line.strip() else "")
            self.at += 1
        kept = len(lines)
        while lines and not lines[-1]:
            lines.pop()
        if head[0] == "|":
            text = "\n".join(lines)
        else:
            text = ""
            for at, line in enumerate(lines):
                text += line
                if at + 1 < len(lines):
                    text += "\n" if not line else "" if not lines[at + 1] else " "
        if "-" in head[1:3]:
            return text
        return text + "\n" * (1 + kept - len(lines) if "+" in head[1:3] else bool(lines))


def _is_closed(text):
    depth, quote, before = 0, "", ""
    for letter in text:
        if quote:
            quote = "" if letter == quote and before != "\\" else quote
        elif letter in "'\"" and before in " [{,:":
            quote = letter
        else:
            depth += (letter in "[{") - (letter in "]}")
        before = letter
    return depth <= 0


def _is_quoted(text):
    """Returns true if a text that begins with a quotation mark ends with its partner."""
    inner = re.sub(r"\\.", "..", text) if text[0] == '"' else text.replace("''", "..")
    return len(text) > 1 and inner[-1] == text[0]


class _Flow:
    """Reads `[a, {b: 1}]`."""

    def __init__(self, text, reader):
        self.text, self.at, self.reader = text, 0, reader

    def rest(self):
        return self.text[self.at :]

    def skip(self):
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1
        return self.text[self.at : self.at + 1]

    def value(self):
        letter = self.skip()
        if letter == "[":
            return self.several("]", self.value)
        if letter == "{":
            return dict(self.several("}", self.pair))
        word = self.word()
        if word[:1] == "*":
            return self.reader.value(word, 0)
        return scalar(word)

    def pair(self):
        key = scalar(self.word(True))
        if self.skip() != ":":
            return key, None
        self.at += 1
        return key, None if self.skip() in ",}" else self.value()

    def several(self, end, part):
        self.at += 1
        found = []
        while self.skip() != end:
            found.append(part())
            if self.skip() == ",":
                self.at += 1
            elif self.skip() != end:
                self.reader.fail(f"expected ',' or '{end}'")
        self.at += 1
        return found

    def word(self, is_key=False):
        letter = self.skip()
        if letter in ("'", '"'):
            match = re.compile(r'"(?:[^"\\]|\\.)*"' if letter == '"' else r"'(?:[^']|'')*'").match(self.text, self.at)
        else:
            match = re.compile(r"(?:[^,\[\]{}:]|:(?! |$))+" if is_key else r"[^,\[\]{}]+").match(self.text, self.at)
        if not match:
            self.reader.fail("while parsing a flow node: did not find expected node content")
        self.at = match.end()
        return match[0].strip()
