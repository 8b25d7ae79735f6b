//! Recorded seeds of plain CartPole and of EasyCart: how far they spread, and what a few of them
//! would have shown.

mod repeated;
mod strip;

use leptos::prelude::*;

use crate::course::RecordedSeeds;
use crate::ui::figures::choice::Choice;
use crate::view::format;
use crate::view::seed_comparison::verdict;
use policy_lab::history::compare::{
    SeedStatistic, bootstrap_interval, draw_seeds, permutation_test,
};
use repeated::RepeatedDraws;
use strip::{Strip, StripAxis, StripValues};

/// The two settings: the experiment, the name and the class of its dots.
const SETTINGS: [(&str, &str, &str); 2] = [
    ("ppo-course", "CartPole", "seed-plain"),
    ("ppo-easycart", "EasyCart", "seed-shaped"),
];
/// Numbers of seeds to choose from.
const COUNTS: [usize; 4] = [3, 5, 10, 20];

/// What is measured of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Environment steps until the newest 20 episodes averaged 475.
    Steps,
    /// Mean length of the episodes that ended in the last 50,000 steps.
    Late,
}

impl Measure {
    const ALL: [Self; 2] = [Self::Steps, Self::Late];

    fn label(self) -> &'static str {
        match self {
            Self::Steps => "steps to 475",
            Self::Late => "length at the end",
        }
    }

    /// Returns the ends of the line on which values are drawn.
    fn range(self) -> (f64, f64) {
        match self {
            Self::Steps => (40_000.0, 240_000.0),
            Self::Late => (100.0, 500.0),
        }
    }

    /// Returns the place of a value on the line, in per cent of it.
    fn place(self, value: f64) -> f64 {
        let (low, high) = self.range();
        (100.0 * (value - low) / (high - low)).clamp(0.0, 100.0)
    }

    fn said(self, value: f64) -> String {
        format::count(value.round().max(0.0) as u64)
    }

    /// Returns the recorded values of both settings; none before the texts have been loaded.
    fn recorded(self) -> [&'static [f64]; 2] {
        SETTINGS.map(|(experiment, ..)| {
            let seeds = RecordedSeeds::find(experiment);
            seeds.map_or(&[][..], |it| match self {
                Self::Steps => &it.steps,
                Self::Late => &it.late,
            })
        })
    }
}

/// Shows the recorded seeds of plain CartPole.
#[component]
pub fn SeedSpread() -> impl IntoView {
    let (_, name, class) = SETTINGS[0];
    let values = Measure::Steps.recorded()[0].to_vec();
    let shown = StripValues {
        values,
        interval: None,
    };
    view! {
        <div class="seed-strips">
            <Strip name class measure=Signal::stored(Measure::Steps) shown=Signal::stored(shown) />
            <StripAxis measure=Signal::stored(Measure::Steps) />
        </div>
    }
}

/// Shows seeds of both settings, drawn from the recorded ones, their intervals and the verdict, and
/// how often experiments of several sizes come to it.
#[component]
pub fn DrawSeeds() -> impl IntoView {
    let measure = RwSignal::new(Measure::Steps);
    let statistic = RwSignal::new(SeedStatistic::Mean);
    let count = RwSignal::new(COUNTS[0]);
    let seed = RwSignal::new(1_u32);
    let drawn = Memo::new(move |_| {
        let (count, seed) = (count.get(), seed.get());
        let [plain, shaped] = measure.get().recorded();
        // The two settings share no draw.
        [
            draw_seeds(plain, count, 2 * seed),
            draw_seeds(shaped, count, 2 * seed + 1),
        ]
    });
    let shown = move |at: usize| {
        Memo::new(move |_| {
            drawn.with(|drawn| {
                let (values, statistic) = (&drawn[at], statistic.get());
                let [low, high] = bootstrap_interval(values, statistic, seed.get());
                StripValues {
                    values: values.clone(),
                    interval: Some([low, statistic.of(values), high]),
                }
            })
        })
    };
    let said = move || {
        drawn.with(|[plain, shaped]| {
            let (measure, statistic) = (measure.get(), statistic.get());
            let test = permutation_test(plain, shaped, statistic, seed.get());
            let [one, other] = [plain, shaped].map(|it| measure.said(statistic.of(it)));
            format!(
                "The {}s are {one} and {other}. {}",
                statistic.label(),
                verdict(test, [plain.len(), shaped.len()])
            )
        })
    };
    view! {
        <div class="seed-strips">
            {[0, 1]
                .map(|at| {
                    let (_, name, class) = SETTINGS[at];
                    view! { <Strip name class measure shown=shown(at) /> }
                })}
            <StripAxis measure />
        </div>
        <p aria-live="polite" data-testid="seeds-said">{said}</p>
        <div class="figure-actions">
            <button on:click=move |_| seed.update(|seed| *seed = (*seed + 1) % (1 << 30))>
                "Draw again"
            </button>
            <Choice label="Seeds of each" options=&COUNTS name=|it| it.to_string() chosen=count />
            <Choice label="Measure" options=&Measure::ALL name=|it| it.label().to_owned() chosen=measure />
            <Choice label="Statistic" options=&SeedStatistic::ALL name=|it| it.label().to_owned() chosen=statistic />
        </div>
        <RepeatedDraws measure statistic />
    }
}
