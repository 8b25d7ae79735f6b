//! The settings and runs of a sweep.

use super::values::{read, typed};
use super::{DRAWS, MOST_RUNS, MOST_SEEDS, SEEDS, SweepAxis, SweepDesign, SweepDraft, draws};
use crate::config::TrainConfig;
use crate::config::draft::{Draft, parse};
use crate::config::fields::{FIELDS, Field, Value};
use crate::config::number::{self, Misread};
use crate::config::validate::Problem;

/// One setting of a sweep: a value of each axis, and the settings of its runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Combination {
    /// The texts of the values, one for each axis.
    pub texts: Vec<String>,
    /// The settings, with the first seed.
    pub config: TrainConfig,
}

/// What a sweep trains: its settings, and the runs of each of them, which differ in their seed.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepPlan {
    draft: SweepDraft,
    combinations: Vec<Combination>,
    columns: usize,
    seeds: usize,
}

impl Combination {
    /// Returns the settings of `base` with these values.
    ///
    /// # Errors
    /// If no run can have them; each problem names the values.
    pub(super) fn new(
        axes: &[SweepAxis],
        texts: Vec<String>,
        base: &Draft,
    ) -> Result<Self, Vec<Problem>> {
        let mut draft = base.clone();
        for (axis, text) in axes.iter().zip(&texts) {
            draft.set_text(axis.field, typed(axis.field, text));
        }
        match draft.config() {
            Ok(config) => Ok(Self { texts, config }),
            Err(problems) if axes.is_empty() => Err(problems),
            Err(problems) => {
                let name = named(axes, &texts, " and ");
                let of_axis = |key| axes.iter().any(|axis| axis.field.key == key);
                let problems = problems.into_iter().map(|problem| Problem {
                    // It is shown where the reader can do something about it.
                    field: match of_axis(problem.field) {
                        true => problem.field,
                        false => axes[0].field.key,
                    },
                    message: format!("With {name}: {}", problem.message),
                });
                Err(problems.collect())
            }
        }
    }
}

impl SweepDraft {
    /// Returns the runs that this asks for, with all other settings as in `base`.
    ///
    /// # Errors
    /// Everything that prevents it. A problem is about an axis, [`SEEDS`], [`DRAWS`], or another
    /// field of `base`.
    pub fn plan(&self, base: &Draft) -> Result<SweepPlan, Vec<Problem>> {
        let mut problems = Vec::new();
        let seeds = whole(&self.seeds, SEEDS, MOST_SEEDS, &mut problems);
        let is_random = self.design == SweepDesign::Random && !self.axes.is_empty();
        let draws = match is_random {
            true => whole(&self.draws, DRAWS, MOST_RUNS, &mut problems),
            false => 0,
        };
        let mut values = Vec::new();
        for (place, axis) in self.axes.iter().enumerate() {
            problems.extend(misplaced(axis, &self.axes[..place], base));
            match read(axis.field, &axis.values) {
                Ok(texts) => values.push(texts),
                Err(problem) => problems.push(problem),
            }
        }
        problems.extend(problems_of(base, &self.axes));
        if !problems.is_empty() {
            return Err(problems);
        }
        let settings = match is_random {
            true => draws,
            false => values.iter().map(Vec::len).product(),
        };
        if settings * seeds > MOST_RUNS {
            let message = format!(
                "{settings} settings from {seeds} seeds each are {} runs, and a sweep has at most {MOST_RUNS}. Use fewer values or fewer seeds",
                settings * seeds
            );
            return Err(vec![Problem::new(SEEDS, message)]);
        }
        let combinations = match is_random {
            true => draws::draw(&self.axes, &values, base, seed_of(base), draws)?,
            false => grid(&self.axes, &values, base)?,
        };
        SweepPlan::new(self.clone(), combinations, seeds)
            .ok_or_else(|| vec![Problem::new(SEEDS, "There is nothing to train")])
    }
}

impl SweepPlan {
    /// Puts a plan together. Returns `None` if its parts do not fit each other.
    pub fn new(draft: SweepDraft, combinations: Vec<Combination>, seeds: usize) -> Option<Self> {
        let runs = combinations.len().checked_mul(seeds)?;
        let axes = draft.axes.len();
        let fits = (1..=MOST_SEEDS).contains(&seeds)
            && (1..=MOST_RUNS).contains(&runs)
            && axes <= super::MOST_AXES
            && combinations.iter().all(|it| it.texts.len() == axes);
        let is_grid = draft.design == SweepDesign::Grid;
        let columns = match axes {
            _ if !fits => return None,
            0 => 1,
            1 if is_grid => combinations.len(),
            2 if is_grid => {
                // Row by row: the first value of the first axis with every value of the second.
                let first = &combinations[0].texts[0];
                combinations
                    .iter()
                    .take_while(|it| it.texts[0] == *first)
                    .count()
            }
            _ => 1,
        };
        let combinations = combinations.into_iter().map(|it| Combination {
            config: without_unused(it.config),
            ..it
        });
        let plan = Self {
            draft,
            combinations: combinations.collect(),
            columns,
            seeds,
        };
        plan.is_whole().then_some(plan)
    }

    /// Returns true if the settings differ in the values of the axes alone, and are those of the
    /// rows and columns.
    fn is_whole(&self) -> bool {
        let all = &self.combinations;
        if !all.iter().all(|it| self.is_named_rightly(it)) {
            return false;
        }
        match self.draft.axes.len() {
            0 => all.len() == 1,
            2 if !self.is_random() => {
                all.len() == self.rows() * self.columns
                    && all.iter().enumerate().all(|(place, it)| {
                        let (row, column) = self.place_of(place);
                        it.texts[0] == all[row * self.columns].texts[0]
                            && it.texts[1] == all[column].texts[1]
                    })
            }
            _ => true,
        }
    }

    /// Returns true if a setting is the first one with its own values of the axes.
    fn is_named_rightly(&self, combination: &Combination) -> bool {
        let mut config = self.combinations[0].config.clone();
        for (axis, text) in self.draft.axes.iter().zip(&combination.texts) {
            let Ok(value) = parse(axis.field, typed(axis.field, text)) else {
                return false;
            };
            (axis.field.set)(&mut config, value);
        }
        config == combination.config
    }

    /// Returns the question that the plan answers, as typed.
    pub fn draft(&self) -> &SweepDraft {
        &self.draft
    }

    /// Returns the hyperparameters that are varied.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> {
        self.draft.axes.iter().map(|axis| axis.field)
    }

    /// Returns the settings. Those of a grid with two axes are in the order of its rows.
    pub fn combinations(&self) -> &[Combination] {
        &self.combinations
    }

    /// Returns the number of seeds of each setting.
    pub fn seeds(&self) -> usize {
        self.seeds
    }

    /// Returns true if the settings were drawn at random.
    pub fn is_random(&self) -> bool {
        self.draft.design == SweepDesign::Random && !self.draft.axes.is_empty()
    }

    /// Returns the rows of the picture: the values of the first of two axes, or the settings that
    /// were drawn.
    pub fn rows(&self) -> usize {
        self.combinations.len() / self.columns
    }

    /// Returns the columns of the picture: the values of the second of two axes, or of the only
    /// one.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the row and the column of a setting.
    pub fn place_of(&self, combination: usize) -> (usize, usize) {
        (combination / self.columns, combination % self.columns)
    }

    /// Returns the name of a setting, its values joined by `and`:
    /// `learning_rate 0.01, clip_coef 0.2`. Without axes it is empty.
    pub fn name_of(&self, combination: usize, and: &str) -> String {
        let texts = self
            .combinations
            .get(combination)
            .map(|it| it.texts.as_slice());
        named(&self.draft.axes, texts.unwrap_or_default(), and)
    }

    /// Returns the number of runs.
    pub fn num_runs(&self) -> usize {
        self.combinations.len() * self.seeds
    }

    /// Returns the runs, numbered from 0, with their settings. The first seed of every setting
    /// comes before the second of any, so that a rough picture comes first.
    pub fn runs(&self) -> impl Iterator<Item = (usize, TrainConfig)> {
        (0..self.num_runs()).filter_map(|run| Some((run, self.config(run)?)))
    }

    /// Returns the settings of a run.
    pub fn config(&self, run: usize) -> Option<TrainConfig> {
        let combination = self.combinations.get(self.combination_of(run))?;
        let config = combination.config.clone();
        let place = run / self.combinations.len();
        (place < self.seeds).then(|| TrainConfig {
            // The largest seed is followed by 0.
            seed: config.seed.wrapping_add(place as u32),
            ..config
        })
    }

    /// Returns the setting that a run belongs to.
    pub fn combination_of(&self, run: usize) -> usize {
        run % self.combinations.len()
    }

    /// Returns the runs of a setting, in the order of their seeds.
    pub fn runs_of(&self, combination: usize) -> impl Iterator<Item = usize> + use<> {
        let settings = self.combinations.len();
        (0..self.seeds).map(move |place| place * settings + combination)
    }
}

/// Returns settings with the defaults of the fields that their algorithm does not use, so that
/// those which train alike are equal.
pub fn without_unused(config: TrainConfig) -> TrainConfig {
    let defaults = TrainConfig::default();
    let mut config = config;
    let unused = FIELDS.iter().filter(|it| !it.is_used_by(config.algorithm));
    for field in unused.collect::<Vec<_>>() {
        (field.set)(&mut config, (field.get)(&defaults));
    }
    config
}

/// Returns the settings of a grid, row by row.
fn grid(
    axes: &[SweepAxis],
    values: &[Vec<String>],
    base: &Draft,
) -> Result<Vec<Combination>, Vec<Problem>> {
    let mut all: Vec<Vec<String>> = vec![Vec::new()];
    for texts in values {
        let longer = all.iter().flat_map(|before| {
            let longer = texts
                .iter()
                .map(|text| [before.as_slice(), std::slice::from_ref(text)].concat());
            longer.collect::<Vec<_>>()
        });
        all = longer.collect();
    }
    // One message is enough to go on with, where a whole row may have the same.
    all.into_iter()
        .map(|texts| Combination::new(axes, texts, base))
        .collect()
}

fn named(axes: &[SweepAxis], texts: &[String], and: &str) -> String {
    let parts = axes.iter().zip(texts);
    let parts = parts.map(|(axis, text)| format!("{} {text}", axis.field.key));
    parts.collect::<Vec<_>>().join(and)
}

/// Reads a number from 1 to `most`; 0 and a problem if it is none.
fn whole(text: &str, name: &'static str, most: usize, problems: &mut Vec<Problem>) -> usize {
    let message = match number::integer(text) {
        Ok(value @ 1..) if value <= most as u64 => return value as usize,
        Err(Misread::Misspelt { advice, .. }) => format!("“{}” {advice}", text.trim()),
        _ => format!("Use a whole number from 1 to {most}"),
    };
    problems.push(Problem::new(name, message));
    0
}

/// Says why an axis cannot stand where it does.
fn misplaced(axis: &SweepAxis, before: &[SweepAxis], base: &Draft) -> Option<Problem> {
    let key = axis.field.key;
    let message = if key == "seed" {
        "Each setting is trained from several seeds anyway; choose another hyperparameter"
            .to_owned()
    } else if before.iter().any(|other| other.field == axis.field) {
        format!("{key} is chosen twice; choose another hyperparameter")
    } else if !axis.field.is_used_by(base.algorithm()) {
        let algorithm = base.algorithm().label();
        format!("{algorithm} does not use {key}; choose another hyperparameter")
    } else {
        return None;
    };
    Some(Problem::new(key, message))
}

/// Returns the problems of the fields that the sweep leaves as they are.
fn problems_of(base: &Draft, axes: &[SweepAxis]) -> Vec<Problem> {
    let is_left = |field: &Field| axes.iter().all(|axis| axis.field != field);
    let left = base
        .changes()
        .filter(|(field, _)| is_left(field) && field.is_used_by(base.algorithm()));
    let mut found: Vec<Problem> = left
        .filter_map(|(field, text)| parse(field, text).err())
        .collect();
    // Whether a reward can be read depends on the environment.
    if ["env_id", "reward"]
        .into_iter()
        .filter_map(Field::find)
        .all(is_left)
    {
        let problems = base.config().err().unwrap_or_default();
        found.extend(problems.into_iter().filter(|it| it.field == "reward"));
    }
    found
}

/// Returns the first seed.
fn seed_of(base: &Draft) -> u32 {
    let seed = Field::find("seed").map(|field| parse(field, &base.text(field)));
    match seed {
        Some(Ok(Value::Integer(seed))) => u32::try_from(seed).unwrap_or_default(),
        _ => 0,
    }
}
