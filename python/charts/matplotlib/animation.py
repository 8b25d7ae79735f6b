"""Charts that move: each state is drawn, and the page plays them one after the other."""

from matplotlib import said
from matplotlib._svg import svg

# Pictures that a film has at most.
MOST = 240


class Animation:
    """A film of a figure."""

    def __init__(self, fig, interval=200, repeat=True, **unused):
        self.figure, self.interval, self._film = fig, interval, None
        fig.film = self

    def _frames(self):
        return []

    def film(self, fps=None):
        """Returns the film as an SVG that plays by itself."""
        if self._film is None:
            import _film

            self._film = _film.of_drawings(list(self._frames()), 1000 / max(1, self.interval) if fps is None else fps)
        return self._film

    def save(self, filename, writer=None, fps=None, dpi=None, **unused):
        """Writes the film as SVG, whatever kind of film was asked for."""
        path = str(filename)
        stem, dot, kind = path.rpartition(".")
        path = path if kind == "svg" else (stem if dot and "/" not in kind else path) + ".svg"
        if path != str(filename):
            said(f"a film of charts is written as SVG, which a browser plays: {path}")
        with open(path, "w") as file:
            file.write(self.film(fps))

    def show(self):
        """Gives the film to the page."""
        import _screen

        if not _screen.figure(self.film()):
            print("[a film]")
        # Its last picture is not shown besides.
        self.figure.film, self.figure.shown = None, svg(self.figure)

    def to_jshtml(self, fps=None, **unused):
        self.show()
        return "<p>The film is shown as a figure.</p>"

    to_html5_video = to_jshtml
    def _repr_html_(self): return self.to_jshtml()
    def pause(self): pass
    resume = pause


class FuncAnimation(Animation):
    """A film whose pictures a function draws, one after the other."""

    def __init__(self, fig, func, frames=None, init_func=None, fargs=None, save_count=None, interval=200, **unused):
        super().__init__(fig, interval)
        self._func, self._given, self._first, self._count = func, frames, init_func, save_count
        self._more = tuple(fargs or ())

    def _numbers(self):
        given = self._given
        if given is None:
            return range(self._count or 100)
        if isinstance(given, int):
            return range(given)
        return given() if callable(given) else given

    def _frames(self):
        if self._first is not None:
            self._first()
        for count, frame in enumerate(self._numbers()):
            if count == (self._count or MOST) or count == MOST:
                said(f"a film has the first {count} pictures here")
                return
            self._func(frame, *self._more)
            yield svg(self.figure)


class ArtistAnimation(Animation):
    """A film that shows some of the marks at a time."""

    def __init__(self, fig, artists, interval=200, **unused):
        super().__init__(fig, interval)
        self._artists = artists

    def _frames(self):
        marks = [mark for row in self._artists for mark in row]
        for row in self._artists[:MOST]:
            for mark in marks:
                mark.set_visible(any(mark is one for one in row))
            yield svg(self.figure)


class _Writer:
    """What would write a film: the page's own way is taken."""

    def __init__(self, fps=5, *given, **unused): self.fps = fps
    @staticmethod
    def isAvailable(): return True


PillowWriter = FFMpegWriter = ImageMagickWriter = HTMLWriter = _Writer
writers = {"pillow": _Writer, "ffmpeg": _Writer}
