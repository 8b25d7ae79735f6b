//! Places of the page, which the browser's Back and Forward lead to. Knows neither the browser nor
//! the course's texts.

use serde::{Deserialize, Serialize};

use policy_lab::config::url::{PageState, View};

/// Milliseconds that an exercise must be shown to keep its entry in the browser's history: an arrow
/// key that is held down in a list passes through dozens of exercises, and Back should not lead
/// through all of them.
const PASSING_MILLIS: f64 = 500.0;

/// The place where the reader is. Settings are no part of it: Back leaves them alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The view.
    pub view: View,
    /// The key of the open chapter, if the view shows it.
    pub lesson: Option<String>,
    /// The id of the exercise, if the view shows it.
    pub exercise: Option<String>,
    /// The panels of a presentation; empty if the page is not presented.
    pub panels: Vec<String>,
}

impl Place {
    /// Returns the place that a state of the page shows.
    pub fn of(state: &PageState) -> Self {
        Self {
            view: state.view,
            lesson: state.lesson.clone(),
            exercise: state.exercise.clone(),
            panels: state.presentation.panels.clone(),
        }
    }

    /// Returns the title of the place. `name` is the title of the chapter or exercise that it
    /// shows.
    pub fn title(&self, name: Option<&str>) -> String {
        let presented = (!self.panels.is_empty()).then_some("Presentation");
        let name = name.or(match self.view {
            View::Start => None,
            view => Some(label(view)),
        });
        let parts = [presented, name, Some("Policy Lab")];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }
}

/// Returns the name of a view on the page. Of the views of a place one has the place's name.
pub fn label(view: View) -> &'static str {
    match view {
        View::Start => "Play",
        View::Read => "Course",
        View::Write => "Exercise",
        View::Scratch => "Notebook",
        View::Lab => "Lab",
        View::Sweep => "Sweep",
        View::Clip => "Clip",
        View::World => "Your own world",
        View::Checks => "Checks",
        View::Map => "Map",
        View::Class => "Class",
        View::Work => "Your work",
    }
}

/// An entry of the browser's history, apart from its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// Pixels by which the chapter's text was scrolled in its column.
    pub scroll: i32,
}

/// The effect of a change of the page on the browser's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The place is the same: only the address of its entry changes.
    Same,
    /// The reader went on so fast that the new place takes over the entry of the last one.
    PassedOn,
    /// The new place gets an entry of its own.
    Gone,
}

/// Returns what a change from one place to another does to the history. `shown_millis` is how long
/// the entry before has existed, if it is one that the reader made by going there.
pub fn change(before: &Place, now: &Place, shown_millis: Option<f64>) -> Change {
    match shown_millis {
        _ if before == now => Change::Same,
        Some(millis) if millis < PASSING_MILLIS && is_next_in_list(before, now) => Change::PassedOn,
        _ => Change::Gone,
    }
}

/// Returns true if nothing but the exercise differs.
fn is_next_in_list(before: &Place, now: &Place) -> bool {
    let other = Place {
        exercise: now.exercise.clone(),
        ..before.clone()
    };
    before.exercise.is_some() && other == *now
}
