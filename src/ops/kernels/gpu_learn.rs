//! Gradient steps on burn's GPU backend: buffers, sizes, dispatches.

use burn::backend::TensorMetadata;
use burn::backend::wgpu::{CubeBackend, CubeTensor, into_contiguous};
use burn::cubecl::prelude::*;

use super::launch::{empty, layers, layout, threads_for, widest, workgroups};
use super::learn;
use super::learning_rules::{LearningRules, RowsLaunch};
use super::loss::CoefficientsLaunch;
use super::optimise::THREADS;
use super::targets::{self, RolloutSizeLaunch};
use crate::ops::adam::AdamStep;
use crate::ops::gpu_layout::{LANES, MAX_SHARED_BYTES, Tile};
use crate::ops::learn::{AdvantageFrom, LearnOps, LearnPlan, MEASURES, TargetsPlan};

impl LearnOps for CubeBackend {
    fn learn(
        state: CubeTensor,
        record: CubeTensor,
        targets: CubeTensor,
        order: CubeTensor,
        plan: LearnPlan,
    ) -> (CubeTensor, CubeTensor) {
        let steps = plan.steps.len();
        let taken = Steps {
            rows: order.shape()[0] / steps,
            samples: targets.shape()[0] / 2,
            measures: empty(&state, [steps * MEASURES]),
            moments: empty(&state, [2 * steps]),
            record: into_contiguous(record),
            targets: into_contiguous(targets),
            order: into_contiguous(order),
            rules: rules(&plan),
            plan,
        };
        if taken.plan.advantage == AdvantageFrom::StandardisedTargets {
            taken.standardise();
        }
        let mut state = into_contiguous(state);
        for (index, step) in taken.plan.steps.iter().enumerate() {
            let (partials, parts) = taken.gradient(&state, index);
            state = taken.descend(&state, partials, parts, (index, step));
        }
        (state, taken.measures)
    }

    fn targets(
        parameters: CubeTensor,
        record: CubeTensor,
        plan: TargetsPlan,
    ) -> (CubeTensor, CubeTensor) {
        let TargetsPlan {
            num_envs,
            num_steps,
            ..
        } = plan;
        let samples = num_envs * num_steps;
        let record = into_contiguous(record);
        let rows = samples + (1 + plan.most_cuts()) * num_envs;
        let values = empty(&parameters, [plan.critic.as_ref().map_or(1, |_| rows)]);
        let targets = empty(&parameters, [2 * samples]);
        let variances = empty(&parameters, [2]);
        let client = parameters.client.clone();
        let of = || RolloutSizeLaunch::new(num_envs as u32, num_steps as u32);
        let tile = layout().rows;
        let factor = plan.gae_lambda.map_or(0.0, |lambda| plan.gamma * lambda);
        // SAFETY: every access is below the sizes that the arguments carry.
        unsafe {
            if let Some(critic) = &plan.critic {
                targets::values::launch_unchecked(
                    &client,
                    workgroups(rows, tile),
                    CubeDim::new_1d(tile.threads as u32),
                    into_contiguous(parameters).into_buffer_arg(),
                    record.clone().into_buffer_arg(),
                    values.clone().into_buffer_arg(),
                    of(),
                    layers(critic),
                    widest(critic),
                    plan.env.id,
                    tile,
                );
            }
            targets::targets::launch_unchecked(
                &client,
                threads_for(num_envs),
                CubeDim::new_1d(THREADS as u32),
                record.into_buffer_arg(),
                values.clone().into_buffer_arg(),
                targets.clone().into_buffer_arg(),
                of(),
                plan.gamma as f32,
                factor as f32,
                plan.gae_lambda.is_some(),
                plan.env.id.obs_size(),
            );
            if plan.critic.is_some() {
                targets::variances::launch_unchecked(
                    &client,
                    CubeCount::new_single(),
                    CubeDim::new_1d(THREADS as u32),
                    values.into_buffer_arg(),
                    targets.clone().into_buffer_arg(),
                    variances.clone().into_buffer_arg(),
                );
            }
        }
        (targets, variances)
    }
}

/// What the dispatches of some steps share.
struct Steps {
    record: CubeTensor,
    targets: CubeTensor,
    order: CubeTensor,
    moments: CubeTensor,
    measures: CubeTensor,
    /// Samples of the rollout.
    samples: usize,
    /// Rows of a minibatch.
    rows: usize,
    rules: LearningRules,
    plan: LearnPlan,
}

/// Returns the constants of the kernels. A wide network leaves room for fewer rows in shared memory.
fn rules(plan: &LearnPlan) -> LearningRules {
    let layout = layout();
    let mut rules = LearningRules {
        actor: layers(&plan.actor),
        critic: plan.critic.as_ref().map_or_else(Vec::new, layers),
        loss: plan.loss,
        advantage: plan.advantage,
        num_parameters: plan.num_parameters(),
        chunk: layout.chunk,
        tile: layout.rows,
        patch: layout.patch,
    };
    while rules.shared_bytes() > MAX_SHARED_BYTES && rules.tile.quads > 1 {
        rules.tile = Tile {
            quads: rules.tile.quads / 2,
            ..rules.tile
        };
    }
    rules
}

impl Steps {
    fn standardise(&self) {
        // SAFETY: every access is below the sizes that the arguments carry.
        unsafe {
            learn::moments::launch_unchecked(
                &self.moments.client,
                CubeCount::new_1d(self.plan.steps.len() as u32),
                CubeDim::new_1d(THREADS as u32),
                self.targets.clone().into_buffer_arg(),
                self.order.clone().into_buffer_arg(),
                self.moments.clone().into_buffer_arg(),
                self.rows as u32,
            );
        }
    }

    /// Returns the sums of a step's gradient and measures, and the number of parts in which they are.
    fn gradient(&self, state: &CubeTensor, index: usize) -> (CubeTensor, usize) {
        let rules = &self.rules;
        let groups = rules.tile.workgroups(self.rows);
        let layout = layout();
        let at_once = groups.min(layout.groups_at_once(rules.num_parameters, rules.tile));
        let parts = layout.learning_parts(at_once, rules.sums());
        let kept = rules.chunk.map_or(at_once, |chunk| parts * chunk);
        let scratch = empty(state, [kept * rules.slot() * LANES]);
        let partials = empty(state, [parts * rules.sums()]);
        for first in (0..groups).step_by(at_once) {
            let here = at_once.min(groups - first);
            let rows = || {
                RowsLaunch::new(
                    self.samples as u32,
                    self.rows as u32,
                    index as u32,
                    first as u32,
                    here as u32,
                    here.div_ceil(parts) as u32,
                    u32::from(first > 0),
                )
            };
            // SAFETY: as above.
            unsafe {
                learn::gradient::launch_unchecked(
                    &state.client,
                    CubeCount::new_1d(parts as u32),
                    CubeDim::new_1d(rules.tile.threads as u32),
                    state.clone().into_buffer_arg(),
                    self.record.clone().into_buffer_arg(),
                    self.targets.clone().into_buffer_arg(),
                    self.order.clone().into_buffer_arg(),
                    self.moments.clone().into_buffer_arg(),
                    scratch.clone().into_buffer_arg(),
                    partials.clone().into_buffer_arg(),
                    rows(),
                    CoefficientsLaunch::new(
                        self.plan.clip_coef.unwrap_or(f32::MAX),
                        self.plan.ent_coef,
                        self.plan.vf_coef,
                        1.0 / self.rows as f32,
                    ),
                    rules.clone(),
                );
                if rules.chunk.is_none() {
                    for of in rules.patches() {
                        let tiles = of.grid.down.tiles * of.grid.across.tiles;
                        learn::layer_gradient::launch_unchecked(
                            &state.client,
                            CubeCount::new_2d(tiles as u32, parts as u32),
                            CubeDim::new_1d(rules.patch.threads as u32),
                            scratch.clone().into_buffer_arg(),
                            partials.clone().into_buffer_arg(),
                            rows(),
                            rules.sums(),
                            of,
                        );
                    }
                }
            }
        }
        (partials, parts)
    }

    /// Returns the state after a step.
    fn descend(
        &self,
        state: &CubeTensor,
        partials: CubeTensor,
        parts: usize,
        (index, step): (usize, &AdamStep),
    ) -> CubeTensor {
        let count = self.rules.num_parameters;
        let gradient = empty(state, [count]);
        let squares = empty(state, [self.rules.sums().div_ceil(THREADS)]);
        let after = empty(state, state.shape());
        // SAFETY: as above.
        unsafe {
            learn::add_parts::launch_unchecked(
                &state.client,
                threads_for(self.rules.sums()),
                CubeDim::new_1d(THREADS as u32),
                partials.into_buffer_arg(),
                gradient.clone().into_buffer_arg(),
                squares.clone().into_buffer_arg(),
                self.measures.clone().into_buffer_arg(),
                parts as u32,
                index as u32,
                1.0 / self.rows as f32,
                count,
            );
            learn::descend::launch_unchecked(
                &state.client,
                threads_for(count),
                CubeDim::new_1d(THREADS as u32),
                state.clone().into_buffer_arg(),
                gradient.into_buffer_arg(),
                squares.into_buffer_arg(),
                after.clone().into_buffer_arg(),
                self.measures.clone().into_buffer_arg(),
                self.plan.max_grad_norm.unwrap_or(f32::MAX),
                step.beta_1,
                step.beta_2,
                step.kept,
                step.rate,
                step.second_scale,
                step.epsilon,
                index as u32,
                count,
            );
        }
        after
    }
}
