//! The state of a presentation.

use leptos::prelude::*;

use super::super::lab::Lab;
use super::panels::{Panel, READY_SCENES, is_control, is_panel, names_of};
use crate::ui::browser::storage;
use policy_lab::config::url::Presentation;

/// The key in the browser's storage under which it keeps that single keys are switched off.
const NO_KEYS: &str = "policy-lab-no-keys";

/// A presentation. Its view is in the address, so that a link opens exactly this view.
#[derive(Clone, Copy)]
pub struct Presenter {
    /// The panels on show and the hidden controls; without panels there is no presentation.
    pub view: RwSignal<Presentation>,
    /// True while the choice of panels is open.
    pub is_choosing: RwSignal<bool>,
    /// True while the list of keys is open.
    pub is_listing: RwSignal<bool>,
    /// True while the search is open.
    pub is_searching: RwSignal<bool>,
    /// True if single keys act outside of presentations too.
    pub has_keys: RwSignal<bool>,
}

impl Presenter {
    /// Reads the presentation from the address, and adds a notice for each unknown name.
    pub fn new(lab: Lab) -> Self {
        lab.address.presentation.update_untracked(|view| {
            let mut notices = Vec::new();
            let mut keep_known =
                |names: &mut Vec<String>, is_known: fn(&str) -> bool, what: &str| {
                    names.retain(|name| {
                        if !is_known(name) {
                            notices.push(format!("The link {what} that is unknown here: {name}"));
                        }
                        is_known(name)
                    });
                };
            for panels in std::iter::once(&mut view.panels).chain(&mut view.scenes) {
                keep_known(panels, is_panel, "wants to show a panel");
            }
            view.scenes.retain(|scene| !scene.is_empty());
            keep_known(&mut view.hidden, is_control, "hides a control");
            (lab.address.notices).update_untracked(|all| all.extend(notices));
        });
        let presenter = Self {
            view: lab.address.presentation,
            is_choosing: RwSignal::new(false),
            is_listing: RwSignal::new(false),
            is_searching: RwSignal::new(false),
            has_keys: RwSignal::new(storage::get(NO_KEYS).is_none()),
        };
        Effect::new(move || {
            if let Some(root) = document().document_element() {
                // Without this class the page looks as usual.
                let classes = root.class_list();
                let _ = classes.toggle_with_force("presenting", presenter.is_on());
            }
        });
        presenter
    }

    /// Returns true while the page is presented.
    pub fn is_on(self) -> bool {
        self.view.with(|view| !view.panels.is_empty())
    }

    /// Returns true if this panel is shown.
    pub fn shows(self, panel: Panel) -> bool {
        self.view.with(|view| {
            view.panels.is_empty() || view.panels.iter().any(|name| name == panel.name())
        })
    }

    /// Presents these panels, also if a presentation has already begun.
    pub fn present(self, panels: Vec<String>) {
        self.view.update(|view| view.panels = panels);
    }

    /// Returns the scenes of the presentation: its own, or else those that stand ready.
    pub fn scenes(self) -> Vec<Vec<String>> {
        let own = self.view.with(|view| view.scenes.clone());
        match own.is_empty() {
            true => READY_SCENES.map(|(_, panels)| names_of(panels)).into(),
            false => own,
        }
    }

    /// Shows the scene that stands so many places after the present one; from outside of all scenes
    /// the first or the last.
    pub fn go_on(self, by: isize) {
        let scenes = untrack(|| self.scenes());
        let count = scenes.len() as isize;
        let now = (self.view).with_untracked(|view| {
            let place = scenes.iter().position(|scene| *scene == view.panels);
            place.map(|place| place as isize)
        });
        let next = match now {
            Some(now) => (now + by).rem_euclid(count),
            None if by > 0 => 0,
            None => count - 1,
        };
        if let Some(scene) = scenes.into_iter().nth(next as usize) {
            self.present(scene);
        }
    }

    /// Adds a scene to the presentation's own, unless it is there.
    pub fn add_scene(self, panels: Vec<String>) {
        self.view.update(|view| {
            if !panels.is_empty() && !view.scenes.contains(&panels) {
                view.scenes.push(panels);
            }
        });
    }

    /// Removes a scene from the presentation's own.
    pub fn remove_scene(self, index: usize) {
        self.view.update(|view| {
            if index < view.scenes.len() {
                view.scenes.remove(index);
            }
        });
    }

    /// Switches single keys outside of presentations on or off, also for later visits.
    pub fn set_keys(self, is_on: bool) {
        self.has_keys.set(is_on);
        match is_on {
            true => storage::remove(NO_KEYS),
            false => {
                // Without storage they are on again at the next visit.
                storage::set(NO_KEYS, "yes");
            }
        }
    }

    /// Shows the whole page again.
    pub fn leave(self) {
        self.view.update(|view| view.panels.clear());
    }
}

/// Returns the presentation, in any component.
pub fn use_presenter() -> Presenter {
    expect_context::<Presenter>()
}
