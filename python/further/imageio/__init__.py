"""Films and pictures by imageio's names."""


__version__ = "2.30.0"


def _rate(fps, duration):
    """Returns pictures a second, given as such, or by how long one lasts: in seconds, or above one in thousandths."""
    if fps:
        return fps
    each = duration[0] if isinstance(duration, (list, tuple)) else duration
    return 10 if not each else 1 / each if each < 1 else 1000 / each


class _Writer:
    """A film that is written picture by picture."""

    def __init__(self, uri, fps=None, duration=None, **unused):
        import _film

        self._uri, self._film, self.closed = uri, _film.Film(_rate(fps, duration)), False

    def append_data(self, im, meta=None): self._film.add(im)

    def close(self):
        if not self.closed and self._film.count:
            self._film.write(self._uri)
            self._film.show()
        self.closed = True

    def __enter__(self): return self
    def __exit__(self, *raised): self.close()


def get_writer(uri, format=None, mode="?", **named): return _Writer(uri, **named)


def mimwrite(uri, ims, format=None, fps=None, duration=None, **unused):
    """Writes a film as the file's ending says, GIF or MP4, and gives it to the page."""
    with _Writer(uri, fps, duration) as writer:
        for im in ims:
            writer.append_data(im)


def imwrite(uri, im, format=None, **unused):
    from PIL import Image

    Image.fromarray(im).save(uri)


def imread(uri, format=None, **unused):
    from PIL import Image

    return Image.open(uri).array()


def mimread(uri, *given, **unused): return [imread(uri)]
mimsave, volwrite = mimwrite, mimwrite
imsave = imwrite


def get_reader(uri, *given, **unused):
    raise NotImplementedError("a film is not read here: it is written, and the page plays it")


def __getattr__(name):
    if name in ("v2", "v3"):
        return __import__("imageio." + name, fromlist=["*"])
    raise AttributeError(f"imageio.{name} is not known here: there are mimsave, mimwrite, get_writer, imwrite and imread")
