"""The third interface: pictures and films are written by one name."""

import imageio


def imwrite(uri, image, *, fps=None, duration=None, **unused):
    is_film = isinstance(image, (list, tuple)) or getattr(image, "ndim", 2) == 4
    return imageio.mimwrite(uri, image, fps=fps, duration=duration) if is_film else imageio.imwrite(uri, image)


def imread(uri, **unused): return imageio.imread(uri)
