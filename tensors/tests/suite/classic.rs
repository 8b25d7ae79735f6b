//! Classic control against Gymnasium's recorded transitions, one step at a time from each recorded
//! state, because errors of an open loop grow. The formulas run as runs read them: by the kernel of
//! a device, or by the host.
//!
//! Recorded are the environments themselves. Between a policy and an environment stand the limits
//! of a continuous action (`Dynamics::new`), so the reward of an action beyond them is held to the
//! environment's own formulas only.

use burn::tensor::{Device, Tensor};
use policy_lab::envs::build::formula;
use policy_lab::envs::formula::Formula;
use policy_lab::envs::spec::{Before, Control, Strengths};
use policy_lab::envs::{Actions, Env, EnvId, RulesOf, Task, Worlds};
use policy_lab_tensors::device::read;
use policy_lab_tensors::ops::formula::formula_rows;

use super::section::{Node, Section, told};
use super::tolerance::{EXACT, ONE_STEP, ONE_STEP_OF_ACROBOT, ONE_STEP_REWARD, Tolerance};

/// Names of the limits of a first state's numbers, with the place of the number.
const DRAWN: [(&str, usize); 4] = [
    ("reset", 0),
    ("reset_position", 0),
    ("reset_theta", 0),
    ("reset_thetadot", 1),
];

/// The tasks that Gymnasium has, but for worlds of cells.
fn tasks() -> impl Iterator<Item = (EnvId, &'static Task, &'static str)> {
    let tasks = EnvId::ALL.into_iter();
    let classic = tasks.filter_map(|id| Some((id, id.task()?)));
    // Bodies are held to a recording of their own (`lander/tests/gymnasium.rs`).
    let classic = classic.filter(|(id, task)| task.table.is_none() && !id.is_of_bodies());
    classic.filter_map(|(id, task)| Some((id, task, task.gym_id?)))
}

/// Returns the entries of a list that are of one environment, at least one.
fn of<'a>(section: &'a Section, gym_id: &str) -> Result<Vec<Node<'a>>, String> {
    let mut found = Vec::new();
    for entry in section.cases()? {
        if entry.at("env")?.text()? == gym_id {
            found.push(entry);
        }
    }
    match found.is_empty() {
        true => Err(section.root().fault(format!("nothing of {gym_id}"))),
        false => Ok(found),
    }
}

fn one_step(id: EnvId) -> Tolerance {
    match id {
        EnvId::Acrobot => ONE_STEP_OF_ACROBOT,
        _ => ONE_STEP,
    }
}

/// Returns states; MountainCarContinuous has them in single precision.
fn states<'a>(expected: &Node<'a>, name: &str) -> Result<Node<'a>, String> {
    let of = |precision| expected.find(&format!("{name}_{precision}"));
    (of("float64").or(of("float32"))).ok_or_else(|| expected.fault(format!("no {name}")))
}

/// Returns an environment's own formula: the next state, the reward and the end, from the state and
/// the action.
fn own_step(id: EnvId) -> Result<Formula, String> {
    let RulesOf::Here(environment) = id.rules() else {
        return Err(format!("{id:?} has no file"));
    };
    let (rules, size) = (&environment.rules, id.state_size());
    Ok(formula(size + 1, |builder, inputs| {
        let before = Before {
            state: inputs[..size].to_vec(),
            action: inputs[size],
            controls: vec![inputs[size]],
            terminal_reward: builder.constant(1.0),
            draws: Vec::new(),
            strengths: Strengths::OWN,
        };
        let mut outputs = (rules.next)(&before);
        let outcome = (rules.outcome)(&before, &outputs);
        outputs.extend([outcome.reward, outcome.terminated]);
        outputs
    }))
}

/// Returns the rows of results that a device computes.
async fn rows(device: &Device, formula: &Formula, inputs: &[f32]) -> Result<Vec<Vec<f32>>, String> {
    let inputs = Tensor::<1>::from_floats(inputs, device);
    let results = read(formula_rows(inputs, formula.clone())).await;
    let results = results.map_err(told)?;
    Ok((results.chunks(formula.outputs.len()))
        .map(<[f32]>::to_vec)
        .collect())
}

/// Where an action leads: by the environment's own formula, and as runs step it.
struct Led {
    own: Vec<f32>,
    in_run: Vec<f32>,
    /// True if the action is within its limits, so that the two are the same.
    is_allowed: bool,
}

impl Led {
    /// Compares both with the next state, and with the reward and the end if they are there.
    fn compare(
        &self,
        id: EnvId,
        state: &Node<'_>,
        reward: Option<&Node<'_>>,
        terminated: &Node<'_>,
    ) -> Result<(), String> {
        for (led, has_reward) in [(&self.own, true), (&self.in_run, self.is_allowed)] {
            let (led_to, outcome) = led.split_at(id.state_size());
            state.close(led_to, one_step(id))?;
            terminated.close(&[outcome[1]], EXACT)?;
            if let Some(reward) = reward.filter(|_| has_reward) {
                reward.close(&outcome[..1], ONE_STEP_REWARD)?;
            }
        }
        Ok(())
    }
}

/// Takes a step from each state by each action.
async fn led(id: EnvId, device: &Device, steps: &[(Vec<f32>, f32)]) -> Result<Vec<Led>, String> {
    let (mut own, mut in_run) = (Vec::new(), Vec::new());
    for (state, action) in steps {
        own.extend_from_slice(state);
        own.push(*action);
        in_run.extend_from_slice(state);
        // The last number is the reward of a step that ends an episode, which no task has.
        in_run.extend([*action, 1.0]);
    }
    let own = rows(device, &own_step(id)?, &own).await?;
    let in_run = rows(device, &id.dynamics().step, &in_run).await?;
    let all = own.into_iter().zip(in_run).zip(steps);
    Ok(all
        .map(|((own, in_run), (_, action))| {
            let allows = |control: &Control| (control.low..=control.high).contains(action);
            Led {
                own,
                in_run,
                is_allowed: id.controls().iter().all(allows),
            }
        })
        .collect())
}

/// Compares what a device makes of states with recorded observations.
async fn compare_observed(
    id: EnvId,
    device: &Device,
    states: &[f32],
    recorded: &[Node<'_>],
) -> Result<(), String> {
    let seen = rows(device, &id.dynamics().observe, states).await?;
    (seen.iter().zip(recorded)).try_for_each(|(seen, node)| node.close(seen, one_step(id)))
}

pub async fn classic_single_steps(section: &Section, device: &Device) -> Result<(), String> {
    for (id, _, gym_id) in tasks() {
        let mut cases = Vec::new();
        for entry in of(section, gym_id)? {
            cases.extend(entry.at("cases")?.items()?);
        }
        let mut steps = Vec::new();
        for case in &cases {
            let action = case.at("action")?.number()? as f32;
            steps.push((case.at("state")?.floats()?, action));
        }
        let (mut led_to, mut seen) = (Vec::new(), Vec::new());
        for (case, led) in cases.iter().zip(led(id, device, &steps).await?) {
            let expected = case.at("expected")?;
            let reward = expected.at("reward")?;
            let next_state = states(&expected, "next_state")?;
            led.compare(id, &next_state, Some(&reward), &expected.at("terminated")?)?;
            led_to.extend_from_slice(&led.own[..id.state_size()]);
            seen.push(expected.at("obs_float32")?);
        }
        compare_observed(id, device, &led_to, &seen).await?;
    }
    Ok(())
}

pub async fn classic_sequences(section: &Section, device: &Device) -> Result<(), String> {
    for (id, _, gym_id) in tasks() {
        for sequence in of(section, gym_id)? {
            let (inputs, expected) = (sequence.at("inputs")?, sequence.at("expected")?);
            let recorded = states(&expected, "states")?;
            let mut before = inputs.at("initial_state")?.floats()?;
            let mut steps = Vec::new();
            for (action, state) in
                (inputs.at("actions")?.floats()?.into_iter()).zip(recorded.items()?)
            {
                steps.push((before, action));
                before = state.floats()?;
            }
            expected.at("steps")?.close(&[steps.len() as f64], EXACT)?;
            let ends_at = expected.find("terminated_at_step");
            let ends_at = ends_at.map(|it| it.count()).transpose()?;
            let size = id.state_size();
            let (mut own, mut in_run) = (Vec::new(), Vec::new());
            let (mut rewards, mut total) = (Vec::new(), 0.0);
            for (step, led) in led(id, device, &steps).await?.into_iter().enumerate() {
                for (all, found) in [(&mut own, &led.own), (&mut in_run, &led.in_run)] {
                    all.extend_from_slice(&found[..size]);
                    if (found[size + 1] != 0.0) != (ends_at == Some(step)) {
                        return Err(recorded.fault(format!("step {step} ends otherwise")));
                    }
                }
                rewards.push(led.own[size]);
                total += f64::from(led.own[size]);
            }
            recorded.close(&own, one_step(id))?;
            recorded.close(&in_run, one_step(id))?;
            if let Some(node) = expected.find("rewards") {
                node.close(&rewards, ONE_STEP_REWARD)?;
            }
            let sum = expected.at("sum_of_rewards")?;
            sum.close(&[total], ONE_STEP_REWARD)?;
        }
    }
    Ok(())
}

/// What the steps do not show: limits of actions, time limits, thresholds, and first states.
pub async fn classic_constants(section: &Section, _: &Device) -> Result<(), String> {
    let root = section.root();
    for (id, task, gym_id) in tasks() {
        let constants = root.at(gym_id)?;
        let worlds = Worlds::new(2_000, Env::new(id), 1);
        let mut draws = 0;
        for (key, node) in constants.entries()? {
            let control = id.controls().first();
            let ours = match key {
                "max_action" | "max_torque" => control.map(|control| control.high),
                "min_action" => control.map(|control| control.low),
                "max_episode_steps" => Some(task.time_limit as f32),
                "reward_threshold" => task.solved,
                _ => None,
            };
            if let Some(ours) = ours {
                node.close(&[ours], EXACT)?;
            } else if let Some((_, place)) = DRAWN.iter().find(|(name, _)| *name == key) {
                drawn_within(&worlds, *place, &node)?;
                draws += 1;
            } else if node.text().is_err() {
                // The steps are made of it.
                node.left_out()?;
            }
        }
        if draws == 0 {
            return Err(constants.fault("no first state"));
        }
    }
    Ok(())
}

/// Fails unless the numbers at this place of first states fill the recorded bounds.
fn drawn_within(worlds: &Worlds, place: usize, bounds: &Node<'_>) -> Result<(), String> {
    let [low, high] = bounds.floats()?[..] else {
        return Err(bounds.fault("not two bounds"));
    };
    let drawn = (0..worlds.num_envs()).map(|world| worlds.state(world)[place]);
    let drawn: Vec<f32> = drawn.collect();
    let least = drawn.iter().copied().fold(f32::INFINITY, f32::min);
    let most = drawn.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let near = 0.01 * (high - low);
    let fills = low <= least && least < low + near && high - near < most && most <= high;
    match fills {
        true => Ok(()),
        false => Err(bounds.fault(format!("{least} to {most}"))),
    }
}

pub async fn classic_time_limits(section: &Section, _: &Device) -> Result<(), String> {
    for (id, task, gym_id) in tasks() {
        for case in of(section, gym_id)? {
            let limit = case.at("max_episode_steps")?;
            limit.close(&[f64::from(task.time_limit)], EXACT)?;
            let env = Env {
                max_episode_steps: task.time_limit,
                ..Env::new(id)
            };
            let mut worlds = Worlds::new(1, env, 1);
            let mut words = worlds.words();
            for (word, number) in words.iter_mut().zip(case.at("initial_state")?.floats()?) {
                *word = number.to_bits() as i32;
            }
            worlds.set_words(&words);
            let action = case.at("constant_action")?.number()? as f32;
            let mut ended = None;
            for step in 1..=2 * task.time_limit {
                let taken = match id.controls() {
                    [] => worlds.step_by(0, Actions::Discrete(&[action as u32])),
                    _ => worlds.step_by(0, Actions::Continuous(&[action])),
                };
                if taken.terminated || taken.truncated {
                    ended = Some((step, taken));
                    break;
                }
            }
            let Some((steps, taken)) = ended else {
                return Err(case.fault("never ends"));
            };
            case.at("steps_until_end")?
                .close(&[f64::from(steps)], EXACT)?;
            case.at("terminated")?
                .close(&[u8::from(taken.terminated)], EXACT)?;
            case.at("truncated")?
                .close(&[u8::from(taken.truncated)], EXACT)?;
        }
    }
    Ok(())
}

pub async fn classic_first_observations(section: &Section, device: &Device) -> Result<(), String> {
    for (id, _, gym_id) in tasks() {
        let cases = of(section, gym_id)?;
        let (mut states, mut seen) = (Vec::new(), Vec::new());
        for case in &cases {
            states.extend(case.at("state")?.floats()?);
            seen.push(case.at("obs_float32")?);
        }
        compare_observed(id, device, &states, &seen).await?;
    }
    Ok(())
}
