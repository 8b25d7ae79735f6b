//! numpy's own rules for operations on two operands: the type in which they are computed, and what
//! is refused.

use super::{Array, Binary, Dtype, Error, Number, Operand, Result, binary, choose};

/// What numpy says of truth values that are subtracted.
const BOOL_SUBTRACTION: &str = "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.";

/// Returns the common type of two operands: Python's numbers only raise the kind, and whole numbers
/// that 32-bit fractions cannot hold make fractions of 64 bits.
pub fn common_type(left: &Operand, right: &Operand) -> Dtype {
    match (left, right) {
        (Operand::Array(left), Operand::Array(right)) => promoted(left.dtype(), right.dtype()),
        (Operand::Array(array), Operand::Number(number))
        | (Operand::Number(number), Operand::Array(array)) => match (number, array.dtype()) {
            (Number::Float(_), dtype) if !dtype.is_float() => Dtype::Float64,
            (Number::Int(_), Dtype::Bool) => Dtype::Int64,
            (_, dtype) => dtype,
        },
        (Operand::Number(left), Operand::Number(right)) => promoted(wide(*left), wide(*right)),
    }
}

/// Returns the type of an array that is made of a Python number.
fn wide(number: Number) -> Dtype {
    match number {
        Number::Float(_) => Dtype::Float64,
        other => other.dtype(),
    }
}

fn promoted(left: Dtype, right: Dtype) -> Dtype {
    let (low, high) = (left.min(right), left.max(right));
    match (low, high) {
        (Dtype::Int32 | Dtype::Int64, Dtype::Float32) => Dtype::Float64,
        _ => high,
    }
}

/// Returns `left op right`, element by element, as numpy computes it.
///
/// # Errors
/// Shapes that do not match, truth values that are subtracted, bits of fractions, negative powers
/// of whole numbers, or Python numbers that do not fit into the other side's type.
pub fn numpy_binary(op: Binary, left: Operand, right: Operand) -> Result {
    let mut dtype = common_type(&left, &right);
    match op {
        Binary::Sub if dtype == Dtype::Bool => {
            return Err(Error::Type(BOOL_SUBTRACTION.to_owned()));
        }
        Binary::Div | Binary::Atan2 if !dtype.is_float() => dtype = Dtype::Float64,
        // numpy has int8 for these.
        Binary::FloorDiv | Binary::Mod | Binary::Pow if dtype == Dtype::Bool => {
            dtype = Dtype::Int64;
        }
        Binary::And | Binary::Or | Binary::Xor if dtype.is_float() => {
            let name = op.name();
            return Err(Error::Type(format!(
                "ufunc '{name}' not supported for the input types, and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''"
            )));
        }
        _ => {}
    }
    if !op.is_comparison() && dtype == Dtype::Uint8 {
        for side in [&left, &right] {
            if let Operand::Number(Number::Int(whole)) = side
                && !(0..256).contains(whole)
            {
                return Err(Error::Overflow(format!(
                    "Python integer {whole} out of bounds for uint8"
                )));
            }
        }
    }
    let shapes = [&left, &right].map(|side| match side {
        Operand::Array(array) => array.shape().to_vec(),
        Operand::Number(_) => Vec::new(),
    });
    let fits = super::broadcast(&shapes[0], &shapes[1]);
    if fits.is_err() {
        return Err(Error::Value(format!(
            "operands could not be broadcast together with shapes {} {} ",
            written(&shapes[0]),
            written(&shapes[1])
        )));
    }
    let left = left.array(dtype);
    let right = match (op.is_comparison(), right) {
        // A number beyond the type's bounds is compared all the same.
        (true, right @ Operand::Number(_)) if dtype == Dtype::Uint8 => right,
        (_, right) => right.array(dtype).into(),
    };
    if dtype.is_float() || !matches!(op, Binary::FloorDiv | Binary::Mod | Binary::Pow) {
        return binary(op, left, right);
    }
    let right = right.array(dtype);
    if op == Binary::Pow {
        if right.ints().iter().any(|exponent| *exponent < 0) {
            return Err(Error::Value(
                "Integers to negative integer powers are not allowed.".to_owned(),
            ));
        }
        return binary(op, left, right);
    }
    // numpy warns, and gives 0.
    let is_none = binary(Binary::Equal, right.clone(), Number::Int(0))?;
    let divisor = choose(is_none.clone(), Number::Int(1), right)?;
    let result = binary(op, left, divisor)?;
    choose(is_none, Number::Int(0), result)
}

/// Returns a shape as numpy writes it.
fn written(shape: &[usize]) -> String {
    match shape {
        [size] => format!("({size},)"),
        _ => {
            let sizes: Vec<String> = shape.iter().map(usize::to_string).collect();
            format!("({})", sizes.join(","))
        }
    }
}

impl Array {
    /// Returns what a condition chooses of two operands, in the type that numpy gives it.
    ///
    /// # Errors
    /// Shapes that do not match.
    pub fn numpy_where(self, left: Operand, right: Operand) -> Result {
        let dtype = common_type(&left, &right);
        choose(self, left.array(dtype), right.array(dtype))
    }
}
