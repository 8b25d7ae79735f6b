//! A corridor of five cells. It begins in the middle, and only its right end pays.
//!
//! # Source
//! The random walk of Sutton and Barto, "Reinforcement Learning" (2018), example 6.2, with actions:
//! one in ten goes the other way, as in the course's picture of estimators
//! (`policy/variance/corridor.rs`).

use super::spec::{
    ActionSpace, EnvKind, EnvRules, EnvSpec, Environment, Picture, Points, StepOutcome, Task,
};
use super::tables::{Table, agent, flag, one_hot};

/// The environment.
pub const SPEC: Environment = Environment {
    spec: EnvSpec {
        key: "corridor",
        label: "Corridor: only the right end pays",
        state: &["cell"],
        obs: &["cell 1", "cell 2", "cell 3", "cell 4", "cell 5"],
        actions: ActionSpace::Discrete(&["left", "right"]),
        num_draws: 1,
        step_draws: 1,
        python_strengths: ["", ""],
        kind: EnvKind::Task(Task {
            gym_id: None,
            python: r#"
class Corridor(gym.Env):
    observation_space = gym.spaces.Box(0, 1, (5,))
    action_space = gym.spaces.Discrete(2)

    def seen(self):
        return np.array([self.s == cell for cell in range(1, 6)], np.float32)

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.s = 3
        return self.seen(), {}

    def step(self, action):
        slips = self.np_random.random() < 0.1
        self.s += 1 if (action == 1) != slips else -1
        return self.seen(), float(self.s == 6), self.s in (0, 6), False, {}


def make_task():
    return Corridor()
"#,
            time_limit: 100,
            solved: Some(0.95),
            near_the_end: &[],
            step_secs: 0.25,
            picture: Picture {
                window: [0.0, 7.0, -0.5, 1.5],
                points: Points::Written(|state| agent(state[0], &TABLE)),
                rods: &[],
                discs: &[(0, 0.2)],
                scenery: || {
                    let mut scenery = TABLE.lines();
                    scenery.push(flag(TABLE.middle(END)));
                    scenery
                },
            },
            table: Some(TABLE),
        }),
    },
    rules: EnvRules {
        first: |draws| vec![draws[0].constant(3.0)],
        observe: |state| one_hot(state[0] - 1.0, 5),
        next: |before| {
            let wanted = before.action * 2.0 - 1.0;
            let slips = before.draws[0].less(SLIP);
            vec![before.state[0] + slips.select(-wanted, wanted)]
        },
        outcome: |_, state| {
            let is_goal = state[0].equals(f32::from(END));
            StepOutcome {
                reward: is_goal,
                terminated: state[0].equals(0.0).or(is_goal),
            }
        },
    },
};

const TABLE: Table = Table {
    cells: 7,
    columns: 7,
    goal: Some(END),
    // With a slip, and without one.
    ways: &[(0.0, 0.1), (0.5, 0.9)],
};
/// Probability that a step goes the other way.
const SLIP: f32 = 0.1;
/// The cell behind the right end.
const END: u16 = 6;

#[cfg(test)]
mod tests {
    use super::super::tests::worked;
    use crate::envs::EnvId;

    #[test]
    fn it_pays_and_ends_as_worked_by_hand() {
        // The cell, and a number below 0.1 for a slip.
        worked(
            EnvId::Corridor,
            [5, 2, 0],
            &[
                ([3.0, 0.5, 0.0, 0.0], 1.0, 0.0, false),
                ([5.0, 0.5, 0.0, 0.0], 1.0, 1.0, true),
                ([5.0, 0.05, 0.0, 0.0], 1.0, 0.0, false),
                ([5.0, 0.05, 0.0, 0.0], 0.0, 1.0, true),
                ([1.0, 0.5, 0.0, 0.0], 0.0, 0.0, true),
            ],
        );
    }
}
