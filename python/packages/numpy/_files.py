"""Arrays in files: of numpy's own form, and as text."""

import contextlib

import _lab
import numpy as np
from numpy._array import array, ndarray


def _rebuilt(data, kind, shape):
    """Returns an array that was pickled."""
    return ndarray(_lab.from_bytes(data, kind, shape))


def _opened(file, mode):
    """Opens a file by its name, and leaves one that is open to whoever has opened it."""
    return contextlib.nullcontext(file) if hasattr(file, "write") or hasattr(file, "read") else open(file, mode)


def _written(arr):
    head = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (arr.dtype.str, arr.shape)
    head += " " * (-(len(head) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode() + _lab.to_bytes(arr._tensor)


def save(file, arr, allow_pickle=True):
    if isinstance(file, str) and not file.endswith(".npy"):
        file += ".npy"
    with _opened(file, "wb") as opened:
        opened.write(_written(np.array_of(arr)))


def load(file, mmap_mode=None, allow_pickle=False):
    with _opened(file, "rb") as opened:
        data = opened.read()
    if data[:6] != b"\x93NUMPY":
        raise ValueError("this is no file of np.save")
    size = int.from_bytes(data[8:10], "little")
    head = data[10 : 10 + size].decode()
    kind = head.split("'descr':")[1].split("'")[1]
    sizes = head.split("'shape':")[1].split("(")[1].split(")")[0]
    shape = tuple(int(part) for part in sizes.split(",") if part.strip())
    return ndarray(_lab.from_bytes(data[10 + size :], np.dtype(kind).name, shape))


def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# "):
    rows = np.array_of(X)
    rows = rows.reshape(-1, 1) if rows.ndim < 2 else rows
    lines = [delimiter.join(fmt % number for number in row) for row in rows.tolist()]
    lines = ([comments + header] if header else []) + lines + ([comments + footer] if footer else [])
    with _opened(fname, "w") as opened:
        opened.write(newline.join(lines) + newline)


def loadtxt(fname, dtype=float, comments="#", delimiter=None, skiprows=0, **unused):
    with _opened(fname, "r") as opened:
        lines = opened.read().split("\n")[skiprows:]
    lines = [line.split(comments)[0].strip() for line in lines]
    rows = [[float(part) for part in line.split(delimiter)] for line in lines if line]
    return array(rows[0] if len(rows) == 1 else rows, dtype).squeeze() if rows else array([])


genfromtxt = loadtxt
