//! The policy being trained, in every state of a plane.

use leptos::prelude::*;

use crate::ui::figures::choice::Choice;
use crate::ui::figures::plane::{AXES, PLANES, Plane, Shades, shades};
use crate::ui::figures::{carts, empty, pulse};
use crate::ui::lab::use_lab;
use policy_lab::policy::host_policy::HostPolicy;
use policy_lab::protocol::{Frame, POSE};

/// Most states of the rollout that are drawn as points.
const POINTS: usize = 300;

/// Shows the probability of a push to the right, and the states of the newest rollout.
#[component]
pub fn PolicyPlane() -> impl IntoView {
    let lab = use_lab();
    let plane = RwSignal::new((2, 3));
    let beat = pulse();
    // These are about ten million multiplications, so they are done once for a frame, and not for
    // every frame.
    let drawn = Memo::new(move |before: Option<&Option<Drawn>>| {
        beat.track();
        let plane = plane.get();
        lab.run.history.with_untracked(|history| {
            let (run, frame) = (history.run.info.as_ref()?, carts(history)?);
            let of = (frame.iteration, plane);
            match before {
                Some(Some(before)) if before.of == of => Some(before.clone()),
                _ => {
                    let shades = draw(&HostPolicy::new(&run.config, frame)?, frame, plane);
                    Some(Drawn { of, shades })
                }
            }
        })
    });
    let label = move || {
        let iteration = drawn.with(|drawn| drawn.as_ref().map_or(0, |drawn| drawn.of.0));
        format!(
            "Probability of a push to the right over two of \
             the state’s numbers, after iteration {iteration}"
        )
    };
    let written = |right: f32| format!("{:.0} %", right * 100.0);
    let shades = move || drawn.get().map(|drawn| drawn.shades).unwrap_or_default();
    view! {
        <Show
            when=move || drawn.with(Option::is_some)
            fallback=|| empty("Once something trains on a cart, its policy is drawn here")
        >
            <Plane plane shades=Signal::derive(shades) label=Signal::derive(label) written>
                <p class="shades-legend">
                    <span class="shade-left">"left for certain"</span>
                    <span class="shade-right">"right for certain"</span>
                </p>
            </Plane>
            <div class="figure-actions">
                <Choice label="Across, up" options=&PLANES name=plane_name chosen=plane />
            </div>
        </Show>
    }
}

/// Returns the symbols of the two numbers of a plane.
fn plane_name((across, up): (usize, usize)) -> String {
    format!("{}, {}", AXES[across].0, AXES[up].0)
}

/// The picture drawn last, with its iteration and its plane.
#[derive(Clone, PartialEq)]
struct Drawn {
    of: (usize, (usize, usize)),
    shades: Shades,
}

fn draw(policy: &HostPolicy, frame: &Frame, plane: (usize, usize)) -> Shades {
    let right = |state: [f32; 4]| policy.probabilities(&state)?.get(1).copied();
    Shades {
        values: shades(plane, [0.0; 4], |state| right(state).unwrap_or(0.5)),
        points: points(frame, plane),
    }
}

/// Returns an even selection of the rollout's states as points in the plane.
fn points(frame: &Frame, plane: (usize, usize)) -> Vec<(f64, f64)> {
    let poses = frame.poses.chunks_exact(POSE);
    let every = (poses.len() / POINTS).max(1);
    poses
        .step_by(every)
        .map(|pose| (f64::from(pose[plane.0]), f64::from(pose[plane.1])))
        .collect()
}
