//! The page's end of the Python worker.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;

use super::channel_of;
use policy_lab::protocol::arrival::{Arrival, LoaderNews};
use policy_lab::protocol::failure::broke_off;
use policy_lab::python::protocol::{PythonAnswer, PythonRequest};
use policy_lab::worker::channel::{Channel, Incoming};

/// The script that starts the worker.
const WORKER: &str = "python_loader.js";

/// A client of the Python worker. Spawns the worker when it is first needed, and queues requests
/// until it is ready. A worker that has ended is spawned again by the next request.
pub struct PythonClient {
    state: Rc<ClientState>,
}

struct ClientState {
    channel: Rc<Channel<PythonRequest, PythonAnswer>>,
    on_answer: Box<dyn Fn(PythonAnswer)>,
}

impl PythonClient {
    /// Creates a client without spawning the worker. Errors arrive as [`PythonAnswer::Ended`].
    pub fn new(on_answer: impl Fn(PythonAnswer) + 'static) -> Self {
        let state = Rc::new_cyclic(|weak| ClientState {
            channel: channel_of(WORKER, weak, ClientState::on_message),
            on_answer: Box::new(on_answer),
        });
        Self { state }
    }

    /// Sends a request, at once or as soon as the worker is ready.
    pub fn send(&self, request: PythonRequest) {
        self.state.channel.send(request);
    }

    /// Ends the worker at once, whatever it is doing, and starts a new one, so that the next cell
    /// does not wait for it.
    pub fn restart(&self) {
        self.state.channel.terminate();
        self.state.channel.spawn();
    }
}

impl ClientState {
    fn on_message(self: Rc<Self>, incoming: Incoming<PythonAnswer>) {
        let answer = match incoming {
            Incoming::Reply(answer) => answer,
            // Only this small type is read from JSON: a parser for all answers would make the page
            // larger.
            Incoming::Text(text) => match LoaderNews::read(&text) {
                Ok(LoaderNews::Arriving(arrival)) => PythonAnswer::Arriving(arrival),
                Ok(LoaderNews::Ended(why)) | Err(why) => PythonAnswer::Ended(why),
            },
            Incoming::Late => PythonAnswer::Arriving(Arrival::Late),
            Incoming::Unreadable(why) => PythonAnswer::Ended(why),
            Incoming::Broken(why) if self.channel.is_ready() => {
                PythonAnswer::Ended(broke_off("Python", &why))
            }
            Incoming::Broken(_) => PythonAnswer::Ended(UNLOADABLE.to_owned()),
        };
        match &answer {
            PythonAnswer::Ready => {
                for request in self.channel.ready() {
                    self.channel.send(request);
                }
            }
            PythonAnswer::Ended(_) => {
                // Let this closure return before the worker ends, because the worker owns it.
                let channel = Rc::clone(&self.channel);
                spawn_local(async move { channel.terminate() });
            }
            _ => {}
        }
        (self.on_answer)(answer);
    }
}

const UNLOADABLE: &str =
    "Python could not be loaded. Check the connection and run the cell again, or reload the page";
