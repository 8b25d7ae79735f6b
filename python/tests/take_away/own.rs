//! The reader's functions in the file.

use policy_lab::config::{EnvId, TrainConfig};
use policy_lab::python::part::Part;
use policy_lab_page::course::{EXERCISES, Exercise};
use policy_lab_page::view::take_away::{self, OwnAnswer, OwnFunctions, is_of_file};
use policy_lab_python::cell::Python;

use super::{
    INTERPRETER, LIBRARIES, PROVIDED, all, file, interpreter, run, run_twice, shorter, written,
};

/// Returns our solution as the reader's answer.
pub(super) fn solved(exercise: &Exercise) -> OwnAnswer {
    OwnAnswer {
        id: exercise.id,
        title: exercise.title(),
        names: exercise.names,
        functions: exercise.parts.iter().map(|it| it.name()).collect(),
        text: exercise.solution().to_owned(),
        has_passed: true,
    }
}

/// An answer for continuous actions.
const GAUSSIAN: &str = "from torch.distributions import Independent, Normal

def compute_logprobs_and_entropy(tau, pi):
    dist = Independent(Normal(pi(tau.obs), pi.log_std.exp()), 1)
    return dist.log_prob(tau.actions), dist.entropy()
";

/// A policy of continuous actions.
const GAUSSIAN_ACTIONS: &str = "from torch.distributions import Independent, Normal

class VPGAgent:
    def get_actions(self, obs):
        pi = self.policy_network
        dist = Independent(Normal(pi(obs), pi.log_std.exp()), 1)
        actions = dist.sample()
        return actions, dist.log_prob(actions), dist.entropy()
";

fn all_solved() -> Vec<OwnAnswer> {
    let exercises = EXERCISES.iter().filter(|it| it.bug_in.is_none());
    exercises.map(solved).collect()
}

pub(super) fn exercise_of(part: Part) -> &'static Exercise {
    let mut exercises = EXERCISES.iter();
    exercises
        .find(|it| it.parts.contains(&part) && it.bug_in.is_none())
        .expect("an exercise")
}

/// Returns the settings that show a part.
pub(super) fn settings_of(part: Part) -> TrainConfig {
    let draft = exercise_of(part).draft().expect("settings");
    let config = draft.config().expect("valid settings");
    assert_eq!(part.never_called_because(&config, ""), None, "{part:?}");
    config
}

fn with(config: &TrainConfig, own: &OwnFunctions) -> String {
    take_away::python(config, own, &PROVIDED).expect("a file")
}

/// Returns a file for each part alone with the other answers unsolved, and for each with everything
/// solved; then some with all parts of a run, and one with continuous actions.
fn files() -> Vec<(String, TrainConfig, OwnFunctions)> {
    let mut files = Vec::new();
    for part in Part::ALL {
        let config = settings_of(part);
        for (kind, answers) in [
            ("alone", vec![solved(exercise_of(part))]),
            ("all", all_solved()),
        ] {
            let own = OwnFunctions::of(&[part.name()], &answers);
            assert_eq!(own.left_out().count(), 0, "{part:?}");
            files.push((format!("own-{part:?}-{kind}"), config.clone(), own));
        }
    }
    for part in [Part::Surrogate, Part::Weights, Part::NormalReturns] {
        let config = settings_of(part);
        let fits = |part: &Part| {
            let is_whole = matches!(part, Part::VpgObjective | Part::PpoObjective);
            part.never_called_because(&config, "").is_none() && !is_whole
        };
        let parts: Vec<&str> = (Part::ALL.iter().filter(|it| fits(it)))
            .map(|it| it.name())
            .collect();
        let own = OwnFunctions::of(&parts, &all_solved());
        files.push((format!("own-together-{part:?}"), config, own));
    }
    let pendulum = TrainConfig {
        env_id: EnvId::Pendulum,
        ..settings_of(Part::Advantages)
    };
    let own = OwnFunctions::of(&[Part::Advantages.name()], &all_solved());
    files.push(("own-in-pendulum".to_owned(), pendulum, own));
    for part in [Part::Surrogate, Part::Weights] {
        let in_pendulum = TrainConfig {
            env_id: EnvId::Pendulum,
            max_episode_steps: 15,
            ..settings_of(part)
        };
        let own = OwnFunctions::of(&[part.name()], &all_solved());
        files.push((format!("own-{part:?}-in-pendulum"), in_pendulum, own));
    }
    files
}

/// Returns a file for each function that makes its own distribution, over continuous actions.
fn gaussian_files() -> Vec<(String, TrainConfig, OwnFunctions)> {
    let answers = [
        (Part::LogProbs, GAUSSIAN),
        (Part::Actions, GAUSSIAN_ACTIONS),
    ];
    let files = answers.into_iter().map(|(part, text)| {
        let in_pendulum = TrainConfig {
            env_id: EnvId::Pendulum,
            max_episode_steps: 15,
            ..settings_of(part)
        };
        let answer = OwnAnswer {
            text: text.to_owned(),
            ..solved(exercise_of(part))
        };
        let own = OwnFunctions::of(&[part.name()], &[answer]);
        (format!("own-{part:?}-gaussian"), in_pendulum, own)
    });
    files.collect()
}

#[test]
fn a_policy_over_continuous_actions_finds_its_deviations_in_the_file() {
    let python = Python::new();
    for (name, config, own) in gaussian_files() {
        let file = with(&config, &own);
        let compiled = python.run(&format!("compile({file:?}, {name:?}, 'exec')"));
        assert_eq!(compiled.failure, None, "{name}\n{file}");
        assert!(
            file.contains("\"log_std\", self.log_std)"),
            "{name}\n{file}"
        );
        assert!(
            !file.contains("].long()") && !file.contains("actions.long()"),
            "{name}"
        );
    }
}

#[test]
fn the_file_has_the_readers_functions_as_they_typed_them() {
    let python = Python::new();
    for (name, config, own) in files() {
        let file = with(&config, &own);
        let compiled = python.run(&format!("compile({file:?}, {name:?}, 'exec')"));
        assert_eq!(compiled.failure, None, "{name}\n{file}");
        assert!(own.names().count() > 0, "{name}");
        for exercise in EXERCISES.iter().filter(|it| it.bug_in.is_none()) {
            let is_there = exercise
                .names
                .first()
                .is_some_and(|name| own.names().any(|it| it == *name));
            let text = exercise.solution().trim_end();
            let from = format!(
                "# Your answer to “{}” ({}).\n{text}\n",
                exercise.title(),
                exercise.id
            );
            assert_eq!(
                file.contains(&from),
                is_there,
                "{name}, {}\n{file}",
                exercise.id
            );
        }
    }
}

/// Where a run's function is the reader's, the file calls it, and what it calls is theirs too where
/// it has passed.
#[test]
fn what_an_answer_calls_comes_along() {
    let config = settings_of(Part::VpgObjective);
    let names = |answers: &[OwnAnswer]| {
        let own = OwnFunctions::of(&[Part::VpgObjective.name(), Part::LogProbs.name()], answers);
        let file = with(&config, &own);
        let ours = ["compute_returns", "compute_reinforce_loss"];
        for name in ours {
            let count = file.matches(&format!("def {name}(")).count();
            assert_eq!(count, 1, "{name}\n{file}");
        }
        own.names().collect::<Vec<_>>()
    };
    assert_eq!(
        names(&[solved(exercise_of(Part::VpgObjective))]),
        ["VPGTrainer"]
    );
    let all = names(&all_solved());
    assert!(
        all.contains(&"compute_returns") && all.contains(&"VPGTrainer"),
        "{all:?}"
    );
    assert!(!all.contains(&"VPGAgent"), "{all:?}");
}

#[test]
fn what_cannot_be_there_is_told() {
    let told = |change: &dyn Fn(&mut OwnAnswer)| {
        let mut answer = solved(exercise_of(Part::Advantages));
        change(&mut answer);
        let own = OwnFunctions::of(&[Part::Advantages.name()], &[answer]);
        assert!(own.is_empty() && own.names().count() == 0);
        // The file is that of a run with our functions.
        let config = settings_of(Part::Advantages);
        assert_eq!(with(&config, &own), file(&config));
        take_away::named(&own)
    };
    let ours = |why: &str| format!(". Your `compute_advantages` {why}, so ours is in the file");
    assert_eq!(
        told(&|it| it.has_passed = false),
        ours("has not passed its checks")
    );
    assert_eq!(
        told(&|it| it.text = format!("from worlds import CartPole\n{}", it.text)),
        ours("imports `worlds`, which only this page has")
    );
    assert_eq!(
        told(&|it| it.text = it
            .text
            .replace("backwards = []", "backwards = []\n    wandb.log({})")),
        ours("uses `wandb`, which only this page has")
    );
    assert_eq!(
        told(&|it| it.text += "\n\ndef tensor(numbers):\n    return t.tensor(numbers)\n"),
        ours("defines `tensor`, a name that the file needs for itself")
    );
    // A name in a comment or a string is no use of it.
    let mut answer = solved(exercise_of(Part::Advantages));
    answer.text += "# wandb\nnote = \"eindex\"\n";
    let own = OwnFunctions::of(&[Part::Advantages.name()], &[answer]);
    assert_eq!(take_away::named(&own), " and your `compute_advantages`");
}

/// A setting may be the very last word of the reader's functions.
#[test]
fn the_file_has_the_settings_that_an_answer_reads() {
    let config = settings_of(Part::Advantages);
    let mut answer = solved(exercise_of(Part::Advantages));
    answer.text += "\n\n\ndef last_reward():\n    return args.terminal_reward";
    let own = OwnFunctions::of(&[Part::Advantages.name()], &[answer]);
    let setting = "    terminal_reward: float = ";
    assert!(with(&config, &own).contains(setting) && !file(&config).contains(setting));
}

/// The names that answers must leave alone are all that files define at their margin and in their
/// main part.
#[test]
fn the_names_of_the_file_are_known() {
    // Answers bring those along, under the names of the course.
    let of_answers = ["compute_returns", "compute_advantages"];
    assert!(is_of_file("Corridor") && !is_of_file("Cell"));
    for (name, config) in all() {
        let rllib = take_away::rllib(&config, &OwnFunctions::default(), &PROVIDED);
        for text in [file(&config), rllib.expect("a file")] {
            let (_, main) = text.split_once("if __name__").expect("a main part");
            let main = main.lines().filter_map(|line| line.strip_prefix("    "));
            for line in text
                .lines()
                .chain(main)
                .filter(|line| !line.starts_with(' '))
            {
                let is_word = |it: char| it.is_alphanumeric() || it == '_';
                let bare = ["def ", "class "]
                    .into_iter()
                    .find_map(|it| line.strip_prefix(it));
                let start = bare.unwrap_or(line);
                let end = start.find(|it| !is_word(it)).unwrap_or(start.len());
                let defines = bare.is_some() || start[end..].starts_with(" = ");
                let is_known = is_of_file(&start[..end]) || of_answers.contains(&&start[..end]);
                assert!(!defines || is_known, "{name}: {line}");
            }
        }
    }
}

/// Skipped without the interpreter: every kind of function takes part in two iterations.
#[test]
fn files_with_own_functions_run_with_pytorch() {
    let Some(python) = interpreter(INTERPRETER, LIBRARIES) else {
        return;
    };
    for (name, config, own) in files().into_iter().chain(gaussian_files()) {
        let config = shorter(config);
        let text = with(&config, &own);
        run_twice(&python, &name, &text, &config);
    }
}

/// Skipped without the interpreter: with the reader's functions the same numbers come out as with
/// ours, where both draw the same random numbers.
#[test]
fn own_functions_train_as_ours_do() {
    let Some(python) = interpreter(INTERPRETER, LIBRARIES) else {
        return;
    };
    #[rustfmt::skip]
    let same = [
        Part::CumulativeRewards, Part::Returns, Part::LogProbs, Part::Weights, Part::NormalReturns, Part::PolicyTerm,
        Part::VpgObjective, Part::Advantages, Part::Surrogate, Part::ValueLoss, Part::EntropyBonus, Part::PpoObjective,
    ];
    for part in same {
        let config = shorter(settings_of(part));
        let own = OwnFunctions::of(&[part.name()], &all_solved());
        let steps = (5 * config.num_envs * config.num_steps).to_string();
        let saved = |text: &str, name: &str| {
            let path = written(name, text);
            let networks = path.with_extension("safetensors");
            let at = networks.to_str().expect("a path");
            run(&python, &path, &["--total_timesteps", &steps, "--save", at]);
            let bytes = std::fs::read(&networks).expect("networks");
            let head = u64::from_le_bytes(bytes[..8].try_into().expect("a length")) as usize + 8;
            let numbers = bytes[head..].chunks_exact(4);
            let numbers = numbers.map(|it| f32::from_le_bytes(it.try_into().expect("four bytes")));
            numbers.collect::<Vec<f32>>()
        };
        let ours = saved(&file(&config), &format!("same-{part:?}-ours.py"));
        let own = saved(&with(&config, &own), &format!("same-{part:?}-own.py"));
        let far = ours
            .iter()
            .zip(&own)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f32::max);
        assert!(ours.len() == own.len() && far < 1e-3, "{part:?}: {far}");
    }
}
