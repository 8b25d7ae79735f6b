//! Small runs for tests, by the host's loop or by the oracle.

#[expect(
    dead_code,
    reason = "some of it only the tests of the package below use"
)]
#[path = "../../tests/support/runs.rs"]
pub mod runs;

use std::rc::Rc;

use policy_lab::protocol::Event;
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::train::session::Session;
use policy_lab_tensors::oracle::Oracle;

/// The events of a session that learns by the host's loop, or by the oracle.
pub fn events_of(session: Session, by_oracle: bool) -> Vec<Event> {
    let oracle = Oracle::new(&session.config);
    runs::events_of(match by_oracle {
        true => Session {
            hooks: Some(Rc::new(oracle)),
            ..session
        },
        false => session,
    })
}

/// The networks at the end of such a session.
pub fn last_good(session: Session, by_oracle: bool) -> Checkpoint {
    runs::last_good_in(&events_of(session, by_oracle)).clone()
}
