//! Compares the documents' settings, under the documents' own names, with our presets.

use policy_lab::config::draft::Draft;
use policy_lab::config::fields::Field;
use policy_lab::config::presets::Preset;

type Settings = (&'static str, &'static [(&'static str, &'static str)]);

/// Our presets, each with the settings of the document that it follows. Settings that our
/// algorithms lack are left out; errata that we corrected are in the texts instead (`Q3`).
const DOCUMENTS: &[Settings] = &[
    (
        "vpg-course",
        &[
            ("seed", "1"),
            ("total_timesteps", "500000"),
            ("num_envs", "4"),
            ("num_steps_per_rollout", "128"),
            ("lr", "2.5e-4"),
            ("gamma", "1"),
            ("ent_coef", "0.01"),
            ("max_grad_norm", "0.5"),
            ("clip_coef", "0.2"),
            ("normalize_returns", "true"),
            ("num_batches_per_rollout", "1"),
            ("use_lr_decay", "false"),
            ("use_iw", "false"),
            ("early_stop", "true"),
            ("full_reset", "true"),
            ("eps", "1e-5"),
            ("hidden_sizes", "120-84"),
        ],
    ),
    (
        "vpg-args-fast",
        &[
            ("seed", "1337"),
            ("total_timesteps", "50000000"),
            ("num_envs", "512"),
            ("num_steps_per_rollout", "500"),
            ("lr", "1e-3"),
            ("gamma", "0.99"),
            ("ent_coef", "0"),
            ("max_grad_norm", "1"),
            ("rollout_use_count", "1"),
            ("clip_coef", "0.1"),
            ("normalize_returns", "false"),
            ("use_lr_decay", "true"),
            ("lr_end", "1e-3"),
            ("lr_frac", "0.6"),
            ("use_iw", "false"),
        ],
    ),
    (
        "vpg-probe",
        &[
            ("num_envs", "4"),
            ("num_steps_per_rollout", "128"),
            ("total_timesteps", "10000"),
            ("lr", "5e-3"),
            ("gamma", "1"),
            ("ent_coef", "0"),
            ("max_grad_norm", "0.5"),
            ("clip_coef", ""),
            ("normalize_returns", "false"),
        ],
    ),
    (
        "ppo-course",
        &[
            ("seed", "1"),
            ("total_timesteps", "500000"),
            ("num_envs", "4"),
            ("num_steps_per_rollout", "128"),
            ("num_minibatches", "4"),
            ("batches_per_learning_phase", "4"),
            ("lr", "2.5e-4"),
            ("max_grad_norm", "0.5"),
            ("gamma", "0.99"),
            ("gae_lambda", "0.95"),
            ("clip_coef", "0.2"),
            ("ent_coef", "0.01"),
            ("vf_coef", "0.25"),
            ("hidden_sizes", "64-64"),
            ("activation", "tanh"),
            ("orthogonal_init", "true"),
            ("norm_adv", "true"),
            ("anneal_per", "course"),
            ("end_lr", "0"),
            ("eps", "1e-5"),
        ],
    ),
    (
        "ppo-probe",
        &[
            ("total_timesteps", "30000"),
            ("num_envs", "256"),
            ("num_steps_per_rollout", "8"),
            ("num_minibatches", "4"),
            ("lr", "0.01"),
        ],
    ),
    (
        "ppo-homework",
        &[
            ("num_envs", "64"),
            ("num_steps", "256"),
            ("total_timesteps", "4096000"),
            ("lr", "1e-3"),
            ("gamma", "0.99"),
            ("update_epochs", "10"),
            ("epsilon", "0.1"),
            ("detach_advantage", "false"),
            ("hidden_sizes", "128"),
            ("activation", "relu"),
        ],
    ),
    (
        "ppo-homework-gae",
        &[
            ("gamma", "0.99"),
            ("lam", "0.95"),
            ("hidden_sizes", "64-64"),
            ("activation", "tanh"),
        ],
    ),
    (
        "vpg-homework",
        &[
            ("num_envs", "64"),
            ("num_steps", "256"),
            ("total_timesteps", "4096000"),
            ("lr", "1e-3"),
            ("gamma", "0.99"),
            ("detach_advantage", "false"),
        ],
    ),
    (
        "reinforce-episodes",
        &[
            ("lr", "1e-3"),
            ("gamma", "0.99"),
            ("entropy_coef", "0.01"),
            ("t_max", "1000"),
            ("sessions", "100"),
        ],
    ),
];

#[test]
fn presets_say_what_the_documents_say() {
    for (id, settings) in DOCUMENTS {
        let draft = Draft::new(Preset::find(id).unwrap_or_else(|| panic!("no preset {id}")));
        for (name, expected) in *settings {
            let field = Field::find(name).unwrap_or_else(|| panic!("no setting {name}"));
            let is_known = field.is_used_by(draft.algorithm());
            assert!(is_known, "{id}: {name} is of no use to it");
            let found = draft.text(field);
            let numbers = (found.parse::<f64>(), expected.parse::<f64>());
            let is_equal = match numbers {
                (Ok(found), Ok(expected)) => found == expected,
                _ => found == *expected,
            };
            assert!(is_equal, "{id}: {name} is {found:?}, not {expected:?}");
        }
    }
}
