//! Lengths and total rewards of episodes.

use super::Rollout;

/// An episode that ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Episode {
    /// Number of steps.
    pub length: u32,
    /// Sum of the rewards, not discounted.
    pub total_reward: f32,
}

/// The episodes under way, followed across rollouts until they end.
#[derive(Clone, Debug)]
pub struct Lifespans {
    running: Vec<Episode>,
}

impl Lifespans {
    /// Returns the episodes of environments that have just been reset.
    pub fn new(num_envs: usize) -> Self {
        Self {
            running: vec![Episode::default(); num_envs],
        }
    }

    /// Forgets the episodes under way, after a reset of all environments.
    pub fn restart(&mut self) {
        self.running.fill(Episode::default());
    }

    /// Returns the episodes under way, one of each environment.
    pub fn running(&self) -> &[Episode] {
        &self.running
    }

    /// Goes on with these episodes, one of each environment.
    pub fn resume(&mut self, running: Vec<Episode>) {
        self.running = running;
    }

    /// Returns the episodes that ended in `rollout`, in the order in which they ended.
    pub fn finished_in(&mut self, rollout: &Rollout) -> Vec<Episode> {
        let mut finished = Vec::new();
        for first in (0..rollout.len()).step_by(rollout.num_envs) {
            for (episode, sample) in self.running.iter_mut().zip(first..) {
                if rollout.was_reset[sample] {
                    // A step that only resets belongs to no episode.
                    continue;
                }
                episode.length += 1;
                episode.total_reward += rollout.rewards[sample];
                if rollout.terminated[sample] || rollout.truncated[sample] {
                    finished.push(std::mem::take(episode));
                }
            }
        }
        finished
    }

    /// Returns true if every environment finished an episode in `rollout`: it terminated, or the
    /// time limit truncated it.
    pub fn all_ended(rollout: &Rollout) -> bool {
        let mut ended = vec![false; rollout.num_envs];
        let flags = rollout.terminated.iter().zip(&rollout.truncated);
        for (sample, flags) in flags.enumerate() {
            ended[sample % rollout.num_envs] |= flags.0 | flags.1;
        }
        ended.into_iter().all(|ended| ended)
    }

    /// Returns the number of steps that each environment survived in its first episode in
    /// `rollout`: those before it terminated, those to the time limit, or all. No episode goes on
    /// after the time limit, so none is longer than that.
    ///
    /// This is the course's `lifespan`: the step on which the pole falls is not counted.
    pub fn of_first_episodes(rollout: &Rollout) -> Vec<u32> {
        let mut alive = vec![true; rollout.num_envs];
        let mut lifespans = vec![0; rollout.num_envs];
        let flags = rollout.terminated.iter().zip(&rollout.truncated);
        for (sample, flags) in flags.enumerate() {
            let world = sample % rollout.num_envs;
            alive[world] &= !flags.0;
            lifespans[world] += u32::from(alive[world]);
            alive[world] &= !flags.1;
        }
        lifespans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rollout(num_envs: usize, terminated: &[u8], truncated: &[u8]) -> Rollout {
        Rollout {
            num_envs,
            num_steps: terminated.len() / num_envs,
            rewards: vec![1.0; terminated.len()],
            terminated: terminated.iter().map(|flag| *flag == 1).collect(),
            truncated: truncated.iter().map(|flag| *flag == 1).collect(),
            was_reset: vec![false; terminated.len()],
            actions: vec![0; terminated.len()],
            ..Rollout::default()
        }
    }

    #[test]
    fn episodes_run_across_rollouts() {
        let mut lifespans = Lifespans::new(2);
        let first = rollout(2, &[0, 0, 1, 0, 0, 0], &[0; 6]);
        assert_eq!(
            lifespans.finished_in(&first),
            [Episode {
                length: 2,
                total_reward: 2.0
            }]
        );
        let second = rollout(2, &[0, 0], &[0, 1]);
        assert_eq!(
            lifespans.finished_in(&second),
            [Episode {
                length: 4,
                total_reward: 4.0
            }]
        );
        let third = rollout(2, &[1, 0], &[0, 0]);
        assert_eq!(
            lifespans.finished_in(&third),
            [Episode {
                length: 3,
                total_reward: 3.0
            }]
        );
    }

    #[test]
    fn a_first_episode_ends_with_a_fall_or_at_the_time_limit() {
        // One environment falls on its second step, one is cut off after its second, one goes on.
        let three = rollout(
            3,
            &[0, 0, 0, 1, 0, 0, 0, 1, 0],
            &[0, 0, 0, 0, 1, 0, 0, 0, 0],
        );
        assert_eq!(Lifespans::of_first_episodes(&three), [1, 2, 3]);
        assert!(!Lifespans::all_ended(&three));
        let two = rollout(2, &[0, 0, 1, 0, 0, 0], &[0, 0, 0, 1, 0, 0]);
        assert!(Lifespans::all_ended(&two));
    }
}
