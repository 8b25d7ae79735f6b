//! One learning curve with its name, newest value, definition and healthy range.

use leptos::html;
use leptos::prelude::*;

use super::super::compare::{HideLastRun, LAST_RUN, Legend, use_compare};
use super::super::health::{MarkKey, use_verdict};
use super::super::lab::{Lab, use_lab};
use super::look::{ChartLook, ChartMark, ChartTools, KEYS};
use super::plot;
use super::plot::PlotArea;
use crate::ui::browser::theme::Theme;
use crate::ui::browser::{canvas, name};
use crate::ui::charts::frame_queue::queue_drawing;
use crate::view::curve::{Curve, extent};
use crate::view::ends::EndNames;
use crate::view::format;
use crate::view::overlay::{Overlay, lines};
use policy_lab::history::Point;
use policy_lab::history::health::Verdict;
use policy_lab::protocol::metrics::{Metric, MetricInfo};
use policy_lab::protocol::score::ScoreKind;

/// Draws a metric's chart, and redraws it when the history announces a change, a few times a
/// second.
#[component]
pub fn Chart(
    /// The metric.
    info: &'static MetricInfo,
    /// True for the headline chart.
    #[prop(optional)]
    prominent: bool,
    /// True if the reader can zoom, and choose a logarithmic axis.
    #[prop(optional)]
    tools: bool,
    /// True for readers who meet their first curve: its title is a sentence of theirs, and its axis
    /// of steps stands still.
    #[prop(optional)]
    first: bool,
    /// Steps of the reader's own longest episode, where the reader can play.
    #[prop(optional_no_strip)]
    yours: Option<RwSignal<Option<u32>>>,
) -> impl IntoView {
    let lab = use_lab();
    let palette = expect_context::<Theme>().palette;
    let node = NodeRef::<html::Canvas>::new();
    let size = canvas::watch_size(node);
    let latest = Memo::new(move |_| latest(lab, info.metric));
    let look = ChartLook::new(lab, info.metric, tools);
    let compare = use_compare();
    // Kept runs do not change, so they are prepared when the shelf or the zoom changes and not at
    // every redraw.
    let overlays = Memo::new(move |_| {
        let weight = compare.weight.get();
        look.zoom.with(|zoom| {
            let (metric, zoom) = (info.metric, zoom.as_ref());
            let ghost = compare.last_run.with(|run| {
                let run = run.as_ref().filter(|_| compare.is_ghost_drawn())?;
                Overlay::ghost(run, metric, weight, zoom)
            });
            let kept = (compare.shelf).with(|shelf| Overlay::all(shelf, metric, weight, zoom));
            ghost.into_iter().chain(kept).collect::<Vec<_>>()
        })
    });
    // Names at the ends of the lines, where there is room for them.
    let ends = Memo::new(move |_| {
        let own = lab.reader_run;
        let lines = 1 + overlays.with(Vec::len) + usize::from(own.is_compared());
        let width = size.get().0 / canvas::rem_px() * 16.0;
        EndNames::fitting(lines, own.is_shown.get(), width).filter(|_| prominent)
    });
    let is_named = Memo::new(move |_| ends.with(Option::is_some));
    // Then the legend is gone, and with it the button there.
    let is_ghost_named = Memo::new(move |_| {
        let is_ghost = |overlay: &Overlay| overlay.slot.is_none();
        is_named.get() && overlays.with(|it| !it.is_empty() && it.iter().all(is_ghost))
    });
    let verdict = use_verdict();
    // Of the run, or of the next one before there is any.
    let aim = Memo::new(move |_| {
        let config = lab
            .run
            .config()
            .or_else(|| lab.settings.config.get().ok())?;
        let is_score = prominent && info.metric == ScoreKind::of(config.env_id).metric();
        let all = config.total_timesteps as f64;
        let has_goal = is_score && config.solved_score().is_some();
        Some((has_goal.then_some(config), all))
    });
    let is_length = info.metric == Metric::EpisodicLength;
    let title = Memo::new(move |_| match aim.get() {
        Some((Some(_), _)) if first && is_length => "Steps until the pole falls",
        Some((Some(_), _)) if first => "Mean return of an episode",
        _ => info.key(),
    });
    let mark = Memo::new(move |_| {
        let step = |verdict: &Verdict| Some(verdict.marked()?.global_step as f64);
        verdict.with(step)
    });
    let pointed = look.pointed;
    let newest = move || match pointed.get() {
        Some(point) => Some(ChartLook::reading(point)),
        None => latest.get(),
    };
    let title_id = format!("title-{}", info.key());
    // As with the overlays, their words are put together once and not at every change of the
    // history.
    let kept_words = Memo::new(move |_| {
        let lines = compare.shelf.with(|shelf| lines(shelf, info.metric));
        let ghost = compare.last_run.with(|run| {
            let run = run.as_ref().filter(|_| compare.is_ghost_drawn())?;
            Some((LAST_RUN.to_owned(), run.points(info.metric).to_vec()))
        });
        let lines = ghost.iter().chain(&lines);
        let words = lines.filter_map(|(name, line)| Some(format!(". {name}: {}", told(line)?)));
        words.collect::<String>()
    });
    let words = move || {
        let own =
            (lab.run.history).with(|history| summary(title.get(), history.run.series(info.metric)));
        own + &kept_words.read()
    };
    let draw = move || {
        // The chart may be gone when its frame comes.
        let (Some(Some(canvas)), Some(size)) = (node.try_get_untracked(), size.try_get_untracked())
        else {
            return;
        };
        let area = PlotArea {
            size,
            prominent,
            ends: ends.get_untracked(),
        };
        let zoom = look.zoom.get_untracked();
        let zoom = zoom.as_ref();
        let is_alone = overlays.with_untracked(Vec::is_empty);
        let curve = lab.run.history.with_untracked(|history| {
            let weight = compare.weight.get_untracked();
            let reference = &lab.reader_run.reference;
            let curve = reference
                .with_untracked(|reference| Curve::of(history, reference, info.metric, zoom));
            let points = history.run.series(info.metric);
            let curve = curve.smoothed(points, weight, zoom);
            let curve = curve.marked(mark.get_untracked());
            let mut curve = match aim.get_untracked() {
                Some((goal, all)) if first || points.is_empty() && is_alone => {
                    let curve = curve.toward(info.metric, points, goal.as_ref());
                    curve.held(all, zoom)
                }
                Some((goal, _)) => curve.toward(info.metric, points, goal.as_ref()),
                None => curve,
            };
            // The reader's own are steps.
            let yours = yours.filter(|_| is_length);
            curve.yours = yours.and_then(|yours| yours.get_untracked()).map(f64::from);
            curve
        });
        overlays.with_untracked(|overlays| {
            let ends = overlays.iter().map(|overlay| (overlay.end, overlay.extent));
            let ends = ends.collect::<Vec<_>>();
            let kept = overlays.iter().filter(|overlay| overlay.slot.is_some());
            let end = kept.fold(curve.whole, |end, overlay| end.max(overlay.end));
            let curve = curve.beside(info.metric, &ends, zoom, look.is_log.get_untracked());
            look.note(&curve, end, area);
            palette.with_untracked(|palette| plot::draw(&canvas, &curve, overlays, area, palette));
        });
    };
    let is_waiting = StoredValue::new(false);
    Effect::new(move || {
        node.track();
        size.track();
        palette.track();
        lab.run.history.track();
        lab.reader_run.reference.track();
        overlays.track();
        ends.track();
        look.zoom.track();
        look.is_log.track();
        mark.track();
        aim.track();
        if let Some(yours) = yours {
            yours.track();
        }
        if !is_waiting.get_value() {
            is_waiting.set_value(true);
            queue_drawing(move || {
                let _ = is_waiting.try_set_value(false);
                draw();
            });
        }
    });
    view! {
        <figure class="chart" class:prominent=prominent id=format!("chart-{}", info.key()) tabindex="-1" data-testid=format!("chart-{}", info.key()) aria-labelledby=title_id.clone()>
            <header>
                <h2 id=title_id.clone()>{move || match title.get() {
                    key if key == info.key() => name::breakable(key).into_any(),
                    words => words.into_any(),
                }}</h2>
                <Show when=move || prominent && lab.reader_run.is_shown.get()>
                    <p class="runs" class:visually-hidden=is_named>
                        <span class="mine">"your code"</span>
                        <Show when=move || lab.reader_run.is_compared()>" "<span class="ours">"ours"</span></Show>
                    </p>
                </Show>
                <Show when=move || is_ghost_named.get()><HideLastRun words="Hide the last run" /></Show>
                <p class="latest" class:pointed=move || pointed.with(Option::is_some)>{newest}</p>
            </header>
            <div
                class="chart-box"
                class:zooms=tools
                node_ref=look.node
                tabindex=tools.then_some(0)
                role=tools.then_some("group")
                aria-label=tools.then_some(KEYS)
                on:pointerdown=move |event| look.press(&event)
                on:pointermove=move |event| look.point(&event)
                on:pointerup=move |_| look.release()
                on:pointercancel=move |_| look.cancel()
                on:pointerleave=move |_| pointed.set(None)
                on:blur=move |_| pointed.set(None)
                on:keydown=move |event| look.key(&event)
            >
                <canvas node_ref=node role="img" aria-label=words></canvas>
                <Show when=move || tools && latest.with(Option::is_none) && overlays.with(Vec::is_empty)>
                    <p class="empty"><span>{match is_length {
                        true => "Here the run draws how long its episodes last",
                        false => "Here the run draws what its episodes return",
                    }}</span></p>
                </Show>
                <ChartMark look />
            </div>
            <figcaption>
                {tools.then(|| view! { <ChartTools look /> })}
                {prominent.then(|| view! { <Legend is_said=is_named /> <MarkKey /> })}
                <details class="reading">
                    <summary>{info.definition}</summary>
                    <p>"Healthy: " {info.healthy}</p>
                    <p class="source">{info.source}</p>
                </details>
            </figcaption>
        </figure>
    }
}

fn latest(lab: Lab, metric: Metric) -> Option<String> {
    // The line that tells of the run changes at the same moments, so that both show the same
    // number.
    lab.run.beat.track();
    lab.run.history.with_untracked(|history| {
        let last = history.run.series(metric).last();
        last.map(|(_, value)| format::score(*value))
    })
}

/// Describes the curve of the current run in words.
fn summary(title: &str, points: &[Point]) -> String {
    let told = told(points).unwrap_or_else(|| "no values yet".to_owned());
    format!("{title} over environment steps: {told}")
}

/// Says where a curve begins and ends, and its extremes; `None` if it has no point.
fn told(points: &[Point]) -> Option<String> {
    let (first, last) = (points.first()?, points.last()?);
    let (low, high) = extent(points)?;
    Some(format!(
        "from {} to {} at {} steps; lowest {}, highest {}",
        format::score(first.1),
        format::score(last.1),
        format::count(last.0 as u64),
        format::score(low),
        format::score(high),
    ))
}
