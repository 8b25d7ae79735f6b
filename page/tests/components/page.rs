//! A page with one component on it.

use std::any::Any;
use std::cell::OnceCell;
use std::ops::Deref;
use std::rc::Rc;

use js_sys::{Function, Reflect};
use leptos::prelude::*;
use policy_lab::protocol::Event;
use policy_lab::python::protocol::PythonAnswer;
use policy_lab_page::course::Catalogue;
use policy_lab_page::ui::{Lab, RunPool, Workbench, provide_state, use_run_pool, use_workbench};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::HtmlElement;

use crate::database;
use crate::part::{Part, settle, sleep};

/// Id of the element in which a component is mounted.
const PLACE: &str = "component-under-test";

/// Milliseconds within which a sweep is drawn again.
const REDRAW_MILLIS: i32 = 250;

/// The texts of the course, as the file beside the page holds them.
pub const TEXTS: &str = include_str!(concat!(env!("OUT_DIR"), "/course-en.json"));

/// Returns the texts of the course, as a page has them that has loaded them.
pub fn catalogue() -> &'static Catalogue {
    if !Catalogue::is_filled() {
        Catalogue::fill(TEXTS).expect("the texts of the course");
    }
    Catalogue::english()
}

/// A mounted component, with the page's state around it.
pub struct Page {
    root: Part,
    lab: Lab,
    bench: Workbench,
    pool: RunPool,
    _mounted: Box<dyn Any>,
}

impl Page {
    /// Mounts a component as on a first visit.
    pub async fn show<V: IntoView + 'static>(component: impl FnOnce() -> V + 'static) -> Self {
        Self::visit("", &[], component).await
    }

    /// Mounts a component on a page with this query in its address. `kept` are texts, by key, that
    /// the browser has stored.
    pub async fn visit<V: IntoView + 'static>(
        query: &str,
        kept: &[(&str, &str)],
        component: impl FnOnce() -> V + 'static,
    ) -> Self {
        catalogue();
        // Remove the component that a failed test has left behind.
        if let Some(left) = document().get_element_by_id(PLACE) {
            left.remove();
        }
        let address = format!("{}?{query}", location().pathname().expect("a path"));
        let history = window().history().expect("a history");
        history
            .replace_state_with_url(&JsValue::NULL, "", Some(&address))
            .expect("another address");
        let storage = window().local_storage().expect("a storage").expect("it");
        storage.clear().expect("an empty storage");
        database::clear().await;
        for (key, text) in kept {
            storage.set_item(key, text).expect("room for it");
        }
        Self::mount(component).await
    }

    /// Mounts a component with the address and with all that the browser has stored, as after a
    /// reload.
    pub async fn reload<V: IntoView + 'static>(
        self,
        component: impl FnOnce() -> V + 'static,
    ) -> Self {
        drop(self);
        // The browser takes note that its locks are free.
        settle().await;
        Self::mount(component).await
    }

    /// Mounts a component beside this page, as another tab would.
    pub async fn other_tab<V: IntoView + 'static>(
        &self,
        component: impl FnOnce() -> V + 'static,
    ) -> Self {
        Self::mount(component).await
    }

    async fn mount<V: IntoView + 'static>(component: impl FnOnce() -> V + 'static) -> Self {
        // Python is not there, and a worker that cannot load would say so in the middle of a test.
        let silent = Function::new_no_args("this.postMessage = this.terminate = () => {}");
        Reflect::set(&window(), &"Worker".into(), &silent).expect("a window");
        // Nor is the program that trains many runs at once, and every run would say so.
        let silent = Function::new_no_args(
            "if (window.ownFetch) return;
            window.ownFetch = window.fetch;
            window.fetch = (it, ...more) => String(it).includes('host_bg')
                ? new Promise(() => {}) : window.ownFetch(it, ...more);",
        );
        silent.call0(&JsValue::NULL).expect("another fetch");
        let place = document().create_element("div").expect("an element");
        place.set_id(PLACE);
        let body = document().body().expect("a body");
        body.append_child(&place).expect("a place");
        let place: HtmlElement = place.unchecked_into();
        // As in the style sheet: a canvas whose size follows from its resolution would grow without
        // end.
        place.set_inner_html(
            "<style>canvas { display: block; width: 300px; height: 150px }</style>",
        );
        let state = Rc::new(OnceCell::new());
        let provided = state.clone();
        let mounted = leptos::mount::mount_to(place.clone(), move || {
            let state = (provide_state(), use_workbench(), use_run_pool());
            assert!(provided.set(state).is_ok(), "mounted once");
            component()
        });
        settle().await;
        let (lab, bench, pool) = *state.get().expect("a mounted component");
        Self {
            root: Part(place),
            lab,
            bench,
            pool,
            _mounted: Box::new(mounted),
        }
    }

    /// Returns the page's state.
    pub fn lab(&self) -> Lab {
        self.lab
    }

    /// Passes answers to the page, as its Python worker would.
    pub async fn answer(&self, answers: impl IntoIterator<Item = PythonAnswer>) {
        for answer in answers {
            self.bench.take(answer);
        }
        settle().await;
    }

    /// Passes events to the page, as its training worker would.
    pub async fn hear(&self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            self.lab.take(event);
        }
        settle().await;
    }
}

impl Page {
    /// Passes events of one of many runs to the page, as its pool of workers would, and waits until
    /// they are drawn.
    pub async fn hear_of(&self, run: usize, events: impl IntoIterator<Item = Event>) {
        for event in events {
            self.pool.take(run, event);
        }
        sleep(REDRAW_MILLIS).await;
    }
}

impl Deref for Page {
    type Target = Part;

    fn deref(&self) -> &Part {
        &self.root
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.root.0.remove();
    }
}
