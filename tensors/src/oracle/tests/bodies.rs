//! The host's loop held against the oracle, in whole runs.

use std::rc::Rc;

use futures::{StreamExt as _, pin_mut};
use policy_lab::config::fields::{FIELDS, Field, FieldKind, Value};
use policy_lab::config::presets::{PRESETS, Preset};
use policy_lab::config::{Advantage, KlStop, TrainConfig, validate};
use policy_lab::protocol::metrics::Metrics;
use policy_lab::protocol::{Event, RunEvent};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::hooks::TrainHooks;
use policy_lab::train::session::Session;
use web_time::Duration;

use crate::oracle::Oracle;

/// Small runs that reach each part of the losses: every preset, and settings that no preset has.
fn small_runs() -> Vec<(String, TrainConfig)> {
    let preset = |id: &str| (Preset::find(id).expect("a preset").config)();
    let mut runs: Vec<(String, TrainConfig)> = PRESETS
        .iter()
        .map(|preset| (preset.id.to_owned(), (preset.config)()))
        .collect();
    let mut add = |name: &str, config: TrainConfig| runs.push((name.to_owned(), config));
    for algorithm in ["vpg-quick", "ppo-quick"] {
        for detach_advantage in [true, false] {
            let config = TrainConfig {
                advantage: Advantage::Value,
                detach_advantage,
                norm_adv: detach_advantage,
                ..preset(algorithm)
            };
            add(
                &format!("{algorithm}, a critic, detached: {detach_advantage}"),
                config,
            );
        }
    }
    let weighted = TrainConfig {
        use_importance_weights: true,
        clip_coef: Some(0.05),
        update_epochs: 3,
        num_minibatches: 2,
        ..preset("vpg-quick")
    };
    add("importance weights, clamped", weighted.clone());
    add(
        "importance weights, free",
        TrainConfig {
            clip_coef: None,
            ..weighted
        },
    );
    let ppo = || preset("ppo-quick");
    add(
        "PPO without a clip",
        TrainConfig {
            clip_coef: None,
            ..ppo()
        },
    );
    add(
        "PPO with a narrow clip",
        TrainConfig {
            clip_coef: Some(0.01),
            ..ppo()
        },
    );
    add(
        "PPO up to a KL",
        TrainConfig {
            target_kl: Some(1e-4),
            ..ppo()
        },
    );
    add(
        "PPO with held values and Huber's loss",
        TrainConfig {
            clip_coef: Some(0.01),
            clip_vloss: true,
            huber_delta: Some(1.0),
            ..ppo()
        },
    );
    for kl_stop in [KlStop::StableBaselines3, KlStop::SpinningUp] {
        add(
            &format!("PPO up to a KL by {kl_stop:?}"),
            TrainConfig {
                target_kl: Some(1e-4),
                kl_stop,
                ..ppo()
            },
        );
    }
    add(
        "PPO with AdamW",
        TrainConfig {
            weight_decay: 0.1,
            ..ppo()
        },
    );
    add(
        "PPO, advantages as they are",
        TrainConfig {
            norm_adv: false,
            ..ppo()
        },
    );
    for (_, config) in &mut runs {
        config.num_envs = if config.whole_episodes { 1 } else { 8 };
        config.num_steps = 32;
        config.rollouts_per_iteration = config.rollouts_per_iteration.min(2);
    }
    runs
}

/// What an iteration leaves behind.
#[derive(Clone, Debug, PartialEq)]
struct Trained {
    metrics: Metrics,
    parameters: Vec<f32>,
    moments: [Vec<f32>; 2],
    adam_steps: i32,
}

/// Trains two iterations by the host's loop, or by the oracle.
fn trained(name: &str, config: &TrainConfig, by_oracle: bool) -> Vec<Trained> {
    let oracle = || Rc::new(Oracle::new(config)) as Rc<dyn TrainHooks>;
    let session = Session {
        hooks: by_oracle.then(oracle),
        // So that each iteration tells one.
        checkpoint_every: Some(Duration::ZERO),
        ..Session::new(config.clone(), RunDevice::Cpu)
    };
    let mut iterations = Vec::new();
    let mut newest = None;
    pollster::block_on(async {
        let events = session.events();
        pin_mut!(events);
        while iterations.len() < 2
            && let Some(event) = events.next().await
        {
            match event {
                Event::Run(RunEvent::Checkpoint(checkpoint)) => newest = Some(checkpoint),
                Event::Run(RunEvent::Iteration(report)) => {
                    let after = newest.take().expect("it comes before the figures");
                    iterations.push(Trained {
                        metrics: report.metrics,
                        parameters: after.parameters,
                        moments: [after.first_moment, after.second_moment],
                        adam_steps: after.adam_steps,
                    });
                }
                Event::Failed(why) => panic!("{name}: {}", why.message),
                _ => {}
            }
        }
    });
    iterations
}

/// Parameters, moments and measurements of both bodies are equal, less what rounds differently.
fn must_agree(name: &str, config: &TrainConfig) {
    let [own, oracle] = [false, true].map(|by_oracle| trained(name, config, by_oracle));
    assert_eq!(own.len(), oracle.len(), "{name}");
    for (iteration, (one, other)) in own.iter().zip(&oracle).enumerate() {
        for (what, one, other) in [
            ("parameter", &one.parameters, &other.parameters),
            ("moment", &one.moments[0], &other.moments[0]),
            ("square", &one.moments[1], &other.moments[1]),
        ] {
            assert_eq!(one.len(), other.len());
            let far = one
                .iter()
                .zip(other)
                .position(|(a, b)| (a - b).abs() > 2e-4 * (1.0 + b.abs()));
            let far = far.map(|at| (at, one[at], other[at]));
            assert_eq!(far, None, "{name}, iteration {iteration}: {what}");
        }
        assert_eq!(one.adam_steps, other.adam_steps, "{name}");
        let names = |metrics: &Metrics| metrics.iter().map(|(it, _)| it.key()).collect::<Vec<_>>();
        assert_eq!(names(&one.metrics), names(&other.metrics), "{name}");
        for ((metric, a), (_, b)) in one.metrics.iter().zip(other.metrics.iter()) {
            let key = metric.key();
            assert!(
                (a - b).abs() <= 1e-3 * (1.0 + b.abs()),
                "{name}, iteration {iteration}: {key} is {a}, by the oracle {b}"
            );
        }
    }
}

#[test]
fn the_hosts_loop_equals_the_oracle() {
    for (name, config) in small_runs() {
        must_agree(&name, &config);
    }
}

/// Fields that two iterations cannot show, and where they are shown.
const UNSEEN: [(&str, &str); 1] = [(
    "stop_when_solved",
    "it ends a run that is solved: tests/rollouts/ends.rs",
)];

/// Returns other values of a field, near and far.
fn others(field: &Field, config: &TrainConfig) -> Vec<TrainConfig> {
    let numbers = |min: f64, max: f64| [0.01 * (min + max), 0.5 * (min + max), min];
    let values = match (field.kind, (field.get)(config)) {
        (FieldKind::Integer { .. }, Value::Integer(now)) => {
            [now / 2, now * 2, 2, 4, 1].map(Value::Integer).to_vec()
        }
        (FieldKind::Number { min, max }, _) => numbers(min, max).map(Value::Number).to_vec(),
        (FieldKind::Optional { min, max }, _) => std::iter::once(None)
            .chain(numbers(min, max).map(Some))
            .map(Value::Optional)
            .collect(),
        (FieldKind::Switch, _) => [true, false].map(Value::Switch).to_vec(),
        (FieldKind::Choice { options }, _) => {
            let keys = options().into_iter().map(|choice| choice.key);
            keys.map(Value::Choice).collect()
        }
        (FieldKind::Sizes { .. }, _) => vec![Value::Sizes(vec![3])],
        (FieldKind::Expression, _) => vec![Value::Expression("1 - abs(x)".to_owned())],
        (kind, now) => unreachable!("{kind:?} holds {now:?}"),
    };
    let changed = values.into_iter().map(|value| {
        let mut changed = config.clone();
        (field.set)(&mut changed, value);
        changed
    });
    changed
        .filter(|changed| changed != config && validate::problems(changed).is_empty())
        .collect()
}

/// A hyperparameter that the form shows changes what is trained, by the host's loop and the oracle
/// alike. One that only one of them reads is found here, whichever it is.
#[test]
fn every_field_is_alive_in_every_body() {
    let runs = small_runs();
    let before: Vec<_> = runs
        .iter()
        .map(|(name, config)| trained(name, config, false))
        .collect();
    for field in FIELDS {
        let alive = runs
            .iter()
            .zip(&before)
            .find_map(|((name, config), before)| {
                let is_used = field.is_used_by(config.algorithm);
                let others = if is_used {
                    others(field, config)
                } else {
                    Vec::new()
                };
                let name = format!("{}, {name}", field.key);
                others
                    .into_iter()
                    .find(|other| trained(&name, other, false) != *before)
                    .map(|other| (name, other))
            });
        let unseen = UNSEEN.iter().find(|(key, _)| *key == field.key);
        match (alive, unseen) {
            (Some((name, other)), None) => must_agree(&name, &other),
            (None, Some(_)) => {}
            (None, None) => panic!("{}: nothing that the host trains depends on it", field.key),
            (Some((name, _)), Some(_)) => panic!("{name}: it can be seen, and is listed as unseen"),
        }
    }
}
