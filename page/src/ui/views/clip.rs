//! The view of the clip lab.

use leptos::prelude::*;

use crate::course::Chapter;
use crate::ui::clip::{ClipLab, use_clip};

/// Shows the clip lab, and collects a rollout as soon as there is a device, so that there is something to see.
#[component]
pub fn ClipView() -> impl IntoView {
    let clip = use_clip();
    let is_asked = StoredValue::new(false);
    Effect::new(move || {
        if clip.is_ready() && !clip.has_rollout() && !is_asked.get_value() {
            is_asked.set_value(true);
            untrack(|| clip.roll_out());
        }
    });
    let chapter = Chapter::find("clip").map(|chapter| {
        view! { <a href=chapter.link()>{format!("Read the chapter: {}", chapter.title())}</a> }
    });
    view! {
        <div class="view view-clip">
            <h1 class="visually-hidden">"Clip lab"</h1>
            <ClipLab />
            <p class="hint">{chapter}</p>
        </div>
    }
}
