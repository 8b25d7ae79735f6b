//! The exercises that are code to write.

use super::Catalogue;
use policy_lab::python::part::Part;

/// Something to write.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exercise {
    /// Its name in the course: `S0-E3`.
    pub id: &'static str,
    /// What the reader starts from.
    pub starter: &'static str,
    /// Our own answer.
    pub solution: &'static str,
    /// The names that the reader's text must define.
    pub names: &'static [&'static str],
    /// What runs its checks.
    pub check: &'static str,
    /// Which parts of a training run it can play.
    pub parts: &'static [Part],
    /// The preset that shows what it does, where the settings at hand would not.
    pub preset: &'static str,
    /// What has to be set besides: names of fields and their texts.
    pub settings: &'static [(&'static str, &'static str)],
}

impl Exercise {
    /// The one that a newcomer meets: a loop of four lines that trains at once.
    pub fn first() -> &'static Self {
        Self::find("S0-E3").unwrap_or(&EXERCISES[0])
    }

    /// What it is about, in a few words, as its text says.
    pub fn title(&self) -> &'static str {
        let page = Catalogue::english().exercises.get(self.id);
        page.map_or(self.id, |page| page.title.as_str())
    }

    /// The one with this id.
    pub fn find(id: &str) -> Option<&'static Self> {
        EXERCISES.iter().find(|exercise| exercise.id == id)
    }
}

macro_rules! exercises {
    ($($id:literal, $file:literal: $names:expr, $check:literal, $parts:expr, $preset:literal $settings:expr;)*) => {
        /// All of them, in the order of study.
        pub const EXERCISES: &[Exercise] = &[$(Exercise {
            id: $id,
            starter: include_str!(concat!("starters/", $file, ".py")),
            solution: include_str!(concat!("solutions/", $file, ".py")),
            names: &$names,
            check: $check,
            parts: &$parts,
            preset: $preset,
            settings: &$settings,
        }),*];
    };
}

exercises! {
    "S4-E1", "policy_network": ["model"],
        "tests.test_policy_network(model)",
        [], "reinforce-quick" [];
    "S4-E2", "predict_probs": ["predict_probs"],
        "tests.test_predict_probs(predict_probs, model)",
        [], "reinforce-quick" [];
    "S4-E3", "generate_session": ["generate_session"],
        "tests.test_generate_session(generate_session)",
        [], "reinforce-quick" [];
    "S4-E4", "get_cumulative_rewards": ["get_cumulative_rewards"],
        "tests.test_get_cumulative_rewards(get_cumulative_rewards)",
        [Part::CumulativeRewards], "vpg-quick" [];
    "S4-E6", "train_on_session": ["train_on_session"],
        "tests.test_train_on_session(train_on_session, model)",
        [], "reinforce-quick" [];
    "S0-E1", "rollout": ["Rollout"],
        "tests.test_rollout(Rollout)",
        [], "vpg-quick" [];
    "S0-E2", "vpg_agent": ["VPGAgent"],
        "tests.test_get_actions(VPGAgent, PolicyNetwork)\ntests.test_gen_rollout(VPGAgent, PolicyNetwork, VPGArgs, Rollout)",
        [Part::Actions], "vpg-quick" [];
    "S0-E3", "compute_returns": ["compute_returns"],
        "tests.test_compute_returns(compute_returns)",
        [Part::Returns], "vpg-quick" [];
    "S0-E4", "compute_logprobs_and_entropy": ["compute_logprobs_and_entropy"],
        "tests.test_compute_logprobs_and_entropy(compute_logprobs_and_entropy, PolicyNetwork)",
        [Part::LogProbs], "vpg-quick" [];
    "S0-E5", "compute_importance_weights": ["compute_importance_weights"],
        "tests.test_compute_importance_weights(compute_importance_weights)",
        [Part::Weights], "vpg-quick" [("use_importance_weights", "true"), ("update_epochs", "2")];
    "S0-E6", "normalize_returns": ["normalize_returns"],
        "tests.test_normalize_returns(normalize_returns)",
        [Part::NormalReturns], "vpg-quick" [("normalize_returns", "true")];
    "S0-E7", "compute_reinforce_loss": ["compute_reinforce_loss"],
        "tests.test_compute_reinforce_loss(compute_reinforce_loss)",
        [Part::PolicyTerm], "vpg-quick" [];
    "S0-E8", "vpg_trainer": ["VPGTrainer"],
        "tests.test_compute_loss(VPGTrainer, VPGArgs, Rollout)",
        [Part::VpgObjective], "vpg-quick" [];
    "S1-E1", "reinforce_agent": ["Agent"],
        "tests.test_reinforce_agent(Agent)",
        [], "reinforce-quick" [];
    "S1-E2", "vpg_agent_of_homework": ["Agent"],
        "tests.test_vpg_agent(Agent)",
        [], "vpg-homework" [];
    "S3-E1", "get_actor_and_critic": ["get_actor_and_critic"],
        "tests.test_get_actor_and_critic(get_actor_and_critic)",
        [], "ppo-quick" [];
    "S3-E2", "compute_advantages": ["compute_advantages"],
        "tests.test_compute_advantages(compute_advantages)",
        [Part::Advantages], "ppo-quick" [];
    "S3-E3", "get_minibatch_indices": ["get_minibatch_indices"],
        "tests.test_get_minibatch_indices(get_minibatch_indices)",
        [Part::Indices], "ppo-quick" [];
    "S3-E4", "ppo_agent": ["PPOAgent"],
        "tests.test_ppo_agent(PPOAgent)",
        [], "ppo-quick" [];
    "L-E1", "calc_clipped_surrogate_objective": ["calc_clipped_surrogate_objective"],
        "tests.test_calc_clipped_surrogate_objective(calc_clipped_surrogate_objective)",
        [Part::Surrogate], "ppo-quick" [];
    "L-E2", "calc_value_function_loss": ["calc_value_function_loss"],
        "tests.test_calc_value_function_loss(calc_value_function_loss)",
        [Part::ValueLoss], "ppo-quick" [];
    "L-E3", "calc_entropy_bonus": ["calc_entropy_bonus"],
        "tests.test_calc_entropy_bonus(calc_entropy_bonus)",
        [Part::EntropyBonus], "ppo-quick" [];
    "S2-E1a", "rollout_phase": ["rollout_phase"],
        "tests.test_rollout_phase(rollout_phase)",
        [], "ppo-quick" [];
    "S2-E1b", "learning_phase": ["learning_phase"],
        "tests.test_learning_phase(learning_phase)",
        [], "ppo-quick" [];
    "S2-E1c", "compute_ppo_objective": ["compute_ppo_objective"],
        "tests.test_compute_ppo_objective(compute_ppo_objective)",
        [Part::PpoObjective], "ppo-quick" [];
    "S2-E2", "cartpole_reward_function": ["cartpole_reward_function"],
        "tests.test_cartpole_reward_function(cartpole_reward_function)",
        [Part::Reward], "ppo-quick" [];
    "S2-E3", "spin_cart": ["SpinCart"],
        "tests.test_spin_cart(SpinCart)",
        [Part::Spin], "ppo-spincart" [];
    "S2-X", "dance_cart": ["DanceCart"],
        "tests.test_dance_cart(DanceCart)",
        [Part::Dance], "ppo-dance" [];
    "S1-E3", "ppo_agent_of_homework": ["Agent"],
        "tests.test_ppo_agent_of_homework(Agent)",
        [], "ppo-homework" [];
    "S1-X", "gae_agent": ["Agent"],
        "tests.test_gae_agent(Agent)",
        [], "ppo-homework-gae" [];
    "B-1", "bug_done_off_by_one": ["compute_advantages"],
        "tests.test_compute_advantages(compute_advantages)",
        [Part::Advantages], "ppo-quick" [];
    "B-2", "bug_shuffled_first": ["compute_advantages"],
        "tests.test_compute_advantages(compute_advantages)",
        [Part::Advantages], "ppo-quick" [];
    "B-3", "bug_wrong_axis": ["normalize_returns"],
        "tests.test_normalize_returns(normalize_returns)",
        [Part::NormalReturns], "vpg-quick" [("normalize_returns", "true")];
    "B-4", "bug_wrong_sign": ["calc_entropy_bonus"],
        "tests.test_calc_entropy_bonus(calc_entropy_bonus)",
        [Part::EntropyBonus], "ppo-quick" [];
    "B-5", "bug_stale_log_probs": ["calc_clipped_surrogate_objective"],
        "tests.test_calc_clipped_surrogate_objective(calc_clipped_surrogate_objective)",
        [Part::Surrogate], "ppo-quick" [];
    "B-6", "bug_softmax_twice": ["compute_logprobs_and_entropy"],
        "tests.test_compute_logprobs_and_entropy(compute_logprobs_and_entropy, PolicyNetwork)",
        [Part::LogProbs], "vpg-quick" [];
    "B-7", "bug_missing_detach": ["compute_importance_weights"],
        "tests.test_compute_importance_weights(compute_importance_weights)",
        [Part::Weights], "vpg-quick" [("use_importance_weights", "true"), ("update_epochs", "2")];
    "B-8", "bug_no_gradient": ["compute_ppo_objective"],
        "tests.test_compute_ppo_objective(compute_ppo_objective)",
        [Part::PpoObjective], "ppo-quick" [];
}
