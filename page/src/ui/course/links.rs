//! Links in course texts that set up the lab, such as `?preset=vpg-probe&env_id=probe4`. They set the form, the
//! chapter and the exercise as that address of the page would, without loading the page again.
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent};

use super::state::Course;
use crate::ui::browser::{focus, link};

/// Returns a click handler that follows such links. It leaves all other links to the browser.
pub fn follow(course: Course) -> impl Fn(MouseEvent) + Clone + 'static {
    move |event: MouseEvent| {
        let is_plain = !event.ctrl_key() && !event.meta_key() && !event.shift_key();
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let anchor = target.and_then(|target| target.closest("a[href^='?']").ok().flatten());
        let query = anchor.and_then(|anchor| anchor.get_attribute("href"));
        if let (true, Some(query)) = (is_plain, query) {
            event.prevent_default();
            let (state, _) = link::read_query(&query);
            course.set_up(state);
            focus::on("lab");
        }
    }
}
