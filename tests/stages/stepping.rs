//! A run that is paused, stepped and slowed down, as a worker does it.

use std::rc::Rc;

use futures::StreamExt as _;
use futures::stream::LocalBoxStream;
use policy_lab::config::TrainConfig;
use policy_lab::protocol::run_control::{NextStep, Stepping};
use policy_lab::protocol::stages::Stage;
use policy_lab::protocol::{Command, Event, RunEvent, Tempo, Unit};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::observer::Observer;
use policy_lab::train::session::Session;

use super::{computed, stage_report, tiny};
use crate::support::runs::events;

/// The worker's side of a run, without a worker.
struct Bench {
    run: LocalBoxStream<'static, Event>,
    observer: Rc<Observer>,
    stepping: Stepping,
}

impl Bench {
    fn new(config: TrainConfig) -> Self {
        let session = Session::new(config, RunDevice::Cpu);
        Self {
            observer: Rc::clone(&session.observer),
            run: session.events().boxed_local(),
            stepping: Stepping::default(),
        }
    }

    fn ask(&mut self, command: &Command) -> Vec<RunEvent> {
        let told = self.stepping.handle(command, self.observer.position());
        self.observer.look(self.stepping.detail());
        told
    }

    fn after(&mut self, event: &Event) -> NextStep {
        match event {
            Event::Run(event) => self.stepping.after(event),
            _ => NextStep::GoOn,
        }
    }

    /// Returns the events until the run is paused or over.
    fn go(&mut self, unit: Unit) -> Vec<Event> {
        self.ask(&Command::StepOnce(unit));
        let mut events = Vec::new();
        while let Some(event) = pollster::block_on(self.run.next()) {
            let after = self.after(&event);
            events.push(event);
            if after == NextStep::Hold {
                break;
            }
        }
        events
    }

    fn stages(&mut self, unit: Unit) -> Vec<Stage> {
        let events = self.go(unit);
        let reports = events.iter().filter_map(stage_report);
        reports.map(|report| report.position.stage).collect()
    }
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
    // Learning is over, so the next step is the first of the next rollout.
    assert_eq!(bench.stages(Unit::EnvStep), [step(1)]);
    let to_the_end = bench.go(Unit::Iteration);
    assert!(
        matches!(to_the_end.last(), Some(Event::Run(RunEvent::Iteration(report))) if report.iteration == 2)
    );
    assert_eq!(to_the_end.iter().filter_map(stage_report).count(), 0);
    let rest = bench.go(Unit::Minibatch);
    assert!(
        matches!(rest.last(), Some(Event::Run(RunEvent::Stopped(_)))),
        "{rest:?}"
    );
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
    assert_eq!(bench.ask(&Command::Pause), [RunEvent::Paused]);
    assert_eq!(bench.ask(&Command::Resume), [RunEvent::Resumed]);
    while let Some(event) = pollster::block_on(bench.run.next()) {
        if matches!(event, Event::Run(RunEvent::Iteration(_))) {
            break;
        }
    }
    let told = bench.ask(&Command::Pause);
    assert!(
        matches!(&told[..], [RunEvent::Stage(report), RunEvent::Paused]
            if report.view.is_none() && report.position.iteration == 2
                && report.position.stage == Stage::Collect { step: 0, num_steps: 32 }),
        "{told:?}"
    );
    assert_eq!(
        bench.ask(&Command::Resume),
        [RunEvent::Resumed, RunEvent::Unobserved]
    );

    let slow = Tempo::Slow {
        millis: 1_200,
        env_steps: false,
    };
    assert_eq!(bench.ask(&Command::Pace(slow)), []);
    let mut rests = Vec::new();
    while let Some(event) = pollster::block_on(bench.run.next()) {
        if let NextStep::Rest(millis) = bench.after(&event) {
            rests.push(millis);
        }
        if matches!(event, Event::Run(RunEvent::Iteration(_))) {
            break;
        }
    }
    // Seven jumps, the whole rollout, advantages, and two for each of eight gradient steps.
    assert_eq!(rests, [[300; 7].to_vec(), [1_200; 18].to_vec()].concat());
    assert_eq!(
        bench.ask(&Command::Pace(Tempo::Full)),
        [RunEvent::Unobserved]
    );
}

#[test]
fn a_watched_run_rests_after_each_iteration_and_tells_of_no_stage() {
    let alone = computed(&events(tiny()));
    let mut bench = Bench::new(tiny());
    let watched = Tempo::Watched { millis: 900 };
    assert!(!bench.stepping.is_slow());
    assert_eq!(bench.ask(&Command::Pace(watched)), []);
    assert!(bench.stepping.is_slow(), "no frame is left out");
    let (mut all, mut rests, mut iterations) = (Vec::new(), Vec::new(), 0);
    while let Some(event) = pollster::block_on(bench.run.next()) {
        let is_iteration = matches!(event, Event::Run(RunEvent::Iteration(_)));
        iterations += usize::from(is_iteration);
        match bench.after(&event) {
            NextStep::GoOn => assert!(!is_iteration, "no rest after {iterations}"),
            NextStep::Rest(millis) if is_iteration => rests.push(millis),
            next => panic!("{next:?} after {event:?}"),
        }
        all.push(event);
    }
    assert!(iterations > 1, "{iterations}");
    assert_eq!(rests, vec![900; iterations]);
    assert_eq!(all.iter().filter_map(stage_report).count(), 0);
    assert_eq!(computed(&all), alone, "the same bits");
}

#[test]
fn a_step_of_a_watched_run_is_held_and_a_faster_pace_needs_no_word() {
    let mut bench = Bench::new(tiny());
    let watched = Tempo::Watched { millis: 900 };
    bench.ask(&Command::Pace(watched));
    let events = bench.go(Unit::Iteration);
    assert!(
        matches!(events.last(), Some(Event::Run(RunEvent::Iteration(report))) if report.iteration == 1)
    );
    assert!(bench.stepping.is_held(), "held, not resting");
    assert_eq!(bench.stages(Unit::EnvStep).len(), 1, "small steps are seen");
    let told = bench.ask(&Command::Resume);
    assert_eq!(told, [RunEvent::Resumed, RunEvent::Unobserved]);
    assert_eq!(bench.ask(&Command::Pace(Tempo::Full)), []);
}
