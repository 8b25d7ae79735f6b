"""Tables as lines of text, with commas between the values."""

import csv
import io

from pandas._index import Index, MultiIndex, RangeIndex
from pandas._values import column, missing, nan, number_of

# What stands for a value that is missing.
_MISSING = {"", "NA", "N/A", "NaN", "nan", "null", "NULL", "None", "n/a", "#N/A", "-NaN", "-nan", "<NA>"}


def written(table, path, sep, index, header, mode, float_format, na_rep):
    file = io.StringIO()
    writer = csv.writer(file, delimiter=sep, lineterminator="\n")
    names = [name if isinstance(name, str) else str(name) for name in table._table]
    if isinstance(header, (list, tuple)):
        names = list(header)
    labels = table.index
    if header is not False:
        writer.writerow([*(("" if name is None else name for name in labels.names) if index else []), *names])
    for label, row in zip(labels, table._rows()):
        cells = [na_rep if missing(value) else _number(value, float_format) for value in row]
        writer.writerow([*((label if isinstance(label, tuple) else (label,)) if index else ()), *cells])
    text = file.getvalue()
    if path is None:
        return text
    if hasattr(path, "write"):
        path.write(text)
        return None
    with open(path, mode) as file:
        file.write(text)
    return None


def _number(value, form):
    if form and isinstance(value, float):
        return form(value) if callable(form) else form % value
    return repr(value) if isinstance(value, float) else value


def _value(text):
    try:
        return number_of(text)
    except ValueError:
        return text


def _column(texts):
    """Returns numbers or truth values where all texts are such."""
    there = [text for text in texts if text not in _MISSING]
    if there and len(there) == len(texts) and all(text in ("True", "False", "TRUE", "FALSE", "true", "false") for text in there):
        return [text.lower() == "true" for text in texts]
    values = [nan if text in _MISSING else _value(text.strip()) for text in texts]
    return [nan if text in _MISSING else text for text in texts] if any(isinstance(value, str) for value in values) else values


def read_csv(
    filepath_or_buffer, sep=",", delimiter=None, header="infer", names=None, index_col=None, usecols=None, nrows=None, skiprows=None,
    comment=None, dtype=None, **unused
):
    """Reads a table from a file of the folder, or from one that is open."""
    from pandas.frame import DataFrame

    if hasattr(filepath_or_buffer, "read"):
        text = filepath_or_buffer.read()
    elif str(filepath_or_buffer).startswith(("http://", "https://")):
        raise OSError("a tab's Python cannot load from other servers: open the file in the scratchpad beside this one, and read it by its name")
    else:
        with open(filepath_or_buffer) as file:
            # Some editors begin a file with a mark of its encoding.
            text = file.read().removeprefix("\ufeff")
    text = text.decode() if isinstance(text, bytes) else text
    lines = text.splitlines()
    if isinstance(skiprows, int):
        lines = lines[skiprows:]
    elif skiprows is not None:
        lines = [line for at, line in enumerate(lines) if at not in skiprows]
    if comment:
        lines = [line.partition(comment)[0] for line in lines if not line.startswith(comment)]
    sep = delimiter or sep
    if sep in (r"\s+", None):
        rows = [line.split() for line in lines if line.strip()]
    else:
        rows = [row for row in csv.reader(lines, delimiter=sep) if row]
    if not rows:
        raise EmptyDataError("No columns to parse from file")
    if header == "infer":
        header = 0 if names is None else None
    if header is not None:
        heads, rows = rows[header], rows[header + 1 :]
        heads = [text or f"Unnamed: {at}" for at, text in enumerate(heads)]
        names = list(names) if names is not None else heads
    elif names is None:
        names = list(range(len(rows[0])))
    rows = rows if nrows is None else rows[:nrows]
    if rows and len(rows[0]) == len(names) + 1 and index_col is None:
        names, index_col = ["", *names], 0
    for at, row in enumerate(rows):
        if len(row) > len(names):
            raise ParserError(f"Error tokenizing data. C error: Expected {len(names)} fields in line {at + 2}, saw {len(row)}")
    seen, unique = {}, []
    for name in names:
        unique.append(name if name not in seen else f"{name}.{seen[name]}")
        seen[name] = seen.get(name, 0) + 1
    table = {name: _column([row[at] if at < len(row) else "" for row in rows]) for at, name in enumerate(unique)}
    index = None
    if index_col is not None and index_col is not False:
        keys = [name if name in table else unique[name] for name in (index_col if isinstance(index_col, list) else [index_col])]
        parts = [table.pop(key) for key in keys]
        clean = [None if str(key).startswith("Unnamed: ") or key == "" else key for key in keys]
        index = Index(parts[0], name=clean[0]) if len(keys) == 1 else MultiIndex(list(zip(*parts)), clean)
    if usecols is not None:
        table = {name: values for at, (name, values) in enumerate(table.items()) if (usecols(name) if callable(usecols) else name in usecols or at in usecols)}
    made = DataFrame(table, index=index)
    return made if dtype is None else made.astype(dtype)


class EmptyDataError(ValueError):
    """A file without a column."""


class ParserError(ValueError):
    """A line with too many values."""
