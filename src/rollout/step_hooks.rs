//! Steps whose actions, rewards or ends are decided elsewhere: by a reader's functions.

use super::{Collector, HookError, Rollout};
use crate::envs::Transition;
use crate::envs::cartpole::State;
use crate::ops::mlp::host::{Packed, Scratch};
use crate::ops::rollout::host::sample;
use crate::random::{Purpose, Stream};

/// Reward and end of each step.
pub type Paid = Result<Vec<(f32, Option<bool>)>, HookError>;

/// What may be decided elsewhere; `None` where the policy's own draws and the world's own rules stand.
pub trait StepHooks {
    /// An action for each world, and its log-probability.
    ///
    /// # Errors
    /// When what decides breaks down.
    fn act(&self, parameters: &[f32], obs: &[f32]) -> Option<Result<Vec<(u32, f32)>, HookError>>;

    /// Rewards of steps that led to these states, by these actions; and whether they ended there, if that is decided too.
    ///
    /// # Errors
    /// As above.
    fn rewards(&self, led_to: &[State], actions: &[u32]) -> Option<Paid>;
}

impl Collector {
    /// As [`Collector::advance`], by `rules`.
    ///
    /// # Errors
    /// Those of the rules, and when they decide for more or fewer worlds than there are, or on an action that there is not.
    /// What was recorded before stays.
    pub fn advance_by(
        &mut self,
        rollout: &mut Rollout,
        parameters: &[f32],
        num_steps: usize,
        rules: &dyn StepHooks,
    ) -> Result<(), HookError> {
        let policy = Packed::new(&self.networks.actor, parameters);
        let stepped = (0..num_steps).try_for_each(|_| self.step_by(&policy, parameters, rules));
        self.append(rollout);
        stepped
    }

    fn step_by(
        &mut self,
        policy: &Packed,
        parameters: &[f32],
        rules: &dyn StepHooks,
    ) -> Result<(), HookError> {
        let mut obs = Vec::new();
        self.worlds.observe(&mut obs);
        let chosen = match rules.act(parameters, &obs) {
            Some(chosen) => self.fitting(chosen?)?,
            None => self.drawn(policy, &obs),
        };
        let actions: Vec<u32> = chosen.iter().map(|(action, _)| *action).collect();
        let mut moves: Vec<Transition> = (self.worlds.states().iter().zip(&actions))
            .map(|(state, action)| self.worlds.env().transition(*state, *action))
            .collect();
        let led_to: Vec<State> = moves.iter().map(|moved| moved.state).collect();
        if let Some(paid) = rules.rewards(&led_to, &actions) {
            let paid = paid?;
            HookError::check_count("rewards", paid.len(), moves.len())?;
            for (moved, (reward, terminated)) in moves.iter_mut().zip(paid) {
                moved.reward = reward;
                moved.terminated = terminated.unwrap_or(moved.terminated);
            }
        }
        self.recorded.obs.extend(obs);
        for (world, (chosen, moved)) in chosen.into_iter().zip(moves).enumerate() {
            let step = self.worlds.step_to(world, moved);
            self.recorded.push(chosen, &step);
        }
        self.next_step = self.next_step.wrapping_add(1);
        Ok(())
    }

    /// Actions that can be taken: one that the world knows for each world.
    fn fitting(&self, chosen: Vec<(u32, f32)>) -> Result<Vec<(u32, f32)>, HookError> {
        HookError::check_count("actions", chosen.len(), self.worlds.num_envs())?;
        let actions = chosen.iter().map(|(action, _)| *action as usize);
        HookError::check_below("action", actions, self.worlds.env().id.num_actions())?;
        Ok(chosen)
    }

    /// The draws that [`Collector::advance`] would make.
    fn drawn(&self, policy: &Packed, obs: &[f32]) -> Vec<(u32, f32)> {
        let mut logits = Vec::new();
        policy.forward(obs, &mut Scratch::default(), None, &mut logits);
        let draws = Stream::new(self.seed, Purpose::Action);
        let num_actions = logits.len() / self.worlds.num_envs();
        (logits.chunks(num_actions).enumerate())
            .map(|(world, logits)| {
                sample(logits, draws.uniforms([world as u32, self.next_step])[0])
            })
            .collect()
    }
}
