"""MP4 films (ISO/IEC 14496-12) of H.264 pictures (ITU-T H.264): what has changed is written as it is, the rest is left out."""

import re

# A hundredth of a second divides into so many parts.
_SCALE = 90000


class Movie:
    """Pictures whose pixels are numbers of colours, as the samples of a film."""

    def __init__(self, width, height, fps):
        self.width, self.height, self.fps = width, height, fps
        self._wide, self._tall = -(-width // 16), -(-height // 16)
        self._before, self._samples, self._keys, self._tables, self._known = None, [], [], None, -1

    def add(self, pixels, colours):
        """Takes in a picture, with all colours so far."""
        if len(colours) != self._known:
            self._tables, self._known = _tables(colours), len(colours)
        planes = self._planes(pixels)
        is_key = self._before is None
        blocks = [(column, row) for row in range(self._tall) for column in range(self._wide)]
        changed = set(blocks) if is_key else set(self._changed(planes))
        bits = _Bits()
        # Which picture begins here: its kind, settings and number, and that edges are not smoothed.
        _slice(bits, is_key, len(self._samples))
        skipped = 0
        for column, row in blocks:
            if (column, row) not in changed:
                skipped += 1
                continue
            if not is_key:
                bits.number(skipped)
                skipped = 0
            bits.number(25 if is_key else 30)
            bits.align()
            bits.bytes(self._block(planes, column, row))
        if skipped:
            bits.number(skipped)
        unit = bits.unit(0x65 if is_key else 0x41)
        if is_key:
            self._keys.append(len(self._samples) + 1)
        self._samples.append(len(unit).to_bytes(4, "big") + unit)
        self._before = planes

    def _planes(self, pixels):
        """Returns rows of brightness, and of two differences of colour at half the size, up to whole blocks."""
        light, blue, red = self._tables
        wide, tall = 16 * self._wide, 16 * self._tall
        rows = []
        for row in range(tall):
            at = min(row, self.height - 1) * self.width
            line = pixels[at : at + self.width]
            rows.append(line + line[-1:] * (wide - self.width))
        halves = [row[::2] for row in rows[::2]]
        return [row.translate(light) for row in rows], [row.translate(blue) for row in halves], [row.translate(red) for row in halves]

    def _changed(self, planes):
        for row in range(self._tall):
            parts = [(plane[row * size : (row + 1) * size], old[row * size : (row + 1) * size], size) for plane, old, size in zip(planes, self._before, (16, 8, 8))]
            if all(new == old for new, old, _ in parts):
                continue
            for column in range(self._wide):
                if any(a[column * size : (column + 1) * size] != b[column * size : (column + 1) * size] for new, old, size in parts for a, b in zip(new, old)):
                    yield column, row

    def _block(self, planes, column, row):
        parts = []
        for plane, size in zip(planes, (16, 8, 8)):
            left, top = column * size, row * size
            parts += [line[left : left + size] for line in plane[top : top + size]]
        return b"".join(parts)

    def file(self):
        """Returns the film."""
        each = max(1, round(_SCALE / self.fps))
        count, whole = len(self._samples), each * len(self._samples)
        data = b"".join(self._samples)
        sequence, picture = _sequence(self), _picture()
        config = b"\x01" + sequence[1:4] + b"\xff\xe1" + _two(len(sequence)) + sequence + b"\x01" + _two(len(picture)) + picture
        entry = bytes(6) + _two(1) + bytes(16) + _two(self.width) + _two(self.height) + _four(0x480000) * 2 + bytes(4) + _two(1) + bytes(32) + _two(24) + b"\xff\xff"
        described = _full("stsd", _four(1) + _box("avc1", entry + _box("avcC", config)))
        head = _box("ftyp", b"isom" + _four(512) + b"isomavc1mp41")
        place = len(head) + 8
        table = described + _full("stts", _four(1) + _four(count) + _four(each)) + _full("stss", _four(len(self._keys)) + b"".join(map(_four, self._keys)))
        table += _full("stsc", _four(1) + _four(1) + _four(count) + _four(1)) + _full("stsz", _four(0) + _four(count) + b"".join(_four(len(one)) for one in self._samples))
        table += _full("stco", _four(1) + _four(place))
        media = _full("mdhd", bytes(8) + _four(_SCALE) + _four(whole) + b"\x55\xc4\0\0")
        media += _full("hdlr", bytes(4) + b"vide" + bytes(12) + b"film\0")
        link = _box("dinf", _full("dref", _four(1) + _full("url ", b"", 1)))
        media += _box("minf", _full("vmhd", bytes(8), 1) + link + _box("stbl", table))
        turn = _four(0x10000) + bytes(12) + _four(0x10000) + bytes(12) + _four(0x40000000)
        track = _full("tkhd", bytes(8) + _four(1) + bytes(4) + _four(whole) + bytes(16) + turn + _four(self.width << 16) + _four(self.height << 16), 3)
        film = _full("mvhd", bytes(8) + _four(_SCALE) + _four(whole) + _four(0x10000) + b"\x01\0" + bytes(10) + turn + bytes(24) + _four(2))
        return head + _box("mdat", data) + _box("moov", film + _box("trak", track + _box("mdia", media)))


def _two(number): return number.to_bytes(2, "big")
def _four(number): return number.to_bytes(4, "big")
def _box(name, content): return _four(len(content) + 8) + name.encode() + content
def _full(name, content, flags=0): return _box(name, _four(flags) + content)


def _tables(colours):
    """Returns for each number of a colour its brightness and its two differences (ITU-R BT.601)."""
    light, blue, red = bytearray(256), bytearray(256), bytearray(256)
    for at, (r, g, b) in enumerate(colours):
        light[at] = round(16 + (65.481 * r + 128.553 * g + 24.966 * b) / 255)
        blue[at] = round(128 + (-37.797 * r - 74.203 * g + 112 * b) / 255)
        red[at] = round(128 + (112 * r - 93.786 * g - 18.214 * b) / 255)
    return bytes(light), bytes(blue), bytes(red)


class _Bits:
    """Bits in a row."""

    def __init__(self):
        self._out, self._bits, self._count = bytearray(), 0, 0

    def put(self, number, width):
        self._bits, self._count = self._bits << width | number, self._count + width
        while self._count > 7:
            self._count -= 8
            self._out.append(self._bits >> self._count & 255)
        self._bits &= (1 << self._count) - 1

    def number(self, value):
        """Writes a number with as many zeros before it as it has further digits (Exp-Golomb)."""
        wide = (value + 1).bit_length()
        self.put(value + 1, 2 * wide - 1)

    def signed(self, value): self.number(2 * value - 1 if value > 0 else -2 * value)

    def align(self):
        if self._count:
            self.put(0, 8 - self._count)

    def bytes(self, data): self._out += data

    def unit(self, kind):
        """Returns the bits as a unit of a stream, in which three bytes that mark a beginning do not occur."""
        self.put(1, 1)
        self.align()
        return bytes((kind,)) + re.sub(rb"\0\0(?=[\0-\3])", b"\0\0\3", bytes(self._out))


def _sequence(movie):
    """Returns the settings of all pictures: their size, and that each refers to the one before."""
    bits = _Bits()
    # Baseline profile, level 4.
    for value in (66, 0xC0, 40):
        bits.put(value, 8)
    bits.number(0)
    bits.number(12)
    # Pictures are shown in the order in which they come.
    bits.number(2)
    bits.number(1)
    bits.put(0, 1)
    bits.number(movie._wide - 1)
    bits.number(movie._tall - 1)
    bits.put(0b11, 2)
    right, below = 16 * movie._wide - movie.width, 16 * movie._tall - movie.height
    bits.put(1, 1)
    for cut in (0, right // 2, 0, below // 2):
        bits.number(cut)
    bits.put(0, 1)
    return bits.unit(0x67)


def _picture():
    """Returns the settings of each picture."""
    bits = _Bits()
    bits.number(0)
    bits.number(0)
    bits.put(0, 2)
    for value in (0, 0, 0):
        bits.number(value)
    bits.put(0, 3)
    for _ in range(3):
        bits.signed(0)
    # The slices say themselves how edges are smoothed.
    bits.put(0b100, 3)
    return bits.unit(0x68)


def _slice(bits, is_key, number):
    bits.number(0)
    bits.number(7 if is_key else 5)
    bits.number(0)
    bits.put(number & 0xFFFF, 16)
    if is_key:
        bits.number(0)
    else:
        bits.put(0, 2)
    # Which pictures are kept for later ones: the last.
    bits.put(0, 2 if is_key else 1)
    bits.signed(0)
    bits.number(1)
