//! A world as a reader's class becomes one: with chance, and with both ends of an episode.

use policy_lab::envs::build::formula;
use policy_lab::envs::own::{DrawCounts, OwnClass, OwnProgram, OwnSpace};
use policy_lab::envs::{EnvId, OwnError};

/// A point on a line. An action moves it to the left, not at all or to the right, and chance a
/// little; it sees one of six parts of the line. Off the line an episode ends, and the world itself
/// cuts it off with the ninth step.
///
/// # Errors
/// If it is refused as a program.
pub fn walk() -> Result<EnvId, OwnError> {
    let discrete = |n| OwnSpace {
        kind: "discrete".to_owned(),
        n,
        ..OwnSpace::default()
    };
    let class = OwnClass {
        name: "Walk".to_owned(),
        observation: discrete(6),
        action: discrete(3),
        ..OwnClass::default()
    };
    EnvId::own(OwnProgram {
        state: ["x", "t"].map(str::to_owned).to_vec(),
        draws: DrawCounts { first: 1, step: 2 },
        first: formula(1, |builder, draws| {
            vec![draws[0] - 0.5, builder.constant(0.0)]
        }),
        observe: formula(2, |_, state| vec![((state[0] + 0.6) * 5.0).floor()]),
        step: formula(5, |_, inputs| {
            let [x, t, action] = [inputs[0], inputs[1], inputs[2]];
            let chance = inputs[3] - inputs[4];
            let x = x + (action - 1.0) * 0.1 + chance * 0.1;
            let t = t + 1.0;
            vec![x, t, -x.abs(), x.abs().more(0.6), t.at_least(9.0)]
        }),
        is_stand_in: false,
        ..OwnProgram::by_interpreter(class, 1, 1)
    })
}
