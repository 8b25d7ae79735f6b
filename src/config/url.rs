//! The page's state as a query string, and back. Unknown and broken parameters are reported, never
//! dropped silently.

use super::draft::{Draft, OWN_PREFIX};
use super::fields::Field;
use super::presets::Preset;
use super::sweep::SweepDraft;
use super::{Algorithm, EnvId};
use crate::device::DeviceChoice;

/// The part of the page's state that a link carries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageState {
    /// The hyperparameters.
    pub draft: Draft,
    /// The requested device.
    pub device: DeviceChoice,
    /// The lesson to open; the course reads it.
    pub lesson: Option<String>,
    /// The exercise to open; the course reads it.
    pub exercise: Option<String>,
    /// The view to show.
    pub view: View,
    /// The panels and controls that are shown; the presenter reads them.
    pub presentation: Presentation,
    /// The sweep to ask for, if there is one.
    pub sweep: Option<SweepDraft>,
    /// The text of a world of the reader's own, packed; the page unpacks it.
    pub world: Option<String>,
}

/// The views of the page: one for each thing that a reader does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// Train once and see what happens.
    #[default]
    Start,
    /// Read a chapter.
    Read,
    /// Write the code of an exercise.
    Write,
    /// Run programs of one's own.
    Scratch,
    /// Train, tune and compare.
    Lab,
    /// Train many runs at once and compare them.
    Sweep,
    /// Watch PPO's clip at work.
    Clip,
    /// Write an environment of one's own.
    World,
    /// Run the checks.
    Checks,
    /// See the whole course.
    Map,
    /// Look through the hand-ins of a class.
    Class,
    /// Save, load or hand in what one has done.
    Work,
}

values!(
    View,
    /// Returns the name in addresses.
    key, from_key {
        Start: "start",
        Read: "read",
        Write: "write",
        Scratch: "scratch",
        Lab: "lab",
        Sweep: "sweep",
        Clip: "clip",
        World: "world",
        Checks: "checks",
        Map: "map",
        Class: "class",
        Work: "work",
    }
);

impl View {
    /// The views that give the four places in the head of the page their names.
    pub const HEADS: [Self; 4] = [Self::Start, Self::Read, Self::Lab, Self::Scratch];

    /// Returns the view that gives its name to the place in which this one is, or `None` if the
    /// menu leads to this one.
    pub fn head(self) -> Option<Self> {
        match self {
            Self::Start | Self::Scratch => Some(self),
            Self::Read | Self::Write | Self::Map => Some(Self::Read),
            Self::Lab | Self::Sweep | Self::Clip | Self::World => Some(Self::Lab),
            Self::Checks | Self::Class | Self::Work => None,
        }
    }

    /// Returns the view of an address that names none: an exercise is written, a chapter is read, a
    /// sweep has its own, settings belong to the lab.
    fn implied(
        lesson: Option<&str>,
        has_exercise: bool,
        has_sweep: bool,
        has_settings: bool,
    ) -> Self {
        match lesson {
            _ if has_exercise => Self::Write,
            // Addresses of earlier versions opened the clip lab with its chapter.
            Some("clip") => Self::Clip,
            Some(_) => Self::Read,
            None if has_sweep => Self::Sweep,
            None if has_settings => Self::Lab,
            None => Self::Start,
        }
    }
}

/// The panels and controls that are shown. Whoever shows them reports unknown names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presentation {
    /// The panels of a presentation; empty if the page is not presented.
    pub panels: Vec<String>,
    /// Controls that are hidden, also outside a presentation.
    pub hidden: Vec<String>,
    /// The scenes of a presentation: panels to show one after the other.
    pub scenes: Vec<Vec<String>>,
}

/// Reads decoded `(name, value)` pairs. Returns the state and a message for each pair that could
/// not be used.
///
/// A value that is out of range is kept in the draft, where the form shows its message.
pub fn read<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> (PageState, Vec<String>) {
    let pairs: Vec<(&str, &str)> = pairs.into_iter().collect();
    let mut notices = Vec::new();
    let mut state = PageState {
        draft: Draft::new(starting_preset(&pairs, &mut notices)),
        sweep: SweepDraft::from_pairs(&pairs, &mut notices),
        ..PageState::default()
    };
    let mut view = None;
    for (name, value) in &pairs {
        let value = *value;
        match *name {
            "preset" | "algorithm" => {}
            "view" => {
                view = View::from_key(value);
                if view.is_none() {
                    notices.push(format!(
                        "The link asks for view “{value}”; it can be {}",
                        View::ALL.map(View::key).join(", ")
                    ));
                }
            }
            "device" => match DeviceChoice::from_key(value) {
                Some(choice) => state.device = choice,
                None => notices.push(format!(
                    "The link asks for device “{value}”; it can be auto, webgpu or cpu, so auto is used"
                )),
            },
            "lesson" => state.lesson = Some(value.to_owned()),
            "exercise" => state.exercise = Some(value.to_owned()),
            "world" => state.world = Some(value.to_owned()),
            "present" => state.presentation.panels = names(value),
            "scenes" => {
                let scenes = value.split(';').map(names);
                state.presentation.scenes = scenes.filter(|scene| !scene.is_empty()).collect();
            }
            "hide" => state.presentation.hidden = names(value),
            name if SweepDraft::is_named(name) => {}
            "env_id" if is_unknown_own(value) => notices.push(format!(
                "The link trains in {value}, a world of someone’s own that this browser does not have, so {} takes \
                 its place and all other settings are kept. Ask for the link or the file of that world, check it \
                 under “Your own world”, and then follow this link again",
                state.draft.env_id().spec().name()
            )),
            name => match Field::find(name) {
                Some(field) => {
                    if !field.is_used_by(state.draft.algorithm()) {
                        notices.push(format!(
                            "The link sets {}, which {} does not use",
                            field.key,
                            state.draft.algorithm().label()
                        ));
                    }
                    state.draft.set_text(field, value);
                }
                None => notices.push(format!("The link has a parameter that is unknown here: {name}")),
            },
        }
    }
    state.view = view.unwrap_or_else(|| {
        let has_settings = names_settings(pairs.iter().map(|(name, _)| *name));
        View::implied(
            state.lesson.as_deref(),
            state.exercise.is_some(),
            state.sweep.is_some(),
            has_settings,
        )
    });
    (state, notices)
}

/// Returns true if a text is the key of a world of a reader's own that this page does not know.
fn is_unknown_own(key: &str) -> bool {
    key.starts_with(OWN_PREFIX) && EnvId::of_key(key).is_none()
}

/// Returns true if one of these names of parameters belongs to the hyperparameters.
pub fn names_settings<'a>(mut names: impl Iterator<Item = &'a str>) -> bool {
    names.any(|name| matches!(name, "preset" | "algorithm") || Field::find(name).is_some())
}

/// Splits a comma-separated list of names.
fn names(value: &str) -> Vec<String> {
    let names = value.split(',').map(str::trim);
    let named = names.filter(|name| !name.is_empty());
    named.map(str::to_owned).collect()
}

fn starting_preset(pairs: &[(&str, &str)], notices: &mut Vec<String>) -> &'static Preset {
    let value_of = |wanted| {
        pairs
            .iter()
            .rev()
            .find(|(name, _)| *name == wanted)
            .map(|(_, value)| *value)
    };
    let algorithm = value_of("algorithm").and_then(|key| {
        let algorithm = Algorithm::from_key(key);
        if algorithm.is_none() {
            notices.push(format!(
                "The link asks for algorithm “{key}”; it can be {}",
                Algorithm::ALL.map(Algorithm::key).join(", ")
            ));
        }
        algorithm
    });
    let preset = value_of("preset").and_then(|id| {
        let preset = Preset::find(id);
        if preset.is_none() {
            notices.push(format!(
                "The link asks for a preset that is unknown here: {id}"
            ));
        }
        preset
    });
    match (preset, algorithm) {
        (Some(preset), Some(algorithm)) if (preset.config)().algorithm != algorithm => {
            notices.push(format!(
                "The link asks for {} and for a preset of another algorithm; the algorithm was followed",
                algorithm.label()
            ));
            Preset::first_for(algorithm)
        }
        (Some(preset), _) => preset,
        (None, Some(algorithm)) => Preset::first_for(algorithm),
        (None, None) => Draft::default().preset(),
    }
}

/// Returns the `(name, value)` pairs of a state: only those that differ from the page's defaults,
/// so that links stay short.
pub fn write(state: &PageState) -> Vec<(&'static str, String)> {
    let mut pairs = Vec::new();
    if let Some(lesson) = &state.lesson {
        pairs.push(("lesson", lesson.clone()));
    }
    if let Some(exercise) = &state.exercise {
        pairs.push(("exercise", exercise.clone()));
    }
    if let Some(world) = &state.world {
        pairs.push(("world", world.clone()));
    }
    if state.draft.preset().id != Draft::default().preset().id {
        pairs.push(("preset", state.draft.preset().id.to_owned()));
    }
    if state.device != DeviceChoice::Auto {
        pairs.push(("device", state.device.key().to_owned()));
    }
    for (name, names) in [
        ("present", &state.presentation.panels),
        ("hide", &state.presentation.hidden),
    ] {
        if !names.is_empty() {
            pairs.push((name, names.join(",")));
        }
    }
    let scenes = &state.presentation.scenes;
    if !scenes.is_empty() {
        let scenes: Vec<String> = scenes.iter().map(|scene| scene.join(",")).collect();
        pairs.push(("scenes", scenes.join(";")));
    }
    for (field, text) in state.draft.changes() {
        pairs.push((field.key, text.to_owned()));
    }
    let has_settings = names_settings(pairs.iter().map(|(name, _)| *name));
    let lesson = state.lesson.as_deref();
    let (has_exercise, has_sweep) = (state.exercise.is_some(), state.sweep.is_some());
    if View::implied(lesson, has_exercise, has_sweep, has_settings) != state.view {
        pairs.insert(0, ("view", state.view.key().to_owned()));
    }
    pairs.extend(state.sweep.iter().flat_map(SweepDraft::to_pairs));
    pairs
}
