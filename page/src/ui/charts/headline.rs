//! The headline chart: that of the score.

use leptos::prelude::*;

use super::chart::Chart;
use crate::ui::lab::use_lab;
use crate::view::score::headline;

/// Draws the score of the run on show or, before there is one, of the next.
#[component]
pub fn HeadlineChart(
    /// True for a large chart.
    #[prop(optional)]
    prominent: bool,
    /// True if the reader can zoom, and choose a logarithmic axis.
    #[prop(optional)]
    tools: bool,
    /// True for readers who meet their first curve.
    #[prop(optional)]
    first: bool,
    /// Steps of the reader's own longest episode, where the reader can play.
    #[prop(optional)]
    yours: Option<RwSignal<Option<u32>>>,
) -> impl IntoView {
    let lab = use_lab();
    let kind = Memo::new(move |_| lab.score_kind());
    move || {
        let info = headline(kind.get());
        view! { <Chart info prominent tools first yours /> }
    }
}
