//! A run that is looked at: what it tells of its stages, that it waits to be seen, and that it computes the same.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use std::rc::Rc;

use burn::tensor::Device;
use futures::StreamExt as _;
use futures::stream::LocalBoxStream;
use policy_lab::train::config::TrainConfig;
use policy_lab::train::metrics::Metric;
use policy_lab::train::protocol::{Command, Event, POSE, Tempo, Unit};
use policy_lab::train::session::session_watched;
use policy_lab::train::stages::{Grain, Moment, Seen, Stage};
use policy_lab::train::stepping::{After, Stepping};
use policy_lab::train::watch::Watch;
use support::runs::{events, preset, small};

/// What a worker does with a run, without a worker.
struct Bench {
    run: LocalBoxStream<'static, Event>,
    watch: Rc<Watch>,
    stepping: Stepping,
}

impl Bench {
    fn new(config: TrainConfig) -> Self {
        let watch = Rc::<Watch>::default();
        let seen = (None, Rc::clone(&watch));
        Self {
            run: session_watched(config, None, Device::flex(), seen).boxed_local(),
            watch,
            stepping: Stepping::default(),
        }
    }

    fn ask(&mut self, command: &Command) -> Vec<Event> {
        let told = self.stepping.obey(command, self.watch.place());
        self.watch.look(self.stepping.grain());
        told
    }

    /// What comes until the run is held or over.
    fn go(&mut self, unit: Unit) -> Vec<Event> {
        self.ask(&Command::StepOnce(unit));
        let mut events = Vec::new();
        while let Some(event) = pollster::block_on(self.run.next()) {
            let after = self.stepping.after(&event);
            events.push(event);
            if after == After::Hold {
                break;
            }
        }
        events
    }

    fn stages(&mut self, unit: Unit) -> Vec<Stage> {
        let events = self.go(unit);
        let moments = events.iter().filter_map(moment);
        moments.map(|moment| moment.place.stage).collect()
    }
}

fn moment(event: &Event) -> Option<&Moment> {
    match event {
        Event::Stage(moment) => Some(moment),
        _ => None,
    }
}

fn looked_at(config: TrainConfig, grain: Grain) -> Vec<Event> {
    let watch = Rc::<Watch>::default();
    watch.look(grain);
    let seen = (None, watch);
    pollster::block_on(session_watched(config, None, Device::flex(), seen).collect())
}

/// All that a run computed, and not how long it took.
fn computed(events: &[Event]) -> Vec<String> {
    let told = events.iter().filter_map(|event| match event {
        Event::Iteration(report) => {
            let metrics = report
                .metrics
                .iter()
                .map(|(metric, value)| (metric, value.to_bits()));
            Some(format!(
                "{} {:?}",
                report.global_step,
                metrics.collect::<Vec<_>>()
            ))
        }
        Event::Frame(frame) => Some(format!("{:?} {:?}", frame.poses, frame.parameters)),
        Event::Kept(checkpoint) => Some(format!("{checkpoint:?}")),
        _ => None,
    });
    told.collect()
}

/// Two iterations of two epochs of four minibatches, after 32 steps of 8 worlds.
fn tiny() -> TrainConfig {
    TrainConfig {
        num_minibatches: 4,
        update_epochs: 2,
        ..small("ppo-quick", 2)
    }
}

#[test]
fn a_run_computes_the_same_bits_whoever_looks() {
    let early = TrainConfig {
        early_stop: true,
        num_steps: 200,
        total_timesteps: 8 * 200 * 2,
        ..small("vpg-quick", 2)
    };
    let careful = TrainConfig {
        target_kl: Some(1e-4),
        ..tiny()
    };
    let episodes = TrainConfig {
        rollouts_per_iteration: 3,
        total_timesteps: 3 * 1_000 * 2,
        ..preset("reinforce-episodes")
    };
    for config in [tiny(), early, careful, episodes, small("vpg-homework", 2)] {
        let alone = computed(&events(config.clone()));
        assert!(alone.len() >= 4, "{alone:?}");
        for grain in [Grain::Stages, Grain::Jumps, Grain::Steps] {
            let seen = computed(&looked_at(config.clone(), grain));
            assert_eq!(seen, alone, "{grain:?} of {config:?}");
        }
    }
}

#[test]
fn nothing_is_told_to_nobody() {
    let told = events(tiny());
    assert_eq!(told.iter().filter_map(moment).count(), 0);
    assert_eq!(looked_at(tiny(), Grain::Nothing).len(), told.len());
}

#[test]
fn stages_come_in_their_order() {
    let events = looked_at(tiny(), Grain::Jumps);
    let names: String = (events.iter())
        .filter_map(|event| match event {
            Event::Iteration(_) => Some('.'),
            Event::Stage(moment) => Some(match moment.place.stage {
                Stage::Collect { .. } => 'c',
                Stage::Advantages => 'a',
                Stage::Minibatch(_) => 'm',
                Stage::Update(_) => 'u',
            }),
            _ => None,
        })
        .collect();
    assert_eq!(
        names,
        "cccccccca".to_owned() + "mumumumumumumumu.ccccccccamumumumumumumumu."
    );
    let places = events.iter().filter_map(moment).map(|moment| moment.place);
    let iterations: Vec<usize> = places.map(|place| place.iteration).collect();
    assert_eq!((iterations[0], iterations[24], iterations[25]), (1, 1, 2));
}

#[test]
fn what_is_seen_is_what_was_computed() {
    let events = looked_at(tiny(), Grain::Steps);
    let mut frame = None;
    let mut poses = Vec::new();
    let mut policy_losses = Vec::new();
    for event in &events {
        match event {
            Event::Frame(newest) if frame.is_none() => frame = Some(newest),
            Event::Iteration(report) => {
                let mean = policy_losses.iter().sum::<f64>() / policy_losses.len() as f64;
                let told = report.metrics.get(Metric::PolicyLoss).expect("a loss");
                assert!((told - mean).abs() < 1e-9, "{told} {mean}");
                break;
            }
            Event::Stage(moment) => match moment.seen.as_ref().expect("something to see") {
                Seen::Step(glimpse) => {
                    assert_eq!((glimpse.num_carts, glimpse.poses.len()), (8, 8 * POSE));
                    assert!(glimpse.probability.is_some_and(|it| it > 0.2 && it < 0.8));
                    assert_eq!(glimpse.reward, Some(1.0));
                    poses.extend(&glimpse.poses);
                }
                Seen::Targets {
                    advantages,
                    returns,
                } => {
                    assert!(advantages.is_some_and(|it| it.min < it.mean && it.mean < it.max));
                    assert!(returns.is_some_and(|it| it.deviation > 0.0));
                }
                Seen::Samples(count) => assert_eq!(*count, 8 * 32 / 4),
                Seen::Measures(metrics) => {
                    assert!(metrics.get(Metric::GradNorm).is_some_and(|norm| norm > 0.0));
                    let Stage::Update(turn) = moment.place.stage else {
                        panic!("{moment:?}");
                    };
                    if turn.epoch == 2 {
                        policy_losses.push(metrics.get(Metric::PolicyLoss).expect("a loss"));
                    }
                }
            },
            _ => {}
        }
    }
    assert_eq!(frame.map(|frame| &frame.poses), Some(&poses));
}

#[test]
fn every_unit_holds_where_it_is_done() {
    let mut bench = Bench::new(tiny());
    let step = |step| Stage::Collect {
        step,
        num_steps: 32,
    };
    assert_eq!(bench.stages(Unit::EnvStep), [step(1)]);
    assert_eq!(bench.stages(Unit::EnvStep), [step(2)]);
    let on_the_way = bench.stages(Unit::Minibatch);
    assert_eq!(on_the_way.len(), 4);
    assert_eq!(on_the_way[..2], [step(32), Stage::Advantages]);
    let turn = |stage: &[Stage]| match stage.last() {
        Some(Stage::Update(turn)) => (turn.epoch, turn.index),
        other => panic!("{other:?}"),
    };
    assert_eq!(turn(&on_the_way), (1, 1));
    assert_eq!(turn(&bench.stages(Unit::Minibatch)), (1, 2));
    assert_eq!(turn(&bench.stages(Unit::Epoch)), (1, 4));
    assert_eq!(turn(&bench.stages(Unit::Epoch)), (2, 4));
    // Learning is over: the next step is the first of the next rollout.
    assert_eq!(bench.stages(Unit::EnvStep), [step(1)]);
    let to_the_end = bench.go(Unit::Iteration);
    assert!(matches!(to_the_end.last(), Some(Event::Iteration(report)) if report.iteration == 2));
    assert_eq!(to_the_end.iter().filter_map(moment).count(), 0);
    let rest = bench.go(Unit::Minibatch);
    assert!(matches!(rest.last(), Some(Event::Stopped(_))), "{rest:?}");
}

#[test]
fn stepped_in_any_way_it_computes_the_same_bits() {
    let alone = computed(&events(tiny()));
    let mut bench = Bench::new(tiny());
    let mut all = Vec::new();
    let units = [
        Unit::EnvStep,
        Unit::EnvStep,
        Unit::Minibatch,
        Unit::Epoch,
        Unit::Iteration,
    ];
    for unit in units.into_iter().cycle() {
        let told = bench.go(unit);
        if told.is_empty() {
            break;
        }
        all.extend(told);
    }
    assert_eq!(computed(&all), alone);
}

#[test]
fn a_pause_names_the_place_and_slow_motion_rests() {
    let mut bench = Bench::new(tiny());
    assert_eq!(bench.ask(&Command::Pause), [Event::Paused]);
    assert_eq!(bench.ask(&Command::Resume), [Event::Resumed]);
    for _ in 0..3 {
        drop(pollster::block_on(bench.run.next()));
    }
    let told = bench.ask(&Command::Pause);
    assert!(
        matches!(&told[..], [Event::Stage(moment), Event::Paused]
            if moment.seen.is_none() && matches!(moment.place.stage, Stage::Update(_))),
        "{told:?}"
    );
    assert_eq!(
        bench.ask(&Command::Resume),
        [Event::Resumed, Event::Unwatched]
    );

    let slow = Tempo::Slow {
        millis: 1_200,
        env_steps: false,
    };
    assert_eq!(bench.ask(&Command::Pace(slow)), []);
    let mut rests = Vec::new();
    while let Some(event) = pollster::block_on(bench.run.next()) {
        if let After::Rest(millis) = bench.stepping.after(&event) {
            rests.push(millis);
        }
        if matches!(event, Event::Iteration(_)) {
            break;
        }
    }
    // Seven jumps, the whole rollout, advantages, and two for each of eight gradient steps.
    assert_eq!(rests, [[300; 7].to_vec(), [1_200; 18].to_vec()].concat());
    assert_eq!(bench.ask(&Command::Pace(Tempo::Full)), [Event::Unwatched]);
}
