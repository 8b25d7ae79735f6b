//! Code that readers write, as far as the page looks into it: what a cell needs of others, what of
//! it goes into a file to take along, what a check has printed.

use policy_lab::config::presets::Preset;
use policy_lab::python::output::{Output, compact};
use policy_lab::python::protocol::Answer;
use policy_lab_page::course::EXERCISES;
use policy_lab_page::view::code_type::{Stretch, printed, stretches};
use policy_lab_page::view::export;
use policy_lab_page::view::needed::needed;
use policy_lab_page::view::search::{SearchItem, find};
use policy_lab_page::view::take_away::{self, OwnAnswer, OwnFunctions, Provided};
use policy_lab_page::view::values;

use super::cases::Target;
use super::memory::spent;

/// Functions of a run with the exercises that write them.
const FUNCTIONS: [(&str, &str, &[&str]); 3] = [
    ("S4-E1", "get_minibatch_indices", &["get_minibatch_indices"]),
    ("S3-E3", "VPGTrainer.compute_loss", &["VPGTrainer"]),
    (
        "S1-E3",
        "cartpole_reward_function",
        &["cartpole_reward_function", "SpinCart"],
    ),
];

const PROGRAMS: [&str; 3] = [
    "import torch\n\n\ndef get_minibatch_indices(rng, batch_size):\n    \"\"\"Shuffle.\"\"\"\n    # once\n    return rng.permutation(batch_size)\n",
    "class VPGTrainer(Base):\n    a: int = 1\n\n    def compute_loss(self, batch):\n        return self.part(batch) + 'x'\n\n    def part(self, batch):\n        return Tensor(batch)\n",
    "@cache\ndef cartpole_reward_function(obs):\n    return 1 - abs(obs[2]) # `code`\n\nSpinCart = make(\"\\\"\", '''\n''')\n",
];

fn words() -> Vec<String> {
    let known = [
        "def ",
        "class ",
        "import ",
        "from ",
        "self.",
        "    def ",
        "\"\"\"",
        "'''",
        "#",
        "\\",
        "\n",
        "\r",
        "`",
        "@",
        "lambda ",
        "All tests in `test_x` passed",
        "tensor([1., 2.])",
        "VPGTrainer",
        "Tensor",
        "SpinCart",
        "RolloutTensors",
        "__future__",
    ];
    known.map(str::to_owned).to_vec()
}

fn answers(text: &str) -> Vec<OwnAnswer> {
    let answer =
        |(id, function, names): (&'static str, &'static str, &'static [&'static str])| OwnAnswer {
            id,
            title: "A title",
            names,
            functions: vec![function],
            text: text.to_owned(),
            has_passed: true,
        };
    FUNCTIONS.map(answer).to_vec()
}

/// Looks into a text in every way that the page does.
fn looked_into(text: &str) {
    let answers = answers(text);
    let functions = FUNCTIONS.map(|(_, function, _)| function);
    let config = (Preset::find("ppo-quick").expect("a preset").config)();
    for own in [
        OwnFunctions::of(&functions, &answers),
        OwnFunctions::of_environment(&functions, &answers),
    ] {
        let reference = PROGRAMS.join("\n");
        let _ = (
            own.source(&reference),
            own.imports(&reference),
            take_away::named(&own),
        );
        let provided = Provided::new();
        assert_eq!(take_away::python(&config, &own, &provided), None);
    }
    let passed = EXERCISES.iter().map(|exercise| Answer {
        source: text.to_owned(),
        names: exercise
            .names
            .iter()
            .map(|name| (*name).to_owned())
            .collect(),
        known_as: None,
    });
    let passed: Vec<Answer> = passed.take(5).collect();
    assert!(needed(&[text], passed.clone()).len() <= passed.len());
}

fn joined(stretches: &[Stretch]) -> usize {
    stretches
        .iter()
        .map(|it| it.text.len() + if it.is_code { 2 } else { 0 })
        .sum()
}

#[test]
fn any_code_is_looked_into() {
    let valid = PROGRAMS.map(|text| text.as_bytes().to_vec()).to_vec();
    let target = Target {
        name: "code",
        valid,
        words: words(),
        few: 800,
        share: 10,
        cost: 4_000,
    };
    target.holds(|bytes| {
        let text = String::from_utf8_lossy(bytes);
        looked_into(&text);
        // Nothing of a text is lost.
        assert_eq!(joined(&stretches(&text)), text.len());
        assert_eq!(joined(&printed(&text)), text.len());
        let half = text.floor_char_boundary(text.len() / 2);
        let [one, other] = values::compare(&text[..half], &text[half..]);
        assert!(one.len() + other.len() <= text.len());
        // A shortened text shows what the whole one does.
        let (mut whole, mut short) = (Output::default(), Output::default());
        whole.write(&text);
        let mut compacted = text.clone().into_owned();
        compact(&mut compacted);
        short.write(&compacted);
        assert_eq!(short.text(), whole.text());
        let items = [SearchItem {
            title: text[..half].to_owned(),
            kind: "term",
            code: "",
            link: String::new(),
            words: text.clone().into_owned(),
        }];
        assert!(find(&items, &text[half..]).len() <= 1);
        true
    });
}

/// What the page finds out about a text costs as much a byte for a long one as for a short one.
#[test]
fn long_code_costs_as_much_a_byte_as_short_code() {
    let many_methods = |count: usize| {
        let methods = (0..count).map(|it| {
            format!(
                "    def part{it}(self):\n        return self.part{}()\n\n",
                it + 1
            )
        });
        format!(
            "class VPGTrainer:\n    def compute_loss(self):\n        self.part0()\n\n{}",
            methods.collect::<String>()
        )
    };
    let many_values = |count: usize| {
        (0..count)
            .map(|it| format!("name{it} = f(name{})\n", it + 1))
            .collect::<String>()
    };
    let one_line = |count: usize| format!("x = [{}]\n", "1234567, ".repeat(count));
    let makers: [&dyn Fn(usize) -> String; 3] = [&many_methods, &many_values, &one_line];
    for (which, make) in makers.into_iter().enumerate() {
        let cost = |count: usize| {
            let text = make(count);
            let ((), spent) = spent(|| looked_into(&text));
            spent.allocated as f64 / text.len() as f64
        };
        let (short, long) = (cost(50), cost(2_000));
        assert!(
            long < 2.0 * short,
            "{which}: {short} bytes a byte, then {long}"
        );
    }
}

#[test]
fn any_code_is_exported() {
    let valid = PROGRAMS.map(|text| text.as_bytes().to_vec()).to_vec();
    let target = Target {
        name: "export",
        valid,
        words: words(),
        few: 3_000,
        share: 1,
        cost: 4_000,
    };
    target.holds(|bytes| {
        let text = String::from_utf8_lossy(bytes);
        let exercise = |has_passed| export::ExportedExercise {
            id: "S4-E2",
            title: "A title",
            names: &["f"],
            known_as: Some("g"),
            is_last: false,
            bug_in: None,
            starter: PROGRAMS[0],
            solution: PROGRAMS[1],
            text: Some(&text),
            has_passed,
        };
        let exercises = [exercise(true), exercise(false)];
        let python = export::python(&exercises, &[]);
        let notebook = export::notebook(&exercises, &[]);
        assert!(python.len() <= 20_000 + 8 * text.len(), "{}", python.len());
        let read: serde_json::Value = serde_json::from_str(&notebook).expect("JSON");
        assert_eq!(read["nbformat"], 4);
        true
    });
}
