//! Terms in texts: which words are marked, and the lines of the glossary that say how texts write a
//! term.

use std::fs;

use serde_json::Value;

use super::{course, course_of, put, refusal_of};

const GLOSSARY: &str = "# Glossary

## advantage
also: advantage function
How much better.

## discount (gamma)
A factor.

## log-probability
A logarithm.

## policy
A rule.

## policy gradient
A gradient.

## return
only: the [return], critic's [return]
not: the return key
A sum.
";

/// Returns the catalogue of a course with this glossary and this chapter.
fn catalogue(test: &str, chapter: &str) -> Value {
    let root = course_of(test);
    put(&root, "chapters/glossary.md", GLOSSARY);
    put(
        &root,
        "chapters/chapter-one.md",
        &format!("---\nposition: 10\n---\n# One\n\n{chapter}"),
    );
    let questions = "## Q-1 text 2\nWhy a policy?\n---\nThe policy has an advantage.\n\n## Q-2 choice 1\nA policy?\n\n- [x] A policy :: \
                     The policy has an advantage.\n- [ ] An advantage :: No advantage.\n";
    put(&root, "chapters/questions-one.md", questions);
    let course = course::read(&root).expect("a course");
    serde_json::from_str(&course.catalogue()).expect("JSON")
}

/// Returns a text with `[` and `]` in place of the marks, without other tags.
fn shown(html: &Value) -> String {
    let html = html.as_str().expect("HTML");
    let html = html
        .replace("<a class=\"term\"", "[<a")
        .replace("</a>", "]");
    let pieces = html.split('<').map(|piece| {
        let text = piece.split_once('>').map_or(piece, |(_, text)| text);
        text.to_owned()
    });
    pieces.collect::<String>().trim().replace('\n', " ")
}

fn parts(test: &str, chapter: &str) -> Vec<String> {
    let catalogue = catalogue(test, chapter);
    let parts = catalogue["chapters"]["one"]["parts"].as_array();
    let parts = parts.expect("sections").iter();
    parts.map(|part| shown(&part["html"])).collect()
}

#[test]
fn the_first_use_of_a_term_is_a_link_to_its_place_on_the_map() {
    let catalogue = catalogue("marks", "## Idea\nA policy and a policy.\n");
    let html = catalogue["chapters"]["one"]["parts"][0]["html"].as_str();
    let mark = r##"A <a class="term" data-term="term-policy" href="?view=map#term-policy">policy</a> and a policy."##;
    assert!(html.expect("HTML").contains(mark), "{html:?}");
    let own = catalogue["glossary"][3]["html"].as_str();
    assert_eq!(own, Some("<p>A rule.</p>\n"));
}

#[test]
fn words_are_found_in_their_forms_and_the_longest_wins() {
    let text = "## Idea\nPolicies, log-probabilities, the policy\ngradient, Advantage functions, GAMMA and off-policy gammas.\n";
    assert_eq!(
        parts("forms", text),
        [
            "[Policies], [log-probabilities], the [policy gradient], [Advantage functions], [GAMMA] and off-policy gammas."
        ]
    );
    let text = "## Idea\nIt returns. Press the return key. The critic's return is the return.\n";
    assert_eq!(
        parts("brackets", text),
        ["It returns. Press the return key. The critic’s [return] is the return."]
    );
}

#[test]
fn code_formulas_links_and_headings_are_left_alone() {
    let text = "## Idea\n### A policy\n`policy` $policy$ [policy](?lesson=one)\n\n```python\npolicy\n```\n\n| policy |\n| --- |\n| *policy* |\n";
    let shown = parts("plain", text);
    assert_eq!(shown[0].matches('[').count(), 1, "{shown:?}");
    assert!(shown[0].ends_with("[policy]"), "{shown:?}");
}

#[test]
fn what_is_folded_marks_a_term_for_itself() {
    let text = "## Aside: One\nA policy.\n\n## Idea\nA policy.\n\n## Derivation: Two\nA policy, an advantage.\n\n## Idea\nA policy, an advantage.\n";
    assert_eq!(
        parts("folded", text),
        [
            "A [policy].",
            "A [policy].",
            "A policy, an [advantage].",
            "A policy, an [advantage]."
        ]
    );
}

#[test]
fn a_question_marks_its_text_and_its_explanations_and_no_option() {
    let catalogue = catalogue("questions", "## Idea\nA policy.\n");
    let questions = &catalogue["questions"]["one"];
    assert_eq!(shown(&questions[0]["prompt"]), "Why a [policy]?");
    let model = &questions[0]["answer"]["Text"];
    assert_eq!(shown(model), "The policy has an [advantage].");
    let options = &questions[1]["answer"]["Choice"];
    assert_eq!(shown(&options[0]["text"]), "A policy");
    assert_eq!(
        shown(&options[0]["explanation"]),
        "The policy has an [advantage]."
    );
    assert_eq!(shown(&options[1]["text"]), "An advantage");
    assert_eq!(shown(&options[1]["explanation"]), "No [advantage].");
}

#[test]
fn a_new_term_changes_no_exercise() {
    let root = course_of("no-new-term");
    let table = course::read(&root).expect("a course").table();
    let glossary = fs::read_to_string(root.join("chapters/glossary.md")).expect("a file");
    let more = glossary.replace("## sum", "## still\nAt rest.\n\n## sum");
    put(&root, "chapters/glossary.md", &more);
    let course = course::read(&root).expect("a course");
    assert!(course.catalogue().contains(">Still</a> the idea"));
    assert_eq!(course.table(), table, "nor its fingerprint");
}

#[test]
fn a_form_that_cannot_be_used_is_named() {
    let file = "chapters/glossary.md";
    let said = refusal_of("form-twice", file, "All of it.", "also: mean\nAll of it.");
    assert_eq!(
        said,
        format!("{file}: `## sum`: another term is written “mean” too")
    );
    let said = refusal_of(
        "form-empty",
        file,
        "All of it.",
        "only: a] [sum\nAll of it.",
    );
    assert_eq!(
        said,
        format!("{file}: `## sum`: the brackets of “a] [sum” hold nothing")
    );
    let said = refusal_of("form-alone", file, "All of it.", "also: total");
    assert_eq!(said, format!("{file}: `## sum` has no meaning below it"));
}
