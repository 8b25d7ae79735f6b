//! A link to the page as it stands.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlInputElement;

use super::lab::use_lab;
use super::{focus, link};

/// What came of the last attempt to copy.
#[derive(Clone, PartialEq)]
enum Outcome {
    /// None was made, or it is long ago.
    Nothing,
    /// The link is in the clipboard.
    Copied,
    /// The browser refused; the reader may copy this.
    Refused(String),
}

/// The button that copies the address, and the address itself where the browser refuses.
#[component]
pub fn CopyLink() -> impl IntoView {
    let lab = use_lab();
    let outcome = RwSignal::new(Outcome::Nothing);
    let copy = move |_| {
        let address = link::address(&untrack(|| lab.page_state()));
        spawn_local(async move {
            if write_clipboard(&address).await.is_ok() {
                outcome.set(Outcome::Copied);
                set_timeout(
                    move || outcome.set(Outcome::Nothing),
                    Duration::from_secs(3),
                );
            } else {
                outcome.set(Outcome::Refused(address));
                request_animation_frame(|| focus::on("link-to-copy"));
            }
        });
    };
    let select_all = |event: web_sys::FocusEvent| event_target::<HtmlInputElement>(&event).select();
    view! {
        <div class="share">
            <button class="quiet" on:click=copy>
                {move || if outcome.get() == Outcome::Copied { "Link copied" } else { "Copy link" }}
            </button>
            {move || match outcome.get() {
                Outcome::Refused(address) => Some(view! {
                    <label class="share-by-hand">
                        "The browser does not let the page copy. The link is:"
                        <input
                            id="link-to-copy"
                            readonly
                            prop:value=address
                            on:focus=select_all
                        />
                    </label>
                }),
                Outcome::Nothing | Outcome::Copied => None,
            }}
        </div>
    }
}

/// Puts text into the clipboard.
///
/// # Errors
/// When the browser has no clipboard for this page (plain http on another host) or the reader forbids it.
async fn write_clipboard(text: &str) -> Result<(), JsValue> {
    let navigator: JsValue = window().navigator().into();
    // Looked up by name: without a secure context the property is missing, and the typed call would throw.
    let clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into())?;
    let clipboard: web_sys::Clipboard = if clipboard.is_undefined() {
        return Err(JsValue::NULL);
    } else {
        clipboard.unchecked_into()
    };
    JsFuture::from(clipboard.write_text(text)).await.map(|_| ())
}
