//! The browser's address, history and title, which follow the place that the page shows. Going to
//! another place adds an entry to the history; Back and Forward show the places of its entries
//! again, and never touch a run or a setting. Links between places are ordinary links, such as
//! `?lesson=ppo`, which this module follows without loading the page.

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, MouseEvent};

use super::charts::ALL_CHARTS;
use super::course::{Course, CourseTexts, use_course, use_texts};
use super::form::reveal;
use super::lab::{Lab, use_lab};
use crate::course::{Chapter, Exercise};
use crate::ui::browser::{element, focus, link};
use crate::view::place::{Change, HistoryEntry, Place, change};
use policy_lab::config::fields::Field;
use policy_lab::config::url::View;

/// Time without a change after which the current entry is rewritten. Browsers refuse to rewrite it
/// very often.
const WRITE_AFTER: Duration = Duration::from_millis(300);

/// The id of the element that holds the view, which gets the focus when another view opens.
pub const VIEW_ID: &str = "view";

/// Keeps the address, the history and the title, listens to Back and Forward, and follows the
/// page's own links.
pub fn keep_place() {
    let (lab, course) = (use_lab(), use_course());
    let place = StoredValue::new(untrack(|| lab.address.place()));
    // When the current entry was added; `None` after opening the page and after Back, because that
    // entry is to stay.
    let added = StoredValue::new(None::<f64>);
    let settings_timer = StoredValue::new(None::<TimeoutHandle>);
    let scroll_timer = StoredValue::new(None::<TimeoutHandle>);
    reopen(lab);
    // A chapter cannot be scrolled before its text is there.
    let texts = use_texts();
    Effect::new(move |before: Option<()>| {
        if texts.get() == CourseTexts::Ready && before.is_some() {
            scroll_to(lab, lab.address.scroll.get_untracked());
        }
    });

    Effect::new(move |before: Option<_>| {
        let state = lab.page_state();
        let now = Place::of(&state);
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
        if change == Change::Gone {
            // The entry that is left says what it showed, whatever waited for its time to be
            // written.
            link::replace(&before, &HistoryEntry { scroll });
            link::push(&state, &entry(lab));
        } else {
            link::replace_place(&state, &entry(lab));
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

    // A link that was opened in a tab of its own may name a part of a text, which comes after the
    // page.
    Effect::new(move |was_ready: Option<bool>| {
        let is_ready = texts.get() == CourseTexts::Ready;
        let hash = location().hash().unwrap_or_default();
        if let (true, Some(id)) = (is_ready && was_ready != Some(true), hash.strip_prefix('#')) {
            focus_soon(id.to_owned());
        }
        is_ready
    });

    let on_back = window_event_listener(ev::popstate, move |_| {
        stop(settings_timer);
        stop(scroll_timer);
        added.set_value(None);
        let (state, _) = link::read();
        let back = Place::of(&state);
        let is_other_view = lab.address.view.get_untracked() != back.view;
        course.go_to(&back);
        if is_other_view {
            focus_soon(VIEW_ID.to_owned());
        }
        // An entry without a scroll was made by a link to a part of what is shown.
        if let Some(entry) = link::entry() {
            scroll_to(lab, entry.scroll);
        }
        document().set_title(&title(&back));
        place.set_value(untrack(|| lab.address.place()));
        rewrite(lab);
    });
    let on_click = window_event_listener(ev::click, move |event| follow(course, lab, &event));
    on_cleanup(move || {
        on_back.remove();
        on_click.remove();
        stop(settings_timer);
        stop(scroll_timer);
    });
}

/// Follows one of the page's own links, such as `?lesson=ppo#questions`, without loading the page
/// again. All other links, and clicks that open another tab, are left to the browser.
fn follow(course: Course, lab: Lab, event: &MouseEvent) {
    let is_plain = event.button() == 0
        && !event.ctrl_key()
        && !event.meta_key()
        && !event.shift_key()
        && !event.alt_key()
        && !event.default_prevented();
    let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    let anchor = target.and_then(|target| target.closest("a[href^='?']").ok().flatten());
    let address = anchor.and_then(|anchor| anchor.get_attribute("href"));
    let (true, Some(address)) = (is_plain, address) else {
        return;
    };
    event.prevent_default();
    let (query, fragment) = address.split_once('#').unwrap_or((&address, ""));
    let (state, _) = link::read_query(query);
    let view = state.view;
    let is_other_view = lab.address.view.get_untracked() != view;
    if query.contains("device=") {
        lab.follow_device(state.device);
    }
    if let Some(sweep) = &state.sweep {
        lab.address.sweep.set(sweep.clone());
    }
    if let Some(world) = &state.world {
        lab.address.world.set(Some(world.clone()));
    }
    course.follow(state, link::names_settings(query));
    let goal = match fragment {
        "" if is_other_view => VIEW_ID,
        "" if view == View::Read => "lesson",
        "" => return,
        fragment => fragment,
    };
    focus_soon(goal.to_owned());
}

/// Shows a view, with the chapter or the exercise that was open in it last.
pub fn open_view(lab: Lab, view: View) {
    lab.address.view.set(view);
    focus_soon(VIEW_ID.to_owned());
}

/// Moves the focus to an element of the place that opens, and unfolds what it is folded into; to
/// the view if it is not there. The view is drawn in the first frame, in which a chapter is also
/// scrolled to its beginning.
fn focus_soon(id: String) {
    request_animation_frame(move || {
        request_animation_frame(move || match (Field::find(&id), element::with_id(&id)) {
            (Some(field), _) => reveal(field.key),
            (None, Some::<HtmlElement>(goal)) => {
                element::unfold(&goal);
                focus::on(&id);
            }
            // A chart may not be in sight yet.
            (None, None) => match element::with_id::<HtmlElement>(ALL_CHARTS) {
                Some(all) if id.starts_with("chart-") => {
                    all.click();
                    request_animation_frame(move || focus::on(&id));
                }
                _ => focus::on(VIEW_ID),
            },
        });
    });
}

/// Scrolls the chapter to where the reader left it, if the page was loaded again. Then writes what
/// is shown to the first entry, whose address stays as the link wrote it.
fn reopen(lab: Lab) {
    if let Some(left) = link::entry() {
        scroll_to(lab, left.scroll);
    }
    link::mark(&entry(lab));
}

/// Returns what the history should keep of the place that the page shows.
fn entry(lab: Lab) -> HistoryEntry {
    HistoryEntry {
        scroll: lab.address.scroll.get_untracked(),
    }
}

/// Rewrites the current entry, so that its address says what the page shows.
fn rewrite(lab: Lab) {
    link::replace(&untrack(|| lab.page_state()), &entry(lab));
}

/// Returns the title of a place.
fn title(place: &Place) -> String {
    let exercise = place.exercise.as_deref().and_then(Exercise::find);
    let chapter = place.lesson.as_deref().and_then(Chapter::find);
    let name = exercise.map(Exercise::title);
    place.title(name.or(chapter.map(Chapter::title)))
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
