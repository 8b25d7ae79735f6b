//! The critic's values of a rollout, and its returns and advantages: the twins of `rollout/gae.rs`
//! and `rollout/returns.rs`, from the record where it lies.

use burn::cubecl::{self, prelude::*};
use policy_lab::envs::Dynamics;
use policy_lab::ops::rollout::{SAMPLE_WORDS, TERMINATED_BIT, TRUNCATED_BIT};

use super::Four;
use super::dense::{Layer, dense, width};
use super::formulas::{blank, chosen, observed, read_state, results, transition};
use super::place::{GroupExtent, number_at, place};
use super::sums::{THREADS, sum_of_threads};
use crate::ops::gpu_layout::Tile;

/// The sizes of rollouts, which are the same for all runs. A run is a place along y.
#[derive(CubeType, CubeLaunch, Clone, Copy)]
pub struct RolloutSize {
    /// Number of environments.
    pub num_envs: u32,
    /// Steps of each.
    pub num_steps: u32,
    /// Words from a run's record to the next one's.
    pub record: u32,
    /// Numbers from a run's parameters to the next one's.
    pub parameters: u32,
    /// Number of the critic's values; at least 1.
    pub values: u32,
}

/// Computes the critic's values. First those of all observations, `[num_steps, num_envs]`, then of
/// those after the last step, `[num_envs]`, then of the final observations of episodes that the
/// time limit cut off, `[cut, num_envs]`.
#[cube(launch_unchecked)]
pub fn values(
    parameters: &[f32],
    record: &[i32],
    values: &mut [f32],
    of: &RolloutSize,
    extent: &GroupExtent,
    #[comptime] layers: Vec<Layer>,
    #[comptime] dynamics: Dynamics,
    #[comptime] tile: Tile,
) {
    let mut units = Shared::<[Four]>::new_slice(comptime!(width(&layers) * tile.quads));
    let place = place(extent);
    let run = place.y as usize;
    let first = place.x as usize * comptime!(4 * tile.quads);
    let rows = of.values as usize;
    let from = run * of.record as usize;
    let mut at = UNIT_POS as usize;
    while at < comptime!(dynamics.obs_size() * tile.quads) {
        let column = at / comptime!(tile.quads);
        let row = first + (at % comptime!(tile.quads)) * 4;
        let mut four = Four::new(0.0f32);
        #[unroll]
        for lane in 0..4 {
            if row + lane < rows {
                let dynamics = comptime!(dynamics.clone());
                four.insert(lane, valued(record, from, row + lane, column, of, dynamics));
            }
        }
        units[at] = four;
        at += comptime!(tile.threads);
    }
    sync_cube();
    #[unroll]
    for index in 0..comptime!(layers.len()) {
        dense(
            parameters,
            run * of.parameters as usize,
            &mut units,
            comptime!(layers[index]),
            tile,
        );
    }
    let mut at = UNIT_POS as usize;
    while at < comptime!(tile.quads) {
        let four = units[at];
        #[unroll]
        for lane in 0..4 {
            let row = first + at * 4 + lane;
            if row < rows {
                values[run * rows + row] = four.extract(lane);
            }
        }
        at += comptime!(tile.threads);
    }
}

/// Returns a number of the observation that belongs to a value, in the record from the word `from`
/// on.
#[cube]
fn valued(
    record: &[i32],
    from: usize,
    row: usize,
    column: usize,
    of: &RolloutSize,
    #[comptime] dynamics: Dynamics,
) -> f32 {
    let state_size = comptime!(dynamics.state_size());
    let row_size = comptime!(state_size + dynamics.num_controls);
    let num_envs = of.num_envs as usize;
    let samples = of.num_steps as usize * num_envs;
    let mut found = 0.0f32;
    if row < samples {
        found = observed(
            record,
            from + row,
            samples,
            column,
            comptime!(dynamics.observe.clone()),
        );
    } else if row < samples + num_envs {
        let worlds = from + comptime!(row_size + SAMPLE_WORDS) * samples;
        found = observed(
            record,
            worlds + row - samples,
            num_envs,
            column,
            comptime!(dynamics.observe.clone()),
        );
    } else {
        let world = (row - samples) % num_envs;
        // The cut is counted from 1.
        let wanted = (row - samples) / num_envs;
        let mut cuts = 0usize;
        for step in 0..of.num_steps as usize {
            let sample = step * num_envs + world;
            let taken = u32::reinterpret(record[from + row_size * samples + sample]);
            if is_set(taken, TRUNCATED_BIT) {
                cuts += 1;
                if cuts == wanted {
                    let state = blank(state_size);
                    read_state(&state, record, from + sample, samples);
                    let mut action = Sequence::<f32>::new();
                    if comptime!(dynamics.num_controls > 0) {
                        #[unroll]
                        for number in state_size..row_size {
                            let at = from + number * samples + sample;
                            action.push(f32::reinterpret(record[at]));
                        }
                    } else {
                        let number = taken & comptime!((1u32 << TERMINATED_BIT) - 1);
                        action.push(f32::cast_from(number));
                    }
                    // The reward is not asked for.
                    let led_to = transition(&state, &action, 0.0f32, comptime!(dynamics.clone()));
                    let seen = results(&led_to, comptime!(dynamics.observe.clone()));
                    found = chosen(&seen, column, comptime!(dynamics.obs_size()));
                }
            }
        }
    }
    found
}

#[cube]
fn is_set(taken: u32, #[comptime] bit: u32) -> bool {
    taken & comptime!(1u32 << bit) != 0u32
}

/// Computes advantages and returns, `[2, num_steps, num_envs]`: generalised if `is_generalised`,
/// otherwise both are the discounted returns. A thread has an environment. `discounts` has gamma
/// and its product with lambda for each run. A sample has `row_size` words before its action's.
#[cube(launch_unchecked)]
pub fn targets(
    record: &[i32],
    values: &[f32],
    targets: &mut [f32],
    discounts: &[f32],
    of: &RolloutSize,
    extent: &GroupExtent,
    #[comptime] is_generalised: bool,
    #[comptime] row_size: usize,
) {
    let place = place(extent);
    let run = place.y as usize;
    let world = number_at(&place);
    let num_envs = of.num_envs as usize;
    let samples = of.num_steps as usize * num_envs;
    let from = run * of.record as usize;
    let into = 2 * run * samples;
    let valued = run * of.values as usize;
    let gamma = discounts[2 * run];
    let factor = discounts[2 * run + 1];
    if world < num_envs {
        let mut cuts = 0usize;
        let mut next = 0.0f32;
        if comptime!(is_generalised) {
            for step in 0..of.num_steps as usize {
                let taken = record[from + row_size * samples + step * num_envs + world];
                if is_set(u32::reinterpret(taken), TRUNCATED_BIT) {
                    cuts += 1;
                }
            }
            next = values[valued + samples + world];
        }
        let mut later = 0.0f32;
        for back in 0..of.num_steps as usize {
            let sample = (of.num_steps as usize - 1 - back) * num_envs + world;
            let taken = u32::reinterpret(record[from + row_size * samples + sample]);
            let reward = f32::reinterpret(record[from + (row_size + 2) * samples + sample]);
            let terminated = is_set(taken, TERMINATED_BIT);
            let truncated = is_set(taken, TRUNCATED_BIT);
            let goes_on = !terminated && !truncated;
            if comptime!(is_generalised) {
                let value = values[valued + sample];
                let mut after = select(terminated, 0.0f32, next);
                if truncated {
                    after = values[valued + samples + cuts * num_envs + world];
                    cuts -= 1;
                }
                later = reward + gamma * after - value + select(goes_on, factor, 0.0f32) * later;
                targets[into + sample] = later;
                targets[into + samples + sample] = later + value;
                next = value;
            } else {
                later = reward + select(goes_on, gamma, 0.0f32) * later;
                targets[into + sample] = later;
                targets[into + samples + sample] = later;
            }
        }
    }
}

/// Computes the variance of the returns and that of what the values leave unexplained. A workgroup
/// has a run.
#[cube(launch_unchecked)]
pub fn variances(
    values: &[f32],
    targets: &[f32],
    variances: &mut [f32],
    of: &RolloutSize,
    extent: &GroupExtent,
) {
    let run = place(extent).y as usize;
    let samples = (of.num_steps * of.num_envs) as usize;
    let first = (2 * run + 1) * samples;
    let valued = run * of.values as usize;
    let count = f32::cast_from(samples as u32);
    let mut shared = Shared::<[f32]>::new_slice(THREADS);
    let mut returns = 0.0f32;
    let mut errors = 0.0f32;
    let mut at = UNIT_POS as usize;
    while at < samples {
        let ret = targets[first + at];
        returns += ret;
        errors += ret - values[valued + at];
        at += THREADS;
    }
    let mean = sum_of_threads(returns, &mut shared) / count;
    let mean_error = sum_of_threads(errors, &mut shared) / count;
    let mut returns = 0.0f32;
    let mut errors = 0.0f32;
    let mut at = UNIT_POS as usize;
    while at < samples {
        let ret = targets[first + at];
        let away = ret - mean;
        let error_away = ret - values[valued + at] - mean_error;
        returns += away * away;
        errors += error_away * error_away;
        at += THREADS;
    }
    let total = sum_of_threads(returns, &mut shared);
    let unexplained = sum_of_threads(errors, &mut shared);
    if UNIT_POS == 0 {
        variances[2 * run] = total / count;
        variances[2 * run + 1] = unexplained / count;
    }
}
