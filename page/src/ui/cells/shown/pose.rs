//! The picture of an environment that code has made with `render_mode="human"`.

use leptos::html;
use leptos::prelude::*;

use super::paint;
use crate::ui::browser::canvas;
use crate::ui::browser::theme::Theme;
use crate::view::scratch::shown::pose_words;
use policy_lab::python::protocol::Pose;

/// Shows the newest pose, once there is one.
#[component]
pub fn PoseView(
    /// The pose.
    pose: Signal<Option<Pose>>,
) -> impl IntoView {
    let has_pose = Memo::new(move |_| pose.with(Option::is_some));
    view! {
        <Show when=move || has_pose.get()>
            <Picture pose />
        </Show>
    }
}

#[component]
fn Picture(
    /// The pose.
    pose: Signal<Option<Pose>>,
) -> impl IntoView {
    let theme = expect_context::<Theme>();
    let node = NodeRef::<html::Canvas>::new();
    let size = canvas::watch_size(node);
    Effect::new(move || {
        let (pose, size) = (pose.get(), size.get());
        let (Some(pose), Some(canvas)) = (pose, node.get()) else {
            return;
        };
        if let Some((context, scale)) = canvas::prepare(&canvas, size, 2.0) {
            theme
                .palette
                .with(|palette| paint::pose(&context, size, scale, &pose, palette));
        }
    });
    let words = move || {
        pose.with(|pose| {
            pose.as_ref()
                .map(|it| pose_words(&it.environment, &it.quantities))
        })
    };
    let name = move || pose.with(|pose| pose.as_ref().map(|it| it.environment.replace('_', " ")));
    view! {
        <figure class="shown-pose" data-testid="shown-pose">
            <canvas node_ref=node role="img" aria-label=name></canvas>
            <figcaption>{words}</figcaption>
        </figure>
    }
}
