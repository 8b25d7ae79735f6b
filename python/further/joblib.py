"""Things in files, and calls one after the other: a tab has one process."""

import pickle

__version__ = "1.4.0"


def dump(value, filename, compress=0, protocol=None, **unused):
    """Writes a thing to a file."""
    data = pickle.dumps(value) if protocol is None else pickle.dumps(value, protocol)
    if compress:
        import zlib

        data = zlib.compress(data)
    if hasattr(filename, "write"):
        filename.write(data)
        return None
    with open(filename, "wb") as file:
        file.write(data)
    return [str(filename)]


def load(filename, mmap_mode=None, **unused):
    """Reads a thing from a file."""
    if hasattr(filename, "read"):
        data = filename.read()
    else:
        with open(filename, "rb") as file:
            data = file.read()
    if data[:1] == b"\x78":
        import zlib

        data = zlib.decompress(data)
    return pickle.loads(data)


def delayed(function, **unused):
    """Returns a function that keeps a call for later."""
    return lambda *given, **named: (function, given, named)


class Parallel:
    """Makes calls one after the other."""

    def __init__(self, n_jobs=None, verbose=0, return_as="list", **unused): self.n_jobs, self._as = n_jobs, return_as

    def __call__(self, iterable):
        made = (function(*given, **named) for function, given, named in iterable)
        return made if self._as.startswith("generator") else list(made)

    def __enter__(self): return self
    def __exit__(self, *raised): pass


class Memory:
    """Keeps what functions return, until the page is reloaded."""

    def __init__(self, location=None, *given, **unused): self.location = location
    def cache(self, function=None, **unused):
        import functools

        return functools.lru_cache(None)(function) if function is not None else self.cache

    def clear(self, warn=True): pass


def cpu_count(*given): return 1
def effective_n_jobs(n_jobs=-1): return 1
def hash(obj, hash_name="md5"):
    import hashlib

    return hashlib.new(hash_name, pickle.dumps(obj)).hexdigest()


class parallel_backend:
    """How calls would be spread."""

    def __init__(self, *given, **unused): pass
    def __enter__(self): return self
    def __exit__(self, *raised): pass


parallel_config = parallel_backend
