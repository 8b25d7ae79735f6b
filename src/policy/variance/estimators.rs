//! Estimators of the policy gradient from one episode, `sum_t psi_t grad log pi(a_t|s_t)`. They
//! differ in `psi_t`.

use super::corridor::{CELLS, Corridor, CorridorEpisode, STEPS};
use super::moments::Moments;

/// What weighs the score of each action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GradientEstimator {
    /// The return of the whole episode (Williams 1992).
    WholeReturn,
    /// The rewards from the action on, `G_t`.
    RewardToGo,
    /// `G_t - E[G_t]`. The mean is exact. A mean over the same batch of `n` episodes would shrink
    /// the expected gradient by the factor `1 - 1/n`, and the variance would no longer be that of
    /// one episode divided by `n`.
    MinusMean,
    /// `G_t - V_t(s_t)` with the exact value. It is not the best baseline, but close to it
    /// (Greensmith and others 2004).
    MinusValue,
    /// The critic's one-step residual, `r_t + C_(t+1)(s_(t+1)) - C_t(s_t)`.
    Residual,
    /// Generalised advantage estimation: residuals further ahead count `lambda` times less with
    /// each step (Schulman and others 2016, equation 16).
    Gae,
}

/// The settings of the two estimators that trust a critic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CriticSetting {
    /// GAE's lambda, from 0 to 1.
    pub lambda: f64,
    /// How wrong the critic is: 0 is exact, and with 1 it cannot tell the cells apart.
    pub error: f64,
}

impl GradientEstimator {
    /// All estimators, in the order in which the course meets them.
    pub const ALL: [Self; 6] = [
        Self::WholeReturn,
        Self::RewardToGo,
        Self::MinusMean,
        Self::MinusValue,
        Self::Residual,
        Self::Gae,
    ];

    /// Returns the gradient that each episode of the corridor estimates, in the order of
    /// [`Corridor::episodes`].
    pub fn estimates(self, corridor: &Corridor, setting: CriticSetting) -> Vec<[f64; 2]> {
        let nothing = [[0.0; CELLS]; STEPS];
        // All but the first are GAE with some critic: with lambda = 1 the critic is a baseline and
        // nothing else.
        let (critic, lambda) = match self {
            Self::WholeReturn | Self::RewardToGo => (nothing, 1.0),
            Self::MinusMean => (corridor.critic(1.0), 1.0),
            Self::MinusValue => (corridor.critic(0.0), 1.0),
            Self::Residual => (corridor.critic(setting.error), 0.0),
            Self::Gae => (corridor.critic(setting.error), setting.lambda),
        };
        let estimate = |episode: &CorridorEpisode| {
            let mut weights = advantages(episode, &critic, lambda);
            if self == Self::WholeReturn {
                weights = [weights[0]; STEPS];
            }
            let mut sum = [0.0; 2];
            for (step, weight) in episode.steps.iter().zip(weights) {
                let score = corridor.score(step);
                sum = [sum[0] + weight * score[0], sum[1] + weight * score[1]];
            }
            sum
        };
        corridor.episodes().iter().map(estimate).collect()
    }

    /// Returns the exact mean and covariance of the estimate from one episode.
    pub fn moments(self, corridor: &Corridor, setting: CriticSetting) -> Moments {
        let probabilities = corridor.episodes().iter().map(|it| it.probability);
        let estimates = self.estimates(corridor, setting);
        Moments::new(probabilities.zip(estimates))
    }
}

/// Returns `A_t = delta_t + lambda A_(t+1)` for each step, with
/// `delta_t = r_t + C_(t+1)(s_(t+1)) - C_t(s_t)` and nothing after the last step.
fn advantages(
    episode: &CorridorEpisode,
    critic: &[[f64; CELLS]; STEPS],
    lambda: f64,
) -> [f64; STEPS] {
    let mut advantages = [0.0; STEPS];
    let (mut later, mut next_value) = (0.0, 0.0);
    for t in (0..STEPS).rev() {
        let step = &episode.steps[t];
        let value = critic[t][step.cell];
        later = step.reward + next_value - value + lambda * later;
        next_value = value;
        advantages[t] = later;
    }
    advantages
}
