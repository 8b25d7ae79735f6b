//! Formulas made shorter: without what no result needs, and without what constants decide.

use super::formula::{Formula, FormulaOp, Register, looked_up};

impl Formula {
    /// Leaves out the operations that no result needs.
    pub(super) fn pruned(self) -> Self {
        let mut is_needed = vec![false; self.ops.len()];
        for output in &self.outputs {
            is_needed[usize::from(*output)] = true;
        }
        for (at, op) in self.ops.iter().enumerate().rev() {
            if is_needed[at] {
                for operand in op.operands() {
                    is_needed[usize::from(operand)] = true;
                }
            }
        }
        let mut places = vec![0; self.ops.len()];
        let mut ops = Vec::new();
        for (at, op) in self.ops.iter().enumerate().filter(|(at, _)| is_needed[*at]) {
            places[at] = ops.len() as Register;
            ops.push(op.renamed(|register| places[usize::from(register)]));
        }
        let outputs = self.outputs.iter();
        Self {
            num_inputs: self.num_inputs,
            outputs: outputs.map(|output| places[usize::from(*output)]).collect(),
            ops,
            tables: self.tables,
        }
    }

    /// Returns the same formula without operations of constants alone: each is the constant that it
    /// computes here. A device's compiler then has none left to compute in its own way.
    pub fn folded(&self) -> Self {
        let mut ops: Vec<FormulaOp> = Vec::with_capacity(self.ops.len());
        // The place of what each register holds now. A choice whose side is certain is that side.
        let mut places: Vec<Register> = Vec::with_capacity(self.ops.len());
        for op in &self.ops {
            let op = op.renamed(|register| places[usize::from(register)]);
            let constant = |register: Register| match ops[usize::from(register)] {
                FormulaOp::Constant(bits) => Some(f32::from_bits(bits)),
                _ => None,
            };
            let value = match op {
                FormulaOp::Constant(_) | FormulaOp::Input(_) => None,
                FormulaOp::Unary(unary, a) => constant(a).map(unary.function()),
                FormulaOp::Binary(binary, a, b) => {
                    (constant(a).zip(constant(b))).map(|(a, b)| binary.function()(a, b))
                }
                FormulaOp::Select(when, then, otherwise) => {
                    if let Some(when) = constant(when) {
                        places.push(if when == 0.0 { otherwise } else { then });
                        continue;
                    }
                    None
                }
                FormulaOp::Gather(table, index) => {
                    constant(index).map(|index| looked_up(&self.tables[usize::from(table)], index))
                }
            };
            places.push(ops.len() as Register);
            ops.push(value.map_or(op, |value| FormulaOp::Constant(value.to_bits())));
        }
        let outputs = self.outputs.iter();
        Self {
            num_inputs: self.num_inputs,
            outputs: outputs.map(|output| places[usize::from(*output)]).collect(),
            ops,
            tables: self.tables.clone(),
        }
        .pruned()
    }
}

impl FormulaOp {
    pub(super) fn renamed(self, name: impl Fn(Register) -> Register) -> Self {
        match self {
            Self::Constant(_) | Self::Input(_) => self,
            Self::Unary(unary, a) => Self::Unary(unary, name(a)),
            Self::Binary(binary, a, b) => Self::Binary(binary, name(a), name(b)),
            Self::Select(when, then, otherwise) => {
                Self::Select(name(when), name(then), name(otherwise))
            }
            Self::Gather(table, index) => Self::Gather(table, name(index)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::build::formula;
    use super::*;

    /// A choice between numbers that are no constants is the number itself.
    #[test]
    fn what_constants_decide_is_computed_here() {
        let written = formula(2, |builder, numbers| {
            let [a, b] = [numbers[0], numbers[1]];
            let half = builder.constant(0.5);
            vec![
                half.less(1.0).select(a, b),
                half.more(1.0).select(a, b.sqrt()) + half.exp(),
                (half - 3.0).gather(&[7.0, 8.0]),
                half.min(0.25) / 0.0,
            ]
        });
        let folded = written.folded();
        assert_eq!(folded.check(), Ok(()));
        // Two inputs, a root, a sum, and three constants.
        assert_eq!(folded.ops.len(), 7, "{folded:?}");
        for inputs in [[4.0, 9.0], [-1.0, 0.0]] {
            assert_eq!(folded.results(&inputs), written.results(&inputs));
        }
        assert_eq!(folded.results(&[4.0, 9.0])[2..], [7.0, f32::INFINITY]);
        assert!(Formula::identity(3).folded().is_identity());
    }
}
