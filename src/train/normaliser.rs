//! Running normalisation of observations and rewards (details 6 to 9 of PPO's for continuous
//! actions in "The 37 Implementation Details of PPO").
//!
//! Observations are normalised by the moments of all rollouts before, so that they stay fixed while
//! a rollout is made and learned from. Networks that act are given as folded parameters, which
//! compute the same on observations as they are: whatever plays, draws or saves them knows nothing
//! of moments. Unlike Gymnasium's and Stable-Baselines3's, observations are not clipped.

use std::borrow::Cow;

use crate::config::TrainConfig;
use crate::nn::{Mlp, Networks};
use crate::protocol::moments::{Normalisation, ReturnSettings, RewardMoments, RunningMoments};
use crate::rollout::Rollout;

/// Largest size of a normalised reward.
///
/// # Source
/// `clip_reward` of Stable-Baselines3's `VecNormalize`.
const MOST_REWARD: f64 = 10.0;

/// The running moments of a run, and what it does with them.
#[derive(Clone, Debug)]
pub struct Normaliser {
    state: Normalisation,
}

impl Normaliser {
    /// Begins without a rollout.
    pub fn new(config: &TrainConfig) -> Self {
        let of_obs = || RunningMoments::new(config.env_id.obs_size());
        let of_rewards = || RewardMoments {
            settings: ReturnSettings {
                reward: config.reward.trim().to_owned(),
                terminal_reward: config.terminal_reward,
                gamma: config.gamma,
            },
            returns: vec![0.0; config.num_envs],
            moments: RunningMoments::new(1),
        };
        Self {
            state: Normalisation {
                obs: config.norm_obs.then(of_obs),
                rewards: config.norm_reward.then(of_rewards),
            },
        }
    }

    /// Returns the moments as they are now.
    pub fn state(&self) -> &Normalisation {
        &self.state
    }

    /// Goes on from the moments of networks' own run, which are those of this environment; none of
    /// networks that come from elsewhere. Networks that see observations as they are go on so, and
    /// the moments of other rewards are not taken over.
    pub fn resume(&mut self, from: Option<&Normalisation>) {
        let obs_size = self.state.obs.as_ref().map(|it| it.mean.len());
        let before = (from.zip(obs_size)).and_then(|(from, obs_size)| from.obs_of(obs_size));
        self.state.obs = before.cloned();
        if let Some(own) = &mut self.state.rewards
            && let Some(before) = from.and_then(|it| it.rewards.as_ref())
            && own.settings == before.settings
        {
            own.moments.clone_from(&before.moments);
            if own.returns.len() == before.returns.len() {
                own.returns.clone_from(&before.returns);
            }
        }
    }

    /// Forgets the episodes under way, after a reset of all environments.
    pub fn restart(&mut self) {
        if let Some(rewards) = &mut self.state.rewards {
            rewards.returns.fill(0.0);
        }
    }

    /// Returns parameters with which the networks act on observations as they are.
    pub fn acting<'a>(&self, networks: &Networks, parameters: &'a [f32]) -> Cow<'a, [f32]> {
        match &self.state.obs {
            Some(moments) if !moments.is_empty() => {
                Cow::Owned(folded(moments, networks, parameters))
            }
            _ => Cow::Borrowed(parameters),
        }
    }

    /// Returns a rollout as the networks learn from it. Its rewards are counted first, and its
    /// observations are not.
    pub fn seen<'a>(&mut self, rollout: &'a Rollout) -> Cow<'a, Rollout> {
        let Normalisation { obs, rewards } = &mut self.state;
        if obs.is_none() && rewards.is_none() {
            return Cow::Borrowed(rollout);
        }
        let normalised = obs.as_ref().map(|it| it.normalised(&rollout.obs));
        let mut seen = rollout.seen_as(normalised);
        if let Some(rewards) = rewards {
            count_rewards(rewards, rollout);
            let scale = rewards.moments.scale(0);
            for reward in &mut seen.rewards {
                *reward = (f64::from(*reward) * scale).clamp(-MOST_REWARD, MOST_REWARD) as f32;
            }
        }
        Cow::Owned(seen)
    }

    /// Counts the observations of a rollout that was learned from.
    pub fn count_obs(&mut self, rollout: &Rollout) {
        if let Some(moments) = &mut self.state.obs {
            moments.add(&rollout.obs);
        }
    }
}

/// Returns parameters that compute on observations as they are what `parameters` compute on
/// normalised ones.
pub fn folded(moments: &RunningMoments, networks: &Networks, parameters: &[f32]) -> Vec<f32> {
    let mut folded = parameters.to_vec();
    let first = |mlp: &Mlp| (mlp.offset, mlp.sizes[1]);
    moments.fold(&mut folded, &networks.all().map(first).collect::<Vec<_>>());
    folded
}

/// Adds the discounted return after each step of a rollout to the moments.
fn count_rewards(rewards: &mut RewardMoments, rollout: &Rollout) {
    let gamma = rewards.settings.gamma;
    let mut returns = Vec::with_capacity(rollout.len());
    for first in (0..rollout.len()).step_by(rollout.num_envs) {
        for (so_far, sample) in rewards.returns.iter_mut().zip(first..) {
            if rollout.was_reset[sample] {
                // A step that only resets belongs to no episode.
                continue;
            }
            *so_far = gamma * *so_far + f64::from(rollout.rewards[sample]);
            returns.push(*so_far as f32);
            if rollout.terminated[sample] || rollout.truncated[sample] {
                *so_far = 0.0;
            }
        }
    }
    rewards.moments.add(&returns);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::Activation;

    fn normaliser(norm_obs: bool, norm_reward: bool) -> Normaliser {
        Normaliser::new(&TrainConfig {
            num_envs: 2,
            gamma: 0.5,
            norm_obs,
            norm_reward,
            ..TrainConfig::default()
        })
    }

    /// Two environments, three steps; the first episode of the second one ends at its first step.
    fn rollout() -> Rollout {
        let obs = (0..24).map(|at| (at as f32 * 0.7).sin()).collect();
        Rollout {
            num_envs: 2,
            num_steps: 3,
            obs_size: 4,
            obs,
            hidden: vec![0.5; 12],
            actions: vec![0; 6],
            rewards: vec![1.0, 2.0, 1.0, 4.0, 1.0, 4.0],
            terminated: vec![false, true, false, false, false, false],
            truncated: vec![false; 6],
            was_reset: vec![false; 6],
            ..Rollout::default()
        }
    }

    #[test]
    fn rewards_are_divided_by_the_deviation_of_discounted_returns() {
        let rollout = rollout();
        let mut own = normaliser(false, true);
        let seen = own.seen(&rollout).into_owned();
        assert_eq!(seen.obs, rollout.obs);
        assert_eq!(seen.states(), rollout.hidden);
        // The returns of the first are 1, 1.5 and 1.75, those of the second 2, then 4 and 6.
        let returns = [1.0, 2.0, 1.5, 4.0, 1.75, 6.0_f64];
        let mean = returns.iter().sum::<f64>() / 6.0;
        let squares = returns.iter().map(|it| (it - mean).powi(2)).sum::<f64>();
        let deviation = (squares / 6.0).sqrt();
        for (found, reward) in seen.rewards.iter().zip(&rollout.rewards) {
            let expected = f64::from(*reward) / deviation;
            assert!((f64::from(*found) - expected).abs() < 1e-5, "{found}");
        }
        let under_way = &own.state().rewards.as_ref().expect("moments").returns;
        assert_eq!(under_way, &[1.75, 6.0]);
        own.restart();
        let under_way = &own.state().rewards.as_ref().expect("moments").returns;
        assert_eq!(under_way, &[0.0, 0.0]);
    }

    #[test]
    fn observations_are_normalised_by_the_rollouts_before() {
        let rollout = rollout();
        let mut own = normaliser(true, false);
        assert_eq!(own.seen(&rollout).obs, rollout.obs, "nothing is known yet");
        own.count_obs(&rollout);
        let seen = own.seen(&rollout).into_owned();
        assert_eq!(seen.rewards, rollout.rewards);
        assert_eq!(seen.states(), seen.obs);
        assert_eq!(seen.terminated, rollout.terminated);
        assert_eq!((seen.len(), seen.num_steps, seen.num_envs), (6, 3, 2));
        for column in 0..4 {
            let values: Vec<f32> = seen.obs[column..].iter().step_by(4).copied().collect();
            let mean = values.iter().sum::<f32>() / 6.0;
            let squares = values.iter().map(|it| (it - mean).powi(2)).sum::<f32>();
            assert!(mean.abs() < 1e-5 && (squares / 6.0 - 1.0).abs() < 1e-4);
        }
    }

    #[test]
    fn networks_that_saw_observations_as_they_are_go_on_so() {
        let networks = Networks::new((4, 2), &[3], Activation::Tanh, true);
        let parameters = vec![0.5; networks.num_parameters()];
        let mut own = normaliser(true, false);
        own.count_obs(&rollout());
        let folded = own.acting(&networks, &parameters).into_owned();
        assert_ne!(folded, parameters);
        let mut later = normaliser(true, true);
        later.resume(Some(own.state()));
        assert_eq!(later.acting(&networks, &parameters), folded);
        for from in [None, Some(&Normalisation::default())] {
            let mut later = normaliser(true, true);
            later.resume(from);
            later.count_obs(&rollout());
            assert_eq!(later.acting(&networks, &parameters), parameters);
        }
    }

    #[test]
    fn moments_of_other_rewards_are_not_taken_over() {
        let mut own = normaliser(false, true);
        own.seen(&rollout());
        let same = TrainConfig {
            num_envs: 2,
            gamma: 0.5,
            norm_reward: true,
            ..TrainConfig::default()
        };
        let goes_on = |config: &TrainConfig| {
            let mut later = Normaliser::new(config);
            later.resume(Some(own.state()));
            later.state() == own.state()
        };
        assert!(goes_on(&same));
        let others: [fn(&mut TrainConfig); 3] = [
            |it| it.gamma = 0.9,
            |it| it.terminal_reward -= 1.0,
            |it| it.reward = "1 - abs(x)".to_owned(),
        ];
        for change in others {
            let mut config = same.clone();
            change(&mut config);
            assert!(!goes_on(&config), "{config:?}");
        }
    }
}
