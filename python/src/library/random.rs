//! The module `_random`: the generator behind Python's `random`, MT19937, with the same numbers for
//! a seed.
//!
//! # Source
//! Matsumoto and Nishimura, "Mersenne Twister" (1998), and their `init_by_array` of 2002.

use std::cell::Cell;

pub(crate) use _random::module_def as module;

/// Words of a state.
const WORDS: usize = 624;
/// The distance of the word that the recurrence mixes in.
const SHIFT: usize = 397;

thread_local! {
    /// What generators start with that are given no seed; every one takes another.
    static UNSEEDED: Cell<u32> = const { Cell::new(0) };
}

/// The state: its words, and how many of them have been drawn.
#[derive(Clone, Debug)]
struct Twister {
    words: [u32; WORDS],
    drawn: usize,
}

impl Twister {
    fn of_word(seed: u32) -> Self {
        let mut words = [seed; WORDS];
        for i in 1..WORDS {
            let last = words[i - 1];
            let mixed = 1_812_433_253_u32.wrapping_mul(last ^ (last >> 30));
            words[i] = mixed.wrapping_add(i as u32);
        }
        Self {
            words,
            drawn: WORDS,
        }
    }

    /// Starts from a whole number of any size, as its words from the lowest.
    fn of_words(key: &[u32]) -> Self {
        let mut state = Self::of_word(19_650_218);
        let words = &mut state.words;
        let mut i = 1;
        let step = |words: &mut [u32; WORDS], i: &mut usize, factor: u32| {
            let last = words[*i - 1];
            words[*i] ^= (last ^ (last >> 30)).wrapping_mul(factor);
        };
        let turn = |words: &mut [u32; WORDS], i: &mut usize| {
            *i += 1;
            if *i >= WORDS {
                words[0] = words[WORDS - 1];
                *i = 1;
            }
        };
        for round in 0..WORDS.max(key.len()) {
            let j = round % key.len();
            step(words, &mut i, 1_664_525);
            words[i] = words[i].wrapping_add(key[j]).wrapping_add(j as u32);
            turn(words, &mut i);
        }
        for _ in 1..WORDS {
            step(words, &mut i, 1_566_083_941);
            words[i] = words[i].wrapping_sub(i as u32);
            turn(words, &mut i);
        }
        words[0] = 1 << 31;
        state
    }

    fn next(&mut self) -> u32 {
        if self.drawn >= WORDS {
            for i in 0..WORDS {
                let [low, mixed] = [i + 1, i + SHIFT].map(|place| self.words[place % WORDS]);
                let joined = (self.words[i] & (1 << 31)) | (low & !(1 << 31));
                let twist = if joined & 1 == 1 { 0x9908_b0df } else { 0 };
                self.words[i] = mixed ^ (joined >> 1) ^ twist;
            }
            self.drawn = 0;
        }
        let mut word = self.words[self.drawn];
        self.drawn += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }
}

#[rustpython_vm::pymodule]
mod _random {
    use std::cell::RefCell;

    use rustpython_vm::builtins::{PyInt, PyType};
    use rustpython_vm::function::{FuncArgs, OptionalOption};
    use rustpython_vm::types::Constructor;
    use rustpython_vm::{Py, PyObjectRef, PyPayload, PyResult, VirtualMachine, pyclass};

    use super::{Twister, UNSEEDED, WORDS};

    /// Sets what generators start with that are given no seed.
    #[pyfunction]
    fn start(seed: u32) {
        UNSEEDED.set(seed);
    }

    /// A generator, which `random.Random` extends.
    #[pyattr]
    #[pyclass(module = "_random", name = "Random")]
    #[derive(Debug, PyPayload)]
    struct PyRandom(RefCell<Twister>);

    impl Constructor for PyRandom {
        type Args = FuncArgs;

        fn py_new(_: &Py<PyType>, _: FuncArgs, _: &VirtualMachine) -> PyResult<Self> {
            Ok(Self(RefCell::new(unseeded())))
        }
    }

    fn unseeded() -> Twister {
        let seed = UNSEEDED.get();
        UNSEEDED.set(seed.wrapping_add(0x9e37_79b9));
        Twister::of_words(&[seed])
    }

    #[pyclass(with(Constructor), flags(BASETYPE, HAS_DICT))]
    impl PyRandom {
        #[pymethod]
        fn seed(
            zelf: &Py<Self>,
            seed: OptionalOption<PyObjectRef>,
            vm: &VirtualMachine,
        ) -> PyResult<()> {
            let twister = match seed.flatten() {
                None => unseeded(),
                Some(seed) => {
                    let whole = match seed.downcast_ref::<PyInt>() {
                        Some(whole) => whole.as_bigint().clone(),
                        // As CPython takes any other object.
                        None => seed.hash(vm)?.into(),
                    };
                    let key = whole.magnitude().to_u32_digits();
                    Twister::of_words(if key.is_empty() { &[0] } else { &key })
                }
            };
            zelf.0.replace(twister);
            Ok(())
        }

        /// Returns a number in `[0, 1)` with 53 random bits.
        #[pymethod]
        fn random(zelf: &Py<Self>) -> f64 {
            let mut twister = zelf.0.borrow_mut();
            let high = f64::from(twister.next() >> 5);
            let low = f64::from(twister.next() >> 6);
            (high * 67_108_864.0 + low) / 9_007_199_254_740_992.0
        }

        /// Returns a whole number of so many random bits.
        #[pymethod]
        fn getrandbits(zelf: &Py<Self>, bits: i64, vm: &VirtualMachine) -> PyResult<PyObjectRef> {
            let Ok(mut left) = usize::try_from(bits) else {
                return Err(vm.new_value_error("number of bits must be non-negative"));
            };
            let mut twister = zelf.0.borrow_mut();
            if left <= 32 {
                let word = if left == 0 {
                    0
                } else {
                    twister.next() >> (32 - left)
                };
                return Ok(vm.ctx.new_int(word).into());
            }
            let mut bytes = Vec::with_capacity(left.div_ceil(32) * 4);
            while left > 0 {
                let word = twister.next() >> 32_usize.saturating_sub(left);
                bytes.extend_from_slice(&word.to_le_bytes());
                left = left.saturating_sub(32);
            }
            let bytes = vm.ctx.new_bytes(bytes);
            let int = vm.ctx.types.int_type.to_owned();
            vm.call_method(int.as_ref(), "from_bytes", (bytes, "little"))
        }

        #[pymethod]
        fn getstate(zelf: &Py<Self>, vm: &VirtualMachine) -> PyObjectRef {
            let twister = zelf.0.borrow();
            let words = twister.words.iter().copied();
            let words = words.chain([twister.drawn as u32]);
            let words = words.map(|word| vm.ctx.new_int(word).into()).collect();
            vm.ctx.new_tuple(words).into()
        }

        #[pymethod]
        fn setstate(zelf: &Py<Self>, state: Vec<u32>, vm: &VirtualMachine) -> PyResult<()> {
            let (Some(&drawn), Ok(words)) = (
                state.last(),
                <[u32; WORDS]>::try_from(&state[..state.len().saturating_sub(1)]),
            ) else {
                return Err(vm.new_value_error("state vector is the wrong size"));
            };
            let drawn = drawn as usize;
            if drawn > WORDS {
                return Err(vm.new_value_error("invalid state"));
            }
            zelf.0.replace(Twister { words, drawn });
            Ok(())
        }
    }
}
