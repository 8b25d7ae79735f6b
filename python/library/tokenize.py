"""The words of a Python text."""

import re
from builtins import open as _open
from codecs import BOM_UTF8
from collections import namedtuple
from io import TextIOWrapper
from token import *
from token import EXACT_TOKEN_TYPES, ISEOF, ISNONTERMINAL, ISTERMINAL

_PREFIX = r"(?:[rR][bBfFtT]?|[bBfFtT][rR]?|[uU])?"
_LONG = {quote: re.compile(rf"(?:[^\\]|\\.)*?{quote}", re.S) for quote in ('"""', "'''")}
_WORD = re.compile(
    rf"""(?P<space>[ \f\t]+|\\\r?\n)
    |(?P<comment>\#[^\r\n]*)
    |(?P<long>{_PREFIX}(?:\"\"\"|'''))
    |(?P<string>{_PREFIX}(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"))
    |(?P<number>0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?)
    |(?P<name>\w+)
    |(?P<line>\r?\n)
    |(?P<op>{"|".join(re.escape(op) for op in sorted(EXACT_TOKEN_TYPES, key=len, reverse=True))})
    |(?P<other>.)""",
    re.X | re.S,
)
cookie_re = re.compile(r"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.ASCII)


class TokenError(Exception):
    pass


class TokenInfo(namedtuple("TokenInfo", "type string start end line")):
    """A word, and where it stands."""

    @property
    def exact_type(self):
        return EXACT_TOKEN_TYPES.get(self.string, self.type) if self.type == OP else self.type


def generate_tokens(readline):
    """Yields the words of a text that `readline` returns line by line."""
    yield from _words("".join(_all(readline, "")))


def _all(readline, end):
    """Returns the lines until one is `end`, or there is none."""
    lines = []
    try:
        lines.extend(iter(readline, end))
    except StopIteration:
        pass
    return lines


def _words(text):
    lines = text.splitlines(keepends=True)
    row, begin, at, depth, indents = 1, 0, 0, 0, [0]
    starts_line, says_something = True, False

    def made(kind, string, end_row=None, end_at=None):
        line = lines[row - 1] if row <= len(lines) else ""
        start = (row, at - begin)
        end = (end_row or row, at - begin + len(string) if end_at is None else end_at)
        return TokenInfo(kind, string, start, end, line)

    while at < len(text):
        if starts_line and not depth:
            width = len(re.compile(r"[ \f\t]*").match(text, at).group())
            if text[at + width : at + width + 1] not in ("#", "\n", "\r", ""):
                if width > indents[-1]:
                    indents.append(width)
                    yield made(INDENT, text[at : at + width])
                at += width
                while width < indents[-1]:
                    indents.pop()
                    if width > indents[-1]:
                        raise IndentationError("unindent does not match any outer indentation level", ("<tokenize>", row, width, lines[row - 1]))
                    yield made(DEDENT, "")
            else:
                at += width
            starts_line = False
        found = _WORD.match(text, at)
        if not found:
            break
        kind, word = found.lastgroup, found.group()
        if kind == "long":
            close = _LONG[word[-3:]].match(text, found.end())
            if not close:
                raise TokenError("EOF in multi-line string", (row, at - begin))
            word, kind = text[at : close.end()], "string"
        breaks = word.count("\n") if kind in ("string", "space") else 0
        if kind == "line":
            yield made(NEWLINE if says_something and not depth else NL, word)
            starts_line, says_something = True, says_something and depth > 0
            row, begin = row + 1, found.end()
        elif kind != "space":
            last = at + word.rfind("\n") + 1 if breaks else begin
            type_ = {"comment": COMMENT, "string": STRING, "number": NUMBER, "name": NAME, "op": OP, "other": OP}[kind]
            yield made(type_, word, row + breaks, at + len(word) - last)
            says_something = says_something or kind != "comment"
            depth += (word in "([{") - (word in ")]}") if kind == "op" and len(word) == 1 else 0
        if breaks:
            row, begin = row + breaks, at + word.rfind("\n") + 1
        at += len(word)
    if depth:
        raise TokenError("EOF in multi-line statement", (row, 0))
    if says_something:
        yield made(NEWLINE, "")
        row, begin, at = row + 1, at, at
    for _ in indents[1:]:
        yield made(DEDENT, "")
    yield made(ENDMARKER, "")


def detect_encoding(readline):
    """Returns the encoding that the first lines name, and those lines."""
    first = readline()
    if first.startswith(BOM_UTF8):
        return "utf-8-sig", [first[len(BOM_UTF8) :]]
    named = cookie_re.match(first.decode("utf-8", "replace"))
    return (named.group(1).lower() if named else "utf-8"), [first] if first else []


def tokenize(readline):
    """Yields the encoding and then the words of a text that `readline` returns as bytes."""
    encoding, lines = detect_encoding(readline)
    lines += _all(readline, b"")
    yield TokenInfo(ENCODING, encoding, (0, 0), (0, 0), "")
    yield from _words(b"".join(lines).decode(encoding))


def open(filename):
    buffer = _open(filename, "rb")
    encoding, _ = detect_encoding(buffer.readline)
    buffer.seek(0)
    return TextIOWrapper(buffer, encoding, line_buffering=True)


def untokenize(iterable):
    """Returns a text with the same words."""
    text, row, at = "", 1, 0
    for word in iterable:
        kind, string, start, end = word[:4]
        if kind in (ENCODING, INDENT, DEDENT, ENDMARKER):
            continue
        if start[0] > row:
            row, at = start[0], 0
        text += " " * max(0, start[1] - at) + string
        row, at = end if kind not in (NEWLINE, NL) else (end[0] + 1, 0)
    return text
