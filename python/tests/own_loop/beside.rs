//! The run of ours beside each loop: the settings with which its cell begins, one by one.

use policy_lab::config::draft::print;
use policy_lab::config::fields::Field;
use policy_lab::protocol::{Event, RunEvent};
use policy_lab_page::course::EXERCISES;

use super::{begun, events, passed};

/// The settings of a loop's cell, as Python expressions of its `a`, for fields of our run beside
/// it.
fn settings_of_cell(id: &str) -> &'static [(&'static str, &'static str)] {
    match id {
        "S4-T" => &[
            ("learning_rate", "optimizer.param_groups[0]['lr']"),
            ("adam_eps", "optimizer.param_groups[0]['eps']"),
            ("gamma", "train_on_session.__defaults__[0]"),
            ("ent_coef", "train_on_session.__defaults__[1]"),
            ("max_episode_steps", "generate_session.__defaults__[0]"),
            ("num_steps", "generate_session.__defaults__[0]"),
            ("rollouts_per_iteration", "train.__defaults__[1]"),
            ("terminal_reward", "generate_session(env)[2][-1]"),
        ],
        "S0-T" => &[
            ("num_envs", "a.num_envs"),
            ("num_steps", "a.num_steps_per_rollout"),
            ("total_timesteps", "a.total_timesteps"),
            ("learning_rate", "a.lr"),
            ("gamma", "a.gamma"),
            ("ent_coef", "a.ent_coef"),
            ("max_grad_norm", "a.max_grad_norm"),
            ("update_epochs", "a.rollout_use_count"),
            ("normalize_returns", "a.normalize_returns"),
            ("use_importance_weights", "a.use_iw"),
            ("early_stop", "a.early_stop"),
            ("full_reset", "a.full_reset"),
            ("seed", "a.seed"),
            ("terminal_reward", "paid_for_falling(CartPole)"),
            ("max_episode_steps", "CartPole.max_episode_steps"),
        ],
        "S1-T" => &[
            ("num_envs", "a.n_envs"),
            ("num_steps", "a.n_steps"),
            ("total_timesteps", "a.n_rollouts * a.n_envs * a.n_steps"),
            ("learning_rate", "a.lr"),
            ("gamma", "a.gamma"),
            ("update_epochs", "a.epochs"),
            ("seed", "a.seed"),
            ("terminal_reward", "paid_for_falling(a.env)"),
            ("max_episode_steps", "a.env.max_episode_steps"),
        ],
        _ => &[
            ("num_envs", "a.num_envs"),
            ("num_steps", "a.num_steps_per_rollout"),
            ("total_timesteps", "a.total_timesteps"),
            ("num_minibatches", "a.num_minibatches"),
            ("update_epochs", "a.batches_per_learning_phase"),
            ("learning_rate", "a.lr"),
            ("max_grad_norm", "a.max_grad_norm"),
            ("gamma", "a.gamma"),
            ("gae_lambda", "a.gae_lambda"),
            ("clip_coef", "a.clip_coef"),
            ("ent_coef", "a.ent_coef"),
            ("vf_coef", "a.vf_coef"),
            ("seed", "a.seed"),
            ("terminal_reward", "paid_for_falling(a.env)"),
            ("max_episode_steps", "a.env.max_episode_steps"),
        ],
    }
}

/// Every button of every capstone: our run beside it has the settings with which its cell begins,
/// and as many iterations.
#[test]
fn each_loop_stands_beside_a_run_with_its_own_settings_or_alone() {
    const FALL: &str = "def paid_for_falling(kind):\n    envs = kind(1)\n    while True:\n        _, paid, fell, _, _ = envs.step(t.ones(1))\n        if fell[0]: return paid.item()\n";
    let mut alone = Vec::new();
    for exercise in EXERCISES {
        for training in exercise.trains {
            let name = format!("{}, {}", exercise.id, training.what);
            let mut source = format!("{}\n{FALL}", exercise.solution());
            let reference = training.reference();
            if let Some(draft) = &reference {
                let config = draft.config().expect("valid settings");
                if let Some(trainer) = training.expression.strip_suffix(".train()") {
                    source += &format!("a = {trainer}.args\n");
                }
                for (key, python) in settings_of_cell(exercise.id) {
                    let field = Field::find(key).expect("a field");
                    if !field.is_used_by(config.algorithm) {
                        continue;
                    }
                    let text = match print(field, (field.get)(&config)).as_str() {
                        "true" => "True".to_owned(),
                        "false" => "False".to_owned(),
                        text => text.to_owned(),
                    };
                    source += &format!("assert {python} == {text}, ('{key}', {python})\n");
                }
            } else {
                alone.push(name.clone());
            }
            // What the dance is, is another exercise.
            let parts = passed(exercise);
            let run = begun(exercise, &source, training.expression, parts);
            let run = run.unwrap_or_else(|why| panic!("{name}: {} {}", why.message, why.traceback));
            let events = events(run, 1);
            let [Event::Run(RunEvent::Started(info))] = &events[..] else {
                panic!("{name}: {events:?}");
            };
            let wanted = reference.or_else(|| exercise.draft()).expect("settings");
            let wanted = wanted.config().expect("valid settings").num_iterations();
            assert_eq!(info.num_iterations, wanted, "{name}");
        }
    }
    assert_eq!(alone, ["S2-T, the dance"]);
}
