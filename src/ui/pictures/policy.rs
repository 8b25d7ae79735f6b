//! What the policy that is being trained would do in each state.

use leptos::prelude::*;

use super::super::lab::use_lab;
use super::plane::{Plane, PlaneChoice, Shades, shades};
use crate::course::{word, words};
use crate::train::portrait::Portrait;
use crate::train::protocol::{Frame, POSE};

/// States of the rollout that are drawn at most.
const POINTS: usize = 300;

/// The probability of a push to the right, and where the carts were.
#[component]
pub fn PolicyPlane() -> impl IntoView {
    let lab = use_lab();
    let plane = RwSignal::new((2, 3));
    let drawn = Memo::new(move |_| {
        let plane = plane.get();
        lab.history.with(|history| {
            let (run, frame) = (history.run.as_ref()?, history.frame.as_ref()?);
            let portrait = Portrait::new(&run.config, frame)?;
            Some(Shades {
                values: shades(plane, [0.0; 4], |state| {
                    portrait
                        .probabilities(&state)
                        .get(1)
                        .copied()
                        .unwrap_or(0.5)
                }),
                points: points(frame, plane),
            })
        })
    });
    let iteration = move || {
        lab.history
            .with(|history| history.frame.as_ref().map_or(0, |frame| frame.iteration))
    };
    view! {
        <Show
            when=move || drawn.with(Option::is_some)
            fallback=|| view! { <p class="empty-picture">{word("policy.empty")}</p> }
        >
            <Plane
                plane
                shades=Signal::derive(move || drawn.get().unwrap_or_default())
                label=Signal::derive(move || words("policy.label", &[("iteration", &iteration())]))
            />
            <p class="shades-legend">
                <span class="shade-left">{word("policy.left")}</span>
                <span class="shade-right">{word("policy.right")}</span>
            </p>
            <div class="picture-actions"><PlaneChoice plane /></div>
        </Show>
    }
}

/// Every so many states of the rollout, in the plane.
fn points(frame: &Frame, plane: (usize, usize)) -> Vec<(f64, f64)> {
    let poses = frame.poses.chunks_exact(POSE);
    let every = (poses.len() / POINTS).max(1);
    poses
        .step_by(every)
        .map(|pose| (f64::from(pose[plane.0]), f64::from(pose[plane.1])))
        .collect()
}
