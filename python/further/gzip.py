"""Packed files (RFC 1952)."""

import builtins
import io
import zlib


class BadGzipFile(OSError):
    """A file that is not packed so."""


def compress(data, compresslevel=9, *, mtime=0): return zlib.compress(data, compresslevel, 31)


def decompress(data):
    """Unpacks all parts of a file."""
    found, data = b"", bytes(data)
    while data:
        if data[:2] != b"\x1f\x8b":
            raise BadGzipFile(f"Not a gzipped file ({data[:2]!r})")
        opened = zlib.decompressobj(31)
        found += opened.decompress(data)
        if not opened.eof:
            raise EOFError("Compressed file ended before the end-of-stream marker was reached")
        data = opened.unused_data.lstrip(b"\0")
    return found


class GzipFile:
    """A file that is unpacked when it is opened, or packed when it is closed."""

    def __init__(self, filename=None, mode="rb", compresslevel=9, fileobj=None, mtime=None):
        self._own = fileobj is None
        self._file = builtins.open(filename, mode.replace("t", "").rstrip("b") + "b") if fileobj is None else fileobj
        self.name, self.mode, self._level, self.closed = filename or getattr(fileobj, "name", ""), mode, compresslevel, False
        self._writes = mode[:1] in "wax"
        self._data = io.BytesIO(b"" if self._writes else decompress(self._file.read()))

    def read(self, size=-1): return self._data.read(size)
    def readline(self, size=-1): return self._data.readline(size)
    def readlines(self, hint=-1): return self._data.readlines(hint)
    def readinto(self, buffer): return self._data.readinto(buffer)
    def seek(self, offset, whence=0): return self._data.seek(offset, whence)
    def tell(self): return self._data.tell()
    def peek(self, n): return self._data.getvalue()[self._data.tell() :][:n]
    def __iter__(self): return iter(self._data)
    def readable(self): return not self._writes
    def writable(self): return self._writes
    def seekable(self): return True
    def write(self, data): return self._data.write(data)
    def flush(self): pass

    def close(self):
        if self.closed:
            return
        self.closed = True
        if self._writes:
            self._file.write(compress(self._data.getvalue(), self._level))
        if self._own:
            self._file.close()

    def __enter__(self): return self
    def __exit__(self, *raised): self.close()


class _Words:
    """The lines of a packed file."""

    def __init__(self, file, encoding): self._file, self._encoding = file, encoding or "utf-8"
    def read(self, size=-1): return self._file.read(size).decode(self._encoding)
    def readline(self): return self._file.readline().decode(self._encoding)
    def readlines(self): return list(self)
    def __iter__(self): return iter(self.readline, "")
    def write(self, text): return self._file.write(text.encode(self._encoding)) and len(text)
    def flush(self): pass
    def close(self): self._file.close()
    def __enter__(self): return self
    def __exit__(self, *raised): self.close()


def open(filename, mode="rb", compresslevel=9, encoding=None, errors=None, newline=None):
    is_name = isinstance(filename, (str, bytes)) or hasattr(filename, "__fspath__")
    file = GzipFile(filename if is_name else None, mode, compresslevel, None if is_name else filename)
    return _Words(file, encoding) if "t" in mode else file
