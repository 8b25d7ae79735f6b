//! Settings that are drawn at random between the least and the greatest value of each axis. The
//! same question and the same seed draw the same settings.

use super::plan::Combination;
use super::values::{between, number};
use super::{DRAWS, SweepAxis};
use crate::config::draft::Draft;
use crate::config::validate::Problem;
use crate::random::{Purpose, Stream};

/// Draws of a setting before the sweep gives up: some cannot be trained, and some were drawn
/// before.
const ATTEMPTS: u32 = 100;

/// What an axis draws from.
enum Source<'a> {
    /// Numbers between two ends.
    Range([f64; 2]),
    /// One of these texts.
    Texts(&'a [String]),
}

/// Draws `count` different settings. `values` are the texts of the values of each axis.
///
/// # Errors
/// If so many cannot be found. The problem says how many were, or why the last one could not be
/// trained.
pub(super) fn draw(
    axes: &[SweepAxis],
    values: &[Vec<String>],
    base: &Draft,
    seed: u32,
    count: usize,
) -> Result<Vec<Combination>, Vec<Problem>> {
    let stream = Stream::new(seed, Purpose::Sweep);
    let sources: Vec<Source<'_>> = axes
        .iter()
        .zip(values)
        .map(|(axis, values)| source(axis, values))
        .collect();
    let mut found: Vec<Combination> = Vec::with_capacity(count);
    for place in 0..count {
        let mut problems = Vec::new();
        let drawn = (0..ATTEMPTS).find_map(|attempt| {
            let parts = stream.uniforms([place as u32, attempt]);
            let texts = axes.iter().zip(&sources).zip(parts);
            let texts = texts.map(|((axis, source), part)| source.at(axis, f64::from(part)));
            let texts: Vec<String> = texts.collect();
            if found.iter().any(|before| before.texts == texts) {
                return None;
            }
            let combination = Combination::new(axes, texts, base);
            combination.map_err(|why| problems = why).ok()
        });
        match drawn {
            Some(combination) => found.push(combination),
            None if problems.is_empty() => {
                let message = format!(
                    "Only {place} different settings lie between these values; draw at most {place}"
                );
                return Err(vec![Problem::new(DRAWS, message)]);
            }
            None => return Err(problems),
        }
    }
    Ok(found)
}

fn source<'a>(axis: &SweepAxis, values: &'a [String]) -> Source<'a> {
    let numbers: Option<Vec<f64>> = values.iter().map(|it| number(axis.field, it)).collect();
    match numbers {
        Some(numbers) => {
            let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
            let greatest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            Source::Range([least, greatest])
        }
        // Words, and numbers of which one is empty, have nothing between them.
        None => Source::Texts(values),
    }
}

impl Source<'_> {
    /// Returns the text at `part` (0 to 1) of the way.
    fn at(&self, axis: &SweepAxis, part: f64) -> String {
        match self {
            Self::Range(ends) => between(axis.field, *ends, part),
            Self::Texts(texts) => {
                let place = (part * texts.len() as f64) as usize;
                texts.get(place).cloned().unwrap_or_default()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{base, message_of, sweep};
    use super::super::{SweepDesign, SweepDraft};
    use super::*;

    fn random(axes: &[(&str, &str)], draws: &str) -> SweepDraft {
        SweepDraft {
            design: SweepDesign::Random,
            draws: draws.to_owned(),
            ..sweep(axes)
        }
    }

    #[test]
    fn draws_lie_in_the_range_and_depend_on_the_seed_alone() {
        let axes = [("learning_rate", "0.0001, 0.1"), ("clip_coef", "0.1, 0.3")];
        let draft = random(&axes, "40");
        let plan = draft.plan(&base(&[])).expect("a plan");
        assert_eq!(plan.combinations().len(), 40);
        let rates = plan.combinations().iter().map(|it| it.config.learning_rate);
        let rates: Vec<f64> = rates.collect();
        assert!(rates.iter().all(|rate| (1e-4..=0.1).contains(rate)));
        // Log-uniform: about a third in each decade.
        let low = rates.iter().filter(|rate| **rate < 1e-3).count();
        assert!((6..=20).contains(&low), "{low}");
        let clips = plan
            .combinations()
            .iter()
            .filter_map(|it| it.config.clip_coef);
        assert!(clips.clone().count() == 40 && clips.clone().all(|it| (0.1..=0.3).contains(&it)));
        let text = &plan.combinations()[0].texts[0];
        assert!(text.len() <= 8, "{text}");
        assert_eq!(draft.plan(&base(&[])), Ok(plan.clone()));
        assert_ne!(draft.plan(&base(&[("seed", "2")])), Ok(plan));
    }

    #[test]
    fn words_are_drawn_from_the_list() {
        let axes = [("activation", "tanh, relu"), ("update_epochs", "1, 8")];
        let plan = random(&axes, "10").plan(&base(&[])).expect("a plan");
        let relu = plan
            .combinations()
            .iter()
            .filter(|it| it.texts[0] == "relu");
        assert!((2..=8).contains(&relu.count()));
    }

    #[test]
    fn settings_that_cannot_be_trained_are_drawn_again_and_none_twice() {
        // Of 1 to 9 minibatches those are possible that divide the rollout: 1, 2, 4 and 8.
        let axes = [("num_minibatches", "1, 9")];
        let plan = random(&axes, "4").plan(&base(&[])).expect("a plan");
        let mut drawn: Vec<usize> = (plan.combinations().iter())
            .map(|it| it.config.num_minibatches)
            .collect();
        drawn.sort_unstable();
        assert_eq!(drawn, [1, 2, 4, 8]);
        let said = message_of(&random(&[("norm_adv", "on, off")], "5"), DRAWS);
        assert!(said.contains("Only 2 different settings"), "{said}");
        let said = message_of(
            &random(&[("num_minibatches", "5, 7")], "2"),
            "num_minibatches",
        );
        assert!(said.contains("does not divide"), "{said}");
    }
}
