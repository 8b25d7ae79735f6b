//! The choice of how many runs are trained at once.

use leptos::prelude::*;

use crate::ui::lab::{CoreSetting, use_lab};
use crate::view::cores::cores_used;

/// Shows the choice of cores.
#[component]
pub fn SweepCores() -> impl IntoView {
    let lab = use_lab();
    let CoreSetting { chosen, machine } = lab.cores;
    let choose = move |event| {
        if let Ok(cores) = event_target_value(&event).parse() {
            lab.cores.choose(cores);
        }
    };
    let options = (1..=machine).map(|cores| {
        view! {
            <option value=cores prop:selected=move || chosen.get() == cores>{cores_used(cores, machine)}</option>
        }
    });
    view! {
        <label class="sweep-field">
            <span>"CPU"</span>
            <select data-testid="sweep-cores" title="Runs that are trained at once, one on each core" on:change=choose>
                {options.collect_view()}
            </select>
        </label>
    }
}
