"""Fingerprints of bytes: MD5, SHA-1 and SHA-2."""


def _root(number, power):
    """Returns the first bits of the fraction of a root: `power` is 2 or 3, the bits 64."""
    target = number << (64 * power)
    low, high = 0, 1 << (64 + number.bit_length())
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**power <= target else (low, middle)
    return low & (1 << 64) - 1


_primes = [n for n in range(2, 410) if all(n % d for d in range(2, int(n**0.5) + 1))]
_ROUNDS = [_root(prime, 3) for prime in _primes]
_STARTS = [_root(prime, 2) for prime in _primes[:16]]
_TURNS = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
_SINES = []


def _sines():
    import math

    _SINES.extend(int(abs(math.sin(i + 1)) * 2**32) for i in range(64))


class _Hash:
    """A fingerprint in the making."""

    block_size, _order = 64, "big"

    def __init__(self, data=b""):
        self._state, self._rest, self._length = list(self._start), b"", 0
        self.update(data)

    def update(self, data):
        if isinstance(data, str):
            raise TypeError("Strings must be encoded before hashing")
        data = bytes(data)
        self._length += len(data)
        data = self._rest + data
        whole = len(data) // self.block_size * self.block_size
        for at in range(0, whole, self.block_size):
            self._mix(data[at : at + self.block_size])
        self._rest = data[whole:]

    def copy(self):
        made = type(self)()
        made._state, made._rest, made._length = list(self._state), self._rest, self._length
        return made

    def digest(self):
        last, size = self.copy(), self.block_size
        bits = (8 * self._length).to_bytes(size // 8, self._order)
        last.update(b"\x80" + bytes((-len(self._rest) - 1 - len(bits)) % size) + bits)
        word = size // 16
        return b"".join(part.to_bytes(word, self._order) for part in last._state)[: self.digest_size]

    def hexdigest(self):
        return self.digest().hex()

    def __repr__(self):
        return f"<{self.name} _hashlib.HASH object>"


class _MD5(_Hash):
    name, digest_size, _order = "md5", 16, "little"
    _start = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476)

    def _mix(self, block):
        if not _SINES:
            _sines()
        words = [int.from_bytes(block[at : at + 4], "little") for at in range(0, 64, 4)]
        a, b, c, d = self._state
        for i in range(64):
            if i < 16:
                f, g = b & c | ~b & d, i
            elif i < 32:
                f, g = d & b | ~d & c, (5 * i + 1) % 16
            elif i < 48:
                f, g = b ^ c ^ d, (3 * i + 5) % 16
            else:
                f, g = c ^ (b | ~d), 7 * i % 16
            f = (f + a + _SINES[i] + words[g]) & 0xFFFFFFFF
            turn = _TURNS[i // 16][i % 4]
            a, d, c, b = d, c, b, (b + (f << turn | f >> 32 - turn)) & 0xFFFFFFFF
        self._state = [(x + y) & 0xFFFFFFFF for x, y in zip(self._state, (a, b, c, d))]


class _SHA1(_Hash):
    name, digest_size = "sha1", 20
    _start = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)

    def _mix(self, block):
        words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 64, 4)]
        for i in range(16, 80):
            word = words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16]
            words.append((word << 1 | word >> 31) & 0xFFFFFFFF)
        a, b, c, d, e = self._state
        for i, word in enumerate(words):
            if i < 20:
                f, k = b & c | ~b & d, 0x5A827999
            elif i < 40:
                f, k = b ^ c ^ d, 0x6ED9EBA1
            elif i < 60:
                f, k = b & c | b & d | c & d, 0x8F1BBCDC
            else:
                f, k = b ^ c ^ d, 0xCA62C1D6
            a, b, c, d, e = ((a << 5 | a >> 27) + f + e + k + word) & 0xFFFFFFFF, a, (b << 30 | b >> 2) & 0xFFFFFFFF, c, d
        self._state = [(x + y) & 0xFFFFFFFF for x, y in zip(self._state, (a, b, c, d, e))]


class _SHA2(_Hash):
    """SHA-256 and SHA-512 differ in the width of a word and in how far its bits turn."""

    def _mix(self, block):
        bits, size = self._bits, self._bits // 8
        mask = (1 << bits) - 1
        (s1, s2, s3), (t1, t2, t3), (u1, u2, u3), (v1, v2, v3) = self._turned
        words = [int.from_bytes(block[at : at + size], "big") for at in range(0, 16 * size, size)]
        for i in range(16, self._count):
            x, y = words[i - 15], words[i - 2]
            low = (x >> s1 | x << bits - s1) ^ (x >> s2 | x << bits - s2) ^ x >> s3
            high = (y >> t1 | y << bits - t1) ^ (y >> t2 | y << bits - t2) ^ y >> t3
            words.append((words[i - 16] + (low & mask) + words[i - 7] + (high & mask)) & mask)
        a, b, c, d, e, f, g, h = self._state
        for word, constant in zip(words, _ROUNDS):
            mixed = (e >> u1 | e << bits - u1) ^ (e >> u2 | e << bits - u2) ^ (e >> u3 | e << bits - u3)
            first = h + (mixed & mask) + (e & f ^ ~e & g) + (constant >> 64 - bits) + word
            mixed = (a >> v1 | a << bits - v1) ^ (a >> v2 | a << bits - v2) ^ (a >> v3 | a << bits - v3)
            second = (mixed & mask) + (a & b ^ a & c ^ b & c)
            a, b, c, d, e, f, g, h = (first + second) & mask, a, b, c, (d + first) & mask, e, f, g
        self._state = [(x + y) & mask for x, y in zip(self._state, (a, b, c, d, e, f, g, h))]


class _SHA256(_SHA2):
    name, digest_size, _bits, _count = "sha256", 32, 32, 64
    _start = [start >> 32 for start in _STARTS[:8]]
    _turned = (7, 18, 3), (17, 19, 10), (6, 11, 25), (2, 13, 22)


class _SHA224(_SHA256):
    name, digest_size = "sha224", 28
    _start = [start & 0xFFFFFFFF for start in _STARTS[8:]]


class _SHA512(_SHA2):
    name, digest_size, block_size, _bits, _count = "sha512", 64, 128, 64, 80
    _start = _STARTS[:8]
    _turned = (1, 8, 7), (19, 61, 6), (14, 18, 41), (28, 34, 39)


class _SHA384(_SHA512):
    name, digest_size = "sha384", 48
    _start = _STARTS[8:]


_kinds = {kind.name: kind for kind in (_MD5, _SHA1, _SHA224, _SHA256, _SHA384, _SHA512)}
algorithms_available = algorithms_guaranteed = set(_kinds)


def new(name, data=b"", *, usedforsecurity=True):
    kind = _kinds.get(name.lower().replace("-", "") if isinstance(name, str) else name)
    if kind is None:
        raise ValueError(f"unsupported hash type {name}: here are {', '.join(_kinds)}")
    return kind(data)


def md5(string=b"", *, usedforsecurity=True): return _MD5(string)
def sha1(string=b"", *, usedforsecurity=True): return _SHA1(string)
def sha224(string=b"", *, usedforsecurity=True): return _SHA224(string)
def sha256(string=b"", *, usedforsecurity=True): return _SHA256(string)
def sha384(string=b"", *, usedforsecurity=True): return _SHA384(string)
def sha512(string=b"", *, usedforsecurity=True): return _SHA512(string)


def file_digest(fileobj, digest):
    made = digest() if callable(digest) else new(digest)
    made.update(fileobj.read())
    return made
