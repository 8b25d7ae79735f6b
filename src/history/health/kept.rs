//! What the kept runs say about a run in trouble.

use super::Remedy;
use crate::config::TrainConfig;
use crate::history::compare::{Entry, RunRecord, differences};

/// Most settings in which a kept run may differ for a comparison to say anything.
const MOST_DIFFERENCES: usize = 3;
/// Settings that do not decide whether a run learns.
const IDLE: [&str; 1] = ["total_timesteps"];

/// A kept run that solved the same task with other settings.
#[derive(Clone, Debug, PartialEq)]
pub struct SolvedRun {
    /// The name that the reader knows it by.
    pub name: String,
    /// Environment steps after which it was solved.
    pub steps: u64,
    /// The settings in which it differs: the field's key, its text there and its text here.
    pub settings: Vec<(&'static str, String, String)>,
}

impl SolvedRun {
    /// Returns the kept run that solved the task of `config` and has the fewest other settings; of
    /// several the one that needed the fewest steps. A run that differs in its seed shows that it
    /// was chance.
    pub fn nearest(config: &TrainConfig, kept: &[Entry]) -> Option<Self> {
        let runs = kept
            .iter()
            .flat_map(|entry| entry.runs.iter().map(move |run| (&entry.name, run)));
        let solved = runs.filter_map(|(name, run)| Self::of(config, name, run));
        solved.min_by_key(|run| (run.settings.len(), run.steps))
    }

    fn of(config: &TrainConfig, name: &str, run: &RunRecord) -> Option<Self> {
        let other = &run.config;
        let is_same_task = other.algorithm == config.algorithm
            && other.env_id == config.env_id
            && other.reward == config.reward;
        let steps = run.steps_to_solve().filter(|_| is_same_task)?;
        let rows = differences(&[vec![other], vec![config]]).into_iter();
        let settings = rows.filter(|row| !IDLE.contains(&row.key)).map(|row| {
            let mut texts = row.texts.into_iter().map(Option::unwrap_or_default);
            let (there, here) = (texts.next(), texts.next());
            (row.key, there.unwrap_or_default(), here.unwrap_or_default())
        });
        let settings: Vec<_> = settings.collect();
        (1..=MOST_DIFFERENCES)
            .contains(&settings.len())
            .then(|| Self {
                name: name.to_owned(),
                steps: steps as u64,
                settings,
            })
    }

    /// Returns the setting to change, if one alone makes the difference and has a value there.
    pub fn remedy(&self) -> Option<Remedy> {
        match self.settings.as_slice() {
            [(key, there, _)] if there.parse::<f64>().is_ok() => Some(Remedy {
                key,
                text: there.clone(),
            }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::presets::Preset;
    use crate::history::compare::{Ended, Shelf};
    use crate::protocol::metrics::Metric;

    fn ppo(learning_rate: f64, seed: u32) -> TrainConfig {
        let preset = Preset::find("ppo-quick").expect("a preset");
        TrainConfig {
            learning_rate,
            seed,
            ..(preset.config)()
        }
    }

    /// Returns a run whose episodes last this long after 8,192 steps and after twice as many.
    fn run(config: TrainConfig, lengths: [f64; 2]) -> RunRecord {
        let points = vec![(8_192.0, lengths[0]), (16_384.0, lengths[1])];
        RunRecord {
            config,
            device: String::new(),
            iterations: 2,
            first_iteration: 0,
            ended: Ended::Finished,
            every: 1,
            series: [(Metric::EpisodicLength, points)].into(),
        }
    }

    fn nearest(config: &TrainConfig, kept: &[(&str, RunRecord)]) -> Option<SolvedRun> {
        let mut shelf = Shelf::default();
        for (name, run) in kept {
            shelf.add(name, vec![run.clone()]);
        }
        SolvedRun::nearest(config, shelf.entries())
    }

    #[test]
    fn a_kept_run_with_another_rate_that_was_solved_is_pointed_to() {
        let slow = ppo(0.001, 1);
        let kept = [
            ("not solved", run(ppo(0.002, 1), [20.0, 200.0])),
            ("the preset", run(ppo(0.005, 1), [20.0, 500.0])),
            ("another seed too", run(ppo(0.005, 2), [500.0, 500.0])),
        ];
        let found = nearest(&slow, &kept).expect("a run");
        assert_eq!((found.name.as_str(), found.steps), ("the preset", 16_384));
        let setting = ("learning_rate", "0.005".to_owned(), "0.001".to_owned());
        assert_eq!(found.settings, [setting]);
        let remedy = found.remedy().expect("one setting");
        assert_eq!(
            (remedy.key, remedy.text.as_str()),
            ("learning_rate", "0.005")
        );
    }

    #[test]
    fn a_run_says_nothing_of_itself_or_of_another_task() {
        let slow = ppo(0.001, 1);
        let own = run(slow.clone(), [500.0, 20.0]);
        let longer = TrainConfig {
            total_timesteps: 2 * slow.total_timesteps,
            ..slow.clone()
        };
        let other = TrainConfig {
            reward: "1 - abs(x)".to_owned(),
            ..ppo(0.005, 1)
        };
        let kept = [
            ("itself", own),
            ("longer", run(longer, [500.0, 500.0])),
            ("another task", run(other, [500.0, 500.0])),
        ];
        assert_eq!(nearest(&slow, &kept), None);
    }

    #[test]
    fn a_setting_without_a_number_there_is_no_remedy() {
        let kept = TrainConfig {
            clip_coef: None,
            ..ppo(0.005, 1)
        };
        let found = nearest(&ppo(0.005, 1), &[("open", run(kept, [20.0, 500.0]))]);
        let found = found.expect("a run");
        assert_eq!(found.settings[0].1, "empty");
        assert_eq!(found.remedy(), None);
    }
}
