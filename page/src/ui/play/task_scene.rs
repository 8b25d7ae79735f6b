//! Draws the task that the reader plays with.

use web_sys::CanvasRenderingContext2d;

use crate::ui::browser::canvas::Size;
use crate::ui::browser::theme::Palette;
use crate::ui::task_picture::TaskPicture;
use crate::view::cart_room::Area;
use crate::view::task_room::TaskRoom;
use policy_lab::envs::Sketch;
use policy_lab::policy::play::Ending;

/// The scene to draw.
pub struct TaskScene<'a> {
    /// The task's picture.
    pub sketch: &'a Sketch,
    /// The state: `[state_size]`.
    pub state: &'a [f32],
    /// The ending of the episode, once it has ended.
    pub ending: Option<Ending>,
}

/// Draws the scene.
pub fn scene(
    context: &CanvasRenderingContext2d,
    size: Size,
    scale: f64,
    scene: &TaskScene<'_>,
    palette: &Palette,
) {
    if context.scale(scale, scale).is_err() {
        return;
    }
    let (width, height) = size;
    context.set_fill_style_str(match scene.ending {
        Some(Ending::Goal) => &palette.survived,
        Some(
            Ending::Fell
            | Ending::LeftTrack
            | Ending::Crashed
            | Ending::Elsewhere
            | Ending::TimeLimit,
        )
        | None => &palette.cell,
    });
    context.fill_rect(0.0, 0.0, width, height);
    let area = Area {
        left: 0.0,
        top: 0.0,
        width,
        height,
    };
    let picture = TaskPicture {
        context,
        palette,
        sketch: scene.sketch,
        room: TaskRoom::within(area, scene.sketch.picture),
    };
    picture.scenery();
    picture.state(scene.state);
}
