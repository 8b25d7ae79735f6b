//! Places of the page, which the browser's Back and Forward lead to. Knows neither the browser nor the course's texts.

use serde::{Deserialize, Serialize};

use policy_lab::config::url::PageState;

/// Milliseconds that a place must be shown to keep its entry in the browser's history: an arrow key that is held down
/// in a list passes through dozens of exercises, and Back should not lead through all of them.
const PASSING_MILLIS: f64 = 500.0;

/// The subject that the reader went to last. A chapter and an exercise are on the page at once, and this one names the place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// The page itself.
    #[default]
    Page,
    /// The open chapter.
    Chapter,
    /// The current exercise.
    Exercise,
}

impl Subject {
    /// Returns the subject of an address: the exercise if it names one, or else the chapter.
    pub fn of(state: &PageState) -> Self {
        match (&state.exercise, &state.lesson) {
            (Some(_), _) => Self::Exercise,
            (None, Some(_)) => Self::Chapter,
            (None, None) => Self::Page,
        }
    }
}

/// The place where the reader is. Settings are no part of it: Back leaves them alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The subject that the reader went to last.
    pub subject: Subject,
    /// The key of the open chapter.
    pub lesson: Option<String>,
    /// The id of the chosen exercise; `None` shows the first.
    pub exercise: Option<String>,
    /// The panels of a presentation; empty if the page is not presented.
    pub panels: Vec<String>,
}

impl Place {
    /// Returns the place that a state of the page shows.
    pub fn of(state: &PageState, subject: Subject) -> Self {
        Self {
            subject,
            lesson: state.lesson.clone(),
            exercise: state.exercise.clone(),
            panels: state.view.panels.clone(),
        }
    }

    /// Returns the title of the place. `name` is the title of its subject, and the page has none.
    pub fn title(&self, name: Option<&str>) -> String {
        let presented = (!self.panels.is_empty()).then_some("Presentation");
        let parts = [presented, name, Some("Policy Lab")];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }
}

/// A place as the browser's history keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// The place.
    pub place: Place,
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

/// Returns what a change from one place to another does to the history. `shown_millis` is how long the entry before has
/// existed, if it is one that the reader made by going there.
pub fn change(before: &Place, now: &Place, shown_millis: Option<f64>) -> Change {
    match shown_millis {
        _ if before == now => Change::Same,
        Some(millis) if millis < PASSING_MILLIS => Change::PassedOn,
        _ => Change::Gone,
    }
}
