//! Predictions of a learning curve: the recorded runs as a chart, the sketch that the reader draws
//! on it, the shapes to choose from, and the sentences that compare sketch and record.

mod chart;
mod course_of;
mod path;
mod said;
mod shapes;
mod sketch;

pub use chart::{RecordedChart, RecordedRuns};
pub use course_of::{Movement, Trend};
pub use path::{SIDE, path};
pub use said::{compared, described};
pub use shapes::{SketchShape, shapes};
pub use sketch::{KNOTS, Stroke, fitted, knot_moved, knots, of_shape};
