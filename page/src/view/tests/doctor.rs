//! What the doctor is asked, what it says, and the report to take along.

use serde_json::json;

use crate::view::doctor::report::{ClippedBatch, DoctorReport, paths, read};
use crate::view::doctor::{asking, file_name, report_file, with_line};

const SCRIPT: &str = "loss = (log_prob * ret).sum()\nprint('''```''')\n";

fn found() -> DoctorReport {
    let text = json!({
        "findings": [
            {
                "kind": "sign-of-loss", "line": 1, "said": "The loss has the wrong sign", "sure": "certain",
                "hint": "Look at what `backward` is called on", "why": "It makes good actions rarer.",
                "cure": "Put a minus before it.", "replaced": "loss = -(log_prob * ret).sum()",
                "evidence": {"sentence": "Weights and returns", "heads": ["step", "weight"], "rows": [["1", "-2.5"]]},
                "tried": {"sentence": "From 20 to 180", "before": [20.0, 18.0], "after": [20.0, 180.0]},
                "lesson": "?lesson=reinforce",
            },
            {"kind": "same-seed", "line": 9, "said": "Every reset has one seed", "sure": "remark"},
        ],
        "looked_at": ["the gradient at the logits"],
        "curve": [20.0, 18.5],
        "probes": [{"probe": 4, "asks": "Does reward move the policy?", "state": "passed", "said": "from 50 to 98 of 100"}],
    });
    read(text.to_string().as_bytes()).expect("a report")
}

#[test]
fn a_question_holds_the_whole_script() {
    let asked = asking("a = \"TEXT\"\nFILE", "dir/TEXT.py");
    assert!(
        asked.contains(r#"shown("a = \"TEXT\"\nFILE", "dir/TEXT.py")"#),
        "{asked}"
    );
}

#[test]
fn the_first_sentence_says_how_much_was_found() {
    let mut report = found();
    assert_eq!(
        report.verdict(),
        "Found a mistake, in line 1, and 1 more below it"
    );
    assert!(report.has_hint());
    report.findings.remove(0);
    assert_eq!(report.verdict(), "One remark, in line 9");
    assert!(!report.has_hint());
    report.findings.clear();
    assert!(report.verdict().starts_with("Nothing was found"));
    report.trouble = Some("The script uses no environment of this page".to_owned());
    assert_eq!(
        report.verdict(),
        "The script uses no environment of this page"
    );
    assert!(read(b"{\"findings\": 1}").is_err());
}

#[test]
fn a_line_is_mended_and_the_others_stay() {
    let mended = with_line(SCRIPT, 1, "loss = 0").expect("a line");
    assert_eq!(
        mended,
        SCRIPT.replacen("loss = (log_prob * ret).sum()", "loss = 0", 1)
    );
    assert_eq!(with_line(SCRIPT, 0, ""), None);
    assert_eq!(with_line(SCRIPT, 4, ""), None);
}

#[test]
fn both_curves_have_the_same_axes() {
    let [before, after] = paths([&[0.0, 50.0, 0.0], &[0.0, 100.0]], (100.0, 10.0));
    assert_eq!(before, "M0.0 10.0L50.0 5.0L100.0 10.0");
    assert_eq!(after, "M0.0 10.0L50.0 0.0");
    assert_eq!(paths([&[3.0], &[]], (1.0, 1.0)), ["", ""]);
    let [gap] = paths([&[f64::NAN, 1.0, 3.0]], (2.0, 2.0));
    assert_eq!(gap, "M1.0 2.0L2.0 0.0");
}

#[test]
fn a_sample_is_held_back_where_the_clip_takes_its_gradient_away() {
    let batch = ClippedBatch {
        ratios: vec![1.0, 1.3, 1.3, 0.7, 0.7, 9.0],
        advantages: vec![1.0, 2.0, -2.0, -1.0, 1.0, -1.0],
        low: 0.8,
        high: 1.2,
        line: 1,
    };
    let held: Vec<bool> = batch.samples().map(|it| it.is_held).collect();
    assert_eq!(held, [false, true, false, true, false, false]);
    let samples: Vec<_> = batch.samples().collect();
    assert_eq!((samples[0].x, samples[0].y), (0.5, 0.25));
    assert_eq!((samples[1].y, samples[2].y, samples[5].x), (0.0, 1.0, 1.0));
    let across = [batch.across(0.5), batch.across(1.5)];
    assert_eq!(across, [0.0, 1.0]);
}

#[test]
fn a_report_has_everything_that_a_forum_asks_for() {
    assert_eq!(file_name("runs/agent.py"), "agent-report.md");
    let text = report_file("agent.py", SCRIPT, &found(), "77");
    for part in [
        "# Why does `agent.py` not learn?",
        "## 1. sign-of-loss (line 1)",
        "The loss has the wrong sign",
        "| step | weight |\n|---|---|\n| 1 | -2.5 |",
        "-loss = (log_prob * ret).sum()\n+loss = -(log_prob * ret).sum()",
        "- Mended: 20, 180",
        "## 2. same-seed (line 9)",
        "20, 18.5",
        "- Probe 4, Does reward move the policy? passed: from 50 to 98 of 100",
        "(build 77)",
        "````python\nloss = (log_prob",
    ] {
        assert!(text.contains(part), "no {part:?} in:\n{text}");
    }
}
