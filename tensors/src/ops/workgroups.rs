//! The workgroups of a dispatch, in plain numbers. Every dispatch takes its size from here, and
//! none exceeds WebGPU's limits.

use super::gpu_layout::{Grid, Tile};

/// WebGPU's default limit for workgroups along one side.
pub const MAX_WORKGROUPS: usize = 65_535;
/// Workgroups along the first side of a dispatch. So few that the self-test of a run, which has
/// three groups of rows, goes through the same arithmetic as the largest dispatch.
const WIDTH: usize = 2;
/// Most workgroups along the second side, above which the third is used too: 33 million fit.
const HEIGHT: usize = 256;

/// The workgroups of one dispatch, counted along x, y and z as its kernel counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workgroups {
    along: [usize; 3],
}

impl Workgroups {
    /// Returns those that take `rows` rows of each run: groups of rows along x, runs along y.
    pub fn of_rows(rows: usize, tile: Tile, runs: usize) -> Self {
        Self::of_each(tile.workgroups(rows), runs)
    }

    /// Returns those of `threads` threads each with a thread for each of `count` numbers of each
    /// run: numbers along x, runs along y.
    pub fn of_numbers(count: usize, threads: usize, runs: usize) -> Self {
        Self::of_each(count.div_ceil(threads), runs)
    }

    /// Returns one for each of `count` things of each run: things along x, runs along y.
    pub fn of_each(count: usize, runs: usize) -> Self {
        Self {
            along: [count, runs, 1],
        }
    }

    /// Returns one for each tile of a layer's weights, each part of the rows and each run: tiles
    /// along x, parts along y, runs along z.
    pub fn of_patches(grid: &Grid, parts: usize, runs: usize) -> Self {
        Self {
            along: [grid.down.tiles * grid.across.tiles, parts, runs],
        }
    }

    /// Returns how many there are along x, y and z, as the kernel counts them.
    pub fn along(&self) -> [u32; 3] {
        self.along.map(|count| count as u32)
    }

    /// Returns how many there are.
    pub fn all(&self) -> usize {
        self.along.iter().product()
    }

    /// Returns how many are dispatched along each side. Those after the last one have nothing to
    /// do.
    pub fn folded(&self) -> [u32; 3] {
        let all = self.all();
        let across = all.min(WIDTH);
        let deep = all.div_ceil(WIDTH * HEIGHT).max(1);
        let down = all.div_ceil(across.max(1) * deep);
        [across, down, deep].map(|count| count as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dispatch_keeps_the_limits_and_leaves_no_workgroup_out() {
        for all in (0..70_000).chain([1 << 20, (1 << 24) + 1, 33_000_001]) {
            let of = Workgroups::of_each(all, 1);
            let folded = of.folded().map(|side| side as usize);
            assert!(folded.iter().all(|side| *side <= MAX_WORKGROUPS), "{all}");
            let idle = folded.iter().product::<usize>() - all;
            assert!(idle < WIDTH * folded[2].max(1), "{idle} of {all} idle");
        }
        // The self-test's own size is folded already.
        assert_eq!(Workgroups::of_each(3, 1).folded(), [2, 2, 1]);
    }
}
