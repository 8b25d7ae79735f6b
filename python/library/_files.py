"""A small folder in memory, and files in it. It is empty when Python starts."""

import _io
import errno
import time

import _program
import _screen

# Bytes that all files together may have.
MOST = 32 << 20
HOME = "/home/reader"


class File:
    """What is in a file."""

    is_folder = False

    def __init__(self):
        self.content = bytearray()
        self.written = self.created = time.time()
        self.number, self.writes = _number(), 0

    def stamp(self):
        """Returns something that changes whenever the content does."""
        return self.number, self.writes, len(self.content)


class Folder:
    """Names, and the files and folders that they stand for."""

    is_folder = True

    def __init__(self):
        self.entries = {}
        self.written = self.created = time.time()
        self.number = _number()


_last = 1


def _number():
    global _last
    _last += 1
    return _last


# In a browser the interpreter does not choose the class by the number.
_KINDS = {
    errno.ENOENT: FileNotFoundError,
    errno.EEXIST: FileExistsError,
    errno.ENOTDIR: NotADirectoryError,
    errno.EISDIR: IsADirectoryError,
}


def failed(code, words, *paths):
    """Returns the error of a system with that number."""
    return _KINDS.get(code, OSError)(code, words, *paths)


def parts_of(path):
    """Splits a path into names from the root on, without `.` and `..`."""
    parts = []
    for part in (path if path.startswith("/") else here + "/" + path).split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    return parts


def text_of(path):
    """Returns a path as text."""
    if hasattr(path, "__fspath__"):
        path = path.__fspath__()
    if isinstance(path, bytes):
        path = path.decode()
    if not isinstance(path, str):
        raise TypeError(f"expected str, bytes or os.PathLike object, not {type(path).__name__}")
    if "\0" in path:
        raise ValueError("embedded null byte")
    return path


def find(path):
    """Returns the file or folder at a path."""
    given, node = path, root
    path = text_of(path)
    if not path:
        raise failed(errno.ENOENT, "No such file or directory", given)
    for part in parts_of(path):
        if not node.is_folder:
            raise failed(errno.ENOTDIR, "Not a directory", given)
        if part not in node.entries:
            raise failed(errno.ENOENT, _missing(path), given)
        node = node.entries[part]
    if path.endswith("/") and not node.is_folder:
        raise failed(errno.ENOTDIR, "Not a directory", given)
    return node


def _missing(path):
    if path.startswith(("/home/reader", "/tmp")) or not path.startswith(("/", "~")):
        return "No such file or directory"
    return "No such file or directory: a tab sees none of your computer's files, only a folder in memory that begins empty"


def place(path):
    """Returns the folder that a path is in, and its last name."""
    parts = parts_of(text_of(path))
    if not parts:
        raise failed(errno.EEXIST, "File exists", path)
    try:
        folder = find("/" + "/".join(parts[:-1]))
    except OSError as error:
        raise failed(error.errno, error.strerror, path) from None
    if not folder.is_folder:
        raise failed(errno.ENOTDIR, "Not a directory", path)
    return folder, parts[-1]


def make_way(path):
    """Makes the folders of a relative path that is to be written. A script counts on those of the repository that it is from, and
    what it has trained is not to be lost at its end."""
    node = root
    for part in [] if path.startswith("/") else parts_of(path)[:-1]:
        node = node.entries.setdefault(part, Folder())
        if not node.is_folder:
            return


def files_in(path, folder):
    """Yields the files of a folder and of those in it, each after its path."""
    waiting = [(path, folder)]
    while waiting:
        path, folder = waiting.pop()
        for name, node in folder.entries.items():
            if node.is_folder:
                waiting.append((path + "/" + name, node))
            else:
                yield path + "/" + name, node


def used():
    """Returns how many bytes all files have."""
    return sum(len(file.content) for _, file in files_in("", root))


def move_to(path):
    """Makes a folder the one that relative paths begin in."""
    global here
    if not find(path).is_folder:
        raise failed(errno.ENOTDIR, "Not a directory", path)
    here = "/" + "/".join(parts_of(text_of(path)))


here = HOME
root = Folder()
for _path in ("/home", HOME, "/tmp"):
    _folder, _name = place(_path)
    _folder.entries[_name] = Folder()
# What has been handed over, by path, and when that was.
_handed, _handed_at = {}, 0.0
# Files that are open, by descriptor; those of the console come first.
opened = {}


def put(path, content):
    """Writes a text or bytes into a file, whose folders it makes."""
    parts, folder = parts_of(path), root
    for part in parts[:-1]:
        folder = folder.entries.setdefault(part, Folder())
    name = parts[-1]
    file = folder.entries[name] = File()
    file.content.extend(content.encode() if isinstance(content, str) else content)
    # Whoever has sent it has it.
    _handed[path] = file.stamp()


def take_away(path):
    """Removes a file, if it is still there."""
    try:
        folder, name = place(path)
    except OSError:
        return
    folder.entries.pop(name, None)
    _handed.pop(path, None)


def work_in(path):
    """Makes a folder the one that relative paths begin in, if it is there."""
    try:
        move_to(path)
    except OSError:
        pass


def paths():
    """Returns the paths of all files."""
    return [path for path, _ in files_in("", root)]


def text_at(path):
    """Returns the text of a file, or None where there is none."""
    try:
        node = find(path)
    except OSError:
        return None
    return None if node.is_folder else bytes(node.content).decode(errors="replace")


def hand_over():
    """Gives the files of the reader's folder to whoever listens, those that were written since the last time."""
    global _handed_at
    _handed_at = time.monotonic()
    for path, file in files_in(HOME, find(HOME)):
        if _handed.get(path) != file.stamp():
            if not _screen.written(path[len(HOME) + 1 :], bytes(file.content)):
                return
            _handed[path] = file.stamp()


class FileIO(_io._RawIOBase):
    """An open file, as bytes."""

    def __init__(self, file, mode="r", closefd=True, opener=None):
        kind = mode.replace("b", "").replace("+", "")
        if kind not in ("r", "w", "a", "x") or not set(mode) <= set("rwaxb+"):
            raise ValueError(f"Must have exactly one of create/read/write/append mode and at most one plus: {mode!r}")
        self.mode = {"r": "rb", "w": "wb", "a": "ab", "x": "xb"}[kind] + ("+" if "+" in mode else "")
        self.name, self.at, self.closefd = file, 0, closefd
        self._reads, self._writes = kind == "r" or "+" in mode, kind != "r" or "+" in mode
        self._appends = kind == "a"
        if opener:
            flags = {"r": 0, "w": 577, "a": 1089, "x": 193}[kind]
            file = opener(file, flags + (2 if "+" in mode else 0) - ("+" in mode and kind != "r"))
        if isinstance(file, int):
            if file not in opened:
                raise failed(errno.EBADF, "Bad file descriptor")
            self.node, self.number = opened[file].node, file
        else:
            self.node = self._open(file, kind)
            self.number = 3 + len(opened)
            while self.number in opened:
                self.number += 1
            opened[self.number] = self
        if self._appends:
            self.at = len(self.node.content)

    def _open(self, file, kind):
        folder, name = place(file)
        node = folder.entries.get(name)
        if node is None:
            if kind == "r":
                find(file)
            node = folder.entries[name] = File()
        elif node.is_folder:
            raise failed(errno.EISDIR, "Is a directory", file)
        elif kind == "x":
            raise failed(errno.EEXIST, "File exists", file)
        if kind == "w":
            node.content.clear()
        return node

    def _check(self, may=True, what=""):
        if self.closed:
            raise ValueError("I/O operation on closed file.")
        if not may:
            raise _io.UnsupportedOperation(f"File not open for {what}")

    def _check_room(self, more):
        # Counting takes time, so it is left to writes that matter.
        if more and used() + more > MOST:
            raise failed(errno.ENOSPC, f"No space left on device: files in this tab may have {MOST >> 20} MB in all", self.name)

    def readable(self):
        self._check()
        return self._reads

    def writable(self):
        self._check()
        return self._writes

    def seekable(self):
        self._check()
        return True

    def fileno(self):
        self._check()
        return self.number

    def isatty(self):
        return False

    def read(self, size=-1):
        self._check(self._reads, "reading")
        end = None if size is None or size < 0 else self.at + size
        taken = bytes(self.node.content[self.at : end])
        self.at += len(taken)
        return taken

    def readall(self):
        return self.read()

    def readinto(self, buffer):
        taken = self.read(len(buffer))
        buffer[: len(taken)] = taken
        return len(taken)

    def write(self, content):
        self._check(self._writes, "writing")
        content = bytes(content)
        size = len(self.node.content)
        if self._appends:
            self.at = size
        self._check_room(max(0, self.at + len(content) - size))
        if self.at > size:
            self.node.content.extend(bytes(self.at - size))
        self.node.content[self.at : self.at + len(content)] = content
        self.at += len(content)
        self.node.written = time.time()
        self.node.writes += 1
        return len(content)

    def seek(self, offset, whence=0):
        self._check()
        at = offset + (0, self.at, len(self.node.content))[whence]
        if at < 0:
            raise failed(errno.EINVAL, "Invalid argument")
        self.at = at
        return at

    def tell(self):
        self._check()
        return self.at

    def truncate(self, size=None):
        self._check(self._writes, "writing")
        size = self.at if size is None else size
        content = self.node.content
        self._check_room(max(0, size - len(content)))
        content.extend(bytes(max(0, size - len(content))))
        del content[size:]
        return size

    def close(self):
        if not self.closed:
            super().close()
            if self.closefd:
                opened.pop(self.number, None)
            # Who stops a program keeps what it has saved. A log that is opened for each line would come too often.
            if self._writes and time.monotonic() - _handed_at > 1:
                hand_over()

    def __repr__(self):
        return f"<_io.FileIO name={self.name!r} mode={self.mode!r}>"


def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    """Opens a file of the folder in memory, as Python's `open` does."""
    if not isinstance(file, int):
        file = text_of(file)
    if not isinstance(mode, str):
        raise TypeError(f"open() argument 'mode' must be str, not {type(mode).__name__}")
    is_binary = "b" in mode
    if set(mode) - set("rwaxbt+") or len(mode) > len(set(mode)):
        raise ValueError(f"invalid mode: {mode!r}")
    if is_binary and "t" in mode:
        raise ValueError("can't have text and binary mode at once")
    if sum(kind in mode for kind in "rwax") != 1:
        raise ValueError("must have exactly one of create/read/write/append mode")
    for name, value in (("encoding", encoding), ("errors", errors), ("newline", newline)):
        if is_binary and value is not None:
            raise ValueError(f"binary mode doesn't take an {name} argument")
    if "r" not in mode and isinstance(file, str):
        make_way(file)
    raw = FileIO(file, mode.replace("t", ""), closefd, opener)
    if buffering == 0:
        if not is_binary:
            raise ValueError("can't have unbuffered text I/O")
        return raw
    kind = _io.BufferedRandom if "+" in mode else _io.BufferedReader if "r" in mode else _io.BufferedWriter
    buffered = kind(raw, buffering) if buffering > 1 else kind(raw)
    if is_binary:
        return buffered
    text = _io.TextIOWrapper(buffered, encoding or "utf-8", errors, newline, buffering == 1)
    text.mode = mode
    return text


for _path, _content in {**_program.sources(), **_program.data()}.items():
    put(_path, _content)
work_in(_program.folder())
