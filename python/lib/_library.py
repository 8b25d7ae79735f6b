"""Imports from Python's own library, which comes from the page's folder when a module of it is first imported, and so do the
parts of torch and other packages that are rarely used.

A few modules have a small version in the page's Python, which cells start with. As soon as a module of the library itself is
wanted, they are put aside until the cell ends, because that module needs all of `types` or `functools`.
"""

import _codecs
import errno
import sys
from _frozen_importlib import FrozenImporter, ModuleSpec, _call_with_frames_removed

import _shelf

_names = frozenset(_shelf.names())
_small = [name for name in _names if FrozenImporter.find_spec(name)]
# Modules of ours that are frozen, and whose text can be asked for.
_told = frozenset(name for name in _shelf.rare() if FrozenImporter.find_spec(name))
_rare = frozenset(_shelf.rare()) - _told
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


def _file(name):
    return "/lib/python/" + name.replace(".", "/") + ("/__init__.py" if _shelf.is_package(name) else ".py")


def _code(name):
    if name not in _codes:
        _codes[name] = compile(_shelf.text(name), _file(name), "exec", dont_inherit=True)
    return _codes[name]


def comes(name):
    """Returns true if a file of the page's folder has a module of this name."""
    return name in _names or name in _rare


def has(name):
    """Returns true if the library or the rare parts have a module of this name, or would have it on a computer."""
    return comes(name) or name in sys.stdlib_module_names


class _Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name in _told:
            return ModuleSpec(name, _Told, origin=_file(name), is_package=_shelf.is_package(name))
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
    "ale_py atari_py minigrid procgen": "its environments could run in a page, but are not in this one: CartPole-v1, Acrobot-v1 and FrozenLake-v1 are",
    "Box2D box2d dm_control mujoco mujoco_py pybullet roboschool": "a physics engine could run in a page, but is not in this one: Pendulum-v1 has continuous actions too",
    "polars": "lists and numpy arrays hold what is logged, and csv writes it into a file",
    "plotly bokeh": "matplotlib.pyplot draws here",
    "cv2 moviepy pygame": "a page has no such pictures: render_mode='human' draws the environment",
    "ray rllib stable_baselines3 tianshou torchrl": "it is a library of agents, and this page has what they are made of: torch and gymnasium",
    "jax flax haiku optax tensorflow keras": "this page has torch",
    "requests aiohttp httpx": "a tab's Python cannot load from other servers: put the data into a file by the code",
    "sklearn statsmodels numba": "numpy and torch are here",
}


# Packages that many programs import and no reader has written. They are not to be opened as files.
_PUBLISHED = frozenset(
    "absl accelerate albumentations apex av boto3 bs4 cleanrl clearml click cloudpickle comet_ml cupy cython dask datasets deepspeed "
    "diffusers dill dm_env dotenv envpool evaluate faiss fastapi fire flask fsspec gdown gin google graphviz gym_minigrid gym_pygame "
    "gymnasium_robotics h5py highway_env hydra igraph imblearn ipdb ipywidgets jaxlib kagglehub kornia "
    "lightgbm lightning line_profiler livelossplot loguru lxml matplotlib_inline memory_profiler mlflow moviepy mpi4py mpmath "
    "neptune networkx nltk numexpr nvidia omegaconf onnx onnxruntime openai openpyxl optuna osmnx pettingzoo pfrl pip psutil "
    "ptan pybullet_envs pydantic pyglet pynvml pyro pytest pytorch_lightning rich sacred sb3_contrib scikit_learn "
    "selenium sentencepiece setproctitle setuptools sh shap shimmy simplejson six skimage skopt spacy sqlalchemy supersuit "
    "sympy tables tabulate tensorboard tensorboard_logger tensordict tensorflow_probability termcolor tikzplotlib timm tokenizers toml "
    "torch_geometric torchaudio torchdata torchinfo torchmetrics torchsummary torchtext torchvision torchviz transformers trfl "
    "trl typer vizdoom visdom xgboost xvfbwrapper yacs yaml zmq".split()
)


def why(name):
    """Says why a module is not here, and what to do."""
    top, _, rest = name.partition(".")
    if top in sys.stdlib_module_names:
        return "it belongs to Python's library, but not to the part of it that this page has"
    for names, instead in _INSTEAD.items():
        if top in names.split():
            return instead
    if rest and top in sys.modules and top not in _PUBLISHED:
        return f"{top} is here, but this part of it is not"
    if top in _PUBLISHED:
        return "a page cannot install packages"
    file = name.replace(".", "/") + ".py"
    return f"a page cannot install packages. If it is a file of your own, open {file}, or the folder that it is in, beside this one"


class _Refusal:
    """Says of other modules that they are not here, and what is."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if path:
            return
        package = sys.modules.get(name.rpartition(".")[0])
        home = getattr(getattr(package, "__spec__", None), "origin", None) or ""
        if home.startswith("/home/reader/"):
            file = home.removeprefix("/home/reader/").removesuffix("/__init__.py") + "/" + name.rpartition(".")[2]
            reason = f"there is no {file}.py beside this one, and no folder {file}"
        else:
            reason = why(name)
        raise ModuleNotFoundError(f"No module named '{name}': {reason}", name=name)


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


class _Told:
    """Loads a frozen module, and tells its text to `inspect` and `linecache`."""

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        module.__file__ = _file(module.__name__)
        _call_with_frames_removed(exec, FrozenImporter.get_code(module.__name__), vars(module))

    @staticmethod
    def get_code(name):
        return FrozenImporter.get_code(name)

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


def _codec(name):
    """Finds an encoding that the interpreter itself lacks."""
    if not comes("_encodings"):
        return None
    from _encodings import codec

    return codec(name)


_codecs.register(_codec)
sys.meta_path.insert(1, _Finder)
sys.meta_path.append(_Refusal)
# `os` asks there which system it is on.
sys.builtin_module_names += ("posix",)
