//! Compares the course with the list of what it must contain.

use std::collections::BTreeSet;

mod defaults;
mod items;
mod page;
mod running;
mod seeds;

use policy_lab::config::draft::Draft;
use policy_lab::config::fields::Field;
use policy_lab::config::presets::PRESETS;
use policy_lab_page::course::{
    CHAPTERS, Catalogue, Chapter, CourseStep, EXERCISES, Exercise, QuestionAnswer, SectionKind,
    count_words, questions, reading_minutes, writing_minutes,
};
use policy_lab_page::view::fingerprint::fingerprint;
use policy_lab_page::view::term_card::unmarked;

/// The ids of all exercises. S4-E5, the optimiser, is part of S4-E6.
const EXERCISES_OF_THE_COURSE: &[&str] = &[
    "S0-E1", "S0-E2", "S0-E3", "S0-E4", "S0-E5", "S0-E6", "S0-E7", "S0-E8", "S1-E1", "S1-E2",
    "S1-E3", "S1-X", "S2-E1a", "S2-E1b", "S2-E1c", "S2-E2", "S2-E3", "S2-X", "S3-E1", "S3-E2",
    "S3-E3", "S3-E4", "S4-E1", "S4-E2", "S4-E3", "S4-E4", "S4-E6", "S2-T", "L-E1", "L-E2", "L-E3",
    "B-1", "B-2", "B-3", "B-4", "B-5", "B-6", "B-7", "B-8", "G-E1", "G-E2", "L-E4", "L-E5", "S1-T",
    "S4-T", "S0-T", "H-E1", "H-E2", "V-E1",
];

/// The ids of all questions, with their points; S1-E2q has three parts.
const QUESTIONS_OF_THE_COURSE: &[(&str, u32)] = &[
    ("S1-W1", 1),
    ("S1-W2", 1),
    ("S1-W3", 1),
    ("S1-W4", 1),
    ("S1-W5", 1),
    ("S1-W6", 2),
    ("S1-W7", 2),
    ("S1-W8", 1),
    ("S1-W9", 2),
    ("S1-W10", 2),
    ("S1-W11", 2),
    ("S1-W12", 2),
    ("S1-W13", 2),
    ("S1-W14", 2),
    ("S1-W15", 2),
    ("R-Q1", 0),
    ("R-Q2", 0),
    ("R-Q3", 0),
    ("R-Q4", 0),
    ("R-Q5", 0),
    ("S1-E1q", 5),
    ("P-Q1", 0),
    ("P-Q2", 0),
    ("S1-E3q1", 5),
    ("S1-E3q2", 5),
    ("S2-Q1", 0),
    ("H-Q1", 0),
    ("S2-Q2", 0),
    ("H-Q5", 2),
    ("H-Q6", 1),
    ("H-Q2", 1),
    ("H-Q7", 1),
    ("H-Q3", 0),
    ("H-Q4", 0),
    ("S3-Q1", 0),
    ("S3-Q2", 0),
    ("V-Q1", 0),
    ("V-Q2", 0),
    ("V-Q3", 0),
    ("V-Q4", 0),
    ("V-Q5", 0),
    ("N-Q1", 0),
    ("N-Q2", 0),
    ("N-Q3", 0),
    ("N-Q4", 0),
    ("C-Q1", 0),
    ("C-Q2", 0),
    ("C-Q3", 0),
    ("C-Q4", 0),
    ("A-Q1", 0),
    ("A-Q2", 0),
    ("A-Q3", 0),
    ("BA-Q1", 0),
    ("BA-Q2", 0),
    ("T-Q1", 0),
    ("T-Q2", 0),
    ("T-Q3", 0),
    ("T-Q4", 0),
];

#[test]
fn no_exercise_is_missing() {
    let here: BTreeSet<&str> = EXERCISES.iter().map(|exercise| exercise.id).collect();
    let wanted: BTreeSet<&str> = EXERCISES_OF_THE_COURSE.iter().copied().collect();
    assert_eq!(here, wanted);
    let in_chapters: Vec<&str> = CHAPTERS
        .iter()
        .flat_map(|chapter| chapter.exercises.iter().copied())
        .collect();
    assert_eq!(in_chapters.len(), EXERCISES.len(), "one chapter for each");
    assert_eq!(in_chapters.into_iter().collect::<BTreeSet<_>>(), wanted);
}

/// Every text, exercise and question is one step, where the chapter's text has it.
#[test]
fn a_chapter_is_one_line_of_steps_and_next_is_the_next_of_them() {
    for (place, chapter) in CHAPTERS.iter().enumerate() {
        let steps: Vec<CourseStep> = CourseStep::of(chapter).collect();
        assert_eq!(steps[0], CourseStep::Chapter(chapter), "it begins to read");
        let exercises = steps.iter().filter_map(|step| match step {
            CourseStep::Exercise(exercise) => Some(exercise.id),
            _ => None,
        });
        assert_eq!(exercises.collect::<Vec<_>>(), chapter.exercises);
        let asked: BTreeSet<&str> = (steps.iter())
            .filter_map(|step| match step {
                CourseStep::Question(_, id) => Some(*id),
                _ => None,
            })
            .collect();
        let questions = questions(chapter.key).iter().map(|it| it.id.as_str());
        assert_eq!(asked, questions.collect(), "{}", chapter.key);
        let is_text = |it: &CourseStep| matches!(it, CourseStep::Text(..) | CourseStep::Chapter(_));
        let two_texts = |pair: &[CourseStep]| pair.iter().all(is_text);
        assert!(!steps.windows(2).any(two_texts), "{}", chapter.key);
        let next_chapter = CHAPTERS.get(place + 1).map(CourseStep::Chapter);
        for (place, step) in steps.iter().enumerate() {
            if let CourseStep::Exercise(exercise) = step {
                let next = steps.get(place + 1).copied().or(next_chapter);
                assert_eq!(CourseStep::after(exercise.id), next, "{}", exercise.id);
            }
        }
    }
    assert_eq!(CourseStep::after("S9-E9"), None);
    // The text and a question stand between the second exercise and the third.
    let next = CourseStep::after("S4-E2").expect("a step");
    assert_ne!(next.address(), "?exercise=S4-E3");
    assert!(next.address().starts_with("?lesson=reinforce#"));
}

/// The build cannot check this, because it knows no presets, settings or hooks.
#[test]
fn every_exercise_has_settings_that_call_its_code() {
    for exercise in EXERCISES {
        let draft = exercise.draft();
        let draft = draft.unwrap_or_else(|| panic!("{}: no such settings", exercise.id));
        assert_eq!(draft.preset().id, exercise.preset);
        for (key, text) in exercise.settings {
            let field = Field::find(key).unwrap_or_else(|| panic!("{}: {key}", exercise.id));
            assert_eq!(draft.text(field), *text, "{}", exercise.id);
        }
        let config = draft.config();
        let config = config.unwrap_or_else(|problems| panic!("{}: {problems:?}", exercise.id));
        assert_eq!(
            exercise.missed(&draft, exercise.solution()),
            None,
            "{}",
            exercise.id
        );
        let mut loops = exercise.trains.iter().filter_map(|it| it.reference());
        let is_one = exercise.trains.is_empty() || loops.any(|it| it == draft);
        assert!(is_one, "{}: the settings of one of its loops", exercise.id);
        for part in exercise.parts {
            assert_eq!(
                part.never_called_because(&config, exercise.solution()),
                None,
                "{}: {part:?}",
                exercise.id
            );
            let player = part.name().split('.').next().unwrap_or_default();
            assert!(
                exercise.names.contains(&player),
                "{}: {part:?}",
                exercise.id
            );
        }
    }
}

#[test]
fn settings_that_would_never_call_a_function_are_told_with_the_reason() {
    let exercise = Exercise::find("S0-E3").expect("an exercise");
    let missed = exercise.missed(&Draft::default(), "");
    let (function, why) = missed.expect("PPO takes GAE");
    assert_eq!(function, exercise.parts[0].name());
    assert!(why.contains("GAE"), "{why}");
}

/// Nor can it check this.
#[test]
fn every_chapter_that_trains_has_a_preset_and_three_to_five_of_its_fields() {
    let mut trained = 0;
    for chapter in CHAPTERS {
        let Some(id) = chapter.preset else {
            assert!(chapter.fields.is_empty(), "{}", chapter.key);
            continue;
        };
        let is_known = PRESETS.iter().any(|preset| preset.id == id);
        assert!(is_known, "{}: no preset {id}", chapter.key);
        let draft = chapter.draft().expect("its settings");
        assert_eq!(draft.preset().id, id);
        let count = chapter.fields.len();
        assert!((3..=5).contains(&count), "{}: {count} fields", chapter.key);
        for key in chapter.fields {
            let field = Field::find(key).unwrap_or_else(|| panic!("{}: {key}", chapter.key));
            assert_eq!(field.key, *key, "{}: our own name", chapter.key);
            let is_used = field.is_used_by(draft.algorithm());
            assert!(is_used, "{}: {id} does not use {key}", chapter.key);
        }
        trained += 1;
    }
    assert!(trained >= 6, "{trained} chapters");
}

#[test]
fn a_chapter_takes_as_long_as_its_words_and_its_exercises() {
    let html = "<p>One two <code>three</code>, four</p> <math><mi>x</mi> <mo>+</mo></math> five <em>six</em>";
    assert_eq!(count_words(html), 7);
    assert_eq!((count_words(""), count_words("<p></p>")), (0, 0));
    for chapter in CHAPTERS {
        let minutes = reading_minutes(chapter);
        assert!((1..60).contains(&minutes), "{}: {minutes}", chapter.key);
    }
    // Words of the Markdown, counted by another program: 355 of the warm-up and 1,393 of its
    // questions with their answers; 2,270 of VPG, 756 of its questions and 4,867 of its ten tasks;
    // at 150 a minute.
    let reading = |key: &str| reading_minutes(Chapter::find(key).expect("a chapter"));
    for (key, wanted) in [("warm-up", 12), ("clip", 10), ("vpg", 53)] {
        let counted = reading(key);
        assert!(
            counted.abs_diff(wanted) <= wanted / 8 + 1,
            "{key}: {counted}"
        );
    }
    let minutes = |key: &str| writing_minutes(Chapter::find(key).expect("a chapter"));
    // 20 + 4 × 10–15 + 5 + 5 + 45, as the course's own document says, 15–20 for the reader's own
    // agent, and 15–25 for their own environment.
    assert_eq!(minutes("vpg"), Some((145, 180)));
    assert_eq!(minutes("learning"), Some((35, 45)));
    assert_eq!(minutes("ppo"), Some((110, 170)));
    assert_eq!(minutes("today"), Some((25, 35)));
    assert_eq!(minutes("clip"), None, "it has no exercises");
}

#[test]
fn who_comes_back_goes_on_where_they_were() {
    let exercise = |id: &str| Exercise::find(id).expect("an exercise");
    let ppo = Chapter::find("ppo");
    let resume = |last: &str, lesson, begun: &[&str], passed: &[&str]| {
        let begun = |it: &Exercise| begun.contains(&it.id);
        let passed = |it: &Exercise| passed.contains(&it.id);
        CourseStep::resume(Some(exercise(last)), lesson, begun, passed).map(CourseStep::address)
    };
    assert_eq!(resume("S0-E3", None, &[], &[]), None);
    let to = |address: &str| Some(address.to_owned());
    assert_eq!(resume("S0-E3", ppo, &[], &[]), to("?lesson=ppo"));
    let begun = ["S4-E1"];
    assert_eq!(resume("S4-E1", ppo, &begun, &[]), to("?exercise=S4-E1"));
    // What has passed is behind the reader, and so is what they passed after it.
    let passed = ["S4-E1", "S4-E2"];
    assert_eq!(
        resume("S4-E1", ppo, &begun, &passed),
        CourseStep::after("S4-E2").map(CourseStep::address)
    );
    let chapter = Chapter::find("reinforce").expect("a chapter");
    assert_eq!(
        resume("S4-T", ppo, &[], chapter.exercises),
        CourseStep::after("S4-T").map(CourseStep::address)
    );
    let all: Vec<&str> = EXERCISES.iter().map(|it| it.id).collect();
    assert_eq!(
        resume("B-8", ppo, &[], &all),
        CourseStep::after("B-8").map(CourseStep::address),
        "its questions"
    );
}

#[test]
fn every_exercise_and_every_chapter_has_its_text() {
    let all = Catalogue::english();
    for exercise in EXERCISES {
        let page = all.exercises.get(exercise.id);
        let page = page.unwrap_or_else(|| panic!("no text for {}", exercise.id));
        let count = |kind| page.of(kind).filter(|part| part.html.len() > 40).count();
        assert!(count(SectionKind::Idea) == 1, "{}: an idea", exercise.id);
        let hints = count(SectionKind::Hint);
        assert!((2..=4).contains(&hints), "{}: {hints} hints", exercise.id);
        assert!(count(SectionKind::Solution) == 1, "{}", exercise.id);
        assert!(count(SectionKind::Changed) == 1, "{}", exercise.id);
    }
    for chapter in CHAPTERS {
        let page = all.chapters.get(chapter.key);
        let page = page.unwrap_or_else(|| panic!("no text for {}", chapter.key));
        assert!(page.of(SectionKind::Idea).count() > 0, "{}", chapter.key);
        // Who reads a chapter meets each of its exercises where the text has come to it.
        for id in chapter.exercises {
            assert!(
                page.places(SectionKind::Exercise, id),
                "{}: {id}",
                chapter.key
            );
        }
    }
}

/// What is shown before the texts are loaded.
#[test]
fn the_table_says_what_the_texts_say() {
    let all = Catalogue::english();
    for chapter in CHAPTERS {
        assert_eq!(chapter.title(), all.chapters[chapter.key].title);
        let count = questions(chapter.key).len();
        assert_eq!(chapter.questions, count, "{}", chapter.key);
    }
    for exercise in EXERCISES {
        let page = &all.exercises[exercise.id];
        assert_eq!(exercise.title(), page.title);
        // Whatever terms are marked in them.
        let parts = page.parts.iter();
        let parts = parts.filter(|part| part.kind != SectionKind::Prediction);
        let texts: Vec<String> = parts.map(|part| unmarked(&part.html)).collect();
        let of_all = [exercise.starter(), exercise.check]
            .into_iter()
            .chain(texts.iter().map(String::as_str));
        assert_eq!(exercise.mark, fingerprint(of_all), "{}", exercise.id);
    }
}

#[test]
fn what_is_no_catalogue_is_refused() {
    for text in [
        "",
        "<!doctype html>",
        "{}",
        r#"{"chapters":{},"exercises":{}}"#,
    ] {
        assert!(Catalogue::fill(text).is_err(), "{text}");
    }
    assert!(!Catalogue::english().chapters.is_empty());
    assert!(Catalogue::is_filled());
}

#[test]
fn a_title_names_one_chapter_or_one_exercise() {
    let chapters = CHAPTERS.iter().map(|chapter| chapter.title());
    let exercises = EXERCISES.iter().map(|exercise| exercise.title());
    let mut titles = BTreeSet::new();
    for title in chapters.chain(exercises) {
        assert!(titles.insert(title), "a tab could be any of two: {title}");
    }
}

#[test]
fn no_question_is_missing_and_each_can_be_answered() {
    let all = Catalogue::english();
    let questions: Vec<_> = all.questions.values().flatten().collect();
    for (id, points) in QUESTIONS_OF_THE_COURSE {
        let question = questions.iter().find(|question| question.id == *id);
        let question = question.unwrap_or_else(|| panic!("no question {id}"));
        assert_eq!(question.points, *points, "{id}");
    }
    let parts: Vec<_> = (questions.iter())
        .filter(|question| question.id.starts_with("S1-E2q"))
        .collect();
    let points: u32 = parts.iter().map(|question| question.points).sum();
    assert_eq!((parts.len(), points), (3, 5));
    assert_eq!(
        questions.len(),
        QUESTIONS_OF_THE_COURSE.len() + 3 + 8,
        "three parts of E2q, and a line for each bug"
    );
    let warm_up: u32 = all.questions["warm-up"].iter().map(|it| it.points).sum();
    assert_eq!(warm_up, 24);
    for question in questions {
        match &question.answer {
            QuestionAnswer::Choice(options) => {
                let right = options.iter().filter(|option| option.is_right).count();
                assert!(right == 1 && options.len() >= 2, "{}", question.id);
                let explained = options.iter().all(|option| option.explanation.len() > 10);
                assert!(explained, "{}", question.id);
            }
            QuestionAnswer::Number {
                explanation: text, ..
            }
            | QuestionAnswer::Text(text) => {
                assert!(text.len() > 40, "{}", question.id);
            }
        }
    }
}
