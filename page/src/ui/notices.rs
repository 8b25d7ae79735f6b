//! Messages about the page's address, shown until the reader closes them.

use leptos::prelude::*;

use super::lab::use_lab;

/// Shows the messages about the link that opened the page.
#[component]
pub fn Notices() -> impl IntoView {
    let notices = use_lab().address.notices;
    view! {
        <Show when=move || notices.with(|notices| !notices.is_empty())>
            <section class="notice" aria-label="Notices" data-testid="notices">
                <ul>
                    {move || notices.get().into_iter().map(|text| view! { <li>{text}</li> }).collect_view()}
                </ul>
                <button class="quiet" on:click=move |_| notices.set(Vec::new())>
                    "Dismiss"
                </button>
            </section>
        </Show>
    }
}
