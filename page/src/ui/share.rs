//! A link to the page in its current state.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlInputElement;

use super::lab::use_lab;
use crate::ui::browser::link;

/// The result of the last attempt to copy.
#[derive(Clone, PartialEq)]
enum Outcome {
    /// There was no attempt, or it was some time ago.
    Nothing,
    /// The link is in the clipboard.
    Copied,
    /// The browser refused, so the reader may copy this text.
    Refused(String),
}

/// Shows the button that copies the address of the page in its current state.
#[component]
pub fn CopyLink() -> impl IntoView {
    let lab = use_lab();
    let address = Signal::derive(move || link::address(&lab.page_state()));
    view! {
        <div class="share" data-control="copy-link">
            <CopyAddress label="Copy link" address />
        </div>
    }
}

/// Shows a button that copies an address, and the address itself if the browser refuses to copy.
#[component]
pub fn CopyAddress(
    /// The text of the button.
    label: &'static str,
    /// The address.
    address: Signal<String>,
) -> impl IntoView {
    let outcome = RwSignal::new(Outcome::Nothing);
    let field = NodeRef::<leptos::html::Input>::new();
    let copy = move |_| {
        let address = address.get_untracked();
        spawn_local(async move {
            if write_clipboard(&address).await.is_ok() {
                outcome.set(Outcome::Copied);
                set_timeout(
                    move || outcome.set(Outcome::Nothing),
                    Duration::from_secs(3),
                );
            } else {
                outcome.set(Outcome::Refused(address));
                request_animation_frame(move || {
                    // The field may be gone by now.
                    let _ = field.get_untracked().map(|field| field.focus());
                });
            }
        });
    };
    let select_all = |event: web_sys::FocusEvent| event_target::<HtmlInputElement>(&event).select();
    view! {
        <button class="quiet" on:click=copy>
            {move || if outcome.get() == Outcome::Copied { "Link copied" } else { label }}
        </button>
        {move || match outcome.get() {
            Outcome::Refused(address) => Some(view! {
                <label class="share-by-hand">
                    "The browser does not let the page copy. The link is:"
                    <input
                        node_ref=field
                        class="link-to-copy"
                        readonly
                        prop:value=address
                        on:focus=select_all
                    />
                </label>
            }),
            Outcome::Nothing | Outcome::Copied => None,
        }}
    }
}

/// Writes text to the clipboard.
///
/// # Errors
/// If the browser has no clipboard for this page (plain http on another host) or the reader forbids
/// it.
async fn write_clipboard(text: &str) -> Result<(), JsValue> {
    let clipboard = window().navigator().clipboard();
    // The type does not tell, but without a secure context there is no clipboard, and writing to it
    // would throw.
    if clipboard.is_undefined() {
        return Err(JsValue::UNDEFINED);
    }
    JsFuture::from(clipboard.write_text(text)).await.map(|_| ())
}
