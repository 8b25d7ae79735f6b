//! What is fuzzed, how often, and what becomes of an input that fails.
//!
//! Every run begins with the committed inputs in `tests/fuzz/corpus/TARGET/`, and goes on with
//! [`documents`](super::documents) that are drawn by lot. `POLICY_LAB_FUZZ_CASES` is the number of
//! those for each target, `POLICY_LAB_FUZZ_SEED` draws others, and `POLICY_LAB_FUZZ_LAST` names a
//! file that holds the input under way, should the process die of it.

use std::cell::Cell;
use std::path::PathBuf;
use std::time::Instant;
use std::{env, fs, panic};

use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

use super::documents::documents;
use super::memory::{Spent, spent};

/// Tries of making an input smaller that fails.
const SHRINKING: u32 = 3_000;
/// Bytes that any input may cost, however short.
const FIXED: usize = 4 << 20;

/// Something that reads what comes from outside.
pub struct Target {
    /// The name, also that of its folder in the corpus.
    pub name: &'static str,
    /// Valid documents, made by the code that writes them.
    pub valid: Vec<Vec<u8>>,
    /// Words of the format, which random texts are made of.
    pub words: Vec<String>,
    /// Cases where nobody asks for another number.
    pub few: u32,
    /// Of the cases that are asked for, this target has one in so many.
    pub share: u32,
    /// Bytes that a case may allocate for each byte of its input, freed ones included.
    pub cost: usize,
}

impl Target {
    /// Requires that `property` holds for every input of the corpus and for every drawn one, and
    /// that it costs no more than it may. It returns true for an input that was of use, and panics
    /// where something is wrong.
    pub fn holds(&self, property: impl Fn(&[u8]) -> bool) {
        let last = env::var_os("POLICY_LAB_FUZZ_LAST").map(PathBuf::from);
        let (useful, dearest) = (Cell::new(0_u64), Cell::new((0, Spent::default())));
        let try_one = |input: &[u8]| {
            if let Some(last) = &last {
                fs::write(last, input).expect("a file for the input under way");
            }
            let (is_useful, spent) = spent(|| property(input));
            useful.set(useful.get() + u64::from(is_useful));
            if spent.allocated > dearest.get().1.allocated {
                dearest.set((input.len(), spent));
            }
            let most = FIXED + self.cost * input.len();
            let length = input.len();
            assert!(spent.allocated <= most, "{length} bytes cost {spent:?}");
        };
        for file in self.corpus() {
            let input = fs::read(&file).expect("a file of the corpus");
            let tried = panic::catch_unwind(panic::AssertUnwindSafe(|| try_one(&input)));
            assert!(tried.is_ok(), "{} fails", file.display());
        }
        let begun = Instant::now();
        let cases =
            number("POLICY_LAB_FUZZ_CASES").map_or(self.few, |all| all.div_ceil(self.share));
        let mut runner = self.runner(cases);
        let inputs = documents(self.valid.clone(), self.words.clone());
        let outcome = runner.run(&inputs, |input| {
            try_one(&input);
            Ok(())
        });
        if let Err(TestError::Fail(why, input)) = outcome {
            let file = self.keep(&input);
            panic!("{}: {why}\nThe input is in {}", self.name, file.display());
        }
        assert!(outcome.is_ok(), "{}: {outcome:?}", self.name);
        let (length, spent) = dearest.get();
        let (secs, useful) = (begun.elapsed().as_secs_f64(), useful.get());
        let (name, allocated, peak) = (self.name, spent.allocated, spent.peak);
        println!(
            "{name}: {cases} cases in {secs:.0} s, {useful} of use; the dearest, of {length} bytes, allocated {allocated} and held {peak}"
        );
        assert!(useful > 0, "{name} was tested with rubbish");
    }

    fn runner(&self, cases: u32) -> TestRunner {
        let config = Config {
            cases,
            max_shrink_iters: SHRINKING,
            failure_persistence: None,
            ..Config::default()
        };
        let mut seed = [0; 32];
        let number = number("POLICY_LAB_FUZZ_SEED").unwrap_or(1);
        seed[..4].copy_from_slice(&number.to_le_bytes());
        for (place, letter) in seed[4..].iter_mut().zip(self.name.bytes()) {
            *place = letter;
        }
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed))
    }

    /// Returns the committed inputs.
    fn corpus(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.folder()).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.sort();
        files
    }

    /// Writes an input that fails to the corpus.
    fn keep(&self, input: &[u8]) -> PathBuf {
        let folder = self.folder();
        let number = self.corpus().len();
        let file = folder.join(format!("failed-{number}"));
        fs::create_dir_all(&folder).expect("a folder of the corpus");
        fs::write(&file, input).expect("a file of the corpus");
        file
    }

    fn folder(&self) -> PathBuf {
        let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let mut roots = package.ancestors().map(|it| it.join("tests/fuzz/corpus"));
        let corpus = roots.find(|corpus| corpus.is_dir()).expect("the corpus");
        corpus.join(self.name)
    }
}

/// Returns the number in a variable of the environment.
pub fn number(variable: &str) -> Option<u32> {
    let text = env::var(variable).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{variable} is {text:?}, and should be a number")))
}
