//! LunarLander-v3: a craft with two legs and three engines that must come to rest on a pad; and
//! LunarLanderContinuous-v3, in which it chooses how hard the engines push. Without wind.
//!
//! Its bodies are stepped by a program of its own ([`super::bodies`]): what stands here as a
//! formula takes over what that has computed.
//!
//! # Source
//! Gymnasium's `LunarLander-v3` and `LunarLanderContinuous-v3`.

use super::build::Num;
use super::spec::{
    ActionSpace, Control, EnvKind, EnvRules, EnvSpec, Environment, Picture, Points, StepOutcome,
    Task,
};

/// The environment.
pub const SPEC: Environment = Environment {
    spec: EnvSpec {
        key: "lunar-lander",
        label: "LunarLander: land between the flags",
        state: &STATE,
        obs: &[
            "x",
            "y",
            "vx",
            "vy",
            "angle",
            "omega",
            "leg_right",
            "leg_left",
        ],
        actions: ActionSpace::Discrete(&["none", "left", "up", "right"]),
        num_draws: 16,
        step_draws: 2,
        python_strengths: ["", ""],
        kind: EnvKind::Task(Task {
            gym_id: Some("LunarLander-v3"),
            python: "",
            time_limit: 1000,
            solved: Some(200.0),
            near_the_end: &[],
            step_secs: 1.0 / 50.0,
            picture: PICTURE,
            table: None,
        }),
    },
    rules: EnvRules {
        first,
        observe: |state| state[..OBS].to_vec(),
        // Of the program that steps bodies: the state after the step, and in the place of random
        // numbers the reward and whether the episode ended.
        next: |before| before.state.clone(),
        outcome: |before, _| StepOutcome {
            reward: before.draws[0],
            terminated: before.draws[1],
        },
    },
};

/// The environment in which the craft chooses how hard its engines push.
pub const CONTINUOUS_SPEC: Environment = Environment {
    spec: EnvSpec {
        key: "lunar-lander-continuous",
        label: "LunarLanderContinuous: land with engines of any power",
        actions: ActionSpace::Continuous(&[
            Control {
                name: "main",
                low: -1.0,
                high: 1.0,
            },
            Control {
                name: "side",
                low: -1.0,
                high: 1.0,
            },
        ]),
        kind: EnvKind::Task(Task {
            gym_id: Some("LunarLanderContinuous-v3"),
            python: "",
            time_limit: 1000,
            solved: Some(200.0),
            near_the_end: &[],
            step_secs: 1.0 / 50.0,
            picture: PICTURE,
            table: None,
        }),
        ..SPEC.spec
    },
    ..SPEC
};

/// Numbers of an observation: the first of the state.
const OBS: usize = 8;

/// The names of the numbers of a craft: what it sees, its legs, what their hinges did, which lines
/// of the ground they touch, how long it has rested, its engines, and the ground.
const STATE: [&str; 41] = [
    "x",
    "y",
    "vx",
    "vy",
    "angle",
    "omega",
    "leg_right",
    "leg_left",
    "right_x",
    "right_y",
    "right_angle",
    "right_vx",
    "right_vy",
    "right_omega",
    "left_x",
    "left_y",
    "left_angle",
    "left_vx",
    "left_vy",
    "left_omega",
    "right_hinge_x",
    "right_hinge_y",
    "right_limit",
    "right_motor",
    "left_hinge_x",
    "left_hinge_y",
    "left_limit",
    "left_motor",
    "right_lines",
    "left_lines",
    "rested",
    "main_power",
    "side_power",
    "ground0",
    "ground1",
    "ground2",
    "ground3",
    "ground7",
    "ground8",
    "ground9",
    "ground10",
];

/// Returns true if a state is that of a craft that has come to rest.
pub fn has_landed(state: &[f32]) -> bool {
    // Half a second, but for rounding.
    state[RESTED] > 0.49
}

/// Where in a state it stands how long the craft has rested.
const RESTED: usize = 30;
/// Where in a state the legs, the engines and the ground begin.
const LEGS: [usize; 2] = [8, 14];
const POWERS: usize = 31;
const GROUND: usize = 33;

/// Corners of the ground, and those of them that are the pad's.
const CORNERS: usize = 11;
const PAD_CORNERS: std::ops::Range<usize> = 4..7;
/// Height of the pad, and the height of the craft's origin that counts as 0, m.
const PAD: f32 = 3.3;
const LEVEL: f32 = 400.0 / 30.0 / 4.0 + 18.0 / 30.0;
/// Metres for which a distance of 1 stands.
const HALF_WIDTH: f32 = 10.0;
const HALF_HEIGHT: f32 = 400.0 / 30.0 / 2.0;
/// Corners of the hull and of a leg, m.
const HULL: [[f32; 2]; 6] = [
    [-14.0 / 30.0, 17.0 / 30.0],
    [-17.0 / 30.0, 0.0],
    [-17.0 / 30.0, -10.0 / 30.0],
    [17.0 / 30.0, -10.0 / 30.0],
    [17.0 / 30.0, 0.0],
    [14.0 / 30.0, 17.0 / 30.0],
];
const LEG: [[f32; 2]; 4] = [
    [-2.0 / 30.0, -8.0 / 30.0],
    [2.0 / 30.0, -8.0 / 30.0],
    [2.0 / 30.0, 8.0 / 30.0],
    [-2.0 / 30.0, 8.0 / 30.0],
];

/// Points: 11 of the ground, 6 of the hull, 4 of each leg, and 6 of the flames.
const PICTURE: Picture = Picture {
    window: [0.0, 20.0, 0.0, 14.0],
    points: Points::Written(points),
    rods: &[
        (0, 1),
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 5),
        (5, 6),
        (6, 7),
        (7, 8),
        (8, 9),
        (9, 10),
        (11, 12),
        (12, 13),
        (13, 14),
        (14, 15),
        (15, 16),
        (16, 11),
        (17, 18),
        (18, 19),
        (19, 20),
        (20, 17),
        (21, 22),
        (22, 23),
        (23, 24),
        (24, 21),
        (25, 26),
        (27, 28),
        (29, 30),
    ],
    discs: &[],
    scenery: flags,
};

/// Returns the craft above its ground, as it is drawn before its bodies have been asked: at rest,
/// with its legs out.
fn first<'b>(draws: &[Num<'b>]) -> Vec<Num<'b>> {
    let number = |it: f32| draws[0].constant(it);
    let mut state = vec![number(0.0); STATE.len()];
    state[1] = number((2.0 * HALF_HEIGHT - LEVEL) / HALF_HEIGHT);
    for (leg, side) in LEGS.into_iter().zip([1.0, -1.0]) {
        let place = [
            HALF_WIDTH + side * 0.832,
            2.0 * HALF_HEIGHT - 0.335,
            side * 0.35,
        ];
        for (number, it) in state[leg..].iter_mut().zip(place) {
            *number = draws[0].constant(it);
        }
    }
    let height = |place: usize| match place % (CORNERS + 1) {
        3..=7 => number(HALF_HEIGHT / 2.0),
        place => draws[place] * HALF_HEIGHT,
    };
    let corners = (0..CORNERS).filter(|corner| !PAD_CORNERS.contains(corner));
    for (ground, corner) in state[GROUND..].iter_mut().zip(corners) {
        let around = height(corner + CORNERS) + height(corner) + height(corner + 1);
        *ground = around * 0.33;
    }
    state
}

/// Returns the flags on both sides of the pad.
fn flags() -> Vec<Vec<[f32; 2]>> {
    const POLE: f32 = 1.7;
    let flag = |x: f32| {
        let top = PAD + POLE;
        vec![[x, PAD], [x, top], [x + 0.8, top - 0.25], [x, top - 0.5]]
    };
    vec![flag(8.0), flag(12.0)]
}

/// Returns the points of the picture: a flame is as long as its engine is strong.
fn points<'b>(state: &[Num<'b>]) -> Vec<Num<'b>> {
    let number = |it: f32| state[0].constant(it);
    let mut points = Vec::new();
    for corner in 0..CORNERS {
        let height = match corner {
            corner if corner < PAD_CORNERS.start => state[GROUND + corner],
            corner if corner < PAD_CORNERS.end => number(PAD),
            corner => state[GROUND + corner - PAD_CORNERS.len()],
        };
        points.extend([number(2.0 * corner as f32), height]);
    }
    let mut put = |[x, y, angle]: [Num<'b>; 3], corners: &[[Num<'b>; 2]]| {
        let (sin, cos) = (angle.sin(), angle.cos());
        for [along, across] in corners.iter().copied() {
            points.extend([
                x + cos * along - sin * across,
                y + sin * along + cos * across,
            ]);
        }
    };
    let constant = |corners: &[[f32; 2]]| -> Vec<[Num<'b>; 2]> {
        corners.iter().map(|corner| corner.map(number)).collect()
    };
    let hull = [
        state[0] * HALF_WIDTH + HALF_WIDTH,
        state[1] * HALF_HEIGHT + LEVEL,
        state[4],
    ];
    put(hull, &constant(&HULL));
    for leg in LEGS {
        let [x, y, angle] = [0, 1, 2].map(|place| state[leg + place]);
        put([x, y, angle], &constant(&LEG));
    }
    let (main, side) = (state[POWERS], state[POWERS + 1]);
    // The engine on the right pushes to the left, which is what a negative power asks for.
    let to_right = (-side).max(0.0) * 0.7 + 0.5;
    let to_left = -(side.max(0.0) * 0.7 + 0.5);
    put(
        hull,
        &[
            [number(0.0), number(-10.0 / 30.0)],
            [number(0.0), -(main * 1.1 + 10.0 / 30.0)],
            [number(0.5), number(0.4)],
            [to_right, number(0.4)],
            [number(-0.5), number(0.4)],
            [to_left, number(0.4)],
        ],
    );
    points
}

#[cfg(test)]
mod tests {
    use super::super::tests::worked;
    use super::*;
    use crate::envs::{Env, EnvId, Sketch};

    /// A craft in flight as the first episode of a seed begins, with these numbers in place of some
    /// of its own, and nothing random in its step.
    fn craft(changed: &[(usize, f32)]) -> [f32; 43] {
        let state = Env::new(EnvId::LunarLander).first_state(3, 0, 0);
        let mut state: [f32; 43] = state.try_into().expect("a state");
        state[41..].fill(0.5);
        for (place, number) in changed {
            state[*place] = *number;
        }
        state
    }

    #[test]
    fn it_pays_and_ends_as_worked_by_hand() {
        // Beyond the edge of the world; and with the hull's origin as high as the pad, in it.
        let off = craft(&[(0, 1.01), (8, 20.77), (14, 19.44)]);
        let low = craft(&[(1, -0.09), (9, 2.7), (15, 2.7)]);
        let cases = [(off, 0.0, -100.0, true), (low, 0.0, -100.0, true)];
        worked(EnvId::LunarLander, [8, 4, 0], &cases);
        worked(EnvId::LunarLanderContinuous, [8, 0, 2], &cases);
    }

    #[test]
    fn a_step_pays_for_what_became_better_less_what_the_engines_burn() {
        let env = Env::new(EnvId::LunarLander);
        let before = craft(&[]);
        let worth = |seen: &[f32]| {
            let [x, y, vx, vy] = [seen[0], seen[1], seen[2], seen[3]];
            -100.0 * (x.hypot(y) + vx.hypot(vy) + seen[4].abs()) + 10.0 * (seen[6] + seen[7])
        };
        for (action, burnt) in [(0, 0.0), (1, 0.03), (2, 0.3), (3, 0.03)] {
            let moved = env.transition(&before, action);
            let gained = worth(&moved.state) - worth(&before);
            assert!((moved.reward - gained + burnt).abs() < 1e-3, "{moved:?}");
            assert!(!moved.terminated);
        }
    }

    #[test]
    fn before_it_moves_it_is_drawn_above_the_ground_of_its_first_step() {
        let env = Env::new(EnvId::LunarLander);
        let draws: Vec<f32> = (0..16).map(|it| (0.37 * it as f32).fract()).collect();
        let drawn = env.dynamics().first.results(&draws);
        let mut told = draws.clone();
        told.resize(41, 0.0);
        crate::envs::bodies::ask(|program| program.begin(&mut told));
        for (place, (drawn, told)) in drawn.iter().zip(&told).enumerate() {
            // A step further, and pushed; hinges and speeds are not drawn.
            let is_drawn = [0, 1, 4, 8, 9, 10, 14, 15, 16].contains(&place) || place >= POWERS;
            assert!(
                !is_drawn || (drawn - told).abs() < 0.35,
                "{place}: {drawn} {told}"
            );
        }
        assert_eq!(drawn[GROUND..].len(), 8);
        for (drawn, told) in drawn[GROUND..].iter().zip(&told[GROUND..]) {
            assert!((drawn - told).abs() < 1e-5, "{drawn} {told}");
        }
    }

    #[test]
    fn it_is_drawn_where_it_is_with_its_flames() {
        let sketch = Sketch::new(EnvId::LunarLander.spec()).expect("a picture");
        let state = craft(&[(0, 0.0), (1, 0.0), (4, 0.0), (31, 1.0), (32, -1.0)]);
        let points = sketch.points(&state[..41]);
        assert_eq!(points.len(), 31);
        assert_eq!(points[4], [8.0, PAD]);
        let near = |at: usize, [x, y]: [f32; 2]| {
            let [is_x, is_y] = points[at];
            assert!((is_x - x).hypot(is_y - y) < 1e-5, "{at}: {:?}", points[at]);
        };
        near(11, [10.0 - 14.0 / 30.0, LEVEL + 17.0 / 30.0]);
        near(26, [10.0, LEVEL - 1.1 - 1.0 / 3.0]);
        near(28, [11.2, LEVEL + 0.4]);
        near(30, [9.5, LEVEL + 0.4]);
        let all = sketch
            .picture
            .rods
            .iter()
            .flat_map(|(one, other)| [*one, *other]);
        assert_eq!(all.max(), Some(30));
    }
}
