//! The code of the four stages in Python or in Rust, with the running part highlighted.

use leptos::html;
use leptos::prelude::*;

use super::super::course::use_texts;
use super::super::lab::use_lab;
use crate::course::{Excerpt, running};
use crate::ui::browser::storage;
use crate::ui::panes::PaneTabs;
use crate::view::stage_text::STAGES;
use policy_lab::config::TrainConfig;
use policy_lab::protocol::{Body, DeviceKind};

/// The languages: keys, and names on their tabs.
const LANGUAGES: &[(&str, &str)] = &[(PYTHON, "Python"), (RUST, "Rust")];
const PYTHON: &str = "python";
const RUST: &str = "rust";
/// Key under which the browser keeps the choice of Rust; without it the code is Python.
const KEY: &str = "policy-lab-language";

/// Shows the choice of a language, and the code of all stages in a box that scrolls to the current
/// stage.
#[component]
pub fn StageCode(
    /// The current stage, as an index in `STAGES`.
    current: Memo<Option<usize>>,
) -> impl IntoView {
    let lab = use_lab();
    let window = NodeRef::<html::Div>::new();
    let parts = STAGES.map(|_| NodeRef::<html::Div>::new());
    let texts = use_texts();
    let language = RwSignal::new(storage::get(KEY).map_or(PYTHON, |_| RUST));
    Effect::new(move || {
        if language.get() == RUST {
            // A browser that stores nothing shows Python the next time.
            storage::set(KEY, RUST);
        } else {
            storage::remove(KEY);
        }
    });
    let code = Memo::new(move |_| {
        // The code comes with the texts of the course.
        texts.track();
        let in_rust = language.get() == RUST;
        let shown = move |config: &TrainConfig, body| running(config, in_rust.then_some(body));
        let of_run = lab.run.history.with(|history| {
            let run = history.run.info.as_ref();
            run.map(|run| shown(&run.config, run.trained_by))
        });
        of_run.or_else(|| {
            let body = (lab.run.history).with(|history| match &history.device.report {
                Some(report) if report.kind == DeviceKind::Webgpu => Body::Kernels,
                _ => Body::Host { cores: 1 },
            });
            let config = lab.settings.config;
            config.with(|config| config.as_ref().ok().map(|config| shown(config, body)))
        })
    });
    Effect::new(move || {
        let part = current.get().and_then(|place| parts.get(place)?.get());
        if let (Some(window), Some(part)) = (window.get(), part) {
            // Scroll only this box, so that the page stays in place.
            window.set_scroll_top(part.offset_top());
        }
    });
    let part = move |(place, excerpts): (usize, Vec<Excerpt>)| {
        let is_lit = move || current.get() == Some(place);
        let mut above = "";
        let functions = excerpts.into_iter().map(|excerpt| {
            let file = (excerpt.file != above).then_some(excerpt.file);
            above = excerpt.file;
            view! {
                {file.map(|file| view! { <p class="file">{file}</p> })}
                <pre><code>{excerpt.code}</code></pre>
            }
        });
        view! {
            <div class="part" class:lit=is_lit node_ref=parts[place]>
                {functions.collect_view()}
            </div>
        }
    };
    let all = move || {
        let stages = code.get().into_iter().flatten().enumerate();
        stages.map(part).collect_view()
    };
    view! {
        <PaneTabs panes=LANGUAGES chosen=language />
        <div
            class="stage-code"
            tabindex="0"
            role="region"
            aria-label="The code of the four stages"
            data-testid="stage-code"
            node_ref=window
        >
            {all}
        </div>
    }
}
