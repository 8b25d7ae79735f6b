//! The size of the next run: iterations, samples, gradient steps.

use leptos::prelude::*;

use crate::ui::lab::use_lab;
use crate::view::format::{count, plural};
use policy_lab::config::TrainConfig;

/// Shows the sentence under the heading; empty while the settings are not valid.
#[component]
pub fn Plan() -> impl IntoView {
    let lab = use_lab();
    view! {
        <p class="plan" data-testid="plan">
            {move || lab.settings.config.with(|config| config.as_ref().ok().map(sentence))}
        </p>
    }
}

fn sentence(config: &TrainConfig) -> String {
    let iterations = config.num_iterations();
    let updates = config.updates_per_iteration();
    let all = count((iterations * updates) as u64);
    if config.whole_episodes {
        return format!(
            "{} of {} each, with a gradient step after every episode, {all} in all",
            plural(iterations, "iteration"),
            plural(config.rollouts_per_iteration, "episode"),
        );
    }
    format!(
        "{} of {} samples; {} of {} samples after each, {all} in all",
        plural(iterations * config.rollouts_per_iteration, "rollout"),
        count(config.batch_size() as u64),
        plural(config.updates_per_rollout(), "gradient step"),
        count(config.minibatch_size() as u64),
    )
}
