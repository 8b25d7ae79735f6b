//! The same experiment many times over, for several numbers of seeds.

use leptos::prelude::*;

use super::{COUNTS, Measure};
use policy_lab::history::compare::{SeedStatistic, repeat_comparison};

/// Experiments behind each row.
const DRAWS: usize = 200;
/// The seed of their draws.
const SEED: u32 = 1;

/// Shows how often experiments show a difference, and how often the interval for CartPole contains
/// the value of all seeds.
#[component]
pub fn RepeatedDraws(
    /// What is measured.
    measure: RwSignal<Measure>,
    /// The statistic of it.
    statistic: RwSignal<SeedStatistic>,
) -> impl IntoView {
    let rows = Memo::new(move |_| {
        let (recorded, statistic) = (measure.get().recorded(), statistic.get());
        COUNTS.map(|count| repeat_comparison(recorded, count, statistic, DRAWS, SEED))
    });
    let whole = move || {
        let (measure, statistic) = (measure.get(), statistic.get());
        let recorded = measure.recorded();
        let [plain, shaped] = recorded.map(|it| measure.said(statistic.of(it)));
        format!(
            "{DRAWS} experiments for each number of seeds. All {} seeds together: {plain} and {shaped}",
            recorded[0].len()
        )
    };
    let row = move |at: usize| {
        let of = move || rows.with(|rows| rows[at]);
        view! {
            <tr>
                <th scope="row">{COUNTS[at]}</th>
                <td>{move || format!("{} of {DRAWS}", of().shown)}</td>
                <td>{move || format!("{} of {DRAWS}", of().covered)}</td>
            </tr>
        }
    };
    view! {
        <div class="scroll">
            <table class="seed-table" data-testid="seed-table">
                <caption>{whole}</caption>
                <thead>
                    <tr>
                        <th scope="col">"Seeds of each"</th>
                        <th scope="col">"Difference shown"</th>
                        <th scope="col">"CartPole’s interval holds the value of all"</th>
                    </tr>
                </thead>
                <tbody>{[0, 1, 2, 3].map(row)}</tbody>
            </table>
        </div>
    }
}
