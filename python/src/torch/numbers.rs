//! The numbers behind a tensor: its own, or a part of another's, as slices and views are in
//! PyTorch.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use super::view::ViewKind;
use crate::array::{
    Array, Binary, Dtype, Error, Hook, Index, Node, Number, Result, Sink, binary, is_recording,
    layout, set_recording,
};

/// The numbers of a tensor, and its gradient. Several Python objects can stand for them.
#[derive(Debug)]
pub struct TensorNumbers {
    array: RefCell<Array>,
    /// Counts the changes.
    version: Cell<u64>,
    /// Counts what is written in place, to it and its views together, for gradients that need its
    /// numbers as they were. Writing to `.data` does not count, as in PyTorch.
    writes: Rc<Cell<u64>>,
    part: Option<Part>,
    grad: RefCell<Option<Rc<Self>>>,
    is_parameter: Cell<bool>,
}

/// Where numbers come from that belong to another tensor.
#[derive(Debug)]
struct Part {
    of: Rc<TensorNumbers>,
    kind: ViewKind,
    /// The other's version from which they were taken.
    seen: Cell<u64>,
    /// True if what was taken is recorded.
    is_recorded: bool,
}

impl TensorNumbers {
    /// Creates numbers of their own.
    pub fn new(array: Array) -> Rc<Self> {
        Self::made(array, None, Rc::default())
    }

    fn made(array: Array, part: Option<Part>, writes: Rc<Cell<u64>>) -> Rc<Self> {
        Rc::new(Self {
            array: RefCell::new(array.unwatched()),
            version: Cell::default(),
            writes,
            part,
            grad: RefCell::default(),
            is_parameter: Cell::default(),
        })
    }

    /// Returns a view. What is written to it is written here too, and the other way round.
    ///
    /// # Errors
    /// As reading the part has them.
    pub fn view(self: &Rc<Self>, kind: ViewKind) -> Result<Rc<Self>> {
        let array = kind.apply(self.array())?;
        let writes = match kind {
            ViewKind::Detached => Rc::default(),
            ViewKind::At(_) | ViewKind::Shape(_) | ViewKind::Order(_) | ViewKind::Stretched(_) => {
                self.writes.clone()
            }
        };
        let part = Part {
            of: self.clone(),
            kind,
            seen: Cell::new(self.version()),
            is_recorded: is_recording(),
        };
        Ok(Self::made(array, Some(part), writes))
    }

    /// Returns the numbers, connected to the leaves that they were computed from.
    pub fn array(&self) -> Array {
        self.refresh();
        self.array.borrow().clone().watching(&self.writes)
    }

    /// Returns the shape, and how far apart neighbours of each dimension lie in PyTorch's memory:
    /// row by row, unless this is a part of another tensor.
    pub fn layout(&self) -> (Vec<usize>, Vec<isize>) {
        self.refresh();
        let shape = self.array.borrow().shape().to_vec();
        let of_part = self.part.as_ref().and_then(|part| {
            let (shape, strides) = part.of.layout();
            part.kind.strides(&shape, &strides)
        });
        // Numbers that have been replaced by those of another shape lie row by row again.
        let strides = of_part.filter(|strides| strides.len() == shape.len());
        let strides = strides.unwrap_or_else(|| layout::row_by_row(&shape));
        (shape, strides)
    }

    /// Returns true if a view of this shape, which holds as many numbers, can show them where they
    /// lie.
    pub fn is_viewable(&self, shape: &[usize]) -> bool {
        if self.part.is_none() {
            return true;
        }
        let (own, strides) = self.layout();
        layout::reshaped(&own, &strides, shape).is_some()
    }

    /// Returns true if the numbers lie row by row.
    pub fn is_contiguous(&self) -> bool {
        if self.part.is_none() {
            return true;
        }
        let (shape, strides) = self.layout();
        layout::is_row_by_row(&shape, &strides)
    }

    /// Counts a write in place.
    pub fn note_written(&self) {
        self.writes.set(self.writes.get() + 1);
    }

    fn version(&self) -> u64 {
        self.refresh();
        self.version.get()
    }

    /// Takes the numbers anew if those of the other tensor have changed.
    fn refresh(&self) {
        let Some(part) = &self.part else {
            return;
        };
        let version = part.of.version();
        if version == part.seen.get() || self.is_leaf() {
            return;
        }
        let was_recording = set_recording(part.is_recorded);
        let taken = part.kind.apply(part.of.array());
        set_recording(was_recording);
        // If the other has another shape by now, the two have parted.
        if let Ok(array) = taken {
            self.array.replace(array);
            self.changed();
        }
        part.seen.set(version);
    }

    fn changed(&self) {
        self.version.set(self.version.get() + 1);
    }

    /// Returns true if it collects its gradient.
    pub fn is_leaf(&self) -> bool {
        self.array
            .borrow()
            .node()
            .is_some_and(|node| node.is_leaf())
    }

    /// Makes it a leaf, or numbers without a history.
    ///
    /// # Errors
    /// Whole numbers have no gradient.
    pub fn want_gradient(self: &Rc<Self>, is_wanted: bool) -> Result<()> {
        let array = self.array();
        if is_wanted && array.is_tracked() {
            return Ok(());
        }
        let sink: Weak<Self> = Rc::downgrade(self);
        let node = is_wanted.then(|| Node::leaf(sink));
        self.array.replace(array.with_node(node)?);
        self.changed();
        Ok(())
    }

    /// Replaces the numbers by a result, as in-place operations do. While nothing is recorded, the
    /// history stays.
    ///
    /// # Errors
    /// A leaf while gradients are recorded.
    pub fn overwrite(&self, array: Array) -> Result<()> {
        self.check_leaf()?;
        let node = self.array.borrow().node().cloned();
        if let Some(node) = &node {
            node.note_overwritten();
        }
        let array = match is_recording() {
            true => array,
            false => array.with_node(node)?,
        };
        self.note_written();
        self.store(array)
    }

    /// Replaces the numbers and keeps the history, whether gradients are recorded or not:
    /// `tensor.data = ...`.
    ///
    /// # Errors
    /// Whole numbers for a tensor that wants a gradient.
    pub fn replace(&self, array: Array) -> Result<()> {
        let node = self.array.borrow().node().cloned();
        self.store(array.with_node(node)?)
    }

    fn store(&self, array: Array) -> Result<()> {
        if let Some(part) = &self.part.as_ref().filter(|_| !self.is_leaf()) {
            // Let go, so that the other can be written in place.
            let shape = self.array.borrow().shape().to_vec();
            if array.shape() == shape {
                self.array.replace(Array::scalar(Number::Int(0)));
                if let Err(error) = part.write(&array) {
                    // Taken anew when it is read.
                    part.seen.set(u64::MAX);
                    return Err(error);
                }
            }
        }
        self.array.replace(array);
        self.changed();
        if let Some(part) = &self.part {
            part.seen.set(part.of.version());
        }
        Ok(())
    }

    /// Computes `self[indices] = value`, without a copy if nobody else holds the numbers.
    ///
    /// # Errors
    /// A leaf while gradients are recorded; indices or values that do not match.
    pub fn write(&self, indices: &[Index], value: Array) -> Result<()> {
        self.check_leaf()?;
        if self.part.is_some() && !self.is_leaf() {
            let mut array = self.array();
            array.set(indices, value)?;
            return self.overwrite(array);
        }
        let mut own = self.array.borrow_mut();
        let node = own.node().cloned();
        own.set(indices, value)?;
        if let Some(node) = &node {
            node.note_overwritten();
        }
        if !is_recording() {
            *own = own.clone().with_node(node)?;
        }
        drop(own);
        self.note_written();
        self.changed();
        Ok(())
    }

    /// Returns the number at a place, and its type, if it can be read without a record.
    pub fn number_at(&self, place: &[isize]) -> Option<(Number, Dtype)> {
        self.refresh();
        let array = self.array.borrow();
        Some((array.number_at(place)?, array.dtype()))
    }

    /// Writes a number to a place. Returns false if it has not, because it needs another look.
    pub fn put_number(&self, place: &[isize], number: Number) -> bool {
        if let Some(part) = &self.part {
            return !self.is_leaf() && part.put_number(place, number);
        }
        let is_written = self.array.borrow_mut().put_number(place, number);
        if is_written {
            self.changed();
        }
        is_written
    }

    fn check_leaf(&self) -> Result<()> {
        if self.is_leaf() && is_recording() {
            return Err(Error::Runtime(
                "a leaf Variable that requires grad is being used in an in-place operation: do it under torch.no_grad()".to_owned(),
            ));
        }
        Ok(())
    }

    /// Returns the gradient collected so far. Whoever changes it in place changes it here.
    pub fn grad(&self) -> Option<Rc<Self>> {
        self.grad.borrow().clone()
    }

    /// Sets the gradient, or clears it.
    pub fn set_grad(&self, grad: Option<Rc<Self>>) {
        self.grad.replace(grad);
    }

    /// Keeps the gradient of a result in the same way as that of a leaf.
    pub fn retain_grad(self: &Rc<Self>) {
        let weak = Rc::downgrade(self);
        let array = self.array.borrow();
        if let Some(node) = array.node().filter(|node| !node.is_leaf()) {
            let keep: Hook = Rc::new(move |grad| {
                if let Some(numbers) = weak.upgrade() {
                    numbers.add(grad.clone(), is_recording())?;
                }
                Ok(None)
            });
            node.add_hook(keep);
        }
    }

    /// Returns true if it is a parameter of a module.
    pub fn is_parameter(&self) -> bool {
        self.is_parameter.get()
    }

    /// Marks it as a parameter of a module.
    pub fn mark_parameter(&self) {
        self.is_parameter.set(true);
    }
}

impl Part {
    /// Writes a number to a place of a row, such as `table[3]`, where it lies in the table. The row
    /// is taken anew when it is read.
    fn put_number(&self, place: &[isize], number: Number) -> bool {
        let ViewKind::At(indices) = &self.kind else {
            return false;
        };
        let rows = indices.iter().map(|index| match index {
            Index::At(at) => Some(*at),
            _ => None,
        });
        let Some(mut whole) = rows.collect::<Option<Vec<isize>>>() else {
            return false;
        };
        whole.extend(place);
        self.of.put_number(&whole, number)
    }

    /// Writes the part's numbers to the tensor that it is a part of.
    fn write(&self, array: &Array) -> Result<()> {
        let whole = match &self.kind {
            ViewKind::Detached => return self.of.replace(array.clone()),
            ViewKind::At(indices) => return self.of.write(indices, array.clone()),
            ViewKind::Shape(_) => {
                let shape = self.of.array.borrow().shape().to_vec();
                array.clone().reshape(shape)?
            }
            ViewKind::Order(order) => array.clone().permuted_back(order)?,
            ViewKind::Stretched(_) => {
                return Err(Error::Runtime(
                    "unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone() the tensor before performing the operation.".to_owned(),
                ));
            }
        };
        self.of.overwrite(whole)
    }
}

impl Sink for TensorNumbers {
    fn add(&self, grad: Array, creates_graph: bool) -> Result<()> {
        let before = self.grad();
        let Some(before) = before else {
            let grad = if creates_graph { grad } else { grad.detach() };
            self.set_grad(Some(Self::new(grad)));
            return Ok(());
        };
        let sum = binary(Binary::Add, before.array(), grad)?;
        if creates_graph {
            self.set_grad(Some(Self::new(sum)));
            return Ok(());
        }
        before.replace(sum.detach())
    }
}
