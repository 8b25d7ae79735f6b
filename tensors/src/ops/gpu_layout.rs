//! The layout of work on a GPU, in plain numbers, so that tests can check WebGPU's limits without a
//! GPU.

use policy_lab::ops::mlp::Mlp;
use policy_lab::ops::rollout::{RowSize, record_words};

use crate::device::gpu_is_software;

/// Rows (or environments) in a vector.
pub const LANES: usize = 4;

/// The rows that a workgroup computes and the threads that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// Vectors of four rows that a workgroup computes.
    pub quads: usize,
    /// Threads of a workgroup.
    pub threads: usize,
    /// Terms that are added to a sum before it is written.
    pub terms: usize,
}

/// The layout of a workgroup that sums a layer's gradient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Patch {
    /// Threads of a workgroup, a power of two.
    pub threads: usize,
    /// Most rows and columns of a layer's weights that a thread sums.
    pub block: usize,
}

/// A layer's gradient, divided into tiles of one workgroup each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// The division along the inputs.
    pub down: GridAxis,
    /// The division along the outputs.
    pub across: GridAxis,
}

/// One side of a [`Grid`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GridAxis {
    /// Units summed by one thread.
    pub block: usize,
    /// Threads of one workgroup.
    pub threads: usize,
    /// Number of workgroups.
    pub tiles: usize,
}

/// The layouts for one kind of adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// For batches of rows.
    pub rows: Tile,
    /// For the environments of a rollout.
    pub worlds: Tile,
    /// For gradients of weights.
    pub patch: Patch,
    /// Groups of rows that a workgroup of learning takes forward before it sums their gradient.
    /// None if other dispatches sum it.
    pub chunk: Option<usize>,
    /// Largest number of parts in which a step of learning sums its gradient.
    pub most_parts: usize,
    /// Multiplications in one dispatch of learning: well below a tenth of a second on a slow
    /// adapter of this kind.
    pub learning_work: usize,
    /// Multiplications in one dispatch of a rollout: about a third of a second on a slow adapter of
    /// this kind. A longer one would delay a request to stop, and a browser might take the GPU for
    /// hung.
    pub rollout_work: usize,
}

impl Layout {
    /// Many threads that do little each, because a GPU computes some while others wait for memory.
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
        patch: Patch {
            threads: 64,
            block: 4,
        },
        chunk: Some(4),
        most_parts: 64,
        learning_work: 1 << 31,
        rollout_work: 1 << 31,
    };

    /// Few threads that do much each. A software adapter runs one vector of threads after the
    /// other, and each number that a thread reads costs time, so a number that is read serves many
    /// products. Sums lie in memory and each write merges with the old value, so several terms are
    /// added before a write. Larger values would make kernels compile for longer.
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
        patch: Patch {
            threads: 8,
            block: 14,
        },
        chunk: None,
        most_parts: 8,
        learning_work: 1 << 26,
        rollout_work: 1 << 28,
    };
}

impl Layout {
    /// Returns the layout for the adapter that runs.
    pub fn of_adapter() -> Self {
        if gpu_is_software() {
            Self::SOFTWARE
        } else {
            Self::HARDWARE
        }
    }

    /// Returns the largest number of steps of `num_envs` environments in one dispatch. Their record
    /// fits one binding.
    pub fn steps_at_once(&self, policy: &Mlp, row: RowSize, num_envs: usize) -> usize {
        let words = |num_steps| record_words(row, (num_envs, num_steps));
        let of_step = words(1) - words(0);
        let fit = (MAX_BINDING_BYTES / size_of::<u32>()).saturating_sub(words(0)) / of_step;
        let steps = self.rollout_work / (policy.num_parameters() * num_envs);
        steps.min(fit).max(1)
    }

    /// Returns the number of runs whose rollouts of `samples` each are taken in one dispatch.
    pub fn runs_at_once(&self, policy: &Mlp, samples: usize) -> usize {
        (self.rollout_work / (policy.num_parameters() * samples)).max(1)
    }

    /// Returns the groups of rows in one dispatch of learning: each parameter is multiplied three
    /// times for each row.
    pub fn groups_at_once(&self, num_parameters: usize, tile: Tile) -> usize {
        (self.learning_work / (3 * num_parameters * tile.rows())).max(1)
    }

    /// Returns the number of parts in which a step of learning sums `sums` numbers over this many
    /// groups of rows of each run. Each part is a workgroup, and none is empty. Many runs keep a
    /// device busy with few parts.
    pub fn learning_parts(&self, groups: usize, sums: usize, runs: usize) -> usize {
        let most = match runs {
            1 => self.most_parts,
            _ => self.most_parts.min(MOST_PARTS_OF_MANY),
        };
        let fit = MAX_BINDING_BYTES / (runs * sums * size_of::<f32>());
        let parts = groups.min(most).min(fit).max(1);
        groups.div_ceil(groups.div_ceil(parts))
    }
}

impl Patch {
    /// Returns the grid for a layer's weights in which threads do the least, and in which they are
    /// divided most evenly.
    pub fn grid(&self, rows: usize, columns: usize) -> Grid {
        let ways = (0..=self.threads.ilog2()).map(|power| {
            let across = 1 << power;
            Grid {
                down: self.cut(rows, self.threads / across),
                across: self.cut(columns, across),
            }
        });
        let work = |grid: &Grid| {
            let Grid { down, across } = grid;
            let tiles = down.tiles * across.tiles;
            (tiles * down.block * across.block, down.block + across.block)
        };
        ways.min_by_key(work).expect("a workgroup has threads")
    }

    /// Returns the division with the fewest tiles, and with blocks no larger than those tiles need.
    fn cut(&self, units: usize, threads: usize) -> GridAxis {
        let tiles = units.div_ceil(threads * self.block);
        GridAxis {
            block: units.div_ceil(threads * tiles),
            threads,
            tiles,
        }
    }
}

impl Tile {
    /// Returns the number of rows that a workgroup computes.
    pub fn rows(&self) -> usize {
        LANES * self.quads
    }

    /// Returns the number of workgroups for this many rows.
    pub fn workgroups(&self, rows: usize) -> usize {
        rows.div_ceil(self.rows())
    }

    /// Returns the bytes of shared memory for a network of this width, with `passing` more numbers
    /// a row for what threads exchange.
    pub fn shared_bytes(&self, width: usize, passing: usize) -> usize {
        self.rows() * (width + passing) * size_of::<f32>()
    }
}

/// Largest number of parts where several runs learn side by side.
const MOST_PARTS_OF_MANY: usize = 8;

/// Returns the number of values that a critic may have to give for a rollout of so many
/// environments and steps of each, whose episodes are cut off after `max_episode_steps`: for all
/// observations, for those after the last step, and for every state in which the time limit can cut
/// an environment off.
pub fn values_of_rollout(max_episode_steps: usize, (num_envs, num_steps): (usize, usize)) -> usize {
    let most_cuts = num_steps.div_ceil(max_episode_steps.max(1));
    (num_steps + 1 + most_cuts) * num_envs
}

/// WebGPU's default limit for a binding.
pub const MAX_BINDING_BYTES: usize = 128 << 20;
/// WebGPU's default limit for a workgroup's shared memory.
pub const MAX_SHARED_BYTES: usize = 16 << 10;
/// WebGPU's default limit for a workgroup's invocations.
pub const MAX_THREADS: usize = 256;

#[cfg(test)]
mod tests {
    use super::*;
    use policy_lab::config::options::Activation;

    /// The widest network that the form allows.
    const WIDEST: usize = 256;

    #[test]
    fn every_layout_keeps_webgpus_default_limits() {
        for layout in [Layout::HARDWARE, Layout::SOFTWARE] {
            let Layout {
                rows,
                worlds,
                patch,
                ..
            } = layout;
            assert!(rows.shared_bytes(WIDEST, 0) <= MAX_SHARED_BYTES);
            assert!(worlds.shared_bytes(WIDEST, 8) <= MAX_SHARED_BYTES);
            assert!(worlds.rows() <= worlds.threads, "a thread a world");
            assert!(rows.threads.max(worlds.threads).max(patch.threads) <= MAX_THREADS);
        }
    }

    #[test]
    fn a_dispatch_takes_as_many_steps_as_time_and_memory_allow() {
        for layout in [Layout::HARDWARE, Layout::SOFTWARE] {
            for (sizes, num_envs) in [
                (vec![4, 1, 2], 1),
                (vec![4, 1, 2], 16_384),
                (vec![4, 64, 64, 2], 4),
                (vec![4, 120, 84, 2], 4_096),
                (vec![4, WIDEST, WIDEST, WIDEST, 8], 16_384),
            ] {
                let policy = Mlp {
                    sizes,
                    activation: Activation::Tanh,
                    offset: 0,
                };
                let row = RowSize {
                    state: 4,
                    controls: 0,
                };
                let steps = layout.steps_at_once(&policy, row, num_envs);
                let is_short = |steps: usize| {
                    steps * num_envs * policy.num_parameters() <= layout.rollout_work
                        && 4 * record_words(row, (num_envs, steps)) <= MAX_BINDING_BYTES
                };
                assert!(is_short(steps) || steps == 1, "{steps} of {policy:?}");
                assert!(!is_short(steps + 1), "{steps} of {policy:?}");
            }
        }
    }

    #[test]
    fn a_grid_covers_its_layer() {
        for patch in [Layout::HARDWARE.patch, Layout::SOFTWARE.patch] {
            for (rows, columns) in [(1, 1), (5, 120), (121, 84), (85, 2), (257, 256)] {
                let Grid { down, across } = patch.grid(rows, columns);
                assert_eq!(down.threads * across.threads, patch.threads);
                for (cut, units) in [(down, rows), (across, columns)] {
                    assert!(cut.block <= patch.block);
                    assert!(cut.block * cut.threads * cut.tiles >= units);
                }
            }
        }
    }
}
