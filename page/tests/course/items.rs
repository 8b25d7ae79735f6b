//! Everything that the course must contain apart from exercises and questions, by the ids of the
//! list that it was made from.

/// The ids that sections of texts must name: errata of the documents (`Q`), derivations, tangents
/// and help, extras, runs, and code that is given.
pub const ITEMS: &[&str] = &[
    "Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8", "Q9", "Q10", "Q11", "Q12", "Q13", "Q14", "Q15",
    "Q16", "Q17", "Q18", "Q19", "S0-D", "S0-D2", "S0-H", "S2-H1", "S2-H2", "S2-H3", "S2-T1",
    "S2-T2", "S3-D", "S3-G", "S3-H", "S0-X1", "S0-X2", "S0-X3", "S0-X4", "S1-E1c", "S1-V", "S1-X",
    "S1-try", "S3-X1", "S3-X2", "S4-V", "S0-P", "S0-T", "S2-P", "S2-T", "S4-T", "S0-args",
    "S0-net", "S1-clip", "S1-log", "S2-E1d", "S2-modes", "S3-37", "S3-args",
];

/// Every piece of code that the documents leave open: the exercise, and the function, class or name
/// with the gap. If one body has several gaps, a comment says which is meant.
pub const BLANKS: &[(&str, &str)] = &[
    ("S0-E1", "add_step"),
    ("S0-E1", "get_batches"),
    ("S0-E2", "gen_rollout"),
    ("S0-E2", "get_actions"),
    ("S0-E3", "compute_returns"),
    ("S0-E4", "compute_logprobs_and_entropy"),
    ("S0-E5", "compute_importance_weights"),
    ("S0-E6", "normalize_returns"),
    ("S0-E7", "compute_reinforce_loss"),
    ("S0-E8", "compute_loss"),
    ("S1-E1", "__init__"),
    ("S1-E1", "get_loss"),
    ("S1-E2", "__init__"),
    ("S1-E2", "get_loss"),
    ("S1-E3", "__init__"),
    ("S1-E3", "get_loss"),
    ("S2-E1a", "rollout_phase"),
    ("S2-E1b", "learning_phase"),
    ("S2-E1c", "compute_ppo_objective"),
    ("S2-E2", "cartpole_reward_function"),
    ("S2-E3", "SpinCart"),
    ("S3-E1", "get_actor_and_critic"),
    ("S3-E2", "compute_advantages"),
    ("S3-E3", "get_minibatch_indices"),
    ("S3-E4", "play_step"),
    ("S4-E1", "model"),
    ("S4-E2", "predict_probs"),
    // The action.
    ("S4-E3", "generate_session"),
    // The record of the step; its mark is missing in the document.
    ("S4-E3", "generate_session"),
    ("S4-E4", "get_cumulative_rewards"),
    // The entropy.
    ("S4-E6", "train_on_session"),
    // The loss.
    ("S4-E6", "train_on_session"),
    // The step of gradient descent; its mark is missing in the document.
    ("S4-E6", "train_on_session"),
];

/// Every test that the documents name, and their assertions, each with the exercise and the check
/// that repeats it. Two of the homework's tests share one check; a comment names each.
pub const NAMED_TESTS: &[(&str, &str)] = &[
    ("S0-E1", "test_rollout"),
    ("S0-E2", "test_gen_rollout"),
    ("S0-E2", "test_get_actions"),
    ("S0-E3", "test_compute_returns"),
    ("S0-E4", "test_compute_logprobs_and_entropy"),
    ("S0-E5", "test_compute_importance_weights"),
    ("S0-E6", "test_normalize_returns"),
    ("S0-E7", "test_compute_reinforce_loss"),
    ("S0-E8", "test_compute_loss"),
    // `REINFORCE_policy` of the homework.
    ("S1-E1", "test_reinforce_agent"),
    // `REINFORCE_loss` of the homework.
    ("S1-E1", "test_reinforce_agent"),
    // `VPG_networks` of the homework.
    ("S1-E2", "test_vpg_agent"),
    // `VPG_loss` of the homework.
    ("S1-E2", "test_vpg_agent"),
    // `PPO_networks` of the homework.
    ("S1-E3", "test_ppo_agent_of_homework"),
    // `PPO_loss` of the homework.
    ("S1-E3", "test_ppo_agent_of_homework"),
    ("S3-E1", "test_get_actor_and_critic"),
    ("S3-E2", "test_compute_advantages"),
    ("S3-E4", "test_ppo_agent"),
    // Assertions.
    ("S3-E3", "test_get_minibatch_indices"),
    ("S4-E2", "test_predict_probs"),
    ("S4-E3", "test_generate_session"),
    ("S4-E4", "test_get_cumulative_rewards"),
    ("S4-E6", "test_train_on_session"),
];
