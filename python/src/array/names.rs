//! What PyTorch calls the operations in its record: `x.grad_fn` prints it, and so does a tensor.

use std::rc::Rc;

use super::tape::Origin;
use super::{Array, Binary, Node, Reduction, Unary};

impl Unary {
    /// Returns what PyTorch calls it in a record.
    pub(super) fn backward_name(self) -> &'static str {
        match self {
            Self::Neg => "NegBackward0",
            Self::Abs => "AbsBackward0",
            Self::Sign => "SignBackward0",
            Self::Exp => "ExpBackward0",
            Self::Expm1 => "Expm1Backward0",
            Self::Log => "LogBackward0",
            Self::Log1p => "Log1PBackward0",
            Self::Sqrt => "SqrtBackward0",
            Self::Length => "LinalgVectorNormBackward0",
            Self::Reciprocal => "ReciprocalBackward0",
            Self::Sin => "SinBackward0",
            Self::Cos => "CosBackward0",
            Self::Tan => "TanBackward0",
            Self::Asin => "AsinBackward0",
            Self::Acos => "AcosBackward0",
            Self::Atan => "AtanBackward0",
            Self::Sinh => "SinhBackward0",
            Self::Cosh => "CoshBackward0",
            Self::Tanh => "TanhBackward0",
            Self::Asinh => "AsinhBackward0",
            Self::Acosh => "AcoshBackward0",
            Self::Atanh => "AtanhBackward0",
            Self::Erf => "ErfBackward0",
            Self::Sigmoid => "SigmoidBackward0",
            Self::Relu => "ReluBackward0",
            Self::Softplus => "SoftplusBackward0",
            Self::Floor => "FloorBackward0",
            Self::Ceil => "CeilBackward0",
            Self::Round => "RoundBackward0",
            Self::Trunc => "TruncBackward0",
            // Truth values have no gradient.
            Self::Not | Self::IsNan | Self::IsInf => "NotImplemented",
        }
    }
}

impl Binary {
    /// Returns what PyTorch calls it in a record: it has other functions for numbers than for
    /// tensors.
    pub(super) fn backward_name(self, are_tensors: [bool; 2]) -> &'static str {
        match (self, are_tensors) {
            (Self::Add, _) => "AddBackward0",
            (Self::Sub, [false, _]) => "RsubBackward1",
            (Self::Sub, _) => "SubBackward0",
            // A number is divided by a tensor as its reciprocal, multiplied by the number.
            (Self::Mul, _) | (Self::Div, [false, _]) => "MulBackward0",
            (Self::Div, _) => "DivBackward0",
            (Self::Mod, [_, false]) => "RemainderBackward0",
            (Self::Mod, _) => "RemainderBackward1",
            (Self::Pow, [_, false]) => "PowBackward0",
            (Self::Pow, [true, true]) => "PowBackward1",
            (Self::Pow, [false, true]) => "PowBackward2",
            (Self::Atan2, _) => "Atan2Backward0",
            (Self::Minimum, _) => "MinimumBackward0",
            (Self::Maximum, _) => "MaximumBackward0",
            // These have no gradient.
            (
                Self::FloorDiv
                | Self::Equal
                | Self::NotEqual
                | Self::Less
                | Self::LessEqual
                | Self::Greater
                | Self::GreaterEqual
                | Self::And
                | Self::Or
                | Self::Xor,
                _,
            ) => "NotImplemented",
        }
    }
}

impl Reduction {
    /// Returns what PyTorch calls it in a record, which has other names where dimensions are given.
    pub(super) fn backward_name(self, is_named: bool) -> &'static str {
        match (self, is_named) {
            (Self::Sum, false) => "SumBackward0",
            (Self::Sum, true) => "SumBackward1",
            (Self::Mean, false) => "MeanBackward0",
            (Self::Mean, true) => "MeanBackward1",
            (Self::Prod, false) => "ProdBackward0",
            (Self::Prod, true) => "ProdBackward1",
            (Self::Max, false) => "MaxBackward1",
            (Self::Max, true) => "AmaxBackward0",
            (Self::Min, false) => "MinBackward1",
            (Self::Min, true) => "AminBackward0",
            // Truth values have no gradient.
            (Self::All, _) => "AllBackward0",
            (Self::Any, _) => "AnyBackward0",
        }
    }
}

impl Node {
    /// Returns the nodes of an operation's inputs, where they have one.
    pub fn inputs(&self) -> Vec<Option<Rc<Self>>> {
        match &self.origin {
            Origin::Leaf(_) => Vec::new(),
            Origin::Operation(operation) => match operation.inputs.as_slice() {
                [Some(before)] if self.goes_on.get() => before.inputs(),
                inputs => inputs.to_vec(),
            },
        }
    }
}

impl Array {
    /// Gives the operation that this came from the name that PyTorch has for all of it.
    pub fn named(self, name: &'static str) -> Self {
        if let Some(node) = &self.node {
            node.rename(name);
        }
        self
    }

    /// Notes that the operation that this came from only goes on with the one before it, under
    /// whose `name` PyTorch has both.
    pub(super) fn going_on(self, name: &'static str) -> Self {
        if let Some(node) = &self.node {
            node.goes_on.set(!node.is_leaf());
        }
        self.named(name)
    }

    /// Gives the operation that this came from a name, unless it came from none since `before`.
    pub(super) fn named_since(self, before: Option<&Rc<Node>>, name: &'static str) -> Self {
        let is_same = |node| before.is_some_and(|before| Rc::ptr_eq(before, node));
        match self.node.as_ref().is_some_and(is_same) {
            true => self,
            false => self.named(name),
        }
    }
}
