//! Steps of many environments with the policy inside, in one dispatch. States stay in registers and
//! hidden units in shared memory; only the record is written.

use burn::cubecl::{self, prelude::*};
use policy_lab::envs::{COUNT_WORDS, CUT_OFF, Dynamics};
use policy_lab::ops::rollout::{
    ActionChoice, RESET_BIT, RUN_WORDS, SAMPLE_WORDS, TERMINATED_BIT, TRUNCATED_BIT,
};

use super::Four;
use super::dense::{Layer, dense, pack, unpack, width};
use super::formulas::{
    blank, draw_step, first_state, read, read_state, results, store, transition, write_state,
};
use super::gaussian::{self, normals};
use super::place::{GroupExtent, place};
use super::threefry::{threefry, unit};
use crate::ops::gpu_layout::Tile;

/// The constants that a kernel is compiled for. They are the same in all its dispatches.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The environment.
    pub dynamics: Dynamics,
    /// True if an episode's end is followed by a step that only resets
    /// ([`policy_lab::envs::Autoreset::NextStep`]).
    pub resets_next_step: bool,
    /// The way to choose actions.
    pub choice: ActionChoice,
    /// Purposes of the random numbers: first states, actions, steps.
    pub purposes: (u32, u32, u32),
    /// The policy's layers.
    pub layers: Vec<Layer>,
}

/// The arguments of one dispatch. All runs in it have the same sizes; a run is a place along y.
#[derive(CubeType, CubeLaunch, Clone, Copy)]
pub struct Span {
    /// The run at the first place.
    pub first_run: u32,
    /// Numbers from a run's parameters to the next one's.
    pub parameters: u32,
    /// Number of environments.
    pub num_envs: u32,
    /// Steps of each.
    pub num_steps: u32,
    /// Steps that the environments took before; random numbers are counted from there.
    pub first_step: u32,
    /// Steps after which an episode is cut off.
    pub max_episode_steps: u32,
}

/// Takes the steps of a rollout; see [`policy_lab::ops::rollout`]. A workgroup has `4 * quads`
/// environments. All its threads compute hidden units; its first threads, one for each environment,
/// choose actions, step and record.
#[cube(launch_unchecked)]
pub fn rollout(
    parameters: &[f32],
    worlds: &[i32],
    record: &mut [i32],
    span: &Span,
    extent: &GroupExtent,
    #[comptime] rules: Rules,
    #[comptime] tile: Tile,
) {
    let obs_size = comptime!(rules.dynamics.obs_size());
    let state_size = comptime!(rules.dynamics.state_size());
    let computed = comptime!(rules.dynamics.computed_size());
    let num_controls = comptime!(rules.dynamics.num_controls);
    let row_size = comptime!(state_size + num_controls);
    let world_words = comptime!(state_size + COUNT_WORDS);
    let last = comptime!(rules.layers[rules.layers.len() - 1]);
    let actions = comptime!(last.outputs);
    let served = comptime!(4 * tile.quads);
    let mut units = Shared::<[Four]>::new_slice(comptime!(width(&rules.layers) * tile.quads));
    // Exchanges numbers between the threads of the environments (one each) and vectors of four
    // environments.
    let mut passing = Shared::<[f32]>::new_slice(comptime!(served * Ord::max(obs_size, actions)));

    let own = UNIT_POS as usize;
    let place = place(extent);
    let run = (span.first_run + place.y) as usize;
    let world = place.x * comptime!(served as u32) + UNIT_POS;
    let is_world = own < served && world < span.num_envs;
    let plane = (span.num_steps * span.num_envs) as usize;
    let num_envs = span.num_envs as usize;
    let from = run * (world_words * num_envs + RUN_WORDS);
    let numbers = from + world_words * num_envs;
    let seed = u32::reinterpret(worlds[numbers]);
    let terminal_reward = f32::reinterpret(worlds[numbers + 1]);
    let into = run * (comptime!(row_size + SAMPLE_WORDS) * plane + world_words * num_envs);
    let state = blank(state_size);
    let mut steps = 0u32;
    let mut episode = 0u32;
    let mut is_over = false.runtime();
    if is_world {
        let at = from + world as usize;
        read_state(&state, worlds, at, num_envs);
        steps = u32::reinterpret(worlds[state_size * num_envs + at]);
        episode = u32::reinterpret(worlds[(state_size + 1) * num_envs + at]);
        is_over = worlds[(state_size + 2) * num_envs + at] != 0;
    }

    for step in 0..span.num_steps {
        let sample = into + (step * span.num_envs + world) as usize;
        if own < served {
            let seen = results(&read(&state), comptime!(rules.dynamics.observe.clone()));
            #[unroll]
            for number in 0..obs_size {
                passing[number * served + own] = *seen.index(number);
            }
        }
        if is_world {
            write_state(record, sample, plane, &state);
        }
        sync_cube();
        pack(&passing, &mut units, 0usize, obs_size, tile);
        #[unroll]
        for index in 0..comptime!(rules.layers.len()) {
            dense(
                parameters,
                run * span.parameters as usize,
                &mut units,
                comptime!(rules.layers[index]),
                tile,
            );
        }
        unpack(&units, &mut passing, 0usize, actions, tile);
        if is_world {
            let mut action = Sequence::<f32>::new();
            let mut log_prob = 0.0f32;
            let mut taken = 0u32;
            if comptime!(num_controls > 0) {
                let log_stds = run * span.parameters as usize + comptime!(last.end());
                let drawn = normals(
                    seed,
                    comptime!(rules.purposes.1),
                    world,
                    span.first_step + step,
                    num_controls,
                );
                #[unroll]
                for number in 0..num_controls {
                    let log_std = parameters[log_stds + number];
                    let away = if comptime!(rules.choice == ActionChoice::Sampled) {
                        *drawn.index(number)
                    } else {
                        0.0f32.runtime()
                    };
                    let control = passing[number * served + own] + log_std.exp() * away;
                    log_prob += gaussian::log_prob(away, log_std);
                    record[(state_size + number) * plane + sample] = i32::reinterpret(control);
                    action.push(control);
                }
            } else {
                let mut largest = passing[own];
                let mut likeliest = 0u32;
                #[unroll]
                for action in 1..actions {
                    let logit = passing[action * served + own];
                    if logit > largest {
                        largest = logit;
                        likeliest = action as u32;
                    }
                }
                let mut total = 0.0f32;
                #[unroll]
                for action in 0..actions {
                    total += (passing[action * served + own] - largest).exp();
                }
                taken = likeliest;
                if comptime!(rules.choice == ActionChoice::Sampled) {
                    let draw = threefry(
                        seed,
                        comptime!(rules.purposes.1),
                        world,
                        span.first_step + step,
                    );
                    let mut left = unit(draw.x) * total;
                    let mut chosen = false.runtime();
                    taken = comptime!(actions as u32 - 1);
                    #[unroll]
                    for candidate in 0..actions {
                        left -= (passing[candidate * served + own] - largest).exp();
                        if !chosen && left < 0.0f32 {
                            taken = candidate as u32;
                            chosen = true;
                        }
                    }
                }
                log_prob = passing[taken as usize * served + own] - largest - total.ln();
                action.push(f32::cast_from(taken));
            }
            let mut reward = 0.0f32;
            let mut begins = false.runtime();
            if is_over {
                taken |= comptime!(1u32 << RESET_BIT);
                begins = true;
            } else {
                let dynamics = comptime!(rules.dynamics.clone());
                let moved = transition(&state, &action, terminal_reward, dynamics);
                store(&state, &moved, computed);
                steps += 1u32;
                let end = *moved.index(comptime!(computed + 1));
                let cut_off = end == comptime!(CUT_OFF);
                let terminated = end != 0.0f32 && !cut_off;
                let truncated = !terminated && (cut_off || steps >= span.max_episode_steps);
                reward = *moved.index(computed);
                if terminated {
                    taken |= comptime!(1u32 << TERMINATED_BIT);
                }
                if truncated {
                    taken |= comptime!(1u32 << TRUNCATED_BIT);
                }
                if terminated || truncated {
                    if comptime!(rules.resets_next_step) {
                        is_over = true;
                    } else {
                        begins = true;
                    }
                }
            }
            if begins {
                episode += 1u32;
                steps = 0u32;
                is_over = false;
                let purpose = comptime!(rules.purposes.0);
                let dynamics = comptime!(rules.dynamics.clone());
                store(
                    &state,
                    &first_state(seed, purpose, world, episode, dynamics),
                    computed,
                );
            }
            draw_step(
                &state,
                seed,
                comptime!(rules.purposes.2),
                world,
                episode,
                steps,
                comptime!(rules.dynamics.clone()),
            );
            record[row_size * plane + sample] = i32::reinterpret(taken);
            record[(row_size + 1) * plane + sample] = i32::reinterpret(log_prob);
            record[(row_size + 2) * plane + sample] = i32::reinterpret(reward);
        }
    }

    if is_world {
        let at = into + comptime!(row_size + SAMPLE_WORDS) * plane + world as usize;
        write_state(record, at, num_envs, &state);
        record[at + state_size * num_envs] = i32::reinterpret(steps);
        record[at + (state_size + 1) * num_envs] = i32::reinterpret(episode);
        record[at + (state_size + 2) * num_envs] = select(is_over, 1i32, 0i32);
    }
}
