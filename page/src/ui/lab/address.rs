//! The contents of the address and of its entry in the browser's history, apart from the settings.

use leptos::prelude::*;

use crate::view::place::Place;
use policy_lab::config::sweep::SweepDraft;
use policy_lab::config::url::{PageState, Presentation, View};

/// The part of the page that the address opens.
#[derive(Clone, Copy)]
pub struct Address {
    /// The view on show.
    pub view: RwSignal<View>,
    /// The panels of a presentation, and the controls that are hidden.
    pub presentation: RwSignal<Presentation>,
    /// Sentences about parts of the address that could not be used.
    pub notices: RwSignal<Vec<String>>,
    /// The key of the chapter that the reader opened last, whether it is on show or not.
    pub lesson: RwSignal<Option<String>>,
    /// The id of the exercise that the reader chose last, whether it is on show or not.
    pub exercise: RwSignal<Option<String>>,
    /// The question of the sweep, as typed.
    pub sweep: RwSignal<SweepDraft>,
    /// The class of a world of the reader's own as the link has it, until the reader changes it.
    pub world: RwSignal<Option<String>>,
    /// Pixels by which the chapter's text is scrolled in its column.
    pub scroll: RwSignal<i32>,
}

impl Address {
    pub(super) fn new(state: PageState, notices: Vec<String>) -> Self {
        let sweep = state.sweep;
        Self {
            view: RwSignal::new(state.view),
            presentation: RwSignal::new(state.presentation),
            notices: RwSignal::new(notices),
            lesson: RwSignal::new(state.lesson),
            exercise: RwSignal::new(state.exercise),
            sweep: RwSignal::new(sweep.unwrap_or_else(|| SweepDraft::first(&state.draft))),
            world: RwSignal::new(state.world),
            scroll: RwSignal::new(0),
        }
    }

    /// Tells the reader what could not be used, beside what was said before.
    pub fn tell(self, said: impl Into<String>) {
        self.notices.update(|notices| notices.push(said.into()));
    }

    /// Tells the reader that the address names a chapter or an exercise that there is not.
    pub fn tell_missing(self, what: &str, name: &str, all: impl Iterator<Item = &'static str>) {
        let all = all.collect::<Vec<_>>().join(", ");
        self.tell(format!(
            "The link asks for {what} “{name}”; there are {all}"
        ));
    }

    /// Returns the question of the sweep, if that is on show.
    pub fn shown_sweep(self) -> Option<SweepDraft> {
        self.shows(View::Sweep, "sweep").then(|| self.sweep.get())
    }

    /// Returns the class of the link, if it is on show.
    pub fn shown_world(self) -> Option<String> {
        let is_shown = self.shows(View::World, "world");
        is_shown.then(|| self.world.get()).flatten()
    }

    /// Returns the place that the page shows. It names a chapter or an exercise only if that is on
    /// show.
    pub fn place(self) -> Place {
        let lesson = (self.shows(View::Read, "lesson")).then(|| self.lesson.get());
        let exercise = (self.shows(View::Write, "cells")).then(|| self.exercise.get());
        Place {
            view: self.view.get(),
            lesson: lesson.flatten(),
            exercise: exercise.flatten(),
            panels: self.presentation.with(|it| it.panels.clone()),
        }
    }

    /// Returns true if a view is on show, or in a presentation the panel of this name.
    fn shows(self, view: View, panel: &str) -> bool {
        self.presentation.with(|it| match it.panels.is_empty() {
            true => self.view.get() == view,
            false => it.panels.iter().any(|name| name == panel),
        })
    }
}
