//! The sections of a text, in the order in which it is written.

use leptos::prelude::*;

use super::cards::ExerciseCards;
use super::question::QuestionCard;
use crate::course::{Exercise, Page, Section, SectionKind, question, source, text_place};
use crate::ui::figures::FigureView;
use crate::ui::lab::use_lab;
use crate::ui::predict::PredictionView;
use policy_lab::config::Algorithm;
use policy_lab::config::draft::Draft;

/// Shows what one reads of a text. Derivations, asides and code are folded; hints and solutions are
/// shown elsewhere.
#[component]
pub fn Sections(
    /// The text.
    page: &'static Page,
) -> impl IntoView {
    let lab = use_lab();
    let algorithm = Memo::new(move |_| lab.settings.draft.with(Draft::algorithm));
    let texts = page
        .parts
        .chunk_by(|one, next| one.kind.is_text() == next.kind.is_text());
    let mut place = 0;
    let show_all = |text: &'static [Section]| {
        // Where the text goes on after an exercise or a question, a step of the course begins.
        let begin = match text.iter().all(|section| section.kind.is_text()) {
            true => {
                place += 1;
                (place > 1).then(|| view! { <span class="text-place" id=text_place(place - 1) tabindex="-1"></span> })
            }
            false => None,
        };
        let shown: Vec<_> = text
            .iter()
            .map(|section| show(section, algorithm))
            .collect();
        view! { {begin} {shown} }
    };
    texts.map(show_all).collect_view()
}

fn show(section: &'static Section, algorithm: Memo<Algorithm>) -> AnyView {
    let title = section.title.as_str();
    let prose = move || view! { <div class="prose" inner_html=section.html.as_str()></div> };
    match section.kind {
        SectionKind::Idea => {
            let heading = (!title.is_empty()).then(|| view! { <h2 inner_html=title></h2> });
            view! { {heading} {prose()} }.into_any()
        }
        SectionKind::Algorithm => {
            view! { <Show when=move || algorithm.get().key() == title>{prose()}</Show> }.into_any()
        }
        SectionKind::Figure => {
            view! { <FigureView name=title.to_owned() caption=section.html.clone() /> }.into_any()
        }
        SectionKind::Derivation | SectionKind::Aside => view! {
            <details class="aside">
                <summary inner_html=title></summary>
                {prose()}
            </details>
        }
        .into_any(),
        SectionKind::Source => {
            let (file, classes) = title.split_once(' ').unwrap_or((title, ""));
            let classes = classes.replace(' ', " and ");
            view! {
                <details class="aside" data-testid="source-code">
                    <summary>{format!("The source of {classes}, in {file}")}</summary>
                    {prose()}
                    <pre class="difference" tabindex="0">{source(title)}</pre>
                </details>
            }
            .into_any()
        }
        SectionKind::Exercise => {
            let exercises = Exercise::find(title).into_iter().collect();
            view! { {prose()} <ExerciseCards exercises /> }.into_any()
        }
        SectionKind::Question => {
            let card = question(title).map(|question| view! { <QuestionCard question /> });
            view! { {prose()} {card} }.into_any()
        }
        SectionKind::Prediction => view! { <PredictionView section /> }.into_any(),
        SectionKind::Changed | SectionKind::Hint | SectionKind::Solution => ().into_any(),
    }
}
