//! The runs: settings, code and seeds.

use policy_lab::config::TrainConfig;
use policy_lab::config::url;
use policy_lab::protocol::metrics::Metric;
use policy_lab_page::course::Exercise;

use super::claims;
use Metric::{ApproxKl, ClipFraction, Entropy, EpisodicLength, ExplainedVariance, GradNorm};

/// Runs that differ in the seed alone.
pub struct Trial {
    /// The name of what is tried: the id of an exercise, or a word of a chapter.
    pub key: &'static str,
    /// Which of the runs of this name.
    pub arm: &'static str,
    /// The settings.
    pub settings: Settings,
    /// The code that trains.
    pub code: Code,
    /// The seeds.
    pub seeds: &'static [u32],
    /// The metrics to keep.
    pub metrics: &'static [Metric],
}

/// Where settings come from.
#[derive(Clone, Copy)]
pub enum Settings {
    /// Those with which an exercise trains.
    Of(&'static str),
    /// Those of an exercise, and changes as a link writes them: `&ent_coef=0.1`.
    Changed(&'static str, &'static str),
    /// A link of the page.
    Link(&'static str),
}

/// What trains.
#[derive(Clone, Copy)]
pub enum Code {
    /// The page's own algorithms.
    Engine,
    /// The page's own algorithms with the functions of an exercise: its starter or its solution.
    Function(&'static str, fn(&Exercise) -> &'static str),
    /// A loop of an exercise, with a mistake in an answer that it is built of: the exercise's id,
    /// what it trains, and the answer's id, what stands there, and what stands there instead.
    Loop(&'static str, &'static str, [&'static str; 3]),
    /// The language model of seven words, with a weight of the distance from the reference.
    Words(f64),
}

/// Two arms of one key, `healthy` and `changed`, that the page draws.
pub struct Compared {
    /// The key of the trials.
    pub key: &'static str,
    /// The name of the healthy runs.
    pub healthy: &'static str,
    /// The name of the changed runs.
    pub changed: &'static str,
    /// The metrics to draw: one or two, the one that tells most first.
    pub metrics: &'static [Metric],
}

impl Trial {
    /// Returns the settings as a link of the page.
    pub fn query(&self) -> String {
        let of = |id| {
            let exercise = Exercise::find(id);
            let settings = exercise.map_or(&[][..], |it| it.settings);
            let settings = settings.iter().map(|(key, text)| format!("&{key}={text}"));
            let preset = exercise.map_or("", |it| it.preset);
            format!("?preset={preset}{}", settings.collect::<String>())
        };
        match self.settings {
            Settings::Of(id) => of(id),
            Settings::Changed(id, changes) => of(id) + changes,
            Settings::Link(query) => query.to_owned(),
        }
    }

    /// Returns the settings of the link.
    ///
    /// # Errors
    /// What a reader of the page would be told.
    pub fn config(&self) -> Result<TrainConfig, String> {
        let query = self.query();
        let pairs = query.trim_start_matches('?').split('&');
        let pairs = pairs.filter_map(|pair| pair.split_once('='));
        let (state, notices) = url::read(pairs);
        if !notices.is_empty() {
            return Err(format!("{query}: {}", notices.join("; ")));
        }
        let told = |problems| format!("{query}: {problems:?}");
        state.draft.config().map_err(told)
    }
}

const THREE: &[u32] = &[1, 2, 3];
const FIVE: &[u32] = &[1, 2, 3, 4, 5];

/// Returns all runs, in the order of the log.
pub fn trials() -> Vec<Trial> {
    let bugs: [(&str, &[Metric]); 8] = [
        ("B-1", &[ExplainedVariance, EpisodicLength]),
        ("B-2", &[EpisodicLength, ExplainedVariance]),
        ("B-3", &[EpisodicLength, Entropy]),
        ("B-4", &[Entropy, EpisodicLength]),
        ("B-5", &[ClipFraction, ApproxKl, Entropy, EpisodicLength]),
        ("B-6", &[Entropy, EpisodicLength]),
        ("B-7", &[GradNorm, EpisodicLength]),
        (
            "B-8",
            &[Entropy, ApproxKl, ExplainedVariance, EpisodicLength],
        ),
    ];
    let mut trials: Vec<Trial> = Vec::new();
    for (id, metrics) in bugs {
        trials.extend(function(id, id, Settings::Of(id), metrics));
    }
    trials.extend(chapters());
    trials.extend(claims::of_functions());
    trials.extend(claims::of_loops());
    trials.extend(claims::of_settings());
    trials
}

/// Returns the runs of an exercise's solution and of its starter.
pub fn function(
    key: &'static str,
    id: &'static str,
    settings: Settings,
    metrics: &'static [Metric],
) -> [Trial; 2] {
    let trial = |arm, source| Trial {
        key,
        arm,
        settings,
        code: Code::Function(id, source),
        seeds: THREE,
        metrics,
    };
    [
        trial("healthy", Exercise::solution),
        trial("changed", Exercise::starter),
    ]
}

/// Returns the runs that chapters compare. In each pair one setting differs.
fn chapters() -> Vec<Trial> {
    let pairs = [
        pair(
            "baseline",
            "?preset=vpg-quick&stop_when_solved=false",
            "?preset=reinforce-quick&total_timesteps=640000&stop_when_solved=false",
            &[EpisodicLength, GradNorm],
        ),
        pair(
            "clip",
            "?preset=ppo-quick&learning_rate=0.01&total_timesteps=491520",
            "?preset=ppo-quick&learning_rate=0.01&total_timesteps=491520&clip_coef=none",
            &[EpisodicLength, ApproxKl],
        )
        .map(|trial| Trial {
            seeds: FIVE,
            ..trial
        }),
        pair(
            "epochs",
            "?preset=ppo-quick",
            "?preset=ppo-quick&update_epochs=1",
            &[EpisodicLength, ApproxKl],
        ),
        pair(
            "entropy",
            "?preset=ppo-quick",
            "?preset=ppo-quick&ent_coef=0.3",
            &[Entropy, EpisodicLength],
        ),
        pair(
            "lambda",
            "?preset=ppo-quick",
            "?preset=ppo-quick&gae_lambda=0",
            &[EpisodicLength, ExplainedVariance],
        ),
        pair(
            "learning-rate",
            "?preset=vpg-quick&stop_when_solved=false",
            "?preset=vpg-quick&learning_rate=0.1&stop_when_solved=false",
            &[EpisodicLength, Entropy],
        ),
    ];
    pairs.into_iter().flatten().collect()
}

fn pair(
    key: &'static str,
    healthy: &'static str,
    changed: &'static str,
    metrics: &'static [Metric],
) -> [Trial; 2] {
    [("healthy", healthy), ("changed", changed)].map(|(arm, query)| Trial {
        key,
        arm,
        settings: Settings::Link(query),
        code: Code::Engine,
        seeds: THREE,
        metrics,
    })
}

/// The comparisons of the page, in its order.
pub const COMPARED: [Compared; 14] = [
    bug("B-1", &[ExplainedVariance, EpisodicLength]),
    bug("B-2", &[EpisodicLength, ExplainedVariance]),
    bug("B-3", &[EpisodicLength]),
    bug("B-4", &[Entropy, EpisodicLength]),
    bug("B-5", &[ClipFraction, EpisodicLength]),
    bug("B-6", &[Entropy, EpisodicLength]),
    bug("B-7", &[EpisodicLength, GradNorm]),
    bug("B-8", &[Entropy, EpisodicLength]),
    Compared {
        key: "baseline",
        healthy: "VPG: the mean return as a baseline",
        changed: "REINFORCE: no baseline",
        metrics: &[EpisodicLength],
    },
    Compared {
        key: "clip",
        healthy: "clip_coef 0.2",
        changed: "no clip",
        metrics: &[EpisodicLength, ApproxKl],
    },
    Compared {
        key: "epochs",
        healthy: "4 epochs",
        changed: "1 epoch",
        metrics: &[EpisodicLength],
    },
    Compared {
        key: "entropy",
        healthy: "ent_coef 0.01",
        changed: "ent_coef 0.3",
        metrics: &[Entropy, EpisodicLength],
    },
    Compared {
        key: "lambda",
        healthy: "gae_lambda 0.95",
        changed: "gae_lambda 0",
        metrics: &[EpisodicLength],
    },
    Compared {
        key: "learning-rate",
        healthy: "learning_rate 0.01",
        changed: "learning_rate 0.1",
        metrics: &[EpisodicLength, Entropy],
    },
];

const fn bug(id: &'static str, metrics: &'static [Metric]) -> Compared {
    Compared {
        key: id,
        healthy: "the correct function",
        changed: "the function with the bug",
        metrics,
    }
}
