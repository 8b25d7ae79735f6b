//! The grammar of rewards, as a Pratt parser whose output is postfix notation.

use winnow::ascii::multispace0;
use winnow::combinator::{Infix, Prefix, cut_err, dispatch, expression, fail, separated};
use winnow::error::{ErrMode, ParserError};
use winnow::prelude::*;
use winnow::token::{any, take_while};

use super::build::Num;
use super::formula::UnaryOp;
use super::spec::EnvSpec;
use super::spelling;
use crate::config::number;

/// One instruction of the formula. Each pops its operands off the stack and pushes one number.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// A number.
    Number(f32),
    /// A number of the step, by its place among [`EnvSpec::step_names`].
    Input(usize),
    /// A function of one number.
    Unary(UnaryOp),
    /// A function of two numbers.
    Binary(for<'b> fn(Num<'b>, Num<'b>) -> Num<'b>),
    /// A function of three numbers.
    Ternary(for<'b> fn(Num<'b>, Num<'b>, Num<'b>) -> Num<'b>),
}

impl Op {
    /// Returns the number of operands that it pops.
    pub fn operands(self) -> usize {
        match self {
            Self::Number(_) | Self::Input(_) => 0,
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

/// Parses a whole text as an expression of the numbers of an environment's step.
pub fn whole(input: &mut &str, spec: &EnvSpec) -> Parsed<Vec<Op>> {
    multispace0.parse_next(input)?;
    sum(input, spec)
}

/// Parses an expression. Powers bind tighter than a sign before them and are right-associative:
/// `-2 ^ 2 ^ 3` is `-(2 ^ (2 ^ 3))`, as in Python. Comparisons do not follow each other: what
/// `0 < x < 1` means is not the same everywhere.
fn sum(input: &mut &str, spec: &EnvSpec) -> Parsed<Vec<Op>> {
    expression(|input: &mut &str| operand(input, spec))
        .prefix(sign)
        .infix(dispatch! {operator;
            "<" => Infix::Neither(1, |_: &mut &str, a, b| Ok(binary(a, b, |a, b| a.less(b)))),
            ">" => Infix::Neither(1, |_: &mut &str, a, b| Ok(binary(a, b, |a, b| a.more(b)))),
            "<=" | "≤" => Infix::Neither(1, |_: &mut &str, a, b| Ok(binary(a, b, |a, b| a.at_most(b)))),
            ">=" | "≥" => Infix::Neither(1, |_: &mut &str, a, b| Ok(binary(a, b, |a, b| a.at_least(b)))),
            "==" => Infix::Neither(1, |_: &mut &str, a, b| Ok(binary(a, b, |a, b| a.equals(b)))),
            "!=" | "≠" => Infix::Neither(1, |_: &mut &str, a, b| Ok(binary(a, b, |a, b| !a.equals(b)))),
            "+" => Infix::Left(3, |_: &mut &str, a, b| Ok(binary(a, b, |a, b| a + b))),
            "-" => Infix::Left(3, |_: &mut &str, a, b| Ok(binary(a, b, |a, b| a - b))),
            "*" => Infix::Left(5, |_: &mut &str, a, b| Ok(binary(a, b, |a, b| a * b))),
            "/" => Infix::Left(5, |_: &mut &str, a, b| Ok(binary(a, b, |a, b| a / b))),
            "^" | "**" => Infix::Right(9, |_: &mut &str, a, b| Ok(binary(a, b, |a, b| a.pow(b)))),
            _ => fail,
        })
        .parse_next(input)
}

/// The operators, each before those that it begins with.
const OPERATORS: [&str; 15] = [
    "**", "<=", ">=", "==", "!=", "≤", "≥", "≠", "<", ">", "+", "-", "*", "/", "^",
];

/// Parses an operator.
fn operator(input: &mut &str) -> Parsed<&'static str> {
    let Some(operator) = OPERATORS.into_iter().find(|it| input.starts_with(it)) else {
        return Err(ErrMode::Backtrack(Wrong::default()));
    };
    *input = &input[operator.len()..];
    multispace0.parse_next(input)?;
    Ok(operator)
}

/// Parses a sign. The parser looks for one where it found no operand, so anything else is an error.
fn sign<'i>(input: &mut &'i str) -> Parsed<Prefix<&'i str, Vec<Op>, ErrMode<Wrong>>> {
    match input.chars().next() {
        Some('-') => {
            symbol(input)?;
            Ok(Prefix(7, |_, mut operand| {
                operand.push(Op::Unary(UnaryOp::Neg));
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

fn binary(
    mut left: Vec<Op>,
    right: Vec<Op>,
    apply: for<'b> fn(Num<'b>, Num<'b>) -> Num<'b>,
) -> Vec<Op> {
    left.extend(right);
    left.push(Op::Binary(apply));
    left
}

fn symbol(input: &mut &str) -> Parsed<char> {
    (any, multispace0)
        .map(|(symbol, _)| symbol)
        .parse_next(input)
}

fn operand(input: &mut &str, spec: &EnvSpec) -> Parsed<Vec<Op>> {
    let ops = match input.chars().next() {
        Some('(') => {
            symbol(input)?;
            let inner = cut_err(|input: &mut &str| sum(input, spec)).parse_next(input)?;
            cut_err(')').parse_next(input)?;
            inner
        }
        Some(letter) if letter.is_ascii_digit() || letter == '.' => {
            vec![Op::Number(numeral(input)?)]
        }
        Some(letter) if letter.is_alphabetic() => named(input, spec)?,
        _ => return Err(ErrMode::Backtrack(Wrong::default())),
    };
    multispace0.parse_next(input)?;
    Ok(ops)
}

/// Parses a number.
fn numeral(input: &mut &str) -> Parsed<f32> {
    let text = *input;
    let digits = |from: usize| {
        let rest = text[from..].bytes();
        from + rest
            .take_while(|it| it.is_ascii_digit() || *it == b'_')
            .count()
    };
    let mut end = digits(0);
    if text[end..].starts_with('.') {
        end = digits(end + 1);
    }
    let power = text[end..].strip_prefix(['e', 'E']);
    let power = power.map(|rest| rest.strip_prefix(['+', '-']).unwrap_or(rest));
    if let Some(rest) = power.filter(|rest| rest.starts_with(|it: char| it.is_ascii_digit())) {
        end = digits(text.len() - rest.len());
    }
    let (shown, rest) = text.split_at(end);
    let Ok(exact) = number::decimal(shown) else {
        return wrong(format!("“{shown}” is not a number"));
    };
    let value = exact as f32;
    if !value.is_finite() || (value == 0.0) != (exact == 0.0) {
        return wrong(format!(
            "“{shown}” is outside of what a reward can hold, 1e-45 to 3e38"
        ));
    }
    *input = rest;
    Ok(value)
}

/// Parses a variable, or a function and its arguments.
fn named(input: &mut &str, spec: &EnvSpec) -> Parsed<Vec<Op>> {
    let before = *input;
    let name: &str = take_while(1.., spelling::is_of_name).parse_next(input)?;
    let spelt_out = spelling::spelt_out(name);
    if spelt_out == spelling::PI {
        return Ok(vec![Op::Number(std::f32::consts::PI)]);
    }
    if let Some(place) = spec.step_names().position(|other| other == spelt_out) {
        return Ok(vec![Op::Input(place)]);
    }
    let Some(function) = function(name) else {
        *input = before;
        return wrong(spelling::of_name(before, spec));
    };
    (multispace0, cut_err('('), multispace0).parse_next(input)?;
    let inside = *input;
    let argument = cut_err(|input: &mut &str| sum(input, spec));
    let arguments: Vec<Vec<Op>> = separated(1.., argument, (',', multispace0)).parse_next(input)?;
    let (wanted, got) = (function.operands(), arguments.len());
    if got != wanted {
        let usage = ["a", "a, b", "a, smallest, largest"][wanted - 1];
        let mut message = format!("{name} takes {wanted} and got {got}: {name}({usage})");
        let consumed = &inside[..inside.len() - input.len()];
        if let Some(comma) = spelling::comma_in_number(consumed).filter(|_| got > wanted) {
            message += ". A comma begins the next argument, so write decimals with a point";
            *input = &inside[comma..];
        }
        return wrong(message);
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
        "abs" => Op::Unary(UnaryOp::Abs),
        "sqrt" => Op::Unary(UnaryOp::Sqrt),
        "exp" => Op::Unary(UnaryOp::Exp),
        "ln" => Op::Unary(UnaryOp::Ln),
        "sin" => Op::Unary(UnaryOp::Sin),
        "cos" => Op::Unary(UnaryOp::Cos),
        "tan" => Op::Unary(UnaryOp::Tan),
        "tanh" => Op::Unary(UnaryOp::Tanh),
        "sign" => Op::Unary(UnaryOp::Sign),
        "min" => Op::Binary(|a, b| a.min(b)),
        "max" => Op::Binary(|a, b| a.max(b)),
        // Not `f32::clamp`, which panics if the smallest value is above the largest.
        "clamp" => Op::Ternary(|a, smallest, largest| a.max(smallest).min(largest)),
        _ => return None,
    })
}
