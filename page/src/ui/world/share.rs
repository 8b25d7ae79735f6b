//! The class in a link, and as a file.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::state::{WorldState, use_world};
use crate::ui::browser::{files, link, packing};
use crate::ui::share::CopyAddress;
use crate::view::world::{MOST_BYTES, file_name, link as letters};
use policy_lab::config::url::{PageState, View};

/// Time without a change of the text after which its link is made.
const REST: Duration = Duration::from_millis(400);

/// The link to the class.
#[derive(Clone, Debug, PartialEq)]
enum ClassLink {
    /// It is being made.
    Waiting,
    /// The whole address.
    Short(String),
    /// Why there is none.
    Refused(String),
}

impl WorldState {
    /// Opens the class of a link. It does not run: a link must not start anything.
    pub(super) fn open_link(self, packed: String) {
        spawn_local(async move {
            match unpacked(&packed).await {
                Some(text) => {
                    if self.text() == text {
                        return;
                    }
                    self.put(&text);
                    self.tell(
                        false,
                        "This class came with the link. Nothing of it has run yet: look through it, then check it",
                    );
                }
                None => self.tell(true, letters::BROKEN),
            }
        });
    }
}

async fn unpacked(packed: &str) -> Option<String> {
    if packed.is_empty() || packed.len() > letters::MOST_READ {
        return None;
    }
    let bytes = packing::unpacked(&letters::bytes(packed)?).await?;
    let text = String::from_utf8(bytes).ok()?;
    (text.len() <= MOST_BYTES).then_some(text)
}

async fn link_to(text: &str) -> ClassLink {
    let Some(packed) = packing::packed(text.as_bytes()).await else {
        return ClassLink::Refused(letters::UNABLE.to_owned());
    };
    let state = PageState {
        view: View::World,
        world: Some(letters::letters(&packed)),
        ..PageState::default()
    };
    let address = link::address(&state);
    match address.chars().count() {
        found if found > letters::MOST => ClassLink::Refused(letters::too_long(found)),
        _ => ClassLink::Short(address),
    }
}

/// Shows the buttons that copy a link to the class and save it as a file.
#[component]
pub fn ShareClass() -> impl IntoView {
    let world = use_world();
    let found = RwSignal::new(ClassLink::Waiting);
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let clear = move || {
        if let Some(Some(timer)) = timer.try_get_value() {
            timer.clear();
        }
    };
    let text = Memo::new(move |_| world.kept.with(|kept| kept.text.clone()));
    Effect::new(move || {
        text.track();
        found.set(ClassLink::Waiting);
        clear();
        let make = move || {
            let text = text.get_untracked();
            spawn_local(async move {
                let made = link_to(&text).await;
                // The reader may have gone on writing, or left.
                if text_is(world, &text) {
                    let _ = found.try_set(made);
                }
            });
        };
        timer.set_value(set_timeout_with_handle(make, REST).ok());
    });
    on_cleanup(clear);
    let save = move |_| {
        let text = world.text();
        if !files::save(&file_name(&text), text.as_bytes()) {
            world.tell(
                true,
                "The browser did not take the file. Allow downloads for this page and try again",
            );
        }
    };
    let address = Signal::derive(move || match found.get() {
        ClassLink::Short(address) => address,
        ClassLink::Waiting | ClassLink::Refused(_) => String::new(),
    });
    let refusal = Memo::new(move |_| match found.get() {
        ClassLink::Refused(why) => Some(why),
        ClassLink::Waiting | ClassLink::Short(_) => None,
    });
    let is_short = Memo::new(move |_| matches!(found.get(), ClassLink::Short(_)));
    let refuse = move |_| {
        if let Some(why) = refusal.get_untracked() {
            world.tell(true, why);
        }
    };
    view! {
        <span class="world-share" data-testid="share-world">
            <Show
                when=move || is_short.get()
                fallback=move || {
                    view! {
                        <button class="quiet" disabled=move || refusal.with(Option::is_none) on:click=refuse>
                            "Copy a link to it"
                        </button>
                    }
                }
            >
                <CopyAddress label="Copy a link to it" address />
            </Show>
            <button class="quiet" data-testid="save-world" on:click=save>"Save as .py"</button>
        </span>
    }
}

fn text_is(world: WorldState, text: &str) -> bool {
    world.kept.with_untracked(|kept| kept.text == text)
}
