//! Formulas read on the host: one operation at a time for a block of environments, so that reading
//! costs little beside the arithmetic, and the compiler makes vectors of it.

use super::formula::{BinaryOp, Formula, FormulaOp, Register, UnaryOp, looked_up};

/// Environments that one reading serves at most. What they compute does not depend on it.
pub const BLOCK: usize = 64;

/// What stands in for an input.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// A number for each environment of the block.
    Each(&'a [f32]),
    /// The same number for all.
    All(f32),
}

/// The registers of a block. The memory is kept between readings.
#[derive(Clone, Debug, Default)]
pub struct Registers {
    words: Vec<f32>,
    lanes: usize,
}

impl Registers {
    /// Runs a formula for `lanes` environments, [`BLOCK`] at most.
    pub fn run<'a>(&mut self, formula: &Formula, lanes: usize, input: impl Fn(usize) -> Input<'a>) {
        debug_assert!(lanes <= BLOCK, "{lanes} environments in a block");
        self.lanes = lanes;
        if self.words.len() < formula.ops.len() * BLOCK {
            self.words.resize(formula.ops.len() * BLOCK, 0.0);
        }
        for (at, op) in formula.ops.iter().enumerate() {
            let (before, here) = self.words.split_at_mut(at * BLOCK);
            let here = &mut here[..lanes];
            let register = |index: Register| &before[usize::from(index) * BLOCK..][..lanes];
            match *op {
                FormulaOp::Constant(bits) => here.fill(f32::from_bits(bits)),
                FormulaOp::Input(index) => match input(usize::from(index)) {
                    Input::Each(numbers) => here.copy_from_slice(&numbers[..lanes]),
                    Input::All(number) => here.fill(number),
                },
                FormulaOp::Unary(unary, a) => apply_unary(unary, register(a), here),
                FormulaOp::Binary(binary, a, b) => {
                    apply_binary(binary, register(a), register(b), here);
                }
                FormulaOp::Select(when, then, otherwise) => {
                    let sides = register(then).iter().zip(register(otherwise));
                    for ((when, (then, otherwise)), here) in
                        register(when).iter().zip(sides).zip(here)
                    {
                        *here = if *when == 0.0 { *otherwise } else { *then };
                    }
                }
                FormulaOp::Gather(table, index) => {
                    let table = &formula.tables[usize::from(table)];
                    for (here, index) in here.iter_mut().zip(register(index)) {
                        *here = looked_up(table, *index);
                    }
                }
            }
        }
    }

    /// Returns a register of the formula that ran, a number for each environment.
    pub fn of(&self, register: Register) -> &[f32] {
        &self.words[usize::from(register) * BLOCK..][..self.lanes]
    }
}

/// Applies a function to each number of a register. Each arm is a loop of its own, so that the
/// function becomes part of it.
fn apply_unary(unary: UnaryOp, a: &[f32], here: &mut [f32]) {
    macro_rules! arms {
        ($($name:ident),*) => {
            match unary {
                $(UnaryOp::$name => {
                    let function = UnaryOp::$name.function();
                    for (here, a) in here.iter_mut().zip(a) {
                        *here = function(*a);
                    }
                })*
            }
        };
    }
    arms!(Neg, Abs, Sign, Floor, Sqrt, Exp, Ln, Sin, Cos, Tan, Tanh);
}

/// As [`apply_unary`], for two registers.
fn apply_binary(binary: BinaryOp, a: &[f32], b: &[f32], here: &mut [f32]) {
    macro_rules! arms {
        ($($name:ident),*) => {
            match binary {
                $(BinaryOp::$name => {
                    let function = BinaryOp::$name.function();
                    for ((here, a), b) in here.iter_mut().zip(a).zip(b) {
                        *here = function(*a, *b);
                    }
                })*
            }
        };
    }
    arms!(Add, Sub, Mul, Div, Pow, Min, Max, Less, LessEqual, Equal);
}
