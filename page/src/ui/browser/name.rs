//! Names of fields and metrics, as in the code.

use leptos::prelude::*;

/// Renders the name so that a line may break after each underscore, because it may be wider than
/// its box. No translator is to change it: code and addresses have it as it is.
pub fn breakable(name: &'static str) -> impl IntoView {
    let parts = name
        .split_inclusive('_')
        .map(|part| view! { {part} <wbr /> })
        .collect_view();
    view! { <span translate="no">{parts}</span> }
}
