//! Answers that take ours, or the code of the checks, in place of code of their own.

/// A text that takes an answer.
pub struct Taken {
    /// The exercise.
    pub id: &'static str,
    /// The text.
    pub source: &'static str,
    /// Words of what is said of it.
    pub words: &'static str,
}

/// Returns such a text.
const fn taken(id: &'static str, source: &'static str, words: &'static str) -> Taken {
    Taken { id, source, words }
}

/// What must not pass.
pub const TAKEN: &[Taken] = &[
    taken(
        "S0-E3",
        r#"from solutions import compute_returns
"#,
        "this page's own answers",
    ),
    taken(
        "S0-E3",
        r#"import solutions

compute_returns = solutions.compute_returns
"#,
        "this page's own answers",
    ),
    taken(
        "S0-E3",
        r#"from course import compute_returns
"#,
        "this page's own answers",
    ),
    taken(
        "S0-E3",
        r#"def compute_returns(rewards, done, gamma=0.9):
    from reference import compute_returns as ours
    return ours(rewards, done, gamma)
"#,
        "this page's own answers",
    ),
    taken(
        "S0-E3",
        r#"import importlib

compute_returns = importlib.import_module("reference").compute_returns
"#,
        "this page's own answers",
    ),
    taken(
        "S0-E3",
        r#"def compute_returns(rewards, done, gamma=0.9):
    return __import__("solutions").compute_returns(rewards, done, gamma)
"#,
        "this page's own answers",
    ),
    taken(
        "S0-E3",
        r#"import sys

compute_returns = sys.modules["reference"].compute_returns
"#,
        "'reference'",
    ),
    taken(
        "S0-E3",
        r#"from tests.vpg import discounted_returns as compute_returns
"#,
        "this page's own answers",
    ),
    taken(
        "S0-E3",
        r#"def compute_returns(rewards, done, gamma=0.9):
    return VPGTrainer.compute_loss.__globals__["compute_returns"](rewards, done, gamma)
"#,
        "recursion",
    ),
    taken(
        "S0-E3",
        r#"ours = PolicyNetwork.forward.__globals__["compute_returns"]


def compute_returns(rewards, done, gamma=0.9):
    return ours(rewards, done, gamma)
"#,
        "recursion",
    ),
    taken(
        "S0-E3",
        r#"import tests as all_tests


def compute_returns(rewards, done, gamma=0.9):
    all_tests.test_compute_returns = print
    return rewards.clone()


all_tests.test_compute_returns = print
"#,
        "these are still the rewards",
    ),
    taken(
        "S0-E3",
        r#"import tests.explain

tests.explain.compare = lambda *given, **named: None


def compute_returns(rewards, done, gamma=0.9):
    return rewards.clone()
"#,
        "this page's own answers",
    ),
    taken(
        "S0-E3",
        r#"import builtins

t.abs = lambda tensor: tensor * 0
builtins.bool = lambda thing: True


def compute_returns(rewards, done, gamma=0.9):
    return rewards.clone()
"#,
        "these are still the rewards",
    ),
    taken(
        "S0-E3",
        r#"def compute_returns(rewards, done, gamma=0.9):
    t.abs = lambda tensor: tensor * 0
    return rewards.clone()
"#,
        "while the check runs",
    ),
    taken(
        "S0-E2",
        r#"from reference import VPGAgent
"#,
        "`reference` holds this page's own answers",
    ),
    taken(
        "S0-E8",
        r#"import solutions


class VPGTrainer(solutions.VPGTrainer):
    pass
"#,
        "`solutions` holds this page's own answers",
    ),
    taken(
        "S1-E1",
        r#"Agent = ReinforceAgent
"#,
        "name 'ReinforceAgent' is not defined",
    ),
    taken(
        "S1-E1",
        r#"import training

Agent = training.reference.Agent
"#,
        "`training` holds this page's own answers",
    ),
    taken(
        "V-E1",
        r#"from gymnasium.envs.classic_control import CartPoleEnv as MyCartPole
"#,
        "step is written in this cell",
    ),
    taken(
        "V-E1",
        r#"class MyCartPole(gym.Env):
    def reset(self, *, seed=None, options=None):
        self.inner = gym.make("CartPole-v1").unwrapped
        observation, info = self.inner.reset(seed=seed)
        self.state = self.inner.state
        return observation, info

    def step(self, action):
        self.inner.state = list(self.state)
        result = self.inner.step(action)
        self.state = self.inner.state
        return result
"#,
        "step is written in this cell",
    ),
    taken(
        "S0-E6",
        r#"import tests.S0_E6 as checks

normalize_returns = checks._normalised
"#,
        "`tests.S0_E6` holds this page's own answers",
    ),
];
