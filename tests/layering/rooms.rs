//! The map of the house as data: which room may use which.

/// A room, and the rooms or submodules it may use. Everyone may use `random`, a leaf.
pub const ARROWS: &[(&str, &[&str])] = &[
    ("random", &[]),
    ("envs", &["random"]),
    ("nn", &["random", "ops"]),
    ("device", &["random"]),
    ("ops", &["random", "envs"]),
    ("rollout", &["random", "envs", "nn", "ops"]),
    ("algos", &["random", "nn", "ops", "rollout"]),
    (
        "train",
        &["random", "device", "envs", "nn", "ops", "rollout", "algos"],
    ),
    (
        "checks",
        &[
            "random", "device", "envs", "nn", "ops", "rollout", "algos", "train",
        ],
    ),
    (
        "course",
        &["random", "train::config", "checks::ids", "python::part"],
    ),
    ("python", &["train::config", "train::protocol"]),
    ("worker", &["random", "train", "device", "checks", "python"]),
    (
        "interpreter",
        &[
            "random", "device", "envs", "ops", "rollout", "train", "python", "worker",
        ],
    ),
    (
        "workers",
        &[
            "train::checkpoint",
            "train::protocol",
            "python::protocol",
            "worker::cells",
            "worker::transport",
        ],
    ),
    (
        "ui",
        &[
            "random",
            "train::cases",
            "train::charts",
            "train::clip_batch",
            "train::clip_picture",
            "train::compare",
            "train::checkpoint",
            "train::config",
            "train::draft",
            "train::evidence",
            "train::fields",
            "train::health",
            "train::hints",
            "train::history",
            "train::metrics",
            "train::play",
            "train::portrait",
            "train::presets",
            "train::protocol",
            "train::stages",
            "train::url",
            "train::validate",
            "train::weights",
            "train::world",
            "checks::ids",
            "course",
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
            "nn",
            "ops",
            "rollout",
            "algos",
            "device",
            "train",
            "checks",
            "worker",
            "interpreter",
        ],
    ),
    ("cubecl", &["ops"]),
    ("leptos", &["ui"]),
    ("rustpython_vm", &["interpreter"]),
    ("plotters", &["ui"]),
    ("plotters_canvas", &["ui"]),
];

/// The folders of the packages, and the room that is the whole of one.
pub const PACKAGES: &[(&str, Option<&str>)] = &[
    ("src", None),
    ("page/src", None),
    ("python/src", Some("interpreter")),
];

/// Rooms that exist on wasm only, with the file that declares them.
pub const WASM_ONLY: &[(&str, &str)] = &[
    ("ui", "page/src/lib.rs"),
    ("worker", "src/lib.rs"),
    ("workers", "page/src/lib.rs"),
];

/// Names that say nothing about what is inside.
pub const EMPTY_NAMES: &[&str] = &[
    "util", "utils", "helper", "helpers", "common", "manager", "misc",
];

/// What a path breaks, if anything: `from` is the room the path stands in.
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
