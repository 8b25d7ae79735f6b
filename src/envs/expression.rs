//! Rewards that a reader writes: arithmetic over the cart's state, which becomes a [`Formula`] as
//! an environment's own formulas do. There are no names to define, and texts and nesting are
//! bounded.

use winnow::prelude::*;

use super::build::{Num, formula};
use super::formula::Formula;
use super::grammar::{Op, whole};
use super::spelling;
use crate::config::number;

/// Longest text, in characters; a longer reward is hard to read.
const MAX_LENGTH: usize = 300;
/// Numbers of a cart's state: x, v, theta, omega.
const STATE_SIZE: usize = 4;
/// Deepest nesting, and most numbers on the stack.
const MAX_DEPTH: usize = 24;

/// A reward as a function of the state `[x, v, theta, omega]`.
#[derive(Clone, Debug)]
pub struct Expression(Formula);

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
    /// Parses `text`: numbers, `x v theta omega pi`, `+ - * / ^ < > <= >= == !=` (a comparison is 1
    /// or 0), parentheses and `abs sqrt exp ln sin cos tan tanh sign min max clamp`. `**` is `^`,
    /// and other glyphs of a character count as it.
    ///
    /// # Errors
    /// Reports the first character that does not fit, with the spelling that does where there is
    /// one.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        // A glyph takes the place of one character, so positions stay.
        let text = &number::plain(text);
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
        let ops = whole.parse(text).map_err(|error| {
            let offset = error.offset();
            let message = error.into_inner().message;
            at(
                offset,
                message.unwrap_or_else(|| spelling::of_rest(text, offset)),
            )
        })?;
        if stack_needed(&ops) > MAX_DEPTH {
            let message = format!("More than {MAX_DEPTH} numbers wait for an operator");
            return Err(at(text.len(), message));
        }
        Ok(Self(compiled(&ops)))
    }

    /// Returns the formula that computes it from a state.
    pub fn formula(&self) -> &Formula {
        &self.0
    }

    /// Returns the reward for a step into `state`.
    pub fn of(&self, state: &[f32]) -> f32 {
        self.0.results(state)[0]
    }
}

/// Returns the formula of a formula in postfix notation.
fn compiled(ops: &[Op]) -> Formula {
    formula(STATE_SIZE, |builder, state| {
        let mut stack: Vec<Num<'_>> = Vec::new();
        for op in ops {
            let operands = stack.split_off(stack.len() - op.operands());
            stack.push(match op {
                Op::Number(value) => builder.constant(*value),
                Op::State(index) => state[*index],
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
    use super::super::{Env, EnvId};
    use super::*;

    fn value(text: &str) -> f32 {
        Expression::parse(text)
            .unwrap_or_else(|error| panic!("{text}: {error}"))
            .of(&[0.5, -2.0, 0.1, 3.0])
    }

    fn error(text: &str) -> (usize, String) {
        let error = Expression::parse(text).expect_err(text);
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
            let ours = Expression::parse(text).expect("an expression").of(&state);
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
            drop(Expression::parse(&text));
        }
        assert_eq!(value(&("-".repeat(298) + "x")), 0.5);
        assert!(value("ln(v)").is_nan());
        assert!(value("1 / 0").is_infinite());
    }
}
