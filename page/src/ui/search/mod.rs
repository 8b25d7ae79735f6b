//! Search for a view, a chapter, an exercise, a hyperparameter, a curve or a term, by keyboard
//! alone.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::course::use_course;
use super::presenter::use_presenter;
use crate::course::{CHAPTERS, Catalogue, Chapter, EXERCISES, REFERENCES};
use crate::ui::browser::dialog;
use crate::view::place::label;
use crate::view::search::{SearchItem, find};
use policy_lab::config::fields::FIELDS;
use policy_lab::config::url::View;
use policy_lab::protocol::metrics::CHARTS;

/// Returns everything that can be found. `read` leads to the open chapter, if there is one.
fn items(read: Option<String>) -> Vec<SearchItem> {
    let views = View::ALL.into_iter().map(|view| {
        let link = match (view, &read) {
            (View::Read, Some(read)) => read.clone(),
            _ => format!("?view={}", view.key()),
        };
        // By its key a view is found under the name that it had once.
        item("view", label(view), link, view.key().to_owned())
    });
    let chapters = CHAPTERS.iter().chain(REFERENCES).map(|chapter| {
        let number = chapter.number().map(|number| number.to_string());
        let words = format!("{} {}", number.unwrap_or_default(), chapter.key);
        item("chapter", chapter.title(), chapter.link(), words)
    });
    let exercises = EXERCISES.iter().map(|exercise| {
        let words = format!("{} {}", exercise.id, exercise.names.join(" "));
        SearchItem {
            code: exercise.id,
            ..item("exercise", exercise.title(), exercise.link(), words)
        }
    });
    let fields = FIELDS.iter().map(|field| {
        let words = format!("{} {}", field.course_names.join(" "), field.help);
        let link = format!("?view=lab#{}", field.key);
        item("hyperparameter", field.key, link, words)
    });
    let curves = CHARTS.iter().map(|info| {
        let link = format!("?view=lab#chart-{}", info.key());
        item("curve", info.key(), link, info.definition.to_owned())
    });
    // They come with the texts of the course.
    let terms = Catalogue::english().glossary.iter();
    let terms = terms.map(|term| item("term", &term.name, term.link(), String::new()));
    let course = chapters.chain(exercises);
    let lab = fields.chain(curves);
    views.chain(course).chain(lab).chain(terms).collect()
}

fn item(kind: &'static str, title: &str, link: String, words: String) -> SearchItem {
    SearchItem {
        title: title.to_owned(),
        kind,
        code: "",
        link,
        words,
    }
}

/// Shows the button that opens the search.
#[component]
pub fn SearchButton() -> impl IntoView {
    let presenter = use_presenter();
    view! {
        <button class="quiet" id="search-button" title="Ctrl or Cmd with K" on:click=move |_| presenter.is_searching.set(true)>
            "Search"
        </button>
    }
}

/// Shows the search while it is open.
#[component]
pub fn SearchDialog() -> impl IntoView {
    let is_open = use_presenter().is_searching;
    let node = NodeRef::<html::Dialog>::new();
    dialog::follow(node, is_open);
    view! {
        <dialog node_ref=node class="dialogue search" aria-label="Search" on:close=move |_| is_open.set(false)>
            <Show when=move || is_open.get()>
                <Results />
            </Show>
        </dialog>
    }
}

/// Shows the field and what it finds.
#[component]
fn Results() -> impl IntoView {
    let presenter = use_presenter();
    let is_open = presenter.is_searching;
    let course = use_course();
    let read = untrack(|| course.chapter.get()).map(Chapter::link);
    let all = StoredValue::new(items(read));
    let query = RwSignal::new(String::new());
    let found = Memo::new(move |_| {
        let text = query.get();
        all.with_value(|all| find(all, &text).into_iter().cloned().collect::<Vec<_>>())
    });
    let marked = RwSignal::new(0_usize);
    let write = move |event| {
        query.set(event_target_value(&event));
        marked.set(0);
    };
    let steer = move |event: KeyboardEvent| {
        // While an input method writes a word, such as one of Japanese, these keys are its own.
        if event.is_composing() {
            return;
        }
        let count = found.with(Vec::len);
        match event.key().as_str() {
            "ArrowDown" if count > 0 => marked.update(|at| *at = (*at + 1) % count),
            "ArrowUp" if count > 0 => marked.update(|at| *at = (*at + count - 1) % count),
            "Enter" => {
                let link = document().get_element_by_id(&format!("found-{}", marked.get()));
                if let Some(link) = link.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
                    link.click();
                }
            }
            _ => return,
        }
        event.prevent_default();
    };
    let list = move |_| {
        is_open.set(false);
        presenter.is_listing.set(true);
    };
    let said = move || {
        match (query.with(|text| text.trim().is_empty()), found.with(Vec::len)) {
        (true, _) => "A view, chapter, exercise, hyperparameter, curve or term".to_owned(),
        (_, 0) => "Nothing has such a name. Try a word of its title, a name such as gamma, or an id such as S4-E4".to_owned(),
        (_, 1) => "1 result".to_owned(),
        (_, count) => format!("{count} results"),
    }
    };
    view! {
        <input
            // Of a field for searches the first Escape only empties it.
            type="text"
            enterkeyhint="go"
            id="search"
            role="combobox"
            aria-label="Search"
            aria-expanded=move || (!found.with(Vec::is_empty)).to_string()
            aria-controls="found"
            aria-activedescendant=move || format!("found-{}", marked.get())
            autocomplete="off"
            spellcheck="false"
            autofocus
            on:input=write
            on:keydown=steer
        />
        <p class="hint" role="status">{said}</p>
        <p class="hint of-keys"><button class="link" on:click=list>"Keys"</button></p>
        <ul id="found" class="search-found" role="listbox" aria-label="Results">
            {move || {
                let rows = found.get().into_iter().enumerate().map(|(index, item)| {
                    let is_marked = move || marked.get() == index;
                    view! {
                        <li role="presentation">
                            <a
                                id=format!("found-{index}")
                                role="option"
                                href=item.link
                                aria-selected=move || is_marked().to_string()
                                on:click=move |_| is_open.set(false)
                            >
                                <span>{item.title}</span> " "
                                <span class="kind">{item.kind} " " {item.code}</span>
                            </a>
                        </li>
                    }
                });
                rows.collect_view()
            }}
        </ul>
    }
}
