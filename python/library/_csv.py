"""Rows of a table as lines of text."""

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE, QUOTE_STRINGS, QUOTE_NOTNULL = range(6)
_dialects = {}
_limit = 131072


class Error(Exception):
    pass


class Dialect:
    """How a table is written."""

    def __new__(cls, dialect=None, **given):
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        self = super().__new__(cls)
        usual = {"delimiter": ",", "doublequote": True, "escapechar": None, "lineterminator": "\r\n", "quotechar": '"', "quoting": QUOTE_MINIMAL, "skipinitialspace": False, "strict": False}
        surplus = [name for name in given if name not in usual]
        if surplus:
            raise TypeError(f"'{surplus[0]}' is an invalid keyword argument for this function")
        for name, value in usual.items():
            setattr(self, name, given.get(name, getattr(dialect, name, value)))
        if self.quotechar is None and "quoting" not in given and getattr(dialect, "quoting", None) is None:
            self.quoting = QUOTE_NONE
        for name in ("delimiter", "quotechar", "escapechar"):
            value = getattr(self, name)
            if value is None and name != "delimiter":
                continue
            if not isinstance(value, str) or len(value) != 1:
                raise TypeError(f'"{name}" must be a 1-character string')
        if not isinstance(self.quoting, int) or not 0 <= self.quoting <= 5:
            raise TypeError('bad "quoting" value')
        if self.quoting != QUOTE_NONE and not self.quotechar:
            raise TypeError("quotechar must be set if quoting enabled")
        return self


def register_dialect(name, dialect=None, **given):
    if not isinstance(name, str):
        raise TypeError("dialect name must be a string")
    _dialects[name] = Dialect(dialect, **given)


def unregister_dialect(name):
    if name not in _dialects:
        raise Error("unknown dialect")
    del _dialects[name]


def get_dialect(name):
    if name not in _dialects:
        raise Error("unknown dialect")
    return _dialects[name]


def list_dialects():
    return list(_dialects)


def field_size_limit(limit=None):
    global _limit
    before = _limit
    _limit = before if limit is None else limit
    return before


class reader:
    """The rows that lines hold. A quoted field may go over several lines."""

    def __init__(self, iterable, dialect="excel", **given):
        self.dialect, self._lines, self.line_num = Dialect(dialect, **given), iter(iterable), 0

    def __iter__(self):
        return self

    def __next__(self):
        d = self.dialect
        fields, field, was_quoted = [], [], False
        # What the next letter belongs to.
        state = "start"

        def end():
            nonlocal field, was_quoted
            text = "".join(field)
            if len(text) > _limit:
                raise Error(f"field larger than field limit ({_limit})")
            is_number = d.quoting in (QUOTE_NONNUMERIC, QUOTE_STRINGS) and not was_quoted
            if is_number and text or d.quoting == QUOTE_NONNUMERIC and is_number:
                fields.append(float(text))
            elif d.quoting in (QUOTE_STRINGS, QUOTE_NOTNULL) and not was_quoted and not text:
                fields.append(None)
            else:
                fields.append(text)
            field, was_quoted = [], False

        is_first = True
        while is_first or state == "quoted":
            try:
                line = next(self._lines)
            except StopIteration:
                if is_first:
                    raise
                if d.strict:
                    raise Error("unexpected end of data") from None
                end()
                return fields
            if not isinstance(line, str):
                raise Error(f"iterator should return strings, not {type(line).__name__} (the file should be opened in text mode)")
            self.line_num += 1
            if is_first and not line.strip("\r\n"):
                return []
            is_first = False
            escaped = False
            for letter in line:
                if escaped:
                    field.append(letter)
                    escaped = False
                elif letter == d.escapechar:
                    escaped, state = True, "plain" if state != "quoted" else state
                elif state == "quoted":
                    if letter == d.quotechar and d.quoting != QUOTE_NONE:
                        state = "closed"
                    else:
                        field.append(letter)
                elif letter in "\r\n":
                    continue
                elif letter == d.delimiter:
                    end()
                    state = "start"
                elif state == "closed":
                    if letter == d.quotechar and d.doublequote:
                        field.append(letter)
                        state = "quoted"
                    elif d.strict:
                        raise Error(f"'{d.delimiter}' expected after '{d.quotechar}'")
                    else:
                        field.append(letter)
                        state = "plain"
                elif state == "start" and letter == d.quotechar and d.quoting != QUOTE_NONE:
                    state, was_quoted = "quoted", True
                elif state == "start" and letter == " " and d.skipinitialspace:
                    continue
                else:
                    field.append(letter)
                    state = "plain"
        end()
        return fields


class writer:
    """Writes rows as lines."""

    def __init__(self, fileobj, dialect="excel", **given):
        self.dialect, self._write = Dialect(dialect, **given), fileobj.write

    def _field(self, value, is_only):
        d = self.dialect
        text = "" if value is None else repr(value) if isinstance(value, float) else str(value)
        special = [mark for mark in (d.delimiter, d.quotechar, d.escapechar, "\r", "\n") if mark]
        is_special = any(mark in text for mark in special) or any(mark in text for mark in d.lineterminator) or (text.startswith(" ") and d.skipinitialspace)
        quotes = {
            QUOTE_MINIMAL: is_special or (is_only and not text),
            QUOTE_ALL: True,
            QUOTE_NONNUMERIC: not isinstance(value, (int, float)),
            QUOTE_NONE: False,
            QUOTE_STRINGS: is_special or isinstance(value, str),
            QUOTE_NOTNULL: is_special or value is not None,
        }[d.quoting]
        if d.escapechar:
            inside = [d.escapechar] + ([] if d.doublequote and quotes else [d.quotechar] if d.quotechar else [])
            marks = inside if quotes else special
            text = "".join(d.escapechar + letter if letter in marks else letter for letter in text)
        elif not quotes and is_special:
            raise Error("need to escape, but no escapechar set")
        if quotes:
            if d.doublequote:
                text = text.replace(d.quotechar, d.quotechar * 2)
            elif not d.escapechar and d.quotechar in text:
                raise Error("need to escape, but no escapechar set")
            text = d.quotechar + text + d.quotechar
        elif is_only and not text:
            raise Error("single empty field record must be quoted")
        return text

    def writerow(self, row):
        try:
            row = list(row)
        except TypeError:
            raise Error(f"iterable expected, not {type(row).__name__}") from None
        fields = [self._field(value, len(row) == 1) for value in row]
        return self._write(self.dialect.delimiter.join(fields) + self.dialect.lineterminator)

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)
