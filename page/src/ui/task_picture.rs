//! Draws a task by its picture: what does not move, rods, discs.

use web_sys::CanvasRenderingContext2d;

use crate::ui::browser::pen;
use crate::ui::browser::theme::Palette;
use crate::view::task_room::TaskRoom;
use policy_lab::envs::Sketch;

/// A task's picture on a canvas.
#[derive(Clone, Copy)]
pub struct TaskPicture<'a> {
    /// The canvas, in CSS pixels.
    pub context: &'a CanvasRenderingContext2d,
    /// The colours.
    pub palette: &'a Palette,
    /// The picture.
    pub sketch: &'a Sketch,
    /// The scale and the place.
    pub room: TaskRoom,
}

impl TaskPicture<'_> {
    /// Draws what does not move.
    pub fn scenery(&self) {
        pen::take(self.context, &self.palette.muted, 1.0);
        for line in &self.sketch.scenery {
            let corners = line.iter().map(|corner| self.room.place(*corner));
            pen::line(self.context, &corners.collect::<Vec<_>>());
        }
    }

    /// Draws a state. A canvas leaves out what has no finite place.
    pub fn state(&self, state: &[f32]) {
        let points = self.sketch.points(state);
        let place = |point: usize| Some(self.room.place(*points.get(point)?));
        pen::take(self.context, &self.palette.ink, self.room.rod());
        for (one, other) in self.sketch.picture.rods {
            if let (Some(one), Some(other)) = (place(*one), place(*other)) {
                pen::line(self.context, &[one, other]);
            }
        }
        self.context.set_fill_style_str(&self.palette.accent);
        for (centre, radius) in self.sketch.picture.discs {
            if let Some(centre) = place(*centre) {
                pen::disc(self.context, centre, f64::from(*radius) * self.room.unit);
            }
        }
    }
}
