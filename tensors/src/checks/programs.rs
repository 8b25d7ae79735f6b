//! Random formulas, in which every operation has operands for which WGSL says how exact it is.

use policy_lab::envs::formula::{BinaryOp, Formula, FormulaOp, Register, UnaryOp};

use super::tensors::Numbers;

/// Inputs of a formula, each between -[`REACH`] and [`REACH`].
pub const INPUTS: u16 = 4;
/// Largest size of an input and of a constant.
pub const REACH: f32 = 3.0;
/// Results of a formula: those of its operations, but the ones that keep operands within limits.
pub const OPERATIONS: usize = 24;

const UNARY: [UnaryOp; 11] = [
    UnaryOp::Neg,
    UnaryOp::Abs,
    UnaryOp::Sign,
    UnaryOp::Floor,
    UnaryOp::Sqrt,
    UnaryOp::Exp,
    UnaryOp::Ln,
    UnaryOp::Sin,
    UnaryOp::Cos,
    UnaryOp::Tan,
    UnaryOp::Tanh,
];

const BINARY: [BinaryOp; 10] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Pow,
    BinaryOp::Min,
    BinaryOp::Max,
    BinaryOp::Less,
    BinaryOp::LessEqual,
    BinaryOp::Equal,
];

/// How many different operations there are: those above, the choice between two registers, and the
/// number of a table.
pub const KINDS: usize = UNARY.len() + BINARY.len() + 2;

/// Returns a formula that `numbers` decides. Its results are those of all its operations but the
/// ones that keep operands within limits.
pub fn random_formula(numbers: &mut Numbers) -> Formula {
    let mut program = Program {
        ops: (0..INPUTS).map(FormulaOp::Input).collect(),
        tables: Vec::new(),
        pool: (0..INPUTS).collect(),
        numbers,
    };
    for _ in 0..OPERATIONS {
        let kind = program.below(KINDS);
        let result = match (UNARY.get(kind), kind.checked_sub(UNARY.len())) {
            (Some(function), _) => program.unary(*function),
            (None, Some(kind)) if kind < BINARY.len() => program.binary(BINARY[kind]),
            (None, Some(kind)) if kind == BINARY.len() => program.choice(),
            (None, _) => program.lookup(),
        };
        program.pool.push(result);
    }
    Formula {
        num_inputs: INPUTS,
        outputs: program.pool.split_off(usize::from(INPUTS)),
        ops: program.ops,
        tables: program.tables,
    }
}

/// A formula that is being written.
struct Program<'a> {
    ops: Vec<FormulaOp>,
    tables: Vec<Vec<u32>>,
    /// The inputs, and the results so far.
    pool: Vec<Register>,
    numbers: &'a mut Numbers,
}

impl Program<'_> {
    fn below(&mut self, end: usize) -> usize {
        self.numbers.below(1, end as u32)[0] as usize
    }

    fn push(&mut self, op: FormulaOp) -> Register {
        self.ops.push(op);
        (self.ops.len() - 1) as Register
    }

    fn constant(&mut self, value: f32) -> Register {
        self.push(FormulaOp::Constant(value.to_bits()))
    }

    /// Returns an operand: one in four is a constant.
    fn operand(&mut self) -> Register {
        if self.below(4) == 0 {
            let value = self.numbers.uniform(1, (-REACH, REACH))[0];
            return self.constant(value);
        }
        let place = self.below(self.pool.len());
        self.pool[place]
    }

    /// Returns the number, held within two others.
    fn within(&mut self, a: Register, [low, high]: [f32; 2]) -> Register {
        let low = self.constant(low);
        let above = self.push(FormulaOp::Binary(BinaryOp::Max, a, low));
        let high = self.constant(high);
        self.push(FormulaOp::Binary(BinaryOp::Min, above, high))
    }

    /// Returns the size of a number, held within two others.
    fn size(&mut self, a: Register, range: [f32; 2]) -> Register {
        let size = self.push(FormulaOp::Unary(UnaryOp::Abs, a));
        self.within(size, range)
    }

    /// Adds a function of a number. Exponents are small enough for finite results, roots and
    /// logarithms have positive numbers, angles lose few digits with their whole turns, and a
    /// tangent stays away from its poles.
    fn unary(&mut self, function: UnaryOp) -> Register {
        let a = self.operand();
        let a = match function {
            UnaryOp::Neg | UnaryOp::Abs | UnaryOp::Sign | UnaryOp::Floor => a,
            UnaryOp::Sqrt => self.size(a, [0.01, 1e6]),
            UnaryOp::Ln => self.size(a, [0.1, 1e6]),
            UnaryOp::Exp => self.within(a, [-4.0, 4.0]),
            UnaryOp::Sin | UnaryOp::Cos => self.within(a, [-20.0, 20.0]),
            UnaryOp::Tan => self.within(a, [-1.2, 1.2]),
            UnaryOp::Tanh => self.within(a, [-5.0, 5.0]),
        };
        self.push(FormulaOp::Unary(function, a))
    }

    /// Adds a function of two numbers. Divisors stay away from 0, and a power has a positive base,
    /// or a negative one and a whole exponent. Two whole numbers are equal now and then.
    fn binary(&mut self, function: BinaryOp) -> Register {
        let (a, b) = (self.operand(), self.operand());
        let (a, b) = match function {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => (a, b),
            BinaryOp::Min | BinaryOp::Max | BinaryOp::Less | BinaryOp::LessEqual => (a, b),
            BinaryOp::Div => {
                let size = self.size(b, [0.25, 1e6]);
                (a, self.negated_half_the_time(size).0)
            }
            BinaryOp::Pow => {
                let size = self.size(a, [0.25, 4.0]);
                let exponent = self.within(b, [-3.0, 3.0]);
                match self.negated_half_the_time(size) {
                    (base, true) => {
                        let whole = self.push(FormulaOp::Unary(UnaryOp::Floor, exponent));
                        (base, whole)
                    }
                    (base, false) => (base, exponent),
                }
            }
            BinaryOp::Equal => {
                let a = self.push(FormulaOp::Unary(UnaryOp::Floor, a));
                (a, self.push(FormulaOp::Unary(UnaryOp::Floor, b)))
            }
        };
        self.push(FormulaOp::Binary(function, a, b))
    }

    /// Returns the number, or its negative with true beside it.
    fn negated_half_the_time(&mut self, a: Register) -> (Register, bool) {
        match self.below(2) {
            0 => (a, false),
            _ => (self.push(FormulaOp::Unary(UnaryOp::Neg, a)), true),
        }
    }

    /// Adds a choice between two numbers by a comparison of two others.
    fn choice(&mut self) -> Register {
        let [a, b, then, otherwise] = [(); 4].map(|()| self.operand());
        let when = self.push(FormulaOp::Binary(BinaryOp::Less, a, b));
        self.push(FormulaOp::Select(when, then, otherwise))
    }
}

impl Program<'_> {
    /// Adds a number of a table of five. The index may lie beyond either end.
    fn lookup(&mut self) -> Register {
        let index = self.operand();
        let table = self.numbers.uniform(5, (-REACH, REACH));
        self.tables
            .push(table.iter().map(|number| number.to_bits()).collect());
        let table = (self.tables.len() - 1) as u16;
        self.push(FormulaOp::Gather(table, index))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn random_formulas_can_run_and_have_every_operation() {
        let mut numbers = Numbers::new(1);
        let mut kinds = BTreeSet::new();
        for _ in 0..20 {
            let formula = random_formula(&mut numbers);
            assert_eq!(formula.check(), Ok(()));
            assert_eq!(formula.outputs.len(), OPERATIONS);
            kinds.extend(formula.ops.iter().filter_map(|op| match op {
                FormulaOp::Constant(_) | FormulaOp::Input(_) => None,
                FormulaOp::Unary(function, _) => Some(format!("{function:?}")),
                FormulaOp::Binary(function, ..) => Some(format!("{function:?}")),
                FormulaOp::Select(..) => Some("Select".to_owned()),
                FormulaOp::Gather(..) => Some("Gather".to_owned()),
            }));
        }
        assert_eq!(kinds.len(), KINDS, "{kinds:?}");
    }
}
