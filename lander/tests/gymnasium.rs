//! The craft beside Gymnasium's `LunarLander-v3`, recorded on Box2D.
//!
//! Box2D computes in single precision, the craft in double precision. Tolerances are those that
//! the recording's own text gives.

#![cfg(not(target_arch = "wasm32"))]

use policy_lab_lander::body::{Body, Shape};
use policy_lab_lander::craft::craft;
use policy_lab_lander::ground::Ground;
use policy_lab_lander::joint::JointImpulse;
use policy_lab_lander::vector::Vector;
use policy_lab_lander::{Action, Begin, Ending, Lander, Rules, Wind};
use serde_json::Value;

fn recording() -> Value {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/fixtures/13_lunar_lander.json"
    );
    let text = std::fs::read_to_string(path).expect("the recording");
    serde_json::from_str(&text).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn numbers<const N: usize>(value: &Value) -> [f64; N] {
    let all: Vec<f64> = list(value).iter().map(number).collect();
    all.try_into().expect("as many numbers as asked for")
}

/// Origin, angle, velocity and angular velocity of a body.
fn row(shape: &Shape, body: &Body) -> [f64; 6] {
    let origin = body.origin(shape);
    let velocity = body.velocity;
    [
        origin.x, origin.y, body.angle, velocity.x, velocity.y, body.omega,
    ]
}

fn body(shape: &Shape, value: &Value) -> Body {
    let [x, y, angle, vx, vy, omega] = numbers(value);
    Body {
        velocity: Vector::new(vx, vy),
        omega,
        ..Body::at(shape, Vector::new(x, y), angle)
    }
}

#[track_caller]
fn near(got: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(got.len(), expected.len(), "{what}");
    for (place, (got, expected)) in got.iter().zip(expected).enumerate() {
        let apart = (got - expected).abs();
        assert!(
            apart <= tolerance,
            "{what}, number {place}: {got} for {expected}, {apart:e} apart"
        );
    }
}

fn largest(got: &[f64], expected: &[f64]) -> f64 {
    let apart = got
        .iter()
        .zip(expected)
        .map(|(got, expected)| (got - expected).abs());
    apart.fold(0.0, f64::max)
}

/// Steps after the recorded ones in which an episode may end as recorded.
const LATER: usize = 30;

#[test]
fn its_parts_weigh_what_box2d_says() {
    let parts = &recording()["bodies"];
    for (name, shape) in ["lander", "leg_0", "leg_1"].iter().zip(&craft().shapes) {
        let part = &parts[name];
        near(
            &[1.0 / shape.inverse_mass],
            &[number(&part["mass"])],
            1e-6,
            name,
        );
        let inertia = number(&part["inertia_about_center_of_mass"]);
        near(&[1.0 / shape.inverse_inertia], &[inertia], 1e-6, name);
        near(
            &[shape.center.x, shape.center.y],
            &numbers::<2>(&part["local_center"]),
            1e-6,
            name,
        );
    }
}

fn rules(world: &Value) -> Rules {
    let wind = world["enable_wind"].as_bool() == Some(true);
    Rules {
        wind: wind.then_some(Wind {
            power: 15.0,
            turbulence: 1.5,
        }),
        ..Rules::default()
    }
}

fn begin(world: &Value) -> Begin {
    let draws = &world["draws"];
    let wind = &draws["wind_idx_torque_idx"];
    Begin {
        heights: numbers(&draws["height_12"]),
        force: numbers(&draws["initial_force_xy"]),
        wind: match wind.is_null() {
            true => [0; 2],
            false => numbers(wind).map(|it| it as i64),
        },
        dispersion: numbers(&draws["dispersion_of_the_reset_step"]),
    }
}

fn action(value: &Value) -> Action {
    match value.as_u64() {
        Some(number) => Action::Discrete(number as u32),
        None => Action::Continuous(numbers(value)),
    }
}

#[test]
fn episodes_begin_fly_and_end_as_recorded() {
    let recording = recording();
    let sequences = list(&recording["sequences"]);
    assert_eq!(sequences.len(), 6);
    for sequence in sequences {
        let name = sequence["name"].as_str().unwrap_or_default();
        let world = &sequence["world"];
        let mut lander = Lander::begin(rules(world), &begin(world));
        near(
            &lander.ground.0,
            &numbers::<11>(&world["terrain_smooth_y"]),
            1e-6,
            name,
        );
        let after = &world["after_reset"];
        for (number, shape) in craft().shapes.iter().enumerate() {
            let expected = numbers::<6>(&after["bodies"][number]);
            near(&row(shape, &lander.bodies[number]), &expected, 5e-5, name);
        }
        near(&lander.obs(), &numbers::<8>(&after["obs"]), 1e-5, name);
        let (inputs, expected) = (&sequence["inputs"], &sequence["expected"]);
        let first_contact = expected["first_contact_step"].as_u64().unwrap_or(u64::MAX) as usize;
        let mut ended = None;
        let mut apart = [0.0_f64; 2];
        for (step, told) in list(&inputs["actions"]).iter().enumerate() {
            let dispersion = numbers(&inputs["dispersion_draws"][step]);
            let outcome = lander.step(action(told), dispersion);
            if step < first_contact {
                let seen = numbers::<8>(&expected["obs"][step]);
                apart[0] = apart[0].max(largest(&lander.obs(), &seen));
                near(&lander.obs(), &seen, 5e-4, &format!("{name}, step {step}"));
                let reward = number(&expected["rewards"][step]);
                apart[1] = apart[1].max((outcome.reward - reward).abs());
                near(
                    &[outcome.reward],
                    &[reward],
                    0.02,
                    &format!("{name}, step {step}"),
                );
            }
            if let Some(ending) = outcome.ending {
                ended = Some((step, ending));
                break;
            }
        }
        // On the ground the craft may come to rest some steps later than Box2D's.
        let still_moving = ended.is_none() && !expected["ended_by"].is_null();
        for step in (0..LATER).take_while(|_| still_moving) {
            if ended.is_none()
                && let Some(ending) = lander.step(Action::Discrete(0), [0.0; 2]).ending
            {
                ended = Some((list(&inputs["actions"]).len() + step, ending));
            }
        }
        println!(
            "{name}: {ended:?}, obs {:e} and rewards {:e} apart",
            apart[0], apart[1]
        );
        let ending = match expected["ended_by"].as_str() {
            Some("crash") => Some(Ending::Crashed),
            Some("out_of_bounds") => Some(Ending::FlewOff),
            Some("asleep_landed") => Some(Ending::Landed),
            _ => None,
        };
        assert_eq!(ended.map(|(_, ending)| ending), ending, "{name}");
    }
}

#[test]
fn single_steps_lead_where_they_do_in_box2d() {
    let recording = recording();
    let steps = list(&recording["single_steps"]);
    assert_eq!(steps.len(), 14);
    for step in steps {
        let name = step["name"].as_str().unwrap_or_default();
        let (inputs, expected) = (&step["inputs"], &step["expected"]);
        let bodies =
            std::array::from_fn(|number| body(&craft().shapes[number], &inputs["bodies"][number]));
        let impulses = std::array::from_fn(|number| {
            let [x, y, limit, motor] = numbers(&inputs["joint_impulses"][number]);
            JointImpulse {
                point: Vector::new(x, y),
                limit,
                motor,
            }
        });
        let wind = &inputs["wind_idx_torque_idx"];
        let mut lander = Lander {
            rules: Rules {
                wind: (!wind.is_null()).then_some(Wind {
                    power: 15.0,
                    turbulence: 1.5,
                }),
                ..Rules::default()
            },
            ground: Ground([3.3; 11]),
            bodies,
            impulses,
            touches: Default::default(),
            legs: [false; 2],
            rested: 0.0,
            wind: match wind.is_null() {
                true => [0; 2],
                false => numbers(wind).map(|it| it as i64),
            },
            powers: [0.0; 2],
        };
        let outcome = lander.step(
            action(&inputs["action"]),
            numbers(&inputs["dispersion_draws"]),
        );
        let mut apart = 0.0_f64;
        for (number, shape) in craft().shapes.iter().enumerate() {
            let expected = numbers::<6>(&expected["bodies"][number]);
            let got = row(shape, &lander.bodies[number]);
            apart = apart.max(largest(&got, &expected));
            near(&got, &expected, 5e-5, &format!("{name}, body {number}"));
        }
        println!("{name}: {apart:e}");
        near(&lander.obs(), &numbers::<8>(&expected["obs"]), 1e-5, name);
        near(
            &[outcome.reward],
            &[number(&expected["reward"])],
            1e-3,
            name,
        );
        assert_eq!(
            outcome.ending.is_some(),
            expected["terminated"].as_bool() == Some(true)
        );
    }
}

#[test]
fn a_craft_goes_on_from_its_words_at_any_moment() {
    let recording = recording();
    for sequence in list(&recording["sequences"]) {
        let world = &sequence["world"];
        if world["enable_wind"].as_bool() == Some(true) {
            continue;
        }
        let mut whole = Lander::begin(Rules::default(), &begin(world));
        let inputs = &sequence["inputs"];
        for (step, told) in list(&inputs["actions"]).iter().enumerate() {
            let words = whole.words();
            let mut again = Lander::of_words(Rules::default(), &words);
            near(
                &again.words().map(f64::from),
                &words.map(f64::from),
                2e-6,
                "words",
            );
            let dispersion = numbers(&inputs["dispersion_draws"][step]);
            let outcomes = [&mut whole, &mut again].map(|it| it.step(action(told), dispersion));
            let name = format!("{}, step {step}", sequence["name"]);
            // Near the ground a millionth of a metre decides whether a foot touches it.
            let is_in_flight = !whole.legs.contains(&true) && !again.legs.contains(&true);
            if is_in_flight {
                assert_eq!(outcomes[0].ending, outcomes[1].ending, "{name}");
                near(&again.obs(), &whole.obs(), 2e-5, &name);
            }
        }
    }
}

#[test]
fn no_episode_passes_through_the_ground_or_loses_its_numbers() {
    let mut state = 7_u32;
    let mut draw = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1_u32 << 24) as f32
    };
    let mut endings = [0; 3];
    for episode in 0..120 {
        let draws = std::array::from_fn(|_| draw());
        let mut lander = Lander::begin(Rules::default(), &Begin::of_draws(&draws));
        for step in 0..1000 {
            // A third of them fall, a third push at random, a third burn the main engine at times.
            let action = match episode % 3 {
                0 => 0,
                1 => (4.0 * draw()) as u32,
                _ => 2 * u32::from(lander.obs()[3] < -0.4),
            };
            let outcome = lander.step(Action::Discrete(action), [0.0; 2]);
            let words = lander.words();
            assert!(
                words.iter().all(|it| it.is_finite()),
                "{episode}, {step}: {words:?}"
            );
            lander = Lander::of_words(Rules::default(), &words);
            // A leg that is thrown into a notch of the ground may sink into it, the hull may not.
            for (body, depth) in lander.bodies.iter().zip([0.0, 0.5, 0.5]) {
                let line = (body.center.x / 2.0).clamp(0.0, 9.0) as usize;
                let [left, right] = [line, line + 1].map(|at| lander.ground.corner(at));
                let share = ((body.center.x - left.x) / (right.x - left.x)).clamp(0.0, 1.0);
                let ground = left.y + (right.y - left.y) * share;
                assert!(
                    body.center.y > ground - depth,
                    "{episode}, {step}: {body:?}"
                );
            }
            if let Some(ending) = outcome.ending {
                endings[ending as usize] += 1;
                break;
            }
        }
    }
    // In the order of `Ending`.
    assert!(endings[0] > 60 && endings[1] > 0, "{endings:?}");
}
