//! Settings that are allowed but have no effect or an unusual one, or that repeat a mistake of the
//! course. The form shows each message at its field.

use super::validate::Problem;
use super::{Advantage, Algorithm, AnnealPer, Autoreset, EnvId, KlStop, TrainConfig, world};
use crate::envs::cartpole::TELLING_STEPS;
use crate::envs::spec::REWARD;

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
    say(
        config.huber_delta.is_some() && !is_reinforce && !config.has_critic(),
        "huber_delta",
        "No effect: this advantage has no critic",
    );
    let is_ppo = config.algorithm == Algorithm::Ppo;
    say(
        is_ppo && config.kl_stop != KlStop::EpochMean && config.target_kl.is_none(),
        "kl_stop",
        "No effect: without target_kl every epoch is taken",
    );
    say(
        !config.reward.trim().is_empty() && !config.has_own_reward(),
        "reward",
        "No effect: the reward of a probe environment is what it tests",
    );
    let own = world::env(config).reward;
    let reads_own = own.as_ref().is_none_or(|own| own.reads(REWARD));
    say(
        config.terminal_reward != 1.0 && !(reads_own && config.env_id.pays_per_step()),
        "terminal_reward",
        "No effect: this reward does not ask whether the pole fell",
    );
    let name = config.env_id.spec().name();
    if config.gravity != 1.0 || config.force != 1.0 {
        let [has_gravity, has_force] = config.env_id.has_strengths();
        say(
            config.gravity != 1.0 && !has_gravity,
            "gravity",
            "No effect: nothing falls in this environment",
        );
        say(
            config.force != 1.0 && !has_force,
            "force",
            "No effect: no action pushes in this environment",
        );
    }
    if let Some(task) = config.env_id.task() {
        say(
            own.is_some(),
            "reward",
            &format!("Returns are those of this reward, so nothing tells whether {name} is solved"),
        );
        say(
            task.time_limit > 1 && config.max_episode_steps != task.time_limit as usize,
            "max_episode_steps",
            &format!(
                "{name} has a time limit of {} steps by itself here",
                task.time_limit
            ),
        );
        say(
            config.full_reset && config.num_steps < config.max_episode_steps,
            "num_steps",
            &format!(
                "No episode reaches its time limit: each rollout begins afresh after {} steps. Let num_steps be max_episode_steps or more",
                config.num_steps
            ),
        );
    }
    let is_short = config.longest_episode() < TELLING_STEPS;
    say(
        config.stop_when_solved && config.full_reset && !config.ends_when_solved(),
        "stop_when_solved",
        &match (config.env_id.task(), is_short) {
            (Some(_), _) => format!(
                "No effect: it asks whether every environment survives, and {name} is scored by its return"
            ),
            (None, true) => format!(
                "No effect: an episode lasts {} steps at most, too few to tell whether the task is solved; let max_episode_steps and num_steps be {TELLING_STEPS} or more",
                config.longest_episode()
            ),
            (None, false) => {
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
        config.env_id.num_actions() == 0 && config.ent_coef > 0.0,
        "ent_coef",
        "With continuous actions the bonus widens the policy however wide it is already; 0 is usual there",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entropy_bonus_is_hinted_at_where_entropy_has_no_bounds() {
        let hinted = |env_id, ent_coef| {
            let config = TrainConfig {
                env_id,
                ent_coef,
                ..TrainConfig::default()
            };
            let mut found = hints(&config).into_iter();
            found.any(|hint| hint.field == "ent_coef")
        };
        assert!(hinted(EnvId::Pendulum, 0.01));
        assert!(!hinted(EnvId::Pendulum, 0.0));
        assert!(!hinted(EnvId::Acrobot, 0.01) && !hinted(EnvId::Probe1, 0.01));
    }

    #[test]
    fn forces_that_an_environment_lacks_are_hinted_at() {
        let hinted = |env_id, gravity, force| {
            let config = TrainConfig {
                env_id,
                gravity,
                force,
                ..TrainConfig::default()
            };
            let found = hints(&config).into_iter().map(|hint| hint.field);
            let found: Vec<&str> = found
                .filter(|field| ["gravity", "force"].contains(field))
                .collect();
            found.join(" ")
        };
        assert_eq!(hinted(EnvId::FrozenLake, 2.0, 0.5), "gravity force");
        assert_eq!(hinted(EnvId::Probe1, 1.0, 2.0), "force");
        for id in [EnvId::Cartpole, EnvId::Spincart, EnvId::Pendulum] {
            assert_eq!(hinted(id, 2.0, 0.5), "", "{id:?}");
        }
    }

    #[test]
    fn rollouts_that_begin_afresh_before_a_tasks_time_is_up_are_hinted_at() {
        let hinted = |env_id, full_reset, num_steps| {
            let config = TrainConfig {
                env_id,
                full_reset,
                num_steps,
                max_episode_steps: 200,
                ..TrainConfig::default()
            };
            let mut found = hints(&config).into_iter();
            let hint = found.find(|hint| hint.field == "num_steps");
            hint.map(|hint| hint.message)
        };
        let text = hinted(EnvId::Pendulum, true, 64).expect("a hint");
        assert!(text.contains("begins afresh after 64 steps"), "{text}");
        assert_eq!(hinted(EnvId::Pendulum, true, 200), None);
        assert_eq!(hinted(EnvId::Pendulum, false, 64), None);
        assert_eq!(hinted(EnvId::Cartpole, true, 64), None);
    }

    #[test]
    fn a_readers_reward_is_hinted_at_where_it_changes_what_else_is_said() {
        let hinted = |env_id, reward: &str, field: &str| {
            let config = TrainConfig {
                env_id,
                reward: reward.to_owned(),
                terminal_reward: 0.0,
                ..TrainConfig::default()
            };
            let hint = hints(&config).into_iter().find(|hint| hint.field == field);
            hint.map(|hint| hint.message)
        };
        let says = |env_id, reward: &str, field: &str, words: &str| {
            hinted(env_id, reward, field).is_some_and(|said| said.contains(words))
        };
        assert!(says(EnvId::Probe2, "1 - x", "reward", "what it tests"));
        assert!(says(
            EnvId::Pendulum,
            "-abs(theta)",
            "reward",
            "Pendulum is solved"
        ));
        assert_eq!(hinted(EnvId::Pendulum, "", "reward"), None);
        assert_eq!(hinted(EnvId::Cartpole, "1 - abs(x)", "reward"), None);
        let idle = "does not ask whether the pole fell";
        assert!(says(EnvId::Cartpole, "1 - abs(x)", "terminal_reward", idle));
        assert!(says(EnvId::Easycart, "reward", "terminal_reward", idle));
        let used = hinted(EnvId::Cartpole, "reward - abs(x)", "terminal_reward");
        assert_eq!(used, None);
        assert_eq!(hinted(EnvId::Cartpole, "", "terminal_reward"), None);
    }

    #[test]
    fn no_task_ends_because_its_environments_survive() {
        let config = TrainConfig {
            env_id: EnvId::Acrobot,
            stop_when_solved: true,
            full_reset: true,
            ..TrainConfig::default()
        };
        let mut found = hints(&config).into_iter();
        let hint = found.find(|hint| hint.field == "stop_when_solved");
        let text = hint.expect("a hint").message;
        assert!(text.contains("Acrobot is scored by its return"), "{text}");
    }
}
