use std::cell::Cell;
use std::rc::Rc;

use futures::FutureExt as _;
use futures::StreamExt as _;

use super::*;
use crate::config::Advantage;
use crate::config::presets::Preset;
use crate::device::Device;
use crate::protocol::checkpoint::Checkpoint;
use crate::protocol::encoding::{decode, encode};
use crate::protocol::{Event, RunEvent};
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

    fn ask(&self, helper: usize, share: Share) -> LocalBoxFuture<'static, Option<SharePart>> {
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
        ..Session::new(config.clone(), Device::flex())
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
        vpg("vpg-quick"),
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
