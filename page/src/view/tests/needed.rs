use policy_lab::python::protocol::Answer;

use crate::view::needed::needed;

fn answer(name: &str, source: &str) -> Answer {
    Answer {
        source: source.to_owned(),
        names: vec![name.to_owned()],
        known_as: None,
    }
}

#[test]
fn a_cell_gets_the_answers_that_it_names_and_those_that_they_name() {
    let passed = vec![
        answer("model", "model = 1"),
        answer("returns", "def returns(): pass"),
        answer("loss", "def loss(): return model"),
        answer("other", "def other(): return returns()"),
    ];
    let names = |texts: &[&str]| -> Vec<String> {
        let found = needed(texts, passed.clone());
        found.into_iter().map(|it| it.names[0].clone()).collect()
    };
    assert_eq!(names(&["x = loss()", ""]), ["model", "loss"]);
    assert_eq!(
        names(&["", "tests.test_other(other)"]),
        ["returns", "other"]
    );
    // Part of a longer name is not the name.
    assert!(names(&["my_loss, losses, remodel"]).is_empty());
}

/// Four exercises define a class `Agent`, and another one uses all four.
#[test]
fn an_answer_that_is_known_by_another_name_is_needed_by_that_name() {
    let named = |known_as: &str| Answer {
        known_as: Some(known_as.to_owned()),
        ..answer("Agent", "class Agent: pass")
    };
    let passed = vec![named("FirstAgent"), named("SecondAgent")];
    let found = |text: &str| needed(&[text], passed.clone());
    assert_eq!(found("SecondAgent()"), passed[1..]);
    assert_eq!(found("FirstAgent, SecondAgent"), passed);
    assert!(found("class Agent: pass").is_empty(), "its own");
}
