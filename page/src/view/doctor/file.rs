//! A report to take along: one file of text for a forum, an issue or a teacher.

use std::fmt::Write as _;

use super::report::{DoctorFinding, DoctorReport};
use crate::view::format::compact;

/// Returns the name of the file of a report on a script.
pub fn file_name(script: &str) -> String {
    let stem = script.rsplit('/').next().unwrap_or(script);
    format!("{}-report.md", stem.trim_end_matches(".py"))
}

/// Writes a report on a script as Markdown: what was found and what shows it, the returns of its
/// episodes, the versions, and the script itself.
pub fn report_file(file: &str, text: &str, report: &DoctorReport, version: &str) -> String {
    let mut written = format!("# Why does `{file}` not learn?\n\n{}.\n", report.verdict());
    for (place, finding) in report.findings.iter().enumerate() {
        write_finding(&mut written, place + 1, finding, text);
    }
    if !report.probes.is_empty() {
        let _ = write!(written, "\n## Its agent in the five probes\n\n");
        for it in &report.probes {
            let _ = writeln!(
                written,
                "- Probe {}, {} {}: {}",
                it.probe,
                it.asks,
                it.verdict(),
                it.said
            );
        }
    }
    if !report.looked_at.is_empty() {
        let _ = write!(written, "\n## What was looked at\n\n");
        for what in &report.looked_at {
            let _ = writeln!(written, "- {what}");
        }
    }
    for sentence in &report.next {
        let _ = write!(written, "\n{sentence}\n");
    }
    if !report.curve.is_empty() {
        let _ = write!(
            written,
            "\n## Returns of its episodes\n\n{}\n",
            list(&report.curve)
        );
    }
    let _ = write!(
        written,
        "\n## Versions\n\nPolicy Lab {} (build {version}); torch, numpy and gymnasium are the page’s own.\n",
        env!("CARGO_PKG_VERSION")
    );
    // A fence longer than any in the script.
    let fence = "`".repeat(longest_fence(text).max(2) + 1);
    let _ = write!(
        written,
        "\n## The script\n\n{fence}python\n{}\n{fence}\n",
        text.trim_end()
    );
    written
}

fn write_finding(written: &mut String, number: usize, finding: &DoctorFinding, text: &str) {
    let place = finding
        .line
        .map_or(String::new(), |line| format!(" (line {line})"));
    let _ = write!(
        written,
        "\n## {number}. {}{place}\n\n{}\n",
        finding.kind, finding.said
    );
    let evidence = &finding.evidence;
    if !evidence.sentence.is_empty() {
        let _ = write!(written, "\n{}\n", evidence.sentence);
    }
    if !evidence.rows.is_empty() {
        let row = |cells: &[String]| format!("| {} |\n", cells.join(" | ").replace('\n', " "));
        let _ = write!(written, "\n{}", row(&evidence.heads));
        *written += &format!("|{}\n", "---|".repeat(evidence.heads.len()));
        for cells in &evidence.rows {
            *written += &row(cells);
        }
    }
    let old = finding
        .line
        .and_then(|line| text.lines().nth(line.checked_sub(1)?));
    if let (Some(old), Some(new)) = (old, &finding.replaced) {
        let _ = write!(written, "\n```diff\n-{old}\n+{new}\n```\n");
    }
    for sentence in [&finding.cure, &finding.why] {
        if !sentence.is_empty() {
            let _ = write!(written, "\n{sentence}\n");
        }
    }
    if let Some(tried) = &finding.tried {
        let _ = write!(written, "\n{}\n", tried.sentence);
        for (name, curve) in [("As it is", &tried.before), ("Mended", &tried.after)] {
            if !curve.is_empty() {
                let _ = writeln!(written, "\n- {name}: {}", list(curve));
            }
        }
    }
}

fn list(numbers: &[f64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(|it| compact(*it)).collect();
    numbers.join(", ")
}

/// Returns the length of the longest run of backticks.
fn longest_fence(text: &str) -> usize {
    text.split(|letter| letter != '`')
        .map(str::len)
        .max()
        .unwrap_or(0)
}
