//! Writes formulas in Rust: what a closure computes with [`Num`]s becomes the operations of a
//! [`Formula`].

use std::cell::RefCell;
use std::ops::{Add, Div, Mul, Neg, Not, Sub};

use super::formula::{BinaryOp, Formula, FormulaOp, MAX_OPS, Register, UnaryOp};

/// The operations and the tables of a formula that is being written.
#[derive(Debug, Default)]
pub struct Builder(RefCell<Vec<FormulaOp>>, RefCell<Vec<Vec<u32>>>);

/// A number of a formula: the register that will hold it.
#[derive(Clone, Copy, Debug)]
pub struct Num<'b> {
    builder: &'b Builder,
    register: Register,
}

/// A number of a formula, or a constant.
#[derive(Clone, Copy, Debug)]
pub enum NumOrConstant<'b> {
    /// A number of the formula.
    Num(Num<'b>),
    /// A constant.
    Constant(f32),
}

impl<'b> From<Num<'b>> for NumOrConstant<'b> {
    fn from(num: Num<'b>) -> Self {
        Self::Num(num)
    }
}

impl From<f32> for NumOrConstant<'_> {
    fn from(constant: f32) -> Self {
        Self::Constant(constant)
    }
}

/// Returns the formula that computes what `write` returns for its inputs.
pub fn formula(
    num_inputs: usize,
    write: impl for<'b> FnOnce(&'b Builder, &[Num<'b>]) -> Vec<Num<'b>>,
) -> Formula {
    let builder = Builder::default();
    let inputs: Vec<Num<'_>> = (0..num_inputs)
        .map(|input| builder.push(FormulaOp::Input(input as u16)))
        .collect();
    let outputs = write(&builder, &inputs).into_iter().map(|num| num.register);
    let outputs = outputs.collect();
    debug_assert!(builder.0.borrow().len() <= MAX_OPS, "a formula is too long");
    Formula {
        num_inputs: num_inputs as u16,
        ops: builder.0.take(),
        outputs,
        tables: builder.1.take(),
    }
    .pruned()
}

impl Builder {
    /// Returns a constant.
    pub fn constant(&self, value: f32) -> Num<'_> {
        self.push(FormulaOp::Constant(value.to_bits()))
    }

    /// Adds the operations of another formula, whose inputs are `inputs`, and returns its results.
    pub fn append<'b>(&'b self, other: &Formula, inputs: &[Num<'b>]) -> Vec<Num<'b>> {
        let mut nums: Vec<Num<'b>> = Vec::with_capacity(other.ops.len());
        for op in &other.ops {
            let num = match *op {
                FormulaOp::Input(input) => inputs[usize::from(input)],
                FormulaOp::Gather(table, index) => {
                    let table = self.table(other.tables[usize::from(table)].clone());
                    let index = nums[usize::from(index)].register;
                    self.push(FormulaOp::Gather(table, index))
                }
                op => self.push(op.renamed(|register| nums[usize::from(register)].register)),
            };
            nums.push(num);
        }
        let outputs = other.outputs.iter();
        outputs.map(|output| nums[usize::from(*output)]).collect()
    }

    /// Adds a table, unless it is there already, and returns its place.
    fn table(&self, table: Vec<u32>) -> u16 {
        let mut tables = self.1.borrow_mut();
        let place = tables.iter().position(|other| *other == table);
        let place = place.unwrap_or_else(|| {
            tables.push(table);
            tables.len() - 1
        });
        place as u16
    }

    /// Adds an operation, unless it is there already. A call each time: the code of formulas is run
    /// once, and downloaded by everyone.
    #[inline(never)]
    fn push(&self, op: FormulaOp) -> Num<'_> {
        let mut ops = self.0.borrow_mut();
        let place = ops.iter().position(|other| *other == op);
        let register = place.unwrap_or_else(|| {
            ops.push(op);
            ops.len() - 1
        });
        Num {
            builder: self,
            register: register as Register,
        }
    }
}

impl<'b> Num<'b> {
    /// Returns the constant as a number of the same formula.
    pub fn constant(self, value: f32) -> Self {
        self.builder.constant(value)
    }

    fn num(self, operand: impl Into<NumOrConstant<'b>>) -> Self {
        self.number_of(operand.into())
    }

    #[inline(never)]
    fn number_of(self, operand: NumOrConstant<'b>) -> Self {
        match operand {
            NumOrConstant::Num(num) => num,
            NumOrConstant::Constant(value) => self.constant(value),
        }
    }

    /// Returns a function of this.
    pub fn unary(self, unary: UnaryOp) -> Self {
        self.builder.push(FormulaOp::Unary(unary, self.register))
    }

    fn binary(self, binary: BinaryOp, other: impl Into<NumOrConstant<'b>>) -> Self {
        self.binary_with(binary, other.into())
    }

    #[inline(never)]
    fn binary_with(self, binary: BinaryOp, other: NumOrConstant<'b>) -> Self {
        let other = self.number_of(other);
        let op = FormulaOp::Binary(binary, self.register, other.register);
        self.builder.push(op)
    }

    /// Returns 1 where this is less than `other`, otherwise 0.
    pub fn less(self, other: impl Into<NumOrConstant<'b>>) -> Self {
        self.binary(BinaryOp::Less, other)
    }

    /// Returns 1 where this is at most `other`, otherwise 0.
    pub fn at_most(self, other: impl Into<NumOrConstant<'b>>) -> Self {
        self.binary(BinaryOp::LessEqual, other)
    }

    /// Returns 1 where this is more than `other`, otherwise 0.
    pub fn more(self, other: impl Into<NumOrConstant<'b>>) -> Self {
        self.num(other).less(self)
    }

    /// Returns 1 where this is at least `other`, otherwise 0.
    pub fn at_least(self, other: impl Into<NumOrConstant<'b>>) -> Self {
        self.num(other).at_most(self)
    }

    /// Returns 1 where the two are equal, otherwise 0.
    pub fn equals(self, other: impl Into<NumOrConstant<'b>>) -> Self {
        self.binary(BinaryOp::Equal, other)
    }

    /// Returns 1 where both truths, of which each is 1 or 0, are 1.
    pub fn and(self, other: Self) -> Self {
        self * other
    }

    /// Returns 1 where one of two truths, of which each is 1 or 0, is 1.
    pub fn or(self, other: Self) -> Self {
        self.max(other)
    }

    /// Returns `then` where this truth is not 0, otherwise `otherwise`.
    pub fn select(
        self,
        then: impl Into<NumOrConstant<'b>>,
        otherwise: impl Into<NumOrConstant<'b>>,
    ) -> Self {
        let (then, otherwise) = (self.num(then).register, self.num(otherwise).register);
        let op = FormulaOp::Select(self.register, then, otherwise);
        self.builder.push(op)
    }

    /// Returns the number of a constant table at this index, as [`super::formula::looked_up`]
    /// does.
    pub fn gather(self, table: &[f32]) -> Self {
        let bits = table.iter().map(|number| number.to_bits()).collect();
        let table = self.builder.table(bits);
        self.builder.push(FormulaOp::Gather(table, self.register))
    }

    /// Returns the smaller one.
    pub fn min(self, other: impl Into<NumOrConstant<'b>>) -> Self {
        self.binary(BinaryOp::Min, other)
    }

    /// Returns the larger one.
    pub fn max(self, other: impl Into<NumOrConstant<'b>>) -> Self {
        self.binary(BinaryOp::Max, other)
    }

    /// Returns this to the power of `other`.
    pub fn pow(self, other: impl Into<NumOrConstant<'b>>) -> Self {
        self.binary(BinaryOp::Pow, other)
    }
}

/// Methods that are an operation of one number each.
macro_rules! unary {
    ($($method:ident $name:ident),*) => {
        impl Num<'_> {
            $(
                #[doc = concat!("See [`UnaryOp::", stringify!($name), "`].")]
                pub fn $method(self) -> Self {
                    self.unary(UnaryOp::$name)
                }
            )*
        }
    };
}
unary!(
    abs Abs, sign Sign, floor Floor, sqrt Sqrt, exp Exp, ln Ln, sin Sin, cos Cos, tan Tan, tanh Tanh
);

/// The signs of arithmetic, between numbers of a formula and constants.
macro_rules! arithmetic {
    ($($sign:ident $method:ident),*) => {
        $(
            impl<'b, T: Into<NumOrConstant<'b>>> $sign<T> for Num<'b> {
                type Output = Self;

                fn $method(self, other: T) -> Self {
                    self.binary(BinaryOp::$sign, other)
                }
            }

            impl<'b> $sign<Num<'b>> for f32 {
                type Output = Num<'b>;

                fn $method(self, other: Num<'b>) -> Num<'b> {
                    other.constant(self).$method(other)
                }
            }
        )*
    };
}
arithmetic!(Add add, Sub sub, Mul mul, Div div);

impl Neg for Num<'_> {
    type Output = Self;

    fn neg(self) -> Self {
        self.unary(UnaryOp::Neg)
    }
}

/// 1 where a truth is 0, otherwise 0.
impl Not for Num<'_> {
    type Output = Self;

    fn not(self) -> Self {
        self.equals(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_becomes_its_operations_once_each_and_no_others() {
        let written = formula(2, |_, numbers| {
            let [a, b] = [numbers[0], numbers[1]];
            let sum = a + b;
            // Nothing needs it.
            let _ = sum.sqrt();
            vec![2.0 * (a + b), -(sum - 1.0) / 2.0]
        });
        assert_eq!(written.ops.len(), 9, "{written:?}");
        assert_eq!(written.check(), Ok(()));
        assert_eq!(written.results(&[3.0, 4.0]), [14.0, -3.0]);
    }

    #[test]
    fn truths_are_ones_and_zeros() {
        let written = formula(2, |_, numbers| {
            let [a, b] = [numbers[0], numbers[1]];
            vec![
                a.less(b),
                a.at_most(b),
                a.more(b),
                a.at_least(b),
                a.equals(b),
                !a.less(b),
                a.less(b).and(a.more(1.0)),
                a.less(b).or(a.more(1.0)),
                a.less(b).select(10.0, a),
            ]
        });
        assert_eq!(
            written.results(&[1.0, 2.0]),
            [1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 10.0]
        );
        assert_eq!(
            written.results(&[2.0, 2.0]),
            [0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 2.0]
        );
    }

    #[test]
    fn a_formula_can_be_a_part_of_another() {
        let square = formula(1, |_, numbers| vec![numbers[0] * numbers[0]]);
        let whole = formula(1, |builder, numbers| {
            let inner = builder.append(&square, &[numbers[0] + 1.0])[0];
            vec![inner - numbers[0]]
        });
        assert_eq!(whole.results(&[2.0]), [7.0]);
    }

    #[test]
    fn a_lookup_keeps_its_table_as_part_of_another_formula() {
        let squares = formula(1, |_, numbers| vec![numbers[0].gather(&[0.0, 1.0, 4.0])]);
        let whole = formula(2, |builder, numbers| {
            let other = numbers[1].gather(&[5.0, 6.0]);
            let inner = builder.append(&squares, &[numbers[0]])[0];
            vec![inner + other, numbers[1].gather(&[5.0, 6.0])]
        });
        assert_eq!(whole.tables.len(), 2);
        assert_eq!(whole.check(), Ok(()));
        assert_eq!(whole.results(&[2.0, 1.0]), [10.0, 6.0]);
    }
}
