"""Columns and tables as text, laid out as pandas does it."""

from pandas._index import MultiIndex
from pandas._values import missing

# Rows above which the middle is left out, rows that are shown then, letters in a line, digits.
options = {"max_rows": 60, "min_rows": 10, "max_columns": 20, "width": 80, "precision": 6}


def floats(values):
    """Returns decimals with as many digits as the one that needs most, or all with an exponent."""
    digits = options["precision"]
    there = [value for value in values if not missing(value)]
    finite = [abs(value) for value in there if abs(value) != float("inf")]
    fixed = [f"{value: .{digits}f}" for value in there]
    is_long = max(map(len, fixed), default=0) > digits + 6
    if any(0 < value < 10.0**-digits for value in finite) or is_long and any(value > 1e6 for value in finite):
        return ["NaN" if missing(value) else f"{value: .{digits}e}" for value in values]
    texts = [text for text in fixed if "." in text]
    cut = min((len(text) - len(text.rstrip("0")) for text in texts), default=digits)
    cut = min(cut, digits - 1)
    shown = iter([text[: len(text) - cut] if "." in text and cut else text for text in fixed])
    return ["NaN" if missing(value) else next(shown) for value in values]


def cells(values, kind):
    """Returns the texts of a column, not yet of one width."""
    if kind == "float64":
        return floats(values)
    if kind == "int64":
        return [f"{value: d}" for value in values]
    return [" " + one(value) for value in values]


def one(value):
    if missing(value):
        return "None" if value is None else "NaN"
    if type(value) is float:
        return f"{value:.{options['precision']}f}".rstrip("0") + ("0" if value == round(value, 0) else "") if 1e-6 <= abs(value) < 1e6 or value == 0 else str(value)
    if isinstance(value, (list, tuple)):
        return ("[%s]" if isinstance(value, list) else "(%s)") % ", ".join(map(str, value))
    return str(value).replace("\n", "\\n").replace("\t", "\\t")


def clipped(count, rows):
    """Returns the places of the rows that are shown, and before which of them the others are left out."""
    if rows is None or count <= rows:
        return list(range(count)), None
    half = min(rows, options["min_rows"]) // 2
    return [*range(half), *range(count - half, count)], half


def labels(index, places):
    """Returns the texts of the labels, one list for each part. What is as in the row before is left blank."""
    if not isinstance(index, MultiIndex):
        picked = [index[place] for place in places]
        if any(type(label) is float for label in picked):
            return [[text.strip() for text in floats([float(label) for label in picked])]]
        return [[str(label) for label in picked]]
    parts, before = [[] for _ in range(index.nlevels)], None
    for place in places:
        label, is_same = index[place], before is not None
        for level, part in enumerate(label):
            is_same = is_same and before[level] == part and level < index.nlevels - 1
            parts[level].append("" if is_same else str(part))
        before = label
    return parts


def _gap(texts, at, mode):
    """Puts dots where rows are left out."""
    wide = len(texts[at - 1]) if texts else 3
    dots = "..." if wide > 3 else ".."
    texts.insert(at, {"right": dots.rjust, "left": dots.ljust, "center": dots.center}[mode](wide))


def series(own):
    count = len(own)
    name = f"Name: {own.name}, " if own.name is not None else ""
    if not count:
        return f"Series([], {name}dtype: {own._kind})"
    places, gap = clipped(count, options["max_rows"])
    texts = cells([own._data[place] for place in places], own._kind)
    parts = labels(own.index, places)
    wide = max(map(len, texts))
    texts = [text.rjust(wide) for text in texts]
    has_names = any(part is not None for part in own.index.names)
    tops = ["" if part is None else str(part) for part in own.index.names]
    if own.index.nlevels > 1:
        parts = [[text.ljust(max(map(len, [top, *part]))) for text in part] for top, part in zip(tops, parts)]
    else:
        parts = [[text.ljust(max(map(len, part))) for text in part] for part in parts]
    if gap is not None:
        _gap(texts, gap, "center")
        for part in parts:
            part.insert(gap, " " * len(part[0]))
    lines = [f"{'  '.join(row[:-1])}   {row[-1]}" for row in zip(*parts, texts)]
    if has_names:
        lines.insert(0, "  ".join(top.ljust(len(part[0])) for top, part in zip(tops, parts)).rstrip())
    length = f"Length: {count}, " if gap is not None else ""
    return "\n".join([*lines, f"{name}{length}dtype: {own._kind}"])


def _headers(table):
    """Returns the lines above the columns, one list of texts for each."""
    names = list(table._table)
    if names and all(isinstance(name, tuple) for name in names):
        levels, before = [[] for _ in names[0]], None
        for name in names:
            for level, part in enumerate(name):
                is_same = before is not None and before[: level + 1] == name[: level + 1] and level < len(name) - 1
                levels[level].append("" if is_same else str(part))
            before = name
        return levels
    return [[str(name) for name in names]]


def _strips(table, with_index, rows):
    """Returns the columns of texts that stand side by side, the labels first, and whether rows are left out."""
    places, gap = clipped(len(table), rows)
    heads = _headers(table)
    names, several = list(table._table), len(heads) > 1
    strips = []
    for number, own in enumerate(table._table.values()):
        texts = cells([own._data[place] for place in places], own._kind)
        lead = " " if own._kind in ("int64", "float64", "bool") and not several else ""
        tops = [lead + head[number] for head in heads]
        whole = map(str, names[number]) if several else tops
        wide = max([len(text) for text in [*texts, *whole]])
        texts = [text.rjust(wide) for text in texts]
        if gap is not None:
            _gap(texts, gap, "right")
        strips.append([top.ljust(wide) if several and at < len(heads) - 1 else top.rjust(wide) for at, top in enumerate(tops)] + texts)
    names = [name for name in table.index.names]
    has_names = any(name is not None for name in names)
    if has_names and with_index:
        for strip in strips:
            strip.insert(len(heads), " " * len(strip[0]))
    if with_index:
        parts = labels(table.index, places)
        left = []
        for number, part in enumerate(parts):
            top = [""] * len(heads)
            if table._column_name is not None and number == len(parts) - 1:
                top[0] = str(table._column_name)
            if has_names:
                top.append("" if names[number] is None else str(names[number]))
            wide = max(map(len, [*top, *part]), default=0)
            part = [text.ljust(wide) for text in part]
            if gap is not None:
                _gap(part, gap, "left")
            left.append([text.ljust(wide) for text in top] + part)
        strips = left + strips
    return strips, len(table.index.names) if with_index else 0, gap is not None


def _fitting(widths, fixed):
    """Returns how many columns a line has room for: those in the middle are left out."""
    over, kept = sum(widths) + len(widths) - 1 - options["width"] + 1, list(widths)
    if over <= 1:
        return len(widths) - fixed
    while over > 0 and len(kept) > 1:
        over -= kept.pop(round(len(kept) / 2)) + 1
    return max(len(kept) - fixed, 2)


def frame(table, with_index=True, rows="usual"):
    """Returns a table as text. In a text of all rows no line is broken."""
    is_whole, rows = rows is None, options["max_rows"] if rows == "usual" else rows
    if not table._table:
        return f"Empty DataFrame\nColumns: []\nIndex: [{', '.join(map(str, table.index))}]"
    if not len(table):
        return f"Empty DataFrame\nColumns: [{', '.join(map(str, table._table))}]\nIndex: []"
    strips, fixed, is_cut = _strips(table, with_index, rows)
    left, columns = strips[:fixed], strips[fixed:]
    kept = len(columns) if is_whole else _fitting([len(strip[0]) for strip in strips], fixed)
    if kept < len(columns):
        half = kept // 2
        dots = [" ..."] * len(columns[0])
        for number in range(len(_headers(table)), len(dots)) if any(name is not None for name in table.index.names) else ():
            dots[number] = "    " if number == len(_headers(table)) else " ..."
        columns = [*columns[:half], dots, *columns[len(columns) - half :]]
        is_cut = True
    text = "\n".join(" ".join(row) for row in zip(*left, *columns))
    return f"{text}\n\n[{len(table)} rows x {len(table._table)} columns]" if is_cut else text


def _escaped(text):
    for letter, code in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(letter, code)
    return text


def html(table, rows="usual"):
    """Returns a table as HTML."""
    places, gap = clipped(len(table), options["max_rows"] if rows == "usual" else rows)
    blank = "<th></th>" * table.index.nlevels
    lines = ['<table border="1" class="dataframe">', "  <thead>"]
    for head in _headers(table):
        lines.append('    <tr style="text-align: right;">' + blank + "".join(f"<th>{_escaped(text)}</th>" for text in head) + "</tr>")
    if any(name is not None for name in table.index.names):
        names = "".join(f"<th>{_escaped(str(name or ''))}</th>" for name in table.index.names)
        lines.append(f"    <tr>{names}{'<th></th>' * len(table._table)}</tr>")
    lines += ["  </thead>", "  <tbody>"]
    texts = [cells([own._data[place] for place in places], own._kind) for own in table._table.values()]
    for at, row in enumerate(zip(*labels(table.index, places), *texts)):
        if at == gap:
            lines.append("    <tr>" + "<th>...</th>" * table.index.nlevels + "<td>...</td>" * len(texts) + "</tr>")
        kinds = ["th"] * table.index.nlevels + ["td"] * len(texts)
        lines.append("    <tr>" + "".join(f"<{kind}>{_escaped(text.strip())}</{kind}>" for kind, text in zip(kinds, row)) + "</tr>")
    lines += ["  </tbody>", "</table>"]
    if gap is not None:
        lines.append(f"<p>{len(table)} rows × {len(table._table)} columns</p>")
    return "\n".join(lines)


def markdown(table, with_index=True):
    names = ([""] if with_index else []) + [str(name) for name in table._table]
    rows = [([str(label)] if with_index else []) + [one(value) for value in row] for label, row in zip(table.index, table._rows())]
    widths = [max(map(len, column)) for column in zip(names, *rows)]
    line = lambda row: "| " + " | ".join(text.ljust(width) for text, width in zip(row, widths)) + " |"
    return "\n".join([line(names), "|" + "|".join(":" + "-" * (width + 1) for width in widths) + "|", *map(line, rows)])
