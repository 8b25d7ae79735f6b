"""Bytes as text, and checksums."""

_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {letter: value for value, letter in enumerate(_LETTERS)}


class Error(ValueError):
    pass


class Incomplete(Exception):
    pass


def _bytes(data):
    return data.encode("ascii") if isinstance(data, str) else bytes(data)


def hexlify(data, sep=None, bytes_per_sep=1):
    data = bytes(data)
    return (data.hex() if sep is None else data.hex(sep, bytes_per_sep)).encode()


def unhexlify(hexstr):
    text = _bytes(hexstr).decode("ascii")
    if len(text) % 2:
        raise Error("Odd-length string")
    if set(text) - set("0123456789abcdefABCDEF"):
        raise Error("Non-hexadecimal digit found")
    return bytes.fromhex(text)


b2a_hex, a2b_hex = hexlify, unhexlify


def b2a_base64(data, *, newline=True):
    data = bytes(data)
    letters = bytearray()
    for at in range(0, len(data) - 2, 3):
        three = data[at] << 16 | data[at + 1] << 8 | data[at + 2]
        letters += bytes((_LETTERS[three >> 18], _LETTERS[three >> 12 & 63], _LETTERS[three >> 6 & 63], _LETTERS[three & 63]))
    rest = len(data) % 3
    if rest:
        last = int.from_bytes(data[-rest:] + bytes(3 - rest), "big")
        letters += bytes(_LETTERS[last >> shift & 63] for shift in (18, 12, 6)[: rest + 1]) + b"=" * (3 - rest)
    return bytes(letters + b"\n" if newline else letters)


def a2b_base64(data, /, *, strict_mode=False):
    made, bits, count, padding = bytearray(), 0, 0, 0
    for letter in _bytes(data):
        if letter == 61:
            padding += 1
            continue
        value = _VALUES.get(letter)
        if value is None:
            if strict_mode:
                raise Error("Only base64 data is allowed")
            continue
        bits, count = bits << 6 | value, count + 1
        if count == 4:
            made += bits.to_bytes(3, "big")
            bits = count = 0
    if count == 1:
        raise Error("Invalid base64-encoded string: number of data characters cannot be 1 more than a multiple of 4")
    if count and count + padding < 4:
        raise Error("Incorrect padding")
    if count:
        made += (bits << 6 * (4 - count)).to_bytes(3, "big")[: count - 1]
    return bytes(made)


def crc32(data, value=0):
    value ^= 0xFFFFFFFF
    for byte in bytes(data):
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0xEDB88320 if value & 1 else 0)
    return value ^ 0xFFFFFFFF
