//! What a run is scored by.

use super::metrics::Metric;
use crate::config::EnvId;

/// What tells how well a run does. More is better, also below 0. From where on a task counts as
/// solved, [`solved_score`](crate::config::TrainConfig::solved_score) says. With a reader's reward
/// a task's return is what that pays, and nothing counts as solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoreKind {
    /// The mean length of episodes, in steps: with a cart, whose pole has to stay up.
    #[default]
    Length,
    /// The mean return of episodes: of another task, whose episodes all last as long or get shorter
    /// as it is learned.
    Return,
}

impl ScoreKind {
    /// Returns what runs in an environment are scored by.
    pub fn of(env_id: EnvId) -> Self {
        match env_id.task() {
            Some(_) => Self::Return,
            None => Self::Length,
        }
    }

    /// Returns what all of several runs are scored by; `None` if they are scored by different
    /// things, or if there are no runs.
    pub fn common(mut kinds: impl Iterator<Item = Self>) -> Option<Self> {
        let first = kinds.next()?;
        kinds.all(|kind| kind == first).then_some(first)
    }

    /// Returns the metric that is the score.
    pub const fn metric(self) -> Metric {
        match self {
            Self::Length => Metric::EpisodicLength,
            Self::Return => Metric::EpisodicReturn,
        }
    }

    /// Returns its name in a word.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::Return => "return",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::TrainConfig;

    #[test]
    fn carts_and_probes_are_scored_by_their_lengths_and_tasks_by_their_returns() {
        for (env_id, wanted) in [
            (EnvId::Cartpole, ScoreKind::Length),
            (EnvId::Spincart, ScoreKind::Length),
            (EnvId::Probe1, ScoreKind::Length),
            (EnvId::Pendulum, ScoreKind::Return),
            (EnvId::FrozenLake, ScoreKind::Return),
        ] {
            assert_eq!(ScoreKind::of(env_id), wanted, "{env_id:?}");
        }
        assert_eq!(ScoreKind::Length.metric(), Metric::EpisodicLength);
        assert_eq!(ScoreKind::Return.metric(), Metric::EpisodicReturn);
        let common = |ids: &[EnvId]| ScoreKind::common(ids.iter().copied().map(ScoreKind::of));
        let (cart, task) = (EnvId::Cartpole, EnvId::Pendulum);
        assert_eq!(common(&[cart, EnvId::Spincart]), Some(ScoreKind::Length));
        assert_eq!(common(&[task, EnvId::Acrobot]), Some(ScoreKind::Return));
        assert_eq!(common(&[cart, task]), None);
        assert_eq!(common(&[]), None);
    }

    #[test]
    fn a_task_is_solved_from_gymnasiums_threshold_on_where_episodes_have_its_time() {
        let config = |env_id, max_episode_steps| TrainConfig {
            env_id,
            max_episode_steps,
            full_reset: false,
            ..TrainConfig::default()
        };
        let solved = |env_id: EnvId| {
            let limit = env_id.task().map_or(500, |task| task.time_limit as usize);
            config(env_id, limit).solved_score()
        };
        let all = [
            (EnvId::Cartpole, Some(475.0)),
            (EnvId::Spincart, None),
            (EnvId::Probe1, None),
            (EnvId::Mountaincar, Some(-110.0)),
            (EnvId::MountaincarContinuous, Some(90.0)),
            (EnvId::Acrobot, Some(-100.0)),
            (EnvId::Pendulum, Some(-200.0)),
        ];
        for (env_id, wanted) in all {
            assert_eq!(solved(env_id), wanted, "{env_id:?}");
        }
        // In a few steps nobody pays much.
        assert_eq!(config(EnvId::Pendulum, 20).solved_score(), None);
        assert_eq!(config(EnvId::Mountaincar, 100).solved_score(), None);
        let short = config(EnvId::MountaincarContinuous, 300);
        assert_eq!(short.solved_score(), Some(90.0));
        // No threshold knows a reader's reward of a task. A cart's is scored by lengths anyway.
        let own = |env_id: EnvId| TrainConfig {
            reward: "1".to_owned(),
            ..config(env_id, 500)
        };
        assert_eq!(own(EnvId::Pendulum).solved_score(), None);
        assert_eq!(own(EnvId::MountaincarContinuous).solved_score(), None);
        assert_eq!(own(EnvId::Cartpole).solved_score(), Some(475.0));
        // No task ends because its environments survive.
        assert_eq!(config(EnvId::Pendulum, 200).solved_length(), None);
    }
}
