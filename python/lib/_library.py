"""Imports from Python's own library, which comes from the page's folder when a module of it is first imported, and so do the
parts of torch and other packages that are rarely used.

A few modules have a small version in the page's Python, which cells start with. As soon as a module of the library itself is
wanted, they are put aside until the cell ends, because that module needs all of `types` or `functools`.
"""

import errno
import sys
from _frozen_importlib import FrozenImporter, ModuleSpec, _call_with_frames_removed

import _shelf

_names = frozenset(_shelf.names())
_small = [name for name in _names if FrozenImporter.find_spec(name)]
_rare = frozenset(name for name in _shelf.rare() if not FrozenImporter.find_spec(name))
_codes = {}
_aside = {}
_is_open = False


def open():
    """Lets the library take the place of the small versions."""
    global _is_open
    _is_open = True
    for name in _small:
        if name in sys.modules:
            _aside[name] = sys.modules.pop(name)


def aside():
    """Returns the names of the small versions that the library has taken the place of."""
    return list(_aside)


def close():
    """Puts the small versions back."""
    global _is_open
    _is_open = False
    sys.modules.update(_aside)
    _aside.clear()


def _code(name):
    if name not in _codes:
        file = "/lib/python/" + name.replace(".", "/") + ("/__init__.py" if _shelf.is_package(name) else ".py")
        _codes[name] = compile(_shelf.text(name), file, "exec", dont_inherit=True)
    return _codes[name]


def has(name):
    """Returns true if the library or the rare parts have a module of this name, or would have it on a computer."""
    return name in _names or name in _rare or name in sys.stdlib_module_names


class _Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in _rare and (name not in _names or (not _is_open and name in _small)):
            return None
        try:
            code = _code(name)
        except OSError as error:
            if name in _small:
                return ModuleSpec(name, _Small)
            owner = "a part of this page's Python" if name in _rare else "Python's library"
            message = f"`{name}` belongs to {owner}, and its file did not come from the page's folder ({error}). Check the connection and run the cell again"
            raise ModuleNotFoundError(message, name=name) from None
        if not _is_open and name in _names:
            open()
        return ModuleSpec(name, _Loader, origin=code.co_filename, is_package=_shelf.is_package(name))


_INSTEAD = {
    "ale_py atari_py minigrid procgen": "its environments do not run in a page: CartPole-v1 or Acrobot-v1 do",
    "Box2D box2d dm_control mujoco mujoco_py pybullet roboschool": "a page has no physics engine: Pendulum-v1 has continuous actions too",
    "polars": "lists and numpy arrays hold what is logged, and csv writes it into a file",
    "plotly bokeh": "matplotlib.pyplot draws here",
    "cv2 moviepy pygame": "a page has no such pictures: render_mode='human' draws the environment",
    "ray rllib stable_baselines3 tianshou torchrl": "it is a library of agents, and this page has what they are made of: torch and gymnasium",
    "jax flax haiku optax tensorflow keras": "this page has torch",
    "requests aiohttp httpx": "a tab's Python cannot load from other servers: put the data into a file by the code",
    "sklearn statsmodels numba": "numpy and torch are here",
}


class _Refusal:
    """Says of other modules that they are not here, and what is."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if path:
            return
        top = name.partition(".")[0]
        if top in sys.stdlib_module_names:
            why = "it belongs to Python's library, but not to the part of it that this page has"
        else:
            found = [why for names, why in _INSTEAD.items() if top in names.split()]
            why = found[0] if found else "a page cannot install packages. If it is a file of your own, open it in the scratchpad beside this one"
        raise ModuleNotFoundError(f"No module named '{name}': {why}", name=name)


class _Loader:
    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        code = _code(module.__name__)
        module.__file__ = code.co_filename
        # Its frames are left out of tracebacks, as those of an import are.
        _call_with_frames_removed(exec, code, vars(module))

    @staticmethod
    def get_code(name):
        return _code(name)

    @staticmethod
    def get_source(name):
        return _shelf.text(name)


class _Small:
    """Loads a small version after all, where the library does not come."""

    @staticmethod
    def create_module(spec):
        return _aside.get(spec.name)

    @staticmethod
    def exec_module(module):
        pass


# A browser has no numbers of errors of its own; these are Linux's.
_errors = enumerate(
    "EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT ENOTBLK EBUSY EEXIST EXDEV ENODEV "
    "ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM ERANGE EDEADLK ENAMETOOLONG "
    "ENOLCK ENOSYS ENOTEMPTY ELOOP".split(),
    1,
)
_further = {"EWOULDBLOCK": 11, "ENODATA": 61, "ENOTSUP": 95, "EOPNOTSUPP": 95, "ECONNRESET": 104, "ETIMEDOUT": 110, "ECONNREFUSED": 111}
for _number, _error in [*_errors, *((number, name) for name, number in _further.items())]:
    if not hasattr(errno, _error):
        setattr(errno, _error, _number)
        errno.errorcode.setdefault(_number, _error)
sys.meta_path.insert(1, _Finder)
sys.meta_path.append(_Refusal)
# `os` asks there which system it is on.
sys.builtin_module_names += ("posix",)
