//! What the worlds of a few cells have in common: all their states can be counted, so
//! [`super::exact`] knows the right answer.

use super::build::Num;
use super::spec::ActionSpace;

/// A world whose state is the number of a cell.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Number of cells.
    pub cells: u16,
    /// Cells beside each other in the picture.
    pub columns: u16,
    /// The cell that ends an episode well, if there is one.
    pub goal: Option<u16>,
    /// A random number of a step for each way in which chance can go, with the probability of that
    /// way. One way where nothing happens by chance.
    pub ways: &'static [(f32, f64)],
}

impl Table {
    /// The ways of a step in which nothing happens by chance.
    pub const CERTAIN: &'static [(f32, f64)] = &[(0.0, 1.0)];

    /// Returns the middle of a cell in the picture, where a cell is a square of length 1, the first
    /// one at the top left.
    pub fn middle(&self, cell: u16) -> [f32; 2] {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let rows = self.cells.div_ceil(self.columns);
        [f32::from(column) + 0.5, f32::from(rows - row) - 0.5]
    }

    /// Returns the lines between the cells, and around them.
    pub fn lines(&self) -> Vec<Vec<[f32; 2]>> {
        let rows = self.cells.div_ceil(self.columns);
        let (right, top) = (f32::from(self.columns), f32::from(rows));
        let across = (0..=rows).map(|row| vec![[0.0, f32::from(row)], [right, f32::from(row)]]);
        let down = (0..=self.columns).map(|it| vec![[f32::from(it), 0.0], [f32::from(it), top]]);
        across.chain(down).collect()
    }
}

/// The actions of a world in which one goes.
pub const DIRECTIONS: ActionSpace = ActionSpace::Discrete(&["left", "down", "right", "up"]);

/// Returns 1 for the number that is `place`, and 0 for the others of `0..count`.
pub fn one_hot(place: Num<'_>, count: u16) -> Vec<Num<'_>> {
    let numbers = 0..count;
    numbers.map(|it| place.equals(f32::from(it))).collect()
}

/// Returns the row and the column of a cell.
pub fn row_and_column(cell: Num<'_>, columns: u16) -> [Num<'_>; 2] {
    // A half keeps a quotient from being rounded down to the row before.
    let row = ((cell + 0.5) / f32::from(columns)).floor();
    [row, cell - row * f32::from(columns)]
}

/// Returns the points of a picture with one disc, in the middle of the cell where the agent is.
pub fn agent<'b>(cell: Num<'b>, table: &Table) -> Vec<Num<'b>> {
    let [row, column] = row_and_column(cell, table.columns);
    let [_, top] = table.middle(0);
    vec![column + 0.5, top - row]
}

/// Returns a flag in a cell.
pub fn flag([x, y]: [f32; 2]) -> Vec<[f32; 2]> {
    let foot = [x - 0.2, y - 0.3];
    vec![
        foot,
        [foot[0], y + 0.35],
        [x + 0.25, y + 0.15],
        [foot[0], y - 0.05],
    ]
}

/// Returns a circle.
pub fn circle([x, y]: [f32; 2], radius: f32) -> Vec<[f32; 2]> {
    const CORNERS: u8 = 16;
    let turns = (0..=CORNERS).map(|it| f32::from(it) / f32::from(CORNERS));
    let angles = turns.map(|turn| turn * std::f32::consts::TAU);
    angles
        .map(|angle| [x + radius * angle.cos(), y + radius * angle.sin()])
        .collect()
}
