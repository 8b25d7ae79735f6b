//! The rewards of a class's first steps as a histogram: its bars, and the same in words.

use serde::Deserialize;

use super::report::{FoundNumber, finite};
use crate::view::format::{count, plural};
use crate::view::plain_table::PlainTable;

/// Width and height of the picture, in its own units.
pub const EXTENT: (f64, f64) = (100.0, 36.0);
/// The part of a bar's room that it fills.
const FILLED: f64 = 0.86;
/// The height of the lowest bar with something in it.
const LEAST: f64 = 0.8;

/// How many steps had which reward.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RewardCounts {
    /// The smallest reward.
    pub low: FoundNumber,
    /// The largest.
    pub high: FoundNumber,
    /// How many there were in each part of the range between them, all parts equally wide.
    pub counts: Vec<u64>,
}

/// A bar: left edge, upper edge, width and height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RewardBar {
    /// Its left edge.
    pub x: f64,
    /// Its upper edge, from above.
    pub y: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

impl RewardCounts {
    /// Returns true if all rewards were the same.
    pub fn is_one(&self) -> bool {
        self.low == self.high
    }

    /// Returns the bars of those parts of the range that have some.
    pub fn bars(&self) -> Vec<RewardBar> {
        let most = self.counts.iter().copied().max().unwrap_or(0);
        let room = EXTENT.0 / self.counts.len().max(1) as f64;
        let each = self.counts.iter().enumerate().filter(|(_, it)| **it > 0);
        let bars = each.map(|(place, found)| {
            let height = (*found as f64 / most as f64 * EXTENT.1).max(LEAST);
            RewardBar {
                x: (place as f64 + (1.0 - FILLED) / 2.0) * room,
                y: EXTENT.1 - height,
                width: FILLED * room,
                height,
            }
        });
        bars.collect()
    }

    /// Returns the ends of a part of the range, as text.
    fn ends(&self, place: usize) -> [String; 2] {
        let wide = (self.high.0 - self.low.0) / self.counts.len().max(1) as f64;
        [place, place + 1].map(|it| finite(self.low.0 + wide * it as f64))
    }

    /// Says what the picture shows.
    pub fn words(&self) -> String {
        let steps: u64 = self.counts.iter().sum();
        let steps = plural(steps as usize, "step");
        if self.is_one() {
            return format!("The reward of each of {steps} was {}", finite(self.low.0));
        }
        let [low, high] = [self.low, self.high].map(|it| finite(it.0));
        let most =
            (self.counts.iter().enumerate()).max_by_key(|(place, it)| (**it, usize::MAX - place));
        let most = most.map(|(place, found)| {
            let [low, high] = self.ends(place);
            format!(". Most, {}, are from {low} to {high}", count(*found))
        });
        format!(
            "Rewards of {steps}, from {low} to {high}{}",
            most.unwrap_or_default()
        )
    }

    /// Returns the numbers of the picture.
    pub fn table(&self) -> PlainTable {
        let rows = self.counts.iter().enumerate().map(|(place, found)| {
            let [low, high] = self.ends(place);
            vec![format!("{low} to {high}"), count(*found)]
        });
        PlainTable::new(&["Reward", "Steps"], rows)
    }
}
