//! The choice of how many runs are trained at once.

use leptos::prelude::*;

use super::pool::use_run_pool;
use crate::view::sweep::core_choice;
use crate::workers::replicas::cores;

/// Shows the choice of cores.
#[component]
pub fn CoreChoice() -> impl IntoView {
    let pool = use_run_pool();
    let all = cores();
    let choose = move |event| {
        if let Ok(chosen) = event_target_value(&event).parse() {
            pool.choose_cores(chosen);
        }
    };
    let options = (1..=all).map(|chosen| {
        view! {
            <option value=chosen prop:selected=move || pool.cores.get() == chosen>{core_choice(chosen, all)}</option>
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
