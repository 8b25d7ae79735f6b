//! Gradient steps on burn's GPU backend: buffers, sizes, dispatches.

use burn::backend::TensorMetadata;
use burn::backend::wgpu::{CubeBackend, CubeTensor, into_contiguous};
use burn::cubecl::prelude::*;

use super::advantages;
use super::kernel_constants::{KernelConstants, RowsLaunch};
use super::launch::{arg, empty, layers};
use super::learn::{self, RunGradientsLaunch};
use super::step::StepInputLaunch;
use super::sums::THREADS;
use super::targets::{self, RolloutSizeLaunch};
use crate::ops::gpu_layout::{LANES, Layout, MAX_BINDING_BYTES, values_of_rollout};
use crate::ops::learn::{AdvantageFrom, LearnOps, MEASURES, TargetsShape, UpdateShape};
use crate::ops::workgroups::Workgroups;

impl LearnOps for CubeBackend {
    fn learn(
        state: CubeTensor,
        record: CubeTensor,
        targets: CubeTensor,
        order: CubeTensor,
        numbers: CubeTensor,
        shape: UpdateShape,
    ) -> (CubeTensor, CubeTensor) {
        let UpdateShape { runs, steps, .. } = shape;
        let rows = order.shape()[0] / (runs * steps);
        let taken = Steps {
            rows,
            partition: Partition::of(&shape, rows),
            measures: empty(&state, [runs * steps * MEASURES]),
            of_record: record.shape()[0] / runs,
            record: into_contiguous(record),
            targets: into_contiguous(targets),
            order: into_contiguous(order),
            numbers: into_contiguous(numbers),
            shape,
        };
        if taken.shape.advantage == AdvantageFrom::StandardisedTargets {
            taken.standardise(0, steps);
        }
        let mut state = into_contiguous(state);
        for step in 0..steps {
            if taken.shape.advantage == AdvantageFrom::StandardisedValue {
                taken.subtract_values(&state, step);
                taken.standardise(step, 1);
            }
            let partials = taken.gradient(&state, step);
            state = taken.descend(&state, partials, step);
        }
        (state, taken.measures)
    }

    fn targets(
        parameters: CubeTensor,
        record: CubeTensor,
        discounts: CubeTensor,
        shape: TargetsShape,
    ) -> (CubeTensor, CubeTensor) {
        let TargetsShape {
            num_envs,
            num_steps,
            ..
        } = shape;
        let runs = discounts.shape()[0] / 2;
        let samples = num_envs * num_steps;
        let rows = match shape.critic {
            Some(_) => {
                values_of_rollout(shape.env.max_episode_steps as usize, (num_envs, num_steps))
            }
            // A binding is never empty.
            None => 1,
        };
        let values = empty(&parameters, [runs * rows]);
        let targets = empty(&parameters, [runs * 2 * samples]);
        let variances = empty(&parameters, [runs * 2]);
        let client = parameters.client.clone();
        let (of_record, of_run) = (record.shape()[0] / runs, parameters.shape()[0] / runs);
        let record = into_contiguous(record);
        let of = || {
            RolloutSizeLaunch::new(
                num_envs as u32,
                num_steps as u32,
                of_record as u32,
                of_run as u32,
                rows as u32,
            )
        };
        let tile = Layout::of_adapter().rows;
        let of_rows = Workgroups::of_rows(rows, tile, runs);
        let of_worlds = Workgroups::of_numbers(num_envs, THREADS, runs);
        let of_runs = Workgroups::of_each(1, runs);
        // SAFETY: every access is below the sizes that the arguments carry.
        unsafe {
            if let Some(critic) = &shape.critic {
                targets::values::launch_unchecked(
                    &client,
                    of_rows.count(),
                    CubeDim::new_1d(tile.threads as u32),
                    into_contiguous(parameters).into_buffer_arg(),
                    arg(&record),
                    arg(&values),
                    of(),
                    of_rows.extent(),
                    layers(critic),
                    shape.env.physics().into_owned(),
                    tile,
                );
            }
            targets::targets::launch_unchecked(
                &client,
                of_worlds.count(),
                CubeDim::new_1d(THREADS as u32),
                record.into_buffer_arg(),
                arg(&values),
                arg(&targets),
                into_contiguous(discounts).into_buffer_arg(),
                of(),
                of_worlds.extent(),
                shape.is_generalised,
                shape.env.id.state_size() + shape.env.id.controls().len(),
            );
            if shape.critic.is_some() {
                targets::variances::launch_unchecked(
                    &client,
                    of_runs.count(),
                    CubeDim::new_1d(THREADS as u32),
                    values.into_buffer_arg(),
                    arg(&targets),
                    arg(&variances),
                    of(),
                    of_runs.extent(),
                );
            }
        }
        (targets, variances)
    }

    fn count_not_finite(state: CubeTensor, runs: usize, num_parameters: usize) -> CubeTensor {
        let counts = empty(&state, [runs]);
        let of_runs = Workgroups::of_each(1, runs);
        // SAFETY: every access is below the sizes that the arguments carry.
        unsafe {
            learn::count_not_finite::launch_unchecked(
                &counts.client,
                of_runs.count(),
                CubeDim::new_1d(THREADS as u32),
                into_contiguous(state).into_buffer_arg(),
                arg(&counts),
                of_runs.extent(),
                num_parameters,
            );
        }
        counts
    }
}

/// What the dispatches of some steps share.
struct Steps {
    record: CubeTensor,
    targets: CubeTensor,
    order: CubeTensor,
    numbers: CubeTensor,
    measures: CubeTensor,
    /// Words of a run's record.
    of_record: usize,
    /// Rows of a minibatch.
    rows: usize,
    partition: Partition,
    shape: UpdateShape,
}

/// How a step is cut into dispatches and workgroups.
struct Partition {
    constants: KernelConstants,
    /// Groups of rows of a run.
    groups: usize,
    /// Those of a run in one dispatch.
    groups_at_once: usize,
    /// Runs in one dispatch.
    runs_at_once: usize,
    /// Parts in which a run's gradient is summed.
    parts: usize,
    /// Vectors that a run keeps.
    kept: usize,
}

impl Partition {
    fn of(shape: &UpdateShape, rows: usize) -> Self {
        let layout = Layout::of_adapter();
        let mut constants = KernelConstants::of(shape);
        let groups = constants.tile.workgroups(rows);
        let most = layout.groups_at_once(constants.num_parameters, constants.tile);
        let groups_at_once = groups.min(most);
        let parts = layout.learning_parts(groups_at_once, constants.sums(), shape.runs);
        let of_part = groups_at_once.div_ceil(parts);
        constants.chunk = constants.chunk.map(|chunk| chunk.min(of_part));
        let kept = constants
            .chunk
            .map_or(groups_at_once, |chunk| parts * chunk)
            * constants.slot();
        let fit = MAX_BINDING_BYTES / (kept * LANES * size_of::<f32>());
        Self {
            runs_at_once: (most / groups_at_once).min(fit).clamp(1, shape.runs),
            constants,
            groups,
            groups_at_once,
            parts,
            kept,
        }
    }
}

impl Steps {
    /// Replaces the advantages of a step by the returns less the critic's newest values.
    fn subtract_values(&self, state: &CubeTensor, step: usize) {
        let constants = &self.partition.constants;
        let of_rows = Workgroups::of_rows(self.rows, constants.tile, self.shape.runs);
        // SAFETY: every access is below the sizes that the arguments carry.
        unsafe {
            advantages::subtract_values::launch_unchecked(
                &state.client,
                of_rows.count(),
                CubeDim::new_1d(constants.tile.threads as u32),
                self.input(state, self.rows_of(step, (0, 0), 0)),
                of_rows.extent(),
                constants.clone(),
            );
        }
    }

    /// Computes mean and deviation of the advantages in each of some steps, from `first` on.
    fn standardise(&self, first: usize, steps: usize) {
        let of_steps = Workgroups::of_each(steps, self.shape.runs);
        // SAFETY: every access is below the sizes that the arguments carry.
        unsafe {
            advantages::moments::launch_unchecked(
                &self.numbers.client,
                of_steps.count(),
                CubeDim::new_1d(THREADS as u32),
                arg(&self.targets),
                arg(&self.order),
                arg(&self.numbers),
                self.rows_of(first, (0, 0), 0),
                of_steps.extent(),
            );
        }
    }

    /// Returns what some rows learn from.
    fn input(&self, state: &CubeTensor, rows: RowsLaunch) -> StepInputLaunch {
        StepInputLaunch::new(
            arg(state),
            arg(&self.record),
            arg(&self.targets),
            arg(&self.order),
            arg(&self.numbers),
            rows,
        )
    }

    /// Returns the rows of a dispatch: of a step, for the groups from `groups.0` on, as many as
    /// `groups.1`, of the runs from `run` on.
    fn rows_of(&self, step: usize, groups: (usize, usize), run: usize) -> RowsLaunch {
        RowsLaunch::new(
            run as u32,
            self.of_record as u32,
            self.shape.steps as u32,
            self.shape.samples as u32,
            self.rows as u32,
            step as u32,
            groups.0 as u32,
            groups.1 as u32,
            groups.1.div_ceil(self.partition.parts) as u32,
            u32::from(groups.0 > 0),
        )
    }

    /// Returns the sums of a step's gradient and measures, `[runs][parts][sums]`.
    fn gradient(&self, state: &CubeTensor, step: usize) -> CubeTensor {
        let Partition {
            constants,
            groups,
            groups_at_once,
            runs_at_once,
            parts,
            kept,
        } = &self.partition;
        let runs = self.shape.runs;
        let scratch = empty(state, [runs_at_once * kept * LANES]);
        let partials = empty(state, [runs * parts * constants.sums()]);
        let dispatches = (0..runs).step_by(*runs_at_once).flat_map(|run| {
            let firsts = (0..*groups).step_by(*groups_at_once);
            firsts.map(move |first| (run, (*runs_at_once).min(runs - run), first))
        });
        for (run, runs, first) in dispatches {
            let rows = || self.rows_of(step, (first, (*groups_at_once).min(groups - first)), run);
            let of_parts = Workgroups::of_each(*parts, runs);
            // SAFETY: as above.
            unsafe {
                learn::gradient::launch_unchecked(
                    &state.client,
                    of_parts.count(),
                    CubeDim::new_1d(constants.tile.threads as u32),
                    self.input(state, rows()),
                    arg(&scratch),
                    arg(&partials),
                    of_parts.extent(),
                    constants.clone(),
                );
                if constants.chunk.is_none() {
                    for of in constants.patches() {
                        let of_patches = Workgroups::of_patches(&of.grid, *parts, runs);
                        learn::layer_gradient::launch_unchecked(
                            &state.client,
                            of_patches.count(),
                            CubeDim::new_1d(constants.patch.threads as u32),
                            arg(&scratch),
                            arg(&partials),
                            rows(),
                            of_patches.extent(),
                            constants.sums(),
                            of,
                        );
                    }
                }
            }
        }
        partials
    }

    /// Returns the state after a step.
    fn descend(&self, state: &CubeTensor, partials: CubeTensor, step: usize) -> CubeTensor {
        let (constants, runs) = (&self.partition.constants, self.shape.runs);
        let count = constants.num_parameters;
        let groups = constants.sums().div_ceil(THREADS);
        let slopes = empty(state, [runs * count]);
        let squares = empty(state, [runs * groups]);
        let gradient = || RunGradientsLaunch::new(arg(&slopes), arg(&squares));
        let after = empty(state, state.shape());
        let rows = || self.rows_of(step, (0, 0), 0);
        let of_sums = Workgroups::of_numbers(constants.sums(), THREADS, runs);
        let of_parameters = Workgroups::of_numbers(count, THREADS, runs);
        // SAFETY: as above.
        unsafe {
            learn::add_parts::launch_unchecked(
                &state.client,
                of_sums.count(),
                CubeDim::new_1d(THREADS as u32),
                partials.into_buffer_arg(),
                gradient(),
                arg(&self.measures),
                self.partition.parts as u32,
                rows(),
                of_sums.extent(),
                count,
            );
            learn::descend::launch_unchecked(
                &state.client,
                of_parameters.count(),
                CubeDim::new_1d(THREADS as u32),
                arg(state),
                gradient(),
                arg(&self.numbers),
                arg(&after),
                arg(&self.measures),
                rows(),
                of_parameters.extent(),
                count,
            );
        }
        after
    }
}
