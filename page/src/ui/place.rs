//! The browser's address, history and title, which follow the place that the page shows. Going to another place adds an
//! entry to the history; Back and Forward show the places of its entries again, and never touch a run or a setting.

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;

use super::course::use_course;
use super::lab::{Lab, use_lab};
use super::presenter::use_presenter;
use crate::course::{Chapter, Exercise};
use crate::ui::browser::link;
use crate::view::place::{Change, HistoryEntry, Place, Subject, change};

/// Time without a change after which the current entry is rewritten. Browsers refuse to rewrite it very often.
const WRITE_AFTER: Duration = Duration::from_millis(300);

/// Keeps the address, the history and the title, and listens to Back and Forward.
pub fn keep_place() {
    let (lab, course, presenter) = (use_lab(), use_course(), use_presenter());
    let place = StoredValue::new(untrack(|| lab.place()));
    // When the current entry was added; `None` after opening the page and after Back, because that entry is to stay.
    let added = StoredValue::new(None::<f64>);
    let settings_timer = StoredValue::new(None::<TimeoutHandle>);
    let scroll_timer = StoredValue::new(None::<TimeoutHandle>);
    reopen(lab);

    Effect::new(move |before: Option<_>| {
        let state = lab.page_state();
        let now = Place::of(&state, lab.address.subject.get());
        let then = place.get_value();
        let Some(before) = before else {
            // The address stays as the link wrote it until the reader changes something.
            document().set_title(&title(&now));
            return state;
        };
        stop(settings_timer);
        let shown_millis = added.get_value().map(|added| now_millis() - added);
        let change = change(&then, &now, shown_millis);
        if change == Change::Same {
            start(settings_timer, move || rewrite(lab));
            return state;
        }
        stop(scroll_timer);
        let scroll = lab.address.scroll.get_untracked();
        if then.lesson != now.lesson {
            scroll_to(lab, 0);
        }
        let entry = entry(lab);
        if change == Change::Gone {
            // The entry that is left says what it showed, whatever waited for its time to be written.
            link::replace(
                &before,
                &HistoryEntry {
                    place: then,
                    scroll,
                },
            );
            link::push(&state, &entry);
        } else {
            link::replace_place(&state, &entry);
        }
        added.set_value(Some(now_millis()));
        // Not earlier: it would be the title of the entry that was left.
        document().set_title(&title(&now));
        place.set_value(now);
        state
    });

    Effect::new(move |before: Option<()>| {
        lab.address.scroll.track();
        if before.is_some() {
            stop(scroll_timer);
            start(scroll_timer, move || link::mark(&entry(lab)));
        }
    });

    let listener = window_event_listener(ev::popstate, move |_| {
        stop(settings_timer);
        stop(scroll_timer);
        added.set_value(None);
        match link::entry() {
            Some(back) => {
                presenter.go_back(&back.place);
                course.go_back(&back.place);
                scroll_to(lab, back.scroll);
            }
            // The reader followed a link within the page, for which the browser has added an entry.
            None => follow_fragment(lab),
        }
        let now = untrack(|| lab.place());
        document().set_title(&title(&now));
        place.set_value(now);
        rewrite(lab);
    });
    on_cleanup(move || {
        listener.remove();
        stop(settings_timer);
        stop(scroll_timer);
    });
}

/// Scrolls the chapter to where the reader left it, if the page was loaded again. Then writes what is shown to the first
/// entry, whose address stays as the link wrote it.
fn reopen(lab: Lab) {
    let left = link::entry().filter(|left| left.place.lesson == lab.address.lesson.get_untracked());
    if let Some(left) = left {
        scroll_to(lab, left.scroll);
    }
    link::mark(&entry(lab));
}

/// Takes over what the reader went to by a link within the page, such as `#lesson` on a phone.
fn follow_fragment(lab: Lab) {
    let has_lesson = lab.address.lesson.with_untracked(Option::is_some);
    match location().hash().unwrap_or_default().as_str() {
        "#lesson" if has_lesson => lab.address.subject.set(Subject::Chapter),
        "#cells-title" => lab.address.subject.set(Subject::Exercise),
        _ => {}
    }
}

/// Returns what the history should keep of the place that the page shows.
fn entry(lab: Lab) -> HistoryEntry {
    HistoryEntry {
        place: untrack(|| lab.place()),
        scroll: lab.address.scroll.get_untracked(),
    }
}

/// Rewrites the current entry, so that its address says what the page shows.
fn rewrite(lab: Lab) {
    link::replace(&untrack(|| lab.page_state()), &entry(lab));
}

/// Returns the title of a place.
fn title(place: &Place) -> String {
    let chapter = place.lesson.as_deref().and_then(Chapter::find);
    let exercise = place.exercise.as_deref().and_then(Exercise::find);
    place.title(match place.subject {
        Subject::Page => None,
        Subject::Chapter => chapter.map(Chapter::title),
        Subject::Exercise => Some(exercise.unwrap_or_else(Exercise::first).title()),
    })
}

/// Scrolls the column with the chapter's text, once that text is there.
fn scroll_to(lab: Lab, pixels: i32) {
    lab.address.scroll.set(pixels);
    request_animation_frame(move || {
        if let Some(column) = document().get_element_by_id("lesson") {
            column.set_scroll_top(pixels);
        }
    });
}

fn start(timer: StoredValue<Option<TimeoutHandle>>, write: impl FnOnce() + 'static) {
    timer.set_value(set_timeout_with_handle(write, WRITE_AFTER).ok());
}

fn stop(timer: StoredValue<Option<TimeoutHandle>>) {
    if let Some(timer) = timer.get_value() {
        timer.clear();
    }
}

fn now_millis() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}
