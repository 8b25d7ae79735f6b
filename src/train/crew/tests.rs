use std::cell::Cell;
use std::rc::Rc;

use futures::FutureExt as _;
use futures::StreamExt as _;

use super::*;
use crate::config::presets::Preset;
use crate::config::{Advantage, EnvId};
use crate::protocol::checkpoint::Checkpoint;
use crate::protocol::encoding::{decode, encode};
use crate::protocol::{Event, RunEvent};
use crate::train::gpu::RunDevice;
use crate::train::session::Session;

#[test]
fn everything_is_shared_once() {
    let of = |count, cores| {
        let borders = shares(count, cores).map(|share| (share.start, share.end));
        borders.collect::<Vec<_>>()
    };
    assert_eq!(of(8, 1), [(0, 8)]);
    assert_eq!(of(8, 3), [(0, 3), (3, 6), (6, 8)]);
    assert_eq!(of(2, 8), [(0, 1), (1, 2)]);
    assert_eq!(of(0, 2), [(0, 0)]);
}

/// Helpers that answer at once, through the bytes that would travel.
struct Prompt {
    helpers: usize,
    /// The answers until they die; none if they live for ever.
    left: Cell<Option<usize>>,
    asked: Cell<usize>,
}

impl Prompt {
    fn new(helpers: usize, left: Option<usize>) -> Rc<Self> {
        let (left, asked) = (Cell::new(left), Cell::new(0));
        Rc::new(Self {
            helpers,
            left,
            asked,
        })
    }
}

impl Crew for Prompt {
    fn helpers(&self) -> usize {
        match self.left.get() {
            Some(0) => 0,
            _ => self.helpers,
        }
    }

    fn ask(&self, helper: usize, share: Share) -> ShareAnswer {
        assert!(helper < self.helpers, "helper {helper} of {}", self.helpers);
        self.asked.set(self.asked.get() + 1);
        if let Some(left) = self.left.get() {
            self.left.set(Some(left.saturating_sub(1)));
            if left == 0 {
                return futures::future::ready(None).boxed_local();
            }
        }
        let share: Share = decode(&encode(&share).expect("bytes")).expect("a share");
        let part = encode(&compute(share)).expect("bytes");
        futures::future::ready(Some(decode(&part).expect("a part"))).boxed_local()
    }
}

/// Trains, and returns the networks and the optimiser of the end.
fn train(config: &TrainConfig, crew: Option<Rc<dyn Crew>>) -> Checkpoint {
    let session = Session {
        crew,
        ..Session::new(config.clone(), RunDevice::Cpu)
    };
    let events: Vec<Event> = pollster::block_on(session.events().collect());
    let last = events.into_iter().find_map(|event| match event {
        Event::Run(RunEvent::LastGood(checkpoint)) => Some(checkpoint),
        _ => None,
    });
    last.expect("the run has ended well")
}

/// Small runs of each kind whose rollouts and updates are large enough to be shared.
fn configs() -> Vec<TrainConfig> {
    let preset = |id: &str| (Preset::find(id).expect("a preset").config)();
    let ppo = TrainConfig {
        num_envs: 50,
        num_steps: 200,
        num_minibatches: 2,
        update_epochs: 2,
        total_timesteps: 20_000,
        hidden_sizes: vec![16, 12],
        ..preset("ppo-quick")
    };
    let vpg = |id: &str| TrainConfig {
        num_envs: 64,
        num_steps: 128,
        total_timesteps: 3 * 64 * 128,
        hidden_sizes: vec![16],
        ..preset(id)
    };
    vec![
        vpg("vpg-homework"),
        // Continuous actions travel as numbers, and their deviations are parameters too.
        TrainConfig {
            env_id: EnvId::Pendulum,
            max_episode_steps: 30,
            ..ppo.clone()
        },
        // The critic's values of a whole minibatch are shared before its gradient.
        TrainConfig {
            advantage: Advantage::Value,
            detach_advantage: true,
            norm_adv: true,
            ..ppo.clone()
        },
        TrainConfig {
            reward: "1 - abs(theta)".to_owned(),
            ..ppo.clone()
        },
        TrainConfig {
            num_minibatches: 1,
            ..vpg("vpg-quick")
        },
        // Rollouts without a critic.
        TrainConfig {
            early_stop: false,
            ..vpg("vpg-quick")
        },
        vpg("vpg-quick"),
        // Whoever takes the steps, the run looks after every sixteenth whether all carts fell.
        TrainConfig {
            num_envs: 512,
            num_steps: 500,
            total_timesteps: 512 * 500,
            early_stop: true,
            full_reset: true,
            ..vpg("vpg-quick")
        },
        ppo,
    ]
}

#[test]
fn any_number_of_cores_computes_the_same_bits() {
    for config in configs() {
        let alone = train(&config, None);
        for helpers in [1, 2, 3, 7] {
            let crew = Prompt::new(helpers, None);
            let helped = train(&config, Some(Rc::clone(&crew) as Rc<dyn Crew>));
            assert!(crew.asked.get() > 0, "nobody was asked");
            assert_eq!(helped, alone, "{helpers} helpers, {:?}", config.algorithm);
        }
    }
}

#[test]
fn a_crew_that_dies_loses_nothing() {
    for config in configs() {
        let alone = train(&config, None);
        for answers in [0, 1, 2, 5] {
            let crew = Prompt::new(2, Some(answers));
            let helped = train(&config, Some(crew));
            assert_eq!(helped, alone, "{answers} answers, {:?}", config.algorithm);
        }
    }
}

/// Helpers of which the first never answers, until it is dismissed.
struct Hanging {
    others: Rc<Prompt>,
    is_dismissed: Cell<bool>,
}

impl Crew for Hanging {
    fn helpers(&self) -> usize {
        self.others.helpers() + usize::from(!self.is_dismissed.get())
    }

    fn ask(&self, helper: usize, share: Share) -> ShareAnswer {
        match (self.is_dismissed.get(), helper) {
            (true, helper) => self.others.ask(helper, share),
            (false, 0) => futures::future::pending().boxed_local(),
            (false, helper) => self.others.ask(helper - 1, share),
        }
    }

    fn dismiss_silent(&self) {
        self.is_dismissed.set(true);
    }
}

/// Wherever it hangs: in a rollout, in the critic's values, in a gradient.
#[test]
fn a_helper_that_hangs_is_waited_for_once_and_loses_nothing() {
    for config in configs() {
        let alone = train(&config, None);
        let crew = Rc::new(Hanging {
            others: Prompt::new(1, None),
            is_dismissed: Cell::new(false),
        });
        let helped = train(&config, Some(Rc::clone(&crew) as Rc<dyn Crew>));
        assert!(crew.is_dismissed.get(), "{:?}", config.algorithm);
        assert_eq!(helped, alone, "{:?}", config.algorithm);
    }
}

/// What is worth no message is not shared.
#[test]
fn small_work_is_not_shared() {
    let config = TrainConfig {
        num_envs: 8,
        num_steps: 32,
        total_timesteps: 512,
        ..(Preset::find("ppo-quick").expect("a preset").config)()
    };
    let crew = Prompt::new(3, None);
    train(&config, Some(Rc::clone(&crew) as Rc<dyn Crew>));
    assert_eq!(crew.asked.get(), 0);
}

/// Helpers whose answers are of the right kind, and one short.
struct Short(Rc<Prompt>);

impl Crew for Short {
    fn helpers(&self) -> usize {
        self.0.helpers()
    }

    fn ask(&self, helper: usize, share: Share) -> ShareAnswer {
        let whole = self.0.ask(helper, share);
        let short = whole.map(|part| {
            Some(match part? {
                SharePart::Steps(mut record) => {
                    record.taken.pop();
                    SharePart::Steps(record)
                }
                SharePart::Values(mut values) => {
                    values.pop();
                    SharePart::Values(values)
                }
                SharePart::Gradient(mut parts) => {
                    parts.pop();
                    SharePart::Gradient(parts)
                }
            })
        });
        short.boxed_local()
    }
}

#[test]
fn an_answer_that_is_too_short_is_computed_again() {
    for config in configs() {
        let alone = train(&config, None);
        let helped = train(&config, Some(Rc::new(Short(Prompt::new(2, None)))));
        assert_eq!(helped, alone, "{:?}", config.algorithm);
    }
}

/// 5,000 rows are two whole pieces and a shorter one, each with its own sums.
#[test]
fn a_share_of_a_gradient_has_a_part_for_each_piece() {
    let config = (Preset::find("ppo-quick").expect("a preset").config)();
    let networks = networks(&config);
    let parameters = crate::train::setup::first_parameters(&config, &networks);
    let rows = 5_000;
    let waves = |count: usize| {
        (0..count)
            .map(|at| (at as f32 * 0.7).sin())
            .collect::<Vec<_>>()
    };
    let share = Share {
        config: Box::new(config),
        work: ShareWork::Gradient {
            samples: ShareSamples {
                obs: waves(rows * 4),
                actions: (0..rows as i32).map(|at| at % 2).collect(),
                controls: Vec::new(),
                old_log_prob: vec![-0.7; rows],
                advantages: waves(rows),
                returns: waves(rows),
                old_values: Vec::new(),
            },
            rows,
        },
        parameters: parameters.clone(),
    };
    let SharePart::Gradient(parts) = compute(share) else {
        panic!("another kind of answer");
    };
    assert_eq!(parts.len(), 3);
    for part in &parts {
        assert_eq!(part.gradient.len(), parameters.len());
        assert!(part.gradient.iter().any(|slope| *slope != 0.0));
        assert!(part.sums.entropy > 0.0);
    }
    // The entropy of two actions is at most ln 2 a row, and the first policy is almost even.
    let per_row = |part: usize, rows: f64| parts[part].sums.entropy / rows;
    for (part, rows) in [(0, 2_048.0), (1, 2_048.0), (2, 904.0)] {
        assert!((per_row(part, rows) - std::f64::consts::LN_2).abs() < 0.01);
    }
}

#[test]
fn large_runs_are_worth_a_crew() {
    let ppo = |num_envs, num_steps, num_minibatches| TrainConfig {
        num_envs,
        num_steps,
        num_minibatches,
        ..(Preset::find("ppo-quick").expect("a preset").config)()
    };
    // Two shares of 4,096 samples.
    assert!(is_worth_sharing(&ppo(64, 128, 4)));
    assert!(!is_worth_sharing(&ppo(63, 128, 4)));
    assert!(!is_worth_sharing(&ppo(1, 8_192, 4)));
    // More than one piece of a minibatch.
    assert!(is_worth_sharing(&ppo(1, 8_196, 4)));
    assert!(is_worth_sharing(&ppo(2, 1_025, 1)));
    assert!(!is_worth_sharing(&ppo(2, 1_024, 1)));
    let vpg = |whole_episodes, early_stop| TrainConfig {
        num_envs: 64,
        num_steps: 500,
        num_minibatches: 16,
        whole_episodes,
        early_stop,
        ..(Preset::find("vpg-quick").expect("a preset").config)()
    };
    assert!(is_worth_sharing(&vpg(false, false)));
    assert!(!is_worth_sharing(&vpg(true, false)));
    // A run that may stop early takes 16 steps at a time: 1,024 samples.
    assert!(!is_worth_sharing(&vpg(false, true)));
}

#[test]
fn more_cores_take_more_steps_at_once() {
    let at_once = |helpers, num_envs| {
        let crew = Prompt::new(helpers, None);
        shared_steps_at_once(Some(&*crew), num_envs)
    };
    assert_eq!(shared_steps_at_once(None, 64), 16);
    assert_eq!(at_once(0, 64), 16);
    // 16,384 samples for each core, in whole sixteens of steps.
    assert_eq!(at_once(1, 64), 512);
    assert_eq!(at_once(3, 64), 1_024);
    assert_eq!(at_once(1, 100), 320);
    assert_eq!(at_once(3, 1_000_000), 16);
}

#[test]
fn work_is_divided_among_as_many_cores_as_are_worth_a_message() {
    let crew = Prompt::new(3, None);
    assert_eq!(cores_for(&*crew, 8, 32), 1);
    assert_eq!(cores_for(&*crew, 64, 128), 2);
    assert_eq!(cores_for(&*crew, 64, 512), 4);
    // An environment is not divided.
    assert_eq!(cores_for(&*crew, 2, 100_000), 2);
}
