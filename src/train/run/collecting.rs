//! Making the rollout that an iteration learns from.

use super::super::learning::LearningError;
use super::super::observer::glimpse;
use super::super::steps::{Acting, take_steps};
use super::Run;
use crate::protocol::stages::{Stage, StageView};
use crate::rollout::{Lifespans, Rollout};

/// Steps between two looks at whether every world has fallen, as in the course.
const EARLY_STOP_STEPS: usize = 16;

impl Run {
    /// One rollout, in pieces between which waiting commands get in: on the GPU where that can take many steps by itself.
    pub(super) async fn collect(&mut self) -> Result<Rollout, LearningError> {
        let config = &self.config;
        if config.full_reset {
            self.collector.reset_worlds();
            self.lifespans.restart();
        }
        let rules = (self.functions.clone()).filter(|functions| functions.has_rules());
        let away =
            (self.learner.away_parameters()).filter(|_| !config.whole_episodes && rules.is_none());
        let parameters = &self.learner.host_parameters;
        let looks = config.plan().early_stop;
        let most = match &away {
            Some(_) if !looks => self.collector.steps_at_once(),
            _ => EARLY_STOP_STEPS,
        };
        let (iteration, num_steps) = (self.iteration + 1, config.num_steps);
        let has_carts = config.env_id.is_cart();
        let mut rollout = self.collector.rollout(num_steps);
        let mut shown = 0;
        let at = |step: usize| Stage::Collect { step, num_steps };
        self.watch.enter(iteration, at(0));
        while rollout.num_steps < num_steps {
            let step = rollout.num_steps;
            let stride = self.watch.stride(num_steps).unwrap_or(most);
            let steps = (most - step % most).min(stride).min(num_steps - step);
            if let Some(rules) = &rules {
                (self.collector)
                    .advance_by(&mut rollout, parameters, steps, &**rules)
                    .map_err(LearningError::Function)?;
            } else if !config.whole_episodes {
                let acting = match &away {
                    Some(parameters) => Acting::Away(parameters),
                    None => Acting::Here(parameters),
                };
                take_steps(&mut self.collector, &mut rollout, steps, acting).await?;
            } else if (self.collector).advance_to_end(&mut rollout, parameters, steps) {
                break;
            }
            if looks
                && rollout.num_steps.is_multiple_of(EARLY_STOP_STEPS)
                && Lifespans::all_fell(&rollout)
            {
                break;
            }
            let step = rollout.num_steps;
            self.watch.enter(iteration, at(step));
            match self.watch.stride(num_steps) {
                // A whole rollout is shown once it is complete.
                Some(stride) if step >= shown + stride && step < num_steps => {
                    let seen = StageView::Step(glimpse(&rollout, shown, has_carts));
                    self.watch.reach(&mut self.learner.clock, seen).await;
                    shown = step;
                }
                Some(_) => {}
                None => shown = step,
            }
            self.learner.clock.let_others_in().await;
        }
        while !self.collector.finish_some(&mut rollout, parameters) {
            self.learner.clock.let_others_in().await;
        }
        let num_steps = rollout.num_steps;
        let complete = Stage::Collect {
            step: num_steps,
            num_steps,
        };
        self.watch.enter(iteration, complete);
        if self.watch.is_looking() {
            let seen = StageView::Step(glimpse(&rollout, shown, has_carts));
            self.watch.reach(&mut self.learner.clock, seen).await;
        }
        Ok(rollout)
    }
}
