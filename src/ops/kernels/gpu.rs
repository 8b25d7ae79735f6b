//! The operations on burn's GPU backend: buffers, sizes, dispatches.

use burn::backend::TensorMetadata;
use burn::backend::wgpu::{CubeBackend, CubeTensor, into_contiguous};
use burn::cubecl::prelude::*;
use burn::tensor::DType;

use super::backward::{self, PatchOf, UnitOffset};
use super::forward::forward;
use super::launch::{empty, empty_of, layers, widest};
use super::optimise::{self, THREADS};
use super::rollout::{self, Rules, SpanLaunch};
use crate::envs::Autoreset;
use crate::ops::DeviceOps;
use crate::ops::adam::{AdamStep, NO_LIMIT};
use crate::ops::gpu_layout::{LANES, Layout, parts};
use crate::ops::mlp::Mlp;
use crate::ops::rollout::RolloutPlan;
use crate::ops::workgroups::Workgroups;
use crate::random::Purpose;

impl DeviceOps for CubeBackend {
    fn mlp(parameters: CubeTensor, input: CubeTensor, mlp: Mlp) -> CubeTensor {
        pass(parameters, input, &mlp, false).0
    }

    fn mlp_with_hidden(
        parameters: CubeTensor,
        input: CubeTensor,
        mlp: Mlp,
    ) -> (CubeTensor, CubeTensor) {
        pass(parameters, input, &mlp, true)
    }

    fn mlp_grad(
        parameters: CubeTensor,
        input: CubeTensor,
        kept: CubeTensor,
        output_grad: CubeTensor,
        mlp: Mlp,
    ) -> CubeTensor {
        let rows = input.shape()[0];
        let Layout {
            rows: tile, patch, ..
        } = Layout::of_adapter();
        let layers = layers(&mlp);
        let groups = tile.workgroups(rows);
        let delta_units: usize = layers.iter().map(|layer| layer.outputs).sum();
        let kept_units: usize = layers.iter().map(|layer| layer.inputs).sum();
        let deltas = empty(&input, [groups * tile.rows() * delta_units]);
        let own = mlp.num_parameters();
        let parts = parts(groups);
        let partials = empty(&input, [parts * own]);
        let grad = empty(&input, parameters.shape());
        let client = grad.client.clone();
        let of_rows = Workgroups::of_rows(rows, tile, 1);
        let of_numbers = Workgroups::of_numbers(grad.shape().num_elements(), THREADS, 1);
        // SAFETY: every access is below the sizes that the arguments carry.
        unsafe {
            backward::deltas::launch_unchecked(
                &client,
                of_rows.count(),
                CubeDim::new_1d(tile.threads as u32),
                into_contiguous(parameters).into_buffer_arg(),
                into_contiguous(output_grad).into_buffer_arg(),
                kept.clone().into_buffer_arg(),
                deltas.clone().into_buffer_arg(),
                rows as u32,
                of_rows.extent(),
                layers.clone(),
                widest(&mlp),
                tile,
            );
            let (mut kept_before, mut deltas_before) = (0, 0);
            for layer in layers {
                let grid = patch.grid(layer.inputs + 1, layer.outputs);
                let of_patches = Workgroups::of_patches(&grid, parts, 1);
                backward::weight_grads::launch_unchecked(
                    &client,
                    of_patches.count(),
                    CubeDim::new_1d(patch.threads as u32),
                    kept.clone().into_buffer_arg(),
                    deltas.clone().into_buffer_arg(),
                    partials.clone().into_buffer_arg(),
                    groups as u32,
                    groups.div_ceil(parts) as u32,
                    of_patches.extent(),
                    mlp.offset,
                    own,
                    PatchOf {
                        layer,
                        inputs: UnitOffset {
                            before: kept_before,
                            total: kept_units,
                        },
                        deltas: UnitOffset {
                            before: deltas_before,
                            total: delta_units,
                        },
                        quads: tile.quads,
                        grid,
                    },
                );
                kept_before += layer.inputs;
                deltas_before += layer.outputs;
            }
            backward::add_parts::launch_unchecked(
                &client,
                of_numbers.count(),
                CubeDim::new_1d(THREADS as u32),
                partials.into_buffer_arg(),
                grad.clone().into_buffer_arg(),
                parts as u32,
                of_numbers.extent(),
                mlp.offset,
                own,
            );
        }
        grad
    }

    fn clip_by_global_norm(
        gradient: CubeTensor,
        max_norm: Option<f64>,
    ) -> (CubeTensor, CubeTensor) {
        let clipped = empty(&gradient, gradient.shape());
        let norm = empty(&gradient, [1]);
        // SAFETY: as above.
        unsafe {
            optimise::clip::launch_unchecked(
                &clipped.client,
                Workgroups::of_each(1, 1).count(),
                CubeDim::new_1d(THREADS as u32),
                into_contiguous(gradient).into_buffer_arg(),
                clipped.clone().into_buffer_arg(),
                norm.clone().into_buffer_arg(),
                max_norm.map_or(NO_LIMIT, |norm| norm as f32),
            );
        }
        (clipped, norm)
    }

    fn adam_step(
        parameters: CubeTensor,
        gradient: CubeTensor,
        first_moment: CubeTensor,
        second_moment: CubeTensor,
        step: AdamStep,
    ) -> (CubeTensor, CubeTensor, CubeTensor) {
        let [after, first, second] =
            std::array::from_fn(|_| empty(&parameters, parameters.shape()));
        let of_numbers = Workgroups::of_numbers(parameters.shape().num_elements(), THREADS, 1);
        // SAFETY: as above.
        unsafe {
            optimise::descend::launch_unchecked(
                &after.client,
                of_numbers.count(),
                CubeDim::new_1d(THREADS as u32),
                into_contiguous(parameters).into_buffer_arg(),
                into_contiguous(gradient).into_buffer_arg(),
                into_contiguous(first_moment).into_buffer_arg(),
                into_contiguous(second_moment).into_buffer_arg(),
                after.clone().into_buffer_arg(),
                first.clone().into_buffer_arg(),
                second.clone().into_buffer_arg(),
                step.beta_1,
                step.beta_2,
                step.kept,
                step.rate,
                step.second_scale,
                step.epsilon,
                of_numbers.extent(),
            );
        }
        (after, first, second)
    }

    fn rollout(parameters: CubeTensor, worlds: CubeTensor, plan: RolloutPlan) -> CubeTensor {
        let num_envs = plan.num_envs;
        let runs = worlds.shape()[0] / plan.run_words();
        let tile = Layout::of_adapter().worlds;
        let record = empty_of(&parameters, [runs * plan.record_words()], DType::I32);
        let of_run = parameters.shape()[0] / runs;
        let parameters = into_contiguous(parameters);
        let worlds = into_contiguous(worlds);
        let rules = Rules {
            id: plan.env.id,
            resets_next_step: plan.env.autoreset == Autoreset::NextStep,
            choice: plan.choice,
            purposes: (Purpose::Reset as u32, Purpose::Action as u32),
            layers: layers(&plan.policy),
            width: widest(&plan.policy),
        };
        let at_once = Layout::of_adapter().runs_at_once(&plan.policy, num_envs * plan.num_steps);
        for first in (0..runs).step_by(at_once) {
            let here = at_once.min(runs - first);
            let of_rows = Workgroups::of_rows(num_envs, tile, here);
            // SAFETY: as above.
            unsafe {
                rollout::rollout::launch_unchecked(
                    &record.client,
                    of_rows.count(),
                    CubeDim::new_1d(tile.threads as u32),
                    parameters.clone().into_buffer_arg(),
                    worlds.clone().into_buffer_arg(),
                    record.clone().into_buffer_arg(),
                    SpanLaunch::new(
                        first as u32,
                        of_run as u32,
                        num_envs as u32,
                        plan.num_steps as u32,
                        plan.first_step,
                        plan.env.max_episode_steps,
                    ),
                    of_rows.extent(),
                    rules.clone(),
                    tile,
                );
            }
        }
        record
    }
}

/// Applies a network. Returns its outputs and, if it `keeps` them, the units that its gradient needs.
fn pass(
    parameters: CubeTensor,
    input: CubeTensor,
    mlp: &Mlp,
    keeps: bool,
) -> (CubeTensor, CubeTensor) {
    let rows = input.shape()[0];
    let tile = Layout::of_adapter().rows;
    let output = empty(&input, [rows, mlp.num_outputs()]);
    let kept_units: usize = mlp.layers().map(|(inputs, _)| inputs).sum();
    let kept = match keeps {
        true => tile.workgroups(rows) * tile.rows() * kept_units,
        // A binding is never empty.
        false => LANES,
    };
    let kept = empty(&input, [kept]);
    let client = output.client.clone();
    let of_rows = Workgroups::of_rows(rows, tile, 1);
    // SAFETY: as above.
    unsafe {
        forward::launch_unchecked(
            &client,
            of_rows.count(),
            CubeDim::new_1d(tile.threads as u32),
            into_contiguous(parameters).into_buffer_arg(),
            into_contiguous(input).into_buffer_arg(),
            output.clone().into_buffer_arg(),
            kept.clone().into_buffer_arg(),
            rows as u32,
            of_rows.extent(),
            keeps,
            layers(mlp),
            widest(mlp),
            tile,
        );
    }
    (output, kept)
}
