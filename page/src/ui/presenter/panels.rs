//! The panels that a presentation can show, and the controls that it can hide.

use policy_lab::config::fields::FIELDS;

/// A panel: a part of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Panel {
    /// The title, the device and the link.
    Masthead,
    /// The clip lab.
    Clip,
    /// The choice of algorithm and preset.
    Setup,
    /// The buttons of the run: Train, Pause and others.
    Controls,
    /// The progress of the run.
    Progress,
    /// The stages of an iteration.
    Stages,
    /// The carts, or a task's environments.
    Carts,
    /// The headline chart.
    Chart,
    /// The other charts.
    Charts,
    /// The newest values as a table.
    Values,
    /// The health of the run.
    Health,
    /// The environment to play with.
    Play,
    /// The exercises' cells.
    Cells,
    /// The course.
    Lesson,
    /// The hyperparameters.
    Settings,
    /// The comparison of runs.
    Compare,
    /// Many runs at once.
    Sweep,
    /// The checks.
    Checks,
}

impl Panel {
    /// All panels with their names in addresses and on the page, in the order of the page.
    pub const ALL: [(Self, &'static str, &'static str); 18] = [
        (Self::Masthead, "masthead", "Title and device"),
        (Self::Clip, "clip", "Clip lab"),
        (Self::Setup, "setup", "Algorithm and preset"),
        (Self::Controls, "controls", "Buttons of the run"),
        (Self::Progress, "progress", "Progress"),
        (Self::Stages, "stages", "Stages of an iteration"),
        (Self::Carts, "carts", "Environments"),
        (Self::Chart, "chart", "Learning curve"),
        (Self::Charts, "charts", "Other curves"),
        (Self::Values, "values", "Values as a table"),
        (Self::Health, "health", "How the run is doing"),
        (Self::Play, "touch", "One environment to touch"),
        (Self::Cells, "cells", "Code"),
        (Self::Lesson, "lesson", "Course"),
        (Self::Settings, "settings", "Hyperparameters"),
        (Self::Compare, "compare", "Runs to compare"),
        (Self::Sweep, "sweep", "Sweep"),
        (Self::Checks, "checks", "Checks"),
    ];

    /// Returns the panel's name in addresses.
    pub fn name(self) -> &'static str {
        let found = Self::ALL.iter().find(|(panel, _, _)| *panel == self);
        found.map_or("", |(_, name, _)| name)
    }
}

/// The scenes that stand ready, with their names: what a lecture needs most.
pub const READY_SCENES: [(&str, &[Panel]); 4] = [
    (
        "Environments and curve",
        &[Panel::Controls, Panel::Progress, Panel::Carts, Panel::Chart],
    ),
    ("The clip", &[Panel::Clip]),
    (
        "My code against ours",
        &[Panel::Carts, Panel::Chart, Panel::Health],
    ),
    (
        "Why it collapsed",
        &[Panel::Controls, Panel::Chart, Panel::Health],
    ),
];

/// Returns the names of panels in addresses.
pub fn names_of(panels: &[Panel]) -> Vec<String> {
    panels.iter().map(|panel| panel.name().to_owned()).collect()
}

/// Controls that can be hidden, apart from the settings, in groups: ids of elements, or names in
/// their `data-control`, each with its name on the page.
pub const CONTROLS: [(&str, &[(&str, &str)]); 2] = [
    (
        "Buttons and choices",
        &[
            ("train-button", "Train"),
            ("pause-button", "Pause"),
            ("resume-button", "Resume"),
            ("step-button", "Step"),
            ("stop-button", "Stop"),
            ("reset-button", "Reset"),
            ("new-seed-button", "New seed"),
            ("preset", "Preset"),
            ("device", "Device"),
            ("copy-link", "Copy link"),
        ],
    ),
    (
        "Of the clip lab",
        &[
            ("clip-steps", "Steps of learning"),
            ("clip-knobs", "Its settings"),
            ("clip-sample", "The picked sample"),
            ("clip-cases", "The six cases"),
            ("clip-figures", "Means and metrics"),
        ],
    ),
];

/// Returns true if there is a panel of this name.
pub fn is_panel(name: &str) -> bool {
    Panel::ALL.iter().any(|(_, known, _)| *known == name)
}

/// Returns true if a control of this name can be hidden.
pub fn is_control(name: &str) -> bool {
    let mut controls = CONTROLS.iter().flat_map(|(_, controls)| *controls);
    controls.any(|(known, _)| *known == name) || FIELDS.iter().any(|field| field.key == name)
}
