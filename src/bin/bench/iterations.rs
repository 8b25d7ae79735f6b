//! A few iterations of a run, for devices on which a whole run takes too long.

use burn::tensor::Device;
use futures::{StreamExt as _, pin_mut};
use policy_lab::config::TrainConfig;
use policy_lab::config::presets::Preset;
use policy_lab::protocol::{Event, RunEvent};
use policy_lab::train::session::Session;
use web_time::Instant;

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
