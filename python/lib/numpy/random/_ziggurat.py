"""The layers of Marsaglia and Tsang's ziggurat: 256 of equal area under the density of normal or exponential numbers."""

import math

import _lab

# Where the lowest layer ends and the tail begins, in units of 10^-28.
_NORMAL_EDGE, _EXPONENTIAL_EDGE = 36541528853610087963519472518, 76971174701310497140446280481
_UNITS = 10**28
# Tables are made of whole numbers with this many binary places, so that every digit of the decimals is right.
_PLACES = 110
_ONE = 1 << _PLACES

_tables = {}


def _exp(x):
    """Returns e^-x, of a number with binary places."""
    x >>= 8
    term = total = _ONE
    for k in range(1, 16):
        term = -(term * x >> _PLACES) // k
        total += term
    for _ in range(8):
        total = total * total >> _PLACES
    return total


def _log(y):
    """Returns -log(y): the decimal one, and a step closer to it."""
    guess = int(-math.log(y / _ONE) * 2.0**60) << (_PLACES - 60)
    near = _exp(guess)
    return guess - ((y - near) * 2 * _ONE) // (y + near)


def _sqrt(x):
    x <<= _PLACES
    root = 1 << (x.bit_length() + 1) // 2
    while True:
        closer = (root + x // root) // 2
        if closer >= root:
            return root
        root = closer


def _beyond(edge):
    """Returns the area under e^(-x^2/2) beyond an edge, over the density there: a continued fraction."""
    fraction = 0
    for k in range(120, 0, -1):
        fraction = k * _ONE * _ONE // (edge + fraction)
    return _ONE * _ONE // (edge + fraction)


def _table(edge, beyond, bits, exponent, inverse):
    """Returns for each layer its width per step, the largest step that is surely below the density, and the density.
    A layer's upper edge is where the density has risen by its area over its width."""
    height = _exp(exponent(edge))
    whole = edge + beyond
    area = whole * height >> _PLACES
    widths, sure, heights = [0.0] * 256, [0] * 256, [1.0] * 256
    sure[0], widths[0] = (edge << bits) // whole, whole / (_ONE << bits)
    widths[255], heights[255] = edge / (_ONE << bits), height / _ONE
    x = edge
    for layer in range(254, 0, -1):
        before, height = x, height + (area << _PLACES) // x
        x = inverse(height)
        sure[layer + 1] = (x << bits) // before
        widths[layer], heights[layer] = x / (_ONE << bits), height / _ONE
    return widths, sure, heights


def normal():
    if "normal" not in _tables:
        edge = (_NORMAL_EDGE << _PLACES) // _UNITS
        half_square = lambda x: x * x >> _PLACES + 1
        table = _table(edge, _beyond(edge), 52, half_square, lambda y: _sqrt(2 * _log(y)))
        _tables["normal"] = _lab.ziggurat(*table, _NORMAL_EDGE / _UNITS)
    return _tables["normal"]


def exponential():
    if "exponential" not in _tables:
        edge = (_EXPONENTIAL_EDGE << _PLACES) // _UNITS
        table = _table(edge, _ONE, 53, lambda x: x, _log)
        _tables["exponential"] = _lab.ziggurat(*table, _EXPONENTIAL_EDGE / _UNITS)
    return _tables["exponential"]
