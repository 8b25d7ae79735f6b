//! The choice of how many cores of the CPU training may use.

use leptos::prelude::*;

use super::lab::{CoreSetting, use_lab};
use crate::view::cores::cores_used;

/// Shows the choice: `one core`, `2 of 8 cores` and so on.
#[component]
pub fn CoreSelect(
    /// The test id.
    test_id: &'static str,
    /// What the cores do here, for whoever points at it.
    title: &'static str,
) -> impl IntoView {
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
        <select data-testid=test_id aria-label="CPU cores" title=title on:change=choose>{options.collect_view()}</select>
    }
}
