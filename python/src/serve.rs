//! Inside the Python worker: runs cells, and drives the run that calls them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::StreamExt as _;
use futures::channel::mpsc::{UnboundedReceiver, unbounded};
use futures::future::Either;
use futures::stream::LocalBoxStream;
use wasm_bindgen::prelude::{JsCast as _, JsValue, wasm_bindgen};
use wasm_bindgen_futures::spawn_local;
use web_time::{Duration, Instant};

use crate::cell::{CellOutcome, Python, listen};
use crate::functions::ReaderHooks;
use crate::library;
use crate::own_loop::OwnLoop;
use crate::screen::{self, Showing};
use crate::stack::further;
use policy_lab::device::cpu_report;
use policy_lab::protocol::{DeviceEvent, Event, Failure, FailureKind};
use policy_lab::python::output::compact;
use policy_lab::python::protocol::{CellFailure, PythonAnswer, PythonRequest};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::observer::Observer;
use policy_lab::train::session::Session;
use policy_lab::worker::port::{self, post};
use policy_lab::worker::pump::Pump;

/// Shortest time between two posts of printed output.
const PRINT_EVERY: Duration = Duration::from_millis(100);

#[wasm_bindgen]
extern "C" {
    /// Loads a file of the page's folder while Python waits: `python_loader.js` has it.
    #[wasm_bindgen(catch, js_name = loadLibrary)]
    fn load_library(file: &str) -> Result<String, JsValue>;
}

/// Returns a file of the library, or why it does not come.
fn library_file(file: &str) -> Result<String, String> {
    let why = |error: JsValue| match error.dyn_into::<js_sys::Error>() {
        Ok(error) => String::from(error.message()),
        Err(_) => "for a reason unknown".to_owned(),
    };
    load_library(file).map_err(why)
}

/// Starts Python, listens for requests, and announces that it is ready.
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        let what = info.payload_as_str().unwrap_or("for a reason unknown");
        post(&PythonAnswer::Ended(if what.contains("stack") {
            "Python ran out of stack: something is nested too deeply".to_owned()
        } else {
            format!("Python broke off: {what}")
        }));
    }));
    let (sender, inbox) = unbounded();
    port::listen(move |request| match request {
        // The inbox lives as long as the worker.
        Ok(request) => drop(sender.unbounded_send(request)),
        Err(error) => post(&PythonAnswer::Ended(error.to_string())),
    });
    listen(print);
    screen::listen(show);
    library::fetch_with(library_file);
    library::install_bodies();
    let python = Python::new();
    python.warm_up();
    spawn_local(Server::new(python).serve(inbox));
    post(&PythonAnswer::Ready);
}

/// Python, and the run that calls it.
struct Server {
    python: Rc<Python>,
    run: Pump,
}

impl Server {
    fn new(python: Python) -> Self {
        Self {
            python: Rc::new(python),
            run: Pump::new(post_event),
        }
    }

    async fn serve(mut self, mut inbox: UnboundedReceiver<PythonRequest>) {
        loop {
            let request = match self.run.next_or(&mut inbox).await {
                Either::Left(event) => {
                    flush();
                    self.run.pass_on(event);
                    continue;
                }
                Either::Right(request) => request,
            };
            match request {
                Some(PythonRequest::Run(cell)) => run(|| self.python.run_cell(&cell)),
                Some(PythonRequest::RunProgram(program)) => {
                    run(|| self.python.run_program(&program));
                }
                Some(PythonRequest::Train {
                    cells,
                    parts,
                    config,
                }) => {
                    let hooks = ReaderHooks::new(Rc::clone(&self.python), &cells, parts, &config);
                    // With several cells nobody could tell which one a line belongs to.
                    let has_lines = cells.len() == 1;
                    self.train(hooks, has_lines, |hooks, observer| {
                        let session = Session {
                            hooks: Some(Rc::new(hooks)),
                            observer,
                            ..Session::new(*config, RunDevice::Cpu)
                        };
                        session.events().boxed_local()
                    });
                }
                Some(PythonRequest::TrainLoop {
                    cell,
                    expression,
                    iterations,
                    config,
                }) => {
                    let python = Rc::clone(&self.python);
                    let own = OwnLoop::new(python, &cell, [&expression, &iterations], *config);
                    self.train(own, true, |own, _| own.events().boxed_local());
                }
                Some(PythonRequest::Drive(command)) => self.run.handle(&command),
                None => return,
            }
        }
    }

    /// Begins a run, or tells why the reader's code cannot begin one. Only if `has_lines` does the
    /// line of an error belong to the cell on show.
    fn train<T>(
        &mut self,
        begun: Result<T, CellFailure>,
        has_lines: bool,
        events: impl FnOnce(T, Rc<Observer>) -> LocalBoxStream<'static, Event>,
    ) {
        flush();
        match begun {
            Ok(begun) => {
                post(&PythonAnswer::Ran(None));
                let why = "Your functions are Python, which runs here on the CPU";
                post_event(&DeviceEvent::Opened(cpu_report(why.to_owned())).into());
                let observer = self.run.observer();
                self.run.begin(events(begun, observer));
            }
            Err(failure) => {
                post_event(&Event::Failed(Failure {
                    kind: FailureKind::Run,
                    message: format!("The run could not begin: {}", failure.message),
                }));
                let line = failure.line.filter(|_| has_lines);
                post(&PythonAnswer::Ran(Some(CellFailure { line, ..failure })));
            }
        }
    }
}

/// Runs what the reader has sent, and posts what came of it.
fn run(work: impl FnOnce() -> CellOutcome) {
    let outcome = further(work);
    flush();
    post(&PythonAnswer::Ran(outcome.failure));
}

thread_local! {
    /// The output that has not been posted yet, and the time of the last post.
    static PRINTED: RefCell<(String, Option<Instant>)> = const { RefCell::new((String::new(), None)) };
    /// True if output has been posted since it was last cleared.
    static IS_SEEN: Cell<bool> = const { Cell::new(false) };
}

fn print(text: &str) {
    let is_due = PRINTED.with_borrow_mut(|(waiting, last)| {
        waiting.push_str(text);
        last.is_none_or(|last| last.elapsed() >= PRINT_EVERY)
    });
    if is_due {
        flush();
    }
}

fn flush() {
    let mut text = PRINTED.with_borrow_mut(|(waiting, last)| {
        *last = Some(Instant::now());
        std::mem::take(waiting)
    });
    compact(&mut text);
    if !text.is_empty() {
        IS_SEEN.set(true);
        post(&PythonAnswer::Printed(text));
    }
}

/// Posts what code shows, after what it has printed before.
fn show(shown: Showing) {
    let answer = match shown {
        Showing::Figure(svg) => PythonAnswer::Figure(svg),
        Showing::Markup(html) => PythonAnswer::Markup(html),
        Showing::Cleared => {
            PRINTED.with_borrow_mut(|(waiting, _)| waiting.clear());
            // A loop may clear more often than there is something to see.
            if !IS_SEEN.replace(false) {
                return;
            }
            PythonAnswer::Cleared
        }
        Showing::Pose(pose) => PythonAnswer::Pose(pose),
        Showing::Written(file) => PythonAnswer::Written(file),
    };
    if !matches!(answer, PythonAnswer::Pose(_)) {
        flush();
    }
    if matches!(answer, PythonAnswer::Figure(_) | PythonAnswer::Markup(_)) {
        IS_SEEN.set(true);
    }
    post(&answer);
}

fn post_event(event: &Event) {
    post(&PythonAnswer::Run(Box::new(event.clone())));
}
