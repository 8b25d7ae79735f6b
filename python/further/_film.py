"""Films: pictures one after the other, as SVG that plays by itself, as GIF, and as MP4."""

import re

# The longer side of a picture in a film that the page shows, in pixels.
LARGEST = 400


def _timed(parts, fps, lasts):
    """Returns parts of an SVG that are seen one after the other; where they last, each stays until the film begins again."""
    count, made = len(parts), []
    whole = count / fps
    for at, part in enumerate(parts):
        start, end = at / count, (at + 1) / count
        if count == 1:
            values, times = "visible", "0"
        elif lasts or end == 1:
            values, times = ("visible", "0") if at == 0 else ("hidden;visible", f"0;{start:.5f}")
        elif at == 0:
            values, times = "visible;hidden", f"0;{end:.5f}"
        else:
            values, times = "hidden;visible;hidden", f"0;{start:.5f};{end:.5f}"
        seen = "visible" if at == 0 else "hidden"
        move = f'<animate attributeName="visibility" calcMode="discrete" values="{values}" keyTimes="{times}" dur="{whole:.6g}s" repeatCount="indefinite"/>'
        made.append(f'<g visibility="{seen}">{move}{part}</g>')
    return "\n".join(made)


def of_drawings(drawings, fps):
    """Returns drawings, each an SVG of the same size, as a film."""
    if not drawings:
        raise ValueError("a film has at least one picture")
    head = drawings[0].partition(">")[0] + ">"
    inner = [drawing.partition(">")[2].rpartition("</svg>")[0] for drawing in drawings]
    desc = re.match(r"\s*<desc>(.*?)</desc>", inner[0], re.S)
    said = f"<desc>A film of {len(drawings)} pictures. {desc.group(1) if desc else ''}</desc>"
    inner = [re.sub(r"<desc>.*?</desc>", "", part, count=1, flags=re.S) for part in inner]
    return f"{head}\n{said}\n{_timed(inner, fps, False)}\n</svg>\n"


class Film:
    """Pictures of colours, taken in one after the other. What is as in the picture before is not kept again."""

    def __init__(self, fps=30, largest=LARGEST):
        self.fps, self.size, self.count = float(fps or 30), None, 0
        self._largest, self._places, self._colours = largest, {}, []
        self._before, self._parts, self._movie = None, [], None
        # Rows of pixels that came before, because most come again.
        self._rows = {}

    def add(self, picture):
        """Takes in rows of red, green and blue, or of one brightness."""
        height, width, channels, data = _bytes_of(picture)
        skip = max(1, -(-max(height, width) // self._largest))
        rows = [data[row * width * channels : (row + 1) * width * channels] for row in range(0, height, skip)]
        size = -(-width // skip), len(rows)
        if self.size is None:
            self.size = size
        if self.size != size:
            raise ValueError(f"all pictures of a film have one size: {self.size[1]} rows and {self.size[0]} columns were first")
        width, height = size
        pixels = b"".join([self._rows.get(row) or self._indexed(row, channels, skip) for row in rows])
        if self._movie is None:
            from _movie import Movie

            self._movie = Movie(width, height, self.fps)
        self._movie.add(pixels, self._colours)
        box = (0, 0, width, height) if self._before is None else _changed(self._before, pixels, width, height)
        self._parts.append((box, _cut(pixels, width, box)))
        self._before = pixels
        self.count += 1

    def _indexed(self, row, channels, skip):
        """Returns a byte for each pixel of a row: the number of its colour. Of too many, the nearest that there is."""
        planes = [row[part::channels][::skip] for part in range(min(channels, 3))]
        planes, places = planes if len(planes) == 3 else planes[:1] * 3, self._places
        for colour in set(zip(*planes)).difference(places):
            if len(self._colours) < 256:
                places[colour] = len(self._colours)
                self._colours.append(colour)
            else:
                places[colour] = min(range(256), key=lambda at: sum((a - b) ** 2 for a, b in zip(self._colours[at], colour)))
        if len(self._rows) > 2000:
            self._rows.clear()
        found = self._rows[row] = bytes(map(places.__getitem__, zip(*planes)))
        return found

    def _head(self, width, height):
        table = b"".join(bytes(colour) for colour in self._colours)
        return b"GIF89a" + _short(width) + _short(height) + b"\xf7\0\0" + table + bytes(768 - len(table))

    def _frame(self, part):
        (left, top, width, height), pixels = part
        delay = max(2, round(100 / self.fps))
        packed = _packed(pixels)
        blocks = b"".join(bytes((len(packed[at : at + 255]),)) + packed[at : at + 255] for at in range(0, len(packed), 255))
        place = b",".join((b"!\xf9\x04\x04" + _short(delay) + b"\0\0", b"".join(map(_short, (left, top, width, height)))))
        return place + b"\0\x08" + blocks + b"\0"

    def gif(self):
        """Returns the film as a GIF that begins again at its end."""
        self._some()
        again = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
        return self._head(*self.size) + again + b"".join(map(self._frame, self._parts)) + b";"

    def mp4(self):
        """Returns the film as an MP4."""
        self._some()
        return self._movie.file()

    def svg(self):
        """Returns the film as an SVG that plays by itself: each change of the picture lies upon those before."""
        self._some()
        import base64

        width, height = self.size
        parts = []
        for box, pixels in self._parts:
            left, top, wide, tall = box
            data = self._head(wide, tall) + self._frame(((0, 0, wide, tall), pixels)) + b";"
            place = f'x="{left}" y="{top}" width="{wide}" height="{tall}"'
            parts.append(f'<image {place} preserveAspectRatio="none" href="data:image/gif;base64,{base64.b64encode(data).decode()}"/>')
        said = f"<desc>A film of {self.count} pictures, {width} by {height} pixels, {self.fps:g} a second</desc>"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        return f"{head}{said}\n{_timed(parts, self.fps, True)}\n</svg>\n"

    def _some(self):
        if not self.count:
            raise ValueError("a film has at least one picture")

    def show(self):
        """Gives the film to the page."""
        import _screen

        if self.count and not _screen.figure(self.svg()):
            print(f"[a film of {self.count} pictures]")

    def write(self, path):
        """Writes the film to a file, whose ending says how."""
        path = str(path)
        kind = path.rpartition(".")[2].lower()
        data = self.svg().encode() if kind == "svg" else self.gif() if kind in ("gif", "apng", "webp") else self.mp4()
        with open(path, "wb") as file:
            file.write(data)


def _bytes_of(picture):
    """Returns the rows, columns and channels of a picture, and its bytes."""
    if hasattr(picture, "detach"):
        picture = picture.detach().numpy()
    if hasattr(picture, "array") and callable(picture.array):
        picture = picture.array()
    if not hasattr(picture, "tobytes"):
        import numpy

        picture = numpy.array(picture)
    shape = picture.shape
    if len(shape) not in (2, 3) or len(shape) == 3 and shape[2] not in (1, 3, 4):
        raise ValueError(f"a picture has rows, columns and 1, 3 or 4 channels, and this array has shape {tuple(shape)}")
    if getattr(picture.dtype, "kind", "u") == "f":
        # Decimals are shares of the brightest.
        picture = (picture * 255 if float(picture.max()) <= 1.0 else picture).clip(0, 255)
    if str(picture.dtype) != "uint8":
        picture = picture.astype("uint8")
    return shape[0], shape[1], shape[2] if len(shape) == 3 else 1, picture.tobytes()


def _short(number): return number.to_bytes(2, "little")


def _changed(before, after, width, height):
    """Returns the box outside of which two pictures are the same: one pixel at least."""
    row = lambda data, at: data[at * width : (at + 1) * width]
    off = [at for at in range(height) if row(before, at) != row(after, at)]
    if not off:
        return 0, 0, 1, 1
    top, bottom = off[0], off[-1] + 1
    left, right = width, 0
    for at in off:
        one, two = row(before, at), row(after, at)
        while left and one[:left] != two[:left]:
            # The first letter that differs is further left.
            left = next(place for place in range(left) if one[place] != two[place])
        while right < width and one[right:] != two[right:]:
            right = width - next(place for place in range(width - right) if one[-1 - place] != two[-1 - place])
    return left, top, right - left, bottom - top


def _cut(pixels, width, box):
    left, top, wide, tall = box
    return b"".join(pixels[row * width + left : row * width + left + wide] for row in range(top, top + tall))


_RUNS = re.compile(rb"(.)\1*", re.S)


def _packed(pixels):
    """Returns pixels as GIF packs them (LZW): codes for strings that came before, which grow with each code. Runs of one colour take
    a step for each code, and not for each pixel."""
    out, bits, filled = bytearray(), 256, 9
    size, free = 9, 258
    runs, longer = {}, {}
    at, end = 0, len(pixels)
    while at < end:
        colour = pixels[at]
        known = runs.get(colour)
        if known is None:
            known = runs[colour] = [colour]
        ahead = _RUNS.match(pixels, at).end() - at if at + 1 < end and pixels[at + 1] == colour else 1
        if ahead > len(known):
            code = known[-1]
            at += len(known)
            grow = known
        else:
            code = known[ahead - 1]
            at += ahead
            while at < end and (code, pixels[at]) in longer:
                code = longer[code, pixels[at]]
                at += 1
            grow = None
        bits |= code << filled
        filled += size
        while filled > 7:
            out.append(bits & 255)
            bits >>= 8
            filled -= 8
        if at == end:
            break
        if free == 4096:
            bits |= 256 << filled
            filled += size
            size, free = 9, 258
            runs, longer = {}, {}
            continue
        if grow is not None:
            grow.append(free)
        else:
            longer[code, pixels[at]] = free
        if free == 1 << size and size < 12:
            size += 1
        free += 1
    bits |= 257 << filled
    filled += size
    out += bits.to_bytes(-(-filled // 8), "little")
    return bytes(out)
