//! The course's demands on the page: items of the list, links, figures.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use policy_lab::config::url;
use policy_lab::protocol::metrics::CHARTS;
use policy_lab_page::course::{
    CHAPTERS, Catalogue, Comparison, EXERCISES, Exercise, Figure, QuestionAnswer, SectionKind,
    asks, chapter_page, engine, questions, since, source, teaches,
};
use policy_lab_page::view::term_card::unmarked;

use super::items::{BLANKS, ITEMS, NAMED_TESTS};

/// Returns all HTML of the course, each text with its name.
fn texts() -> Vec<(String, &'static str)> {
    let all = Catalogue::english();
    let pages = all.chapters.iter().chain(&all.exercises);
    let pages = pages.map(|(name, page)| (name.as_str(), page));
    let pages = pages.chain([("page", &all.page)]);
    let parts = pages.flat_map(|(name, page)| {
        let parts = page.parts.iter();
        let texts = parts.flat_map(|part| [&part.html, &part.revealed]);
        texts.map(|html| (name.to_owned(), html.as_str()))
    });
    let terms = all.glossary.iter();
    let terms = terms.map(|term| (term.name.clone(), term.html.as_str()));
    let questions = all.questions.values().flatten();
    let questions = questions.map(|it| (it.id.clone(), it.prompt.as_str()));
    parts.chain(terms).chain(questions).collect()
}

#[test]
fn no_item_of_the_list_is_missing() {
    let all = Catalogue::english();
    let pages = all.chapters.values().chain(all.exercises.values());
    let parts = pages.flat_map(|page| &page.parts);
    let ids: BTreeSet<&str> = parts
        .flat_map(|part| part.ids.iter().map(String::as_str))
        .collect();
    let missing: Vec<_> = ITEMS.iter().filter(|item| !ids.contains(**item)).collect();
    assert!(missing.is_empty(), "no section holds {missing:?}");
}

#[test]
fn no_blank_and_no_named_test_is_missing() {
    for (id, name) in BLANKS {
        let exercise = Exercise::find(id).unwrap_or_else(|| panic!("no exercise {id}"));
        let starts = [
            format!("def {name}("),
            format!("class {name}"),
            format!("{name} ="),
        ];
        let mut found = starts
            .iter()
            .filter_map(|start| exercise.starter().find(start.as_str()));
        let start = found.next();
        let start = start.unwrap_or_else(|| panic!("{id}: nothing to write named {name}"));
        assert!(
            exercise.starter()[start..].contains("NotImplementedError"),
            "{id}: {name} is written already"
        );
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../course/exercises");
    for (id, test) in NAMED_TESTS {
        let exercise = Exercise::find(id).unwrap_or_else(|| panic!("no exercise {id}"));
        assert!(exercise.check.contains(test), "{id} does not run {test}");
        let checks = fs::read_to_string(folder.join(id).join("test.py")).expect("the checks");
        assert!(
            checks.contains(&format!("def {test}(")),
            "{id} has no {test}"
        );
    }
}

#[test]
fn links_into_the_lab_can_be_followed() {
    let mut count = 0;
    for (name, html) in texts() {
        for link in html.split("href=\"").skip(1) {
            let address = link.split('"').next().unwrap_or_default();
            let Some(query) = address.strip_prefix('?') else {
                panic!("{name}: a link that leaves the page: {address}");
            };
            let query = query.split('#').next().unwrap_or_default();
            let query = query.replace("&amp;", "&");
            let pairs = query.split('&').map(|pair| {
                let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
                (key.to_owned(), decode(value))
            });
            let pairs: Vec<(String, String)> = pairs.collect();
            let (state, notices) = url::read(pairs.iter().map(|(k, v)| (k.as_str(), v.as_str())));
            assert!(notices.is_empty(), "{name}: {query}: {notices:?}");
            let config = state.draft.config();
            assert!(config.is_ok(), "{name}: {query}: {config:?}");
            if let Some(id) = &state.exercise {
                assert!(Exercise::find(id).is_some(), "{name}: {query}");
            }
            count += 1;
        }
    }
    assert!(count >= 20, "{count} links");
}

/// Decodes `%20` and `+` as a browser does.
fn decode(text: &str) -> String {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'+' => out.push(b' '),
            b'%' => {
                let code: String = bytes.by_ref().take(2).map(char::from).collect();
                out.push(u8::from_str_radix(&code, 16).expect("two digits"));
            }
            byte => out.push(byte),
        }
    }
    String::from_utf8(out).expect("a text")
}

#[test]
fn every_prediction_has_runs_that_can_be_drawn_and_every_bug_asks_for_one() {
    let all = Catalogue::english();
    let pages = all.chapters.values().chain(all.exercises.values());
    let sections = pages.flat_map(|page| page.of(SectionKind::Prediction));
    let sections: Vec<_> = sections.collect();
    for section in &sections {
        let key = &section.title;
        let found = Comparison::find(key).unwrap_or_else(|| panic!("no runs {key}"));
        assert!(!found.curves.is_empty(), "{key}: nothing to draw");
        for curve in &found.curves {
            let is_known = CHARTS.iter().any(|info| info.key() == curve.metric);
            assert!(is_known, "{key}: no chart {}", curve.metric);
        }
        for (name, html) in [("asked", &section.html), ("revealed", &section.revealed)] {
            assert!(html.len() > 40, "{key}: {name}: {html}");
        }
    }
    for bug in EXERCISES.iter().filter(|it| it.bug_in.is_some()) {
        let asks = sections.iter().any(|section| section.title == bug.id);
        assert!(asks, "{}: no prediction", bug.id);
    }
}

#[test]
fn every_figure_that_a_text_asks_for_exists_and_every_figure_is_asked_for() {
    let all = Catalogue::english();
    let pages = all.chapters.values().chain(all.exercises.values());
    let in_texts = pages.flat_map(|page| page.of(SectionKind::Figure));
    let in_texts = in_texts.map(|part| part.title.as_str());
    let in_questions = all.questions.values().flatten();
    let in_questions = in_questions.filter_map(|it| it.figure.as_deref());
    let asked: BTreeSet<&str> = in_texts.chain(in_questions).collect();
    let known: BTreeSet<&str> = Figure::ALL.iter().map(|(name, _)| *name).collect();
    assert_eq!(asked, known);
}

#[test]
fn links_to_a_figure_lead_to_the_chapter_that_shows_it() {
    let mut count = 0;
    for (name, html) in texts() {
        for link in html.split("href=\"").skip(1) {
            let address = link.split('"').next().unwrap_or_default();
            let Some((query, figure)) = address.split_once("#figure-") else {
                continue;
            };
            let chapter = query.strip_prefix("?lesson=");
            let chapter = chapter.and_then(|key| Catalogue::english().chapters.get(key));
            let mut figures = chapter
                .into_iter()
                .flat_map(|it| it.of(SectionKind::Figure));
            let is_there = figures.any(|part| part.title == figure);
            assert!(is_there, "{name}: {address}");
            count += 1;
        }
    }
    assert!(count >= 3, "{count} links to figures");
}

#[test]
fn code_grows_out_of_what_came_before() {
    let place = |id: &str| EXERCISES.iter().position(|exercise| exercise.id == id);
    let mut compared = 0;
    for exercise in EXERCISES {
        if let Some(before) = since(exercise.id) {
            assert!(
                place(before).is_some() && place(before) < place(exercise.id),
                "{before} before {}",
                exercise.id
            );
            compared += 1;
        }
    }
    assert!(compared >= 12, "{compared} are compared");
    let keys = CHAPTERS.iter().map(|chapter| chapter.key);
    let keys = keys.chain(EXERCISES.iter().map(|exercise| exercise.id));
    let shown: Vec<_> = keys.filter_map(engine).collect();
    assert_eq!(shown.len(), 8);
    let of_chapters = CHAPTERS.iter().filter_map(|chapter| chapter.engine);
    let of_exercises = EXERCISES.iter().filter_map(|exercise| exercise.engine);
    let named = of_chapters.chain(of_exercises).count();
    assert_eq!(shown.len(), named, "a file that a text names is not shown");
    for file in shown {
        assert!(source(file.name).contains("pub fn"), "{}", file.name);
    }
}

/// Beside the chapter that steps them stand the very classes that run.
#[test]
fn the_source_of_cartpole_is_that_of_the_file() {
    let worlds = include_str!("../../../python/lib/worlds.py");
    let vpg = chapter_page("vpg").expect("a text");
    let section = vpg.of(SectionKind::Source).next().expect("a source");
    assert!(section.html.len() > 40, "{}", section.html);
    let classes: Vec<&str> = source(&section.title).split("\n\n\n").collect();
    assert_eq!(classes.len(), 2, "{}", section.title);
    for (class, begins, last) in [
        (classes[0], "class World:\n", "    def close(self):"),
        (
            classes[1],
            "class CartPole(World):\n",
            "    def terminated(self):",
        ),
    ] {
        assert!(worlds.contains(class), "{class}");
        assert!(class.starts_with(begins), "{class}");
        assert!(class.contains(last), "{class}");
        assert!(!class.contains("\nclass "), "{class}");
    }
}

#[test]
fn every_mark_leads_to_a_term_and_stands_in_prose() {
    let terms: BTreeSet<String> = (Catalogue::english().glossary.iter())
        .map(|term| term.id())
        .collect();
    let mut met = BTreeSet::new();
    for (name, html) in texts() {
        for mark in html.split("<a class=\"term\" data-term=\"").skip(1) {
            let id = mark.split('"').next().unwrap_or_default();
            assert!(terms.contains(id), "{name}: {id}");
            let link = format!("{id}\" href=\"?view=map#{id}\">");
            let word = mark
                .strip_prefix(&link)
                .and_then(|it| it.split("</a>").next());
            let word = word.unwrap_or_else(|| panic!("{name}: {id} leads elsewhere"));
            assert!(!word.is_empty() && !word.contains('<'), "{name}: {word}");
            met.insert(id.to_owned());
        }
        let is_marked = html.contains("class=\"term\"");
        assert!(!is_marked || unmarked(html).len() < html.len(), "{name}");
        assert!(!unmarked(html).contains("class=\"term\""), "{name}");
    }
    assert!(met.len() > 55, "{} of {} terms", met.len(), terms.len());
    let options = Catalogue::english().questions.values().flatten();
    let options = options.filter_map(|question| match &question.answer {
        QuestionAnswer::Choice(options) => Some(options),
        _ => None,
    });
    for option in options.flatten() {
        assert!(
            !option.text.contains("<a"),
            "a press chooses it: {}",
            option.text
        );
    }
}

#[test]
fn a_text_marks_a_term_once() {
    for (key, page) in &Catalogue::english().chapters {
        let open = page
            .parts
            .iter()
            .filter(|part| matches!(part.kind, SectionKind::Idea | SectionKind::Figure));
        let html: String = open.map(|part| part.html.as_str()).collect();
        let marks = html.split("data-term=\"").skip(1);
        let marks: Vec<&str> = marks.filter_map(|it| it.split('"').next()).collect();
        let ids: BTreeSet<&str> = marks.iter().copied().collect();
        assert_eq!(ids.len(), marks.len(), "{key}: {marks:?}");
    }
}

#[test]
fn what_the_diagnostic_asks_is_taught_later() {
    let table = chapter_page("warm-up").map(|page| &page.parts[0].html);
    for question in questions("warm-up") {
        let chapter = teaches(&question.id).expect("a chapter");
        assert_ne!(chapter.key, "warm-up", "{}", question.id);
        let number = question.id.trim_start_matches("S1-");
        let row = table.into_iter().flat_map(|html| html.split("<tr>"));
        let mut row = row.filter(|row| row.contains(&chapter.link()));
        assert!(
            row.any(|row| names(row, number)),
            "{number}: {}",
            chapter.key
        );
    }
    for chapter in CHAPTERS.iter().filter(|it| it.key != "warm-up") {
        for question in questions(chapter.key) {
            assert_eq!(teaches(&question.id), Some(chapter));
            assert_eq!(asks(&question.id), Some(chapter));
        }
    }
}

/// Returns true if the first cell of a row names a question, alone or within `W1 to W6`.
fn names(row: &str, number: &str) -> bool {
    let cell = row.split("</td>").next().unwrap_or_default();
    let cell = cell.replace("<td>", "");
    let value = |text: &str| text.trim().trim_start_matches('W').parse::<u32>().ok();
    cell.split(',').any(|item| match item.split_once(" to ") {
        Some((first, last)) => value(first) <= value(number) && value(number) <= value(last),
        None => value(item) == value(number),
    })
}
