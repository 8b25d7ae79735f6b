//! How work is laid out on a GPU, in plain numbers, so that WebGPU's limits can be checked without one.

use super::mlp::Mlp;

/// Rows (or worlds) in a vector.
pub const LANES: usize = 4;

/// Vectors of rows and invocations of a workgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// Vectors of four rows that a workgroup serves.
    pub quads: usize,
    /// Its invocations.
    pub threads: usize,
    /// Terms of a sum that are added at once.
    pub terms: usize,
}

/// How a workgroup that sums a layer's gradient is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Patch {
    /// Threads along each side, if the layer has work for as many.
    pub side: usize,
    /// Most rows and columns of a layer's weights that a thread sums.
    pub block: usize,
}

/// A layer's gradient cut into tiles, one for a workgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// Along the inputs.
    pub down: Cut,
    /// Along the outputs.
    pub across: Cut,
}

/// One side of a [`Grid`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cut {
    /// Units that a thread sums.
    pub block: usize,
    /// A workgroup's threads.
    pub threads: usize,
    /// Workgroups.
    pub tiles: usize,
}

/// The layouts for one kind of adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Batches of rows.
    pub rows: Tile,
    /// Worlds of a rollout.
    pub worlds: Tile,
    /// Gradients of weights.
    pub patch: Patch,
}

impl Layout {
    /// Many invocations that do little each: a GPU hides their waiting.
    pub const HARDWARE: Self = Self {
        rows: Tile {
            quads: 4,
            threads: 64,
            terms: 1,
        },
        worlds: Tile {
            quads: 1,
            threads: 128,
            terms: 1,
        },
        patch: Patch { side: 8, block: 4 },
    };

    /// Few invocations that do much each: a software adapter runs them one vector after the other and pays for every
    /// number that they read, so each serves many products. It keeps sums in memory and merges what it writes with what
    /// was there, so several terms are added at once. More of either takes its kernels longer to compile.
    pub const SOFTWARE: Self = Self {
        rows: Tile {
            quads: 4,
            threads: 8,
            terms: 4,
        },
        worlds: Tile {
            quads: 2,
            threads: 8,
            terms: 1,
        },
        patch: Patch { side: 2, block: 14 },
    };
}

impl Patch {
    /// The grid for a layer's weights; a thin layer's threads stand along its longer side.
    pub fn grid(&self, rows: usize, columns: usize) -> Grid {
        let wanted = |units: usize| {
            let threads = units.div_ceil(self.block).next_power_of_two();
            threads.min(self.side)
        };
        let threads = self.side * self.side;
        let across = match wanted(columns) {
            few if few < self.side => few,
            _ => threads / wanted(rows),
        };
        Grid {
            down: self.cut(rows, threads / across),
            across: self.cut(columns, across),
        }
    }

    /// As few tiles as do, and blocks no larger than those tiles need.
    fn cut(&self, units: usize, threads: usize) -> Cut {
        let tiles = units.div_ceil(threads * self.block);
        Cut {
            block: units.div_ceil(threads * tiles),
            threads,
            tiles,
        }
    }
}

impl Tile {
    /// Rows that a workgroup serves.
    pub fn rows(&self) -> usize {
        LANES * self.quads
    }

    /// Workgroups for this many rows.
    pub fn workgroups(&self, rows: usize) -> usize {
        rows.div_ceil(self.rows())
    }

    /// Bytes of shared memory for a network of this width, of which `passing` numbers a row go from row to row.
    pub fn shared_bytes(&self, width: usize, passing: usize) -> usize {
        self.rows() * (width + passing) * size_of::<f32>()
    }
}

/// Fewest groups of rows that are worth a part of their own in a gradient.
const GROUPS_PER_PART: usize = 8;
/// Most parts: together with a layer's patches they fill a large GPU.
const MOST_PARTS: usize = 32;

/// Parts in which a gradient over this many groups of rows is summed.
pub fn parts(groups: usize) -> usize {
    (groups / GROUPS_PER_PART).clamp(1, MOST_PARTS)
}

/// Rows of one network that pass through at once: what is kept of them for the gradient is one binding.
pub fn rows_at_once(mlp: &Mlp) -> usize {
    let kept: usize = mlp.sizes.iter().sum();
    let rows = (MAX_BINDING_BYTES / size_of::<f32>() / kept).min(MOST_ROWS);
    // Whole workgroups of any layout.
    rows - rows % 1_024
}

/// WebGPU's default limit for a binding.
pub const MAX_BINDING_BYTES: usize = 128 << 20;
/// WebGPU's default limit for a workgroup's shared memory.
pub const MAX_SHARED_BYTES: usize = 16 << 10;
/// WebGPU's default limit for a workgroup's invocations.
pub const MAX_THREADS: usize = 256;
/// WebGPU's default limit for workgroups along one side.
pub const MAX_WORKGROUPS: usize = 65_535;
/// More rows gain nothing, and a waiting command must wait for them.
const MOST_ROWS: usize = 65_536;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::options::Activation;

    /// The widest network that the form allows, and the most worlds.
    const WIDEST: usize = 256;

    #[test]
    fn every_layout_keeps_webgpus_default_limits() {
        for layout in [Layout::HARDWARE, Layout::SOFTWARE] {
            let Layout {
                rows,
                worlds,
                patch,
            } = layout;
            assert!(rows.shared_bytes(WIDEST, 0) <= MAX_SHARED_BYTES);
            assert!(worlds.shared_bytes(WIDEST, 8) <= MAX_SHARED_BYTES);
            assert!(worlds.rows() <= worlds.threads, "a thread a world");
            assert!(
                rows.threads
                    .max(worlds.threads)
                    .max(patch.side * patch.side)
                    <= MAX_THREADS
            );
            let widest = Mlp {
                sizes: vec![4, WIDEST, WIDEST, WIDEST, 8],
                activation: Activation::Relu,
                offset: 0,
            };
            let batch = rows_at_once(&widest);
            assert!(batch >= 16_384, "{batch} rows at once");
            assert!(rows.workgroups(batch) <= MAX_WORKGROUPS);
            let kept: usize = widest.sizes.iter().sum();
            assert!(batch.next_multiple_of(rows.rows()) * kept * 4 <= MAX_BINDING_BYTES);
            assert!(
                parts(rows.workgroups(batch)) * widest.num_parameters() * 4 <= MAX_BINDING_BYTES
            );
        }
    }

    #[test]
    fn a_grid_covers_its_layer() {
        for patch in [Layout::HARDWARE.patch, Layout::SOFTWARE.patch] {
            for (rows, columns) in [(1, 1), (5, 120), (121, 84), (85, 2), (257, 256)] {
                let Grid { down, across } = patch.grid(rows, columns);
                assert_eq!(down.threads * across.threads, patch.side * patch.side);
                for (cut, units) in [(down, rows), (across, columns)] {
                    assert!(cut.block <= patch.block);
                    assert!(cut.block * cut.threads * cut.tiles >= units);
                }
            }
        }
    }
}
