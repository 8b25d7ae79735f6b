//! Links in course texts: to a chapter or an exercise, or such as set up the lab, `?preset=vpg-probe&env_id=probe4`. They
//! do what that address of the page would, without loading the page again.

use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent};

use super::state::Course;
use crate::course::Exercise;
use crate::ui::browser::{focus, link};

/// Returns a click handler that follows such links. It leaves all other links to the browser.
pub fn follow(course: Course) -> impl Fn(MouseEvent) + Clone + 'static {
    move |event: MouseEvent| {
        let is_plain = !event.default_prevented()
            && !event.ctrl_key()
            && !event.meta_key()
            && !event.shift_key();
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let anchor = target.and_then(|target| target.closest("a[href^='?']").ok().flatten());
        let query = anchor.and_then(|anchor| anchor.get_attribute("href"));
        if let (true, Some(query)) = (is_plain, query) {
            event.prevent_default();
            go(course, &query);
        }
    }
}

/// Goes where a query leads. One that names only a place leaves the settings alone.
fn go(course: Course, query: &str) {
    match query.split_once('=') {
        Some(("?view", "read")) => course.open(""),
        Some(("?lesson", key)) if !key.contains('&') => {
            course.open(key);
            focus::on("lesson");
        }
        Some(("?exercise", id)) if !id.contains('&') => {
            if let Some(exercise) = Exercise::find(id) {
                course.bench.choose(exercise);
                focus::on("exercise");
            }
        }
        _ => {
            course.set_up(link::read_query(query).0);
            focus::on("lab");
        }
    }
}
