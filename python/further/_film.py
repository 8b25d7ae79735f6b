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
