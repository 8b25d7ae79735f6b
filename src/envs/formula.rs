//! Formulas as data. What an environment does is such a formula, and so is a reward that a reader
//! writes; the host reads it ([`super::block`]), and a GPU compiles it.
//!
//! An operation defines one register from those before it. There are no loops and no jumps, lengths
//! are bounded, and arithmetic cannot fail, so no formula can hang or crash whoever runs it. A
//! result may still not be finite, which the training loop reports.

use serde::{Deserialize, Serialize};

/// The number of a register: the place of the operation that defines it.
pub type Register = u16;

/// Most operations of a formula.
pub const MAX_OPS: usize = 4_096;

/// Most numbers of a table.
pub const MAX_TABLE: usize = 16_384;

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UnaryOp {
    /// `-a`.
    Neg,
    /// `|a|`.
    Abs,
    /// 1 above 0, -1 below it, otherwise 0: also of what is no number.
    Sign,
    /// The largest whole number that is not above `a`.
    Floor,
    /// The square root.
    Sqrt,
    /// `e^a`.
    Exp,
    /// The natural logarithm.
    Ln,
    /// The sine of an angle in radians.
    Sin,
    /// The cosine of an angle in radians.
    Cos,
    /// The tangent of an angle in radians.
    Tan,
    /// The hyperbolic tangent.
    Tanh,
}

/// A function of two numbers. A comparison is 1 where it holds and 0 where it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BinaryOp {
    /// `a + b`.
    Add,
    /// `a - b`.
    Sub,
    /// `a * b`.
    Mul,
    /// `a / b`.
    Div,
    /// `a^b`.
    Pow,
    /// The smaller one.
    Min,
    /// The larger one.
    Max,
    /// `a < b`.
    Less,
    /// `a <= b`.
    LessEqual,
    /// `a == b`.
    Equal,
}

/// One operation. Constants are kept by their bits, so that formulas can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FormulaOp {
    /// A constant, by its bits.
    Constant(u32),
    /// The input with this number.
    Input(u16),
    /// A function of one register.
    Unary(UnaryOp, Register),
    /// A function of two registers.
    Binary(BinaryOp, Register, Register),
    /// The second register where the first is not 0, otherwise the third.
    Select(Register, Register, Register),
    /// The number of a table, by its place in [`Formula::tables`], at the index in a register; see
    /// [`looked_up`].
    Gather(u16, Register),
}

impl UnaryOp {
    /// Returns the function.
    #[inline(always)]
    pub fn function(self) -> fn(f32) -> f32 {
        match self {
            Self::Neg => |a| -a,
            Self::Abs => f32::abs,
            Self::Sign => |a| truth(a > 0.0) - truth(a < 0.0),
            Self::Floor => f32::floor,
            Self::Sqrt => f32::sqrt,
            Self::Exp => f32::exp,
            Self::Ln => f32::ln,
            Self::Sin => f32::sin,
            Self::Cos => f32::cos,
            Self::Tan => f32::tan,
            Self::Tanh => f32::tanh,
        }
    }
}

impl BinaryOp {
    /// Returns the function.
    #[inline(always)]
    pub fn function(self) -> fn(f32, f32) -> f32 {
        match self {
            Self::Add => |a, b| a + b,
            Self::Sub => |a, b| a - b,
            Self::Mul => |a, b| a * b,
            Self::Div => |a, b| a / b,
            Self::Pow => f32::powf,
            Self::Min => f32::min,
            Self::Max => f32::max,
            Self::Less => |a, b| truth(a < b),
            Self::LessEqual => |a, b| truth(a <= b),
            Self::Equal => |a, b| truth(a == b),
        }
    }
}

fn truth(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

/// Operations, and the registers that are its results.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Formula {
    /// How many inputs there are.
    pub num_inputs: u16,
    /// The operations in their order.
    pub ops: Vec<FormulaOp>,
    /// The registers of the results.
    pub outputs: Vec<Register>,
    /// Constant tables that operations look numbers up in, by their bits. None is empty.
    pub tables: Vec<Vec<u32>>,
}

/// Returns the number of a table, given by its bits, at `index`: the fraction of an index is cut
/// off, one below the table gives its first number, and so does one that is no number; one beyond
/// the table gives its last.
///
/// # Panics
/// If the table is empty.
#[inline(always)]
pub fn looked_up(table: &[u32], index: f32) -> f32 {
    // The conversion stays within the type's range.
    let place = (index as usize).min(table.len() - 1);
    f32::from_bits(table[place])
}

/// The reason why a formula cannot run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormulaError {
    /// It is too long.
    #[error("A formula may have {MAX_OPS} operations, and this one has {0}")]
    TooLong(usize),
    /// An operation, or a result after the last of them, uses a register that is not defined yet.
    #[error("Operation {at} uses register {register}, which is not defined before it")]
    NoRegister {
        /// The operation's place.
        at: usize,
        /// The register.
        register: Register,
    },
    /// An operation uses an input that there is not.
    #[error("Operation {at} uses input {input}, and there are {inputs}")]
    NoInput {
        /// The operation's place.
        at: usize,
        /// The input's number.
        input: u16,
        /// How many there are.
        inputs: u16,
    },
    /// An operation uses a table that there is not.
    #[error("Operation {at} uses table {table}, and there are {tables}")]
    NoTable {
        /// The operation's place.
        at: usize,
        /// The table's place.
        table: u16,
        /// How many there are.
        tables: usize,
    },
    /// A table is empty or too long.
    #[error("A table has 1 to {MAX_TABLE} numbers, and one has {0}")]
    TableSize(usize),
}

impl Formula {
    /// Checks a formula from elsewhere. One that [`super::build::formula`] made is right.
    ///
    /// # Errors
    /// Says what is wrong with it first.
    pub fn check(&self) -> Result<(), FormulaError> {
        if self.ops.len() > MAX_OPS {
            return Err(FormulaError::TooLong(self.ops.len()));
        }
        let mut sizes = self.tables.iter().map(Vec::len);
        if let Some(size) = sizes.find(|size| !(1..=MAX_TABLE).contains(size)) {
            return Err(FormulaError::TableSize(size));
        }
        for (at, op) in self.ops.iter().enumerate() {
            match *op {
                FormulaOp::Input(input) if input >= self.num_inputs => {
                    let inputs = self.num_inputs;
                    return Err(FormulaError::NoInput { at, input, inputs });
                }
                FormulaOp::Gather(table, _) if usize::from(table) >= self.tables.len() => {
                    let tables = self.tables.len();
                    return Err(FormulaError::NoTable { at, table, tables });
                }
                _ => {}
            }
            defined(at, &op.operands())?;
        }
        defined(self.ops.len(), &self.outputs)
    }

    /// Returns the formula whose results are its `count` inputs.
    pub fn identity(count: usize) -> Self {
        super::build::formula(count, |_, inputs| inputs.to_vec())
    }

    /// Returns true if its results are its inputs as they are.
    pub fn is_identity(&self) -> bool {
        let inputs = (0..self.num_inputs).map(FormulaOp::Input);
        let results = (self.outputs.iter()).map(|output| self.ops[usize::from(*output)]);
        inputs.eq(results)
    }

    /// Returns the results for these inputs.
    ///
    /// # Panics
    /// If there are fewer inputs than it uses.
    pub fn results(&self, inputs: &[f32]) -> Vec<f32> {
        let mut registers = super::block::Registers::default();
        registers.run(self, 1, |index| super::block::Input::All(inputs[index]));
        let results = self.outputs.iter().map(|output| registers.of(*output)[0]);
        results.collect()
    }
}

fn defined(at: usize, registers: &[Register]) -> Result<(), FormulaError> {
    match registers
        .iter()
        .find(|register| usize::from(**register) >= at)
    {
        Some(&register) => Err(FormulaError::NoRegister { at, register }),
        None => Ok(()),
    }
}

impl FormulaOp {
    /// Returns the registers that it uses.
    pub fn operands(&self) -> Vec<Register> {
        match *self {
            Self::Constant(_) | Self::Input(_) => Vec::new(),
            Self::Unary(_, a) | Self::Gather(_, a) => vec![a],
            Self::Binary(_, a, b) => vec![a, b],
            Self::Select(when, then, otherwise) => vec![when, then, otherwise],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By two comparisons, of which neither holds for what is no number. A kernel makes the same
    /// two.
    #[test]
    fn a_sign_is_one_of_three_numbers() {
        let sign = UnaryOp::Sign.function();
        for (number, expected) in [
            (2.5, 1.0),
            (f32::MIN_POSITIVE, 1.0),
            (f32::INFINITY, 1.0),
            (0.0, 0.0),
            (-0.0, 0.0),
            (f32::NAN, 0.0),
            (-f32::NAN, 0.0),
            (-1e-30, -1.0),
            (f32::NEG_INFINITY, -1.0),
        ] {
            assert_eq!(sign(number), expected, "{number}");
        }
    }

    #[test]
    fn a_formula_from_elsewhere_is_looked_at_before_it_runs() {
        let formula = |ops: &[FormulaOp], outputs: &[Register]| Formula {
            num_inputs: 2,
            ops: ops.to_vec(),
            outputs: outputs.to_vec(),
            tables: Vec::new(),
        };
        let sum = FormulaOp::Binary(BinaryOp::Add, 0, 1);
        let right = formula(&[FormulaOp::Input(0), FormulaOp::Input(1), sum], &[2]);
        assert_eq!(right.check(), Ok(()));
        assert_eq!(right.results(&[2.0, 3.0]), [5.0]);
        for (wrong, said) in [
            (
                formula(&[FormulaOp::Input(2)], &[0]),
                "uses input 2, and there are 2",
            ),
            (
                formula(&[FormulaOp::Input(0), sum], &[1]),
                "Operation 1 uses register 1",
            ),
            (
                formula(&[FormulaOp::Input(0)], &[1]),
                "Operation 1 uses register 1",
            ),
            (
                formula(&[FormulaOp::Input(0); MAX_OPS + 1], &[]),
                "this one has 4097",
            ),
            (
                formula(&[FormulaOp::Input(0), FormulaOp::Gather(0, 0)], &[1]),
                "uses table 0, and there are 0",
            ),
            (
                Formula {
                    tables: vec![Vec::new()],
                    ..right.clone()
                },
                "one has 0",
            ),
        ] {
            let error = wrong.check().expect_err("a wrong formula").to_string();
            assert!(error.contains(said), "{error}");
        }
        let text = serde_json::to_string(&right).expect("JSON");
        let back: Formula = serde_json::from_str(&text).expect("a formula");
        assert_eq!(back, right);
    }

    #[test]
    fn an_index_beyond_a_table_finds_its_nearest_number() {
        let lookup = Formula {
            num_inputs: 1,
            ops: vec![FormulaOp::Input(0), FormulaOp::Gather(0, 0)],
            outputs: vec![1],
            tables: vec![[7.0_f32, 8.0, 9.0].map(f32::to_bits).to_vec()],
        };
        assert_eq!(lookup.check(), Ok(()));
        for (index, found) in [
            (0.0, 7.0),
            (1.0, 8.0),
            (1.9, 8.0),
            (2.0, 9.0),
            (1e30, 9.0),
            (-1.0, 7.0),
            (f32::NAN, 7.0),
        ] {
            assert_eq!(lookup.results(&[index]), [found], "{index}");
        }
    }
}
