//! The text field for code: the bundled editor, or a plain text field if the reader prefers one or the editor does not
//! load.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::HtmlElement;

use super::store;
use super::workbench::{Workbench, use_workbench};

/// Delay before the editor is fetched, so that what training needs is fetched first.
const LOAD_AFTER: Duration = Duration::from_millis(300);

#[wasm_bindgen]
extern "C" {
    /// The exports of `editor/editor.js`.
    type Module;
    /// An open editor.
    type Handle;

    // Defined in index.html: the module lies beside the page, and its address carries the version of the page.
    #[wasm_bindgen(catch, js_name = loadEditor)]
    async fn load_editor() -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn open(
        this: &Module,
        parent: &HtmlElement,
        text: &str,
        label: &str,
        description: &str,
        on_change: &Closure<dyn Fn(String)>,
        on_run: &Closure<dyn Fn()>,
    ) -> Result<Handle, JsValue>;

    #[wasm_bindgen(method, js_name = setText)]
    fn set_text(this: &Handle, text: &str);

    #[wasm_bindgen(method, js_name = markLine)]
    fn mark_line(this: &Handle, line: usize);

    #[wasm_bindgen(method)]
    fn close(this: &Handle);
}

/// An open editor with the closures that it calls.
struct Open {
    handle: Handle,
    _on_change: Closure<dyn Fn(String)>,
    _on_run: Closure<dyn Fn()>,
}

/// The text field that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Loading,
    Rich,
    /// A plain text field, because the reader prefers it (`is_wanted`) or because the editor did not load.
    Plain {
        is_wanted: bool,
    },
}

/// Shows the text field with the code of the current exercise.
#[component]
pub fn Editor() -> impl IntoView {
    let bench = use_workbench();
    let module = StoredValue::new_local(None::<Module>);
    let opened = StoredValue::new_local(None::<Open>);
    let host = NodeRef::<html::Div>::new();
    let kind = RwSignal::new(Kind::Loading);
    let load = move || {
        spawn_local(async move {
            let next = match load_editor().await {
                Ok(found) => {
                    module.set_value(Some(found.unchecked_into()));
                    Kind::Rich
                }
                Err(_) => Kind::Plain { is_wanted: false },
            };
            let _ = kind.try_set(next);
        });
    };
    if store::wants_plain() {
        kind.set(Kind::Plain { is_wanted: true });
    } else {
        set_timeout(load, LOAD_AFTER);
    }
    Effect::new(move || {
        bench.exercise.track();
        opened.update_value(|opened| {
            if let Some(open) = opened.take() {
                open.handle.close();
            }
        });
        if let (Kind::Rich, Some(host)) = (kind.get(), host.get()) {
            let open = module.with_value(|module| open_in(module.as_ref()?, &host, bench));
            if open.is_none() {
                kind.set(Kind::Plain { is_wanted: false });
            }
            opened.set_value(open);
        }
    });
    Effect::new(move || {
        bench.replaced.track();
        let text = untrack(|| bench.text(bench.exercise.get()));
        opened.with_value(|open| open.as_ref().map(|open| open.handle.set_text(&text)));
    });
    Effect::new(move || {
        let id = bench.exercise.get().id;
        // A start of training that failed is newer than the checks, because they forget it.
        let [trained, checked] = [bench.training, bench.checked].map(|run| run.state_of(id).line());
        let line = trained.or(checked).unwrap_or(0);
        opened.with_value(|open| open.as_ref().map(|open| open.handle.mark_line(line)));
    });
    on_cleanup(move || {
        opened.try_update_value(|opened| opened.take().map(|open| open.handle.close()));
    });
    let toggle = move |event| {
        let is_wanted = event_target_checked(&event);
        store::set_wants_plain(is_wanted);
        if is_wanted {
            kind.set(Kind::Plain { is_wanted });
        } else {
            kind.set(Kind::Loading);
            load();
        }
    };
    view! {
        <div class="editor" data-testid="code-cell">
            <div node_ref=host class="editor-host" hidden=move || kind.get() != Kind::Rich></div>
            {move || match kind.get() {
                Kind::Loading => view! { <p class="editor-waits">"Loading the editor…"</p> }.into_any(),
                Kind::Rich => ().into_any(),
                Kind::Plain { is_wanted } => view! { <PlainField is_wanted /> }.into_any(),
            }}
        </div>
        <div class="editor-foot">
            <p id="editor-keys" class="hint">
                "Ctrl or Cmd with Enter runs the cell; Tab indents, and after Escape it moves on"
            </p>
            <label class="plain-choice">
                <input type="checkbox" prop:checked=store::wants_plain() on:change=toggle />
                " plain text field, for screen readers"
            </label>
        </div>
    }
}

fn open_in(module: &Module, host: &HtmlElement, bench: Workbench) -> Option<Open> {
    let exercise = bench.exercise.get_untracked();
    let on_change = Closure::<dyn Fn(String)>::new(move |text| bench.edit(exercise, text));
    let on_run = Closure::<dyn Fn()>::new(move || bench.run());
    let text = untrack(|| bench.text(exercise));
    let label = format!("Python: {}", exercise.title());
    let handle = module
        .open(host, &text, &label, "editor-keys", &on_change, &on_run)
        .ok()?;
    Some(Open {
        handle,
        _on_change: on_change,
        _on_run: on_run,
    })
}

/// Returns the height of the plain text field, in lines: that of its text, within bounds.
fn rows(text: &str) -> String {
    text.lines().count().clamp(6, 24).to_string()
}

#[component]
fn PlainField(
    /// True if the reader prefers a plain text field.
    is_wanted: bool,
) -> impl IntoView {
    let bench = use_workbench();
    let text = Memo::new(move |_| {
        bench.replaced.track();
        bench.text(bench.exercise.get())
    });
    let edit = move |event| bench.edit(bench.exercise.get_untracked(), event_target_value(&event));
    let run = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            bench.run();
        }
    };
    let why = (!is_wanted).then(|| {
        view! { <p class="hint">"The code editor did not load; a plain text field takes its place"</p> }
    });
    view! {
        <textarea
            aria-label=move || format!("Python: {}", bench.exercise.get().title())
            aria-describedby="editor-keys"
            spellcheck="false"
            autocapitalize="off"
            rows=move || rows(&bench.text(bench.exercise.get()))
            prop:value=text
            on:input=edit
            on:keydown=run
        ></textarea>
        {why}
    }
}
