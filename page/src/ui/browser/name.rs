//! Names of fields and metrics, as in the code.

use leptos::prelude::*;

/// Renders the name so that a line may break after each underscore, because it may be wider than its box.
pub fn breakable(name: &'static str) -> impl IntoView {
    name.split_inclusive('_')
        .map(|part| view! { {part} <wbr /> })
        .collect_view()
}
