//! Sentences with code in them.

use leptos::prelude::*;

use crate::view::code_type::{Stretch, stretches};

/// Shows a sentence in which backticks mark code.
pub fn prose(text: &str) -> impl IntoView + use<> {
    typed(stretches(text))
}

/// Shows stretches of text, with code as code.
pub fn typed(stretches: Vec<Stretch>) -> impl IntoView {
    let stretches = stretches.into_iter().map(|it| match it.is_code {
        true => view! { <code>{it.text}</code> }.into_any(),
        false => it.text.into_any(),
    });
    stretches.collect_view()
}
