//! The view of the clip lab.

use leptos::prelude::*;

use crate::course::Chapter;
use crate::ui::clip::ClipLab;

/// Shows the clip lab, with a link to its chapter.
#[component]
pub fn ClipView() -> impl IntoView {
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
