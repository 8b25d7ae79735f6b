//! The text field for code: the bundled editor, or a plain text field if the reader prefers one or
//! the editor does not load. It knows nothing of exercises, apart from the one component that shows
//! an exercise's code in it.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::HtmlElement;

use super::store;
use super::workbench::use_workbench;
use crate::course::Exercise;

/// Time after which a plain text field takes the place of an editor that does not come.
const PATIENCE: Duration = Duration::from_secs(10);
/// Delay before the editor is fetched, so that what training needs is fetched first.
const LOAD_AFTER: Duration = Duration::from_millis(300);

/// The id of the text about the keys.
const KEYS_ID: &str = "editor-keys";

#[wasm_bindgen]
extern "C" {
    /// The exports of `editor/editor.js`.
    type Module;
    /// An open editor.
    type Handle;

    // Defined in page/boot.js: the module lies beside the page, and its address carries the version
    // of the page.
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
    /// A plain text field, because the reader prefers it or because the editor did not load.
    Plain,
}

/// A text to edit, and who is told of it. Copyable, as its parts are.
#[derive(Clone, Copy)]
pub struct Edited {
    /// What the text belongs to. Another one opens the editor again, so that nothing of the last
    /// can be undone in it.
    pub id: Signal<&'static str>,
    /// The text.
    pub text: Signal<String>,
    /// Changes whenever the text was replaced from outside the field.
    pub replaced: Signal<u32>,
    /// The line that an error names, from 1; 0 if there is none.
    pub fault: Signal<usize>,
    /// What a screen reader says of the field.
    pub label: Signal<String>,
    /// Takes what the reader has typed, with the id of what it belongs to.
    pub on_change: Callback<(&'static str, String)>,
    /// Runs the text.
    pub on_run: Callback<()>,
}

impl Edited {
    /// Returns the text, read once.
    fn text_now(self) -> String {
        untrack(|| self.text.get())
    }
}

/// Shows the text field with the code of the current exercise.
#[component]
pub fn Editor() -> impl IntoView {
    let bench = use_workbench();
    let fault = Signal::derive(move || {
        if bench.is_unwritten() {
            return 0;
        }
        let id = bench.exercise.get().id;
        // A start of training that failed is newer than the checks, because they forget it.
        let [trained, checked] = [bench.training, bench.checked].map(|run| run.state_of(id).line());
        trained.or(checked).unwrap_or(0)
    });
    let change = move |(id, text)| {
        if let Some(exercise) = Exercise::find(id) {
            bench.edit(exercise, text);
        }
    };
    let edited = Edited {
        id: Signal::derive(move || bench.exercise.get().id),
        text: Signal::derive(move || bench.text(bench.exercise.get())),
        replaced: bench.replaced.into(),
        fault,
        label: Signal::derive(move || format!("Python: {}", bench.exercise.get().title())),
        on_change: Callback::new(change),
        on_run: Callback::new(move |()| bench.run()),
    };
    view! { <CodeField edited is_plain=bench.is_plain.into() test_id="code-cell" /> }
}

/// Shows the keys of the fields on show, and the choice of a plain one.
#[component]
pub fn EditorFoot(
    /// True if the reader prefers plain text fields.
    is_plain: RwSignal<bool>,
) -> impl IntoView {
    let toggle = move |event| {
        let is_wanted = event_target_checked(&event);
        store::set_wants_plain(is_wanted);
        is_plain.set(is_wanted);
    };
    view! {
        <div class="editor-foot">
            <p id=KEYS_ID class="hint">
                "Ctrl or Cmd with Enter runs the cell; Tab indents, and after Escape it moves on"
            </p>
            <label class="plain-choice">
                <input type="checkbox" prop:checked=is_plain on:change=toggle />
                " plain text field, for screen readers"
            </label>
        </div>
    }
}

/// Shows a text field for code. Its keys stand in an [`EditorFoot`] on the same page.
#[component]
pub fn CodeField(
    /// The text.
    edited: Edited,
    /// True if the reader prefers a plain text field.
    is_plain: Signal<bool>,
    /// The name of the field for tests.
    test_id: &'static str,
) -> impl IntoView {
    let module = StoredValue::new_local(None::<Module>);
    let opened = StoredValue::new_local(None::<Open>);
    let host = NodeRef::<html::Div>::new();
    let kind = RwSignal::new(Kind::Loading);
    // The reader may have chosen the plain one meanwhile, or left.
    let settle = move |next: Kind| {
        let _ = kind.try_maybe_update(|kind| match kind {
            Kind::Loading => {
                *kind = next;
                (true, ())
            }
            _ => (false, ()),
        });
    };
    let load = move || {
        set_timeout(move || settle(Kind::Plain), PATIENCE);
        spawn_local(async move {
            settle(match load_editor().await {
                Ok(found) => {
                    module.try_set_value(Some(found.unchecked_into()));
                    Kind::Rich
                }
                Err(_) => Kind::Plain,
            });
        });
    };
    Effect::new(move |before: Option<bool>| {
        let is_plain = is_plain.get();
        match (is_plain, before) {
            (true, _) => kind.set(Kind::Plain),
            (false, None) => set_timeout(load, LOAD_AFTER),
            (false, Some(true)) => {
                kind.set(Kind::Loading);
                load();
            }
            (false, Some(false)) => {}
        }
        is_plain
    });
    Effect::new(move || {
        edited.id.track();
        opened.update_value(|opened| {
            if let Some(open) = opened.take() {
                open.handle.close();
            }
        });
        if let (Kind::Rich, Some(host)) = (kind.get(), host.get()) {
            let open = module.with_value(|module| open_in(module.as_ref()?, &host, edited));
            if open.is_none() {
                kind.set(Kind::Plain);
            }
            opened.set_value(open);
        }
    });
    Effect::new(move || {
        edited.replaced.track();
        let text = edited.text_now();
        opened.with_value(|open| open.as_ref().map(|open| open.handle.set_text(&text)));
    });
    Effect::new(move || {
        let line = edited.fault.get();
        opened.with_value(|open| open.as_ref().map(|open| open.handle.mark_line(line)));
    });
    on_cleanup(move || {
        opened.try_update_value(|opened| opened.take().map(|open| open.handle.close()));
    });
    view! {
        <div class="editor" data-testid=test_id>
            <div node_ref=host class="editor-host" hidden=move || kind.get() != Kind::Rich></div>
            {move || match kind.get() {
                Kind::Loading => view! { <p class="editor-waits">"Loading the editor…"</p> }.into_any(),
                Kind::Rich => ().into_any(),
                Kind::Plain => view! { <PlainField edited is_wanted=is_plain.get_untracked() /> }.into_any(),
            }}
        </div>
    }
}

fn open_in(module: &Module, host: &HtmlElement, edited: Edited) -> Option<Open> {
    let id = edited.id.get_untracked();
    let on_change = Closure::<dyn Fn(String)>::new(move |text| edited.on_change.run((id, text)));
    let on_run = Closure::<dyn Fn()>::new(move || edited.on_run.run(()));
    let (text, label) = (edited.text_now(), untrack(|| edited.label.get()));
    let handle = module
        .open(host, &text, &label, KEYS_ID, &on_change, &on_run)
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
    /// The text.
    edited: Edited,
    /// True if the reader prefers a plain text field.
    is_wanted: bool,
) -> impl IntoView {
    let text = Memo::new(move |_| {
        edited.replaced.track();
        edited.text.get()
    });
    let edit = move |event| {
        let id = edited.id.get_untracked();
        edited.on_change.run((id, event_target_value(&event)));
    };
    let run = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            edited.on_run.run(());
        }
    };
    let why = (!is_wanted).then(|| {
        view! { <p class="hint">"The code editor did not load; a plain text field takes its place"</p> }
    });
    view! {
        <textarea
            aria-label=edited.label
            aria-describedby=KEYS_ID
            spellcheck="false"
            autocapitalize="off"
            rows=move || text.with(|text| rows(text))
            prop:value=text
            on:input=edit
            on:keydown=run
        ></textarea>
        {why}
    }
}
