"""Pictures: `Image.fromarray(frame).save("frame.png")`."""

import builtins

import numpy as np

NEAREST, BILINEAR, BICUBIC, LANCZOS, ANTIALIAS, BOX = 0, 2, 3, 1, 1, 4


class Resampling:
    NEAREST, BOX, BILINEAR, HAMMING, BICUBIC, LANCZOS = 0, 4, 2, 5, 3, 1


class Transpose:
    FLIP_LEFT_RIGHT, FLIP_TOP_BOTTOM, ROTATE_90, ROTATE_180, ROTATE_270 = range(5)


FLIP_LEFT_RIGHT, FLIP_TOP_BOTTOM, ROTATE_90, ROTATE_180, ROTATE_270 = range(5)
_CHANNELS = {"L": 1, "1": 1, "RGB": 3, "RGBA": 4}


class Image:
    """Rows of pixels."""

    format = None

    def __init__(self, pixels, mode):
        self._pixels, self.mode, self.info = pixels, mode, {}

    size = property(lambda self: (self._pixels.shape[1], self._pixels.shape[0]))
    width = property(lambda self: self._pixels.shape[1])
    height = property(lambda self: self._pixels.shape[0])

    def array(self): return self._pixels
    def __array__(self, dtype=None, copy=None): return self._pixels if dtype is None else self._pixels.astype(dtype)
    # What numpy makes an array of where it does not know of pictures.
    def __len__(self): return self.height
    def __getitem__(self, at): return self._pixels[at]
    def tobytes(self, *given): return self._pixels.tobytes()
    def copy(self): return Image(self._pixels.copy(), self.mode)
    def load(self): return self
    def close(self): pass
    def __enter__(self): return self
    def __exit__(self, *raised): pass
    def getpixel(self, xy):
        found = self._pixels[xy[1], xy[0]]
        return tuple(found.tolist()) if getattr(found, "shape", ()) else int(found)

    def putpixel(self, xy, value): self._pixels[xy[1], xy[0]] = np.array(value) if isinstance(value, tuple) else value
    def getdata(self): return [tuple(pixel) if isinstance(pixel, list) else pixel for row in self._pixels.tolist() for pixel in row]
    def split(self): return tuple(Image(self._pixels[:, :, part], "L") for part in range(self._pixels.shape[2]))

    def convert(self, mode="RGB", **unused):
        if mode == self.mode:
            return self.copy()
        pixels, own = self._pixels, _CHANNELS[self.mode]
        if mode in ("L", "1"):
            red, green, blue = (pixels[:, :, part].astype(np.int64) for part in range(3))
            grey = (red * 19595 + green * 38470 + blue * 7471 + 0x8000) // 65536
            grey = grey if mode == "L" else (grey >= 128) * 255
            return Image(grey.astype(np.uint8), mode)
        parts = [pixels] * 3 if own == 1 else [pixels[:, :, part] for part in range(3)]
        if mode == "RGBA":
            parts = parts + [np.full(pixels.shape[:2], 255, dtype=np.uint8)]
        return Image(np.stack(parts, axis=2), mode)

    def resize(self, size, resample=None, box=None, **unused):
        """Changes the size: each pixel is the mean of those that it covers, or the nearest one."""
        (wide, tall), (height, width) = size, self._pixels.shape[:2]
        if resample == NEAREST or wide >= width or tall >= height:
            rows = [min(height - 1, int((at + 0.5) * height / tall)) for at in range(tall)]
            columns = [min(width - 1, int((at + 0.5) * width / wide)) for at in range(wide)]
            return Image(self._pixels[np.array(rows)][:, np.array(columns)], self.mode)
        total = np.zeros((tall, wide, *self._pixels.shape[2:]))
        # The means of a few places within each pixel.
        few = max(1, min(4, round(max(height / tall, width / wide))))
        for down in range(few):
            rows = np.array([min(height - 1, int((at + (down + 0.5) / few) * height / tall)) for at in range(tall)])
            for across in range(few):
                columns = np.array([min(width - 1, int((at + (across + 0.5) / few) * width / wide)) for at in range(wide)])
                total = total + self._pixels[rows][:, columns]
        return Image(np.round(total / few**2).astype(np.uint8), self.mode)

    def thumbnail(self, size, *given, **unused):
        share = min(size[0] / self.width, size[1] / self.height, 1.0)
        self._pixels = self.resize((max(1, round(self.width * share)), max(1, round(self.height * share))))._pixels

    def crop(self, box):
        left, top, right, bottom = map(int, box)
        return Image(self._pixels[top:bottom, left:right].copy(), self.mode)

    def paste(self, im, box=(0, 0), mask=None):
        left, top = box[:2]
        self._pixels[top : top + im.height, left : left + im.width] = im.convert(self.mode)._pixels if im.mode != self.mode else im._pixels

    def transpose(self, method):
        turn = {0: lambda p: np.flip(p, 1), 1: lambda p: np.flip(p, 0), 3: lambda p: np.flip(np.flip(p, 0), 1)}
        across = lambda p: np.swapaxes(p, 0, 1)
        turn.update({2: lambda p: np.flip(across(p), 0), 4: lambda p: np.flip(across(p), 1)})
        return Image(turn[method](self._pixels), self.mode)

    def rotate(self, angle, **unused):
        quarter = {0: None, 90: 2, 180: 3, 270: 4}.get(angle % 360, "no")
        if quarter == "no":
            raise NotImplementedError("a picture is turned by quarters here")
        return self.copy() if quarter is None else self.transpose(quarter)

    def save(self, fp, format=None, save_all=False, append_images=(), duration=100, loop=0, **unused):
        """Writes a PNG, or for several pictures a GIF."""
        kind = (format or (str(fp).rpartition(".")[2] if not hasattr(fp, "write") else "png")).lower()
        if kind == "gif":
            import _film

            each = duration[0] if isinstance(duration, (list, tuple)) else duration
            film = _film.Film(1000 / max(20, each or 100))
            for picture in [self, *append_images]:
                film.add(picture.convert("RGB"))
            data = film.gif()
        else:
            import _png

            if kind != "png":
                _said(f"a picture is written as PNG here, also {fp}")
            data = _png.written(self._pixels)
        if hasattr(fp, "write"):
            fp.write(data)
            return
        with builtins.open(fp, "wb") as file:
            file.write(data)

    def show(self, title=None):
        import _film

        film = _film.Film(1)
        film.add(self)
        film.show()

    def _repr_png_(self):
        import _png

        return _png.written(self._pixels)

    def __repr__(self): return f"<PIL.Image.Image image mode={self.mode} size={self.width}x{self.height}>"


_told = set()


def _said(sentence):
    if sentence not in _told:
        import sys

        _told.add(sentence)
        print(f"PIL: {sentence}", file=sys.stderr)


def fromarray(obj, mode=None):
    """Returns an array of bytes as a picture."""
    pixels = obj.numpy() if hasattr(obj, "detach") else np.asarray(obj)
    shape = pixels.shape
    if len(shape) == 3 and shape[2] == 1 or len(shape) not in (2, 3) or len(shape) == 3 and shape[2] not in (3, 4) or pixels.dtype.kind == "f" and mode is None:
        raise TypeError(f"Cannot handle this data type: {(1, 1, *shape[2:])}, {pixels.dtype}")
    pixels = pixels.astype(np.uint8) * 255 if pixels.dtype.kind == "b" else pixels.astype(np.uint8)
    return Image(pixels, "L" if len(shape) == 2 else {3: "RGB", 4: "RGBA"}[shape[2]])


def new(mode, size, color=0):
    channels = _CHANNELS[mode]
    if isinstance(color, str):
        from matplotlib.colors import to_rgb

        color = tuple(round(255 * part) for part in to_rgb(color)) + (255,) * (channels - 3)
    parts = [color] * channels if isinstance(color, int) else list(color)[:channels]
    planes = [np.full((size[1], size[0]), int(part), dtype=np.uint8) for part in parts]
    return Image(planes[0] if channels == 1 else np.stack(planes, axis=2), mode)


def frombytes(mode, size, data, *given):
    channels = _CHANNELS[mode]
    pixels = np.frombuffer(data, dtype=np.uint8).reshape(size[1], size[0], *([channels] if channels > 1 else []))
    return Image(pixels, mode)


def open(fp, mode="r", formats=None):
    """Reads a PNG."""
    from PIL import UnidentifiedImageError

    if hasattr(fp, "read"):
        data = fp.read()
    else:
        with builtins.open(fp, "rb") as file:
            data = file.read()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise UnidentifiedImageError(f"cannot identify image file {fp!r}: PNG is read here")
    import _png

    pixels = np.array(_png.read(data), dtype=np.uint8)
    return Image(pixels, {1: "L", 3: "RGB", 4: "RGBA"}[pixels.shape[2]] if pixels.ndim == 3 and pixels.shape[2] > 1 else "L")
