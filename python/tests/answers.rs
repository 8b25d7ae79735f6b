//! Right and wrong answers to the exercises, put through their checks: `exercises/ID/answers.md`
//! lists them.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use policy_lab::python::protocol::{Cell, CellFailure};
use policy_lab_page::course::{EXERCISES, Exercise};
use policy_lab_python::cell::Python;
use policy_lab_python::library::{built, fetch_with};
use serde::{Deserialize, Serialize};

mod alone;
mod amount;
mod listed;
mod taken;

use alone::Trier;
use amount::amount;
use listed::{Listed, Verdict};
use taken::{TAKEN, Taken};

/// Least number of wrong answers to an exercise, and to all of them.
const LEAST_WRONG: (usize, usize) = (8, 300);
/// Least number of right answers to an exercise, besides our solution.
const LEAST_RIGHT: usize = 2;
/// Least share of the wrong answers whose mistake is named.
const LEAST_NAMED: f64 = 0.9;

/// The seed of each cell where exercises are run in an order.
const SEED: u32 = 1;

/// Names the exercises to try, `H-E1,H-E2`; without it all are tried.
const CHOICE: &str = "EXERCISES";

/// What came of the answers to an exercise.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Row {
    right: usize,
    tried: usize,
    caught: usize,
    named: usize,
}

fn folder(exercise: &Exercise) -> std::path::PathBuf {
    let course = Path::new(env!("CARGO_MANIFEST_DIR")).join("../course/exercises");
    course.join(exercise.id)
}

fn answers(exercise: &Exercise) -> Vec<Listed> {
    let path = folder(exercise).join("answers.md");
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    listed::read(&text, exercise.solution())
        .unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// Returns a cell with an answer to an exercise, and its check.
fn cell(exercise: &Exercise, source: &str, seed: u32) -> Cell {
    Cell {
        answer: exercise.answer(source.to_owned()),
        check: Some(exercise.check.to_owned()),
        seed,
        ..Cell::default()
    }
}

fn checked(python: &Python, exercise: &Exercise, source: &str, seed: u32) -> Option<CellFailure> {
    python.run_cell(&cell(exercise, source, seed)).failure
}

/// Returns what a failure says of the mistake, and what it says besides.
fn said(failure: &CellFailure) -> (Option<&str>, String) {
    let likely = match &failure.finding {
        Some(finding) => finding.likely.as_deref(),
        None => failure.hint.as_deref(),
    };
    (likely, format!("{}: {}", failure.kind, failure.message))
}

/// Returns what is wrong about the verdict of the checks, if anything is.
fn complaint(wanted: &Verdict, failure: Option<&CellFailure>) -> Option<String> {
    let said = failure.map(said);
    let is_kept = match (wanted, &said) {
        (Verdict::Passes, said) => said.is_none(),
        (_, None) => false,
        (Verdict::Named(words), Some((likely, _))) => {
            likely.is_some_and(|it| it.contains(words.as_str()))
        }
        (Verdict::Raises(words), Some((likely, raised))) => {
            likely.is_none() && raised.contains(words.as_str())
        }
        (Verdict::Unnamed, Some((likely, _))) => {
            likely.is_none() && failure.is_some_and(|it| it.finding.is_some())
        }
    };
    (!is_kept).then(|| match said {
        None => format!("wanted {wanted:?}, and it passes"),
        Some((likely, raised)) => format!("wanted {wanted:?}; likely: {likely:?}; {raised}"),
    })
}

fn tried(python: &Python, exercise: &Exercise) -> (Row, Vec<String>) {
    let mut row = Row::default();
    let mut complaints = Vec::new();
    let solution = Listed {
        title: "our solution".to_owned(),
        source: exercise.solution().to_owned(),
        verdict: Verdict::Passes,
    };
    for answer in answers(exercise).iter().chain([&solution]) {
        let is_right = answer.verdict == Verdict::Passes;
        let seeds = match (exercise.trains.is_empty(), is_right) {
            (true, true) => amount().seeds_of_right,
            (true, false) => amount().seeds_of_wrong,
            (false, true) => amount().seeds_of_right_agent,
            (false, false) => 1,
        };
        let mut is_caught = true;
        if answer.title == solution.title {
            fetch_with(|file| Err(format!("an exercise is solved without {file}")));
        }
        let complaint = (0..seeds).find_map(|seed| {
            let failure = checked(python, exercise, &answer.source, seed);
            is_caught &= failure.is_some();
            let why = complaint(&answer.verdict, failure.as_ref())?;
            Some(format!(
                "{} “{}”, seed {seed}: {why}",
                exercise.id, answer.title
            ))
        });
        if is_right {
            row.right += 1;
        } else {
            row.tried += 1;
            row.caught += usize::from(is_caught);
            row.named +=
                usize::from(complaint.is_none() && matches!(answer.verdict, Verdict::Named(_)));
        }
        complaints.extend(complaint);
    }
    fetch_with(built);
    if row.tried < LEAST_WRONG.0 || row.right < 1 + LEAST_RIGHT {
        complaints.push(format!(
            "{}: {} wrong answers and {} right ones",
            exercise.id, row.tried, row.right
        ));
    }
    (row, complaints)
}

/// Has two processes try the answers to the exercises that `is_wanted` names, and hands over what
/// came of each.
fn for_each_exercise(
    is_wanted: impl Fn(&str) -> bool + Sync,
    take: impl Fn(usize, (Row, Vec<String>)) + Sync,
) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut trier = Trier::start();
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(exercise) = EXERCISES.get(place) else {
                        return;
                    };
                    if is_wanted(exercise.id) {
                        take(place, trier.tried(exercise));
                    }
                }
            });
        }
    });
}

/// Returns the ids of the exercises to try; none means all of them.
///
/// # Panics
/// If there is no exercise of such an id.
fn chosen() -> Vec<&'static str> {
    let choice = env::var(CHOICE).unwrap_or_default();
    let ids = choice.split(',').map(str::trim).filter(|id| !id.is_empty());
    let found =
        ids.map(|id| Exercise::find(id).unwrap_or_else(|| panic!("{CHOICE}: no exercise {id}")));
    found.map(|exercise| exercise.id).collect()
}

#[test]
fn the_checks_tell_right_answers_from_wrong_ones_and_name_the_mistake() {
    let chosen = chosen();
    let is_chosen = |id: &str| chosen.is_empty() || chosen.contains(&id);
    let rows = Mutex::new(vec![Row::default(); EXERCISES.len()]);
    let complaints = Mutex::new(Vec::new());
    for_each_exercise(is_chosen, |place, (row, found)| {
        rows.lock().expect("no panic before")[place] = row;
        complaints.lock().expect("no panic before").extend(found);
    });
    let rows = rows.into_inner().expect("no panic before");
    println!("exercise  right  wrong  caught  named");
    let mut all = Row::default();
    for (row, exercise) in rows.iter().zip(EXERCISES) {
        if !is_chosen(exercise.id) {
            continue;
        }
        println!(
            "{:8} {:6} {:6} {:7} {:6}",
            exercise.id, row.right, row.tried, row.caught, row.named
        );
        all.right += row.right;
        all.tried += row.tried;
        all.caught += row.caught;
        all.named += row.named;
    }
    println!(
        "{:8} {:6} {:6} {:7} {:6}",
        "all", all.right, all.tried, all.caught, all.named
    );
    let complaints = complaints.into_inner().expect("no panic before");
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let least = if chosen.is_empty() { LEAST_WRONG.1 } else { 0 };
    assert!(all.tried >= least, "{} wrong answers", all.tried);
    assert!(
        all.named as f64 >= LEAST_NAMED * all.tried as f64,
        "{} of {} named",
        all.named,
        all.tried
    );
}

/// What a reader can work out by hand is shown, where it shows the same mistake as random numbers.
#[test]
fn a_known_mistake_is_shown_on_the_example_of_the_text() {
    let python = Python::new();
    let exercise = Exercise::find("S4-E4").expect("an exercise");
    let all = answers(exercise);
    let forwards = all.iter().find(|it| it.title == "Runs forwards");
    let source = &forwards.expect("an answer").source;
    let failure = checked(&python, exercise, source, SEED).expect("a failure");
    let inputs = failure.finding.expect("a finding").inputs;
    let example = ("rewards".to_owned(), "[0, 0, 1, 0, 0, 1, 0]".to_owned());
    assert!(inputs.contains(&example), "{inputs:?}");
}

#[test]
fn no_answer_is_taken_from_ours() {
    let python = Python::new();
    for Taken { id, source, words } in TAKEN {
        let exercise = Exercise::find(id).expect("an exercise");
        let failure = checked(&python, exercise, source, SEED);
        let failure = failure.unwrap_or_else(|| panic!("{id} passes: {source}"));
        assert!(failure.message.contains(words), "{id}: {}", failure.message);
        // The next cell finds everything as it was.
        assert_eq!(
            checked(&python, exercise, exercise.solution(), SEED),
            None,
            "{id}"
        );
    }
}

/// Cells that replace what others need: of the interpreter, of torch, of the course and of the
/// random numbers.
const VANDALS: [&str; 6] = [
    "import builtins\nbuiltins.len = builtins.sum = None",
    "t.rand = t.stack = torch.Tensor.mean = None\nnn.Linear.forward = lambda self, x: x * 0",
    "import reference\nreference.compute_returns = compute_returns = None\nreference.PolicyNetwork.forward = None",
    "torch.set_grad_enabled(False).__enter__()\nt.manual_seed(3)\nnp.random.seed(3)",
    "import sys, tests\nsys.stdout = None\ntests.test_compute_returns = print\nsys.setrecursionlimit(30)",
    "PROBES = worlds = model = optimizer = None\nCartPole.step = None\nraise ValueError('half done')",
];

/// Returns the same numbers for the same seed: a shuffle needs no more.
fn draws(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    }
}

/// What was said of an answer that ran in an interpreter of its own, by the places of exercise and
/// answer.
type Alone = Mutex<BTreeMap<(usize, usize), Option<CellFailure>>>;

/// What is said of an answer is the same whatever ran before it: solved exercises and unsolved
/// ones, wrong answers and cells that spoil what they can reach.
#[test]
fn no_cell_changes_what_is_said_of_another() {
    if !chosen().is_empty() {
        println!("left out: {CHOICE} is set, and this needs all of them");
        return;
    }
    let texts: Vec<Vec<String>> = (EXERCISES.iter())
        .map(|exercise| {
            let starter = [exercise.starter().to_owned()];
            // To play the probes takes seconds.
            let listed = exercise.trains.is_empty().then(|| answers(exercise));
            let listed = listed.into_iter().flatten().map(|it| it.source);
            starter.into_iter().chain(listed).collect()
        })
        .collect();
    let orders = AtomicUsize::new(0);
    let alone = Alone::default();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let order = orders.fetch_add(1, Ordering::Relaxed);
                    if order >= amount().orders {
                        return;
                    }
                    run_in_order(order, &texts, &alone);
                }
            });
        }
    });
}

/// Runs all exercises in an order of its own, each answered by one of its texts, with something
/// that spoils what it can reach before every second.
fn run_in_order(order: usize, texts: &[Vec<String>], alone: &Alone) {
    let mut draw = draws(order as u64);
    let mut places: Vec<usize> = (0..EXERCISES.len()).collect();
    match order {
        0 => {}
        1 => places.reverse(),
        _ => (1..places.len())
            .rev()
            .for_each(|place| places.swap(place, draw(place + 1))),
    }
    let said = in_this_order(&places, texts, &mut draw);
    for ((place, which), said) in said {
        let exercise = &EXERCISES[place];
        let known = (alone.lock().expect("no panic before"))
            .get(&(place, which))
            .cloned();
        let by_itself =
            known.unwrap_or_else(|| alone::failure(&cell(exercise, &texts[place][which], SEED)));
        let told = |failure: &Option<CellFailure>| failure.as_ref().map(|it| it.message.clone());
        assert!(
            said == by_itself,
            "order {order}, {}: {:?}; alone: {:?}",
            exercise.id,
            told(&said),
            told(&by_itself)
        );
        let mut alone = alone.lock().expect("no panic before");
        alone.insert((place, which), by_itself);
    }
}

/// Runs the exercises in this order in one interpreter, and returns for each the places of exercise
/// and answer, and what was said.
fn in_this_order(
    places: &[usize],
    texts: &[Vec<String>],
    mut draw: impl FnMut(usize) -> usize,
) -> Vec<((usize, usize), Option<CellFailure>)> {
    let together = Python::new();
    let places = places.iter().map(|place| {
        if draw(2) == 0 {
            let vandal = VANDALS[draw(VANDALS.len())];
            checked(&together, &EXERCISES[*place], vandal, SEED);
        }
        let which = draw(texts[*place].len());
        let said = checked(&together, &EXERCISES[*place], &texts[*place][which], SEED);
        ((*place, which), said)
    });
    places.collect()
}

/// Not a test of its own: the process in which a cell runs alone.
#[test]
#[ignore = "runs cells for the others"]
fn the_interpreter_of_one_cell() {
    alone::serve();
}

/// Not a test of its own either: the process that tries the answers to exercises.
#[test]
#[ignore = "tries answers for the others"]
fn the_interpreter_of_exercises() {
    Trier::serve();
}
