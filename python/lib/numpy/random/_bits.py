"""Where numpy's random numbers come from: seeds spread over many bits, and two generators, PCG64 and MT19937."""

import _lab

_WORD = 2**32 - 1


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
        self.pool = _lab.seed_pool(words, pool_size)

    def words(self, count):
        """Returns `count` words of 32 bits."""
        return _lab.seed_words(self.pool, count)

    def generate_state(self, n_words, dtype="uint32"):
        """Returns an array of words, in the type that the page has for them."""
        import numpy

        return numpy.array(self.words(n_words), dtype="int64")

    def spawn(self, n_children):
        first = self.n_children_spawned
        self.n_children_spawned += n_children
        return [
            SeedSequence(self.entropy, spawn_key=(*self.spawn_key, first + i), pool_size=self.pool_size)
            for i in range(n_children)
        ]


def _words(entropy):
    """Returns a number's words of 32 bits, the lowest first, or those of several numbers one after the other."""
    if not isinstance(entropy, (int, str)) and hasattr(entropy, "__len__"):
        return [word for number in entropy for word in _words(number)]
    number = whole(entropy)
    if number < 0:
        raise ValueError("expected non-negative integer")
    words = [number & _WORD]
    while number > _WORD:
        number >>= 32
        words.append(number & _WORD)
    return words


def whole(seed):
    """Returns a seed, which has to be a whole number."""
    if not hasattr(seed, "__index__"):
        raise TypeError(f"a seed is a whole number, not {seed!r}")
    return seed.__index__()


class _Entropy:
    """What a generator without a seed begins with. A cell's run gives it another stream, so that the run can be repeated."""

    def __init__(self):
        self._stream = _lab.stream(int(_lab.now() * 1000) % 2**32)


_entropy = _Entropy()


def fresh():
    high, low = _lab.tolist(_entropy._stream.randint(0, _WORD, (2,), "int64"))
    return high << 32 | low


class PCG64:
    """A state of 128 bits that is multiplied and rotated: the generator behind `default_rng`."""

    def __init__(self, seed=None):
        self.seed_seq = seed if isinstance(seed, SeedSequence) else SeedSequence(seed)
        words = self.seed_seq.words(8)
        high, low, *steps = [words[2 * i] | words[2 * i + 1] << 32 for i in range(4)]
        increment = ((steps[0] << 64 | steps[1]) << 1 | 1) % 2**128
        self._draws = _lab.pcg((increment + (high << 64 | low)) % 2**128, increment, None)
        # The first word is thrown away.
        self._draws.doubles(None)

    @property
    def state(self):
        state, increment, kept = self._draws.state()
        return {
            "bit_generator": "PCG64",
            "state": {"state": state, "inc": increment},
            "has_uint32": int(kept is not None),
            "uinteger": kept or 0,
        }

    @state.setter
    def state(self, value):
        kept = value["uinteger"] if value["has_uint32"] else None
        self._draws = _lab.pcg(value["state"]["state"], value["state"]["inc"], kept)

    def __getstate__(self):
        return {"seed_seq": self.seed_seq, "state": self.state}

    def __setstate__(self, values):
        self.seed_seq, self.state = values["seed_seq"], values["state"]

    def __deepcopy__(self, memo):
        made = object.__new__(type(self))
        made.__setstate__(self.__getstate__())
        return made


class MT19937:
    """The Mersenne Twister, which torch has too: the generator behind `np.random.seed`."""

    def __init__(self, seed=None, stream=None):
        self._seed = (fresh() if seed is None else int(seed)) % 2**32
        self._stream = _lab.stream(self._seed) if stream is None else stream

    def masked(self, most, count):
        """Returns a list of numbers from 0 to `most`: the lowest bits of words, without those above it."""
        if most <= _WORD:
            return _lab.tolist(self._stream.masked(most, count))
        return [self._long(most) for _ in range(count)]

    def _long(self, most):
        while True:
            high, low = self._stream.words(2)
            number = (high << 32 | low) & (1 << most.bit_length()) - 1
            if number <= most:
                return number
