"""Streams: Python's own in memory, and files of the folder in memory."""

import abc

import _io
from _files import FileIO, open
from _io import (
    DEFAULT_BUFFER_SIZE, BlockingIOError, BufferedRandom, BufferedReader, BufferedRWPair, BufferedWriter, BytesIO,
    IncrementalNewlineDecoder, StringIO, TextIOWrapper, UnsupportedOperation, text_encoding,
)

SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2


class IOBase(_io._IOBase, metaclass=abc.ABCMeta):
    """Any stream."""


class RawIOBase(_io._RawIOBase, IOBase):
    """A stream of bytes without a buffer."""


class BufferedIOBase(_io._BufferedIOBase, IOBase):
    """A stream of bytes with a buffer."""


class TextIOBase(_io._TextIOBase, IOBase):
    """A stream of text."""


class Reader(metaclass=abc.ABCMeta):
    """Anything with `read`."""


class Writer(metaclass=abc.ABCMeta):
    """Anything with `write`."""


RawIOBase.register(FileIO)
for _kind in (BytesIO, BufferedReader, BufferedWriter, BufferedRandom, BufferedRWPair):
    BufferedIOBase.register(_kind)
for _kind in (StringIO, TextIOWrapper):
    TextIOBase.register(_kind)


def open_code(path):
    return open(path, "rb")
