//! The code that the page shows, cut at build time. Beside a run: each algorithm in Python, stage
//! by stage, and functions of the engine in Rust. In texts: classes of the page's own Python.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

/// The stages of an iteration, in the order of `view::stage_text::STAGES`.
const STAGES: [&str; 4] = ["Collect", "Advantages", "Minibatch", "Update"];
/// The keys of `config::Advantage`.
const ADVANTAGES: [&str; 3] = ["world-mean", "value", "gae"];
const ALGORITHMS: [&str; 3] = ["reinforce", "vpg", "ppo"];
/// Begins the comment line above a stage.
const MARK: &str = "# Stage: ";

/// The functions of the engine that stages show, by their files.
const FUNCTIONS: [(&str, &[&str]); 10] = [
    ("algos/columns.rs", &["subtract_step_means"]),
    (
        "algos/slopes.rs",
        &[
            "clamped_ratio",
            "clipped_value",
            "ppo",
            "reinforce",
            "value",
            "vpg",
        ],
    ),
    ("ops/kernels/learn.rs", &["descend"]),
    (
        "ops/kernels/slopes.rs",
        &["clipped_value", "policy", "value"],
    ),
    ("ops/adam.rs", &["clip", "descend"]),
    ("ops/rollout/host.rs", &["take", "sample"]),
    ("rollout/gae.rs", &["generalised_advantages"]),
    ("rollout/minibatch.rs", &["pick", "shuffled", "by_worlds"]),
    ("rollout/recurrence.rs", &["reverse_scan"]),
    ("rollout/returns.rs", &["discounted_returns"]),
];

/// Returns a file of the engine: the one of this name in the first of its folders that has it.
pub fn file(name: &str, engine: &[impl AsRef<Path>]) -> PathBuf {
    let mut found = engine.iter().map(|folder| folder.as_ref().join(name));
    found.find(|it| it.exists()).unwrap_or_else(|| name.into())
}

/// Returns the files of the engine whose functions are shown, as paths below one of its folders.
pub fn files() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|(file, _)| *file)
}

/// Adds all excerpts to `sources`: the Python of a stage under `ppo 1 gae`, a function of the
/// engine under `algos/slopes.rs ppo`.
///
/// Names the file that lacks a stage or a function.
pub fn add(
    sources: &mut Map<String, Value>,
    python: &Path,
    engine: &[impl AsRef<Path>],
) -> Result<(), String> {
    for algorithm in ALGORITHMS {
        let path = python.join(format!("{algorithm}.py"));
        let told = |why: String| format!("{}: {why}", path.display());
        let text = fs::read_to_string(&path).map_err(|why| told(why.to_string()))?;
        for (stage, advantage, code) in stages(&text).map_err(told)? {
            let key = format!("{algorithm} {stage} {advantage}");
            sources.insert(key, Value::String(code));
        }
    }
    for (path, names) in FUNCTIONS {
        let text = fs::read_to_string(file(path, engine));
        let text = text.map_err(|why| format!("{path}: {why}"))?;
        for name in names {
            let code = function(&text, name).ok_or_else(|| format!("{path}: it has no {name}"))?;
            sources.insert(format!("{path} {name}"), Value::String(code));
        }
    }
    Ok(())
}

/// Adds the classes that texts show, under the titles of their sections, such as `worlds.py World
/// CartPole`.
///
/// Names the title whose file or class is not there.
pub fn add_classes<'a>(
    sources: &mut Map<String, Value>,
    titles: impl Iterator<Item = &'a str>,
    python: &Path,
) -> Result<(), String> {
    for title in titles {
        let told = |why: &str| format!("`## Source: {title}`: {why}");
        let (file, names) = title
            .split_once(' ')
            .ok_or_else(|| told("it needs a file and the classes to show"))?;
        let text = fs::read_to_string(python.join(file));
        let text = text.map_err(|why| told(&format!("{file}: {why}")))?;
        let mut classes = Vec::new();
        for name in names.split_whitespace() {
            let code = class(&text, name);
            classes.push(code.ok_or_else(|| told(&format!("{file} has no class {name}")))?);
        }
        sources.insert(title.to_owned(), Value::String(classes.join("\n\n\n")));
    }
    Ok(())
}

/// Returns a class of a file in Python, which ends before the next line that is not indented.
fn class(text: &str, name: &str) -> Option<String> {
    let starts = [format!("class {name}:"), format!("class {name}(")];
    let lines: Vec<&str> = text.lines().collect();
    let begins = |line: &str| starts.iter().any(|start| line.starts_with(start.as_str()));
    let first = lines.iter().position(|line| begins(line))?;
    let is_inside = |line: &str| line.is_empty() || line.starts_with(' ');
    let inside = lines[first + 1..].iter().take_while(|line| is_inside(line));
    let code = lines[first..=first + inside.count()].join("\n");
    Some(code.trim_end().to_owned())
}

/// Returns the parts of a file in Python, each with its stage's index and an advantage that it
/// belongs to. A part begins at `# Stage: NAME`, or at `# Stage: NAME (gae value)` if it belongs to
/// these advantages alone.
pub fn stages(text: &str) -> Result<Vec<(usize, &'static str, String)>, String> {
    let mut found = Vec::new();
    for part in format!("\n{text}").split(&format!("\n{MARK}")).skip(1) {
        let (head, code) = part.split_once('\n').unwrap_or((part, ""));
        let (name, kinds) = head.split_once(" (").unwrap_or((head, ""));
        let stage = STAGES.iter().position(|stage| *stage == name);
        let stage = stage.ok_or_else(|| format!("no stage is called {name}"))?;
        let kinds: Vec<&str> = kinds.trim_end_matches(')').split_whitespace().collect();
        if let Some(kind) = kinds.iter().find(|kind| !ADVANTAGES.contains(kind)) {
            return Err(format!("no advantage is called {kind}"));
        }
        for advantage in ADVANTAGES {
            if kinds.is_empty() || kinds.contains(&advantage) {
                found.push((stage, advantage, code.trim_end().to_owned()));
            }
        }
    }
    match (0..STAGES.len()).find(|stage| !found.iter().any(|(it, ..)| it == stage)) {
        Some(lacks) => Err(format!("it has no stage {}", STAGES[lacks])),
        None => Ok(found),
    }
}

/// Returns the function of this name without its indentation and without the checks of its
/// arguments, so that it begins with what it computes. The source is formatted: the closing brace
/// of a function has the indentation of its first line.
pub fn function(source: &str, name: &str) -> Option<String> {
    let starts = [format!("fn {name}("), format!("fn {name}<")];
    let lines: Vec<&str> = source.lines().collect();
    let first = lines.iter().position(|line| {
        let line = line.trim_start();
        !line.starts_with("//") && starts.iter().any(|start| line.contains(start.as_str()))
    })?;
    let indent = lines[first].len() - lines[first].trim_start().len();
    let closes = |line: &&str| line.trim_end() == format!("{}}}", " ".repeat(indent));
    let length = lines[first..].iter().position(closes)?;
    let mut statements: Vec<String> = Vec::new();
    for line in &lines[first..=first + length] {
        let line = line.get(indent..).unwrap_or("");
        // Within the function, but no closing line of a statement that began above.
        let begins = line.strip_prefix("    ").is_some_and(|rest| {
            rest.starts_with(|first: char| !first.is_whitespace() && !"})].".contains(first))
        });
        match statements.last_mut() {
            Some(last) if !begins && line != "}" => {
                last.push('\n');
                last.push_str(line);
            }
            _ => statements.push(line.to_owned()),
        }
    }
    statements.retain(|statement| !is_check(statement.trim()));
    Some(statements.join("\n"))
}

/// Returns true for a statement that only refuses arguments.
fn is_check(statement: &str) -> bool {
    let begins = |with: &str| statement.starts_with(with);
    begins("assert")
        || begins("same_rows(")
        || begins("if ") && statement.contains("return Err(")
        || !begins("let ") && statement.ends_with(")?;")
}
