//! The cores that training on the CPU may use: what the reader has chosen, kept from visit to
//! visit.

use leptos::prelude::*;

use crate::ui::browser::storage;
use crate::view::cores::usual_cores;
use crate::workers::replicas::cores;

const KEY: &str = "policy-lab-cores";

/// The cores that training may use.
#[derive(Clone, Copy)]
pub struct CoreSetting {
    /// The number that runs and sweeps may use, from 1 to that of the machine.
    pub chosen: RwSignal<usize>,
    /// The number that the machine has, as far as the browser tells.
    pub machine: usize,
}

impl CoreSetting {
    pub(super) fn new() -> Self {
        let machine = cores();
        let kept = storage::get(KEY).and_then(|text| text.parse().ok());
        let chosen: usize = kept.unwrap_or_else(|| usual_cores(machine));
        Self {
            chosen: RwSignal::new(chosen.clamp(1, machine)),
            machine,
        }
    }

    /// Chooses the number of cores. A browser that stores nothing forgets it with the visit.
    pub fn choose(self, cores: usize) {
        let cores = cores.clamp(1, self.machine);
        storage::set(KEY, &cores.to_string());
        self.chosen.set(cores);
    }
}
