//! The race of the CPU and the GPU: the same training on both, one after the other, at three sizes.

mod state;

use leptos::prelude::*;

use self::state::{CPU, GPU, Race, heat_of};
use super::lab::use_lab;
use super::sweep::use_run_pool;
use crate::view::cores::cores_used;
use crate::view::format;
use crate::view::race::{NUM_STEPS, SIZES, gpu_row, verdict};

/// Shows the section, folded until the reader opens it. Nothing runs until they ask for it.
#[component]
pub fn RaceSection() -> impl IntoView {
    let (lab, pool) = (use_lab(), use_run_pool());
    let race = Race::new(lab);
    let is_on = Memo::new(move |_| race.heat.get().is_some());
    // Both would take each other's cores, and neither figure would mean anything.
    let is_busy = Memo::new(move |_| lab.can_stop() || pool.is_busy.get());
    Effect::new(move || {
        if is_busy.get() && untrack(|| is_on.get()) {
            race.end("It ended, because a run has begun");
        }
    });
    let press = move |_| match is_on.get_untracked() {
        true => race.end("Stopped"),
        false => race.begin(),
    };
    let said = move || match (is_busy.get(), race.missing.get()) {
        (true, _) if !is_on.get() => "While a run is under way, its device is not free".to_owned(),
        (_, [_, Some(why)]) => format!("{why}. So the CPU races alone"),
        (_, [Some(why), None]) => why,
        _ => race.said.get().to_owned(),
    };
    let cpu = move || {
        let cores = cores_used(lab.cores.chosen.get(), lab.cores.machine);
        format!("CPU: {cores}")
    };
    let gpu = move || race.gpu.with(|report| gpu_row(report.as_ref()?));
    view! {
        <details class="race" data-testid="race">
            <summary>
                <h2 id="race-title">"Race: CPU and GPU"</h2>
                <span class="hint">"Which of them trains faster depends on the size"</span>
            </summary>
            <p class="hint">
                {format!("Both train “PPO, quick” with {NUM_STEPS} steps a rollout, one after the other and a few seconds each. The run above stays as it is")}
            </p>
            <div class="race-start">
                <button data-testid="race-start" disabled=move || is_busy.get() && !is_on.get() on:click=press>
                    {move || if is_on.get() { "Stop the race" } else { "Race" }}
                </button>
                <p role="status" data-testid="race-said">{said}</p>
            </div>
            {SIZES.map(|size| view! { <Heat race size /> })}
            <div class="hint" data-testid="race-devices">
                <p>{cpu}</p>
                <p>{gpu}</p>
            </div>
        </details>
    }
}

/// Shows both devices at one size: bars, steps per second, and who is faster.
#[component]
fn Heat(
    /// The race.
    race: Race,
    /// The number of environments.
    size: usize,
) -> impl IntoView {
    let name = format!("{} environments", format::count(size as u64));
    let lanes = Memo::new(move |_| {
        let [cpu, gpu] = [CPU, GPU].map(|device| heat_of(size, device));
        race.lanes.with(|lanes| [lanes[cpu], lanes[gpu]])
    });
    let lane = move |device: usize, name: &'static str| {
        let own = move || lanes.get()[device];
        let width = move || format!("{:.1}%", 100.0 * own().length(&lanes.get()[1 - device]));
        let is_on = move || race.heat.get() == Some(heat_of(size, device));
        let rate = move || match own().steps_per_sec {
            rate if rate > 0.0 => format!("{} steps/s", format::rate(rate)),
            _ if is_on() => "gets ready".to_owned(),
            _ => "–".to_owned(),
        };
        view! {
            <span class="lane-name">{name}</span>
            <span class="lane-bar" class:on=is_on><i class:gpu={device == GPU} style:width=width></i></span>
            <span class="lane-rate">{rate}</span>
        }
    };
    let said = move || lanes.with(|[cpu, gpu]| verdict(cpu, gpu));
    view! {
        <div class="heat" role="group" aria-label=name.clone() data-testid=format!("race-{size}")>
            <h3>{name.clone()}</h3>
            {lane(CPU, "CPU")}
            {lane(GPU, "GPU")}
            <p class="heat-verdict">{said}</p>
        </div>
    }
}
