//! Saves all answers as one Markdown file, for handing in.

use leptos::prelude::{document, untrack};

use super::state::Course;
use crate::course::{CHAPTERS, Question, QuestionAnswer, questions};
use crate::ui::browser::files;
use crate::view::progress::GivenAnswer;

/// Saves all answers as `policy-lab-answers.md`.
pub fn save(course: Course) {
    let text = untrack(|| markdown(course));
    files::save("policy-lab-answers.md", text.as_bytes());
}

fn markdown(course: Course) -> String {
    let mut out = "# Answers\n".to_owned();
    for chapter in CHAPTERS {
        let questions = questions(chapter.key);
        if questions.is_empty() {
            continue;
        }
        out.push_str(&format!("\n## {}\n", chapter.title()));
        for question in questions {
            out.push_str(&format!(
                "\n### {} ({} of {} points)\n\n{}\n\n{}\n",
                question.id,
                course.points(question),
                question.points,
                plain(&question.prompt),
                answer(course, question)
            ));
        }
    }
    out
}

fn answer(course: Course, question: &Question) -> String {
    match (&question.answer, course.answer(&question.id)) {
        (QuestionAnswer::Choice(options), Some(GivenAnswer::Choice(chosen))) => options
            .get(chosen)
            .map_or(String::new(), |option| plain(&option.text)),
        (_, Some(GivenAnswer::Number(text) | GivenAnswer::Text { text, .. })) => text,
        _ => "(no answer yet)".to_owned(),
    }
}

/// Returns the text of HTML that comes from the course itself.
pub(super) fn plain(html: &str) -> String {
    let Ok(element) = document().create_element("div") else {
        return String::new();
    };
    element.set_inner_html(html);
    let text = element.text_content().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
