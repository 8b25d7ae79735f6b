//! What the page's PyTorch and numpy show, warn of and refuse, in the words of the real ones
//! (`words/`): a reader searches for them. Ours may go on with a hint.

use policy_lab_python::cell::Python;
use serde_json::Value;

use crate::must;

const HARNESS: &str = include_str!("words/harness.py");
const CASES: &str = include_str!("words/cases.txt");
const SAID: &str = include_str!("words/said.jsonl");
/// Cases that run in one cell.
const AT_ONCE: usize = 10;

fn lines(text: &str) -> Vec<Value> {
    let parsed = text.lines().map(|line| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line:?}"))
    });
    parsed.collect()
}

/// Returns true if ours are the same words, or begin with them.
fn begins(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::String(ours), Value::String(theirs)) => ours.starts_with(theirs.as_str()),
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| begins(a, b))
        }
        (Value::Null, Value::Null) => true,
        _ => false,
    }
}

#[test]
fn the_words_are_those_of_the_libraries() {
    let recorded = lines(SAID);
    let python = Python::new();
    must(&python, HARNESS);
    let text = serde_json::to_string(CASES).expect("a text");
    must(&python, &format!("_all = cases({text})"));
    let mut wrong = Vec::new();
    for (chunk, start) in recorded.chunks(AT_ONCE).zip((0..).step_by(AT_ONCE)) {
        let end = start + AT_ONCE;
        let source = format!("for _case in _all[{start}:{end}]:\n    print(outcome(_case))\n");
        let ours = lines(&must(&python, &source));
        assert_eq!(ours.len(), chunk.len(), "each case prints a line");
        for (ours, theirs) in ours.iter().zip(chunk) {
            assert_eq!(
                ours["case"], theirs["case"],
                "the cases have changed since the words were recorded: run words/harness.py"
            );
            let is_alike = ours["shows"] == theirs["shows"]
                && ours["raises"] == theirs["raises"]
                && begins(&ours["words"], &theirs["words"])
                && begins(&ours["warns"], &theirs["warns"]);
            if !is_alike {
                wrong.push(format!("{theirs}\n  ours: {ours}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
