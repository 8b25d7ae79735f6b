//! The difference of two code texts, line by line: removed, added and unchanged lines.

use std::mem;

use leptos::prelude::*;

use crate::course::{Engine, source};

/// Number of unchanged lines shown around a change.
const AROUND: usize = 2;

/// Shows the difference of two texts.
#[component]
pub fn Difference(
    /// The old text.
    before: String,
    /// The new text.
    after: String,
) -> impl IntoView {
    // Without the last line break, which it takes for a line of its own.
    let changes = diff::lines(before.trim_end(), after.trim_end());
    let is_change = |change: &diff::Result<&str>| !matches!(change, diff::Result::Both(..));
    let is_near = |index: usize| {
        let until = (index + AROUND + 1).min(changes.len());
        changes[index.saturating_sub(AROUND)..until]
            .iter()
            .any(is_change)
    };
    let (mut came, mut went) = (0, 0);
    let mut lines = Vec::new();
    let mut is_skipped = false;
    for (index, change) in changes.iter().enumerate() {
        if !is_near(index) {
            is_skipped = !lines.is_empty();
            continue;
        }
        if mem::take(&mut is_skipped) {
            lines.push(view! { <span class="line skipped">"⋯"</span> }.into_any());
        }
        let (class, sign, text) = match change {
            diff::Result::Left(text) => {
                went += 1;
                ("line went", "−", text)
            }
            diff::Result::Right(text) => {
                came += 1;
                ("line came", "+", text)
            }
            diff::Result::Both(text, _) => ("line", " ", text),
        };
        let text = (*text).to_owned();
        lines.push(
            view! { <span class=class><span class="sign">{sign}</span>{text}</span> }.into_any(),
        );
    }
    let said = match came + went {
        0 => "No line differs".to_owned(),
        _ => format!("{came} lines new, {went} gone"),
    };
    view! {
        <p class="hint">{said}</p>
        <pre class="difference" tabindex="0">{lines}</pre>
    }
}

/// Shows a file of the training engine: as a change to the file before it, or as a whole if there
/// is none before.
#[component]
pub fn EngineCode(
    /// The file.
    engine: Engine,
) -> impl IntoView {
    let Engine { name, before } = engine;
    let (old, code) = (source(before), source(name));
    let (how, code) = match before {
        "" => (
            String::new(),
            view! { <pre class="difference" tabindex="0">{code}</pre> }.into_any(),
        ),
        _ => (
            format!(" as a change to {before}"),
            view! { <Difference before=old.to_owned() after=code.to_owned() /> }.into_any(),
        ),
    };
    view! {
        <details class="aside" data-testid="engine-code">
            <summary>{format!("The code that trains here: {name}{how}")}</summary>
            {code}
        </details>
    }
}
