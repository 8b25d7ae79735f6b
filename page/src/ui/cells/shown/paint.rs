//! Draws the pose of an environment.

use web_sys::CanvasRenderingContext2d;

use crate::ui::browser::canvas::Size;
use crate::ui::browser::theme::Palette;
use crate::ui::play::{CartScene, TaskScene, paint_cart, paint_task};
use crate::view::scratch::shown::picture_of;
use policy_lab::python::protocol::Pose;

/// Draws a pose. Of an environment that has no picture, only the ground is drawn.
pub fn pose(
    context: &CanvasRenderingContext2d,
    size: Size,
    scale: f64,
    pose: &Pose,
    palette: &Palette,
) {
    let quantity = |name: &str| {
        let mut all = pose.quantities.iter();
        let value = all.find(|(it, _)| it == name).map(|(_, value)| *value);
        value.filter(|value| value.is_finite()).unwrap_or(0.0)
    };
    if pose.environment == "CartPole" {
        let scene = CartScene {
            state: [quantity("x") as f32, 0.0, quantity("theta") as f32, 0.0],
            can_fall: true,
            ending: None,
            over_secs: 0.0,
            push: None,
            nudge: None,
        };
        return paint_cart(context, size, scale, &scene, palette);
    }
    if let Some((sketch, count)) = picture_of(&pose.environment)
        && pose.state.len() == count
    {
        let scene = TaskScene {
            sketch: &sketch,
            state: &pose.state,
            ending: None,
        };
        return paint_task(context, size, scale, &scene, palette);
    }
    if context.scale(scale, scale).is_ok() {
        context.set_fill_style_str(&palette.cell);
        context.fill_rect(0.0, 0.0, size.0, size.1);
    }
}
