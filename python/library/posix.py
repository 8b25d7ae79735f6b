"""What `os` asks of a system: files of the folder in memory, and few answers else."""

import errno
import sys

import _files
import _shelf
from _files import failed

error = OSError
environ = {b"HOME": _files.HOME.encode(), b"USER": b"reader", b"LANG": b"C.UTF-8", b"TMPDIR": b"/tmp"}
F_OK, R_OK, W_OK, X_OK = 0, 4, 2, 1
O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_NOFOLLOW, O_CLOEXEC = 0, 1, 2, 64, 128, 512, 1024, 131072, 524288
EX_OK = 0
_have_functions = []
_FOLDER, _FILE = 0o40755, 0o100644


class stat_result(tuple):
    """What is known of a file."""

    _fields = ("st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size", "st_atime", "st_mtime", "st_ctime")

    def __getattr__(self, name):
        if name.endswith("_ns") and name[:-3] in self._fields:
            return int(getattr(self, name[:-3]) * 1e9)
        if name in self._fields:
            return self[self._fields.index(name)]
        raise AttributeError(name)

    def __repr__(self):
        return f"os.stat_result({', '.join(f'{name}={value}' for name, value in zip(self._fields, self))})"


class terminal_size(tuple):
    """Columns and lines."""

    columns = property(lambda self: self[0])
    lines = property(lambda self: self[1])


class uname_result(tuple):
    """The names of a system."""

    sysname, nodename, release, version, machine = (property(lambda self, at=at: self[at]) for at in range(5))


class DirEntry:
    """An entry of a folder."""

    def __init__(self, folder, name):
        self.name, self.path = name, name if folder == "." else folder.rstrip("/") + "/" + name
        self._node = _files.find(self.path)

    def is_dir(self, *, follow_symlinks=True): return self._node.is_folder
    def is_file(self, *, follow_symlinks=True): return not self._node.is_folder
    def is_symlink(self): return False
    def is_junction(self): return False
    def inode(self): return self._node.number
    def stat(self, *, follow_symlinks=True): return stat(self.path)
    def __fspath__(self): return self.path
    def __repr__(self): return f"<DirEntry {self.name!r}>"


class _Scan:
    def __init__(self, entries):
        self._entries = iter(entries)

    def __iter__(self): return self
    def __next__(self): return next(self._entries)
    def __enter__(self): return self
    def __exit__(self, *raised): pass
    def close(self): pass


def _refused(what):
    return failed(errno.ENOSYS, f"a tab cannot {what}")


def fspath(path):
    if isinstance(path, (str, bytes)):
        return path
    if hasattr(type(path), "__fspath__"):
        return path.__fspath__()
    raise TypeError(f"expected str, bytes or os.PathLike object, not {type(path).__name__}")


def stat(path, *, dir_fd=None, follow_symlinks=True):
    node = _files.opened[path].node if isinstance(path, int) and path in _files.opened else _files.find(path)
    size = 0 if node.is_folder else len(node.content)
    times = (node.written, node.written, node.created)
    return stat_result((_FOLDER if node.is_folder else _FILE, node.number, 1, 1, 1000, 1000, size, *times))


lstat = fstat = stat


def listdir(path="."):
    node = _files.find("." if path is None else path)
    if not node.is_folder:
        raise failed(errno.ENOTDIR, "Not a directory", path)
    return list(node.entries)


def scandir(path="."):
    path = "." if path is None else _files.text_of(path)
    return _Scan([DirEntry(path, name) for name in listdir(path)])


def mkdir(path, mode=0o777, *, dir_fd=None):
    folder, name = _files.place(path)
    if name in folder.entries:
        raise failed(errno.EEXIST, "File exists", path)
    folder.entries[name] = _files.Folder()


def rmdir(path, *, dir_fd=None):
    node = _files.find(path)
    if not node.is_folder:
        raise failed(errno.ENOTDIR, "Not a directory", path)
    if node.entries:
        raise failed(errno.ENOTEMPTY, "Directory not empty", path)
    folder, name = _files.place(path)
    del folder.entries[name]


def unlink(path, *, dir_fd=None):
    if _files.find(path).is_folder:
        raise failed(errno.EISDIR, "Is a directory", path)
    folder, name = _files.place(path)
    del folder.entries[name]


remove = unlink


def rename(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    node = _files.find(src)
    folder, name = _files.place(dst)
    there = folder.entries.get(name)
    if there is not None and there is not node:
        if there.is_folder and not node.is_folder:
            raise failed(errno.EISDIR, "Is a directory", src, None, dst)
        if there.is_folder and there.entries:
            raise failed(errno.ENOTEMPTY, "Directory not empty", src, None, dst)
        if node.is_folder and not there.is_folder:
            raise failed(errno.ENOTDIR, "Not a directory", src, None, dst)
    before, old = _files.place(src)
    del before.entries[old]
    folder.entries[name] = node


replace = rename


def access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True):
    try:
        _files.find(path)
    except OSError:
        return False
    return True


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    import time

    given = times[1] if times else ns[1] / 1e9 if ns else time.time()
    _files.find(path).written = given


def chmod(path, mode, *, dir_fd=None, follow_symlinks=True):
    _files.find(path)


def truncate(path, length):
    with _files.open(path, "r+b") as file:
        file.truncate(length)


def getcwd(): return _files.here
def getcwdb(): return _files.here.encode()
def chdir(path): _files.move_to(path)
def umask(mask): return 0o022
def getpid(): return 1
def getppid(): return 0
def getuid(): return 1000
def getlogin(): return "reader"
def cpu_count(): return 1
def getloadavg(): raise _refused("tell how busy the computer is")
def urandom(size): return _shelf.urandom(size)
def get_terminal_size(fd=1): raise failed(errno.ENOTTY, "Inappropriate ioctl for device")
def uname(): return uname_result((sys.platform, "tab", "", "", "wasm32"))
def isatty(fd): return False
def strerror(code): return errno.errorcode.get(code, f"Unknown error {code}")
def fsync(fd): pass
def putenv(name, value): pass
def unsetenv(name): pass
def _exit(status): raise SystemExit(status)
def sched_getaffinity(pid): return {0}
def times(): return (0.0, 0.0, 0.0, 0.0, 0.0)
def readlink(path, *, dir_fd=None): raise failed(errno.EINVAL, "Invalid argument", path)
def symlink(src, dst, target_is_directory=False, *, dir_fd=None): raise _refused("link files; copy it with shutil.copy")
def link(src, dst, **options): raise _refused("link files; copy it with shutil.copy")
def system(command): raise _refused("run other programs")
def kill(pid, signal): raise _refused("signal processes")
def pipe(): raise _refused("open pipes")
def dup(fd): raise _refused("copy file descriptors")


def open(path, flags, mode=0o777, *, dir_fd=None):
    kind = "x" if flags & O_EXCL else "a" if flags & O_APPEND else "w" if flags & O_TRUNC else "r"
    if flags & O_CREAT and kind == "r" and not access(path, F_OK):
        kind = "x"
    return _files.FileIO(path, kind + "b+").number


def _opened(fd):
    if fd not in _files.opened:
        raise failed(errno.EBADF, "Bad file descriptor")
    return _files.opened[fd]


def close(fd): _opened(fd).close()
def read(fd, size): return _opened(fd).read(size)
def write(fd, content): return _opened(fd).write(content)
def lseek(fd, position, whence): return _opened(fd).seek(position, whence)


def _path_normpath(path):
    is_bytes = isinstance(path, bytes)
    path = path.decode() if is_bytes else path
    parts = []
    for part in path.split("/"):
        if part == ".." and (parts[-1:] not in ([], [".."])):
            parts.pop()
        elif part not in ("", ".") and not (part == ".." and path.startswith("/")):
            parts.append(part)
    start = "/" if path.startswith("/") else ""
    made = start + "/".join(parts) or "."
    return made.encode() if is_bytes else made


def _path_splitroot_ex(path):
    slash = b"/" if isinstance(path, bytes) else "/"
    none = slash[:0]
    if path[:1] != slash:
        return none, none, path
    if path[1:2] != slash or path[2:3] == slash:
        return none, path[:1], path[1:]
    return none, path[:2], path[2:]
