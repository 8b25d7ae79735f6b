//! What the page's PyTorch and numpy compute, against numbers recorded from the real ones
//! (`recorded/`), and the table of the names that there are, `docs/pytorch.md`.

use policy_lab_python::cell::Python;
use serde_json::Value;

use crate::must;

const HARNESS: &str = include_str!("recorded/harness.py");
const TABLE: &str = include_str!("names/table.py");
const PARTS: &str = include_str!("names/parts.py");
const USED: &str = include_str!("names/used.tsv");
const UNTESTED: &str = include_str!("names/untested.tsv");
const VERSIONS: &str = include_str!("recorded/numbers/versions.txt");
/// How many of PyTorch's own tests pass, by file: `scripts/pytorch tests --write` writes it.
const OWN: &str = include_str!("pytorch/counts.tsv");
/// Cases that run in one cell: what a cell prints is cut off after some ten thousand characters.
const AT_ONCE: usize = 25;
/// How far numbers may be from those of PyTorch, which computes in 32 bits too: in proportion, and
/// at least.
const RELATIVE: f64 = 1e-4;
const ABSOLUTE: f64 = 2e-6;

struct Topic {
    cases: &'static str,
    numbers: &'static str,
}

macro_rules! topics {
    ($($name:ident),+) => {
        const TOPICS: &[Topic] = &[$(Topic {
            cases: include_str!(concat!("recorded/cases/", stringify!($name), ".txt")),
            numbers: include_str!(concat!("recorded/numbers/", stringify!($name), ".jsonl")),
        }),+];
        $(
            #[test]
            fn $name() {
                check(&Topic {
                    cases: include_str!(concat!("recorded/cases/", stringify!($name), ".txt")),
                    numbers: include_str!(concat!("recorded/numbers/", stringify!($name), ".jsonl")),
                });
            }
        )+
    };
}

topics!(
    arithmetic,
    arrays,
    bytes,
    digits,
    distributions,
    files,
    functional,
    modules,
    numpy,
    numpy_refusals,
    numpy_rules,
    random,
    reductions,
    refusals,
    shapes,
    singular,
    training
);

/// Runs all cases of a topic, and compares each with what is recorded.
fn check(topic: &Topic) {
    let cases = cases(topic.cases);
    let recorded: Vec<Value> = lines(topic.numbers);
    let names: Vec<&str> = recorded.iter().map(|line| text(&line["case"])).collect();
    assert_eq!(
        cases, names,
        "the cases have changed since the numbers were recorded: run scripts/pytorch record"
    );
    assert!(!cases.is_empty());
    let python = Python::new();
    must(&python, HARNESS);
    let mut wrong = Vec::new();
    for (cases, recorded) in cases.chunks(AT_ONCE).zip(recorded.chunks(AT_ONCE)) {
        let source = format!("for _case in {}:\n    print(outcome(_case))\n", json(cases));
        let ours = lines(&must(&python, &source));
        assert_eq!(ours.len(), recorded.len(), "each case prints a line");
        for (ours, theirs) in ours.iter().zip(recorded) {
            assert!(
                theirs.get("wrong").is_none()
                    && (theirs.get("is").is_some() || theirs.get("raises").is_some()),
                "nothing right is recorded for {theirs}"
            );
            if let Some(why) = difference(ours, theirs, "") {
                wrong.push(format!("{}\n  {why}", text(&theirs["case"])));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the cases of a text, as `harness.py` reads them: lines that begin with two spaces belong
/// to the line before.
fn cases(text: &str) -> Vec<String> {
    let mut cases: Vec<String> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("  "), cases.last_mut()) {
            (Some(more), Some(case)) => {
                case.push('\n');
                case.push_str(more);
            }
            _ if line.trim().is_empty() || line.starts_with('#') => {}
            _ => cases.push(line.to_owned()),
        }
    }
    cases
}

fn lines(text: &str) -> Vec<Value> {
    let parsed = text.lines().map(|line| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line:?}"))
    });
    parsed.collect()
}

/// Returns a value as JSON, which is Python for texts and lists of them.
fn json<T: serde::Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("texts are JSON")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// Says where two values differ, and how.
fn difference(ours: &Value, theirs: &Value, place: &str) -> Option<String> {
    match (ours, theirs) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64()?, b.as_f64()?);
            let is_near = (a - b).abs() <= RELATIVE * b.abs() + ABSOLUTE;
            (!is_near).then(|| format!("{place}: {a} instead of {b}"))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut pairs = a.iter().zip(b).enumerate();
            pairs.find_map(|(at, (a, b))| difference(a, b, &format!("{place}[{at}]")))
        }
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            let mut keys = b.keys();
            keys.find_map(|key| difference(&a[key], &b[key], &format!("{place}.{key}")))
        }
        (a, b) => (a != b).then(|| format!("{place}: {a} instead of {b}")),
    }
}

/// The comparison notices another number, type, shape, name and error.
#[test]
fn a_difference_is_found() {
    let right = r#"{"case":"x","is":[["torch.float32",[2],[1.0,2.0]],true],"grad":{"a":["torch.float32",[1],[0]]}}"#;
    let parse = |text: &str| -> Value { serde_json::from_str(text).expect("JSON") };
    assert_eq!(difference(&parse(right), &parse(right), ""), None);
    for (part, other) in [
        ("2.0]", "2.001]"),
        ("2.0]", "\"nan\"]"),
        ("2.0]", "2.0,3.0]"),
        ("float32\",[2]", "float64\",[2]"),
        ("[2],", "[2,1],"),
        ("true", "false"),
        ("\"a\"", "\"b\""),
        ("[0]]}", "[0.001]]}"),
        ("\"is\"", "\"raises\""),
    ] {
        let wrong = parse(&right.replacen(part, other, 1));
        assert!(difference(&wrong, &parse(right), "").is_some(), "{other}");
    }
    let near = parse(&right.replacen("2.0]", "2.00001]", 1));
    assert_eq!(difference(&near, &parse(right), ""), None);
}

/// A name that is missing leads to one that is there, or to what takes its place.
#[test]
fn a_missing_name_is_told_from_a_near_one() {
    let python = Python::new();
    must(
        &python,
        "import torch, torch.nn as nn, torch.nn.functional as F, numpy as np",
    );
    for (source, part) in [
        (
            "torch.sofmax",
            "torch.sofmax is not known here: did you mean softmax?",
        ),
        ("torch.zeros(2).argsrt()", "did you mean argsort?"),
        ("torch.zeros(2).clampp_(0)", "did you mean clamp_?"),
        (
            "nn.Liner(2, 3)",
            "torch.nn.Liner is not known here: did you mean Linear?",
        ),
        (
            "F.sofplus",
            "torch.nn.functional.sofplus is not known here: did you mean softplus?",
        ),
        ("torch.optim.Addam", "did you mean Adam?"),
        ("torch.distributions.Normall", "did you mean Normal?"),
        (
            "np.conctenate",
            "numpy.conctenate is not known here: did you mean concatenate?",
        ),
        ("np.zeros(2).meen()", "did you mean mean?"),
        ("torch.frobenious", "docs/pytorch.md lists what there is"),
        (
            "torch.int8",
            "tensors hold bool, uint8, int32, int64, float32 or float64",
        ),
        (
            "np.uint16",
            "arrays hold bool, uint8, int32, int64, float32 or float64",
        ),
    ] {
        let failure = python.run(source).failure.expect("a missing name");
        assert_eq!(failure.kind, "AttributeError", "{source}");
        assert!(
            failure.message.contains(part),
            "{source}: {}",
            failure.message
        );
    }
}

/// `docs/pytorch.md` says which names there are, and every name that is there has a case or a
/// reason to have none. `scripts/pytorch table` writes it.
#[test]
fn the_table_is_right() {
    let cases: Vec<&str> = TOPICS.iter().map(|topic| topic.cases).collect();
    let python = Python::new();
    must(&python, TABLE);
    let arguments = [USED, &cases.join("\n"), UNTESTED, VERSIONS.trim(), OWN].map(json);
    must(
        &python,
        &format!("_table, _wrong = table({})", arguments.join(", ")),
    );
    assert_eq!(must(&python, "print('\\n'.join(_wrong), end='')"), "");
    let table = must(&python, "print(_table, end='')");
    is_written("../docs/pytorch.md", &table);
}

/// A name of a part is found without loading the other parts. `scripts/pytorch table` writes which
/// part has which names.
#[test]
fn the_table_of_parts_is_right() {
    let python = Python::new();
    must(&python, PARTS);
    is_written(
        "packages/torch/_parts.py",
        &must(&python, "print(parts(), end='')"),
    );
}

/// Says that a file, named from the package's folder, is out of date, or writes it if
/// `POLICY_LAB_TABLE` is set.
fn is_written(path: &str, text: &str) {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("POLICY_LAB_TABLE").is_some() {
        std::fs::write(&file, text).expect("the file can be written");
    }
    let written = std::fs::read_to_string(&file).expect("the file is there");
    assert!(
        written == text,
        "{path} is out of date: run scripts/pytorch table"
    );
}
