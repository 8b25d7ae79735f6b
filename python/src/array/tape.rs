//! The record of operations, and the way back through it.
//!
//! Each result that gradients may flow through has a [`Node`]: its inputs' nodes, what its rule
//! needs of their numbers, and the rule. Rules are written with the operations of this module, so
//! that gradients can be differentiated again. A node lives as long as somebody holds a result that
//! was computed from it.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::{Array, Error, Result, Values};

thread_local! {
    static IS_RECORDING: Cell<bool> = const { Cell::new(true) };
    static LAST_ID: Cell<u64> = const { Cell::new(0) };
}

/// Returns true if operations are recorded: `torch.is_grad_enabled()`.
pub fn is_recording() -> bool {
    IS_RECORDING.get()
}

/// Turns recording on or off, and returns the previous state.
pub fn set_recording(is_recording: bool) -> bool {
    IS_RECORDING.replace(is_recording)
}

/// The gradients of an operation's inputs, where they are wanted.
pub(super) type Grads = Vec<Option<Array>>;
type Rule = Box<dyn Fn(&Flow<'_>) -> Result<Grads>>;
/// Sees the gradient of a tensor, and may put another one in its place.
pub type Hook = Rc<dyn Fn(&Array) -> Result<Option<Array>>>;

/// What collects the gradient of a leaf.
pub trait Sink {
    /// Adds a gradient of the leaf's shape. If `creates_graph`, the sum is a new tensor; the
    /// gradient is recorded then.
    ///
    /// # Errors
    /// As addition has them.
    fn add(&self, grad: Array, creates_graph: bool) -> Result<()>;
}

/// A result of a recorded operation, or a leaf.
pub struct Node {
    /// Larger than those of its inputs.
    pub(super) id: u64,
    pub(super) origin: Origin,
    /// What PyTorch calls the operation.
    name: RefCell<Cow<'static, str>>,
    hooks: RefCell<Vec<Hook>>,
    /// True once its result has been changed in place.
    is_overwritten: Cell<bool>,
    /// True if the operation before it is a part of what PyTorch has as one.
    pub(super) goes_on: Cell<bool>,
}

pub(super) enum Origin {
    /// Collects its gradient.
    Leaf(std::rc::Weak<dyn Sink>),
    Operation(Box<RecordedRule>),
}

pub(super) struct RecordedRule {
    /// The inputs' nodes, where they have one.
    pub(super) inputs: Vec<Option<Rc<Node>>>,
    rule: Rule,
    /// What the rule needs. `None` once a backward pass has used it up.
    saved: RefCell<Option<Saved>>,
}

#[derive(Default)]
struct Saved {
    arrays: Vec<Array>,
    /// The result, without its node, which would hold itself.
    output: Option<Array>,
}

impl Saved {
    fn is_empty(&self) -> bool {
        self.arrays.is_empty() && self.output.is_none()
    }
}

impl std::fmt::Debug for Node {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Node({})", self.id)
    }
}

/// A chain of a hundred thousand operations would be dropped by as many nested calls: it is taken
/// apart in a loop instead.
impl Drop for Node {
    fn drop(&mut self) {
        let mut held = Vec::new();
        self.release(&mut held);
        while let Some(node) = held.pop() {
            if let Some(mut node) = Rc::into_inner(node) {
                node.release(&mut held);
            }
        }
    }
}

impl Node {
    fn new(origin: Origin, name: &'static str) -> Rc<Self> {
        let id = LAST_ID.get() + 1;
        LAST_ID.set(id);
        Rc::new(Self {
            id,
            origin,
            name: RefCell::new(Cow::Borrowed(name)),
            hooks: RefCell::default(),
            is_overwritten: Cell::new(false),
            goes_on: Cell::new(false),
        })
    }

    /// Creates a leaf's node.
    pub fn leaf(sink: std::rc::Weak<dyn Sink>) -> Rc<Self> {
        Self::new(Origin::Leaf(sink), "torch::autograd::AccumulateGrad")
    }

    /// Returns what PyTorch calls the operation, such as `MulBackward0`.
    pub fn name(&self) -> String {
        self.name.borrow().to_string()
    }

    /// Returns the name as it is printed, without where PyTorch defines it.
    pub fn short_name(&self) -> String {
        let name = self.name.borrow();
        name.rsplit("::").next().unwrap_or_default().to_owned()
    }

    /// Gives the operation another name: what PyTorch has as one can be several here.
    pub fn rename(&self, name: impl Into<Cow<'static, str>>) {
        if !self.is_leaf() {
            self.name.replace(name.into());
        }
    }

    /// Returns true if it collects its gradient.
    pub fn is_leaf(&self) -> bool {
        matches!(self.origin, Origin::Leaf(_))
    }

    /// Notes that its result is changed in place. A backward pass that needs the result fails from
    /// then on.
    pub fn note_overwritten(&self) {
        self.is_overwritten.set(true);
    }

    /// Calls `hook` with the gradient of each backward pass.
    pub fn add_hook(&self, hook: Hook) {
        self.hooks.borrow_mut().push(hook);
    }

    /// Moves the nodes that it holds to `held`.
    fn release(&mut self, held: &mut Vec<Rc<Self>>) {
        if let Origin::Operation(operation) = &mut self.origin {
            held.extend(operation.inputs.drain(..).flatten());
            if let Some(saved) = operation.saved.get_mut().take() {
                held.extend(saved.arrays.into_iter().filter_map(|array| array.node));
            }
        }
    }

    /// Returns the gradient after all hooks have seen it.
    pub(super) fn hooked(&self, mut grad: Array) -> Result {
        // A hook may add another one.
        let hooks = self.hooks.borrow().clone();
        for hook in hooks {
            if let Some(other) = hook(&grad)? {
                grad = other;
            }
        }
        Ok(grad)
    }
}

/// What a rule is given.
pub(super) struct Flow<'a> {
    /// The gradient of the result.
    pub(super) grad: Array,
    saved: &'a [Array],
    output: Option<Array>,
    inputs: &'a [Option<Rc<Node>>],
}

impl Flow<'_> {
    /// Returns what the operation saved at this place.
    pub(super) fn saved(&self, place: usize) -> Array {
        self.saved[place].clone()
    }

    /// Returns the result, which the operation has kept.
    pub(super) fn output(&self) -> Array {
        match &self.output {
            Some(output) => output.clone(),
            None => unreachable!("the operation keeps its result"),
        }
    }

    /// Returns the gradient of the only input.
    pub(super) fn one(&self, of: impl FnOnce(Array) -> Result) -> Result<Grads> {
        Ok(vec![Some(of(self.grad.clone())?)])
    }

    /// Returns the gradient of the input at `place`, if it is wanted.
    pub(super) fn at(
        &self,
        place: usize,
        of: impl FnOnce(Array) -> Result,
    ) -> Result<Option<Array>> {
        match self.inputs[place] {
            Some(_) => of(self.grad.clone()).map(Some),
            None => Ok(None),
        }
    }
}

/// An operation about to be computed, which is recorded if gradients of an input are wanted.
pub(super) struct RecordedStep {
    name: &'static str,
    inputs: Option<Vec<Option<Rc<Node>>>>,
    saved: Saved,
    keeps_output: bool,
}

impl RecordedStep {
    /// Begins an operation, by its name in PyTorch.
    pub(super) fn of(name: &'static str, inputs: &[&Array]) -> Self {
        let is_recorded = inputs.iter().any(|input| input.node.is_some()) && is_recording();
        Self {
            name,
            inputs: is_recorded.then(|| inputs.iter().map(|input| input.node.clone()).collect()),
            saved: Saved::default(),
            keeps_output: false,
        }
    }

    /// Returns true if the operation is recorded.
    pub(super) fn is_recorded(&self) -> bool {
        self.inputs.is_some()
    }

    /// Keeps arrays for the rule.
    pub(super) fn saving(mut self, arrays: &[&Array]) -> Self {
        if self.is_recorded() {
            self.saved.arrays = arrays.iter().copied().cloned().collect();
        }
        self
    }

    /// Keeps arrays for the rule. Where its gradient is not made of one, it does not matter whether
    /// that one has been written to since.
    pub(super) fn saving_some(self, arrays: [(&Array, bool); 2]) -> Self {
        let mut step = self.saving(&arrays.map(|(array, _)| array));
        for (array, (_, is_needed)) in step.saved.arrays.iter_mut().zip(arrays) {
            if !is_needed {
                *array = array.clone().unwatched();
            }
        }
        step
    }

    /// Keeps two factors for the rule: the gradient of each is made of the other.
    pub(super) fn saving_factors(self, left: &Array, right: &Array) -> Self {
        let needed = [right.is_tracked(), left.is_tracked()];
        self.saving_some([(left, needed[0]), (right, needed[1])])
    }

    /// Keeps the result for the rule.
    pub(super) fn keeping_output(mut self) -> Self {
        self.keeps_output = true;
        self
    }

    /// Returns the result with its node.
    pub(super) fn done(
        self,
        mut result: Array,
        rule: impl Fn(&Flow<'_>) -> Result<Grads> + 'static,
    ) -> Array {
        let Some(inputs) = self.inputs else {
            return result;
        };
        if !matches!(result.values, Values::Float(_)) {
            return result;
        }
        let mut saved = self.saved;
        if self.keeps_output {
            saved.output = Some(result.clone());
        }
        let (rule, saved): (Rule, _) = (Box::new(rule), RefCell::new(Some(saved)));
        let rule = Box::new(RecordedRule {
            inputs,
            rule,
            saved,
        });
        result.node = Some(Node::new(Origin::Operation(rule), self.name));
        result
    }
}

impl Array {
    /// Returns the same numbers without a connection to any leaf.
    pub fn detach(mut self) -> Self {
        self.node = None;
        self
    }

    /// Returns true if gradients flow back to a leaf.
    pub fn is_tracked(&self) -> bool {
        self.node.is_some()
    }

    /// Returns its node, if gradients flow back to a leaf.
    pub fn node(&self) -> Option<&Rc<Node>> {
        self.node.as_ref()
    }

    /// Returns the same numbers as those of a node's result.
    ///
    /// # Errors
    /// Whole numbers have no gradient.
    pub fn with_node(mut self, node: Option<Rc<Node>>) -> Result {
        if node.is_some() && !self.dtype().is_float() {
            return Err(Error::Runtime(
                "Only Tensors of floating point and complex dtype can require gradients: use floats".to_owned(),
            ));
        }
        self.node = node;
        Ok(self)
    }
}

/// Connects results with inputs by a rule from outside: the function gets the gradients of all
/// results, and returns those of the inputs.
pub fn connected(
    inputs: &[&Array],
    results: Vec<Array>,
    rule: impl Fn(&[Array]) -> Result<Vec<Option<Array>>> + 'static,
) -> Vec<Array> {
    let rule = Rc::new(rule);
    let zeros: Vec<Result> = results.iter().map(Array::zeros_like).collect();
    let zeros = Rc::new(zeros);
    let results = results.into_iter().enumerate();
    // A rule is linear in the gradients, so each result may bring its own alone.
    let result = |(place, result): (usize, Array)| {
        let (rule, zeros) = (rule.clone(), zeros.clone());
        RecordedStep::of("FunctionBackward", inputs).done(result.detach(), move |flow| {
            let mut grads = zeros.iter().cloned().collect::<Result<Vec<_>>>()?;
            grads[place] = flow.grad.clone();
            rule(&grads)
        })
    };
    results.map(result).collect()
}

impl RecordedRule {
    pub(super) fn back(&self, node: &Rc<Node>, grad: Array) -> Result<Grads> {
        let saved = self.saved.borrow();
        let Some(saved) = &*saved else {
            return Err(Error::Runtime(
                "Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed): compute the loss again before each backward, or call backward(retain_graph=True)".to_owned(),
            ));
        };
        for array in &saved.arrays {
            array.check_unwritten()?;
        }
        if saved.output.is_some() && node.is_overwritten.get() {
            return Err(Error::Runtime(
                "one of the variables needed for gradient computation has been modified by an inplace operation: the slope of exp, sqrt, tanh, sigmoid, relu and softmax is made of their result, so write `y = y.clamp(0, 1)` instead of `y.clamp_(0, 1)`".to_owned(),
            ));
        }
        let output = saved.output.clone().map(|mut output| {
            output.node = Some(node.clone());
            output
        });
        (self.rule)(&Flow {
            grad,
            saved: &saved.arrays,
            output,
            inputs: &self.inputs,
        })
    }

    /// Frees what the rule needs, if it needs anything.
    pub(super) fn use_up(&self) {
        let is_needed = (self.saved.borrow().as_ref()).is_some_and(|saved| !saved.is_empty());
        if is_needed {
            self.saved.take();
        }
    }
}
