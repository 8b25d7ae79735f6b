//! Some neighbouring environments of a run, stepped apart from the others. A rollout that is put
//! together of such parts is the same to the bit as one in a single piece: random numbers depend on
//! (seed, environment, step) alone, and so does each row of a network.

use std::ops::Range;

use super::{Collector, Rollout};
use crate::envs::{Env, Worlds};
use crate::nn::Networks;
use crate::ops::mlp::host::{Packed, Scratch};
use crate::ops::rollout::host::{Policy, Steps};
use crate::ops::rollout::{ActionChoice, Recorded};

/// Neighbouring environments, and the policy that acts in them on the host.
#[derive(Clone, Debug)]
pub struct WorldsPart {
    worlds: Worlds,
    policy: Policy,
    critic: Option<Packed>,
    next_step: u32,
    steps: Steps,
    recorded: Recorded,
}

/// The steps of some neighbouring environments, to be put beside those of the others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartRecord {
    /// The steps.
    pub recorded: Recorded,
    /// The critic's values of the observations, `[num_steps, environments]`; empty without a
    /// critic.
    pub values: Vec<f32>,
    /// The environments after the last step: [`Worlds::words`].
    pub worlds: Vec<i32>,
}

impl WorldsPart {
    /// Returns the environments of a run from number `first_world` on, as their `words` have them,
    /// before step `first_step`.
    pub fn new(
        (env, seed): (Env, u32),
        (networks, parameters): (&Networks, &[f32]),
        (first_world, words): (usize, &[i32]),
        first_step: u32,
    ) -> Self {
        let critic = networks.critic.as_ref();
        Self {
            worlds: Worlds::part_of(first_world, words, env, seed),
            policy: Policy::new(&networks.actor, networks.num_log_stds, parameters),
            critic: critic.map(|critic| Packed::new(critic, parameters)),
            next_step: first_step,
            steps: Steps::new(ActionChoice::Sampled, seed),
            recorded: Recorded::default(),
        }
    }

    /// Takes `num_steps` steps in each environment.
    pub fn advance(&mut self, num_steps: usize) {
        for _ in 0..num_steps {
            let (worlds, recorded) = (&mut self.worlds, &mut self.recorded);
            (self.steps).take(worlds, &self.policy, self.next_step, recorded);
            self.next_step = self.next_step.wrapping_add(1);
        }
    }

    /// Returns the steps taken.
    pub fn finish(mut self) -> PartRecord {
        let mut values = Vec::new();
        if let Some(critic) = &self.critic {
            let mut seen = Vec::new();
            let obs = match self.worlds.shows_state() {
                true => &self.recorded.states,
                false => {
                    self.worlds.observe(&self.recorded.states, &mut seen);
                    &seen
                }
            };
            critic.forward(obs, &mut Scratch::default(), None, &mut values);
        }
        PartRecord {
            recorded: self.recorded,
            values,
            worlds: self.worlds.words(),
        }
    }
}

impl Collector {
    /// Returns the number of steps that the environments have taken.
    pub fn next_step(&self) -> u32 {
        self.next_step
    }

    /// Returns the words of some neighbouring environments, with which a [`WorldsPart`] begins.
    pub fn words_of(&self, places: Range<usize>) -> Vec<i32> {
        self.worlds.words_of(places)
    }

    /// Returns the words of all environments.
    pub fn words(&self) -> Vec<i32> {
        self.worlds.words()
    }

    /// Goes on with environments that have taken `next_step` steps, from their words. Returns
    /// false, and changes nothing, if there are not as many of them.
    pub fn resume(&mut self, words: &[i32], next_step: u32) -> bool {
        let num_envs = self.worlds.num_envs();
        let is_of_old_probes = self.worlds.state_size() == 1 && words.len() == 7 * num_envs;
        if is_of_old_probes {
            // A probe's state was kept with the room of a cart's until 30 November 2026.
            let kept = [&words[..num_envs], &words[4 * num_envs..]].concat();
            return self.resume(&kept, next_step);
        }
        let fits = words.len() == self.worlds.words_each() * self.worlds.num_envs();
        if fits {
            self.worlds.set_words(words);
            self.next_step = next_step;
        }
        fits
    }

    /// Returns some neighbouring environments, to be stepped apart from the others.
    pub fn part(&self, places: Range<usize>, parameters: &[f32]) -> WorldsPart {
        let words = self.words_of(places.clone());
        WorldsPart::new(
            (self.worlds.env().clone(), self.seed),
            (&self.networks, parameters),
            (places.start, &words),
            self.next_step,
        )
    }

    /// Appends `num_steps` steps to `rollout`, which parts have taken: all environments, in their
    /// order.
    ///
    /// # Panics
    /// If the parts are not all environments with as many steps each.
    pub fn join(&mut self, rollout: &mut Rollout, parts: &[PartRecord], num_steps: usize) {
        let (size, width) = (rollout.row.state, rollout.row.controls);
        // Values of steps before these may still be missing: then all are computed at the end.
        let has_values = rollout.values.len() == rollout.len();
        let mut first = 0;
        for part in parts {
            let count = part.worlds.len() / self.worlds.words_each();
            self.worlds.set_words_of(first..first + count, &part.worlds);
            first += count;
        }
        assert_eq!(first, self.worlds.num_envs(), "a part is missing");
        for step in 0..num_steps {
            for PartRecord {
                recorded,
                values,
                worlds,
            } in parts
            {
                let count = worlds.len() / self.worlds.words_each();
                let rows = step * count..(step + 1) * count;
                let states = rows.start * size..rows.end * size;
                let controls = rows.start * width..rows.end * width;
                (self.recorded.states).extend_from_slice(&recorded.states[states]);
                (self.recorded.controls).extend_from_slice(&recorded.controls[controls]);
                (self.recorded.taken).extend_from_slice(&recorded.taken[rows.clone()]);
                (self.recorded.log_prob).extend_from_slice(&recorded.log_prob[rows.clone()]);
                (self.recorded.rewards).extend_from_slice(&recorded.rewards[rows.clone()]);
                if has_values && !values.is_empty() {
                    rollout.values.extend_from_slice(&values[rows]);
                }
            }
        }
        self.next_step = self.next_step.wrapping_add(num_steps as u32);
        self.append(rollout);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::envs::{Autoreset, EnvId};
    use crate::nn::{Activation, Init};

    #[test]
    fn probes_go_on_from_words_with_the_room_of_a_carts_state() {
        let networks = Networks::new((1, 1), &[4], Activation::Tanh, true);
        let mut probes = Collector::new(5, Env::new(EnvId::Probe3), networks, 9);
        let parameters = probes.networks.initial_parameters(3, Init::UniformFanIn);
        let mut later = probes.clone();
        let mut rollout = later.rollout(3);
        later.advance(&mut rollout, &parameters, 3);
        let words = later.words();
        let wide = [&words[..5], &[7; 15], &words[5..]].concat();
        assert!(probes.resume(&wide, 3));
        assert_eq!((probes.words(), probes.next_step()), (words, 3));
        assert!(!probes.resume(&wide[1..], 3));
    }

    #[test]
    fn parts_are_the_whole_to_the_bit() {
        // The policy sees a cart's state as it is, and Acrobot's otherwise; Pendulum's actions are
        // continuous; LunarLander has bodies.
        for id in [
            EnvId::Cartpole,
            EnvId::Acrobot,
            EnvId::Pendulum,
            EnvId::LunarLander,
        ] {
            parts_are_the_whole(id);
        }
    }

    fn parts_are_the_whole(id: EnvId) {
        let sizes = (id.obs_size(), id.num_outputs());
        let networks = Networks::new(sizes, &[24, 20], Activation::Tanh, true);
        let networks = match id.controls() {
            [] => networks,
            _ => networks.gaussian(),
        };
        let parameters = networks.initial_parameters(3, Init::UniformFanIn);
        let env = Env {
            max_episode_steps: 21,
            autoreset: Autoreset::NextStep,
            ..Env::new(id)
        };
        for borders in [&[0, 13][..], &[0, 5, 13], &[0, 1, 7, 12, 13]] {
            let mut whole = Collector::new(13, env.clone(), networks.clone(), 9);
            let mut split = whole.clone();
            let mut expected = whole.rollout(40);
            let mut got = split.rollout(40);
            for num_steps in [17, 23] {
                whole.advance(&mut expected, &parameters, num_steps);
                let parts: Vec<PartRecord> = borders
                    .windows(2)
                    .map(|pair| {
                        let mut part = split.part(pair[0]..pair[1], &parameters);
                        part.advance(num_steps);
                        part.finish()
                    })
                    .collect();
                split.join(&mut got, &parts, num_steps);
            }
            whole.finish(&mut expected, &parameters);
            split.finish(&mut got, &parameters);
            assert!(expected.truncated.contains(&true) && expected.was_reset.contains(&true));
            assert_eq!(format!("{got:?}"), format!("{expected:?}"), "{borders:?}");
        }
    }
}
