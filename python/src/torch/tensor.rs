//! `torch.Tensor` as Python sees it: an object around an array. Its methods and properties, except for operators and
//! brackets, are looked up in tables that `lib/torch` fills with functions whose first argument is the tensor.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustpython_vm::builtins::{PyBoundMethod, PyDictRef, PyInt, PyStr, PyStrRef, PyType};
use rustpython_vm::function::FuncArgs;
use rustpython_vm::types::{
    AsMapping, AsNumber, Comparable, Constructor, GetAttr, Hashable, Iterable, Representable,
};
use rustpython_vm::{
    AsObject as _, Py, PyObjectRef, PyPayload, PyRef, PyResult, TryFromObject as _, VirtualMachine,
    pyclass,
};

use super::convert::{Sizes, lists, nested, raise, unflatten};
use crate::array::{Array, Dtype, Index, Leaf, Number, is_recording};

/// A tensor.
#[pyclass(module = "torch", name = "Tensor")]
#[derive(Debug, PyPayload)]
pub struct PyTensor {
    state: RefCell<State>,
    /// True if it is a parameter of a module.
    is_parameter: Cell<bool>,
    /// True once a backward pass has begun here, which uses up the record of the computation.
    is_spent: Cell<bool>,
}

#[derive(Clone, Debug)]
enum State {
    /// A result, or plain numbers.
    Plain(Array),
    /// A tensor that collects gradients.
    Leaf(Rc<Leaf>),
}

/// Functions that are looked up as methods and as properties.
struct Tables {
    methods: PyDictRef,
    properties: PyDictRef,
}

thread_local! {
    static TABLES: RefCell<Option<Tables>> = const { RefCell::new(None) };
}

/// Makes these functions the methods and properties of tensors.
pub fn set_tables(methods: PyDictRef, properties: PyDictRef) {
    TABLES.replace(Some(Tables {
        methods,
        properties,
    }));
}

/// Forgets the tables, which belong to an interpreter that ends.
pub fn forget() {
    TABLES.replace(None);
}

impl From<Array> for PyTensor {
    fn from(array: Array) -> Self {
        Self {
            state: RefCell::new(State::Plain(array)),
            is_parameter: Cell::new(false),
            is_spent: Cell::new(false),
        }
    }
}

impl PyTensor {
    /// Returns its numbers, connected to the leaves that they were computed from.
    pub fn array(&self) -> Array {
        match &*self.state.borrow() {
            State::Plain(array) => array.clone(),
            State::Leaf(leaf) => leaf.array(),
        }
    }

    /// Returns its numbers for an operation, without a connection to leaves while recording is off.
    pub fn input(&self) -> Array {
        let array = self.array();
        if is_recording() {
            array
        } else {
            array.detach()
        }
    }

    /// Returns the leaf that receives its gradient.
    pub fn leaf(&self) -> Option<Rc<Leaf>> {
        match &*self.state.borrow() {
            State::Plain(_) => None,
            State::Leaf(leaf) => Some(leaf.clone()),
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

    /// Adds the gradient of this number to every leaf that it was computed from.
    pub fn backward(&self, vm: &VirtualMachine) -> PyResult<()> {
        if self.is_spent.get() {
            return Err(vm.new_runtime_error(
                "backward has gone through this graph before, and it is used up: compute the loss again before each backward",
            ));
        }
        let array = self.array();
        array.backward().map_err(|error| raise(error, vm))?;
        // A leaf has no computation behind it.
        self.is_spent.set(self.leaf().is_none());
        Ok(())
    }

    /// Makes it a leaf, or an ordinary tensor again.
    pub fn want_gradient(&self, requires_grad: bool, vm: &VirtualMachine) -> PyResult<()> {
        let array = self.array();
        let next = match (requires_grad, self.leaf()) {
            (true, Some(_)) => return Ok(()),
            (true, None) => State::Leaf(Leaf::new(array).map_err(|error| raise(error, vm))?),
            (false, _) => State::Plain(array.detach()),
        };
        self.state.replace(next);
        Ok(())
    }

    /// Replaces its numbers by a result of the same shape and type, as in-place operations do.
    pub fn overwrite(&self, array: Array, vm: &VirtualMachine) -> PyResult<()> {
        if let Some(leaf) = self.leaf() {
            if is_recording() {
                return Err(vm.new_runtime_error(
                    "a tensor that requires grad cannot be changed in place while gradients are recorded: do it under torch.no_grad()",
                ));
            }
            return leaf.replace(array).map_err(|error| raise(error, vm));
        }
        self.is_spent.set(false);
        self.state.replace(State::Plain(array));
        Ok(())
    }

    /// Computes `self[indices] = value`, without a copy if nobody else holds the numbers.
    pub fn write(&self, indices: &[Index], value: Array, vm: &VirtualMachine) -> PyResult<()> {
        if self.leaf().is_some() {
            let mut array = self.array();
            array
                .set(indices, value)
                .map_err(|error| raise(error, vm))?;
            return self.overwrite(array, vm);
        }
        match &mut *self.state.borrow_mut() {
            State::Plain(array) => array.set(indices, value),
            State::Leaf(_) => unreachable!("leaves are dealt with above"),
        }
        .map_err(|error| raise(error, vm))
    }
}

#[pyclass(
    flags(BASETYPE),
    with(
        Constructor,
        GetAttr,
        Iterable,
        AsNumber,
        AsMapping,
        Comparable,
        Hashable,
        Representable
    )
)]
impl PyTensor {
    #[pygetset]
    fn requires_grad(zelf: &Py<Self>) -> bool {
        zelf.array().is_tracked()
    }

    #[pygetset(setter)]
    fn set_requires_grad(zelf: &Py<Self>, wanted: bool, vm: &VirtualMachine) -> PyResult<()> {
        zelf.want_gradient(wanted, vm)
    }

    #[pygetset]
    fn grad(zelf: &Py<Self>) -> Option<Self> {
        zelf.leaf()?.grad().map(Self::from)
    }

    #[pygetset(setter)]
    fn set_grad(zelf: &Py<Self>, grad: Option<PyRef<Self>>) {
        if let Some(leaf) = zelf.leaf() {
            leaf.set_grad(grad.map(|grad| grad.array()));
        }
    }

    /// A tensor of one number is formatted as a number.
    #[pymethod]
    fn __format__(zelf: &Py<Self>, spec: PyStrRef, vm: &VirtualMachine) -> PyResult<PyStrRef> {
        let array = zelf.array();
        if array.rank() > 0 {
            return if spec.is_empty() {
                zelf.as_object().str(vm)
            } else {
                Err(vm.new_type_error(
                    "only a tensor of one number can be formatted: call .item() or index it",
                ))
            };
        }
        vm.format(&lists(&unflatten(&array), vm), spec)
    }

    #[pygetset]
    fn data(zelf: &Py<Self>) -> Self {
        zelf.array().detach().into()
    }

    /// Replaces the numbers of the same object, even while recording is on.
    #[pygetset(setter)]
    fn set_data(zelf: &Py<Self>, data: PyRef<Self>, vm: &VirtualMachine) -> PyResult<()> {
        let array = data.array().detach();
        match zelf.leaf() {
            Some(leaf) => leaf.replace(array).map_err(|error| raise(error, vm)),
            None => zelf.overwrite(array, vm),
        }
    }
}

/// `torch.Tensor(data)`: 32-bit floats; given whole numbers instead of a list, zeros of that shape.
impl Constructor for PyTensor {
    type Args = FuncArgs;

    fn py_new(_class: &Py<PyType>, arguments: FuncArgs, vm: &VirtualMachine) -> PyResult<Self> {
        let is_shape = !arguments.args.is_empty()
            && arguments
                .args
                .iter()
                .all(|size| size.downcastable::<PyInt>());
        let made = if is_shape {
            let sizes = vm.ctx.new_tuple(arguments.args).into();
            let shape = Sizes::try_from_object(vm, sizes)?.shape(vm)?;
            Array::full(shape, Number::Int(0), Dtype::Float32)
        } else {
            let [data] = arguments.args.as_slice() else {
                return Err(vm.new_type_error("Tensor takes data, or sizes"));
            };
            Array::from_nested(&nested(data, vm)?, Some(Dtype::Float32))
        };
        made.map(Self::from).map_err(|error| raise(error, vm))
    }
}

impl GetAttr for PyTensor {
    fn getattro(zelf: &Py<Self>, name: &Py<PyStr>, vm: &VirtualMachine) -> PyResult {
        let found = TABLES.with_borrow(|tables| -> PyResult<_> {
            let Some(tables) = tables else {
                return Ok(None);
            };
            if let Some(method) = tables.methods.get_item_opt(name, vm)? {
                return Ok(Some((method, false)));
            }
            let property = tables.properties.get_item_opt(name, vm)?;
            Ok(property.map(|function| (function, true)))
        })?;
        match found {
            Some((function, true)) => function.call((zelf.to_owned(),), vm),
            Some((function, false)) => {
                Ok(PyBoundMethod::new(zelf.to_owned().into(), function).into_pyobject(vm))
            }
            None => zelf.as_object().generic_getattr(name, vm),
        }
    }
}

impl Iterable for PyTensor {
    fn iter(zelf: PyRef<Self>, vm: &VirtualMachine) -> PyResult {
        let array = zelf.input();
        let Some(count) = array.shape().first() else {
            return Err(vm.new_type_error("a single number cannot be gone through"));
        };
        let parts = (0..*count)
            .map(|at| {
                let part = array.clone().get(&[Index::At(at as isize)]);
                let part = part.map_err(|error| raise(error, vm))?;
                Ok(Self::from(part).into_pyobject(vm))
            })
            .collect::<PyResult<Vec<PyObjectRef>>>()?;
        let list: PyObjectRef = vm.ctx.new_list(parts).into();
        Ok(list.get_iter(vm)?.into())
    }
}
