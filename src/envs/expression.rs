//! Rewards that a reader writes: arithmetic over the numbers of a step, which becomes a [`Formula`]
//! as an environment's own formulas do. There are no names to define, and texts and nesting are
//! bounded.

use winnow::prelude::*;

use super::build::{Num, formula};
use super::formula::{Formula, FormulaOp};
use super::grammar::{Op, whole};
use super::{EnvId, spelling};
use crate::config::number;

/// Longest text, in characters; a longer reward is hard to read.
const MAX_LENGTH: usize = 300;
/// Deepest nesting, and most numbers on the stack.
const MAX_DEPTH: usize = 24;

/// A reward as a function of a step in one environment: of the state that it led to, and of the
/// other numbers that [`EnvSpec::step_names`](super::EnvSpec::step_names) names.
#[derive(Clone, Debug)]
pub struct Expression {
    id: EnvId,
    formula: Formula,
}

/// The place in a text that is not an expression, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Character {position}: {message}")]
pub struct ParseError {
    /// The position of the wrong character, from 1.
    pub position: usize,
    /// The message about it.
    pub message: String,
}

impl Expression {
    /// Parses `text`: numbers, `pi`, the names of a step's numbers in the environment, which for
    /// CartPole are `x v theta omega action reward terminated`, `+ - * / ^ < > <= >= == !=` (a
    /// comparison is 1 or 0), parentheses and `abs sqrt exp ln sin cos tan tanh sign min max
    /// clamp`. `**` is `^`, Greek letters are their names, and other glyphs of a character count as
    /// it.
    ///
    /// # Errors
    /// Reports the first character that does not fit, with the spelling that does where there is
    /// one.
    pub fn parse(text: &str, id: EnvId) -> Result<Self, ParseError> {
        let spec = id.spec();
        // A glyph takes the place of one character, so positions stay.
        let plain = number::plain(text);
        let text: &str = &plain;
        let at = |offset: usize, message: String| ParseError {
            position: text
                .char_indices()
                .take_while(|(at, _)| *at < offset)
                .count()
                + 1,
            message,
        };
        if let Some((offset, _)) = text.char_indices().nth(MAX_LENGTH) {
            let message = format!("A reward may be {MAX_LENGTH} characters long");
            return Err(at(offset, message));
        }
        if let Some(offset) = nested_too_deeply(text) {
            let message = format!("Parentheses may be nested {MAX_DEPTH} deep");
            return Err(at(offset, message));
        }
        let mut parser = |input: &mut &str| whole(input, spec);
        let ops = parser.parse(text).map_err(|error| {
            let offset = error.offset();
            let message = error.into_inner().message;
            at(
                offset,
                message.unwrap_or_else(|| spelling::of_rest(text, offset, spec)),
            )
        })?;
        if stack_needed(&ops) > MAX_DEPTH {
            let message = format!("More than {MAX_DEPTH} numbers wait for an operator");
            return Err(at(text.len(), message));
        }
        Ok(Self {
            id,
            formula: compiled(&ops, spec.step_names().count()),
        })
    }

    /// Returns the formula that computes it from the numbers of a step.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// Returns true if it depends on the number of a step that has this name.
    pub fn reads(&self, name: &str) -> bool {
        let place = self.id.spec().step_names().position(|other| other == name);
        place.is_some_and(|place| self.formula.ops.contains(&FormulaOp::Input(place as u16)))
    }

    /// Returns the reward for a step with these numbers. The last ones may be missing if it does
    /// not read them.
    pub fn of(&self, step: &[f32]) -> f32 {
        self.formula.results(step)[0]
    }
}

/// Returns the formula of a formula in postfix notation, which has so many inputs.
fn compiled(ops: &[Op], num_inputs: usize) -> Formula {
    formula(num_inputs, |builder, inputs| {
        let mut stack: Vec<Num<'_>> = Vec::new();
        for op in ops {
            let operands = stack.split_off(stack.len() - op.operands());
            stack.push(match op {
                Op::Number(value) => builder.constant(*value),
                Op::Input(place) => inputs[*place],
                Op::Unary(unary) => operands[0].unary(*unary),
                Op::Binary(apply) => apply(operands[0], operands[1]),
                Op::Ternary(apply) => apply(operands[0], operands[1], operands[2]),
            });
        }
        stack
    })
}

fn nested_too_deeply(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.char_indices().find_map(|(offset, letter)| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth > MAX_DEPTH).then_some(offset)
    })
}

fn stack_needed(ops: &[Op]) -> usize {
    let (mut now, mut most) = (0, 0);
    for op in ops {
        now = now + 1 - op.operands();
        most = most.max(now);
    }
    most
}

#[cfg(test)]
mod tests {
    use super::super::{Actions, Env};
    use super::*;

    fn value(text: &str) -> f32 {
        Expression::parse(text, EnvId::Cartpole)
            .unwrap_or_else(|error| panic!("{text}: {error}"))
            .of(&[0.5, -2.0, 0.1, 3.0])
    }

    fn error(text: &str) -> (usize, String) {
        error_in(EnvId::Cartpole, text)
    }

    fn error_in(id: EnvId, text: &str) -> (usize, String) {
        let error = Expression::parse(text, id).expect_err(text);
        (error.position, error.message)
    }

    #[test]
    fn arithmetic_by_hand() {
        for (text, expected) in [
            ("1", 1.0),
            (" 1 + 2 * 3 ", 7.0),
            ("(1 + 2) * 3", 9.0),
            ("8 - 4 - 2", 2.0),
            ("-2 ^ 2", -4.0),
            ("2 ^ 3 ^ 2", 512.0),
            ("2 ^ -1", 0.5),
            ("2 * -x", -1.0),
            ("x + v", -1.5),
            ("abs(v) / 4", 0.5),
            ("clamp(0.1 * abs(omega), 0, 1)", 0.3),
            ("clamp(5, 1, 0)", 0.0),
            ("clamp(-5, 1, 3)", 1.0),
            ("2 + clamp(7, 1, 3)", 5.0),
            ("2 - +x", 1.5),
            ("sqrt(9) - exp(0)", 2.0),
            ("ln(exp(3))", 3.0),
            ("tan(pi / 4)", 1.0),
            ("tanh(0) + tanh(100)", 1.0),
            ("max(min(omega, 2), 1)", 2.0),
            ("x > 0", 1.0),
            ("(x < 0) * 5", 0.0),
            ("cos(pi)", -1.0),
            ("sign(v) + sign(0)", -1.0),
            ("1e-1 + .5", 0.6),
            ("θ * ω", 0.3),
            ("-2 ** 2", -4.0),
            ("2 ** 3 ** 2 + v**2", 516.0),
            ("2 **-1", 0.5),
            ("2 · x × 3 ÷ 2 − 1", 0.5),
            ("(x <= 0.5) + (x >= 0.6) * 2", 1.0),
            ("(x ≥ 0.5) + (x ≤ 0.4) * 2", 1.0),
            ("(x == 0.5) + (v != -2) * 2", 1.0),
            ("x + 1 < 2 * x", 0.0),
            ("1_000 * ５．", 5000.0),
            ("1e−1 + 2E+0", 2.1),
            ("max(0,5) + clamp(v, 0,1)", 5.0),
        ] {
            assert!((value(text) - expected).abs() < 1e-6, "{text}");
        }
    }

    #[test]
    fn the_courses_rewards_can_be_written() {
        let state = [1.2, 0.7, -0.15, 4.0];
        for (text, id) in [
            (
                "(1 - abs(theta / 0.2095) + 1 - abs(x / 2.4)) / 2",
                EnvId::Easycart,
            ),
            (
                "min(0.1 * abs(omega), 1) - 0.5 * min(abs(x / 2.5) + abs(v / 10), 1)",
                EnvId::Spincart,
            ),
        ] {
            let ours = Expression::parse(text, id).expect("an expression");
            let ours = ours.of(&state);
            let (reward, _) = Env::new(id).outcome_of_state(&state).expect("a cart");
            assert!((ours - reward).abs() < 1e-6, "{text}: {ours} and {reward}");
        }
    }

    #[test]
    fn a_message_stands_at_the_character_that_is_wrong() {
        assert_eq!(error("1 + * 2").0, 5);
        assert_eq!(error("x $ 2"), (3, "“$” cannot stand here".to_owned()));
        assert_eq!(error("x 2").0, 3);
        assert_eq!(error("(x + 2").0, 7);
        assert_eq!(error("x + 2)").0, 6);
        assert_eq!(error("").0, 1);
        assert_eq!(error("  ").0, 3);
        assert_eq!(error("x +").0, 4);
        assert_eq!(error("ωω + 1").0, 1);
        assert_eq!(error("1 + speed").0, 5);
        assert_eq!(error("sin x").0, 5);
        assert!(error("1 + speed").1.contains("“speed”"));
        assert!(error("min(x)").1.contains("min takes 2 and got 1"));
        assert!(error("abs(x, v)").1.contains("abs takes 1 and got 2"));
        assert_eq!(error("1..2").0, 3);
    }

    /// Each message stands at the character that is wrong, and has the spelling that is right.
    #[test]
    fn spellings_from_elsewhere_are_answered_with_the_one_that_is_read() {
        for (text, position, words) in [
            ("1-0,5*x", 4, "“0,5” has a decimal comma; use a point: 0.5"),
            ("x * 1,000", 6, "1000 or 1.000; use a point"),
            ("x, v", 2, "“,” cannot stand here"),
            (
                "min(0,5*x, 1)",
                6,
                "min takes 2 and got 3: min(a, b). A comma begins the next argument",
            ),
            ("np.cos(theta)", 1, "“np.cos” is not known here; write cos"),
            (
                "1 - math.fabs(x)",
                5,
                "“math.fabs” is not known here; write abs",
            ),
            ("np.clip(x, 0, 1)", 1, "write clamp"),
            ("1 + obs[2]", 5, "“obs[2]” is not known here; write theta"),
            ("log(x)", 1, "write ln"),
            ("pow(x, 2)", 1, "write a ^ b"),
            ("1 - theta_dot", 5, "write omega"),
            ("x < 1 and v < 1", 7, "write a product of comparisons"),
            ("not x", 1, "write a comparison from 1"),
            ("1 if x < 1 else 0", 3, "write a product with a comparison"),
            ("0 < x < 1", 7, "multiply, (0 < x) * (x < 1)"),
            ("x == v == 1", 8, "multiply, (0 < x) * (x < 1)"),
            ("x = 1", 3, "write =="),
            ("x // 2", 4, "“//” is not known here; write /"),
            ("x & v", 3, "write a product of comparisons"),
            ("|x|", 1, "write abs(x)"),
            ("x²", 2, "write ^ 2"),
            ("√x", 1, "write sqrt(x)"),
            ("2x", 2, "An operator is missing before “x”"),
            ("2 (x)", 3, "An operator is missing before “(”"),
            ("sin x", 5, "sin needs parentheses"),
            ("1 - omgea", 5, "did you mean omega?"),
            ("Theta", 1, "did you mean theta?"),
            ("1 + speed", 5, "“speed” is not known here. There are x, v,"),
            ("1e99 * x", 1, "“1e99” is outside of what a reward can hold"),
            ("1e-60", 1, "“1e-60” is outside of what a reward can hold"),
            ("1__0", 1, "“1__0” is not a number"),
        ] {
            let (at, said) = error(text);
            assert_eq!(at, position, "{text}: {said}");
            assert!(said.contains(words), "{text}: {said}");
        }
    }

    /// What a reader's reward makes of a step, by hand: the environment with the state before it,
    /// and the action.
    #[test]
    fn a_reward_knows_the_numbers_of_a_step_by_their_names() {
        // A cart at rest is pushed to the right: positions move by the old speeds, 0. Its own
        // reward is 1.
        let cart = (EnvId::Cartpole, vec![0.5, 0.0, 0.0, 0.0], [1.0]);
        // It stands upright with speed 1 and is held: 1 · 0.05 further, and its own reward is
        // -(0.1 · 1²). A torque of 3 counts as 2 and adds 3 · 2 · 0.05 to the speed, 0.001 · 2² to
        // the cost.
        let pendulum = (EnvId::Pendulum, vec![0.0, 1.0], [0.0]);
        let pushed = (EnvId::Pendulum, vec![0.0, 1.0], [3.0]);
        // At the left end the car stops, whichever way it drives.
        let car = (EnvId::Mountaincar, vec![-1.2, -0.05], [2.0]);
        let arrived = (EnvId::Mountaincar, vec![0.49, 0.07], [2.0]);
        // Near the top it has the speed to arrive: 100 - 0.1 · 0.5².
        let driven = (EnvId::MountaincarContinuous, vec![0.44, 0.05], [0.5]);
        // Hanging at rest without a torque it stays so.
        let acrobot = (EnvId::Acrobot, vec![0.0; 4], [1.0]);
        for ((id, state, action), text, expected) in [
            (&cart, "10 * x + action", 6.0),
            (&cart, "reward - abs(x) + 7 * terminated", 0.5),
            (&pendulum, "20 * theta + omega", 2.0),
            (&pendulum, "reward + torque", -0.1),
            (&pushed, "omega", 1.3),
            (&pushed, "torque * 10 + reward", 19.896),
            (&pushed, "θ + ω", 1.365),
            (&car, "position + velocity + 3 * action", 4.8),
            (&car, "reward * 2", -2.0),
            (&arrived, "reward + 100 * terminated", 99.0),
            (&driven, "reward + terminated + force", 101.475),
            (&acrobot, "-cos(theta1) - cos(theta1 + theta2)", -2.0),
            (&acrobot, "reward - action + θ2 + omega1 ^ 2 + omega2", -2.0),
        ] {
            let env = Env {
                reward: Some(Expression::parse(text, *id).expect(text)),
                ..Env::new(*id)
            };
            let number = [action[0] as u32];
            let action = match id.controls() {
                [] => Actions::Discrete(&number),
                _ => Actions::Continuous(action),
            };
            let moved = env.transition_by(state, action);
            assert!((moved.reward - expected).abs() < 2e-4, "{text}: {moved:?}");
            // The reward alone is another one.
            let own = Env::new(*id).transition_by(state, action);
            assert_eq!(
                (&moved.state, moved.terminated),
                (&own.state, own.terminated)
            );
        }
    }

    #[test]
    fn a_probe_keeps_the_reward_that_it_tests() {
        let env = Env {
            reward: Some(Expression::parse("7", EnvId::Probe1).expect("an expression")),
            ..Env::new(EnvId::Probe1)
        };
        assert_eq!(env.transition(&[0.0], 0).reward, 1.0);
    }

    #[test]
    fn a_reward_says_what_it_reads() {
        let reward = Expression::parse("theta + 0.1 * torque", EnvId::Pendulum);
        let reward = reward.expect("an expression");
        let names: Vec<&str> = EnvId::Pendulum.spec().step_names().collect();
        assert_eq!(names, ["theta", "omega", "torque", "reward", "terminated"]);
        let read: Vec<&str> = names.into_iter().filter(|it| reward.reads(it)).collect();
        assert_eq!(read, ["theta", "torque"]);
        assert!(!reward.reads("action") && !reward.reads("x"));
        // A state alone has no such reward.
        let state = [0.5, 0.0, 0.0, 0.0];
        let paid = |text| {
            let env = Env {
                reward: Some(Expression::parse(text, EnvId::Cartpole).expect(text)),
                terminal_reward: -3.0,
                ..Env::new(EnvId::Cartpole)
            };
            env.outcome_of_state(&state)
        };
        assert_eq!(paid("x + action"), None);
        assert_eq!(paid("2 * reward + x - terminated"), Some((2.5, false)));
    }

    /// No environment has two numbers of one name, or one with the name of a function.
    #[test]
    fn every_name_means_one_thing() {
        for id in EnvId::ALL {
            let mut names: Vec<&str> = id.spec().step_names().chain(["pi"]).collect();
            let count = names.len();
            for name in &names {
                let alone = Expression::parse(name, id);
                assert!(alone.is_ok(), "{id:?}, {name}: {alone:?}");
                let called = Expression::parse(&format!("{name}(1)"), id);
                assert!(called.is_err(), "{id:?}: {name} is a function");
            }
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "{id:?}");
        }
    }

    #[test]
    fn a_name_of_another_environment_is_answered_with_those_that_there_are() {
        for (id, text, position, words) in [
            (
                EnvId::Pendulum,
                "1 - abs(x)",
                9,
                "“x” is not known here. There are theta, omega, torque, reward, terminated, pi and",
            ),
            (EnvId::Pendulum, "theta_dot", 1, "write omega"),
            (EnvId::Pendulum, "cos_theta", 1, "write cos(theta)"),
            (EnvId::Pendulum, "obs[1]", 1, "write sin(theta)"),
            (EnvId::Pendulum, "obs[2]", 1, "write omega"),
            (EnvId::Pendulum, "state[1]", 1, "write omega"),
            (EnvId::Pendulum, "action", 1, "write torque"),
            (EnvId::Pendulum, "u ^ 2", 1, "write torque"),
            (EnvId::MountaincarContinuous, "action", 1, "write force"),
            (EnvId::Mountaincar, "abs(x)", 5, "write position"),
            (EnvId::Mountaincar, "2 * v", 5, "write velocity"),
            (EnvId::Mountaincar, "2x", 2, "write position"),
            (EnvId::Mountaincar, "2position", 2, "An operator is missing"),
            (
                EnvId::Mountaincar,
                "1 - abs(theta)",
                9,
                "There are position, velocity, action, reward,",
            ),
            (EnvId::Acrobot, "theta", 1, "did you mean theta1?"),
            (
                EnvId::Acrobot,
                "angle",
                1,
                "There are theta1, theta2, omega1,",
            ),
            (EnvId::Acrobot, "not done", 1, "1 - (theta1 < 1)"),
            (EnvId::Acrobot, "done", 1, "write terminated"),
            (
                EnvId::Cartpole,
                "torque",
                1,
                "There are x, v, theta, omega, action,",
            ),
            (
                EnvId::Pendulum,
                "theta < 1 and omega < 1",
                11,
                "(theta < 1) * (omega < 1)",
            ),
            (
                EnvId::Pendulum,
                "0 < omega < 1",
                11,
                "(0 < theta) * (theta < 1)",
            ),
            (EnvId::Pendulum, "|theta|", 1, "write abs(theta)"),
            (EnvId::Pendulum, "sin omega", 5, "as in abs(theta)"),
        ] {
            let (at, said) = error_in(id, text);
            assert_eq!(at, position, "{text}: {said}");
            assert!(said.contains(words), "{text}: {said}");
        }
    }

    /// The limits are 24 parentheses in each other, however many stand side by side, 24 waiting
    /// numbers and 300 characters.
    #[test]
    fn a_text_may_be_as_deep_and_as_long_as_its_limits() {
        let nested = |depth: usize| "(".repeat(depth) + "x" + &")".repeat(depth);
        assert_eq!(value(&nested(24)), 0.5);
        assert_eq!(error(&nested(25)).0, 25);
        assert_eq!(value(&("(x)+".repeat(60) + "(x)")), 30.5);
        let waiting = |numbers: usize| "1^".repeat(numbers - 1) + "1";
        assert_eq!(value(&waiting(24)), 1.0);
        assert!(error(&waiting(25)).1.contains("wait for an operator"));
        assert_eq!(value(&("-".repeat(299) + "x")), -0.5);
        assert_eq!(error(&("-".repeat(300) + "x")).0, 301);
    }

    #[test]
    fn no_text_hangs_or_overflows() {
        let deep = "(".repeat(100) + "x" + &")".repeat(100);
        assert!(error(&deep).1.contains("nested"));
        let long = "x+".repeat(1_000_000) + "x";
        assert!(error(&long).1.contains("characters long"));
        for text in [
            "-".repeat(299) + "x",
            "x^".repeat(149) + "x",
            "1e999".into(),
        ] {
            drop(Expression::parse(&text, EnvId::Cartpole));
        }
        assert_eq!(value(&("-".repeat(298) + "x")), 0.5);
        assert!(value("ln(v)").is_nan());
        assert!(value("1 / 0").is_infinite());
    }
}
