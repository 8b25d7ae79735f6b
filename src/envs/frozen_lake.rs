//! FrozenLake-v1: on 16 cells of ice, a step goes as wanted one time in three, and to either side
//! as often.
//!
//! # Source
//! Gymnasium's `FrozenLake-v1` with its map of four by four cells. The policy sees a one for the
//! cell where it is, and zeros.

use super::build::Num;
use super::spec::{
    Before, EnvKind, EnvRules, EnvSpec, Environment, Picture, Points, StepOutcome, Task,
};
use super::tables::{DIRECTIONS, Table, agent, circle, flag, one_hot, row_and_column};

/// The environment.
pub const SPEC: Environment = Environment {
    spec: EnvSpec {
        key: "frozen-lake",
        label: "FrozenLake: cross slippery ice with four holes",
        state: &["cell"],
        obs: &[
            "cell 0", "cell 1", "cell 2", "cell 3", "cell 4", "cell 5", "cell 6", "cell 7",
            "cell 8", "cell 9", "cell 10", "cell 11", "cell 12", "cell 13", "cell 14", "cell 15",
        ],
        actions: DIRECTIONS,
        num_draws: 1,
        step_draws: 1,
        python_strengths: ["", ""],
        kind: EnvKind::Task(Task {
            gym_id: Some("FrozenLake-v1"),
            python: r#"
def make_task():
    env = gym.make("FrozenLake-v1", max_episode_steps=-1)
    one_hot = gym.spaces.Box(0, 1, (16,))
    return gym.wrappers.TransformObservation(env, lambda cell: np.eye(16, dtype=np.float32)[cell], one_hot)
"#,
            time_limit: 100,
            solved: Some(0.7),
            near_the_end: &[],
            step_secs: 0.25,
            picture: Picture {
                window: [0.0, 4.0, 0.0, 4.0],
                points: Points::Written(|state| agent(state[0], &TABLE)),
                rods: &[],
                discs: &[(0, 0.22)],
                scenery: || {
                    let mut scenery = TABLE.lines();
                    scenery.extend(HOLES.map(|hole| circle(TABLE.middle(hole), 0.38)));
                    scenery.push(flag(TABLE.middle(GOAL)));
                    scenery
                },
            },
            table: Some(TABLE),
        }),
    },
    rules: EnvRules {
        first: |draws| vec![draws[0].constant(0.0)],
        observe: |state| one_hot(state[0], TABLE.cells),
        next: |before| vec![slide(before)],
        outcome: |_, state| {
            let is_goal = state[0].equals(f32::from(GOAL));
            let holes = HOLES.iter().map(|hole| state[0].equals(f32::from(*hole)));
            StepOutcome {
                reward: is_goal,
                terminated: holes.fold(is_goal, Num::or),
            }
        },
    },
};

const TABLE: Table = Table {
    cells: 16,
    columns: 4,
    goal: Some(GOAL),
    // The direction before the wanted one, the wanted one, and the one after it.
    ways: &[
        (1.0 / 6.0, 1.0 / 3.0),
        (0.5, 1.0 / 3.0),
        (5.0 / 6.0, 1.0 / 3.0),
    ],
};
/// Cells that end an episode without a reward.
const HOLES: [u16; 4] = [5, 7, 11, 12];
/// The cell that ends an episode with a reward of 1.
const GOAL: u16 = 15;

/// Returns the cell after a step. At the shore one stays.
fn slide<'b>(before: &Before<'b>) -> Num<'b> {
    let [row, column] = row_and_column(before.state[0], TABLE.columns);
    let turned = before.action + (before.draws[0] * 3.0).floor() - 1.0;
    // The directions are a circle of four.
    let direction = turned - (turned * 0.25).floor() * 4.0;
    let along = |more: f32, less: f32| direction.equals(more) - direction.equals(less);
    let column = (column + along(2.0, 0.0)).max(0.0).min(3.0);
    let row = (row + along(1.0, 3.0)).max(0.0).min(3.0);
    row * f32::from(TABLE.columns) + column
}

#[cfg(test)]
mod tests {
    use super::super::tests::worked;
    use crate::envs::EnvId;

    #[test]
    fn it_pays_and_ends_as_worked_by_hand() {
        // The cell, and a number whose thirds turn a step by one direction back, none, and one on:
        // left, down, right, up.
        worked(
            EnvId::FrozenLake,
            [16, 4, 0],
            &[
                ([0.0, 0.5, 0.0, 0.0], 1.0, 0.0, false),
                // To the goal as wanted, slipping to the left of down, and to the right of up.
                ([14.0, 0.5, 0.0, 0.0], 2.0, 1.0, true),
                ([14.0, 0.9, 0.0, 0.0], 1.0, 1.0, true),
                ([14.0, 0.1, 0.0, 0.0], 3.0, 1.0, true),
                ([14.0, 0.1, 0.0, 0.0], 0.0, 0.0, false),
                // Into the hole to the left of cell 6: as wanted, and slipping from up.
                ([6.0, 0.5, 0.0, 0.0], 0.0, 0.0, true),
                ([6.0, 0.9, 0.0, 0.0], 3.0, 0.0, true),
            ],
        );
    }
}
