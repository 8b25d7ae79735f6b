//! What the view of a sweep shows: the cells of its picture, its curves, and what they say in
//! words.

mod curves;
mod picture;
mod scatter;
mod table;
mod words;

pub use self::curves::{CURVE_EXTENT, SweepCurves, SweepFrame};
pub use self::picture::{LEVELS, SweepCell, SweepMeasure, SweepScale, cells, scale};
pub use self::scatter::{ScatterAxis, SweepScatter};
pub use self::table::{SweepRow, SweepTable};
pub use self::words::{
    TrainedBy, amount, finding, progress, setting_name, setting_result, time_left, trained_by,
    trouble,
};
