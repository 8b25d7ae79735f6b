//! Evaluation of a policy without learning.

use super::{Collector, Episode};

/// Plays one episode in each of `worlds` with `parameters`. Returns the episodes in the
/// environments' order.
///
/// Every episode ends, because each environment has a time limit.
pub fn evaluate(mut worlds: Collector, parameters: &[f32]) -> Vec<Episode> {
    let num_episodes = worlds.worlds.num_envs();
    let mut rollout = worlds.rollout(0);
    let mut running = vec![Episode::default(); num_episodes];
    let mut is_over = vec![false; num_episodes];
    let mut seen = 0;
    while is_over.contains(&false) {
        worlds.advance(&mut rollout, parameters, 1);
        for sample in seen..rollout.len() {
            let world = sample % num_episodes;
            if !is_over[world] {
                running[world].length += 1;
                running[world].total_reward += rollout.rewards[sample];
                is_over[world] = rollout.terminated[sample] || rollout.truncated[sample];
            }
        }
        seen = rollout.len();
    }
    running
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::envs::{Env, EnvId};
    use crate::nn::{Activation, Init, Networks};

    #[test]
    fn every_world_plays_one_episode_to_its_end() {
        let networks = Networks::new((4, 2), &[8], Activation::Tanh, false);
        let parameters = networks.initial_parameters(1, Init::UniformFanIn);
        let env = Env {
            max_episode_steps: 30,
            ..Env::new(EnvId::Cartpole)
        };
        let worlds = Collector::new(20, env, networks, 1);
        let episodes = evaluate(worlds, &parameters);
        assert_eq!(episodes.len(), 20);
        assert!(
            episodes
                .iter()
                .all(|episode| (8..=30).contains(&episode.length)
                    && episode.total_reward == episode.length as f32),
            "{episodes:?}"
        );
    }
}
