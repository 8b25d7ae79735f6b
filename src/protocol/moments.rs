//! Running moments: what a run has measured of its observations and rewards, by which it normalises
//! them.

use serde::{Deserialize, Serialize};

use super::raw;

/// Added to a variance before its root is divided by.
///
/// # Source
/// Gymnasium's `NormalizeObservation` and Stable-Baselines3's `VecNormalize`, which both have 1e-8.
const EPSILON: f64 = 1e-8;

/// The running moments of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Normalisation {
    /// Those of each number of an observation; none if networks see observations as they are.
    pub obs: Option<RunningMoments>,
    /// Those of rewards; none if the run learns from rewards as they are.
    pub rewards: Option<RewardMoments>,
}

/// The moments of discounted returns, by whose deviation rewards are divided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RewardMoments {
    /// The settings that the returns follow from.
    pub settings: ReturnSettings,
    /// The discounted rewards so far of each episode under way, `[num_envs]`.
    #[serde(with = "raw")]
    pub returns: Vec<f64>,
    /// The moments of all of these so far: one column.
    pub moments: RunningMoments,
}

/// The settings that the discounted returns in an environment follow from, as
/// [`TrainConfig`](crate::config::TrainConfig) has them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReturnSettings {
    /// The expression that replaces the environment's own reward; empty without one.
    pub reward: String,
    /// Reward of the step on which CartPole's pole falls.
    pub terminal_reward: f64,
    /// Discount factor.
    pub gamma: f64,
}

/// Mean and variance of the rows seen so far, column by column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunningMoments {
    /// Rows.
    pub count: f64,
    /// `[columns]`.
    #[serde(with = "raw")]
    pub mean: Vec<f64>,
    /// The mean squared distance from the mean, `[columns]`; 1 before the first row.
    #[serde(with = "raw")]
    pub variance: Vec<f64>,
}

impl Normalisation {
    /// Returns the moments of observations, if those have `obs_size` numbers. Of networks that were
    /// trained elsewhere they may have more or fewer.
    pub fn obs_of(&self, obs_size: usize) -> Option<&RunningMoments> {
        self.obs.as_ref().filter(|it| it.mean.len() == obs_size)
    }
}

impl RunningMoments {
    /// Returns the moments before the first row, which change nothing: mean 0 and variance 1.
    pub fn new(columns: usize) -> Self {
        Self {
            count: 0.0,
            mean: vec![0.0; columns],
            variance: vec![1.0; columns],
        }
    }

    /// Returns true before the first row.
    pub fn is_empty(&self) -> bool {
        self.count == 0.0
    }

    /// Adds rows, `[rows, columns]`.
    ///
    /// # Source
    /// Chan, Golub and LeVeque, "Updating Formulae and a Pairwise Algorithm for Computing Sample
    /// Variances" (1979), as in `RunningMeanStd` of Gymnasium and OpenAI's Baselines.
    pub fn add(&mut self, rows: &[f32]) {
        let columns = self.mean.len();
        let count = (rows.len() / columns) as f64;
        if count == 0.0 {
            return;
        }
        let total = self.count + count;
        for column in 0..columns {
            let values = || {
                rows[column..]
                    .iter()
                    .step_by(columns)
                    .map(|it| f64::from(*it))
            };
            let mean = values().sum::<f64>() / count;
            let squares: f64 = values().map(|value| (value - mean).powi(2)).sum();
            let apart = mean - self.mean[column];
            let between = apart * apart * self.count * count / total;
            let before = self.variance[column] * self.count;
            self.mean[column] += apart * count / total;
            self.variance[column] = (before + squares + between) / total;
        }
        self.count = total;
    }

    /// Returns what a column's distance from its mean is multiplied by: 1 divided by its standard
    /// deviation.
    pub fn scale(&self, column: usize) -> f64 {
        match self.is_empty() {
            true => 1.0,
            false => 1.0 / (self.variance[column] + EPSILON).sqrt(),
        }
    }

    /// Returns rows with each column shifted to mean 0 and scaled to variance 1.
    pub fn normalised(&self, rows: &[f32]) -> Vec<f32> {
        let columns = self.mean.len();
        let scales: Vec<f64> = (0..columns).map(|column| self.scale(column)).collect();
        (rows.iter().enumerate())
            .map(|(at, value)| {
                let column = at % columns;
                ((f64::from(*value) - self.mean[column]) * scales[column]) as f32
            })
            .collect()
    }

    /// Changes parameters that were trained on normalised rows into such that compute the same on
    /// rows as they are. A layer that multiplies rows by `W` and adds `b` then has `W' = diag(s) W`
    /// and `b' = b - (s m) W`, with the means `m` and the scales `s`.
    ///
    /// Each network is given by where its parameters begin and the outputs of its first layer,
    /// whose weights, `[columns, outputs]`, come before its biases.
    pub fn fold(&self, parameters: &mut [f32], networks: &[(usize, usize)]) {
        for (start, outputs) in networks {
            let first = &mut parameters[*start..];
            let (weights, rest) = first.split_at_mut(self.mean.len() * outputs);
            for (column, row) in weights.chunks_exact_mut(*outputs).enumerate() {
                let (scale, mean) = (self.scale(column), self.mean[column]);
                for (weight, bias) in row.iter_mut().zip(&mut *rest) {
                    let scaled = f64::from(*weight) * scale;
                    *weight = scaled as f32;
                    *bias = (f64::from(*bias) - scaled * mean) as f32;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_of_observations_of_one_size() {
        let of_four = Normalisation {
            obs: Some(RunningMoments::new(4)),
            rewards: None,
        };
        assert_eq!(of_four.obs_of(4), of_four.obs.as_ref());
        assert_eq!(of_four.obs_of(3), None);
        assert_eq!(Normalisation::default().obs_of(4), None);
    }

    #[test]
    fn rows_may_come_in_any_parts() {
        let rows = [1.0, 5.0, 2.0, 5.0, 4.0, 5.0, 9.0, 5.0];
        for border in [0, 2, 4, 6, 8] {
            let mut moments = RunningMoments::new(2);
            moments.add(&rows[..border]);
            moments.add(&rows[border..]);
            assert_eq!(moments.count, 4.0);
            // The distances of 1, 2, 4 and 9 from 4 are 3, 2, 0 and 5.
            let [mean, variance] = [&moments.mean, &moments.variance];
            assert!((mean[0] - 4.0).abs() < 1e-12 && (variance[0] - 38.0 / 4.0).abs() < 1e-12);
            assert_eq!((mean[1], variance[1]), (5.0, 0.0), "it never changes");
        }
    }

    #[test]
    fn before_the_first_row_nothing_changes() {
        let moments = RunningMoments::new(2);
        assert!(moments.is_empty());
        assert_eq!(moments.normalised(&[3.0, -2.0]), [3.0, -2.0]);
        let mut parameters = [1.0, 2.0, 3.0];
        moments.fold(&mut parameters, &[(0, 1)]);
        assert_eq!(parameters, [1.0, 2.0, 3.0]);
    }

    /// Two inputs and two outputs, after a parameter of something else.
    #[test]
    fn folded_parameters_compute_the_same_on_rows_as_they_are() {
        let mut moments = RunningMoments::new(2);
        moments.add(&[1.0, -4.0, 3.0, 2.0, 8.0, 5.0]);
        let parameters = [7.0, 0.5, -1.0, 2.0, 0.25, 0.1, -0.2];
        let mut folded = parameters;
        moments.fold(&mut folded, &[(1, 2)]);
        assert_eq!(folded[0], 7.0);
        let layer = |all: &[f32], row: &[f32]| {
            [0, 1].map(|out| row[0] * all[1 + out] + row[1] * all[3 + out] + all[5 + out])
        };
        for row in [[0.0, 0.0], [3.0, 1.0], [-2.5, 6.0]] {
            let expected = layer(&parameters, &moments.normalised(&row));
            let found = layer(&folded, &row);
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-5, "{found} and {expected}");
            }
        }
    }
}
