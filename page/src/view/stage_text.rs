//! What the panel says.

use crate::course::{word, words};
use crate::view::format::{count, value};
use policy_lab::protocol::Unit;
use policy_lab::protocol::metrics::{Metric, Metrics};
use policy_lab::protocol::stages::{Spread, Stage, StageReport, StageView, StepView};

/// What is told of a gradient step, in this order.
const MEASURES: [Metric; 6] = [
    Metric::PolicyLoss,
    Metric::ValueLoss,
    Metric::Entropy,
    Metric::ApproxKl,
    Metric::ClipFraction,
    Metric::GradNorm,
];

/// What a press of “Step” does.
pub fn step_title(unit: Unit) -> &'static str {
    match unit {
        Unit::Iteration => word("stages.step.iteration"),
        Unit::Epoch => word("stages.step.epoch"),
        Unit::Minibatch => word("stages.step.minibatch"),
        Unit::EnvStep => word("stages.step.env-step"),
    }
}

/// What a report shows.
pub fn of(report: &StageReport, is_mine: bool) -> String {
    let iteration = words(
        "stages.iteration",
        &[("iteration", &count(report.position.iteration as u64))],
    );
    let mine = if is_mine {
        format!(" {}", word("stages.mine"))
    } else {
        String::new()
    };
    format!(
        "{iteration} {} {}{mine}",
        place(report.position.stage),
        seen(report)
    )
    .trim()
    .to_owned()
}

/// The sentence while there is no report to show.
pub fn without(is_under_way: bool) -> String {
    let key = if is_under_way {
        "stages.running"
    } else {
        "stages.waiting"
    };
    word(key).to_owned()
}

fn place(stage: Stage) -> String {
    match stage {
        Stage::Collect { step, num_steps } => {
            words("stages.at-step", &[("step", &step), ("of", &num_steps)])
        }
        Stage::Advantages => word("stages.at-rollout").to_owned(),
        Stage::Minibatch(turn) | Stage::Update(turn) => words(
            "stages.at-minibatch",
            &[
                ("index", &turn.index),
                ("of", &turn.of),
                ("epoch", &turn.epoch),
                ("epochs", &turn.epochs),
            ],
        ),
    }
}

fn seen(report: &StageReport) -> String {
    match &report.seen {
        None => word("stages.held").to_owned(),
        Some(StageView::Step(glimpse)) => step(glimpse),
        Some(StageView::Targets {
            advantages,
            returns,
        }) => {
            let told = [
                ("stages.advantages-are", advantages),
                ("stages.returns-are", returns),
            ];
            let told = told
                .into_iter()
                .filter_map(|(key, numbers)| Some(spread(key, (*numbers)?)));
            told.collect::<Vec<_>>().join(" ")
        }
        Some(StageView::Samples(samples)) => {
            words("stages.samples", &[("samples", &count(*samples as u64))])
        }
        Some(StageView::Measures(_)) => word("stages.measured").to_owned(),
    }
}

fn step(glimpse: &StepView) -> String {
    let action = match (glimpse.num_carts, glimpse.action) {
        (0, action) => words("stages.action", &[("action", &action)]),
        (_, 0) => word("stages.left").to_owned(),
        _ => word("stages.right").to_owned(),
    };
    match (glimpse.probability, glimpse.reward) {
        (Some(probability), Some(reward)) => words(
            "stages.first",
            &[
                ("action", &action),
                ("probability", &format!("{probability:.2}")),
                ("reward", &value(reward)),
            ],
        ),
        _ => String::new(),
    }
}

fn spread(key: &'static str, spread: Spread) -> String {
    words(
        key,
        &[
            ("mean", &signed(spread.mean)),
            ("deviation", &value(spread.deviation)),
            ("min", &signed(spread.min)),
            ("max", &signed(spread.max)),
        ],
    )
}

/// The measures of a gradient step that the algorithm has: name and value.
pub fn measures(metrics: &Metrics) -> Vec<(&'static str, String)> {
    let known = MEASURES.iter();
    known
        .filter_map(|metric| Some((metric.key(), signed(metrics.get(*metric)?))))
        .collect()
}

fn signed(number: f64) -> String {
    value(number).replace('-', "−")
}
