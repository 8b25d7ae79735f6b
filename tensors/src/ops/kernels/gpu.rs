//! Rollouts and formulas on burn's GPU backend: buffers, sizes, dispatches.

use burn::backend::TensorMetadata;
use burn::backend::wgpu::{CubeBackend, CubeTensor, into_contiguous};
use burn::cubecl::prelude::*;
use burn::tensor::DType;
use policy_lab::envs::Autoreset;
use policy_lab::envs::formula::Formula;
use policy_lab::ops::rollout::RolloutPlan;
use policy_lab::random::Purpose;

use super::formulas;
use super::launch::{arg, empty, empty_of, layers};
use super::rollout::{self, Rules, SpanLaunch};
use super::sums::THREADS;
use crate::ops::formula::FormulaOps;
use crate::ops::gpu_layout::Layout;
use crate::ops::rollout::RolloutOps;
use crate::ops::workgroups::Workgroups;

impl RolloutOps for CubeBackend {
    fn rollout(parameters: CubeTensor, worlds: CubeTensor, plan: RolloutPlan) -> CubeTensor {
        let num_envs = plan.num_envs;
        let runs = worlds.shape()[0] / plan.run_words();
        let tile = Layout::of_adapter().worlds;
        let record = empty_of(&parameters, [runs * plan.record_words()], DType::I32);
        let of_run = parameters.shape()[0] / runs;
        let parameters = into_contiguous(parameters);
        let worlds = into_contiguous(worlds);
        let rules = Rules {
            dynamics: plan.env.physics().into_owned(),
            resets_next_step: plan.env.autoreset == Autoreset::NextStep,
            choice: plan.choice,
            purposes: (
                Purpose::Reset as u32,
                Purpose::Action as u32,
                Purpose::Step as u32,
            ),
            layers: layers(&plan.policy),
        };
        let at_once = Layout::of_adapter().runs_at_once(&plan.policy, num_envs * plan.num_steps);
        for first in (0..runs).step_by(at_once) {
            let here = at_once.min(runs - first);
            let of_rows = Workgroups::of_rows(num_envs, tile, here);
            // SAFETY: every access is below the sizes that the arguments carry.
            unsafe {
                rollout::rollout::launch_unchecked(
                    &record.client,
                    of_rows.count(),
                    CubeDim::new_1d(tile.threads as u32),
                    arg(&parameters),
                    arg(&worlds),
                    arg(&record),
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

impl FormulaOps for CubeBackend {
    fn formula_rows(inputs: CubeTensor, formula: Formula) -> CubeTensor {
        let rows = inputs.shape()[0] / usize::from(formula.num_inputs);
        let found = empty(&inputs, [rows * formula.outputs.len()]);
        let of_rows = Workgroups::of_numbers(rows, THREADS, 1);
        // SAFETY: every access is below the sizes that the arguments carry.
        unsafe {
            formulas::formula_rows::launch_unchecked(
                &found.client,
                of_rows.count(),
                CubeDim::new_1d(THREADS as u32),
                arg(&into_contiguous(inputs)),
                arg(&found),
                of_rows.extent(),
                rows,
                formula,
            );
        }
        found
    }
}
