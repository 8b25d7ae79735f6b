//! Names of fields and metrics, as they stand in the code.

use leptos::prelude::*;

/// The name, with leave to break a line after each underscore: it may be wider than its place.
pub fn breakable(name: &'static str) -> impl IntoView {
    name.split_inclusive('_')
        .map(|part| view! { {part} <wbr /> })
        .collect_view()
}
