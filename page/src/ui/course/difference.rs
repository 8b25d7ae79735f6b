//! The difference of two code texts, line by line: removed, added and unchanged lines.

use leptos::prelude::*;
use similar::{ChangeTag, TextDiff};

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
    let difference = TextDiff::from_lines(&before, &after);
    let groups = difference.grouped_ops(AROUND);
    let (mut came, mut went) = (0, 0);
    let mut lines = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        if index > 0 {
            lines.push(view! { <span class="line skipped">"⋯"</span> }.into_any());
        }
        for change in group.iter().flat_map(|op| difference.iter_changes(op)) {
            let (class, sign) = match change.tag() {
                ChangeTag::Delete => {
                    went += 1;
                    ("line went", "−")
                }
                ChangeTag::Insert => {
                    came += 1;
                    ("line came", "+")
                }
                ChangeTag::Equal => ("line", " "),
            };
            let text = change.value().trim_end_matches('\n').to_owned();
            lines.push(
                view! { <span class=class><span class="sign">{sign}</span>{text}</span> }
                    .into_any(),
            );
        }
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
