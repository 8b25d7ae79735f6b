//! Why a script does not learn: healthy scripts about which nothing is said, and the same with one
//! mistake each, whose line comes first. Tables by kind are printed with `--nocapture`.
//!
//! `doctor/slips.json` has a mistake in each row: the script `bases/STYLE.py`, a text to find in it
//! and its replacement, and the line to mend; `doctor/quick` has a few in the same form, which run
//! with all tests.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use policy_lab_python::cell::Python;
use serde_json::{Value, json};

use crate::examined::examine;

/// Shares of the mistakes in `slips.json` that are found, of a hundred: by the first finding, and
/// by any. Of those that keep a script from learning it is more.
const FIRST: usize = 80;
const AMONG: usize = 85;

/// A script with one mistake.
struct Slip {
    style: String,
    kind: String,
    text: String,
    lines: Vec<u64>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/doctor")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

fn slips(table: &Path, bases: &Path) -> Vec<Slip> {
    let rows: Vec<Value> = serde_json::from_str(&read(table)).expect("a table of mistakes");
    let slip = |row: &Value| {
        let word = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        let base = read(&bases.join(format!("{}.py", word("style"))));
        let find = word("find");
        assert!(base.contains(&find), "{} lacks {find:?}", word("style"));
        // `also` has further lines that are as good an answer.
        let mut lines: Vec<u64> = row["line"].as_u64().into_iter().collect();
        lines.extend(
            row["also"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_u64),
        );
        Slip {
            style: word("style"),
            kind: word("kind"),
            text: base.replacen(&find, &word("replace"), 1),
            lines,
        }
    };
    rows.iter().map(slip).collect()
}

fn findings(python: &Python, text: &str) -> Vec<Value> {
    let examined = examine(python, text, false).unwrap_or_else(|why| panic!("{why}"));
    assert!(examined.text.ends_with('\n'), "{}", examined.text);
    let list = examined.findings.as_array().cloned();
    list.expect("a list of findings")
}

/// Examines each, prints a table by kind and what was missed, and returns how many were found
/// first, and how many at all.
fn examine_all(slips: &[Slip]) -> (usize, usize) {
    let python = Python::new();
    let mut kinds: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for slip in slips {
        let found = findings(&python, &slip.text);
        let hits = |finding: &Value| {
            finding["line"]
                .as_u64()
                .is_some_and(|line| slip.lines.contains(&line))
        };
        let (is_first, is_among) = (found.first().is_some_and(hits), found.iter().any(hits));
        let counts = kinds.entry(&slip.kind).or_default();
        counts[0] += 1;
        counts[1] += usize::from(is_first);
        counts[2] += usize::from(is_among);
        if !is_first {
            let said: Vec<String> = found
                .iter()
                .map(|it| format!("{} in line {}", it["kind"], it["line"]))
                .collect();
            println!(
                "{}: {} in line {:?}, and it said: {}",
                slip.style,
                slip.kind,
                slip.lines,
                said.join(", ")
            );
        }
    }
    println!("{:<28} {:>5} {:>5} {:>5}", "kind", "all", "first", "among");
    for (kind, [all, first, among]) in &kinds {
        println!("{kind:<28} {all:>5} {first:>5} {among:>5}");
    }
    let sum = |place: usize| kinds.values().map(|counts| counts[place]).sum();
    (sum(1), sum(2))
}

#[test]
fn one_mistake_each_is_found_in_its_line() {
    let quick = folder().join("quick");
    let slips = slips(&quick.join("slips.json"), &quick);
    let (first, among) = examine_all(&slips);
    assert_eq!((first, among), (slips.len(), slips.len()));
}

#[test]
fn nothing_is_said_of_healthy_scripts() {
    let python = Python::new();
    let healthy = |name: &str| read(&folder().join(format!("quick/{name}.py")));
    assert_eq!(findings(&python, &healthy("vector")), Vec::<Value>::new());
    let examined =
        examine(&python, &healthy("episodes"), true).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(examined.findings, json!([]));
    let said = examined.text;
    assert!(
        said.contains("4, Does reward move the policy? passed"),
        "{said}"
    );
}

#[test]
fn a_mended_line_is_tried() {
    let text = read(&folder().join("quick/episodes.py"));
    let wrong = text.replace("loss = -(logs", "loss = (logs");
    let examined = examine(&Python::new(), &wrong, true).unwrap_or_else(|why| panic!("{why}"));
    let tried = &examined.findings[0]["tried"];
    let last = |name: &str| tried[name].as_array().and_then(|it| it.last()?.as_f64());
    assert!(last("after") > last("before").map(|it| it * 1.5), "{tried}");
    let said = examined.text;
    assert!(said.contains("Tried:"), "{said}");
    assert!(
        said.contains("4, Does reward move the policy? failed"),
        "{said}"
    );
}

#[test]
fn scripts_of_which_little_can_be_said() {
    let python = Python::new();
    let said = |text: &str| match examine(&python, text, false) {
        Ok(examined) => examined.text,
        Err(why) => panic!("{why}"),
    };
    assert!(said("print(1)\n").contains("takes no step in an environment"));
    assert!(said("x = (\n").starts_with("Line 1: This is no Python"));
    assert!(said("import stable_baselines3\n").contains("does not run here"));
    assert!(said("a = 1\nb = a / 0\n").starts_with("Line 2: The script stops here"));
}

/// The page says a question and a reason with each finding.
#[test]
fn each_kind_of_finding_has_its_question_and_its_reason() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("doctor/doctor");
    let words = read(&package.join("_words.py"));
    let mut count = 0;
    for entry in fs::read_dir(&package).expect("the rules") {
        let path = entry.expect("a file").path();
        let is_rule = (path.file_name().and_then(|name| name.to_str()))
            .is_some_and(|name| name.starts_with("_rules_"));
        if !is_rule {
            continue;
        }
        let text = read(&path);
        for made in text.split("Finding(").skip(1) {
            let Some(rest) = made.trim_start().strip_prefix('"') else {
                continue;
            };
            let kind = rest.split('"').next().unwrap_or_default();
            let told = words.contains(&format!("\"{kind}\": ("));
            assert!(told, "{}: {kind}", path.display());
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
}

/// All mistakes, which takes many minutes: before a release, and with each new rule.
#[test]
#[ignore = "many minutes"]
fn all_mistakes_by_kind() {
    let table = folder().join("slips.json");
    let slips = slips(&table, &folder().join("bases"));
    let (first, among) = examine_all(&slips);
    let (python, mut said) = (Python::new(), Vec::new());
    for entry in fs::read_dir(folder().join("bases")).expect("the healthy scripts") {
        let path = entry.expect("a file").path();
        let found = findings(&python, &read(&path));
        if !found.is_empty() {
            println!("{}: {}", path.display(), found[0]);
            said.push(path);
        }
    }
    println!(
        "{first} first and {among} among the findings, of {}",
        slips.len()
    );
    assert!(said.len() <= 1, "{said:?}");
    assert!(100 * first >= FIRST * slips.len());
    assert!(100 * among >= AMONG * slips.len());
}
