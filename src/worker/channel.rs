//! The end of a worker that its owner holds, the page or another worker: requests out, replies in,
//! plain data both ways.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Function, Promise, Reflect, WebAssembly};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, Event, MessageEvent, RequestInit, Response, Window, Worker, WorkerGlobalScope,
};

use super::transport::{from_js, to_js};

/// Milliseconds without a sign of a worker that is not ready yet, after which its owner is told.
const PATIENCE_MILLIS: i32 = 20_000;
/// Milliseconds after which a program that is still arriving is given up: it has some hundred
/// kilobytes.
const PROGRAM_MILLIS: i32 = 60_000;

#[wasm_bindgen]
extern "C" {
    // The same in a page and in a worker.
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(act: &Function, millis: i32) -> i32;
    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timer: i32);
}

/// A message from the worker, or an error in its place.
pub enum Incoming<Reply> {
    /// A reply.
    Reply(Reply),
    /// A text from the script that loads the worker, sent before the program runs.
    Text(String),
    /// A message that this page cannot read; the reason as a sentence.
    Unreadable(String),
    /// The worker could not be started, or an error ended it; the browser's message.
    Broken(String),
    /// Nothing of a worker that is not ready has arrived for 20 seconds. It may still come.
    Late,
}

/// A connection to a worker. The worker is spawned when it is first needed, and again after it was
/// terminated. Requests wait until the client declares it ready.
pub struct Channel<Request, Reply> {
    script: &'static str,
    on_incoming: Box<dyn Fn(Incoming<Reply>)>,
    waiting: RefCell<Vec<Request>>,
    live: RefCell<Option<Live>>,
    is_ready: Cell<bool>,
    /// Runs out when the worker is late.
    patience: RefCell<Option<Timer>>,
}

/// A call that is to come, unless this is dropped before.
struct Timer {
    number: i32,
    _act: Closure<dyn Fn()>,
}

impl Timer {
    fn new(millis: i32, act: impl Fn() + 'static) -> Self {
        let act = Closure::<dyn Fn()>::new(act);
        let number = set_timeout(act.as_ref().unchecked_ref(), millis);
        Self { number, _act: act }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        clear_timeout(self.number);
    }
}

/// A running worker, with the closures that it calls.
struct Live {
    worker: Worker,
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_error: Closure<dyn Fn(Event)>,
}

impl<Request: Serialize + 'static, Reply: DeserializeOwned + 'static> Channel<Request, Reply> {
    /// Creates a channel for the script that starts the worker. Spawns nothing yet.
    pub fn new(script: &'static str, on_incoming: impl Fn(Incoming<Reply>) + 'static) -> Rc<Self> {
        Rc::new(Self {
            script,
            on_incoming: Box::new(on_incoming),
            waiting: RefCell::default(),
            live: RefCell::default(),
            is_ready: Cell::default(),
            patience: RefCell::default(),
        })
    }

    /// Spawns the worker, if there is none.
    pub fn spawn(self: &Rc<Self>) {
        if self.live.borrow().is_some() {
            return;
        }
        let worker = match start(self.script) {
            Ok(worker) => worker,
            Err(error) => return (self.on_incoming)(Incoming::Broken(format!("{error:?}"))),
        };
        let weak = Rc::downgrade(self);
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
            if let Some(channel) = weak.upgrade() {
                channel.wait();
                (channel.on_incoming)(read(&message.data()));
            }
        });
        let weak = Rc::downgrade(self);
        let on_error = Closure::<dyn Fn(Event)>::new(move |error: Event| {
            error.prevent_default();
            if let Some(channel) = weak.upgrade() {
                // Where the script itself did not come, the event has no message.
                let message = Reflect::get(&error, &"message".into());
                let message = message.ok().and_then(|it| it.as_string());
                (channel.on_incoming)(Incoming::Broken(message.unwrap_or_default()));
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        self.live.replace(Some(Live {
            worker,
            _on_message: on_message,
            _on_error: on_error,
        }));
        self.wait();
    }

    /// Begins to wait for the next sign of a worker that is not ready.
    fn wait(self: &Rc<Self>) {
        if self.is_ready() {
            return;
        }
        let weak = Rc::downgrade(self);
        let timer = Timer::new(PATIENCE_MILLIS, move || {
            if let Some(channel) = weak.upgrade() {
                (channel.on_incoming)(Incoming::Late);
            }
        });
        self.patience.replace(Some(timer));
    }

    /// Starts the worker once more. The waiting requests go on waiting.
    pub fn respawn(self: &Rc<Self>) {
        let waiting = self.waiting.take();
        self.terminate();
        self.waiting.replace(waiting);
        self.spawn();
    }

    /// Spawns a worker whose script waits for its program, and hands the compiled program to it.
    pub fn spawn_with(self: &Rc<Self>, program: &JsValue) {
        self.spawn();
        if let Some(live) = &*self.live.borrow()
            && let Err(error) = live.worker.post_message(program)
        {
            web_sys::console::error_1(&error);
        }
    }

    /// Sends a request, at once or as soon as the worker is ready; spawns the worker if there is
    /// none.
    pub fn send(self: &Rc<Self>, request: Request) {
        self.spawn();
        if self.is_ready() {
            self.post(&request);
        } else {
            self.waiting.borrow_mut().push(request);
        }
    }

    /// Returns true once the worker has been declared ready.
    pub fn is_ready(&self) -> bool {
        self.is_ready.get()
    }

    /// Declares the worker ready, and returns the waiting requests, oldest first.
    pub fn ready(&self) -> Vec<Request> {
        self.is_ready.set(true);
        self.patience.take();
        self.waiting.take()
    }

    /// Ends the worker at once, whatever it is doing, and drops the waiting requests.
    pub fn terminate(&self) {
        self.is_ready.set(false);
        self.patience.take();
        self.waiting.borrow_mut().clear();
        if let Some(live) = self.live.take() {
            live.worker.set_onmessage(None);
            live.worker.set_onerror(None);
            live.worker.terminate();
        }
    }

    fn post(&self, request: &Request) {
        let live = self.live.borrow();
        let Some(live) = live.as_ref() else { return };
        let posted = match to_js(request) {
            Ok((message, transfer)) => live.worker.post_message_with_transfer(&message, &transfer),
            Err(error) => Err(error.to_string().into()),
        };
        if let Err(error) = posted {
            web_sys::console::error_1(&error);
        }
    }
}

fn read<Reply: DeserializeOwned>(message: &JsValue) -> Incoming<Reply> {
    if let Some(text) = message.as_string() {
        return Incoming::Text(text);
    }
    match from_js(message) {
        Ok(reply) => Incoming::Reply(reply),
        Err(error) => Incoming::Unreadable(error.to_string()),
    }
}

/// Starts a script that lies beside the page, unless `page/boot.js` has done so while the page's
/// own program arrived.
fn start(script: &str) -> Result<Worker, JsValue> {
    let (scope, name) = (js_sys::global(), script.into());
    match Reflect::get(&scope, &name)?.dyn_into::<Worker>() {
        Ok(begun) => {
            // A second one is started here.
            Reflect::delete_property(&scope, &name)?;
            Ok(begun)
        }
        Err(_) => Worker::new(&address(script)),
    }
}

/// Fetches and compiles a program that lies beside the page, to be handed to workers.
///
/// # Errors
/// The browser's: the file did not come, or not within a minute, or is no program.
pub async fn compile(program: &str) -> Result<JsValue, JsValue> {
    let (aborter, init) = (AbortController::new()?, RequestInit::new());
    init.set_signal(Some(&aborter.signal()));
    let limit = Timer::new(PROGRAM_MILLIS, move || aborter.abort());
    let fetch: Function = Reflect::get(&js_sys::global(), &"fetch".into())?.dyn_into()?;
    let answer: Promise = fetch
        .call2(&JsValue::UNDEFINED, &address(program).into(), &init)?
        .dyn_into()?;
    let answer: Response = JsFuture::from(answer).await?.dyn_into()?;
    if !answer.ok() {
        return Err(answer.status_text().into());
    }
    // Not as it arrives, which would ask for a server that names the type of the file.
    let bytes = JsFuture::from(answer.array_buffer()?).await?;
    drop(limit);
    JsFuture::from(WebAssembly::compile(&bytes)).await
}

/// Returns the address of a file that lies beside the page. It names the page's build, because the
/// browser's cache may still hold a file of an older one, which would not understand this page. A
/// worker has been started with that name.
fn address(file: &str) -> String {
    let scope = js_sys::global();
    let version = match scope.dyn_ref::<WorkerGlobalScope>() {
        Some(worker) => worker.location().search(),
        None => {
            let window: Option<&Window> = scope.dyn_ref();
            let root = window
                .and_then(Window::document)
                .and_then(|document| document.document_element());
            let version = root.and_then(|root| root.get_attribute("data-version"));
            format!("?{}", version.unwrap_or_default())
        }
    };
    format!("./{file}{version}")
}
