//! One setting of the sweep: its seeds, and what the reader can do with it.

use leptos::prelude::*;

use super::curves::{SettingCurves, drawn};
use super::state::use_sweep;
use crate::ui::as_table::AsTable;
use crate::ui::compare::{table, use_compare};
use crate::view::by_seed::by_seed;
use crate::view::settings::label_of;
use crate::view::sweep::{SweepFrame, setting_name, setting_result};
use policy_lab::history::compare::{RunRecord, draft_of};
use policy_lab::history::sweep::SweepHistory;

/// What is said of a setting.
#[derive(Clone, PartialEq)]
struct Said {
    name: String,
    result: String,
    settings: String,
    rows: Vec<Vec<String>>,
    /// What the rows are of.
    caption: String,
    failures: Vec<String>,
    /// True if a seed is there to keep.
    can_keep: bool,
    /// The seed of the best networks that are kept.
    best_seed: Option<u32>,
}

/// Shows the setting that is chosen; the only one is always shown.
#[component]
pub fn SweepSetting() -> impl IntoView {
    let sweep = use_sweep();
    let place = Memo::new(move |_| {
        let settings = |history: &SweepHistory| history.plan().combinations().len();
        let settings = sweep.with_shown(settings)?;
        let is_trained = sweep.job.history.with(Option::is_some);
        match settings {
            1 if is_trained => Some(0),
            _ => sweep.chosen.get().filter(|chosen| *chosen < settings),
        }
    });
    move || place.get().map(|place| view! { <Setting place /> })
}

#[component]
fn Setting(
    /// The number of the setting.
    place: usize,
) -> impl IntoView {
    let sweep = use_sweep();
    let compare = use_compare();
    let said = Memo::new(move |_| sweep.with_shown(|history| said(history, place)));
    let of = move |read: fn(&Said) -> String| {
        move || said.with(|said| said.as_ref().map(read).unwrap_or_default())
    };
    let rows = Memo::new(move |_| {
        said.with(|said| said.as_ref().map(|said| said.rows.clone()))
            .unwrap_or_default()
    });
    let caption = Memo::new(move |_| of(|said| said.caption.clone())());
    let failures = move || {
        let failures = said.with(|said| said.as_ref().map(|said| said.failures.clone()));
        let failures = failures.unwrap_or_default().into_iter();
        let failures = failures.map(|text| view! { <li>{text}</li> });
        failures.collect_view()
    };
    let can_keep = move || said.with(|said| said.as_ref().is_some_and(|said| said.can_keep));
    let best_seed = move || said.with(|said| said.as_ref()?.best_seed);
    let networks = move || match best_seed() {
        Some(seed) => format!("Save the networks of seed {seed}"),
        None => "Save the networks".to_owned(),
    };
    let curves = move || {
        let table = |history: &SweepHistory| SweepFrame::of(history).table_of(history, place);
        sweep.with_shown(table).unwrap_or_default()
    };
    view! {
        <section class="sweep-setting" data-testid="sweep-setting" aria-labelledby="sweep-setting-title">
            <h3 id="sweep-setting-title">{of(|said| said.name.clone())}</h3>
            <p>{of(|said| said.result.clone())}</p>
            <p class="hint">{of(|said| said.settings.clone())}</p>
            <div class="sweep-seeds">
                <div>
                    <SettingCurves combination=place />
                    <p class="hint">{move || drawn(sweep, place).axes}</p>
                    <AsTable name="Curves" table=Signal::derive(curves) />
                </div>
                {move || {
                    let rows = rows.get();
                    (!rows.is_empty()).then(|| table(&caption.get(), "sweep-by-seed", rows))
                }}
            </div>
            <ul class="sweep-failures">{failures}</ul>
            <div class="sweep-buttons">
                <button data-testid="sweep-use" on:click=move |_| sweep.use_settings(place)>"Use these settings"</button>
                <button data-testid="sweep-keep" disabled=move || !can_keep() on:click=move |_| sweep.keep(place, compare)>
                    "Keep in Compare"
                </button>
                <button
                    data-testid="sweep-networks"
                    title="The best seed. Compare loads the file, and trains on from it"
                    disabled=move || best_seed().is_none()
                    on:click=move |_| sweep.save_networks(place)
                >
                    {networks}
                </button>
                <a href="?view=lab">"Open the lab"</a>
            </div>
        </section>
    }
}

fn said(history: &SweepHistory, place: usize) -> Said {
    let plan = history.plan();
    let runs = history.runs_of(place);
    let results = runs.filter_map(|(run, state)| Some((run, state.result()?)));
    let results: Vec<_> = results.collect();
    let failures = results.iter().filter_map(|(run, result)| {
        let seed = plan.config(*run)?.seed;
        let why = &result.failure.as_ref()?.message;
        Some(format!("Seed {seed} broke off: {why}"))
    });
    let records = results.iter().filter_map(|(_, it)| it.record.clone());
    let records: Vec<RunRecord> = records.collect();
    let setting = plan.combinations().get(place);
    let settings = setting.map(|it| label_of(&draft_of(&it.config)));
    let result = history.result_of(place);
    Said {
        name: setting_name(plan, place),
        result: setting_result(&result),
        settings: settings.unwrap_or_default(),
        rows: by_seed(&records),
        caption: format!("{} by seed", result.score_kind.metric().key()),
        failures: failures.collect(),
        best_seed: history.best_networks(place).map(|(config, _)| config.seed),
        can_keep: results.iter().any(|(_, result)| result.failure.is_none()),
    }
}
