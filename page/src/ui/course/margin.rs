//! The margin beside a chapter: the settings that it speaks of, and the run on show.

use leptos::prelude::*;

use super::set_up::SetUp;
use super::state::use_course;
use crate::course::Chapter;
use crate::ui::charts::{HeadlineChart, ValuesTable};
use crate::ui::form::ShortForm;
use crate::ui::grid::CartGrid;
use crate::ui::lab::use_lab;
use crate::ui::presenter::use_presenter;
use crate::ui::run_button::{RunButton, RunReason};

/// Shows the settings of the open chapter, and the carts and the curve of the run, whatever it
/// trains.
#[component]
pub fn Margin() -> impl IntoView {
    let (course, lab) = (use_course(), use_lab());
    // A presentation has panels of its own for these.
    let presenter = use_presenter();
    let set_up = move || {
        let wanted = course.chapter.get()?.draft()?;
        Some(view! { <SetUp wanted about="This chapter trains " /> })
    };
    // Then the bar at the foot has the button.
    let may_train = Memo::new(move |_| {
        let chapter = course.chapter.get().and_then(Chapter::draft);
        chapter.is_some() && !lab.has_run() && !presenter.is_on()
    });
    // Those of the form stand in the lab; in a presentation both could be on the page.
    let fields = move || {
        let chapter = course.chapter.get().filter(|_| !presenter.is_on())?;
        Some(view! { <ShortForm fields=chapter.fields.to_vec() /> })
    };
    // What one looks up has no run beside it.
    let shows_run = Memo::new(move |_| {
        let is_looked_up = |chapter: &Chapter| chapter.number().is_none();
        !presenter.is_on() && !course.chapter.get().is_some_and(is_looked_up)
    });
    view! {
        <aside class="lesson-margin" aria-label="The run beside the text">
            {set_up}
            {fields}
            <Show when=move || may_train.get()>
                <div class="margin-train"><RunButton is_quiet=true /> <RunReason /></div>
            </Show>
            <Show when=move || shows_run.get()>
                <CartGrid />
                <HeadlineChart />
                <ValuesTable />
            </Show>
        </aside>
    }
}
