"""The picture of an environment, as its class says it: a method `picture` that returns rods and discs, and a `window` that says which
part of the plane is shown. Where the points lie is a formula of the state."""

import math

from own_environment._arrays import Array, lift
from own_environment._formula import formula
from own_environment._load import line_of
from own_environment._symbols import Refusal, is_symbol, key_of, kind_of, number

MOST_SHAPES = 64
_RIGHT = 'picture returns shapes such as ("rod", (x0, y0), (x1, y1)) and ("disc", (x, y), radius)'
# Pictures that are compared with the class's own, and by how much a point may be elsewhere: of 1, or of where it is.
COMPARED, TOLERANCE = 30, 1e-3


def has_picture(kind):
    return callable(getattr(kind, "picture", None))


def window_of(environment, line):
    """Returns left, right, bottom and top of what is shown."""
    window = getattr(environment, "window", None)
    if window is None:
        raise Refusal("picture needs a window: give the class window = (left, right, bottom, top)", line)
    whole = lift(window)
    sides = [number(cell) for cell in whole.flat()] if type(whole) is Array else []
    if len(sides) != 4 or any(kind_of(side) is None or is_symbol(side) or not math.isfinite(side) for side in sides) or not (sides[0] < sides[1] and sides[2] < sides[3]):
        raise Refusal("window has to be four numbers: left, right, bottom and top, with left < right and bottom < top", line)
    return [float(side) for side in sides]


def shapes_of(result, line):
    """Returns the shapes of a picture: of each its kind with the radius of a disc, and the numbers of its points."""
    if not isinstance(result, (list, tuple)):
        raise Refusal(_RIGHT, line)
    if len(result) > MOST_SHAPES:
        raise Refusal(f"the picture has {len(result)} shapes, and {MOST_SHAPES} are shown", line)
    kinds, numbers = [], []
    for shape in result:
        if not isinstance(shape, (list, tuple)) or len(shape) != 3 or type(shape[0]) is not str or shape[0] not in ("rod", "disc"):
            raise Refusal(_RIGHT, line)
        name, *points = shape
        radius = None
        if name == "disc":
            radius = number(points.pop())
            if is_symbol(radius):
                raise Refusal("the radius of a disc has to be a constant", line)
            if kind_of(radius) is None or not 0 < radius < math.inf:
                raise Refusal("the radius of a disc has to be a number above 0", line)
        for point in points:
            numbers += _point(point, line)
        kinds.append((name, radius if radius is None else float(radius)))
    return kinds, numbers


def _point(point, line):
    whole = lift(point)
    cells = [number(cell) for cell in whole.flat()] if type(whole) is Array else []
    if len(cells) != 2 or any(kind_of(cell) is None for cell in cells):
        raise Refusal(f"a point has to be two numbers: {_RIGHT}", line)
    return cells


def follow(traced):
    """Returns the window, the shapes and the numbers of the points of a class that was followed, or None where it has no picture.
    Raises `Refusal` where the picture cannot be followed."""
    if not has_picture(traced.kind):
        return None
    line = line_of(traced.kind, "picture")
    window = window_of(traced.environment, line)

    def gathered(result, way):
        if way.draws:
            raise Refusal("a picture cannot draw random numbers", line)
        kinds, numbers = shapes_of(result, line)
        return {"kinds": kinds, "numbers": numbers}

    results = traced.also("picture", lambda: traced.environment.picture(), gathered)
    return {"window": window, "kinds": results["kinds"], "numbers": results["numbers"]}


def picture_data(picture, inputs, size, line):
    """Returns a picture as plain data: each point once, and rods and discs by the places of their points."""
    places, outputs, points = {}, [], []
    for x, y in zip(picture["numbers"][::2], picture["numbers"][1::2]):
        key = (key_of(x), key_of(y))
        if key not in places:
            places[key] = len(places)
            outputs += [x, y]
        points.append(places[key])
    rods, discs, at = [], [], 0
    for name, radius in picture["kinds"]:
        if name == "rod":
            rods.append([points[at], points[at + 1]])
            at += 2
        else:
            discs.append([points[at], radius])
            at += 1
    return {"window": picture["window"], "points": formula(outputs, inputs, size, line), "rods": rods, "discs": discs}


def hold(comparison, rows):
    """Compares pictures with those that the class itself draws. Raises `Refusal` where a point lies elsewhere."""
    from own_environment._columns import Columns, spread

    picture, plain = comparison.data.get("picture"), comparison.plain
    rows = [row for row in rows if not row.is_over][:COMPARED]
    if picture is None or not rows:
        return
    line = line_of(plain.read.kind, "picture")
    points = Columns(picture["points"]).results(comparison.given(rows)[: len(comparison.data["state"])])
    points = [spread(one, len(rows)) for one in points]
    places = [place for rod in picture["rods"] for place in rod] + [place for place, _ in picture["discs"]]
    for at, row in enumerate(rows):
        plain.put(row.state)
        kinds, numbers = shapes_of(plain.environment.picture(), line)
        # As the program has them: rods first.
        ends, own = iter(numbers), {"rod": [], "disc": []}
        for name, _ in kinds:
            own[name] += [next(ends) for _ in range(4 if name == "rod" else 2)]
        made = [points[2 * place + axis][at] for place in places for axis in (0, 1)]
        if len(made) != len(numbers) or any(not abs(a - b) <= TOLERANCE * max(1.0, abs(b)) for a, b in zip(made, own["rod"] + own["disc"])):
            raise Refusal("the picture depends on more than the state of the class", line)
