"""Settings in YAML: what PyYAML's `load` and `dump` make of mappings, lists and plain values. Dates stay texts; tags, and keys that
are no plain values, are refused. What `dump` writes is on a line as long as it takes."""

from yaml._reading import Reader, YAMLError, bare
from yaml._writing import Style

__version__ = "6.0.2"


class Loader:
    """How PyYAML would load: here there is one way."""


class Dumper:
    """How PyYAML would dump: here there is one way."""


FullLoader = SafeLoader = UnsafeLoader = BaseLoader = CLoader = CSafeLoader = CFullLoader = Loader
SafeDumper = CDumper = CSafeDumper = Dumper


def load(stream, Loader=Loader):
    """Returns what a text, or an open file, holds."""
    found = list(load_all(stream))
    if len(found) > 1:
        raise YAMLError("expected a single document in the stream, but found another document")
    return found[0] if found else None


def load_all(stream, Loader=Loader):
    """Yields what each document of a text holds."""
    text = stream.read() if hasattr(stream, "read") else stream
    text = text.decode() if isinstance(text, bytes) else text
    lines = []
    for line in text.removeprefix("\ufeff").splitlines():
        if line == "---" or line.startswith("--- "):
            if any(bare(kept) for kept in lines):
                yield Reader(lines).document()
            lines = [line[4:]]
        elif line == "...":
            continue
        else:
            lines.append(line)
    if any(bare(kept) for kept in lines):
        yield Reader(lines).document()


safe_load = full_load = unsafe_load = load
safe_load_all = full_load_all = load_all


def dump(data, stream=None, Dumper=Dumper, default_flow_style=False, sort_keys=True, indent=2, allow_unicode=False, **unused):
    """Returns a text of mappings, lists and plain values, or writes it to an open file."""
    style = Style(default_flow_style, sort_keys, indent or 2, allow_unicode)
    text = style.plain(data)
    if text is None:
        text = "".join(style.lines(data, 0))
    else:
        text += "\n" if isinstance(data, (dict, list, tuple)) or text[0] in "'\"" else "\n...\n"
    if stream is None:
        return text
    stream.write(text)


safe_dump = dump


def dump_all(documents, stream=None, **named):
    """Returns a text of several documents, or writes it."""
    text = "---\n".join(dump(document, **named) for document in documents)
    if stream is None:
        return text
    stream.write(text)


safe_dump_all = dump_all
