//! Messages between the page and its workers, and what the page does with those that arrive.

use std::any::type_name;

use policy_lab::config::presets::PRESETS;
use policy_lab::history::History;
use policy_lab::history::health::Verdict;
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::protocol::encoding::{decode, encode};
use policy_lab::protocol::replica::{ReplicaReply, ReplicaRequest};
use policy_lab::protocol::{Command, Event};
use policy_lab::python::protocol::{PythonAnswer, PythonRequest};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::cases::Target;
use super::drawn::drawn;
use super::results::is_sentence;
use crate::support::runs::{events, small};

/// Requires that bytes are a message, which is written as it was read, or none. Returns true if
/// they are one.
fn arrives<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> bool {
    match decode::<T>(bytes) {
        Ok(value) => {
            let written = encode(&value).expect("bytes");
            let again: T = decode(&written).expect("the same message");
            assert_eq!(encode(&again), Ok(written), "{}", type_name::<T>());
            true
        }
        Err(error) => {
            is_sentence(&error.to_string());
            false
        }
    }
}

/// Requires that a drawn message arrives as it left.
fn travels<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> bool {
    let Some(value) = drawn::<T>(bytes, false) else {
        return false;
    };
    let written = encode(&value).expect("bytes");
    assert!(arrives::<T>(&written), "{}", type_name::<T>());
    true
}

/// Calls a function for each type of message.
macro_rules! each {
    ($call:ident($bytes:expr)) => {{
        let bytes = $bytes;
        [
            $call::<Command>(bytes),
            $call::<Event>(bytes),
            $call::<ReplicaRequest>(bytes),
            $call::<ReplicaReply>(bytes),
            $call::<PythonRequest>(bytes),
            $call::<PythonAnswer>(bytes),
            $call::<Option<Checkpoint>>(bytes),
        ]
        .contains(&true)
    }};
}

/// Messages as a run sends them.
fn valid() -> Vec<Vec<u8>> {
    let told = events(small("ppo-quick", 2));
    let mut all: Vec<Vec<u8>> = told.iter().filter_map(|event| encode(event).ok()).collect();
    all.sort_by_key(Vec::len);
    // Networks and frames are long, and all alike to who reads them.
    all.truncate(12);
    all.extend(PRESETS.iter().filter_map(|preset| {
        let config = Box::new((preset.config)());
        encode(&Command::Start { config, from: None }).ok()
    }));
    all
}

#[test]
fn any_bytes_are_a_message_or_none() {
    let target = Target {
        name: "messages",
        valid: valid(),
        words: Vec::new(),
        few: 20_000,
        share: 1,
        cost: 20_000,
    };
    let version = encode(&()).expect("the version alone");
    target.holds(|bytes| {
        let own = each!(arrives(bytes));
        let framed = [&version, bytes].concat();
        let framed = each!(arrives(&framed));
        own || framed
    });
}

#[test]
fn any_message_arrives_as_it_left() {
    let target = Target {
        name: "drawn-messages",
        valid: Vec::new(),
        words: Vec::new(),
        few: 20_000,
        share: 1,
        cost: 20_000,
    };
    target.holds(|bytes| each!(travels(bytes)));
}

/// The worker is our own, but what it tells the page of may be any numbers: a run that breaks off
/// has told of NaN before.
#[test]
fn any_events_are_told_of() {
    let target = Target {
        name: "events",
        valid: Vec::new(),
        words: Vec::new(),
        few: 20_000,
        share: 1,
        cost: 20_000,
    };
    target.holds(|bytes| {
        let mut history = History::default();
        let mut is_useful = false;
        for part in bytes.chunks(40) {
            if let Some(event) = drawn::<Event>(part, false) {
                history.apply(event);
                is_useful = true;
            }
        }
        let _ = Verdict::of(&history);
        let progress = history.run.progress();
        assert!(progress >= 0.0, "{progress}");
        history.reset();
        is_useful
    });
}

/// Messages do not nest deeper than the page's own, whatever the bytes say: each level would take
/// some of the stack.
#[test]
fn no_message_overflows_the_stack() {
    let version = encode(&()).expect("the version alone");
    // Event::Many, ManyEvent::Told, one event, of run 0: and so on.
    for levels in [1_000, 1_000_000] {
        let nested = [version.clone(), [5, 0, 1, 0].repeat(levels)].concat();
        assert!(!arrives::<Event>(&nested));
    }
}
