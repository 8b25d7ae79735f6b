//! Training with a loop of the reader's: the events of its run, its mistakes, and the capstones,
//! whose parts share one model.

mod beside;

use std::rc::Rc;

use futures::StreamExt as _;
use policy_lab::history::History;
use policy_lab::history::health::{OwnCode, Verdict};
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::{Event, RunEvent, StopReason};
use policy_lab::python::protocol::{Answer, Cell, CellFailure};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::session::Session;
use policy_lab_page::course::{EXERCISES, Exercise};
use policy_lab_page::view::beside::{Beside, Compared, sentence};
use policy_lab_python::cell::Python;
use policy_lab_python::own_loop::OwnLoop;

use crate::cell_of;

/// Returns our answers to the exercises of a chapter before its capstone, as if the reader had
/// passed them.
fn passed(capstone: &Exercise) -> Vec<Answer> {
    let (chapter, _) = capstone.id.split_once('-').expect("a chapter's number");
    let is_part =
        |it: &&Exercise| it.id.starts_with(chapter) && it.bug_in.is_none() && it.trains.is_empty();
    let parts = EXERCISES.iter().filter(is_part);
    parts
        .map(|it| it.answer(it.solution().to_owned()))
        .collect()
}

fn begun(
    exercise: &Exercise,
    source: &str,
    expression: &str,
    passed: Vec<Answer>,
) -> Result<OwnLoop, CellFailure> {
    begun_in(&Rc::default(), exercise, source, expression, passed)
}

fn begun_in(
    python: &Rc<Python>,
    exercise: &Exercise,
    source: &str,
    expression: &str,
    passed: Vec<Answer>,
) -> Result<OwnLoop, CellFailure> {
    let cell = Cell {
        answer: exercise.answer(source.to_owned()),
        passed,
        seed: 1,
        ..Cell::default()
    };
    let config = exercise
        .draft()
        .expect("settings")
        .config()
        .expect("valid settings");
    let iterations = exercise.iterations.expect("how many iterations it has");
    OwnLoop::new(Rc::clone(python), &cell, [expression, iterations], config)
}

/// Returns the first events of a loop.
fn events(run: OwnLoop, count: usize) -> Vec<Event> {
    pollster::block_on(run.events().take(count).collect())
}

fn reinforce() -> &'static Exercise {
    Exercise::find("S4-T").expect("a capstone")
}

/// Returns the last event of a loop that is written in place of REINFORCE's.
fn last(body: &str) -> Event {
    let source = format!("def train():\n    {body}\n");
    let run = begun(reinforce(), &source, "train()", Vec::new())
        .unwrap_or_else(|failure| panic!("{failure:?}"));
    events(run, 20).pop().expect("an event")
}

fn mistake(body: &str) -> String {
    match last(body) {
        Event::Failed(failure) => failure.message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_capstone_tells_its_start_its_carts_and_its_episodes() {
    let capstones: Vec<_> = EXERCISES
        .iter()
        .filter(|it| !it.trains.is_empty())
        .collect();
    assert!(capstones.len() >= 3);
    for exercise in capstones {
        let expression = exercise.trains[0].expression;
        let run = begun(exercise, exercise.solution(), expression, passed(exercise));
        let run = run.unwrap_or_else(|failure| panic!("{}: {}", exercise.id, failure.traceback));
        let events = events(run, 3);
        let [
            Event::Run(RunEvent::Started(info)),
            Event::Run(RunEvent::Frame(frame)),
            Event::Run(RunEvent::Iteration(report)),
        ] = &events[..]
        else {
            panic!("{}: {events:?}", exercise.id);
        };
        assert!(info.num_iterations > 1, "{}", exercise.id);
        assert_eq!(
            (frame.iteration, report.iteration),
            (1, 1),
            "{}",
            exercise.id
        );
        assert!(
            frame.num_carts >= 1 && frame.num_steps > 8,
            "{}",
            exercise.id
        );
        let length = report
            .metrics
            .get(Metric::EpisodicLength)
            .expect("episodes ended");
        assert!((8.0..100.0).contains(&length), "{}: {length}", exercise.id);
        assert!(report.global_step > 0, "{}", exercise.id);
    }
}

#[test]
fn a_loop_ends_with_the_last_yield() {
    let end = last("yield {'entropy': torch.tensor(0.5), 'value_loss': None}\n    yield");
    assert!(
        matches!(end, Event::Run(RunEvent::Stopped(StopReason::Finished))),
        "{end:?}"
    );
}

#[test]
fn a_mistake_in_the_loop_is_told_in_words() {
    let said = mistake("yield\n    raise ValueError('too far')");
    assert!(
        said.contains("too far") && said.contains("line 3"),
        "{said}"
    );
    let said = mistake("yield {'hapiness': 1.0}");
    assert!(
        said.contains("'hapiness', which no chart shows") && said.contains("entropy"),
        "{said}"
    );
    let said = mistake("yield 3");
    assert!(
        said.contains("yield a dict of measurements, or nothing"),
        "{said}"
    );
    let said = mistake("yield {'entropy': torch.zeros(3)}");
    assert!(said.contains("take its mean first"), "{said}");
    let failure = begun(
        reinforce(),
        "def train(): return 3\n",
        "train()",
        Vec::new(),
    )
    .err();
    let said = failure.expect("no generator").message;
    assert!(
        said.contains("train has to be a generator, and returned int"),
        "{said}"
    );
}

/// The reader's answers and ours refer to one network, whichever of them have passed.
#[test]
fn whatever_has_passed_all_parts_of_reinforce_share_one_model() {
    let exercise = reinforce();
    let parts = passed(exercise);
    let source = "assert generate_session.__globals__['predict_probs'] is predict_probs, 'plays with another function'\n\
                  states = np.array(torch.randn(3, 4))\n\
                  with torch.no_grad():\n    for p in model.parameters(): p.mul_(2.0)\n\
                  probs = torch.softmax(model(torch.tensor(states, dtype=torch.float32)), -1).detach()\n\
                  assert torch.allclose(torch.tensor(predict_probs(states)).float(), probs, 1e-4, 1e-5), 'asks another network'\n\
                  before = [p.detach().clone() for p in model.parameters()]\n\
                  train_on_session(states, [0, 1, 1], [1.0, 1.0, 1.0])\n\
                  assert any(not torch.equal(a, b.detach()) for a, b in zip(before, model.parameters())), 'moves another network'\n\
                  def train(): yield\n";
    for chosen in 0_u32..1 << parts.len() {
        let some = parts
            .iter()
            .enumerate()
            .filter(|(place, _)| chosen & (1 << place) != 0);
        let some: Vec<_> = some.map(|(_, answer)| answer.clone()).collect();
        let names: Vec<_> = some.iter().map(|it| it.names.join(" ")).collect();
        if let Err(failure) = begun(exercise, source, "train()", some) {
            panic!("{names:?}: {}", failure.traceback);
        }
    }
}

/// Returns a loop's run as the page knows it after some iterations. `between` happens after each of
/// them.
fn history(id: &str, iterations: usize, between: impl Fn(&Python)) -> History {
    let exercise = Exercise::find(id).expect("a capstone");
    let expression = exercise.trains[0].expression;
    let python = Rc::new(Python::new());
    let source = exercise.solution();
    let run = begun_in(&python, exercise, source, expression, passed(exercise));
    let run = run.unwrap_or_else(|failure| panic!("{id}: {}", failure.traceback));
    let mut history = History::default();
    let mut events = Box::pin(run.events());
    while history.run.iterations().len() < iterations {
        let event = pollster::block_on(events.next()).expect("an event");
        if let Event::Failed(failure) = &event {
            panic!("{id}: {}", failure.message);
        }
        let is_iteration = matches!(event, Event::Run(RunEvent::Iteration(_)));
        history.apply(event);
        if is_iteration {
            between(&python);
        }
    }
    history
}

/// Returns the mean lengths of episodes in a run's iterations.
fn lengths(history: &History) -> Vec<f64> {
    let points = history.run.series(Metric::EpisodicLength).iter();
    points.map(|point| point.1).collect()
}

#[test]
fn neither_the_time_nor_a_cell_between_its_turns_changes_the_numbers_of_a_loop() {
    let draw = |python: &Python| {
        let source = "torch.manual_seed(3)\nnp.random.seed(4)\ntorch.rand(2), np.random.rand(2)";
        let outcome = python.run_cell(&cell_of(source));
        assert!(outcome.failure.is_none(), "{outcome:?}");
    };
    for id in ["S4-T", "S2-T"] {
        let undisturbed = history(id, 3, |_| {});
        let drawn = history(id, 3, draw);
        assert_eq!(lengths(&drawn), lengths(&undisturbed), "{id}");
    }
}

/// Beside our run both begin at the same length, because they measure the same, and nobody says
/// that it is the code.
#[test]
fn each_capstone_learns_to_balance_and_is_not_blamed() {
    for (id, iterations) in [("S4-T", 60), ("S0-T", 8), ("S2-T", 10)] {
        let own = history(id, iterations, |_| {});
        let lengths = lengths(&own);
        let mean = |some: &[f64]| some.iter().sum::<f64>() / some.len() as f64;
        let (first, last) = (mean(&lengths[..3]), mean(&lengths[iterations - 3..]));
        assert!(
            last > 1.5 * first,
            "{id}: from {first} to {last} in {lengths:?}"
        );
        let ours = ours_beside(id, iterations);
        let verdict = Verdict::beside(&own, &ours, OwnCode::Loop);
        assert_eq!(verdict.code, None, "{id}");
        let compared = Compared::of(&own, &ours).expect("a length");
        let said = sentence(&Beside {
            compared: Some(compared),
            fault: verdict.code,
            ..Beside::default()
        });
        assert!(!said.contains("code"), "{id}: {said}");
        let begin = ours.run.series(Metric::EpisodicLength)[0].1;
        let ratio = lengths[0] / begin;
        assert!(
            (0.5..2.0).contains(&ratio),
            "{id}: {} and {begin}",
            lengths[0]
        );
    }
}

/// Returns the run that the page trains beside a capstone's first loop.
fn ours_beside(id: &str, iterations: usize) -> History {
    let exercise = Exercise::find(id).expect("a capstone");
    let draft = exercise.trains[0].reference().expect("a run of ours");
    let config = draft.config().expect("valid settings");
    let mut history = History::default();
    let mut events = Box::pin(Session::new(config, RunDevice::Cpu).events());
    while history.run.iterations().len() < iterations {
        history.apply(pollster::block_on(events.next()).expect("an event"));
    }
    history
}

#[test]
fn a_loop_says_how_many_iterations_it_has_if_its_names_do() {
    let count = |source: &str, expression: &str| {
        let run = begun(reinforce(), source, expression, Vec::new());
        let events = events(run.expect("a loop"), 1);
        match &events[..] {
            [Event::Run(RunEvent::Started(info))] => info.num_iterations,
            other => panic!("{other:?}"),
        }
    };
    let named = "def train(env, num_iterations=7):\n    for _ in range(num_iterations): yield\n";
    assert_eq!(count(named, "train(0)"), 7);
    assert_eq!(count(named, "train(0, 12)"), 12);
    let other = "def train(env, rounds=7):\n    for _ in range(rounds): yield\n";
    assert_eq!(count(other, "train(0)"), 0, "nobody knows");
    assert_eq!(count(named, "train(0, 'all')"), 0);
}
