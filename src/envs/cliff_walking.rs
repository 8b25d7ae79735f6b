//! CliffWalking-v1: from one corner to the next, along a cliff.
//!
//! # Source
//! Gymnasium's `CliffWalking-v1`, after Sutton and Barto, "Reinforcement Learning" (2018), example
//! 6.6. The policy sees a one for its row and a one for its column, and zeros. Gymnasium has no
//! time limit here.

use super::build::Num;
use super::spec::{
    ActionSpace, Before, EnvKind, EnvRules, EnvSpec, Environment, Picture, Points, StepOutcome,
    Task,
};
use super::tables::{Table, agent, flag, one_hot, row_and_column};

/// The environment.
pub const SPEC: Environment = Environment {
    spec: EnvSpec {
        key: "cliff-walking",
        label: "CliffWalking: reach the other corner, not the cliff",
        state: &["cell"],
        obs: &[
            "row 0",
            "row 1",
            "row 2",
            "row 3",
            "column 0",
            "column 1",
            "column 2",
            "column 3",
            "column 4",
            "column 5",
            "column 6",
            "column 7",
            "column 8",
            "column 9",
            "column 10",
            "column 11",
        ],
        actions: ActionSpace::Discrete(&["up", "right", "down", "left"]),
        num_draws: 1,
        step_draws: 0,
        python_strengths: ["", ""],
        kind: EnvKind::Task(Task {
            gym_id: Some("CliffWalking-v1"),
            python: r#"
def make_task():
    env = gym.make("CliffWalking-v1")
    one_hot = lambda cell: np.concatenate([np.eye(4)[cell // 12], np.eye(12)[cell % 12]]).astype(np.float32)
    return gym.wrappers.TransformObservation(env, one_hot, gym.spaces.Box(0, 1, (16,)))
"#,
            time_limit: 200,
            // The shortest way takes 13 steps, and the one farthest from the edge 17.
            solved: Some(-18.0),
            near_the_end: &[35.0],
            step_secs: 0.25,
            picture: Picture {
                window: [0.0, 12.0, 0.0, 4.0],
                points: Points::Written(|state| agent(state[0], &TABLE)),
                rods: &[],
                discs: &[(0, 0.26)],
                scenery: || {
                    let mut scenery = TABLE.lines();
                    let slopes = (START + 1..GOAL).map(|cell| TABLE.middle(cell));
                    scenery.extend(slopes.flat_map(|[x, y]| {
                        [-0.25, 0.0, 0.25]
                            .map(|at| vec![[x + at - 0.2, y - 0.4], [x + at + 0.2, y + 0.4]])
                    }));
                    scenery.push(flag(TABLE.middle(GOAL)));
                    scenery
                },
            },
            table: Some(TABLE),
        }),
    },
    rules: EnvRules {
        first: |draws| vec![draws[0].constant(f32::from(START))],
        observe: |state| {
            let [row, column] = row_and_column(state[0], TABLE.columns);
            let mut obs = one_hot(row, 4);
            obs.extend(one_hot(column, TABLE.columns));
            obs
        },
        next: |before| {
            let cell = walk(before);
            vec![is_cliff(cell).select(f32::from(START), cell)]
        },
        outcome: |before, state| StepOutcome {
            reward: is_cliff(walk(before)).select(-100.0, -1.0),
            terminated: state[0].equals(f32::from(GOAL)),
        },
    },
};

const TABLE: Table = Table {
    cells: 48,
    columns: 12,
    goal: Some(GOAL),
    ways: Table::CERTAIN,
};
/// Where an episode begins, and one that has stepped off the cliff goes on.
const START: u16 = 36;
/// The cell that ends an episode.
const GOAL: u16 = 47;

/// Returns the cell that a step leads to, before anybody falls. At the border one stays.
fn walk<'b>(before: &Before<'b>) -> Num<'b> {
    let [row, column] = row_and_column(before.state[0], TABLE.columns);
    let along = |more: f32, less: f32| before.action.equals(more) - before.action.equals(less);
    let column = (column + along(1.0, 3.0)).max(0.0).min(11.0);
    let row = (row + along(2.0, 0.0)).max(0.0).min(3.0);
    row * f32::from(TABLE.columns) + column
}

/// Returns 1 for a cell between start and goal.
fn is_cliff(cell: Num<'_>) -> Num<'_> {
    let (from, to) = (f32::from(START), f32::from(GOAL));
    cell.more(from).and(cell.less(to))
}

#[cfg(test)]
mod tests {
    use super::super::tests::worked;
    use crate::envs::EnvId;

    #[test]
    fn it_pays_and_ends_as_worked_by_hand() {
        // Up, right, down and left of the start; at the other end, the goal.
        worked(
            EnvId::CliffWalking,
            [16, 4, 0],
            &[
                ([36.0, 0.0, 0.0, 0.0], 0.0, -1.0, false),
                ([36.0, 0.0, 0.0, 0.0], 1.0, -100.0, false),
                ([36.0, 0.0, 0.0, 0.0], 2.0, -1.0, false),
                ([36.0, 0.0, 0.0, 0.0], 3.0, -1.0, false),
                ([30.0, 0.0, 0.0, 0.0], 2.0, -100.0, false),
                ([35.0, 0.0, 0.0, 0.0], 2.0, -1.0, true),
            ],
        );
    }
}
