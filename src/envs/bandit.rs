//! A bandit: four machines, each of which pays 1 with a probability of its own. An episode is one
//! pull.
//!
//! # Source
//! Sutton and Barto, "Reinforcement Learning" (2018), chapter 2, with rewards of 0 and 1.

use super::spec::{
    ActionSpace, EnvKind, EnvRules, EnvSpec, Environment, Picture, Points, StepOutcome, Task,
};
use super::tables::Table;

/// The environment.
pub const SPEC: Environment = Environment {
    spec: EnvSpec {
        key: "bandit",
        label: "Bandit: find the machine that pays most",
        state: &["cell"],
        obs: &["one"],
        actions: ActionSpace::Discrete(&["first", "second", "third", "fourth"]),
        num_draws: 1,
        step_draws: 1,
        python_strengths: ["", ""],
        kind: EnvKind::Task(Task {
            gym_id: None,
            python: r#"
class Bandit(gym.Env):
    observation_space = gym.spaces.Box(0, 1, (1,))
    action_space = gym.spaces.Discrete(4)

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.s = 0
        return np.ones(1, np.float32), {}

    def step(self, action):
        pays = self.np_random.random() < 0.2 * (action + 1)
        return np.ones(1, np.float32), float(pays), True, False, {}


def make_task():
    return Bandit()
"#,
            time_limit: 1,
            solved: Some(0.78),
            near_the_end: &[],
            step_secs: 0.25,
            picture: Picture {
                window: [0.0, 5.0, 0.0, 1.1],
                points: Points::Written(|state| {
                    vec![state[0].constant(2.5), state[0].constant(0.06)]
                }),
                rods: &[],
                discs: &[(0, 0.05)],
                // A column for each machine, as high as it pays.
                scenery: || {
                    let columns = [1.0_f32, 2.0, 3.0, 4.0].map(|at| {
                        let (left, right, top) = (at - 0.3, at + 0.3, 0.12 + 0.2 * at);
                        let bottom = 0.12;
                        vec![
                            [left, bottom],
                            [left, top],
                            [right, top],
                            [right, bottom],
                            [left, bottom],
                        ]
                    });
                    columns.to_vec()
                },
            },
            table: Some(Table {
                cells: 1,
                columns: 1,
                goal: None,
                ways: &[(0.1, 0.2), (0.3, 0.2), (0.5, 0.2), (0.7, 0.2), (0.9, 0.2)],
            }),
        }),
    },
    rules: EnvRules {
        first: |draws| vec![draws[0].constant(0.0)],
        observe: |state| vec![state[0].constant(1.0)],
        next: |before| before.state.clone(),
        outcome: |before, _| {
            let odds = (before.action + 1.0) * 0.2;
            StepOutcome {
                reward: before.draws[0].less(odds),
                terminated: odds.constant(1.0),
            }
        },
    },
};

#[cfg(test)]
mod tests {
    use super::super::tests::worked;
    use crate::envs::EnvId;

    #[test]
    fn it_pays_and_ends_as_worked_by_hand() {
        // Always in the same state; the second number decides what a machine pays.
        worked(
            EnvId::Bandit,
            [1, 4, 0],
            &[
                ([0.0, 0.15, 0.0, 0.0], 0.0, 1.0, true),
                ([0.0, 0.25, 0.0, 0.0], 0.0, 0.0, true),
                ([0.0, 0.55, 0.0, 0.0], 1.0, 0.0, true),
                ([0.0, 0.55, 0.0, 0.0], 2.0, 1.0, true),
                ([0.0, 0.75, 0.0, 0.0], 3.0, 1.0, true),
            ],
        );
    }
}
