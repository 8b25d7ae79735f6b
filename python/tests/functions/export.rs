//! The file with the reader's code runs from top to bottom, whatever is solved in it.

use std::fs;
use std::path::Path;

use policy_lab_page::course::{EXERCISES, Exercise};
use policy_lab_page::view::export::{ExportedExercise, notebook, python};
use policy_lab_page::view::provided::FILES;
use policy_lab_python::cell::Python;

/// Whether an exercise has passed: given by its position and the exercise.
type HasPassed = fn(usize, &Exercise) -> bool;

/// What a reader may have solved: everything, nothing, or every second exercise, once beginning
/// with the first and once with the second.
const SOLVED: [(&str, HasPassed); 4] = [
    ("all", |_, _| true),
    ("none", |_, _| false),
    ("even", |index, _| index % 2 == 0),
    ("odd", |index, _| index % 2 == 1),
];

/// Plays an episode and takes a step of each kind of training, with whatever the names stand for.
const USES: &str = "
import gym as old_gym
states, actions, rewards = [[0.0] * 4] * 2, [0, 1], [1.0, 1.0]
if 'generate_session' in globals():
    states, actions, rewards = generate_session(old_gym.make('CartPole-v0').env, t_max=50)
assert predict_probs(np.array(states)).shape == (len(states), 2)
if 'train_on_session' in globals():
    assert train_on_session(states, actions, rewards) == len(rewards)

args = VPGArgs(num_envs=4, num_steps_per_rollout=32)
envs = CartPole(args.num_envs)
tau = VPGAgent(envs, PolicyNetwork((4,), 2), args).gen_rollout(Rollout(4, 32, (4,), (), device))[0].get()
if 'VPGTrainer' in globals():
    joy, shown = VPGTrainer(args).compute_loss(tau)
    joy.backward()

assert len(get_minibatch_indices(np.random.default_rng(0), 8, 4)) == 2
envs = gym.vector.SyncVectorEnv([make_env('CartPole-v1', 0, 0, '') for _ in range(2)])
if 'PPOAgent' in globals() and 'get_actor_and_critic' in globals():
    from types import SimpleNamespace
    actor, critic = get_actor_and_critic(envs)
    agent = PPOAgent(envs, actor, critic, SimpleNamespace(add=lambda *parts: None))
    assert isinstance(agent.play_step(), dict) and agent.step == 2
for cart in ('SpinCart', 'DanceCart'):
    if cart in globals():
        obs, paid = globals()[cart](3).step(t.ones(3, dtype=t.int64))[:2]
        assert obs.shape == (3, 4) and paid.shape == (3,)
tests.test_rollout(Rollout)
";

/// An exercise with what a reader wrote.
struct Written {
    exercise: &'static Exercise,
    text: Option<String>,
    has_passed: bool,
}

/// Returns all exercises. A passed text is our solution and marks what it defines with the
/// exercise's id; the others are in turn not begun, and a text that must not run.
fn written(has_passed: HasPassed) -> Vec<Written> {
    let written = EXERCISES.iter().enumerate().map(|(index, exercise)| {
        let has_passed = has_passed(index, exercise);
        let mut text = exercise.solution().to_owned();
        for name in exercise.names {
            text += &format!("\n{name}.written_for = {:?}\n", exercise.id);
        }
        let broken = || format!("raise RuntimeError('{} runs')\n", exercise.id);
        Written {
            exercise,
            text: match has_passed {
                true => Some(text),
                false => (index % 3 != 0).then(broken),
            },
            has_passed,
        }
    });
    written.collect()
}

fn exported(written: &[Written]) -> Vec<ExportedExercise<'_>> {
    let exported = written.iter().map(|it| ExportedExercise {
        id: it.exercise.id,
        title: it.exercise.title(),
        names: it.exercise.names,
        known_as: it.exercise.known_as,
        is_last: !it.exercise.trains.is_empty(),
        bug_in: it.exercise.bug_in,
        starter: it.exercise.starter(),
        solution: it.exercise.solution(),
        text: it.text.as_deref(),
        has_passed: it.has_passed,
    });
    exported.collect()
}

/// Runs a part of a file, which must not raise.
fn run(python: &Python, what: &str, source: &str) {
    if let Some(failure) = python.run(source).failure {
        panic!("{what}: {}", failure.traceback);
    }
}

/// Returns the first line below the heading of an exercise.
fn state<'a>(file: &'a str, exercise: &Exercise) -> &'a str {
    let heading = format!("# %% {} ", exercise.id);
    let (_, part) = file.split_once(&heading).expect("a heading");
    part.lines().nth(1).expect("a state")
}

/// Checks that each name is that of the newest answer that runs: the reader's or our solution; or
/// else the reference's if the file says that it stands in.
fn hold_names(python: &Python, what: &str, file: &str, written: &[Written]) {
    let runs = |it: &&Written| {
        let stands_in = state(file, it.exercise).contains("our solution stands in");
        it.exercise.bug_in.is_none() && (it.has_passed || stands_in)
    };
    for one in written {
        let exercise = one.exercise;
        // The checks of a bug are those of the exercise that it is in.
        if exercise.bug_in.is_some() {
            continue;
        }
        for name in exercise.names {
            let mut live = written.iter().filter(runs);
            let check = match live.rfind(|it| it.exercise.names.contains(name)) {
                Some(newest) if newest.has_passed => {
                    format!("{name}.written_for == {:?}", newest.exercise.id)
                }
                Some(_) => format!("not hasattr({name}, 'written_for')"),
                None if state(file, exercise).contains("the reference stands in") => format!(
                    "not hasattr({name}, 'written_for') and {name} is getattr(reference, {name:?}, {name})"
                ),
                None => format!("{name:?} not in globals()"),
            };
            let source = format!("import reference\nassert {check}");
            run(python, &format!("{what}, {}", exercise.id), &source);
        }
    }
}

#[test]
fn the_file_runs_whatever_is_solved() {
    let read = |file| fs::read_to_string(Path::new("lib").join(file)).expect("a file of lib");
    let texts = FILES.map(|file| (file, read(file)));
    let provided = texts.each_ref().map(|(file, text)| (*file, text.as_str()));
    for (what, has_passed) in SOLVED {
        let written = written(has_passed);
        let exercises = exported(&written);

        let file = python(&exercises, &provided);
        let book = notebook(&exercises, &provided);
        // They stay in target/tmp, for whoever wants to run them with PyTorch itself.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        for (end, text) in [("py", &*file), ("ipynb", &book), ("uses.py", USES)] {
            let path = folder.join(format!("export-{what}.{end}"));
            fs::write(path, text).expect("a file in target");
        }

        let interpreter = Python::new();
        run(&interpreter, what, &file);
        hold_names(&interpreter, what, &file, &written);
        run(&interpreter, what, USES);

        let book: serde_json::Value = serde_json::from_str(&book).expect("JSON");
        let interpreter = Python::new();
        for cell in book["cells"].as_array().expect("cells") {
            if cell["cell_type"] == "code" {
                run(&interpreter, what, cell["source"].as_str().expect("a text"));
            }
        }
        hold_names(&interpreter, what, &file, &written);
        run(&interpreter, what, USES);
    }
}
