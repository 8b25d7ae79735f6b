"""Markdown as HTML: paragraphs, headings, lists, tables, code, and what stands within a line."""

import re

from IPython._pretty import escaped

_WITHIN = (
    (r"!\[([^\]]*)\]\(([^)\s]*)[^)]*\)", r'<img src="\2" alt="\1">'),
    (r"\[([^\]]+)\]\(([^)\s]*)[^)]*\)", r'<a href="\2">\1</a>'),
    (r"\*\*([^*]+)\*\*|__([^_]+)__", r"<strong>\1\2</strong>"),
    (r"(?<![\w*])\*([^*\s][^*]*)\*|(?<!\w)_([^_\s][^_]*)_(?!\w)", r"<em>\1\2</em>"),
    (r"~~([^~]+)~~", r"<del>\1</del>"),
)
_ITEM = re.compile(r"(\s*)([-*+]|\d+[.)])\s+(.*)")
_TAG = re.compile(r"\s*</?[a-zA-Z][^>]*>")


def _line(text):
    """Returns the HTML of a line. Code in it and HTML stay as they are."""
    parts = re.split(r"(`+[^`]+`+|\$[^$\s][^$]*\$|<[^<>]+>)", text)
    html = ""
    for part in parts:
        if part[:1] in "`$" and part[:1]:
            html += f"<code>{escaped(part.strip('`'))}</code>"
        elif part[:1] == "<" and part[-1:] == ">":
            html += part
        else:
            for pattern, instead in _WITHIN:
                part = re.sub(pattern, instead, part)
            html += part
    return html


def _cells(row):
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def html(text):
    """Returns the HTML of a text, of which the page keeps what is safe."""
    lines, done, at = text.split("\n"), [], 0
    while at < len(lines):
        line = lines[at]
        bare = line.strip()
        at += 1
        if not bare:
            continue
        if bare.startswith(("```", "~~~")):
            end = next((place for place in range(at, len(lines)) if lines[place].strip().startswith(bare[:3])), len(lines))
            done.append(f"<pre><code>{escaped(chr(10).join(lines[at:end]))}</code></pre>")
            at = end + 1
        elif re.match(r"#{1,6}\s", bare):
            level = len(bare) - len(bare.lstrip("#"))
            done.append(f"<p><h{level}>{_line(bare.lstrip('#').strip())}</h{level}></p>")
        elif re.fullmatch(r"([-*_]\s*){3,}", bare):
            done.append("<hr>")
        elif "|" in bare and at < len(lines) and re.fullmatch(r"[\s|:-]*-[\s|:-]*", lines[at]):
            head = "".join(f"<th>{_line(cell)}</th>" for cell in _cells(bare))
            rows, at = "", at + 1
            while at < len(lines) and "|" in lines[at]:
                rows += "<tr>" + "".join(f"<td>{_line(cell)}</td>" for cell in _cells(lines[at])) + "</tr>"
                at += 1
            done.append(f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")
        elif _ITEM.match(line):
            block = [line]
            while at < len(lines) and lines[at].strip() and (_ITEM.match(lines[at]) or lines[at].startswith(" ")):
                block.append(lines[at])
                at += 1
            done.append(_list(block))
        elif bare.startswith(">"):
            block = [bare]
            while at < len(lines) and lines[at].strip().startswith(">"):
                block.append(lines[at].strip())
                at += 1
            done.append(f"<blockquote>{html(chr(10).join(part[1:].strip() for part in block))}</blockquote>")
        else:
            block = [bare]
            while at < len(lines) and lines[at].strip() and not _ITEM.match(lines[at]) and lines[at].lstrip()[:1] not in "#>`":
                block.append(lines[at].strip())
                at += 1
            inner = "\n".join(map(_line, block))
            done.append(inner if _TAG.match(bare) else f"<p>{inner}</p>")
    return "\n".join(done)


def _list(lines):
    """Returns the HTML of the items of a list, and of the lists in it."""
    margin = len(_ITEM.match(lines[0])[1])
    tag = "ol" if _ITEM.match(lines[0])[2][0].isdigit() else "ul"
    items = []
    for line in lines:
        found = _ITEM.match(line)
        if found and len(found[1]) <= margin:
            items.append((found[3], []))
        else:
            items[-1][1].append(line)
    rows = ""
    for text, inner in items:
        is_list = bool(inner) and bool(_ITEM.match(inner[0]))
        more = _list(inner) if is_list else "".join("\n" + _line(line.strip()) for line in inner)
        rows += f"<li>{_line(text)}{more}</li>"
    return f"<{tag}>{rows}</{tag}>"
