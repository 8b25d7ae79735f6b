//! A few iterations of a run or of many side by side, for devices on which a whole run takes too
//! long.

use std::rc::Rc;

use burn::tensor::Device;
use futures::{StreamExt as _, pin_mut};
use policy_lab::config::TrainConfig;
use policy_lab::config::presets::Preset;
use policy_lab::protocol::{Event, RunEvent};
use policy_lab::train::crew::Crew;
use policy_lab::train::lockstep::Lockstep;
use policy_lab::train::session::Session;
use policy_lab_tensors::train::run_device;
use web_time::Instant;

use super::workloads::settings;

/// Returns the seconds of each of the `count` iterations after a preset's first, in which kernels
/// are compiled. Calls `after` after each, the first too. Other cores help where there is a crew.
pub async fn iterations(
    preset: &str,
    count: usize,
    (device, crew): (&Device, Option<Rc<dyn Crew>>),
    after: impl FnMut(),
) -> Result<Vec<f64>, String> {
    let preset = Preset::find(preset).ok_or_else(|| format!("There is no preset {preset}"))?;
    let config = TrainConfig {
        seed: 1,
        ..(preset.config)()
    };
    let mut session = Session::new(config, run_device(device));
    session.crew = crew;
    let events = session.events();
    pin_mut!(events);
    let mut laps = Laps::new(after);
    while laps.secs.len() < count
        && let Some(event) = events.next().await
    {
        match event {
            Event::Run(RunEvent::Iteration(_)) => laps.end(),
            Event::Failed(failure) => return Err(failure.message),
            _ => {}
        }
    }
    Ok(laps.secs)
}

/// Does the same with so many runs side by side on a GPU.
pub async fn side_by_side(
    name: &str,
    (runs, count): (usize, usize),
    device: &Device,
    after: impl FnMut(),
) -> Result<Vec<f64>, String> {
    let events = begin(name, runs, device).await?.events();
    pin_mut!(events);
    let mut laps = Laps::new(after);
    while laps.secs.len() < count
        && let Some((run, event)) = events.next().await
    {
        match event {
            // All runs of an iteration are told of at once.
            Event::Run(RunEvent::Iteration(_)) if run == 0 => laps.end(),
            Event::Failed(failure) => return Err(failure.message),
            _ => {}
        }
    }
    Ok(laps.secs)
}

/// Returns the seconds of so many runs side by side, from the start to the end of the last.
#[cfg(not(target_arch = "wasm32"))]
pub async fn side_by_side_to_the_end(
    name: &str,
    runs: usize,
    device: &Device,
) -> Result<f64, String> {
    let begun = Instant::now();
    let events = begin(name, runs, device).await?.events();
    pin_mut!(events);
    while let Some((_, event)) = events.next().await {
        if let Event::Failed(failure) = event {
            return Err(failure.message);
        }
    }
    Ok(begun.elapsed().as_secs_f64())
}

/// Begins so many runs of [`settings`], which differ in their seed.
async fn begin(name: &str, runs: usize, device: &Device) -> Result<Lockstep, String> {
    let config = settings(name)?;
    let of = |run: usize| TrainConfig {
        seed: 1 + run as u32,
        ..config.clone()
    };
    let numbered = (0..runs).map(|run| (run, of(run))).collect();
    let device = run_device(device);
    let gpu = device.gpu().ok_or("There is no GPU")?;
    let lockstep = Lockstep::begin(numbered, &**gpu).await;
    lockstep.map_err(|why| why.to_string())
}

/// The seconds of each iteration after the first.
struct Laps<F> {
    secs: Vec<f64>,
    begun: Option<Instant>,
    after: F,
}

impl<F: FnMut()> Laps<F> {
    fn new(after: F) -> Self {
        Self {
            secs: Vec::new(),
            begun: None,
            after,
        }
    }

    /// Ends an iteration, and calls what is to be called after each.
    fn end(&mut self) {
        let now = Instant::now();
        let lap = self.begun.map(|begun| (now - begun).as_secs_f64());
        self.secs.extend(lap);
        self.begun = Some(now);
        (self.after)();
    }
}
