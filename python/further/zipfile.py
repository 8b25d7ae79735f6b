"""Archives (PKWARE's APPNOTE)."""

import builtins
import io
import os
import time
import zlib
from binascii import crc32

ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA = 0, 8, 12, 14
# Bytes that an archive may hold in all: the folder in memory takes no more.
_MOST = 32 << 20


class BadZipFile(Exception):
    """A file that is no archive."""


BadZipfile = error = BadZipFile


class LargeZipFile(Exception):
    """An archive that is too large."""


class ZipInfo:
    """What an archive says about a file in it."""

    def __init__(self, filename="NoName", date_time=(1980, 1, 1, 0, 0, 0)):
        self.filename, self.date_time, self.compress_type, self.comment = filename, date_time, ZIP_STORED, b""
        self.file_size = self.compress_size = self.CRC = self.header_offset = self.external_attr = 0

    def is_dir(self): return self.filename.endswith("/")
    def __repr__(self): return f"<ZipInfo filename={self.filename!r} file_size={self.file_size}>"


def _number(data, at, size): return int.from_bytes(data[at : at + size], "little")
def _two(number): return number.to_bytes(2, "little")
def _four(number): return number.to_bytes(4, "little")


class ZipFile:
    """An archive."""

    def __init__(self, file, mode="r", compression=ZIP_STORED, allowZip64=True, compresslevel=None, **unused):
        if compression not in (ZIP_STORED, ZIP_DEFLATED):
            raise NotImplementedError("archives are stored or deflated here")
        self.mode, self.compression, self.comment = mode, compression, b""
        self.filename = file if isinstance(file, str) else getattr(file, "name", None)
        self._name, self._file = (None, file) if hasattr(file, "read") or hasattr(file, "write") else (file, None)
        self.filelist, self._parts, self._data = [], [], b""
        if mode in ("r", "a") and (mode == "r" or self._name is None or os.path.exists(self._name)):
            self._data = self._whole()
            self._read()
        if mode == "a":
            self._parts = [(info, self._packed(info)) for info in self.filelist]

    def _whole(self):
        if self._name is None:
            self._file.seek(0)
            return self._file.read()
        with builtins.open(self._name, "rb") as file:
            return file.read()

    def _read(self):
        data = self._data
        end = data.rfind(b"PK\5\6")
        if end < 0 or len(data) < end + 22:
            raise BadZipFile("File is not a zip file")
        count, at = _number(data, end + 10, 2), _number(data, end + 16, 4)
        for _ in range(count):
            if data[at : at + 4] != b"PK\1\2":
                raise BadZipFile("Bad magic number for central directory")
            name, extra, words = (_number(data, at + place, 2) for place in (28, 30, 32))
            encoding = "utf-8" if _number(data, at + 8, 2) & 0x800 else "cp437"
            raw = data[at + 46 : at + 46 + name]
            try:
                text = raw.decode(encoding)
            except (LookupError, UnicodeDecodeError):
                text = raw.decode("utf-8", "replace")
            info = ZipInfo(text)
            info.compress_type, info.CRC = _number(data, at + 10, 2), _number(data, at + 16, 4)
            info.compress_size, info.file_size = _number(data, at + 20, 4), _number(data, at + 24, 4)
            info.header_offset, info.external_attr = _number(data, at + 42, 4), _number(data, at + 38, 4)
            day, hour = _number(data, at + 14, 2), _number(data, at + 12, 2)
            info.date_time = ((day >> 9) + 1980, day >> 5 & 15, day & 31, hour >> 11, hour >> 5 & 63, 2 * (hour & 31))
            self.filelist.append(info)
            at += 46 + name + extra + words

    def _packed(self, info):
        start, data = info.header_offset, self._data
        if data[start : start + 4] != b"PK\3\4":
            raise BadZipFile("Bad magic number for file header")
        start += 30 + _number(data, start + 26, 2) + _number(data, start + 28, 2)
        return data[start : start + info.compress_size]

    def namelist(self): return [info.filename for info in self.filelist]
    def infolist(self): return list(self.filelist)

    def getinfo(self, name):
        for info in reversed(self.filelist):
            if info.filename == name:
                return info
        raise KeyError(f"There is no item named {name!r} in the archive")

    def read(self, name, pwd=None):
        info = name if isinstance(name, ZipInfo) else self.getinfo(name)
        if info.file_size > _MOST:
            raise OSError(f"{info.filename} has {info.file_size >> 20} MB, and the folder in memory holds {_MOST >> 20} MB in all")
        packed = next((part for own, part in self._parts if own is info), None)
        packed = self._packed(info) if packed is None else packed
        if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise NotImplementedError("That compression method is not supported")
        found = zlib.decompress(packed, -15) if info.compress_type else packed
        if crc32(found) != info.CRC:
            raise BadZipFile(f"Bad CRC-32 for file {info.filename!r}")
        return found

    def open(self, name, mode="r", pwd=None, **unused):
        if mode == "r":
            return io.BytesIO(self.read(name))
        archive = self

        class Written(io.BytesIO):
            def close(self):
                if not self.closed:
                    archive.writestr(name, self.getvalue())
                super().close()

            def __exit__(self, *raised): self.close()

        return Written()

    def extract(self, member, path=None, pwd=None):
        info = member if isinstance(member, ZipInfo) else self.getinfo(member)
        # Nothing is written beside the folder that was asked for.
        parts = [part for part in info.filename.replace("\\", "/").split("/") if part not in ("", ".", "..")]
        place = os.path.join(path or os.getcwd(), *parts)
        if info.is_dir():
            os.makedirs(place, exist_ok=True)
            return place
        os.makedirs(os.path.dirname(place) or ".", exist_ok=True)
        with builtins.open(place, "wb") as file:
            file.write(self.read(info))
        return place

    def extractall(self, path=None, members=None, pwd=None):
        chosen = self.filelist if members is None else [m if isinstance(m, ZipInfo) else self.getinfo(m) for m in members]
        if sum(info.file_size for info in chosen) > _MOST:
            raise OSError(f"the archive has {sum(info.file_size for info in chosen) >> 20} MB, and the folder in memory holds {_MOST >> 20} MB in all")
        for info in chosen:
            self.extract(info, path)

    def testzip(self):
        for info in self.filelist:
            try:
                self.read(info)
            except (BadZipFile, zlib.error):
                return info.filename
        return None

    def write(self, filename, arcname=None, compress_type=None, compresslevel=None):
        name = os.path.normpath(arcname or str(filename)).replace("\\", "/").lstrip("/")
        if os.path.isdir(filename):
            return self.writestr(name.rstrip("/") + "/", b"", ZIP_STORED)
        with builtins.open(filename, "rb") as file:
            return self.writestr(name, file.read(), compress_type)

    def writestr(self, zinfo_or_arcname, data, compress_type=None, compresslevel=None):
        if self.mode == "r":
            raise ValueError("write() requires mode 'w', 'x', or 'a'")
        info = zinfo_or_arcname if isinstance(zinfo_or_arcname, ZipInfo) else ZipInfo(zinfo_or_arcname, tuple(time.localtime()[:6]))
        data = data.encode() if isinstance(data, str) else bytes(data)
        info.compress_type = self.compression if compress_type is None else compress_type
        packed = zlib.compress(data, wbits=-15) if info.compress_type else data
        info.file_size, info.compress_size, info.CRC = len(data), len(packed), crc32(data)
        self.filelist.append(info)
        self._parts.append((info, packed))

    def mkdir(self, name, mode=511): self.writestr(name.rstrip("/") + "/", b"", ZIP_STORED)
    def printdir(self, file=None): print("\n".join(f"{info.filename:<46} {info.file_size:>12}" for info in self.filelist), file=file)

    def close(self):
        if self.mode == "r" or self._parts is None:
            return
        head, table = b"", b""
        for info, packed in self._parts:
            name = info.filename.encode()
            year, month, day, hour, minute, second = info.date_time
            moment = _two(hour << 11 | minute << 5 | second // 2) + _two(max(0, year - 1980) << 9 | month << 5 | day)
            own = _two(0x800) + _two(info.compress_type) + moment + _four(info.CRC) + _four(len(packed)) + _four(info.file_size) + _two(len(name))
            table += b"PK\1\2" + _two(20) + _two(20) + own + bytes(8) + _four(info.external_attr) + _four(len(head)) + name
            head += b"PK\3\4" + _two(20) + own + bytes(2) + name + packed
        count = len(self._parts)
        data = head + table + b"PK\5\6" + bytes(4) + _two(count) * 2 + _four(len(table)) + _four(len(head)) + _two(len(self.comment)) + self.comment
        self._parts = None
        if self._name is None:
            self._file.seek(0)
            self._file.write(data)
            return
        with builtins.open(self._name, "wb") as file:
            file.write(data)

    def __enter__(self): return self
    def __exit__(self, *raised): self.close()


def is_zipfile(filename):
    try:
        ZipFile(filename).namelist()
    except (BadZipFile, OSError):
        return False
    return True
