"""Pictures as PNG files (ISO/IEC 15948)."""

import zlib


def _chunk(kind, data): return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


def written(pixels):
    """Returns rows of bytes, with 1, 3 or 4 of them for a pixel, as a PNG."""
    height, width = pixels.shape[:2]
    channels = pixels.shape[2] if len(pixels.shape) == 3 else 1
    data, size = pixels.tobytes(), width * channels
    # A row like the one above is all zeros below it.
    rows, before = [], bytes(size)
    for at in range(height):
        row = data[at * size : (at + 1) * size]
        rows.append(b"\2" + bytes(size) if row == before else b"\0" + row)
        before = row
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes((8, {1: 0, 3: 2, 4: 6}[channels], 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(b"".join(rows))) + _chunk(b"IEND", b"")


def read(data):
    """Returns the rows of pixels of a PNG, each a list of its channels."""
    at, packed, palette = 8, b"", b""
    while at < len(data):
        size, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        content = data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height = int.from_bytes(content[:4], "big"), int.from_bytes(content[4:8], "big")
            depth, colour, laced = content[8], content[9], content[12]
        packed += content if kind == b"IDAT" else b""
        palette = content if kind == b"PLTE" else palette
        at += size + 12
    if depth != 8 or laced:
        raise OSError("a PNG of 8 bits for a colour, and not interlaced, is read here")
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    raw, size = zlib.decompress(packed), width * channels
    rows, before = [], bytearray(size)
    for number in range(height):
        start = number * (size + 1)
        before = _unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + size]), before, channels)
        pixels = [list(before[at : at + channels]) for at in range(0, size, channels)]
        if colour == 3:
            pixels = [list(palette[3 * place : 3 * place + 3]) for (place,) in pixels]
        rows.append([pixel[:1] for pixel in pixels] if colour == 4 else pixels)
    return [[pixel[0] for pixel in row] for row in rows] if len(rows[0][0]) == 1 else rows


def _unfiltered(kind, row, above, channels):
    for at in range(len(row) if kind else 0):
        left, up = row[at - channels] if at >= channels else 0, above[at]
        corner = above[at - channels] if at >= channels else 0
        if kind == 4:
            gaps = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
            guess = left if gaps[0] <= gaps[1] and gaps[0] <= gaps[2] else up if gaps[1] <= gaps[2] else corner
        else:
            guess = (0, left, up, (left + up) // 2)[kind]
        row[at] = (row[at] + guess) & 255
    return row
