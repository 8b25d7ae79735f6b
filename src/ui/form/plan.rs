//! What the settings add up to: iterations, samples, gradient steps.

use leptos::prelude::*;

use super::super::figures::{count, plural};
use super::super::lab::use_lab;
use crate::train::config::TrainConfig;

/// The sentence under the heading; empty while the settings are not valid.
#[component]
pub fn Plan() -> impl IntoView {
    let lab = use_lab();
    view! {
        <p class="plan" data-testid="plan">
            {move || lab.config.with(|config| config.as_ref().ok().map(sentence))}
        </p>
    }
}

fn sentence(config: &TrainConfig) -> String {
    let iterations = config.num_iterations();
    let updates = config.updates_per_iteration();
    format!(
        "{} of {} samples; {} of {} samples after each, {} in all",
        plural(iterations, "rollout"),
        count(config.batch_size() as u64),
        plural(updates, "gradient step"),
        count(config.minibatch_size() as u64),
        count((iterations * updates) as u64),
    )
}
