//! Compares whole learning phases as this device takes them with the same phases by the oracle,
//! whose gradients burn finds by itself.

use std::rc::Rc;

use burn::tensor::Device;
use futures::{StreamExt as _, pin_mut};
use policy_lab::config::presets::Preset;
use policy_lab::config::{Algorithm, EnvId, TrainConfig};
use policy_lab::protocol::check_report::Evidence;
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::protocol::metrics::Metrics;
use policy_lab::protocol::{Event, RunEvent};
use policy_lab::rollout::Rollout;
use policy_lab::train::gpu::{Gpu, RunDevice};
use policy_lab::train::hooks::TrainHooks;
use policy_lab::train::learner::Learner;
use policy_lab::train::learning::{Learned, RunProgress, learn};
use policy_lab::train::lockstep::Lockstep;
use policy_lab::train::observer::Observer;
use policy_lab::train::session::Session;
use policy_lab::train::setup::RunSetup;

use super::outcome::{CheckError, CheckOutcome};
use super::phase_configs::{configs, iterations};
use super::reference::wide;
use crate::oracle::Oracle;
use crate::train::run_device;

/// Largest relative difference of a parameter or a figure. Adam divides by the size of the
/// gradient, so where that is almost 0 rounding decides.
const TOLERANCE: f64 = 2e-4;

/// The same after a rollout, whose states are a little different on each device.
const GROWN: f64 = 2e-3;

/// The same between runs on the same device, alone and side by side: the sums are the same.
const ALONE: f64 = 1e-6;

/// Compares the parameters, the optimiser's moments and what is measured, for every loss and every
/// source of advantages.
pub async fn phases(device: &Device) -> CheckOutcome {
    let mut evidence = Evidence::default();
    for (name, config) in configs() {
        let mut setup = RunSetup::new(&config, &RunDevice::Cpu);
        let first = setup.learner.host_parameters.clone();
        let mut rollout = setup.collector.rollout(config.num_steps);
        (setup.collector).advance(&mut rollout, &first, config.num_steps);
        setup.collector.finish(&mut rollout, &first);

        let oracle = Oracle::new(&config);
        let expected = phase(&mut setup.learner, &rollout, &config, Some(&oracle)).await?;
        let mut here = RunSetup::new(&config, &run_device(device)).learner;
        let found = phase(&mut here, &rollout, &config, None).await?;
        for (what, found, expected) in [
            ("parameters", &found.1.parameters, &expected.1.parameters),
            ("moments", &found.1.first_moment, &expected.1.first_moment),
            ("squares", &found.1.second_moment, &expected.1.second_moment),
        ] {
            let expected = wide(expected);
            evidence.all_close(&format!("{name}: {what}"), found, &expected, TOLERANCE);
        }
        let figures = |learned: &Learned| learned.measured.rows.concat();
        let expected_figures: Vec<f64> = (expected.0.measured.metrics.iter())
            .map(|metric| expected.0.measured.mean(*metric))
            .collect();
        let found_figures: Vec<f32> = (expected.0.measured.metrics.iter())
            .map(|metric| found.0.measured.mean(*metric) as f32)
            .collect();
        evidence.equal(
            &format!("{name}: number of figures"),
            &figures(&found.0).len(),
            &figures(&expected.0).len(),
        );
        evidence.all_close(
            &format!("{name}: figures"),
            &found_figures,
            &expected_figures,
            10.0 * TOLERANCE,
        );
    }
    for (name, config) in iterations() {
        let oracle = Rc::new(Oracle::new(&config));
        let by_oracle = Session {
            hooks: Some(oracle),
            ..Session::new(config.clone(), RunDevice::Cpu)
        };
        let (expected, expected_after) = iteration(by_oracle).await?;
        let here = Session::new(config, run_device(device));
        let (found, found_after) = iteration(here).await?;
        let names = |metrics: &Metrics| {
            let names: Vec<&str> = metrics.iter().map(|(it, _)| it.key()).collect();
            names.join(", ")
        };
        let (names, expected_names) = (names(&found), names(&expected));
        evidence.equal(&format!("{name}: figures"), &names, &expected_names);
        let values: Vec<f32> = found.iter().map(|(_, value)| value as f32).collect();
        let expected: Vec<f64> = expected.iter().map(|(_, value)| value).collect();
        evidence.all_close(&format!("{name}: their values"), &values, &expected, GROWN);
        let expected = wide(&expected_after.parameters);
        evidence.all_close(
            &format!("{name}: parameters"),
            &found_after.parameters,
            &expected,
            GROWN,
        );
    }
    if let RunDevice::Gpu(gpu) = run_device(device) {
        // The time limit cuts off the episodes of continuous actions.
        for of in [(EnvId::Cartpole, 500), (EnvId::Pendulum, 9)] {
            in_lockstep(&gpu, of, &mut evidence).await?;
        }
    }
    Ok(evidence)
}

/// Trains runs side by side, and compares each with itself alone on the same device.
async fn in_lockstep(
    gpu: &Rc<dyn Gpu>,
    (env_id, max_episode_steps): (EnvId, usize),
    evidence: &mut Evidence,
) -> Result<(), CheckError> {
    let base = TrainConfig {
        env_id,
        max_episode_steps,
        num_envs: 6,
        num_steps: 24,
        total_timesteps: 2 * 6 * 24,
        num_minibatches: 3,
        update_epochs: 2,
        hidden_sizes: vec![12],
        ..(Preset::first_for(Algorithm::Ppo).config)()
    };
    let of = |seed: u32, learning_rate: f64| TrainConfig {
        seed,
        learning_rate,
        ..base.clone()
    };
    let runs = [
        of(1, 1e-3),
        TrainConfig {
            gamma: 0.9,
            gae_lambda: 0.5,
            terminal_reward: -2.0,
            ..of(2, 1e-3)
        },
        TrainConfig {
            clip_coef: None,
            ent_coef: 0.1,
            vf_coef: 2.0,
            max_grad_norm: None,
            ..of(3, 1e-2)
        },
    ];
    let numbered = runs.iter().cloned().enumerate().collect();
    let lockstep = (Lockstep::begin(numbered, &**gpu).await)
        .map_err(|why| CheckError::Run(why.to_string()))?;
    let mut last = vec![(Metrics::default(), Vec::new()); runs.len()];
    let events = lockstep.events();
    pin_mut!(events);
    while let Some((run, event)) = events.next().await {
        match event {
            Event::Run(RunEvent::Iteration(report)) => last[run].0 = report.metrics,
            Event::Run(RunEvent::LastGood(after)) => last[run].1 = after.parameters,
            Event::Failed(failure) => return Err(CheckError::Run(failure.message)),
            _ => {}
        }
    }
    for (run, (config, (metrics, parameters))) in runs.iter().zip(last).enumerate() {
        let alone = Session::new(config.clone(), RunDevice::Gpu(Rc::clone(gpu)));
        let (expected, after) = iteration(alone).await?;
        let task = env_id.spec().key;
        let name = format!("Run {} of {} side by side, {task}", run + 1, runs.len());
        // By their size above 1: the value loss of a task is large.
        let scale: Vec<f64> = (expected.iter()).map(|(_, it)| it.abs().max(1.0)).collect();
        let values = metrics.iter().zip(&scale);
        let values: Vec<f32> = values.map(|((_, it), scale)| (it / scale) as f32).collect();
        let expected: Vec<f64> = (expected.iter().zip(&scale))
            .map(|((_, it), scale)| f64::from((it / scale) as f32))
            .collect();
        evidence.all_close(&format!("{name}: figures"), &values, &expected, ALONE);
        let expected = wide(&after.parameters);
        evidence.all_close(
            &format!("{name}: parameters"),
            &parameters,
            &expected,
            ALONE,
        );
    }
    Ok(())
}

/// Takes one iteration of a session. Returns its figures, and the networks after it.
async fn iteration(session: Session) -> Result<(Metrics, Checkpoint), CheckError> {
    let events = session.events();
    pin_mut!(events);
    let (mut figures, mut after) = (Metrics::default(), None);
    while let Some(event) = events.next().await {
        match event {
            Event::Run(RunEvent::Iteration(report)) => figures = report.metrics,
            Event::Run(RunEvent::LastGood(checkpoint)) => after = Some(checkpoint),
            Event::Failed(failure) => return Err(CheckError::Run(failure.message)),
            _ => {}
        }
    }
    let after = after.ok_or_else(|| CheckError::Run("the run left no networks".to_owned()))?;
    Ok((figures, after))
}

async fn phase(
    learner: &mut Learner,
    rollout: &Rollout,
    config: &TrainConfig,
    hooks: Option<&dyn TrainHooks>,
) -> Result<(Learned, Checkpoint), CheckError> {
    let shuffles = RunSetup::new(config, &RunDevice::Cpu).shuffles;
    let progress = RunProgress {
        iterations: 0,
        updates: 0,
        shuffles: &shuffles,
        epochs_done: &mut 0,
        hooks,
        observer: &Observer::default(),
    };
    let learned = learn(learner, rollout, config, progress)
        .await
        .map_err(|why| CheckError::Run(why.to_string()))?;
    Ok((learned, learner.snapshot().read(1, 0).await?))
}
