"""Where numpy's random numbers come from: seeds spread over many bits, and two generators of words, PCG64 and MT19937."""

import _lab

_WORD, _LONG, _STATE = 2**32 - 1, 2**64 - 1, 2**128 - 1


class SeedSequence:
    """Makes of any whole number, or of several, as many well mixed words as a generator needs."""

    def __init__(self, entropy=None, *, spawn_key=(), pool_size=4, n_children_spawned=0):
        self.entropy = fresh() if entropy is None else entropy
        self.spawn_key, self.pool_size = tuple(spawn_key), pool_size
        self.n_children_spawned = n_children_spawned
        words = _words(self.entropy)
        if self.spawn_key:
            words += [0] * (pool_size - len(words))
            words += _words(list(self.spawn_key))
        self.pool = self._mixed(words)

    def _mixed(self, words):
        constant = 0x43B0D7E5

        def hashed(value):
            nonlocal constant
            value ^= constant
            constant = constant * 0x931E8875 & _WORD
            value = value * constant & _WORD
            return value ^ value >> 16

        def mixed(x, y):
            result = (0xCA01F9DD * x - 0x4973F715 * y) & _WORD
            return result ^ result >> 16

        size = self.pool_size
        pool = [hashed(words[i] if i < len(words) else 0) for i in range(size)]
        for source in range(size):
            for target in range(size):
                if source != target:
                    pool[target] = mixed(pool[target], hashed(pool[source]))
        for word in words[size:]:
            for target in range(size):
                pool[target] = mixed(pool[target], hashed(word))
        return pool

    def words(self, count):
        """Returns `count` words of 32 bits."""
        constant, made = 0x8B51F9DD, []
        for i in range(count):
            word = self.pool[i % self.pool_size] ^ constant
            constant = constant * 0x58F38DED & _WORD
            word = word * constant & _WORD
            made.append(word ^ word >> 16)
        return made

    def spawn(self, n_children):
        first = self.n_children_spawned
        self.n_children_spawned += n_children
        return [
            SeedSequence(self.entropy, spawn_key=(*self.spawn_key, first + i), pool_size=self.pool_size)
            for i in range(n_children)
        ]


def _words(entropy):
    """Returns a number's words of 32 bits, the lowest first, or those of several numbers one after the other."""
    if not isinstance(entropy, int) and hasattr(entropy, "__len__"):
        return [word for number in entropy for word in _words(number)]
    number = entropy.__index__()
    if number < 0:
        raise ValueError("expected non-negative integer")
    words = [number & _WORD]
    while number > _WORD:
        number >>= 32
        words.append(number & _WORD)
    return words


class _Entropy:
    """What a generator without a seed begins with. A cell's run gives it another stream, so that the run can be repeated."""

    def __init__(self):
        self._stream = _lab.stream(int(_lab.now() * 1000) % 2**32)


_entropy = _Entropy()


def fresh():
    high, low = _lab.tolist(_entropy._stream.randint(0, _WORD, (2,), "int64"))
    return high << 32 | low


class BitGenerator:
    """Words of 32 and of 64 bits, and what small steps make of them."""

    def __init__(self, seed=None):
        self.seed_seq = seed if isinstance(seed, SeedSequence) else SeedSequence(seed)
        self._kept = None

    def double(self):
        raise NotImplementedError()

    def word(self):
        raise NotImplementedError()

    def long(self):
        raise NotImplementedError()

    def masked(self, most):
        """Returns a whole number from 0 to `most`: those above it are thrown away."""
        if most == 0:
            return 0
        mask, draw = (1 << most.bit_length()) - 1, self.word if most <= _WORD else self.long
        value = draw() & mask
        while value > most:
            value = draw() & mask
        return value

    def below(self, most):
        """Returns a whole number from 0 to `most` as the high half of a product, which seldom throws anything away."""
        if most == 0:
            return 0
        bits, draw = (32, self.word) if most <= _WORD else (64, self.long)
        top, count = (1 << bits) - 1, most + 1
        if most == top:
            return draw()
        product = draw() * count
        if product & top < count:
            threshold = (top - most) % count
            while product & top < threshold:
                product = draw() * count
        return product >> bits


class PCG64(BitGenerator):
    """A state of 128 bits that is multiplied and rotated: the generator behind `default_rng`."""

    def __init__(self, seed=None):
        super().__init__(seed)
        words = self.seed_seq.words(8)
        longs = [words[2 * i] | words[2 * i + 1] << 32 for i in range(4)]
        self._step = ((longs[2] << 64 | longs[3]) << 1 | 1) & _STATE
        self._state = self._step
        self._state = (self._state + (longs[0] << 64 | longs[1])) & _STATE
        self._advance()

    def _advance(self):
        self._state = (self._state * 0x2360ED051FC65DA44385DF649FCCF645 + self._step) & _STATE

    def long(self):
        self._state = state = (self._state * 0x2360ED051FC65DA44385DF649FCCF645 + self._step) & _STATE
        folded, turn = (state >> 64 ^ state) & _LONG, state >> 122
        return (folded >> turn | folded << (64 - turn)) & _LONG

    def word(self):
        if self._kept is not None:
            word, self._kept = self._kept, None
            return word
        long = self.long()
        self._kept = long >> 32
        return long & _WORD

    def double(self):
        return (self.long() >> 11) / 9007199254740992.0

    @property
    def state(self):
        kept = self._kept
        return {
            "bit_generator": "PCG64",
            "state": {"state": self._state, "inc": self._step},
            "has_uint32": int(kept is not None),
            "uinteger": kept or 0,
        }

    @state.setter
    def state(self, value):
        self._state, self._step = value["state"]["state"], value["state"]["inc"]
        self._kept = value["uinteger"] if value["has_uint32"] else None


class MT19937(BitGenerator):
    """The Mersenne Twister, which torch has too: the generator behind `np.random.seed`."""

    def __init__(self, seed=None, stream=None):
        self._seed = (fresh() if seed is None else int(seed)) % 2**32
        self._stream = _lab.stream(self._seed) if stream is None else stream

    def word(self):
        return self._stream.words(1)[0]

    def all_masked(self, most, count):
        """Returns a list of what `masked` would return one by one."""
        if most > _WORD:
            return [self.masked(most) for _ in range(count)]
        return _lab.tolist(self._stream.masked(most, count))

    def doubles(self, count):
        """Returns a list of what `double` would return one by one."""
        return _lab.tolist(self._stream.doubles(count))

    def long(self):
        high = self.word()
        return high << 32 | self.word()

    def double(self):
        high = self.word()
        return ((high >> 5) * 67108864 + (self.word() >> 6)) / 9007199254740992.0
