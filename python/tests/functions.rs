//! Training with functions of cells in place of the run's own.

use std::rc::Rc;

use futures::StreamExt as _;
use policy_lab::config::fields::FIELDS;
use policy_lab::config::presets::Preset;
use policy_lab::config::{EnvId, TrainConfig};
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::{Event, RunEvent, StopReason};
use policy_lab::python::part::Part;
use policy_lab::python::protocol::{Answer, Cell, CellFailure};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::session::Session;
use policy_lab_page::course::{EXERCISES, Exercise};
use policy_lab_python::cell::Python;
use policy_lab_python::functions::ReaderHooks;

mod continuous;
mod export;
mod stepped_by_python;

/// Python and Rust add up in single precision in different orders, and Adam enlarges differences of
/// small gradients.
const TOLERANCE: f64 = 2e-3;

fn config(preset: &str) -> TrainConfig {
    let config = TrainConfig {
        num_envs: 8,
        num_steps: 32,
        stop_when_solved: false,
        ..(Preset::find(preset).expect("a preset").config)()
    };
    TrainConfig {
        total_timesteps: 2 * config.batch_size(),
        ..config
    }
}

/// Returns settings with which a run calls the part.
fn fitting(part: Part) -> TrainConfig {
    let of_ppo = [
        Part::Advantages,
        Part::Indices,
        Part::Surrogate,
        Part::ValueLoss,
        Part::EntropyBonus,
        Part::PpoObjective,
        Part::Reward,
        Part::Spin,
        Part::Dance,
    ];
    let mut config = config(if of_ppo.contains(&part) {
        "ppo-quick"
    } else {
        "vpg-quick"
    });
    config.use_importance_weights = part == Part::Weights;
    config.normalize_returns = part == Part::NormalReturns;
    if part == Part::Spin {
        config.env_id = EnvId::Spincart;
    }
    assert_eq!(part.never_called_because(&config, ""), None, "{part:?}");
    config
}

fn played(source: &str, part: Part, config: &TrainConfig) -> Result<ReaderHooks, CellFailure> {
    let python = Rc::new(Python::new());
    let name = part.name().split('.').next().unwrap_or_default();
    let answer = Answer {
        source: source.to_owned(),
        names: vec![name.to_owned()],
        known_as: None,
    };
    let cell = Cell {
        answer,
        ..Cell::default()
    };
    ReaderHooks::new(python, &[cell], vec![part], config)
}

fn run(source: &str, part: Part, config: TrainConfig) -> Vec<Event> {
    let played = played(source, part, &config).unwrap_or_else(|failure| panic!("{failure:?}"));
    let session = Session {
        hooks: Some(Rc::new(played)),
        ..Session::new(config, RunDevice::Cpu)
    };
    pollster::block_on(session.events().collect())
}

/// Returns the metrics of each iteration.
fn measured(events: &[Event]) -> Vec<Vec<(Metric, f64)>> {
    let of = |event: &Event| match event {
        Event::Run(RunEvent::Iteration(report)) => Some(report.metrics.iter().collect()),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

fn failure(events: &[Event]) -> String {
    match events.last() {
        Some(Event::Failed(failure)) => failure.message.clone(),
        other => panic!("{other:?}"),
    }
}

/// Our own solution of each exercise, in Python, must train as our own code does.
#[test]
fn the_references_functions_train_as_ours_do() {
    let whole_vpg = "class VPGTrainer:\n    def compute_loss(self, tau):\n        \
                     returns = compute_returns(tau.rewards, tau.dones, self.args.gamma)\n        \
                     logprobs, entropy = compute_logprobs_and_entropy(tau, self.policy_network)\n        \
                     joy = compute_reinforce_loss(returns, logprobs, t.ones_like(logprobs))\n        \
                     return joy + self.args.ent_coef * entropy.mean(), {}\n";
    let whole_ppo = "def compute_ppo_objective(self, minibatch):\n    \
                     dist = Categorical(logits=self.actor(minibatch.obs))\n    \
                     values = self.critic(minibatch.obs).squeeze()\n    \
                     surrogate = calc_clipped_surrogate_objective(dist, minibatch.actions, minibatch.advantages, \
                     minibatch.logprobs, self.args.clip_coef)\n    \
                     value_loss = calc_value_function_loss(values, minibatch.returns, self.args.vf_coef)\n    \
                     return surrogate - value_loss + calc_entropy_bonus(dist, self.args.ent_coef)\n";
    for part in Part::ALL {
        let source = match part {
            // These draw their own random numbers, or have rewards of their own.
            Part::Indices | Part::Actions | Part::Reward | Part::Spin | Part::Dance => continue,
            Part::VpgObjective => whole_vpg.to_owned(),
            Part::PpoObjective => whole_ppo.to_owned(),
            part => format!("from reference import {}", part.name()),
        };
        train_alike(&source, part, fitting(part));
    }
}

/// The critic's loss is ours beside a reader's surrogate, with all of its settings.
#[test]
fn a_readers_surrogate_trains_beside_a_clipped_loss_of_the_critic() {
    let config = TrainConfig {
        clip_coef: Some(0.01),
        clip_vloss: true,
        huber_delta: Some(1.0),
        ..fitting(Part::Surrogate)
    };
    let source = format!("from reference import {}", Part::Surrogate.name());
    train_alike(&source, Part::Surrogate, config);
}

/// Asserts that a run with the function measures what a run with our own code does.
#[track_caller]
fn train_alike(source: &str, part: Part, config: TrainConfig) {
    let ours = pollster::block_on(
        Session::new(config.clone(), RunDevice::Cpu)
            .events()
            .collect::<Vec<_>>(),
    );
    let theirs = run(source, part, config);
    let (ours, theirs) = (measured(&ours), measured(&theirs));
    assert_eq!((ours.len(), theirs.len()), (2, 2), "{part:?}: {theirs:?}");
    for (ours, theirs) in ours.iter().flatten().zip(theirs.iter().flatten()) {
        assert_eq!(ours.0, theirs.0, "{part:?}");
        let allowed = TOLERANCE * (1.0 + ours.1.abs());
        assert!(
            (ours.1 - theirs.1).abs() < allowed,
            "{part:?}: {ours:?} and {theirs:?}"
        );
    }
}

#[test]
fn functions_that_draw_or_pay_take_part() {
    for (part, source) in [
        (Part::Indices, "from reference import get_minibatch_indices"),
        (Part::Actions, "from reference import VPGAgent"),
        (
            Part::Reward,
            "def cartpole_reward_function(self, action):\n    \
             return 1 - self.state[:, 0].abs() / self.x_threshold",
        ),
        (
            Part::Spin,
            "class SpinCart(CartPole):\n    def reward_function(self, action):\n        \
             return self.state[:, 3].abs()\n    def terminated(self):\n        \
             return self.state[:, 3].abs() > 1",
        ),
        (
            Part::Dance,
            "class DanceCart(CartPole):\n    def reward_function(self, action):\n        \
             return self.state[:, 1].abs() * ~self.terminated()\n    def terminated(self):\n        \
             return self.state[:, 3].abs() > 1",
        ),
    ] {
        let events = run(source, part, fitting(part));
        let done = Some(&Event::Run(RunEvent::Stopped(StopReason::Finished)));
        assert_eq!(events.last(), done, "{part:?}");
        let measured = measured(&events);
        assert_eq!(measured.len(), 2, "{part:?}");
        if part.is_world() {
            let lengths = measured[1]
                .iter()
                .find(|(metric, _)| *metric == Metric::EpisodicLength);
            // Episodes end by their own rule: a spin of 1 rad/s is reached within some steps, 500
            // steps are not.
            assert!(
                lengths.is_some_and(|(_, length)| *length < 32.0),
                "{lengths:?}"
            );
        }
    }
}

/// A reader's method finds the settings in `self.args`, by our names and by the course's.
#[test]
fn every_field_is_among_the_arguments_by_all_its_names() {
    let config = TrainConfig {
        reward: "1 - abs(x)".to_owned(),
        ..fitting(Part::PpoObjective)
    };
    let names: Vec<&str> = (FIELDS.iter())
        .flat_map(|field| field.course_names.iter().chain([&field.key]).copied())
        .collect();
    let source = format!(
        "def compute_ppo_objective(self, minibatch):\n    args = self.args\n    \
         assert [name for name in {names:?} if not hasattr(args, name)] == []\n    \
         assert (args.gamma, args.lam, args.gae_lambda) == (0.99, 0.95, 0.95)\n    \
         assert (args.num_envs, args.hidden_sizes, args.target_kl) == (8, [64, 64], None)\n    \
         assert (args.env_id, args.reward, args.norm_adv) == ('cartpole', '1 - abs(x)', True)\n    \
         assert args.lr == args.learning_rate == {:?}\n    raise ValueError('all is there')\n",
        config.learning_rate
    );
    let said = failure(&run(&source, Part::PpoObjective, config));
    assert!(said.contains("all is there"), "{said}");
}

#[test]
fn a_function_that_breaks_down_ends_the_run_with_its_line() {
    let part = Part::Returns;
    let message = |body: &str| {
        let source = format!("def compute_returns(rewards, done, gamma=0.9):\n    {body}\n");
        failure(&run(&source, part, fitting(part)))
    };
    let raised = message("return 1 / 0");
    assert!(
        raised.contains("ZeroDivisionError") && raised.contains("line 2"),
        "{raised}"
    );
    let nothing = message("pass");
    assert!(
        nothing.contains("compute_returns gave NoneType"),
        "{nothing}"
    );
    let shape = message("return rewards[0]");
    assert!(shape.contains("(32,), and (8, 32) was expected"), "{shape}");
    let infinite = message("return rewards / 0");
    assert!(infinite.contains("not finite"), "{infinite}");
    let still = failure(&run(
        "def compute_reinforce_loss(returns, logprobs_taken, iw):\n    return returns.mean()",
        Part::PolicyTerm,
        fitting(Part::PolicyTerm),
    ));
    assert!(still.contains("no gradient flows"), "{still}");
}

#[test]
fn a_cell_without_the_function_cannot_begin() {
    let missing = played("x = 1", Part::PpoObjective, &fitting(Part::PpoObjective)).err();
    assert!(missing.is_some_and(|failure| failure.message.contains("compute_ppo_objective")));
}

/// Starters must run, and their checks must say what is still to be written.
#[test]
fn every_starter_runs_and_fails_its_checks() {
    let python = Python::new();
    for exercise in EXERCISES {
        let outcome = python.run_cell(&cell_of(exercise, exercise.starter()));
        let failure = outcome
            .failure
            .unwrap_or_else(|| panic!("{} passes", exercise.id));
        let is_told = failure.kind == "NotImplementedError"
            || (failure.finding).is_some_and(|it| {
                // In the gallery of bugs everything is written, and something is wrong.
                exercise.bug_in.is_some() || it.idea.contains("still to be written")
            });
        assert!(is_told, "{}: {}", exercise.id, failure.traceback);
    }
}

#[test]
fn every_solution_passes_its_checks() {
    let python = Python::new();
    for exercise in EXERCISES {
        let outcome = python.run_cell(&cell_of(exercise, exercise.solution()));
        if let Some(failure) = outcome.failure {
            panic!("{}: {}", exercise.id, failure.traceback);
        }
    }
}

/// The reference that stands in for exercises not yet done must pass their checks.
#[test]
fn the_reference_passes_the_checks() {
    let python = Python::new();
    for exercise in EXERCISES {
        let name = exercise.names[0];
        // A cell with a check may not import it, so the check is a part of the cell.
        let source = format!(
            "import reference, tests\n{name} = getattr(reference, '{name}', None)\nassert {name}\n{}",
            exercise.check
        );
        let outcome = python.run_cell(&Cell {
            answer: exercise.answer(source),
            ..Cell::default()
        });
        let untold = outcome
            .failure
            .as_ref()
            .is_some_and(|it| it.kind == "AssertionError");
        assert!(
            outcome.failure.is_none() || untold,
            "{}: {:?}",
            exercise.id,
            outcome.failure
        );
    }
}

fn cell_of(exercise: &Exercise, source: &str) -> Cell {
    Cell {
        answer: exercise.answer(source.to_owned()),
        check: Some(exercise.check.to_owned()),
        ..Cell::default()
    }
}
