//! The rollout of an iteration: on the GPU, on the host, with a crew, or by the reader's rules.

use super::Run;
use crate::ops::rollout::RowSize;
use crate::rollout::{Lifespans, Rollout};
use crate::train::crew::{cores_for, shared_steps_at_once, take_shared_steps};
use crate::train::failure::LearningError;
use crate::train::iteration_stats::IterationStats;

/// Steps between two looks at whether every environment has ended, as in the course.
const EARLY_STOP_STEPS: usize = 16;

impl Run {
    pub(super) fn begin_rollout(&mut self) {
        if self.config.full_reset {
            self.collector.reset_worlds();
            self.lifespans.restart();
            self.normaliser.restart();
        }
    }

    /// One rollout, in pieces between which waiting commands get in: on the GPU where that can take
    /// many steps by itself. `gathered` keeps the parameters that act.
    pub(super) async fn collect(
        &mut self,
        gathered: &mut IterationStats,
    ) -> Result<Rollout, LearningError> {
        self.begin_rollout();
        let config = &self.config;
        let step_hooks = self.hooks.clone().filter(|hooks| hooks.has_rules());
        let on_device = (self.learner.device().gpu().zip(self.learner.acting_state()))
            .filter(|_| config.is_rolled_out_on_device() && step_hooks.is_none());
        let (networks, parameters) = (&self.learner.networks, &self.learner.host_parameters);
        let acting = self.normaliser.acting(networks, parameters);
        let on_host = &acting[..];
        gathered.acted_with(on_host);
        let early_stop = config.plan().early_stop;
        let crew = (self.learner.crew.clone())
            .filter(|_| on_device.is_none() && !config.whole_episodes && step_hooks.is_none());
        let most = match &on_device {
            Some((gpu, _)) if !early_stop => gpu.steps_at_once(
                &self.learner.networks.actor,
                RowSize::of(config.env_id),
                config.num_envs,
            ),
            None if !early_stop => shared_steps_at_once(crew.as_deref(), config.num_envs),
            _ => EARLY_STOP_STEPS,
        };
        let num_steps = config.num_steps;
        let mut rollout = self.collector.rollout(num_steps);
        self.observer.begin(self.iteration + 1, num_steps);
        let mut observed = self.observer.steps(num_steps, config.env_id.is_drawn());
        while rollout.num_steps < num_steps {
            let step = rollout.num_steps;
            let steps = observed.at_once(most - step % most).min(num_steps - step);
            if let Some(hooks) = &step_hooks {
                let steps = if config.whole_episodes { 1 } else { steps };
                (self.collector).advance_by(&mut rollout, on_host, steps, &**hooks)?;
                if config.whole_episodes && rollout.ended().last() == Some(&true) {
                    break;
                }
            } else if let Some(crew) = &crew
                && cores_for(&**crew, config.num_envs, steps) > 1
            {
                let policy = (config, on_host);
                let clock = &self.learner.clock;
                take_shared_steps(
                    &**crew,
                    &mut self.collector,
                    &mut rollout,
                    policy,
                    steps,
                    clock,
                )
                .await;
            } else if !config.whole_episodes {
                match &on_device {
                    Some((_, state)) => {
                        let plan = self.collector.plan(steps);
                        let words = state.rollout(&[self.collector.run_worlds()], plan).await?;
                        self.collector.absorb(&mut rollout, &words, steps);
                    }
                    None => self.collector.advance(&mut rollout, on_host, steps),
                }
            } else if (self.collector).advance_to_end(&mut rollout, on_host, steps) {
                break;
            }
            if early_stop
                && rollout.num_steps.is_multiple_of(EARLY_STOP_STEPS)
                && Lifespans::all_ended(&rollout)
            {
                break;
            }
            observed.taken(&self.learner.clock, &rollout).await;
            self.learner.clock.let_others_in().await;
        }
        while !self.collector.finish_some(&mut rollout, on_host) {
            self.learner.clock.let_others_in().await;
        }
        observed.complete(&self.learner.clock, &rollout).await;
        Ok(rollout)
    }
}
