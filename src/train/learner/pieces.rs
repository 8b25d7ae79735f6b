//! The pieces of a minibatch, whose gradients are added in their order whoever computes them, and
//! the blocks of a piece, between which others get in.

use std::ops::Range;

use super::pass::{PIECE, Pass};
use crate::ops::mlp::host::BLOCK;
use crate::protocol::share::{MeasureSums, PieceGradient};
use crate::rollout::Minibatch;

/// Computes the gradient of some rows of a minibatch for another core's run, piece by piece.
pub fn piece_gradients(
    pass: &mut Pass,
    samples: &Minibatch,
    of: usize,
    num_parameters: usize,
) -> Vec<PieceGradient> {
    pieces(samples.len())
        .map(|rows| {
            let mut sums = MeasureSums::default();
            pass.clear();
            for block in blocks(rows) {
                pass.add_rows(samples, block, of, &mut sums);
            }
            let mut gradient = vec![0.0; num_parameters];
            pass.write(&mut gradient);
            PieceGradient { gradient, sums }
        })
        .collect()
}

/// Returns the rows of each piece.
pub fn pieces(rows: usize) -> impl Iterator<Item = Range<usize>> {
    let starts = (0..rows).step_by(PIECE);
    starts.map(move |start| start..(start + PIECE).min(rows))
}

/// Returns the rows of each block of a piece.
pub fn blocks(rows: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let starts = rows.clone().step_by(BLOCK);
    starts.map(move |start| start..(start + BLOCK).min(rows.end))
}

/// Adds numbers to sums, one to each.
pub fn add(sums: &mut [f32], others: &[f32]) {
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum += other;
    }
}
