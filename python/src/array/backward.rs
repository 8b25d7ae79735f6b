//! The backward pass: from the last operation to the leaves, each node once, when all gradients
//! that meet there have arrived.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::tape::{Grads, Node, Origin, set_recording};
use super::{Array, Error, Number, Result};

/// A tensor at which a backward pass begins.
#[derive(Clone, Debug)]
pub struct Start {
    /// The tensor.
    pub from: Array,
    /// Its gradient, of the same shape; `None` for the 1 of a single number.
    pub grad: Option<Array>,
}

/// Adds the gradient of `starts` to every leaf that they were computed from. What the record keeps
/// is used up unless `keeps_graph`; with `creates_graph` the gradients are recorded in turn.
///
/// # Errors
/// There are several numbers and no gradient of theirs, no leaf, or a record that is used up.
pub fn backward(starts: Vec<Start>, keeps_graph: bool, creates_graph: bool) -> Result<()> {
    walk(starts, None, keeps_graph, creates_graph).map(drop)
}

/// Returns the gradients of `starts` with respect to the tensors of these nodes, and leaves all
/// leaves as they are. `None` stands for a tensor that was not used.
///
/// # Errors
/// As for [`backward`].
pub fn gradients_at(
    nodes: &[Rc<Node>],
    starts: Vec<Start>,
    keeps_graph: bool,
    creates_graph: bool,
) -> Result<Grads> {
    walk(starts, Some(nodes), keeps_graph, creates_graph)
}

/// Gradients that are still to flow on, by the id of the node.
#[derive(Default)]
struct Open(BTreeMap<u64, (Rc<Node>, Array)>);

impl Open {
    fn add(&mut self, node: &Rc<Node>, grad: Array) -> Result<()> {
        let sum = match self.0.remove(&node.id) {
            Some((_, before)) => before.plus(grad)?,
            None => grad,
        };
        self.0.insert(node.id, (node.clone(), sum));
        Ok(())
    }
}

fn walk(
    starts: Vec<Start>,
    targets: Option<&[Rc<Node>]>,
    keeps_graph: bool,
    creates_graph: bool,
) -> Result<Grads> {
    let mut open = Open::default();
    for start in starts {
        let (node, grad) = begin(start)?;
        open.add(&node, grad)?;
    }
    let mut found: Grads = vec![None; targets.map_or(0, <[_]>::len)];
    let was_recording = set_recording(creates_graph);
    let walked = flow_back(&mut open, targets, &mut found, keeps_graph, creates_graph);
    set_recording(was_recording);
    walked.map(|()| found)
}

/// Returns the node at which a pass begins, and its gradient.
fn begin(start: Start) -> Result<(Rc<Node>, Array)> {
    let Some(node) = &start.from.node else {
        return Err(Error::Runtime(
            "element 0 of tensors does not require grad and does not have a grad_fn: no way leads back from here: nothing that this was computed from requires grad (or a detach or no_grad is in between)".to_owned(),
        ));
    };
    let grad = match start.grad {
        Some(grad) if grad.shape() == start.from.shape() => grad.cast(start.from.dtype()),
        Some(grad) => {
            return Err(Error::Runtime(format!(
                "the gradient given has the shape {:?}, and the tensor {:?}",
                grad.shape(),
                start.from.shape()
            )));
        }
        None if start.from.len() == 1 => Array::full(
            start.from.shape().to_vec(),
            Number::Int(1),
            start.from.dtype(),
        )?,
        None => {
            return Err(Error::Runtime(
                "grad can be implicitly created only for scalar outputs: backward starts at a single number: take the mean or the sum first".to_owned(),
            ));
        }
    };
    Ok((node.clone(), grad))
}

fn flow_back(
    open: &mut Open,
    targets: Option<&[Rc<Node>]>,
    found: &mut Grads,
    keeps_graph: bool,
    creates_graph: bool,
) -> Result<()> {
    while let Some((_, (node, grad))) = open.0.pop_last() {
        let grad = node.hooked(grad)?;
        if let Some(targets) = targets {
            for (target, found) in targets.iter().zip(&mut *found) {
                if Rc::ptr_eq(target, &node) {
                    *found = Some(grad.clone());
                }
            }
        }
        match &node.origin {
            Origin::Leaf(sink) => {
                if let (None, Some(sink)) = (targets, sink.upgrade()) {
                    sink.add(grad, creates_graph)?;
                }
            }
            Origin::Operation(operation) => {
                for (input, grad) in operation.inputs.iter().zip(operation.back(&node, grad)?) {
                    if let (Some(input), Some(grad)) = (input, grad) {
                        open.add(input, grad)?;
                    }
                }
                if !keeps_graph {
                    operation.use_up();
                }
            }
        }
    }
    Ok(())
}
