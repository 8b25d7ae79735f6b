//! A few iterations of a run or of many side by side, for devices on which a whole run takes too long.

use burn::tensor::Device;
use futures::{StreamExt as _, pin_mut};
use policy_lab::config::TrainConfig;
use policy_lab::config::presets::Preset;
use policy_lab::protocol::{Event, RunEvent};
#[cfg(feature = "gpu")]
use policy_lab::train::lockstep::Lockstep;
use policy_lab::train::session::Session;
use web_time::Instant;

use super::workloads::settings;

/// Returns the seconds of each of the `count` iterations after a preset's first, in which kernels are compiled. Calls `after` after each,
/// the first too.
pub async fn iterations(
    preset: &str,
    count: usize,
    device: &Device,
    mut after: impl FnMut(),
) -> Result<Vec<f64>, String> {
    let preset = Preset::find(preset).ok_or_else(|| format!("There is no preset {preset}"))?;
    let config = TrainConfig {
        seed: 1,
        ..(preset.config)()
    };
    let events = Session::new(config, device.clone()).events();
    pin_mut!(events);
    let mut secs = Vec::new();
    let mut begun: Option<Instant> = None;
    while secs.len() < count
        && let Some(event) = events.next().await
    {
        match event {
            Event::Run(RunEvent::Iteration(_)) => {
                let now = Instant::now();
                secs.extend(begun.map(|begun| (now - begun).as_secs_f64()));
                begun = Some(now);
                after();
            }
            Event::Failed(failure) => return Err(failure.message),
            _ => {}
        }
    }
    Ok(secs)
}

/// Does the same with so many runs of [`settings`] side by side on a GPU, which differ in their seed.
#[cfg(feature = "gpu")]
pub async fn side_by_side(
    name: &str,
    (runs, count): (usize, usize),
    device: &Device,
    mut after: impl FnMut(),
) -> Result<Vec<f64>, String> {
    let config = settings(name)?;
    let of = |run: usize| TrainConfig {
        seed: 1 + run as u32,
        ..config.clone()
    };
    let numbered = (0..runs).map(|run| (run, of(run))).collect();
    let lockstep = Lockstep::begin(numbered, device).await;
    let events = lockstep.map_err(|why| why.to_string())?.events();
    pin_mut!(events);
    let mut secs = Vec::new();
    let mut begun: Option<Instant> = None;
    while secs.len() < count
        && let Some((run, event)) = events.next().await
    {
        match event {
            // All runs of an iteration are told of at once.
            Event::Run(RunEvent::Iteration(_)) if run == 0 => {
                let now = Instant::now();
                secs.extend(begun.map(|begun| (now - begun).as_secs_f64()));
                begun = Some(now);
                after();
            }
            Event::Failed(failure) => return Err(failure.message),
            _ => {}
        }
    }
    Ok(secs)
}
