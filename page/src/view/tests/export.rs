use serde_json::Value;

use crate::view::export::{ExportedExercise, notebook, python};

const PROVIDED: [(&str, &str); 3] = [
    (
        "reference.py",
        "\"\"\"Ours.\"\"\"\n\nimport torch as t\n\n\ndef given():\n    pass\n",
    ),
    ("gym/__init__.py", "import gymnasium\n"),
    ("course.py", "import gym\nfrom reference import *\n"),
];
const STARTER: &str = "def given():\n    raise NotImplementedError()\n";

fn exercise<'a>(
    id: &'a str,
    names: &'a [&'a str],
    text: Option<&'a str>,
    has_passed: bool,
) -> ExportedExercise<'a> {
    ExportedExercise {
        id,
        title: "Sums",
        names,
        known_as: None,
        is_last: false,
        bug_in: None,
        starter: STARTER,
        solution: "def ours(): pass",
        text,
        has_passed,
    }
}

/// Returns the part of a file that belongs to the exercise `A-1`.
fn part(exercise: ExportedExercise<'_>) -> String {
    let file = python(&[exercise], &PROVIDED);
    let (_, part) = file.split_once("# %% A-1 Sums\n").expect("its heading");
    part.to_owned()
}

#[test]
fn only_what_has_passed_runs() {
    let own = "def given():\n    return 1\n";
    assert_eq!(
        part(exercise("A-1", &["given"], Some(own), true)),
        "# Passed.\n\ndef given():\n    return 1\n"
    );
    assert_eq!(
        part(exercise("A-1", &["given"], Some(own), false)),
        "# Not passed yet: the reference stands in.\n#\n# def given():\n#     return 1\n"
    );
    let untouched = "# Not begun: the reference stands in.\n#\n# def given():\n#     raise NotImplementedError()\n";
    assert_eq!(part(exercise("A-1", &["given"], None, false)), untouched);
    // A pass belongs to a text: without one there is nothing that could have passed.
    for text in [None, Some(STARTER)] {
        assert_eq!(part(exercise("A-1", &["given"], text, true)), untouched);
    }
}

#[test]
fn our_solution_stands_in_where_the_page_provides_nothing() {
    for names in [&["other"][..], &["given", "other"], &["give"]] {
        let open = exercise("A-1", names, None, false);
        let ours = part(open);
        assert!(
            ours.starts_with("# Not begun: our solution stands in.\n"),
            "{ours}"
        );
        assert!(ours.ends_with("\n\ndef ours(): pass\n"), "{ours}");
        let known = ExportedExercise {
            known_as: Some("OurSum"),
            ..open
        };
        assert!(part(known).ends_with(&format!("\nOurSum = {}\n", names[0])));
        let last = ExportedExercise {
            is_last: true,
            ..open
        };
        let kept = part(last);
        assert!(!kept.contains("def ours"), "{kept}");
        assert!(
            kept.starts_with("# Not begun. Nothing is built of it.\n"),
            "{kept}"
        );
    }
}

#[test]
fn a_bug_to_find_never_runs() {
    let bug = ExportedExercise {
        bug_in: Some("S-1"),
        ..exercise("A-1", &["given"], Some("def given(): return 2"), true)
    };
    assert_eq!(
        part(bug),
        "# Passed. It does not run here, because S-1 defines the same name.\n#\n# def given(): return 2\n"
    );
}

#[test]
fn what_asks_the_model_follows_a_reader_s_model() {
    let part = part(exercise("A-1", &["model"], Some("model = 1\n"), true));
    assert!(
        part.contains("\nmodel = 1\n\n_follow_model(globals())"),
        "{part}"
    );
}

#[test]
fn a_file_of_the_page_is_a_module_and_the_last_one_is_plain() {
    let file = python(&[], &PROVIDED);
    for wanted in [
        "\n@_provides(\"reference\")\ndef _names():\n    \"\"\"Ours.\"\"\"\n\n    import torch as t\n\n\n    def given():\n        pass\n\n    return locals()\n",
        "\n@_provides(\"gym\")\ndef _names():\n    import gymnasium\n\n    return locals()\n",
        "\nimport gym\nfrom reference import *\n",
    ] {
        assert!(file.contains(wanted), "{file}");
    }
    assert!(file.contains("# 0 of 0 exercises have passed"), "{file}");
}

#[test]
fn a_notebook_has_a_cell_for_each_part() {
    let exercises = [
        exercise("A-1", &["given"], Some("given = 1\n"), true),
        exercise("A-2", &["given"], Some("given = 2\n"), false),
    ];
    let text = notebook(&exercises, &PROVIDED);
    let book: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        (&book["nbformat"], &book["nbformat_minor"]),
        (&4.into(), &5.into())
    );
    let cells = book["cells"].as_array().expect("cells");
    let told = |cell: &Value| {
        format!(
            "{}: {}",
            cell["cell_type"].as_str().unwrap_or(""),
            cell["source"].as_str().unwrap_or("")
        )
    };
    let told: Vec<String> = cells.iter().map(told).collect();
    assert_eq!(
        told[told.len() - 4..],
        [
            "markdown: ## A-1 Sums\n\nPassed.",
            "code: given = 1",
            "markdown: ## A-2 Sums\n\nNot passed yet: the reference stands in.",
            "raw: given = 2",
        ]
    );
    assert!(
        told[0].contains("1 of 2 exercises have passed"),
        "{}",
        told[0]
    );
    for cell in cells {
        let is_code = cell["cell_type"] == "code";
        assert_eq!(cell.get("outputs").is_some(), is_code, "{cell}");
    }
}
