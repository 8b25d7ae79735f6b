"""Numbers as bytes."""

import _struct
from _struct import error


def _bytes(format):
    return format.encode("ascii") if isinstance(format, str) else format


def calcsize(format):
    return _struct.size(_bytes(format))


def pack(format, *values):
    return _struct.pack(_bytes(format), *values)


def unpack(format, buffer):
    return _struct.unpack(_bytes(format), buffer)


def pack_into(format, buffer, offset, *values):
    packed = pack(format, *values)
    room = memoryview(buffer).cast("B")
    offset += len(room) if offset < 0 else 0
    if offset < 0 or offset + len(packed) > len(room):
        raise error(f"pack_into requires a buffer of at least {offset + len(packed)} bytes for packing {len(packed)} bytes at offset {offset} (actual buffer size is {len(room)})")
    room[offset : offset + len(packed)] = packed


def unpack_from(format, buffer, offset=0):
    room, size = memoryview(buffer).cast("B"), calcsize(format)
    offset += len(room) if offset < 0 else 0
    if offset < 0 or offset + size > len(room):
        raise error(f"unpack_from requires a buffer of at least {offset + size} bytes for unpacking {size} bytes at offset {offset} (actual buffer size is {len(room)})")
    return unpack(format, room[offset : offset + size])


def iter_unpack(format, buffer):
    size = calcsize(format)
    if not size or len(buffer) % size:
        raise error(f"iterative unpacking requires a buffer of a multiple of {size} bytes")
    return (unpack_from(format, buffer, at) for at in range(0, len(buffer), size))


class Struct:
    """A format."""

    def __init__(self, format):
        self.format = format if isinstance(format, str) else format.decode("ascii")
        self.size = calcsize(format)

    def pack(self, *values):
        return pack(self.format, *values)

    def pack_into(self, buffer, offset, *values):
        pack_into(self.format, buffer, offset, *values)

    def unpack(self, buffer):
        return unpack(self.format, buffer)

    def unpack_from(self, buffer, offset=0):
        return unpack_from(self.format, buffer, offset)

    def iter_unpack(self, buffer):
        return iter_unpack(self.format, buffer)
