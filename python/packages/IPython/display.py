"""What a cell shows: pictures, HTML and Markdown, of which the page keeps what is safe, and text."""

import sys

import _screen
from IPython._pretty import escaped, pretty

__all__ = [
    "Audio", "DisplayHandle", "HTML", "IFrame", "Image", "JSON", "Javascript", "Latex", "Markdown", "Math", "SVG", "Video",
    "clear_output", "display", "display_html", "display_markdown", "display_png", "display_svg", "update_display",
]


class _Shown:
    """Something with a text, or with the bytes of a file."""

    _mode = "r"

    def __init__(self, data=None, url=None, filename=None, **named):
        if isinstance(data, str) and filename is None and url is None and self._is_path(data):
            data, filename = None, data
        self.url, self.filename, self.metadata, self.named = url, filename, named.pop("metadata", None), named
        if data is None and filename is not None:
            with open(filename, self._mode) as file:
                data = file.read()
        self.data = data

    def _is_path(self, text):
        return False

    def __repr__(self):
        return f"<IPython.core.display.{type(self).__name__} object>"


class HTML(_Shown):
    def _repr_html_(self): return str(self.data or "")


class Markdown(_Shown):
    def _repr_markdown_(self): return str(self.data or "")


class Latex(_Shown):
    def _repr_latex_(self): return str(self.data or "")


class Math(Latex):
    pass


class SVG(_Shown):
    def _is_path(self, text): return text.lstrip()[:1] != "<"
    def _repr_svg_(self): return str(self.data or "")


class JSON(_Shown):
    def __repr__(self): return pretty(self.data)


class Image(_Shown):
    """A picture: the bytes of a file, or the name of one."""

    _mode = "rb"
    _KINDS = ((b"\x89PNG", "png"), (b"\xff\xd8", "jpeg"), (b"GIF8", "gif"), (b"RIFF", "webp"))

    def _is_path(self, text):
        if "://" in text:
            raise ValueError(f"Image shows files of this notebook: a tab cannot load {text}")
        return True

    def _repr_html_(self):
        import base64

        data = bytes(self.data or b"")
        kind = next((kind for start, kind in self._KINDS if data.startswith(start)), None)
        if kind is None and b"<svg" in data[:1000]:
            kind = "svg+xml"
        if kind is None:
            return "<p>[a picture of a kind that the page does not know]</p>"
        sides = [f'{side}="{int(self.named[side])}"' for side in ("width", "height") if self.named.get(side)]
        name = escaped(str(self.named.get("alt") or self.filename or "a picture"))
        text = base64.b64encode(data).decode()
        return f'<img src="data:image/{kind};base64,{text}" alt="{name}" {" ".join(sides)}>'


class _Unseen(_Shown):
    """Something that a page does not show: it says so."""

    _mode = "rb"
    _what = ""

    def __init__(self, data=None, *given, **named):
        self.data, self.named = data, named

    def _ipython_display_(self):
        print(f"[{self._what}]")


class Video(_Unseen):
    _what = "a video, which this page does not play: render_mode='human' draws the environment"


class Audio(_Unseen):
    _what = "a sound, which this page does not play"


class IFrame(_Unseen):
    _what = "another page, which this page does not show"


class Javascript(_Unseen):
    _what = "JavaScript, which does not run here"


def _html_of(thing):
    """Returns what of a thing is to be shown as HTML, or None."""
    kind = type(thing)
    if hasattr(kind, "_repr_html_"):
        text = thing._repr_html_()
        if text is not None:
            return str(text)
    if hasattr(kind, "_repr_markdown_"):
        from IPython._markdown import html

        text = thing._repr_markdown_()
        if text is not None:
            return html(str(text))
    for name in ("png", "jpeg"):
        if hasattr(kind, f"_repr_{name}_"):
            data = getattr(thing, f"_repr_{name}_")()
            if isinstance(data, tuple):
                data = data[0]
            if data:
                return Image(data)._repr_html_()
    if hasattr(kind, "_repr_latex_"):
        text = thing._repr_latex_()
        if text is not None:
            return f"<p><code>{escaped(str(text))}</code></p>"
    return None


def _show(thing):
    kind = type(thing)
    if isinstance(thing, type):
        return print(repr(thing))
    if hasattr(kind, "_ipython_display_"):
        return thing._ipython_display_()
    if hasattr(kind, "_repr_svg_"):
        text = thing._repr_svg_()
        if text and _screen.figure(str(text)):
            return None
    html = _html_of(thing)
    if html is None or not _screen.markup(html):
        print(pretty(thing))


class DisplayHandle:
    """Something shown, in whose place something else can be shown: it comes below."""

    def __init__(self, display_id=None):
        self.display_id = display_id

    def display(self, thing, **named): display(thing)
    def update(self, thing, **named): display(thing)


def display(*things, display_id=None, clear=False, **named):
    if clear:
        clear_output(wait=True)
    for thing in things:
        _show(thing)
    if display_id:
        return DisplayHandle(display_id)


def update_display(thing, *, display_id=None, **named):
    display(thing)


display_html = display_markdown = display_png = display_svg = display


def clear_output(wait=False):
    """Clears what the cell has shown so far, at once or when more is shown."""
    _screen.clear(bool(wait))
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot and not wait:
        pyplot.forget_shown()
