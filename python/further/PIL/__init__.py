"""Pictures by Pillow's names: the part that films and frames need."""

__version__ = "10.0.0"


class UnidentifiedImageError(OSError):
    """A file that is no picture that is known here."""


def __getattr__(name):
    if name in ("Image", "ImageDraw", "ImageFont", "ImageSequence"):
        return __import__("PIL." + name, fromlist=["*"])
    raise AttributeError(f"PIL.{name} is not known here: there are Image, ImageDraw and ImageFont")
