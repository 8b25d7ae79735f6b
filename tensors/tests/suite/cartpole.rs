//! CartPole against Gymnasium's, and the course's shaped rewards.
//!
//! Sequences are checked step by step from each recorded state, because an error of 1e-12 grows to
//! 10 within 500 steps.

use burn::tensor::Device;
use policy_lab::envs::cartpole::{self, State};
use policy_lab::envs::{Env, EnvId, Worlds};

use super::section::{Node, Section};
use super::tolerance::{EXACT, ONE_STEP, VALUES};

fn state(node: &Node<'_>) -> Result<State, String> {
    node.floats()?
        .try_into()
        .map_err(|_| node.fault("not a state"))
}

pub async fn cartpole_constants(section: &Section, _: &Device) -> Result<(), String> {
    let root = section.root();
    for (name, ours) in [
        ("gravity", cartpole::GRAVITY),
        ("masscart", cartpole::CART_MASS),
        ("masspole", cartpole::POLE_MASS),
        ("length_half", cartpole::HALF_LENGTH),
        ("force_mag", cartpole::FORCE),
        ("tau", cartpole::TAU_SECS),
        ("x_threshold", cartpole::X_LIMIT),
        ("theta_threshold_radians", cartpole::THETA_LIMIT_RAD),
        ("max_episode_steps", cartpole::MAX_EPISODE_STEPS as f32),
        ("reset_low", -cartpole::RESET_LIMIT),
        ("reset_high", cartpole::RESET_LIMIT),
    ] {
        let Some(node) = root.find(name) else {
            continue;
        };
        if node.floats()? != [ours] {
            return Err(node.fault(format!("{ours} instead of {:?}", node.floats()?)));
        }
        // Equal in single precision, and counted as any other number.
        node.close(&[node.number()?], EXACT)?;
    }
    Ok(())
}

pub async fn cartpole_single_steps(section: &Section, _: &Device) -> Result<(), String> {
    let env = Env::new(EnvId::Cartpole);
    for step in section.cases()? {
        let moved = env.transition(
            &state(&step.at("state")?)?,
            step.at("action")?.count()? as u32,
        );
        for key in ["next_float64", "next_float32"] {
            if let Some(next) = step.find(key) {
                next.close(&moved.state, ONE_STEP)?;
            }
        }
        step.at("reward")?.close(&[moved.reward], EXACT)?;
        step.at("terminated")?
            .close(&[u8::from(moved.terminated)], EXACT)?;
    }
    Ok(())
}

pub async fn cartpole_sequences(section: &Section, _: &Device) -> Result<(), String> {
    for sequence in section.cases()? {
        let (inputs, expected) = (sequence.at("inputs")?, sequence.at("expected")?);
        let actions = inputs.at("actions")?.actions()?;
        let first = inputs.at("initial_state")?;
        if let Some(steps) = expected.find("steps") {
            steps.close(&[actions.len() as f64], EXACT)?;
        }
        for key in ["states_float64", "states_float32"] {
            if let Some(states) = expected.find(key) {
                played(&first, &actions, &states, &expected)?;
            }
        }
    }
    Ok(())
}

/// Steps every action from the recorded state before it.
fn played(
    first: &Node<'_>,
    actions: &[i32],
    states: &Node<'_>,
    expected: &Node<'_>,
) -> Result<(), String> {
    let env = Env::new(EnvId::Cartpole);
    // Two sequences continue after a fall.
    let over = expected.find("over_threshold");
    let mut before = state(first)?;
    let mut terminated = Vec::new();
    let mut rewards = Vec::new();
    let mut after = Vec::new();
    let rows = states.items()?;
    for (row, action) in rows.iter().zip(actions) {
        let moved = env.transition(&before, *action as u32);
        after.extend(moved.state);
        terminated.push(moved.terminated);
        rewards.push(moved.reward);
        before = state(row)?;
    }
    states.close(&after, ONE_STEP)?;
    if let Some(over) = over {
        let fallen: Result<Vec<u8>, String> = rows
            .iter()
            .map(|row| Ok(u8::from(outcome(&env, &state(row)?)?.1)))
            .collect();
        return over.close(&fallen?, EXACT);
    }
    if let Some(all) = expected.find("all_rewards_are") {
        all.close(&rewards[..1], EXACT)?;
        let paid = all.number()? as f32;
        if rewards.iter().any(|reward| *reward != paid) {
            return Err(all.fault("a step pays otherwise"));
        }
    }
    if let Some(sum) = expected.find("sum_of_rewards") {
        sum.close(&[rewards.iter().sum::<f32>()], VALUES)?;
    }
    ends(&terminated, expected)
}

/// Checks which step of a recorded episode ended it, and why.
fn ends(terminated: &[bool], expected: &Node<'_>) -> Result<(), String> {
    let last = terminated.len() - 1;
    let fell_at = terminated.iter().position(|fell| *fell);
    let cut_at = (terminated.len() >= cut_after()).then(|| cut_after() - 1);
    for (key, ours) in [
        ("terminated_at_step", fell_at),
        ("truncated_at_step", cut_at),
    ] {
        let recorded = expected.find(key).map(|at| at.count()).transpose()?;
        if recorded != ours {
            return Err(expected.fault(format!("{key} is {ours:?} instead of {recorded:?}")));
        }
    }
    for (key, ours) in [
        ("last_terminated", terminated[last]),
        ("last_truncated", cut_at == Some(last)),
    ] {
        if let Some(flag) = expected.find(key) {
            flag.close(&[u8::from(ours)], EXACT)?;
        }
    }
    Ok(())
}

/// Returns the steps after which an episode is truncated. It plays one that cannot end otherwise,
/// because a state cannot be put into an environment and a spinning pole does not fall.
fn cut_after() -> usize {
    let env = Env {
        max_episode_steps: Env::new(EnvId::Cartpole).max_episode_steps,
        ..Env::new(EnvId::Spincart)
    };
    let mut worlds = Worlds::new(1, env, 3);
    (1..)
        .find(|step| worlds.step(0, step % 2).truncated)
        .map_or(0, |steps| steps as usize)
}

pub async fn shaped_rewards(section: &Section, _: &Device) -> Result<(), String> {
    let root = section.root();
    let states: Vec<State> = root
        .at("states_after_step")?
        .items()?
        .iter()
        .map(state)
        .collect::<Result<_, _>>()?;
    for (id, reward_key, ended_key) in SHAPED {
        let env = Env::new(id);
        let outcomes = states.iter().map(|state| outcome(&env, state));
        let outcomes: Vec<(f32, bool)> = outcomes.collect::<Result<_, _>>()?;
        let paid: Vec<f32> = outcomes.iter().map(|(reward, _)| *reward).collect();
        root.at(reward_key)?.close(&paid, VALUES)?;
        let ended: Vec<u8> = outcomes.iter().map(|(_, over)| u8::from(*over)).collect();
        root.at(ended_key)?.close(&ended, EXACT)?;
    }
    // The inputs are listed among the results here.
    root.at("states_after_step")?.numbers().map(|_| ())
}

/// Returns the reward of a step that led to a state, and whether it ended the episode.
fn outcome(env: &Env, state: &State) -> Result<(f32, bool), String> {
    let without = || "a recorded environment without a cart".to_owned();
    env.outcome_of_state(state).ok_or_else(without)
}

/// The environments in the section of shaped rewards, with the keys of their rewards and ends.
const SHAPED: [(EnvId, &str, &str); 3] = [
    (EnvId::Easycart, "easycart_reward", "easycart_terminated"),
    (
        EnvId::Spincart,
        "spincart_reward_clamp_max",
        "spincart_terminated",
    ),
    (
        EnvId::SpincartCourse,
        "spincart_reward_as_in_seed_clamp_min",
        "spincart_terminated",
    ),
];
