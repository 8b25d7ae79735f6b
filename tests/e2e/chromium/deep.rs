//! Programs that nest deeply, in the Python worker as the page loads it: its stack is a browser's,
//! smaller than any native one.

use policy_lab::protocol::encoding::{decode, encode};
use policy_lab::python::protocol::{Program, PythonAnswer, PythonRequest};
use serde_json::json;

use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

/// A line with the name and what is printed for each, and the program below.
const PROGRAMS: &str = include_str!("deep.py");
/// Starts a worker of its own, hands it all requests once it is ready, and keeps its answers.
const START: &str = "const worker = new Worker('python_loader.js'), requests = arguments[0];
    window.answers = [];
    worker.onmessage = ({ data }) => {
        if (typeof data === 'string') return window.ended ??= JSON.parse(data).Ended;
        window.answers.push([...new Uint8Array(data)]);
        while (requests.length) worker.postMessage(new Uint8Array(requests.shift()).buffer);
    };";
const TAKE: &str = "return [window.answers.splice(0), window.ended ?? null]";

fn request(source: &str) -> Vec<u8> {
    let program = Program {
        notebook: "deep".to_owned(),
        file: "deep.py".to_owned(),
        source: source.to_owned(),
        ..Program::default()
    };
    encode(&PythonRequest::RunProgram(program)).expect("a request")
}

/// Returns what each program has printed, and the class of the exception that ended it.
async fn outcomes(page: &Page, sources: &[&str]) -> Vec<(String, Option<String>)> {
    let requests: Vec<_> = sources.iter().map(|source| request(source)).collect();
    page.script(START, vec![json!(requests)]).await;
    let (mut outcomes, mut printed) = (Vec::new(), String::new());
    while outcomes.len() < sources.len() {
        let next = sources[outcomes.len()];
        let (answers, ended): (Vec<Vec<u8>>, Option<String>) = page
            .until(next, 120, || async {
                let taken = page.script(TAKE, vec![]).await;
                let taken = serde_json::from_value(taken).expect("answers");
                (taken != (Vec::new(), None)).then_some(taken)
            })
            .await;
        for answer in answers {
            match decode(&answer).expect("an answer") {
                PythonAnswer::Printed(text) => printed.push_str(&text),
                PythonAnswer::Ran(failure) => {
                    let kind = failure.map(|failure| failure.kind);
                    outcomes.push((std::mem::take(&mut printed), kind));
                }
                PythonAnswer::Ended(why) => panic!("{why}\n{}", sources[outcomes.len()]),
                _ => {}
            }
        }
        assert_eq!(ended, None, "{}", sources[outcomes.len()]);
    }
    outcomes
}

/// CPython's own limit holds, or memory's; Python lives on, and what was there before is there
/// still.
#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn what_nests_deeply_ends_and_takes_nothing_along() {
    let programs = PROGRAMS.split("\n# -- ").skip(1);
    let programs: Vec<_> = programs
        .map(|part| {
            let (head, source) = part.split_once('\n').expect("a program");
            let (name, printed) = head.split_once(':').expect("a name and what is printed");
            (name, printed.trim_start(), source)
        })
        .collect();
    assert!(programs.len() > 50);
    let mut sources = vec!["kept = 41"];
    for (_, _, source) in &programs {
        sources.extend([source, "print(kept)"]);
    }
    with_page(Adapter::None, "device=cpu&view=scratch", async |page| {
        let outcomes = outcomes(page, &sources).await;
        let mut complaints = Vec::new();
        for ((name, expected, _), outcome) in programs.iter().zip(outcomes[1..].chunks(2)) {
            let [(printed, kind), (kept, _)] = outcome else {
                unreachable!("two outcomes for each program");
            };
            let is_limit = matches!(
                kind.as_deref(),
                None | Some("RecursionError" | "IndentationError")
            );
            if !printed.starts_with(expected) || !is_limit || kept != "41\n" {
                complaints.push(format!("{name}: {printed}{kind:?}, then {kept}"));
            }
        }
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    });
}
