//! The box in which the reader draws, with pointer or finger.

use leptos::ev::PointerEvent;
use leptos::html;
use leptos::prelude::*;

use super::knots::Knots;
use super::state::Predict;
use crate::ui::browser::focus;

/// Returns the id of the box, which has the picture.
fn id(predict: Predict) -> String {
    format!("picture-{}", predict.comparison.key)
}

/// Moves the keyboard's focus to the picture, because the button that has changed it is about to
/// go.
pub fn take_focus(predict: Predict) {
    request_animation_frame(move || focus::on(&id(predict)));
}

/// Shows the box with the lines in it. Nothing is drawn any more once the reader has seen what
/// happened.
#[component]
pub fn DrawingArea(
    /// The prediction.
    predict: Predict,
    /// The lines.
    children: Children,
) -> impl IntoView {
    let node = NodeRef::<html::Div>::new();
    let place = move |event: &PointerEvent| {
        let bounds = node.get_untracked()?.get_bounding_client_rect();
        let across = (f64::from(event.client_x()) - bounds.left()) / bounds.width();
        let down = (f64::from(event.client_y()) - bounds.top()) / bounds.height();
        Some((across.clamp(0.0, 1.0), 1.0 - down.clamp(0.0, 1.0)))
    };
    let draw = move |event: &PointerEvent| {
        if let Some(place) = place(event) {
            predict.draw_to(place);
        }
    };
    let begin = move |event: PointerEvent| {
        let is_drawing = event.is_primary() && event.button() == 0;
        if !is_drawing || predict.is_revealed.get_untracked() {
            return;
        }
        if let Some(node) = node.get_untracked() {
            let _ = node.set_pointer_capture(event.pointer_id());
        }
        draw(&event);
    };
    let go_on = move |event: PointerEvent| {
        if predict.is_drawing() && event.is_primary() {
            draw(&event);
        }
    };
    let name = move || match predict.is_revealed.get() {
        true => "What happened",
        false => "Your prediction",
    };
    view! {
        <div
            node_ref=node
            id=id(predict)
            class="predict-area"
            tabindex="-1"
            role="group"
            aria-label=name
            class:draws=move || !predict.is_revealed.get()
            on:pointerdown=begin
            on:pointermove=go_on
            on:pointerup=move |_| predict.end_stroke()
            on:pointercancel=move |_| predict.cancel_stroke()
        >
            {children()}
            <Show when=move || !predict.is_revealed.get()>
                <Knots predict />
            </Show>
        </div>
    }
}
