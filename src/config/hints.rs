//! Settings that are allowed but have no effect, or that repeat a mistake of the course. The form
//! shows each message at its field.

use super::validate::Problem;
use super::{Advantage, Algorithm, AnnealPer, Autoreset, EnvId, TrainConfig};
use crate::envs::cartpole::TELLING_STEPS;

/// Returns what a reader should know about a valid configuration.
pub fn hints(config: &TrainConfig) -> Vec<Problem> {
    let mut found = without_effect(config);
    found.extend(as_in_the_course(config));
    found
}

fn without_effect(config: &TrainConfig) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut say = |is_so: bool, field, text: &str| {
        if is_so {
            found.push(Problem::new(field, text));
        }
    };
    let is_vpg = config.algorithm == Algorithm::Vpg;
    let is_reinforce = config.algorithm == Algorithm::Reinforce;
    say(
        config.anneal_lr && config.learning_rate == config.learning_rate_end,
        "anneal_lr",
        "No effect: learning_rate_end equals learning_rate",
    );
    say(
        is_vpg && !config.use_importance_weights && config.clip_coef.is_some(),
        "clip_coef",
        "No effect: without importance weights there is nothing to clip",
    );
    say(
        is_vpg && config.num_envs == 1 && config.advantage == Advantage::WorldMean,
        "num_envs",
        "The baseline is the mean over environments: with a single environment every advantage is zero and nothing is learnt",
    );
    say(
        !is_reinforce && config.advantage != Advantage::Gae && config.gae_lambda != 0.95,
        "gae_lambda",
        "No effect: only the advantage gae has a lambda",
    );
    let has_reward = !config.reward.trim().is_empty();
    say(
        has_reward && !config.env_id.is_cart(),
        "reward",
        match config.env_id.probe() {
            Some(_) => {
                "No effect: a probe environment has no cart, and its reward is what it tests"
            }
            None => "No effect: only a cart’s reward can be another one so far",
        },
    );
    say(
        config.terminal_reward != 1.0 && (has_reward || !config.env_id.pays_per_step()),
        "terminal_reward",
        "No effect: this reward does not ask whether the pole fell",
    );
    if let Some(task) = config.env_id.task() {
        say(
            config.max_episode_steps != task.time_limit as usize,
            "max_episode_steps",
            &format!(
                "Gymnasium’s {} cuts an episode off after {} steps",
                task.gym_id, task.time_limit
            ),
        );
    }
    let is_short = config.longest_episode() < TELLING_STEPS;
    say(
        config.stop_when_solved && config.full_reset && !config.ends_when_solved(),
        "stop_when_solved",
        &match is_short {
            true => format!(
                "No effect: an episode lasts {} steps at most, too few to tell whether the task is solved; let max_episode_steps and num_steps be {TELLING_STEPS} or more",
                config.longest_episode()
            ),
            false => {
                "No effect: no pole falls here, so surviving does not solve the task".to_owned()
            }
        },
    );
    say(
        config.env_id.num_actions() == 1,
        "env_id",
        "There is only one action, so only a critic has anything to learn here",
    );
    say(
        config.has_critic() && config.advantage == Advantage::Gae && !config.detach_advantage,
        "detach_advantage",
        "No effect: GAE's advantages are computed before the update and carry no gradient",
    );
    found
}

fn as_in_the_course(config: &TrainConfig) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut say = |is_so: bool, field, text: &str| {
        if is_so {
            found.push(Problem::new(field, format!("As in the course: {text}")));
        }
    };
    say(
        config.anneal_lr && config.anneal_per == AnnealPer::Course,
        "anneal_per",
        &format!(
            "the scheduler expects {} steps and gets {}, so the rate ends at {:.4} of its way to learning_rate_end",
            config.num_iterations() as u64 * config.updates_per_iteration() as u64,
            config.num_iterations(),
            1.0 / config.updates_per_iteration() as f64,
        ),
    );
    say(
        config.has_critic() && config.advantage == Advantage::Value && !config.detach_advantage,
        "detach_advantage",
        "the policy's loss pulls on the critic as well, away from the returns; the loss has the same value, so no test of it notices",
    );
    say(
        config.autoreset == Autoreset::NextStep,
        "autoreset",
        "after every episode one made-up sample, with an ignored action and reward 0, enters the batch; correct is same-step",
    );
    say(
        config.env_id == EnvId::SpincartCourse,
        "env_id",
        "the penalty is at least one half everywhere, so leaving the track early can pay more than spinning",
    );
    found
}
