//! Questions that were missed, once more: at the end of a chapter, or on the map.

use leptos::prelude::*;

use super::answers::Answers;
use super::question::QuestionBody;
use super::state::use_course;
use crate::course::{Question, teaches};
use crate::view::once_more::Round;

/// Shows the questions that come back here; nothing if there are none. Which they are is settled
/// when the place opens, so that one that has been answered stays in view.
#[component]
pub fn OnceMore(
    /// The place.
    round: Round,
) -> impl IntoView {
    let course = use_course();
    let due = untrack(|| course.due(round));
    if due.is_empty() {
        return None;
    }
    let cards = due.into_iter();
    let cards = cards.map(|question| view! { <AskedAgain question round /> });
    Some(view! {
        <section class="once-more" aria-labelledby="once-more" data-testid="once-more">
            <h2 id="once-more" tabindex="-1">"Once more"</h2>
            <p class="hint">
                "A question that you missed comes back after the next chapter that you open, or on the map after the last \
                 one, until your first answer is right; your points stay as they are"
            </p>
            {cards.collect_view()}
        </section>
    })
}

#[component]
fn AskedAgain(
    /// The question.
    question: &'static Question,
    /// The place to which it has come back.
    round: Round,
) -> impl IntoView {
    let answers = Answers::fresh(question, round);
    let place = format!("again-{}", question.id);
    let taught = teaches(&question.id).map(|chapter| match round {
        Round::Chapter(key) if key == chapter.key => " · taught in this chapter".into_any(),
        _ => view! {
            " · taught in "
            <a href=chapter.link()>{chapter.title()}</a>
        }
        .into_any(),
    });
    let said = move || {
        answers.verdict().map(|is_right| match is_right {
            true => "Known now: this question does not come back",
            false => "It comes back after another chapter",
        })
    };
    view! {
        <section class="question" id=place.clone() tabindex="-1" data-testid=place>
            <p class="question-id">{question.id.as_str()} {taught}</p>
            <QuestionBody question answers />
            <p class="hint" role="status">
                {said}
            </p>
        </section>
    }
}
