//! The grammar of rewards, as a Pratt parser whose output is postfix notation.

use winnow::ascii::{float, multispace0};
use winnow::combinator::{Infix, Prefix, cut_err, dispatch, expression, fail, separated};
use winnow::error::{ErrMode, ParserError};
use winnow::prelude::*;
use winnow::token::{any, take_while};

/// One instruction of the program. Each pops its operands off the stack and pushes one number.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// A number.
    Number(f32),
    /// An entry of the state.
    State(usize),
    /// A function of one number.
    Unary(fn(f32) -> f32),
    /// A function of two numbers.
    Binary(fn(f32, f32) -> f32),
    /// A function of three numbers.
    Ternary(fn(f32, f32, f32) -> f32),
}

impl Op {
    /// Returns the number of operands that it pops.
    pub fn operands(self) -> usize {
        match self {
            Self::Number(_) | Self::State(_) => 0,
            Self::Unary(_) => 1,
            Self::Binary(_) => 2,
            Self::Ternary(_) => 3,
        }
    }
}

/// A parse error.
#[derive(Debug, Default)]
pub struct Wrong {
    /// The message; `None` for the general one, that a character does not fit.
    pub message: Option<String>,
}

impl<'i> ParserError<&'i str> for Wrong {
    type Inner = Self;

    fn from_input(_: &&'i str) -> Self {
        Self::default()
    }

    fn into_inner(self) -> Result<Self, Self> {
        Ok(self)
    }
}

type Parsed<T> = Result<T, ErrMode<Wrong>>;

/// Parses a whole text as an expression.
pub fn whole(input: &mut &str) -> Parsed<Vec<Op>> {
    multispace0.parse_next(input)?;
    sum(input)
}

/// Parses an expression. Powers bind tighter than a sign before them and are right-associative: `-2 ^ 2 ^ 3` is
/// `-(2 ^ (2 ^ 3))`.
fn sum(input: &mut &str) -> Parsed<Vec<Op>> {
    expression(operand)
        .prefix(sign)
        .infix(dispatch! {symbol;
            '<' => Infix::Left(1, |_: &mut &str, a, b| Ok(binary(a, b, |a, b| f32::from(u8::from(a < b))))),
            '>' => Infix::Left(1, |_: &mut &str, a, b| Ok(binary(a, b, |a, b| f32::from(u8::from(a > b))))),
            '+' => Infix::Left(3, |_: &mut &str, a, b| Ok(binary(a, b, |a, b| a + b))),
            '-' => Infix::Left(3, |_: &mut &str, a, b| Ok(binary(a, b, |a, b| a - b))),
            '*' => Infix::Left(5, |_: &mut &str, a, b| Ok(binary(a, b, |a, b| a * b))),
            '/' => Infix::Left(5, |_: &mut &str, a, b| Ok(binary(a, b, |a, b| a / b))),
            '^' => Infix::Right(9, |_: &mut &str, a, b| Ok(binary(a, b, f32::powf))),
            _ => fail,
        })
        .parse_next(input)
}

/// Parses a sign. The parser looks for one where it found no operand, so anything else is an error.
fn sign<'i>(input: &mut &'i str) -> Parsed<Prefix<&'i str, Vec<Op>, ErrMode<Wrong>>> {
    match input.chars().next() {
        Some('-') => {
            symbol(input)?;
            Ok(Prefix(7, |_, mut operand| {
                operand.push(Op::Unary(|a| -a));
                Ok(operand)
            }))
        }
        Some('+') => {
            symbol(input)?;
            Ok(Prefix(7, |_, operand| Ok(operand)))
        }
        _ => Err(ErrMode::Cut(Wrong::default())),
    }
}

fn binary(mut left: Vec<Op>, right: Vec<Op>, apply: fn(f32, f32) -> f32) -> Vec<Op> {
    left.extend(right);
    left.push(Op::Binary(apply));
    left
}

fn symbol(input: &mut &str) -> Parsed<char> {
    (any, multispace0)
        .map(|(symbol, _)| symbol)
        .parse_next(input)
}

fn operand(input: &mut &str) -> Parsed<Vec<Op>> {
    let ops = match input.chars().next() {
        Some('(') => {
            symbol(input)?;
            let inner = cut_err(sum).parse_next(input)?;
            cut_err(')').parse_next(input)?;
            inner
        }
        Some(letter) if letter.is_ascii_digit() || letter == '.' => {
            vec![Op::Number(float.parse_next(input)?)]
        }
        Some(letter) if letter.is_alphabetic() => named(input)?,
        _ => return Err(ErrMode::Backtrack(Wrong::default())),
    };
    multispace0.parse_next(input)?;
    Ok(ops)
}

/// Parses a variable, or a function and its arguments.
fn named(input: &mut &str) -> Parsed<Vec<Op>> {
    let before = *input;
    let name: &str = take_while(1.., |letter: char| {
        letter.is_alphanumeric() || letter == '_'
    })
    .parse_next(input)?;
    let variable = match name {
        "x" => Some(Op::State(0)),
        "v" => Some(Op::State(1)),
        "theta" | "θ" => Some(Op::State(2)),
        "omega" | "ω" => Some(Op::State(3)),
        "pi" | "π" => Some(Op::Number(std::f32::consts::PI)),
        _ => None,
    };
    if let Some(variable) = variable {
        return Ok(vec![variable]);
    }
    let Some(function) = function(name) else {
        *input = before;
        return wrong(format!(
            "“{name}” is neither a variable (x, v, theta, omega, pi) nor a function (abs, sqrt, exp, ln, sin, cos, tan, tanh, sign, min, max, clamp)"
        ));
    };
    (multispace0, cut_err('('), multispace0).parse_next(input)?;
    let arguments: Vec<Vec<Op>> =
        separated(1.., cut_err(sum), (',', multispace0)).parse_next(input)?;
    if arguments.len() != function.operands() {
        return wrong(format!(
            "{name} takes {} and got {}: {name}({})",
            function.operands(),
            arguments.len(),
            ["a", "a, b", "a, smallest, largest"][function.operands() - 1],
        ));
    }
    cut_err(')').parse_next(input)?;
    let mut ops = arguments.concat();
    ops.push(function);
    Ok(ops)
}

fn wrong<T>(message: String) -> Parsed<T> {
    Err(ErrMode::Cut(Wrong {
        message: Some(message),
    }))
}

fn function(name: &str) -> Option<Op> {
    Some(match name {
        "abs" => Op::Unary(f32::abs),
        "sqrt" => Op::Unary(f32::sqrt),
        "exp" => Op::Unary(f32::exp),
        "ln" => Op::Unary(f32::ln),
        "sin" => Op::Unary(f32::sin),
        "cos" => Op::Unary(f32::cos),
        "tan" => Op::Unary(f32::tan),
        "tanh" => Op::Unary(f32::tanh),
        "sign" => Op::Unary(|a| if a == 0.0 { 0.0 } else { a.signum() }),
        "min" => Op::Binary(f32::min),
        "max" => Op::Binary(f32::max),
        // Not `f32::clamp`, which panics if the smallest value is above the largest.
        "clamp" => Op::Ternary(|a, smallest, largest| a.max(smallest).min(largest)),
        _ => return None,
    })
}
