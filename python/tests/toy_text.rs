//! Gymnasium's toy_text: the numbers that were recorded from it, and what programs do with it.

use std::path::{Path, PathBuf};

use policy_lab::python::protocol::Program;
use policy_lab_python::cell::{CellOutcome, Python};

use crate::printed;

const TOLD: &str = include_str!("toy_text/told.py");
const COMPARE: &str = include_str!("toy_text/compare.py");

/// Returns the fixture, which `toy_text/record.py` has written with Gymnasium itself.
fn fixture() -> String {
    let folder = std::env::var_os("POLICY_LAB_FIXTURES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures"),
        PathBuf::from,
    );
    std::fs::read_to_string(folder.join("17_toy_text.json")).expect("the fixture")
}

/// Compares what the page's Python does with numbers in JSON.
fn compared(numbers: &str) -> CellOutcome {
    let names = "null, true, false = None, True, False";
    Python::new().run_program(&Program {
        source: format!("{names}\nrecorded = {numbers}\n{TOLD}\n{COMPARE}"),
        ..Program::default()
    })
}

#[test]
fn toy_text_does_what_gymnasium_does() {
    if let Some(failure) = compared(&fixture()).failure {
        panic!("{}", failure.traceback);
    }
}

/// One number of each kind of case is another one.
#[test]
fn a_difference_of_toy_text_is_found() {
    let fixture = fixture();
    for (number, other, words) in [
        (
            "\"seed\":0,\"start\":0",
            "\"seed\":0,\"start\":1",
            "0 instead of 1",
        ),
        (
            "\"rows\":[[[[0,",
            "\"rows\":[[[[1,",
            "tables frozen_lake.rows[0][0][0][0]: 0 instead of 1",
        ),
        (
            "\"types\":[\"int\"",
            "\"types\":[\"float\"",
            "'int' instead of 'float'",
        ),
        (
            "\"map\":[\"SFFF\"",
            "\"map\":[\"SFFH\"",
            "'SFFF' instead of 'SFFH'",
        ),
    ] {
        let changed = fixture.replacen(number, other, 1);
        assert_ne!(changed, fixture, "{number}");
        let failure = compared(&changed).failure.expect("a difference");
        assert!(failure.traceback.contains(words), "{}", failure.traceback);
    }
}

#[test]
fn programs_with_toy_text_run() {
    let outcome = Python::new().run_program(&Program {
        source: include_str!("toy_text/uses.py").to_owned(),
        ..Program::default()
    });
    if let Some(failure) = outcome.failure {
        panic!("{}\n{}", outcome.output, failure.traceback);
    }
}

#[test]
fn gym_has_the_lander_in_its_interfaces() {
    let older = "import gym\nenv = gym.make('LunarLander-v2')\nstate = env.reset()\n\
                 state, reward, done, info = env.step(0)\nprint(len(state), done, info)";
    let output = printed(&Python::new(), older);
    assert!(output.ends_with("8 False {}\n"), "{output:?}");
    let newer = "import gym\nenv = gym.make('LunarLander-v2', continuous=True)\nstate, info = env.reset(seed=1)\n\
                 state, reward, done, cut, info = env.step([0.0, 0.0])\nprint(len(state), done, cut)";
    let output = printed(&Python::new(), newer);
    assert!(output.ends_with("8 False False\n"), "{output:?}");
}

/// Before 0.26 a lake printed itself; its name had another version, and there were `nS` and `nA`.
#[test]
fn gym_has_toy_text_in_its_interfaces() {
    let source = "import gym\nfrom gym.envs.toy_text.frozen_lake import generate_random_map\n\
                  env = gym.make('FrozenLake-v0', is_slippery=False)\nstate = env.reset()\nenv.render()\n\
                  state, reward, done, info = env.step(1)\nenv.render()\n\
                  print(state, reward, done, info['prob'], env.nS, env.nA, len(generate_random_map(5)))\n\
                  hand = gym.make('Blackjack-v1')\nprint(len(hand.reset()), len(hand.step(0)))";
    let lake = |above: &str, rows: [&str; 2]| {
        let [first, second] = rows;
        format!("{above}\n{first}FFF\n{second}HFH\nFFFH\nHFFG\n")
    };
    let output = printed(&Python::new(), source);
    // A terminal's colours are left out of what a program prints.
    let first = lake("", ["S", "F"]);
    let second = lake("  (Down)", ["S", "F"]);
    let expected = format!("{first}{second}4 0 False 1.0 16 4 5\n3 4\n");
    assert!(output.ends_with(&expected), "{output:?}");
}
