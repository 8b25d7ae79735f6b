//! Steps whose actions, rewards, ends or environments come from a reader's functions.

use super::{Collector, HookError, Rollout};
use crate::envs::Actions;
use crate::ops::rollout::host::{ChosenActions, Policy};

/// The reward of each step and, if the reader's function decides it, whether the step terminated.
pub type StepOutcomes = Result<Vec<(f32, Option<bool>)>, HookError>;

/// A reader's functions for actions, rewards and ends. `None` leaves a step to the policy or the
/// environment.
pub trait StepHooks {
    /// Begins an episode in the environments that `which` says, of a reader's own that is no
    /// program ([`crate::envs::EnvId::is_stand_in`]). Returns their first observations among zeros:
    /// `[num_envs, obs_size]`.
    ///
    /// # Errors
    /// If the reader's class fails. The error is a sentence for the reader.
    fn begin_episodes(&self, _which: &[bool]) -> Option<Result<Vec<f32>, HookError>> {
        None
    }

    /// Steps those environments, where `which` says so. Returns for each the next observation, the
    /// reward, and how the step ended the episode (1 by its own rules, 2 cut off, otherwise 0):
    /// `[num_envs, obs_size + 2]`.
    ///
    /// # Errors
    /// As above.
    fn step_environments(
        &self,
        _which: &[bool],
        _actions: Actions<'_>,
    ) -> Option<Result<Vec<f32>, HookError>> {
        None
    }

    /// Chooses an action for each environment and returns it with its log-probability.
    ///
    /// # Errors
    /// If the reader's function fails. The error is a sentence for the reader.
    fn act(&self, _parameters: &[f32], _obs: &[f32]) -> Option<Result<ChosenActions, HookError>> {
        None
    }

    /// Computes the rewards of the steps that led to these states, `[num_envs, state_size]`, by
    /// these discrete actions. If the reader's function decides that too, also returns which of the
    /// steps
    /// terminated.
    ///
    /// # Errors
    /// If the reader's function fails. The error is a sentence for the reader.
    fn rewards(&self, _led_to: &[f32], _actions: &[u32]) -> Option<StepOutcomes> {
        None
    }
}

impl Collector {
    /// Appends `num_steps` steps to `rollout`, like [`Collector::advance`], with `hooks` for
    /// actions, rewards, ends and whole environments.
    ///
    /// # Errors
    /// The errors of the hooks; also if a hook returns values for more or fewer environments than
    /// there are, or an action that does not exist. Steps recorded before the error stay in the
    /// rollout.
    pub fn advance_by(
        &mut self,
        rollout: &mut Rollout,
        parameters: &[f32],
        num_steps: usize,
        hooks: &dyn StepHooks,
    ) -> Result<(), HookError> {
        let policy = self.policy(parameters);
        let stepped = (0..num_steps).try_for_each(|_| self.step_by(&policy, parameters, hooks));
        self.append(rollout);
        stepped
    }

    fn step_by(
        &mut self,
        policy: &Policy,
        parameters: &[f32],
        hooks: &dyn StepHooks,
    ) -> Result<(), HookError> {
        let (mut states, mut obs) = (Vec::new(), Vec::new());
        let id = self.worlds.env().id;
        let size = id.spec().state.len();
        if id.is_stand_in() {
            let fresh = self.worlds.fresh();
            if fresh.contains(&true)
                && let Some(first) = hooks.begin_episodes(&fresh)
            {
                let first = first?;
                HookError::check_count("observations", first.len(), size * fresh.len())?;
                self.worlds.put(&fresh, 0, &first);
            }
        }
        self.worlds.append_states(&mut states);
        self.worlds.observe(&states, &mut obs);
        let chosen = match hooks.act(parameters, &obs) {
            Some(chosen) => self.fitting(chosen?)?,
            // What [`Collector::advance`] would choose.
            None => (self.steps)
                .choose(policy, &obs, (0, self.next_step))
                .clone(),
        };
        if id.is_stand_in() {
            let goes_on = self.worlds.goes_on();
            if let Some(told) = hooks.step_environments(&goes_on, chosen.actions()) {
                let told = told?;
                HookError::check_count("numbers", told.len(), (size + 2) * goes_on.len())?;
                self.worlds.put(&goes_on, size, &told);
                states.clear();
                self.worlds.append_states(&mut states);
            }
        }
        let actions = &chosen.actions;
        let mut moves = self.worlds.moves(chosen.actions());
        if let Some(outcomes) = hooks.rewards(&moves.rows(), actions) {
            let outcomes = outcomes?;
            HookError::check_count("rewards", outcomes.len(), actions.len())?;
            for (world, (reward, terminated)) in outcomes.into_iter().enumerate() {
                moves.rewards[world] = reward;
                if let Some(terminated) = terminated {
                    moves.ends[world] = f32::from(u8::from(terminated));
                }
            }
        }
        self.recorded.states.extend(states);
        (self.recorded.controls).extend_from_slice(&chosen.controls);
        (self.recorded.log_prob).extend_from_slice(&chosen.log_prob);
        let recorded = &mut self.recorded;
        (self.worlds).settle(moves, |world, step| recorded.push(actions[world], &step));
        self.next_step = self.next_step.wrapping_add(1);
        Ok(())
    }

    /// Returns `chosen` as given if it has one valid action for each environment.
    fn fitting(&self, chosen: ChosenActions) -> Result<ChosenActions, HookError> {
        let (id, num_envs) = (self.worlds.env().id, self.worlds.num_envs());
        HookError::check_count("actions", chosen.actions.len(), num_envs)?;
        HookError::check_count("log-probabilities", chosen.log_prob.len(), num_envs)?;
        let numbers = num_envs * id.controls().len();
        HookError::check_count("numbers of actions", chosen.controls.len(), numbers)?;
        if numbers == 0 {
            let actions = chosen.actions.iter().map(|action| *action as usize);
            HookError::check_below("action", actions, id.num_actions())?;
        }
        Ok(chosen)
    }
}
