//! A world of the reader's own: an environment class in Python. Two classes to start from, what its
//! check found, the settings that fit it, files and links with its text, and what is kept of it.

pub mod kept;
pub mod link;
pub mod opened;
pub mod report;
pub mod rewards;

use policy_lab::config::draft::Draft;
use policy_lab::config::fields::Field;
use policy_lab::config::presets::Preset;
use policy_lab::envs::EnvId;

/// Most bytes of a class's text.
pub const MOST_BYTES: usize = 200_000;
/// The time limit of an episode in steps, where the class's text sets none.
const TIME_LIMIT: u32 = 500;
/// The longest time limit that the form takes.
const LONGEST: u32 = 100_000;

/// The program that checks a class. Python leaves the answer in a file, because what a program
/// prints is cut off.
const ASK: &str = include_str!("ask.py");
/// The name of the class's text in [`ASK`].
const TEXT: &str = "TEXT";
/// The file in which Python leaves its answer.
pub const ANSWER: &str = "answer.json";

/// A class to start from.
#[derive(Debug, PartialEq, Eq)]
pub struct Starter {
    /// What the page calls it.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// The classes to start from; the first is the one that a newcomer meets.
pub const STARTERS: [Starter; 2] = [
    Starter {
        name: "discrete actions",
        text: include_str!("kettle.py"),
    },
    Starter {
        name: "continuous actions",
        text: include_str!("buoy.py"),
    },
];

/// Returns true if nobody has changed the text since it was put there.
pub fn is_starter(text: &str) -> bool {
    STARTERS.iter().any(|starter| starter.text == text)
}

/// Returns the program that checks a class with this text.
pub fn asking(text: &str) -> String {
    // A string of JSON is one of Python too.
    ASK.replacen(TEXT, &serde_json::Value::from(text).to_string(), 1)
}

/// Returns the world that this text has become in this visit, if it has.
pub fn known(text: &str) -> Option<EnvId> {
    let mut all = EnvId::known_own().into_iter().rev();
    all.find(|id| {
        id.own_program()
            .is_some_and(|program| program.source == text)
    })
}

/// Returns settings that fit a world: those of the quick preset for discrete actions and those for
/// Pendulum with continuous ones, where rewards may look further ahead than Pendulum's.
pub fn draft(id: EnvId) -> Draft {
    let is_continuous = !id.controls().is_empty();
    let preset = match is_continuous {
        true => "ppo-pendulum",
        false => "ppo-quick",
    };
    let mut draft = Preset::find(preset).map_or_else(Draft::default, Draft::new);
    let limit = id.own_program().and_then(|program| program.time_limit);
    let limit = limit.unwrap_or(TIME_LIMIT).clamp(1, LONGEST).to_string();
    let mut set = |name: &str, text: &str| {
        if let Some(field) = Field::find(name) {
            draft.set_text(field, text);
        }
    };
    set("env_id", id.spec().key);
    set("max_episode_steps", &limit);
    if is_continuous {
        set("gamma", "0.99");
    }
    if id.is_stand_in() {
        // Python takes some thousand steps a second: a run of a minute, as often measured.
        set("num_envs", "8");
        set("num_steps", "128");
        set("total_timesteps", "102400");
    }
    draft
}

/// Returns the name of the last class in a text that derives from something, as an environment
/// does; none if there is no class.
pub fn class_name(text: &str) -> Option<&str> {
    let heads = text.lines().filter_map(|line| line.strip_prefix("class "));
    let names = heads.filter_map(|head| {
        let end = head.find(|it: char| !it.is_alphanumeric() && it != '_')?;
        (end > 0).then_some((&head[..end], head[end..].starts_with('(')))
    });
    let named: Vec<(&str, bool)> = names.collect();
    let derived = named.iter().rev().find(|(_, derives)| *derives);
    derived.or(named.last()).map(|(name, _)| *name)
}

/// Returns the name of the file in which a class is saved: its own name, in small letters.
pub fn file_name(text: &str) -> String {
    let mut name = String::new();
    for letter in class_name(text).unwrap_or("World").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    format!("{name}.py")
}
