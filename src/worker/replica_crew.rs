//! The crew of this worker's run: replicas, each a worker of its own, that compute shares.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use futures::FutureExt as _;
use futures::channel::oneshot::{self, Sender};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

use super::channel::{Channel, Incoming, compile};
use crate::protocol::replica::{PROGRAM, ReplicaReply, ReplicaRequest, SCRIPT};
use crate::protocol::share::{Share, SharePart};
use crate::train::crew::{Crew, ShareAnswer};

/// Replicas that help a run. They start with the first run that is worth it, and those that have
/// died are replaced when the next run starts.
pub struct ReplicaCrew {
    /// Cores that a run may use, its own among them.
    cores: Cell<usize>,
    helpers: RefCell<Vec<Rc<Helper>>>,
    is_starting: Cell<bool>,
    /// True if the run under way, or the last one, has something to share.
    is_wanted: Cell<bool>,
    /// Hears how many cores share a run, whenever that changes.
    on_change: fn(usize),
}

struct Helper {
    channel: Rc<Channel<ReplicaRequest, ReplicaReply>>,
    /// Who waits for the answers, in the order of the requests.
    waiting: RefCell<VecDeque<Sender<SharePart>>>,
}

impl ReplicaCrew {
    /// Creates a crew of one core, the run's own.
    pub fn new(on_change: fn(usize)) -> Rc<Self> {
        Rc::new(Self {
            cores: Cell::new(1),
            helpers: RefCell::default(),
            is_starting: Cell::new(false),
            is_wanted: Cell::new(false),
            on_change,
        })
    }

    /// Lets runs use so many cores, the one under way too.
    pub fn use_cores(self: &Rc<Self>, cores: usize) {
        self.cores.set(cores.max(1));
        let most = self.cores.get() - 1;
        let too_many: Vec<Rc<Helper>> = {
            let mut helpers = self.helpers.borrow_mut();
            let kept = helpers.len().min(most);
            helpers.drain(kept..).collect()
        };
        for helper in too_many {
            helper.channel.terminate();
        }
        if self.is_wanted.get() {
            self.start_helpers();
        }
    }

    /// Says that the run under way shares nothing. Helpers stay for the next one.
    pub fn share_nothing(&self) {
        self.is_wanted.set(false);
        self.tell();
    }

    /// Tells how many cores share the run under way.
    fn tell(&self) {
        (self.on_change)(match self.is_wanted.get() {
            true => 1 + self.helpers(),
            false => 1,
        });
    }

    /// Starts the helpers that are missing. They can be asked as soon as they are ready; the run
    /// does not wait for them.
    pub fn start_helpers(self: &Rc<Self>) {
        self.is_wanted.set(true);
        self.tell();
        let is_complete = self.helpers.borrow().len() + 1 >= self.cores.get();
        if is_complete || self.is_starting.replace(true) {
            return;
        }
        let crew = Rc::clone(self);
        spawn_local(async move {
            // Without the program a run has one core, which is enough.
            if let Ok(program) = compile(PROGRAM).await {
                while crew.helpers.borrow().len() + 1 < crew.cores.get() {
                    crew.start_helper(&program);
                }
            }
            crew.is_starting.set(false);
        });
    }

    fn start_helper(self: &Rc<Self>, program: &JsValue) {
        let crew = Rc::downgrade(self);
        let helper = Rc::new_cyclic(|weak: &Weak<Helper>| {
            let weak = Weak::clone(weak);
            Helper {
                channel: Channel::new(SCRIPT, move |incoming| {
                    if let (Some(crew), Some(helper)) = (crew.upgrade(), weak.upgrade()) {
                        crew.on_message(&helper, incoming);
                    }
                }),
                waiting: RefCell::default(),
            }
        });
        self.helpers.borrow_mut().push(Rc::clone(&helper));
        helper.channel.spawn_with(program);
    }

    fn on_message(&self, helper: &Rc<Helper>, incoming: Incoming<ReplicaReply>) {
        match incoming {
            Incoming::Reply(ReplicaReply::Ready) => {
                helper.channel.ready();
            }
            Incoming::Reply(ReplicaReply::Part(part)) => {
                let next = helper.waiting.borrow_mut().pop_front();
                if let Some(next) = next {
                    // The run may have ended meanwhile.
                    drop(next.send(part));
                }
                return;
            }
            Incoming::Reply(ReplicaReply::Events { .. }) => return,
            Incoming::Unreadable(_) | Incoming::Text(_) | Incoming::Broken(_) | Incoming::Late => {
                self.let_go(helper);
            }
        }
        self.tell();
    }
}

impl ReplicaCrew {
    /// Lets go of a helper. Whoever waits for it hears that nothing will come.
    fn let_go(&self, helper: &Rc<Helper>) {
        (self.helpers.borrow_mut()).retain(|other| !Rc::ptr_eq(other, helper));
        helper.waiting.borrow_mut().clear();
        // Let a closure of its channel return before the worker ends, because the worker owns it.
        let channel = Rc::clone(&helper.channel);
        spawn_local(async move { channel.terminate() });
    }
}

impl Crew for ReplicaCrew {
    fn helpers(&self) -> usize {
        let helpers = self.helpers.borrow();
        let ready = helpers.iter().filter(|helper| helper.channel.is_ready());
        ready.count()
    }

    fn cores(&self) -> usize {
        self.cores.get()
    }

    fn ask(&self, helper: usize, share: Share) -> ShareAnswer {
        let helpers = self.helpers.borrow();
        let mut ready = helpers.iter().filter(|helper| helper.channel.is_ready());
        let Some(helper) = ready.nth(helper) else {
            return futures::future::ready(None).boxed_local();
        };
        let (sender, receiver) = oneshot::channel();
        helper.waiting.borrow_mut().push_back(sender);
        helper.channel.send(ReplicaRequest::Share(share));
        receiver.map(Result::ok).boxed_local()
    }

    fn dismiss_silent(&self) {
        let owes = |helper: &&Rc<Helper>| !helper.waiting.borrow().is_empty();
        let silent: Vec<Rc<Helper>> = self.helpers.borrow().iter().filter(owes).cloned().collect();
        for helper in &silent {
            self.let_go(helper);
        }
        self.tell();
    }
}
