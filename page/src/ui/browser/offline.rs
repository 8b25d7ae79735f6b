//! The page's end of its service worker (`offline/sw.js`), which keeps the page's files for use
//! without a network, and the browser's word on how long it keeps what the page has stored.

use std::iter;

use js_sys::{Array, Object, Promise, Reflect, TypeError};
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{EventTarget, MessageEvent};

use crate::view::offline::{
    Durability, Group, GroupFiles, Hindrance, KeepFailure, KeptFiles, OfflineState,
};

// By hand, because with these names web-sys, and all that is above it, would be compiled once more.
#[wasm_bindgen]
extern "C" {
    type BrowserWindow;
    #[wasm_bindgen(thread_local_v2, js_name = navigator)]
    static NAVIGATOR: BrowserWindow;

    // Missing in a private window of some browsers; within some frames even the question is an
    // error.
    #[wasm_bindgen(method, getter, catch, js_name = serviceWorker)]
    fn service_worker(this: &BrowserWindow) -> Result<Option<Container>, JsValue>;

    #[wasm_bindgen(method, getter, catch)]
    fn storage(this: &BrowserWindow) -> Result<Option<StorageManager>, JsValue>;

    #[wasm_bindgen(extends = EventTarget)]
    #[derive(Clone)]
    type Container;

    #[wasm_bindgen(method, catch)]
    async fn register(this: &Container, script: &str, options: &Object)
    -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, getter)]
    fn controller(this: &Container) -> Option<ServiceWorker>;

    #[wasm_bindgen(extends = EventTarget)]
    #[derive(Clone)]
    type Registration;

    #[wasm_bindgen(method, getter)]
    fn installing(this: &Registration) -> Option<ServiceWorker>;

    #[wasm_bindgen(method, getter)]
    fn waiting(this: &Registration) -> Option<ServiceWorker>;

    #[wasm_bindgen(method, getter)]
    fn active(this: &Registration) -> Option<ServiceWorker>;

    #[wasm_bindgen(extends = EventTarget)]
    #[derive(Clone)]
    type ServiceWorker;

    #[wasm_bindgen(method, getter)]
    fn state(this: &ServiceWorker) -> String;

    #[wasm_bindgen(method, js_name = postMessage)]
    fn post(this: &ServiceWorker, message: &str, ports: &Array);

    type Channel;
    #[wasm_bindgen(constructor, js_class = "MessageChannel")]
    fn new() -> Channel;

    #[wasm_bindgen(method, getter)]
    fn port1(this: &Channel) -> JsValue;

    #[wasm_bindgen(method, getter)]
    fn port2(this: &Channel) -> JsValue;

    type StorageManager;

    #[wasm_bindgen(method, catch)]
    fn persist(this: &StorageManager) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn persisted(this: &StorageManager) -> Result<Promise, JsValue>;
}

/// What the service worker tells the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerNews {
    /// The files that are kept; `is_own` is false if they are those of another build.
    State { files: KeptFiles, is_own: bool },
    /// So many bytes of what the page has asked for are kept now, of so many.
    Progress { done_bytes: u64, all_bytes: u64 },
    /// Files could not be kept.
    NotKept(KeepFailure),
    /// The server has another build than this page.
    Newer,
    /// A new build is kept and waits.
    Waiting,
    /// This page has got another service worker.
    Controlled,
    /// A build could not be kept; the cause has been told before, if it is known.
    Dropped,
}

/// The registered service worker. A cheap handle.
#[derive(Clone)]
pub struct OfflineWorker {
    container: Container,
    registration: Registration,
}

impl OfflineWorker {
    /// Registers the service worker of a complete build. `on_news` hears what it tells, for as long
    /// as the page is open.
    ///
    /// # Errors
    /// If the page cannot be kept; says why.
    pub async fn register(
        on_news: impl Fn(WorkerNews) + Clone + 'static,
    ) -> Result<Self, OfflineState> {
        let is_secure = Reflect::get(&window(), &"isSecureContext".into());
        if is_secure != Ok(JsValue::TRUE) {
            return Err(OfflineState::Unable(Hindrance::Insecure));
        }
        // Written by scripts/offline into a page that is complete.
        let script = root_attribute("data-offline");
        let script = script.ok_or(OfflineState::Unable(Hindrance::Unpublished))?;
        let container = NAVIGATOR.with(BrowserWindow::service_worker);
        let container = container.ok().flatten();
        let container = container.ok_or(OfflineState::Unable(Hindrance::Forbidden))?;
        let options = Object::new();
        // Setting a property of a new object cannot fail.
        let _ = Reflect::set(&options, &"updateViaCache".into(), &"none".into());
        let registration = container.register(&script, &options).await;
        let registration =
            registration.map_err(|error| match error.is_instance_of::<TypeError>() {
                // The script did not come.
                true => OfflineState::NotKept(KeepFailure::Network),
                false => OfflineState::Unable(Hindrance::Forbidden),
            })?;
        let registration: Registration = registration.unchecked_into();
        let worker = Self {
            container,
            registration,
        };
        worker.listen(on_news);
        Ok(worker)
    }

    /// Returns true if no build is kept yet and one is about to be.
    pub fn is_installing(&self) -> bool {
        self.registration.active().is_none()
    }

    /// Returns true if a new build waits.
    pub fn has_waiting(&self) -> bool {
        self.registration.waiting().is_some() && self.registration.active().is_some()
    }

    /// Asks the service worker which files are kept.
    pub fn ask(&self, on_news: impl Fn(WorkerNews) + 'static) {
        self.send("state", on_news);
    }

    /// Asks the service worker to keep these groups as well.
    pub fn keep(&self, groups: &[Group], on_news: impl Fn(WorkerNews) + 'static) {
        let names = groups.iter().map(|group| group.key());
        let words: Vec<&str> = iter::once("keep").chain(names).collect();
        self.send(&words.join(" "), on_news);
    }

    /// Lets the waiting build take over, in all tabs. [`WorkerNews::Controlled`] follows.
    pub fn take_over(&self) {
        if let Some(waiting) = self.registration.waiting() {
            waiting.post("take-over", &Array::new());
        }
    }

    /// Sends a message to the service worker, which answers through a port of its own.
    fn send(&self, message: &str, on_news: impl Fn(WorkerNews) + 'static) {
        // The one that answers this page's requests, or will answer those of the next.
        let worker = self.container.controller().or(self.registration.active());
        let Some(worker) = worker else { return };
        let channel = Channel::new();
        let hear = move |event: MessageEvent| {
            if let Some(news) = read(&event.data()) {
                on_news(news);
            }
        };
        let hear = Closure::<dyn Fn(MessageEvent)>::new(hear).into_js_value();
        // A port opens when its handler is set.
        let _ = Reflect::set(&channel.port1(), &"onmessage".into(), &hear);
        worker.post(message, &Array::of1(&channel.port2()));
    }

    fn listen(&self, on_news: impl Fn(WorkerNews) + Clone + 'static) {
        let tell = on_news.clone();
        let hear = move |event: JsValue| {
            if let Some(news) = read(&event.unchecked_into::<MessageEvent>().data()) {
                tell(news);
            }
        };
        listen(&self.container, "message", hear);
        let tell = on_news.clone();
        listen(&self.container, "controllerchange", move |_| {
            tell(WorkerNews::Controlled);
        });
        let registration = self.registration.clone();
        let follow = move || {
            let Some(worker) = registration.installing() else {
                return;
            };
            let (registration, tell) = (registration.clone(), on_news.clone());
            let changed = worker.clone();
            listen(&worker, "statechange", move |_| {
                match changed.state().as_str() {
                    // The first one does not wait for anything.
                    "installed" if registration.active().is_some() => tell(WorkerNews::Waiting),
                    "activated" => tell(WorkerNews::Controlled),
                    "redundant" => tell(WorkerNews::Dropped),
                    _ => {}
                }
            });
        };
        follow();
        listen(&self.registration, "updatefound", move |_| follow());
    }
}

/// Calls `hear` at each event, for as long as the page is open.
fn listen(target: &EventTarget, event: &str, hear: impl Fn(JsValue) + 'static) {
    let hear = Closure::<dyn Fn(JsValue)>::new(hear).into_js_value();
    // It fails for a handler that is no function.
    let _ = target.add_event_listener_with_callback(event, hear.unchecked_ref());
}

/// Reads a message of the service worker.
fn read(message: &JsValue) -> Option<WorkerNews> {
    let part = |of: &JsValue, name: &str| Reflect::get(of, &name.into()).unwrap_or_default();
    let get = |name: &str| part(message, name);
    let number = |value: JsValue| value.as_f64().unwrap_or_default() as u64;
    let bytes = |name: &str| number(get(name));
    let group = |group: Group| {
        let files = get(group.key());
        GroupFiles {
            bytes: number(part(&files, "bytes")),
            is_kept: part(&files, "isKept") == JsValue::TRUE,
        }
    };
    let news = match get("type").as_string()?.as_str() {
        "state" => WorkerNews::State {
            files: KeptFiles {
                core_bytes: bytes("coreBytes"),
                python: group(Group::Python),
                gpu: group(Group::Gpu),
            },
            is_own: get("build").as_string() == root_attribute("data-build-name"),
        },
        "progress" => WorkerNews::Progress {
            done_bytes: bytes("doneBytes"),
            all_bytes: bytes("allBytes"),
        },
        "not-kept" => {
            let cause = get("cause").as_string().unwrap_or_default();
            WorkerNews::NotKept(KeepFailure::named(&cause))
        }
        "newer" => WorkerNews::Newer,
        _ => return None,
    };
    Some(news)
}

fn root_attribute(name: &str) -> Option<String> {
    document().document_element()?.get_attribute(name)
}

/// Returns true if the page has loaded this script for a worker since it was opened.
pub fn has_loaded(script: &str) -> bool {
    let Some(performance) = window().performance() else {
        return false;
    };
    let entries = Reflect::get(&performance, &"getEntriesByType".into());
    let entries = entries.map(|get| get.unchecked_into::<js_sys::Function>());
    let entries = entries.and_then(|get| get.call1(&performance, &"resource".into()));
    let entries = entries.map(|entries| Array::from(&entries));
    let name = |entry: JsValue| Reflect::get(&entry, &"name".into()).ok()?.as_string();
    let mut names = entries.unwrap_or_default().into_iter().filter_map(name);
    names.any(|name| name.contains(script))
}

/// Returns how long the browser keeps what this page has stored.
pub async fn durability() -> Durability {
    answer(StorageManager::persisted).await
}

/// Asks the browser to keep what this page has stored until the reader deletes it, and returns its
/// answer. Some browsers ask the reader.
pub async fn ask_to_last() -> Durability {
    answer(StorageManager::persist).await
}

async fn answer(question: fn(&StorageManager) -> Result<Promise, JsValue>) -> Durability {
    let answer = async {
        // Missing where the page has come over plain HTTP.
        let storage = NAVIGATOR.with(BrowserWindow::storage).ok()??;
        let promise = question(&storage).ok()?;
        JsFuture::from(promise).await.ok()
    };
    match answer.await {
        Some(lasts) if lasts == JsValue::TRUE => Durability::Lasting,
        Some(_) => Durability::BestEffort,
        None => Durability::Unknown,
    }
}
