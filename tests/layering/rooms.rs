//! The map of the house as data: which room may use which.

/// A room, and the rooms or submodules it may use. Everyone may use `random`, a leaf.
pub const ARROWS: &[(&str, &[&str])] = &[
    ("random", &[]),
    ("envs", &["random", "config::number"]),
    ("nn", &["random", "ops", "config::options"]),
    ("device", &["random"]),
    // The device for the operations on tensors, in `tensors/`.
    ("ops", &["random", "envs", "config::options", "device"]),
    ("rollout", &["random", "envs", "nn", "ops"]),
    ("algos", &["rollout"]),
    ("config", &["random", "envs", "device"]),
    ("protocol", &["config", "device"]),
    ("history", &["random", "config", "protocol", "device"]),
    // `ops` for a test: what is played samples as what trains.
    (
        "policy",
        &[
            "random",
            "envs",
            "config",
            "protocol",
            "ops::gaussian",
            "ops::rollout",
        ],
    ),
    // `policy::clip` for a test: what is drawn of the clip lab is what the lab did.
    (
        "train",
        &[
            "random",
            "device",
            "envs",
            "nn",
            "ops",
            "rollout",
            "algos",
            "config",
            "protocol",
            "policy::clip",
        ],
    ),
    (
        "oracle",
        &[
            "device", "envs", "nn", "ops", "rollout", "algos", "config", "protocol", "train",
        ],
    ),
    (
        "checks",
        &[
            "random", "device", "envs", "nn", "ops", "rollout", "algos", "config", "protocol",
            "train", "oracle",
        ],
    ),
    (
        "course",
        &[
            "random",
            "config",
            "checks::list",
            "protocol::Body",
            "python::part",
            "python::protocol",
        ],
    ),
    ("python", &["config", "protocol"]),
    (
        "worker",
        &[
            "random", "envs", "train", "config", "protocol", "device", "checks", "python",
        ],
    ),
    (
        "interpreter",
        &[
            "random", "device", "envs", "ops", "rollout", "config", "protocol", "train", "python",
            "worker",
        ],
    ),
    (
        "workers",
        &[
            "envs",
            "config",
            "protocol",
            "python::protocol",
            "worker::bodies",
            "worker::channel",
        ],
    ),
    (
        "view",
        &[
            "envs",
            "config",
            "protocol",
            "history",
            "policy",
            "python::part",
            "python::protocol",
        ],
    ),
    (
        "marking",
        &["course", "view", "config::number", "python::protocol"],
    ),
    (
        "ui",
        &[
            "view",
            "marking",
            "random",
            "envs",
            "config",
            "protocol",
            "history",
            "policy",
            "checks::list",
            "course",
            "python::output",
            "python::part",
            "python::protocol",
            "workers",
        ],
    ),
];

/// Crates that only some rooms may name: the page never touches a tensor, and nothing but the page
/// knows how it is drawn.
pub const FOREIGN: &[(&str, &[&str])] = &[
    (
        "burn",
        &[
            "ops",
            "device",
            "train",
            "oracle",
            "checks",
            "worker",
            "interpreter",
        ],
    ),
    ("cubecl", &["ops"]),
    ("idb", &["ui"]),
    ("leptos", &["ui"]),
    ("rustpython_vm", &["interpreter"]),
    ("plotters", &["ui"]),
    ("plotters_canvas", &["ui"]),
];

/// The folders of the packages, and the room that is the whole of one. A room with halves in two
/// packages is one room.
pub const PACKAGES: &[(&str, Option<&str>)] = &[
    ("src", None),
    ("tensors/src", None),
    ("page/src", None),
    ("python/src", Some("interpreter")),
];

/// Rooms that exist on wasm only, with the file that declares them.
pub const WASM_ONLY: &[(&str, &str)] = &[
    ("ui", "page/src/lib.rs"),
    ("worker", "src/lib.rs"),
    ("worker", "tensors/src/lib.rs"),
    ("workers", "page/src/lib.rs"),
];

/// Names that say nothing about what is inside.
pub const EMPTY_NAMES: &[&str] = &[
    "util", "utils", "helper", "helpers", "common", "manager", "misc",
];

/// Returns the rule that a path breaks, if there is one. `from` is the room of the file.
pub fn breach(from: &str, path: &[String]) -> Option<String> {
    let Some(to) = path.first() else {
        return Some("the whole crate: name a room".to_string());
    };
    if to == from {
        return None;
    }
    if !ARROWS.iter().any(|(room, _)| room == to) {
        return Some(format!("crate::{to}, which is no room"));
    }
    let allowed = ARROWS.iter().find(|(room, _)| *room == from)?.1;
    let fits = |target: &&str| {
        let target: Vec<&str> = target.split("::").collect();
        path.len() >= target.len() && target.iter().zip(path).all(|(want, is)| want == is)
    };
    if allowed.iter().any(fits) {
        return None;
    }
    Some(format!(
        "{}, allowed: {}",
        path.join("::"),
        allowed.join(", ")
    ))
}
