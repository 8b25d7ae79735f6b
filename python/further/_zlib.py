"""Packing and unpacking (RFC 1950, RFC 1951), in Python: a page has no zlib."""

import re
from binascii import crc32

Z_DEFAULT_COMPRESSION, Z_BEST_SPEED, Z_BEST_COMPRESSION, Z_NO_COMPRESSION = -1, 1, 9, 0
DEFLATED, MAX_WBITS, DEF_MEM_LEVEL, DEF_BUF_SIZE = 8, 15, 8, 16384
Z_DEFAULT_STRATEGY, Z_NO_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH = 0, 0, 2, 3, 4
ZLIB_VERSION = ZLIB_RUNTIME_VERSION = "1.3"

_LENGTHS = (3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258)
_LENGTH_BITS = (0,) * 8 + (1,) * 4 + (2,) * 4 + (3,) * 4 + (4,) * 4 + (5,) * 4 + (0,)
_FAR = (1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577)
_ORDER = (16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15)


class error(Exception):
    """Bytes that cannot be unpacked."""


def adler32(data, value=1, /):
    low, high = value & 0xFFFF, value >> 16
    data = bytes(data)
    for at in range(0, len(data), 4096):
        part = data[at : at + 4096]
        count = len(part)
        high = (high + count * low + sum(map(int.__mul__, part, range(count, 0, -1)))) % 65521
        low = (low + sum(part)) % 65521
    return high << 16 | low


def _codes(lengths):
    """Returns the values by length and code: shorter codes come first, and those of one length in order."""
    table, code = {}, 0
    for length in range(1, 16):
        for value, own in enumerate(lengths):
            if own == length:
                table[length, code] = value
                code += 1
        code <<= 1
    return table


_FIXED = _codes([8] * 144 + [9] * 112 + [7] * 24 + [8] * 8), _codes([5] * 30)


class _Bits:
    """Bits of bytes, the lowest first."""

    def __init__(self, data, at=0): self.data, self.at, self.bits, self.count = data, at, 0, 0

    def take(self, width):
        while self.count < width:
            if self.at >= len(self.data):
                raise error("Error -5 while decompressing data: incomplete or truncated stream")
            self.bits |= self.data[self.at] << self.count
            self.at, self.count = self.at + 1, self.count + 8
        found = self.bits & ((1 << width) - 1)
        self.bits, self.count = self.bits >> width, self.count - width
        return found

    def value(self, table):
        code, length = 0, 0
        while length < 15:
            code, length = code << 1 | self.take(1), length + 1
            if (length, code) in table:
                return table[length, code]
        raise error("Error -3 while decompressing data: invalid code lengths set")


def _inflated(bits):
    """Returns what a stream of blocks holds."""
    out, is_last = bytearray(), 0
    while not is_last:
        is_last, kind = bits.take(1), bits.take(2)
        if kind == 0:
            bits.take(bits.count % 8)
            size = bits.take(16)
            if bits.take(16) != size ^ 0xFFFF:
                raise error("Error -3 while decompressing data: invalid stored block lengths")
            while bits.count and size:
                out.append(bits.take(8))
                size -= 1
            out += bits.data[bits.at : bits.at + size]
            bits.at += size
            continue
        if kind == 3:
            raise error("Error -3 while decompressing data: invalid block type")
        letters, places = _FIXED if kind == 1 else _tables(bits)
        while True:
            value = bits.value(letters)
            if value < 256:
                out.append(value)
            elif value == 256:
                break
            else:
                length = _LENGTHS[value - 257] + bits.take(_LENGTH_BITS[value - 257])
                far = bits.value(places)
                back = _FAR[far] + bits.take(max(0, far // 2 - 1))
                if back > len(out):
                    raise error("Error -3 while decompressing data: invalid distance too far back")
                part = bytes(out[len(out) - back : len(out) - back + length])
                out += (part * (length // len(part) + 1))[:length]
    return bytes(out)


def _tables(bits):
    letters, places, count = bits.take(5) + 257, bits.take(5) + 1, bits.take(4) + 4
    sizes = [0] * 19
    for at in _ORDER[:count]:
        sizes[at] = bits.take(3)
    table, lengths = _codes(sizes), []
    while len(lengths) < letters + places:
        value = bits.value(table)
        if value < 16:
            lengths.append(value)
        elif value == 16:
            lengths += lengths[-1:] * (bits.take(2) + 3)
        else:
            lengths += [0] * (bits.take(3) + 3 if value == 17 else bits.take(7) + 11)
    return _codes(lengths[:letters]), _codes(lengths[letters:])


def _reversed(code, width): return int(f"{code:0{width}b}"[::-1], 2)


_LETTER = [(_reversed(48 + v, 8), 8) if v < 144 else (_reversed(400 + v - 144, 9), 9) for v in range(256)]
_LENGTH = [(_reversed(v, 7), 7) if v < 24 else (_reversed(192 + v - 24, 8), 8) for v in range(30)]
_RUNS = re.compile(rb"(.)\1{3,}|(..)\2{2,}|(...)\3{2,}|(....)\4{2,}", re.S)


def _deflated(data):
    """Packs repeats of up to four bytes, which pictures are full of, and strings that came shortly before."""
    bits, count, out = 3, 3, bytearray()
    words, seen, at = [], {}, 0

    def put(code, width):
        nonlocal bits, count
        bits |= code << count
        count += width
        if count >= 512:
            out.extend((bits & ((1 << 512) - 1)).to_bytes(64, "little"))
            bits >>= 512
            count -= 512

    size = len(data)
    while at < size:
        run = _RUNS.match(data, at) if data[at : at + 1] and at + 6 < size else None
        if run:
            period = len(run.group(1) or run.group(2) or run.group(3) or run.group(4))
            for letter in data[at : at + period]:
                put(*_LETTER[letter])
            at, left = at + period, run.end() - at - period
            while left >= 3:
                length = min(258, left) if left - min(258, left) not in (1, 2) else left - 3
                _pair(put, length, period)
                at, left = at + length, left - length
            continue
        key = data[at : at + 5]
        before = seen.get(key, -1)
        seen[key] = at
        if before >= 0 and at - before <= 32768 and len(key) == 5:
            length = 5
            while length < 258 and at + length < size and data[before + length] == data[at + length]:
                length += 1
            _pair(put, length, at - before)
            at += length
            continue
        put(*_LETTER[data[at]])
        at += 1
    put(*_LENGTH[0])
    return bytes(out) + bits.to_bytes(-(-count // 8), "little")


def _pair(put, length, back):
    at = max(place for place, low in enumerate(_LENGTHS) if low <= length)
    put(*_LENGTH[at + 1])
    put(length - _LENGTHS[at], _LENGTH_BITS[at])
    far = max(place for place, low in enumerate(_FAR) if low <= back)
    put(_reversed(far, 5), 5)
    put(back - _FAR[far], max(0, far // 2 - 1))


def _stored(data):
    parts = [data[at : at + 65535] for at in range(0, len(data), 65535)] or [b""]
    return b"".join(bytes((at == len(parts) - 1,)) + len(part).to_bytes(2, "little") + (len(part) ^ 0xFFFF).to_bytes(2, "little") + part for at, part in enumerate(parts))


def compress(data, /, level=-1, wbits=15):
    data = bytes(data)
    packed = _stored(data) if level == 0 else _deflated(data)
    if wbits < 0:
        return packed
    if wbits > 15:
        return b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + packed + crc32(data).to_bytes(4, "little") + (len(data) & 0xFFFFFFFF).to_bytes(4, "little")
    return b"\x78\x9c" + packed + adler32(data).to_bytes(4, "big")


def _opened(data, wbits):
    """Returns where packed bytes begin, and how many follow them."""
    if wbits < 0:
        return 0, 0
    if wbits > 15 and data[:2] == b"\x1f\x8b":
        at, flags = 10, data[3]
        if flags & 4:
            at += 2 + int.from_bytes(data[at : at + 2], "little")
        for flag in (8, 16):
            if flags & flag:
                at = data.index(b"\0", at) + 1
        return at + (2 if flags & 2 else 0), 8
    if len(data) < 2 or data[0] & 15 != 8 or int.from_bytes(data[:2], "big") % 31:
        raise error("Error -3 while decompressing data: incorrect header check")
    return 2, 4


def _read(data, wbits):
    data = bytes(data)
    start, rest = _opened(data, wbits)
    bits = _Bits(data, start)
    found = _inflated(bits)
    end = bits.at - bits.count // 8
    tail = data[end : end + rest]
    wanted = adler32(found).to_bytes(4, "big") if rest == 4 else crc32(found).to_bytes(4, "little")
    if rest and tail[:4] != wanted:
        raise error("Error -3 while decompressing data: incorrect data check")
    return found, data[end + rest :]


def decompress(data, /, wbits=15, bufsize=DEF_BUF_SIZE): return _read(data, wbits)[0]


class _Gathered:
    """Packs or unpacks what has been gathered, at the end."""

    def __init__(self, work): self._work, self._data, self.eof, self.unused_data, self.unconsumed_tail = work, b"", False, b"", b""


class _Packer(_Gathered):
    def compress(self, data, /):
        self._data += bytes(data)
        return b""

    def flush(self, mode=Z_FINISH, /): return self._work(self._data) if mode == Z_FINISH else b""


class _Unpacker(_Gathered):
    def decompress(self, data, /, max_length=0):
        self._data += bytes(data)
        try:
            found, self.unused_data = self._work(self._data)
        except error as problem:
            if "truncated" in str(problem):
                return b""
            raise
        self.eof, self._data = True, b""
        return found

    def flush(self, length=DEF_BUF_SIZE, /): return b""


def compressobj(level=-1, method=DEFLATED, wbits=15, memLevel=8, strategy=0, zdict=None): return _Packer(lambda data: compress(data, level, wbits))
def decompressobj(wbits=15, zdict=b""): return _Unpacker(lambda data: _read(data, wbits))
