//! The page's end of the Python worker.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use wasm_bindgen::{JsCast as _, closure::Closure};
use web_sys::{ErrorEvent, MessageEvent, Worker};

use super::script;
use policy_lab::python::protocol::{PythonAnswer, PythonRequest};
use policy_lab::worker::cells::{answer_from_js, request_to_js};

/// The script that starts the worker.
const WORKER: &str = "python_loader.js";

/// Spawns the worker when it is first needed, and queues requests until it is ready. A worker that ended, or was ended, is
/// spawned again by the next request.
pub struct PythonClient {
    state: Rc<State>,
}

struct State {
    on_answer: Box<dyn Fn(PythonAnswer)>,
    waiting: RefCell<Vec<PythonRequest>>,
    live: RefCell<Option<Live>>,
    is_ready: Cell<bool>,
}

/// A worker that runs, with the closures that it calls.
struct Live {
    worker: Worker,
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_error: Closure<dyn Fn(ErrorEvent)>,
}

impl PythonClient {
    /// Spawns nothing yet. What goes wrong arrives as [`PythonAnswer::Ended`].
    pub fn new(on_answer: impl Fn(PythonAnswer) + 'static) -> Self {
        Self {
            state: Rc::new(State {
                on_answer: Box::new(on_answer),
                waiting: RefCell::new(Vec::new()),
                live: RefCell::new(None),
                is_ready: Cell::new(false),
            }),
        }
    }

    /// Sends a request, at once or as soon as the worker listens.
    pub fn send(&self, request: PythonRequest) {
        if self.state.live.borrow().is_none() {
            spawn(&self.state);
        }
        self.state.post(request);
    }

    /// Ends the worker at once, whatever it does, and starts a fresh one, so that the next cell does not wait for it.
    pub fn restart(&self) {
        self.state.terminate();
        spawn(&self.state);
    }
}

impl State {
    fn post(&self, request: PythonRequest) {
        let live = self.live.borrow();
        match live.as_ref().filter(|_| self.is_ready.get()) {
            Some(live) => {
                if let Ok(message) = request_to_js(&request)
                    && let Err(error) = live.worker.post_message(&message)
                {
                    web_sys::console::error_1(&error);
                }
            }
            None => self.waiting.borrow_mut().push(request),
        }
    }

    fn terminate(&self) {
        self.is_ready.set(false);
        self.waiting.borrow_mut().clear();
        if let Some(live) = self.live.take() {
            live.worker.set_onmessage(None);
            live.worker.set_onerror(None);
            live.worker.terminate();
        }
    }
}

fn spawn(state: &Rc<State>) {
    let Ok(worker) = script::start(WORKER) else {
        (state.on_answer)(unloadable());
        return;
    };
    let weak = Rc::downgrade(state);
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
        let answer = answer_from_js(&message.data())
            .unwrap_or_else(|error| PythonAnswer::Ended(error.to_string()));
        hear(&weak, answer);
    });
    let weak = Rc::downgrade(state);
    let on_error = Closure::<dyn Fn(ErrorEvent)>::new(move |error: ErrorEvent| {
        error.prevent_default();
        hear(&weak, unloadable());
    });
    worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
    state.live.replace(Some(Live {
        worker,
        _on_message: on_message,
        _on_error: on_error,
    }));
}

fn hear(state: &Weak<State>, answer: PythonAnswer) {
    let Some(state) = state.upgrade() else {
        return;
    };
    match &answer {
        PythonAnswer::Ready => {
            state.is_ready.set(true);
            for request in state.waiting.take() {
                state.post(request);
            }
        }
        PythonAnswer::Ended(_) => {
            // The closure that runs now belongs to the worker that ends: let it return first.
            let again = Rc::clone(&state);
            wasm_bindgen_futures::spawn_local(async move { again.terminate() });
        }
        _ => {}
    }
    (state.on_answer)(answer);
}

fn unloadable() -> PythonAnswer {
    PythonAnswer::Ended(
        "Python could not be loaded. Check the connection and run the cell again, or reload the page"
            .to_owned(),
    )
}
