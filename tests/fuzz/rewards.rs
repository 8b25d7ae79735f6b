//! Rewards that a reader writes.

use policy_lab::config::presets::PRESETS;
use policy_lab::envs::{EnvId, Expression};

use super::cases::Target;
use super::results::is_sentence;

/// Steps at which a reward is evaluated: the state that they led to, the action, the environment's
/// own reward, and whether they ended the episode. No environment has more numbers.
const STEPS: [[f32; 7]; 5] = [
    [0.0; 7],
    [2.4, -3.0, 0.2095, 4.0, 1.0, 1.0, 0.0],
    [f32::MAX; 7],
    [f32::MIN_POSITIVE, -0.0, f32::MIN, 1e-30, 0.0, -1e-30, 1.0],
    [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        1.0,
        2.0,
        f32::NAN,
        1.0,
    ],
];

#[test]
fn any_reward_is_a_number_or_an_error_at_a_character() {
    let presets = PRESETS.iter().map(|preset| (preset.config)().reward);
    let own = [
        "1 - abs(theta) + 0.1 * omega",
        "clamp(min(x, v) ^ 2, -1, max(2, 3)) * (θ < 0.1) / sqrt(pi)",
        "-tanh(sin(x) + cos(v) - tan(theta)) + sign(omega) * exp(ln(2))",
    ];
    let valid = presets
        .chain(own.map(str::to_owned))
        .map(String::into_bytes);
    let words = "x v theta omega θ ω action torque position theta1 reward terminated pi π abs( sqrt( exp( ln( sin( cos( tan( tanh( sign( min( max( clamp( ( ) , + - * / ^ < > 1e .5 \t";
    let words = words.split(' ').map(str::to_owned).collect();
    let target = Target {
        name: "reward",
        valid: valid.collect(),
        words,
        few: 50_000,
        share: 1,
        cost: 1_000,
    };
    target.holds(|bytes| {
        let text = String::from_utf8_lossy(bytes);
        // One other environment each: there are many.
        let other = EnvId::ALL[text.len() % EnvId::ALL.len()];
        if let Err(error) = Expression::parse(&text, other) {
            is_sentence(&error.to_string());
        }
        match Expression::parse(&text, EnvId::Cartpole) {
            Ok(reward) => {
                for step in STEPS {
                    let bits = |it: f32| (!it.is_nan()).then_some(it.to_bits());
                    assert_eq!(bits(reward.of(&step)), bits(reward.clone().of(&step)));
                }
                // Spaces around a text and parentheses around it change nothing.
                if text.chars().count() < 290 && !text.contains('(') {
                    let wrapped = Expression::parse(&format!(" ({text}) "), EnvId::Cartpole);
                    let wrapped = wrapped.expect("the same reward");
                    let [one, other] = [&reward, &wrapped].map(|it| it.of(&STEPS[1]));
                    assert!(
                        one == other || (one.is_nan() && other.is_nan()),
                        "{one} {other}"
                    );
                }
                true
            }
            Err(error) => {
                assert!(
                    (1..=text.chars().count() + 1).contains(&error.position),
                    "{error:?}"
                );
                is_sentence(&error.to_string());
                false
            }
        }
    });
}
