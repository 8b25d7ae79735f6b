//! The course's own code in the page's Python: every solution, and the given code around it, cut
//! out of the five documents at test time and run as written, then checked by the course's own
//! tests.
//!
//! The documents are not part of this repository. `POLICY_LAB_SEEDS` names their folder
//! (`../shared/seeds` otherwise). If it does not exist, these tests say so and pass.

mod seeds;

use policy_lab_python::cell::Python;
use seeds::Seeds;

/// Runs cells in order in one Python, after `prelude`: the imports at the top of the course's
/// files, which the documents do not show. Each cell may come with replacements that shorten a long
/// run.
///
/// A text that begins with `check` is one of the exercise's checks on the page.
fn run(prelude: &str, cells: &[(&str, &[(&str, &str)])]) {
    let Some(seeds) = Seeds::find() else {
        return;
    };
    let python = Python::new();
    must(&python, "prelude", prelude);
    for (id, shorter) in cells {
        if let Some(check) = id.strip_prefix("check ") {
            must(&python, id, &format!("import tests\ntests.{check}"));
            continue;
        }
        let mut source = seeds.cell(id);
        for (from, to) in *shorter {
            assert!(source.contains(from), "{id} has no {from:?}");
            source = source.replace(from, to);
        }
        must(&python, id, &source);
    }
}

/// Runs one text, and fails with Python's message if it raises.
fn must(python: &Python, id: &str, source: &str) {
    let outcome = python.run(source);
    if let Some(failure) = outcome.failure {
        panic!("{id}: {}\n{}", failure.traceback, outcome.output);
    }
}

/// The table in docs/fidelity.md must name every solution.
#[test]
fn the_table_names_every_solution() {
    let table = include_str!("../../docs/fidelity.md");
    for id in seeds::solutions() {
        let exercise = id.split('/').next().unwrap_or_default();
        assert!(
            table.contains(&format!("\n| {exercise} |")),
            "docs/fidelity.md has no row for {id}"
        );
    }
}

/// S1: networks and losses with the course's three numbers, and some iterations of training.
#[test]
fn homework() {
    let short: &[(&str, &str)] = &[("250", "2")];
    run(
        "",
        &[
            ("S1-0/imports", &[]),
            ("S1-0/trajdata", &[]),
            ("S1-0/drl", &[("self.n_steps = 256", "self.n_steps = 24")]),
            ("S1-E1/solution", &[]),
            ("S1-E1/test", &[]),
            ("check test_reinforce_agent(Agent)", &[]),
            ("S1-E1/train", short),
            ("S1-E2/solution", &[]),
            ("S1-E2/test", &[]),
            ("check test_vpg_agent(Agent)", &[]),
            ("S1-E2/train", short),
            ("S1-E3/solution", &[]),
            ("S1-E3/test", &[]),
            ("check test_ppo_agent_of_homework(Agent)", &[]),
            ("S1-E3/train", short),
            (
                "S1-X/solution",
                &[("250", "1"), ("self.n_steps = 256", "self.n_steps = 24")],
            ),
        ],
    );
}

/// S4: the notebook from its network to its training.
#[test]
fn notebook() {
    run(
        "",
        &[
            ("S4-0/imports", &[]),
            ("S4-0/env", &[]),
            ("S4-E1/solution", &[]),
            ("check test_policy_network(model)", &[]),
            ("S4-E2/solution", &[]),
            ("S4-E2/test", &[]),
            ("check test_predict_probs(predict_probs, model)", &[]),
            ("S4-E3/solution", &[]),
            ("S4-E3/test", &[]),
            ("check test_generate_session(generate_session, model)", &[]),
            ("S4-E4/solution", &[]),
            ("S4-E4/test", &[]),
            (
                "check test_get_cumulative_rewards(get_cumulative_rewards)",
                &[],
            ),
            ("S4-0/one-hot", &[]),
            ("S4-E5/solution", &[]),
            ("S4-E6/solution", &[]),
            (
                "check test_train_on_session(train_on_session, model, get_cumulative_rewards)",
                &[],
            ),
            ("S4-T/run", &[("range(100)", "range(3)")]),
        ],
    );
}

/// The names that S0, S2 and S3 expect to be defined.
const COURSE: &str = "from course import *";

/// The check of the agent that plays, as the document calls it.
const PLAYS: &str = "tests.test_gen_rollout(VPGAgent, PolicyNetwork, VPGArgs, Rollout)";

/// S0: batched VPG, from the buffer to a short training run.
#[test]
fn batched_vpg() {
    run(
        COURSE,
        &[
            ("S0-0/policy", &[]),
            ("S0-E1/solution", &[]),
            ("S0-0/args", &[]),
            ("S0-E2/solution", &[(PLAYS, "pass")]),
            ("S0-E3/solution", &[]),
            ("S0-E4/solution", &[]),
            ("S0-E5/solution", &[]),
            ("S0-E6/solution", &[]),
            ("S0-E7/solution", &[]),
            ("S0-E8/solution", &[]),
            ("S0-P/probes", &[("in [4, 5]", "in [4]")]),
            (
                "S0-T/run",
                &[
                    ("\"cuda\"", "\"cpu\""),
                    ("50_000_000", "12_000"),
                    ("num_envs=512", "num_envs=24"),
                ],
            ),
        ],
    );
}

/// S3 and S2: PPO's agent, then its trainer with both of the document's solutions, and the shaped
/// rewards.
#[test]
fn ppo() {
    const METHODS: &str = "for method in (rollout_phase, learning_phase, compute_ppo_objective):\n    \
                           setattr(PPOTrainer, method.__name__, method)\n\
                           trainer = PPOTrainer(PPOArgs(total_timesteps=1_024))\ntrainer.train()\n";
    let Some(seeds) = Seeds::find() else {
        return;
    };
    let trained = |id: &str| format!("{}\n{METHODS}", seeds.cell(id));
    let python = Python::new();
    must(&python, "prelude", COURSE);
    let cells = [
        "S3-0/args",
        "S3-0/args-demo",
        "S3-E1/solution",
        "S3-E2/solution",
        "S3-E2/test",
        "S3-E3/solution",
        "S3-E3/test",
        "S3-0/minibatch",
        "S3-0/memory",
        "S3-V/plot",
        "S3-E4/solution",
        "S3-E4/test",
        "S2-E1/starter",
    ];
    for id in cells {
        must(&python, id, &seeds.cell(id));
    }
    for id in ["S2-E1/solution", "S2-E1/solution-full"] {
        must(&python, id, &trained(id));
        must(
            &python,
            "the checks",
            "import tests\ntests.test_rollout_phase(rollout_phase)\ntests.test_learning_phase(learning_phase)\n\
             tests.test_compute_ppo_objective(compute_ppo_objective)\n",
        );
    }
    for id in [
        "S2-E2/solution",
        "S2-E2/easycart",
        "S2-E3/solution",
        "S2-E3/spincart",
    ] {
        must(&python, id, &seeds.cell(id));
    }
    must(
        &python,
        "the shaped worlds",
        "import tests\ntests.test_cartpole_reward_function(cartpole_reward_function)\n\
         for world in (EasyCart(8), SpinCart(8)):\n    world.reset()\n    \
         obs, rewards, terminated, truncated, info = world.step(t.ones(8).long())\n    \
         assert rewards.shape == (8,) and obs.shape == (8, 4)\n",
    );
}

/// The document's agent resets its environments before every rollout, since those of the document
/// keep the ones whose flags are not set. Here a reset is a full one, which the check finds.
#[test]
fn the_reset_of_the_documents_agent_is_named() {
    let Some(seeds) = Seeds::find() else {
        return;
    };
    let python = Python::new();
    must(&python, "prelude", COURSE);
    let own = |id: &str| seeds.cell(id).replace(PLAYS, "pass");
    for id in [
        "S0-0/policy",
        "S0-E1/solution",
        "S0-0/args",
        "S0-E2/solution",
    ] {
        must(&python, id, &own(id));
    }
    assert_eq!(
        likely(&python, PLAYS).as_deref(),
        Some("args.full_reset is off here: ask for it before `self.envs.reset()`")
    );
}

/// The document's SpinCart has a penalty that is the same everywhere near the middle, which the
/// check finds.
#[test]
fn the_slip_of_spin_cart_is_named() {
    let Some(seeds) = Seeds::find() else {
        return;
    };
    let python = Python::new();
    must(&python, "prelude", COURSE);
    for id in ["S2-E3/solution", "S2-E3/spincart"] {
        must(&python, id, &seeds.cell(id));
    }
    let named = likely(&python, "import tests\ntests.test_spin_cart(SpinCart)");
    assert!(named.is_some_and(|likely| likely.contains("clamp(min=1.0)")));
}

/// Returns the mistake that a check names.
fn likely(python: &Python, check: &str) -> Option<String> {
    let finding = python.run(check).failure?.finding?;
    finding.likely
}

/// S1's question 14 is a piece of a method.
#[test]
fn a_piece_of_a_method() {
    let Some(seeds) = Seeds::find() else {
        return;
    };
    let body = seeds.cell("S1-W14/solution").replace('\n', "\n    ");
    let python = Python::new();
    must(
        &python,
        "S1-W14",
        &format!(
            "import torch\nfrom torch.distributions import categorical\n\
             class self:\n    policy = torch.nn.Linear(4, 2)\n\
             def method(obs):\n    {body}\n    return actions, log_probs\n\
             actions, log_probs = method(torch.randn(5, 4))\n\
             assert actions.shape == log_probs.shape == (5,) and bool((log_probs < 0).all())\n"
        ),
    );
}
