//! The page's end of the replicas: workers that train whole runs on the CPU, one run on each core.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

use super::{broken, channel_of};
use policy_lab::config::TrainConfig;
use policy_lab::protocol::Event;
use policy_lab::protocol::replica::{PROGRAM, ReplicaReply, ReplicaRequest, SCRIPT};
use policy_lab::protocol::schedule::{Fate, Schedule};
use policy_lab::worker::channel::{Channel, Incoming, compile};

const UNLOADABLE: &str = "The program that trains several runs at once could not be loaded. Check the connection and try again, or reload the page";

/// Workers that train whole runs on the CPU. They share nothing but the compiled program, start
/// when there is work and end when there is none, so an idle page holds no memory for them.
pub struct Replicas {
    state: Rc<PoolState>,
}

struct PoolState {
    schedule: RefCell<Schedule<TrainConfig>>,
    /// The worker of each place, as far as there is one.
    workers: RefCell<Vec<Option<Worker>>>,
    program: RefCell<Program>,
    on_event: Box<dyn Fn(usize, Event)>,
}

type Worker = Rc<Channel<ReplicaRequest, ReplicaReply>>;

/// The compiled program.
enum Program {
    Absent,
    Loading,
    Compiled(JsValue),
}

impl Replicas {
    /// Creates a pool without runs, which starts no worker yet. `on_event` receives the events of
    /// each run with the run's number: [`Event::Run`] with a start, iterations, the last good
    /// networks and the end, or [`Event::Failed`].
    ///
    /// A run whose worker dies is started again in another one. If that dies as well, the run
    /// fails.
    pub fn new(on_event: impl Fn(usize, Event) + 'static) -> Self {
        Self {
            state: Rc::new(PoolState {
                schedule: RefCell::new(Schedule::new(cores())),
                workers: RefCell::default(),
                program: RefCell::new(Program::Absent),
                on_event: Box::new(on_event),
            }),
        }
    }

    /// Adds runs, each with its number. They begin in this order, as cores become free.
    pub fn train(&self, runs: impl IntoIterator<Item = (usize, TrainConfig)>) {
        for (run, config) in runs {
            self.state.schedule.borrow_mut().add(run, config);
        }
        PoolState::begin(&self.state);
    }

    /// Trains at most so many runs at once from now on. Runs under way are not ended.
    pub fn use_cores(&self, cores: usize) {
        self.state.schedule.borrow_mut().set_places(cores);
        PoolState::begin(&self.state);
    }

    /// Ends all runs at once and forgets those that wait. No event of theirs follows.
    pub fn cancel(&self) {
        self.state.schedule.borrow_mut().clear();
        self.state.end_workers();
    }
}

impl Drop for Replicas {
    fn drop(&mut self) {
        self.cancel();
    }
}

impl PoolState {
    /// Begins the runs for which there is a core, once the program is there.
    fn begin(state: &Rc<Self>) {
        if state.schedule.borrow().is_empty() {
            return;
        }
        let program = match &*state.program.borrow() {
            Program::Loading => return,
            Program::Compiled(program) => Some(program.clone()),
            Program::Absent => None,
        };
        let Some(program) = program else {
            return Self::load(state);
        };
        let beginnings = state.schedule.borrow_mut().begin();
        for beginning in beginnings {
            let worker = Self::worker(state, beginning.place, &program);
            worker.send(ReplicaRequest::Train {
                run: beginning.run,
                config: Box::new(beginning.work),
            });
        }
    }

    fn load(state: &Rc<Self>) {
        state.program.replace(Program::Loading);
        let state = Rc::clone(state);
        spawn_local(async move {
            if let Ok(program) = compile(PROGRAM).await {
                state.program.replace(Program::Compiled(program));
                return Self::begin(&state);
            }
            state.program.replace(Program::Absent);
            let given_up = state.schedule.borrow_mut().clear();
            for run in given_up {
                (state.on_event)(run, broken(UNLOADABLE.to_owned()));
            }
        });
    }

    /// Returns the worker of a place, which is started if there is none.
    fn worker(state: &Rc<Self>, place: usize, program: &JsValue) -> Worker {
        let mut workers = state.workers.borrow_mut();
        if workers.len() <= place {
            workers.resize(place + 1, None);
        }
        if let Some(worker) = &workers[place] {
            return Rc::clone(worker);
        }
        let worker = channel_of(SCRIPT, &Rc::downgrade(state), move |state, incoming| {
            Self::on_message(&state, place, incoming);
        });
        workers[place] = Some(Rc::clone(&worker));
        // A worker that the browser refuses to start is heard of at once.
        drop(workers);
        worker.spawn_with(program);
        worker
    }

    fn on_message(state: &Rc<Self>, place: usize, incoming: Incoming<ReplicaReply>) {
        match incoming {
            Incoming::Reply(ReplicaReply::Ready) => {
                let worker = state.workers.borrow().get(place).cloned().flatten();
                if let Some(worker) = worker {
                    for request in worker.ready() {
                        worker.send(request);
                    }
                }
            }
            Incoming::Reply(ReplicaReply::Events { run, events }) => {
                // What a cancelled run still says is nobody's.
                if state.schedule.borrow().run_in(place) != Some(run) {
                    return;
                }
                let is_over = events.last().is_some_and(Event::ends_run);
                if is_over {
                    state.schedule.borrow_mut().free(place);
                }
                for event in events {
                    (state.on_event)(run, event);
                }
                if is_over {
                    Self::go_on(state);
                }
            }
            // Nobody here has asked for one.
            Incoming::Reply(ReplicaReply::Part(_)) => {}
            Incoming::Unreadable(_) | Incoming::Text(_) | Incoming::Broken(_) | Incoming::Late => {
                let why = match incoming {
                    Incoming::Unreadable(why) | Incoming::Text(why) | Incoming::Broken(why) => why,
                    _ => "it does not arrive".to_owned(),
                };
                let mut workers = state.workers.borrow_mut();
                let dead = workers.get_mut(place).and_then(Option::take);
                drop(workers);
                end_later(dead.into_iter().collect());
                let fate = state.schedule.borrow_mut().bury(place);
                if let Fate::GivenUp { run } = fate {
                    let message =
                        format!("The worker that trained this run broke off twice: {why}");
                    (state.on_event)(run, broken(message));
                }
                Self::go_on(state);
            }
        }
    }

    /// Begins what waits, or ends the workers if nothing is left to do.
    fn go_on(state: &Rc<Self>) {
        if state.schedule.borrow().is_empty() {
            state.end_workers();
        }
        Self::begin(state);
    }

    fn end_workers(&self) {
        let workers = self.workers.take();
        end_later(workers.into_iter().flatten().collect());
    }
}

/// Ends workers once the closure has returned that may have been called by one of them, and is
/// owned by it.
fn end_later(workers: Vec<Worker>) {
    if !workers.is_empty() {
        spawn_local(async move { workers.iter().for_each(|worker| worker.terminate()) });
    }
}

/// Returns the number of logical cores that the browser tells of, at least 1.
pub fn cores() -> usize {
    let told = web_sys::window().map_or(1.0, |window| window.navigator().hardware_concurrency());
    (told as usize).max(1)
}
