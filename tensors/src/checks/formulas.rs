//! Random formulas as this device computes them against double precision: each operation from the
//! results before it, as the device has them, to within what WGSL promises of the operation.

use std::collections::BTreeMap;

use burn::tensor::{Device, Tensor};
use policy_lab::envs::formula::{BinaryOp, Formula, FormulaOp, UnaryOp, looked_up};
use policy_lab::protocol::check_report::Evidence;

use super::bounds::{Bounded, binary, unary};
use super::outcome::CheckOutcome;
use super::programs::{INPUTS, KINDS, OPERATIONS, REACH, random_formula};
use super::tensors::Numbers;
use crate::device::read;
use crate::ops::formula::formula_rows;

const FORMULAS: usize = 50;
const ROWS: usize = 64;
const SEED: u32 = 23;

/// The share of all results that must be compared. Of the rest too little is known, because
/// rounding decides a comparison or an error has grown.
const COMPARED: f64 = 0.99;

/// Compares every result of 50 random formulas, for 64 rows of inputs each.
pub async fn formulas(device: &Device) -> CheckOutcome {
    let mut numbers = Numbers::new(SEED);
    let mut tally = Tally::default();
    for _ in 0..FORMULAS {
        let formula = random_formula(&mut numbers);
        let inputs = numbers.uniform(ROWS * usize::from(INPUTS), (-REACH, REACH));
        let on_device = Tensor::<1>::from_floats(inputs.as_slice(), device);
        let found = read(formula_rows(on_device, formula.clone())).await?;
        tally.add(&formula, &inputs, &found);
    }
    Ok(tally.evidence(FORMULAS * ROWS * OPERATIONS))
}

/// What a device's results are worth.
#[derive(Default)]
struct Tally {
    /// The largest error of each kind of operation, as a share of what is promised.
    worst: BTreeMap<String, f64>,
    compared: usize,
    all: usize,
}

impl Tally {
    /// Compares a device's results of a formula, rows `[rows, outputs]`, for rows of inputs `[rows,
    /// num_inputs]`.
    fn add(&mut self, formula: &Formula, inputs: &[f32], found: &[f32]) {
        let rows = inputs.chunks_exact(usize::from(formula.num_inputs));
        for (inputs, found) in rows.zip(found.chunks_exact(formula.outputs.len())) {
            self.add_row(formula, inputs, found);
        }
    }

    fn add_row(&mut self, formula: &Formula, inputs: &[f32], found: &[f32]) {
        let mut registers: Vec<Bounded> = Vec::with_capacity(formula.ops.len());
        for (at, op) in formula.ops.iter().enumerate() {
            let expected = result(formula, *op, inputs, &registers);
            let is_this = |output: &u16| usize::from(*output) == at;
            registers.push(match formula.outputs.iter().position(is_this) {
                Some(place) => {
                    self.compare(*op, expected, f64::from(found[place]));
                    as_found(*op, expected, f64::from(found[place]))
                }
                None => expected,
            });
        }
    }

    fn compare(&mut self, op: FormulaOp, expected: Bounded, found: f64) {
        self.all += 1;
        let Some(share) = expected.share_of_error(found) else {
            return;
        };
        self.compared += 1;
        let worst = self.worst.entry(kind(op)).or_default();
        // NaN is worse than any number, and stays.
        if !worst.is_nan() && (share.is_nan() || share > *worst) {
            *worst = share;
        }
    }

    /// Returns what was found, if there should be `results`.
    fn evidence(&self, results: usize) -> Evidence {
        let mut evidence = Evidence::default();
        for (kind, worst) in &self.worst {
            let name = format!("{kind}: largest error, as a share of what is promised");
            evidence.between(&name, *worst, (0.0, 1.0));
        }
        evidence.equal("Operations that are compared", self.worst.len(), KINDS);
        evidence.equal("Results", self.all, results);
        let share = self.compared as f64 / self.all as f64;
        evidence.between(
            "Share of the results that is compared",
            share,
            (COMPARED, 1.0),
        );
        evidence
    }
}

/// Returns the name of an operation.
fn kind(op: FormulaOp) -> String {
    match op {
        FormulaOp::Constant(_) => "Constant".to_owned(),
        FormulaOp::Input(_) => "Input".to_owned(),
        FormulaOp::Unary(function, _) => format!("{function:?}"),
        FormulaOp::Binary(function, ..) => format!("{function:?}"),
        FormulaOp::Select(..) => "Select".to_owned(),
        FormulaOp::Gather(..) => "Gather".to_owned(),
    }
}

/// Returns the result of an operation in double precision, from the registers before it.
fn result(formula: &Formula, op: FormulaOp, inputs: &[f32], registers: &[Bounded]) -> Bounded {
    let register = |index: u16| registers[usize::from(index)];
    let result = match op {
        FormulaOp::Constant(bits) => Bounded::exact(f64::from(f32::from_bits(bits))),
        FormulaOp::Input(input) => Bounded::exact(f64::from(inputs[usize::from(input)])),
        FormulaOp::Unary(function, a) => unary(function, register(a)),
        FormulaOp::Binary(function, a, b) => binary(function, register(a), register(b)),
        FormulaOp::Select(when, then, otherwise) => match register(when).is_zero() {
            Some(true) => register(otherwise),
            Some(false) => register(then),
            None => Bounded::UNKNOWN,
        },
        FormulaOp::Gather(table, index) => {
            let index = register(index);
            let table = &formula.tables[usize::from(table)];
            // Rounding must not decide between two numbers of the table.
            match index.low().floor() == index.high().floor() && !index.is_unknown() {
                true => Bounded::exact(f64::from(looked_up(table, index.value as f32))),
                false => Bounded::UNKNOWN,
            }
        }
    };
    result.if_known()
}

/// Returns what the operations after it have of a result: the device's own number. What decides
/// something, and what a function computes, is taken as it is. Of a sum, a product or a quotient a
/// compiler may keep more digits than are stored, or put several together, so its error goes on.
fn as_found(op: FormulaOp, expected: Bounded, found: f64) -> Bounded {
    let goes_on = match op {
        FormulaOp::Constant(_) | FormulaOp::Input(_) | FormulaOp::Gather(..) => false,
        FormulaOp::Select(..) => true,
        FormulaOp::Unary(function, _) => match function {
            UnaryOp::Neg | UnaryOp::Abs => true,
            UnaryOp::Sign | UnaryOp::Floor | UnaryOp::Sqrt | UnaryOp::Exp | UnaryOp::Ln => false,
            UnaryOp::Sin | UnaryOp::Cos | UnaryOp::Tan | UnaryOp::Tanh => false,
        },
        FormulaOp::Binary(function, ..) => match function {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => true,
            BinaryOp::Min | BinaryOp::Max => true,
            BinaryOp::Pow | BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Equal => false,
        },
    };
    let error = match goes_on {
        true => expected.error + (found - expected.value).abs(),
        false => 0.0,
    };
    Bounded {
        value: found,
        error,
    }
    .if_known()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A device that has one result wrong goes on with it. Where an error has grown too large, the
    /// operations after it are not compared.
    #[test]
    fn a_wrong_number_fails_the_operation_that_made_it_and_no_other() {
        let mut numbers = Numbers::new(SEED);
        let mut kinds = Vec::new();
        for _ in 0..20 {
            let formula = random_formula(&mut numbers);
            let inputs = numbers.uniform(usize::from(INPUTS), (-REACH, REACH));
            let right = formula.results(&inputs);
            for place in 0..right.len() {
                let mut found = right.clone();
                found[place] += 1e-2 * found[place].abs().max(1.0);
                let mut registers = Vec::new();
                for (at, op) in formula.ops.iter().enumerate() {
                    let place_of = |output: &u16| usize::from(*output) == at;
                    let computed = single(&formula, *op, &inputs, &registers);
                    let now = match formula.outputs.iter().position(place_of) {
                        Some(it) if it == place => found[place],
                        Some(it) => {
                            found[it] = computed;
                            computed
                        }
                        None => computed,
                    };
                    registers.push(now);
                }
                let mut tally = Tally::default();
                tally.add_row(&formula, &inputs, &found);
                let wrong = kind(formula.ops[usize::from(formula.outputs[place])]);
                let failed: Vec<&String> = (tally.worst.iter())
                    .filter(|(_, worst)| !(0.0..=1.0).contains(*worst))
                    .map(|(kind, _)| kind)
                    .collect();
                assert!(failed.iter().all(|kind| **kind == wrong), "{failed:?}");
                if !failed.is_empty() {
                    kinds.push(wrong);
                }
            }
        }
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), KINDS, "{kinds:?}");
    }

    /// Returns the result of an operation in single precision.
    fn single(formula: &Formula, op: FormulaOp, inputs: &[f32], registers: &[f32]) -> f32 {
        let register = |index: u16| registers[usize::from(index)];
        match op {
            FormulaOp::Constant(bits) => f32::from_bits(bits),
            FormulaOp::Input(input) => inputs[usize::from(input)],
            FormulaOp::Unary(function, a) => function.function()(register(a)),
            FormulaOp::Binary(function, a, b) => function.function()(register(a), register(b)),
            FormulaOp::Select(when, then, otherwise) => match register(when) == 0.0 {
                true => register(otherwise),
                false => register(then),
            },
            FormulaOp::Gather(table, index) => {
                looked_up(&formula.tables[usize::from(table)], register(index))
            }
        }
    }

    #[test]
    fn results_that_are_missing_are_noticed() {
        let mut tally = Tally::default();
        let formula = random_formula(&mut Numbers::new(SEED));
        tally.add(&formula, &[0.5; 2 * INPUTS as usize], &[0.0; OPERATIONS]);
        let evidence = tally.evidence(2 * OPERATIONS);
        let row = evidence.rows.iter().find(|row| row.what == "Results");
        assert!(row.is_some_and(|row| !row.agrees), "{evidence:?}");
    }
}
