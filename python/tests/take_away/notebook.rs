//! The run as a notebook.

use policy_lab::config::TrainConfig;
use policy_lab::python::part::Part;
use policy_lab::python::protocol::Program;
use policy_lab_page::view::take_away::{self, OwnFunctions};
use policy_lab_python::cell::Python;
use serde_json::Value;

use super::own::{exercise_of, settings_of, solved};
use super::{
    PROVIDED, all, interpreter, is_by_return, preset, run, shorter, two_iterations, with_returns,
    written,
};

/// Names the interpreter that has nbformat, nbclient, ipykernel and matplotlib beside torch.
const JUPYTER: &str = "POLICY_LAB_JUPYTER";

fn notebook(config: &TrainConfig, own: &OwnFunctions) -> Value {
    let text = take_away::notebook(config, own, &PROVIDED).expect("a notebook");
    serde_json::from_str(&text).expect("JSON")
}

/// Returns the code cells, each with the title above it.
fn code(notebook: &Value) -> Vec<(String, String)> {
    let cells = notebook["cells"].as_array().expect("cells");
    let of = |cell: &Value, kind: &str| {
        (cell["cell_type"] == kind).then(|| cell["source"].as_str().expect("a text").to_owned())
    };
    let pairs = cells.windows(2).filter_map(|pair| {
        let title = of(&pair[0], "markdown")?;
        Some((title.strip_prefix("## ")?.to_owned(), of(&pair[1], "code")?))
    });
    pairs.collect()
}

/// Returns settings for two short iterations.
fn short(config: TrainConfig) -> TrainConfig {
    let config = shorter(config);
    TrainConfig {
        total_timesteps: two_iterations(&config).parse().expect("steps"),
        ..config
    }
}

/// Requires that a notebook has told how the second iteration went.
fn assert_told(printed: &str, name: &str, config: &TrainConfig) {
    let measure = match is_by_return(config) {
        false => ": episodes of ",
        // Those of these tasks are negative.
        true => " episodes with a return of -",
    };
    let mut lines = printed.lines();
    let second = lines.find(|line| line.starts_with("iteration 2: "));
    let is_told = second.is_some_and(|line| line.contains(measure));
    assert!(is_told, "{name}: {printed}");
}

/// Returns the notebooks to run: of each algorithm, with all that settings bring in, and with
/// functions of the reader's.
fn notebooks() -> Vec<(String, TrainConfig, OwnFunctions)> {
    let ids = ["reinforce-quick", "vpg-quick", "ppo-quick", "ppo-spin"];
    let ids = ids
        .into_iter()
        .chain(["ppo-probe", "ppo-homework-gae", "reinforce-episodes"]);
    let mut found: Vec<_> = ids
        .map(|id| (id.to_owned(), short(preset(id)), OwnFunctions::default()))
        .collect();
    for part in [Part::Advantages, Part::VpgObjective, Part::Dance] {
        let answer = solved(exercise_of(part));
        let own = OwnFunctions::of(&[part.name()], &[answer]);
        found.push((format!("own-{part:?}"), short(settings_of(part)), own));
    }
    for (name, config) in with_returns() {
        found.push((name.to_owned(), short(config), OwnFunctions::default()));
    }
    found
}

#[test]
fn a_notebook_has_a_cell_for_each_step() {
    let notebook = notebook(&preset("ppo-quick"), &OwnFunctions::default());
    assert_eq!(
        (&notebook["nbformat"], &notebook["nbformat_minor"]),
        (&4.into(), &5.into())
    );
    let titles: Vec<String> = code(&notebook).into_iter().map(|it| it.0).collect();
    assert_eq!(
        titles,
        [
            "Imports",
            "Settings",
            "Environment",
            "Networks",
            "Rollout",
            "Advantages",
            "Loss",
            "Learning",
            "Training",
            "Chart",
            "Save the networks"
        ]
    );
    let head = notebook["cells"][0]["source"].as_str().expect("a text");
    assert!(
        head.starts_with("# PPO on CartPole\n") && head.contains("AsyncVectorEnv"),
        "{head}"
    );
    for (name, config) in all() {
        let chart = match is_by_return(&config) {
            true => "mean return",
            false => "mean episode length",
        };
        let cells = code(&self::notebook(&config, &OwnFunctions::default()));
        let is_plotted = cells.iter().any(|(_, text)| text.contains(chart));
        assert!(is_plotted, "{name}");
        for (title, text) in cells {
            assert!(
                !text.contains("argparse") && !text.contains("__main__"),
                "{name}, {title}"
            );
            assert!(!text.starts_with(' '), "{name}, {title}:\n{text}");
        }
    }
}

/// The cells run one after another in the page's own scratchpad.
#[test]
fn a_notebook_runs_in_the_scratchpad() {
    let python = Python::new();
    for (name, config, own) in notebooks() {
        let mut printed = String::new();
        for (title, source) in code(&notebook(&config, &own)) {
            let outcome = python.run_program(&Program {
                notebook: name.clone(),
                file: "cell.py".to_owned(),
                source,
                ..Program::default()
            });
            assert_eq!(outcome.failure, None, "{name}, {title}");
            printed += &outcome.output;
        }
        assert_told(&printed, &name, &config);
    }
}

/// Skipped without the interpreter: Jupyter's own package finds nothing wrong, and its kernel runs
/// the cells.
#[test]
fn a_notebook_runs_in_jupyter() {
    let Some(python) = interpreter(
        JUPYTER,
        "nbformat, nbclient, ipykernel, matplotlib and torch",
    ) else {
        return;
    };
    let check = "import sys, nbformat, nbclient\nbook = nbformat.read(sys.argv[1], as_version=4)\nnbformat.validate(book)\nnbclient.NotebookClient(book).execute(cwd=sys.argv[2])\nprint(''.join(o.get('text', '') for c in book.cells for o in c.get('outputs', [])))\n";
    let check = written("run_notebook.py", check);
    let folder = check.parent().expect("a folder");
    for (name, config, own) in notebooks() {
        let text = take_away::notebook(&config, &own, &PROVIDED).expect("a notebook");
        let path = written(&format!("{name}.ipynb"), &text);
        let at = path.to_str().expect("a path");
        let said = run(&python, &check, &[at, folder.to_str().expect("a path")]);
        assert_told(&said, &name, &config);
    }
}
