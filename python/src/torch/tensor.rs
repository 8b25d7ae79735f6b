//! `torch.Tensor` as Python sees it: an object around an array. Its methods and properties, except
//! for operators and brackets, are looked up in tables that `lib/torch` fills with functions whose
//! first argument is the tensor.

use std::cell::RefCell;
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
use super::numbers::TensorNumbers;
use super::view::ViewKind;
use crate::array::{Array, Dtype, Index, Number};

/// A tensor.
#[pyclass(module = "torch", name = "Tensor")]
#[derive(Debug, PyPayload)]
pub struct PyTensor(Rc<TensorNumbers>);

/// Functions that are looked up as methods and as properties.
struct Tables {
    methods: PyDictRef,
    properties: PyDictRef,
    /// Called with a tensor and a name that it does not have.
    missing: Option<PyObjectRef>,
}

thread_local! {
    static TABLES: RefCell<Option<Tables>> = const { RefCell::new(None) };
}

/// Makes these functions the methods and properties of tensors.
pub fn set_tables(methods: PyDictRef, properties: PyDictRef, missing: Option<PyObjectRef>) {
    TABLES.replace(Some(Tables {
        methods,
        properties,
        missing,
    }));
}

/// Forgets the tables, which belong to an interpreter that ends.
pub fn forget() {
    TABLES.replace(None);
    super::single::forget();
}

impl From<Array> for PyTensor {
    fn from(array: Array) -> Self {
        Self(TensorNumbers::new(array))
    }
}

impl From<Rc<TensorNumbers>> for PyTensor {
    fn from(numbers: Rc<TensorNumbers>) -> Self {
        Self(numbers)
    }
}

impl PyTensor {
    /// Returns its numbers, connected to the leaves that they were computed from.
    pub fn array(&self) -> Array {
        self.0.array()
    }

    /// Returns what it stands for.
    pub fn numbers(&self) -> &Rc<TensorNumbers> {
        &self.0
    }

    /// Returns a view of it.
    pub fn view(&self, kind: ViewKind, vm: &VirtualMachine) -> PyResult<Self> {
        let view = self.0.view(kind).map_err(|error| raise(error, vm))?;
        Ok(Self(view))
    }

    /// Makes it a leaf, or an ordinary tensor again.
    pub fn want_gradient(&self, requires_grad: bool, vm: &VirtualMachine) -> PyResult<()> {
        let wanted = self.0.want_gradient(requires_grad);
        wanted.map_err(|error| raise(error, vm))
    }

    /// Replaces its numbers by a result of the same shape and type, as in-place operations do.
    pub fn overwrite(&self, array: Array, vm: &VirtualMachine) -> PyResult<()> {
        self.0.overwrite(array).map_err(|error| raise(error, vm))
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
        let array = zelf.array();
        if !wanted && array.node().is_some_and(|node| !node.is_leaf()) {
            return Err(vm.new_runtime_error(
                "you can only change requires_grad flags of leaf variables: call .detach() for the numbers alone",
            ));
        }
        zelf.want_gradient(wanted, vm)
    }

    #[pygetset]
    fn grad(zelf: &Py<Self>) -> Option<Self> {
        zelf.0.grad().map(Self)
    }

    #[pygetset(setter)]
    fn set_grad(zelf: &Py<Self>, grad: Option<PyRef<Self>>) {
        zelf.0.set_grad(grad.map(|grad| grad.0.clone()));
    }

    /// Another name of `grad`, which optimisers over shared networks set.
    #[pygetset]
    fn _grad(zelf: &Py<Self>) -> Option<Self> {
        Self::grad(zelf)
    }

    #[pygetset(setter)]
    fn set__grad(zelf: &Py<Self>, grad: Option<PyRef<Self>>) {
        Self::set_grad(zelf, grad);
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
    fn data(zelf: &Py<Self>, vm: &VirtualMachine) -> PyResult<Self> {
        zelf.view(ViewKind::Detached, vm)
    }

    /// Replaces the numbers of the same object, even while recording is on.
    #[pygetset(setter)]
    fn set_data(zelf: &Py<Self>, data: PyRef<Self>, vm: &VirtualMachine) -> PyResult<()> {
        let array = data.array().detach();
        zelf.0.replace(array).map_err(|error| raise(error, vm))
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
            Array::from_nested(&nested(data, vm)?, Some(Dtype::Float32), Dtype::Float32)
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
            None => {
                if let Some(found) = zelf.as_object().generic_getattr_opt(name, None, vm)? {
                    return Ok(found);
                }
                let missing = TABLES.with_borrow(|it| it.as_ref()?.missing.clone());
                match missing.filter(|_| !name.as_bytes().starts_with(b"__")) {
                    Some(missing) => missing.call((zelf.to_owned(), name.to_owned()), vm),
                    None => zelf.as_object().generic_getattr(name, vm),
                }
            }
        }
    }
}

impl Iterable for PyTensor {
    fn iter(zelf: PyRef<Self>, vm: &VirtualMachine) -> PyResult {
        let array = zelf.array();
        let Some(count) = array.shape().first() else {
            return Err(vm.new_type_error(
                "iteration over a 0-d tensor: a single number cannot be gone through",
            ));
        };
        let parts = (0..*count)
            .map(|at| {
                let part = zelf.view(ViewKind::At(vec![Index::At(at as isize)]), vm)?;
                Ok(part.into_pyobject(vm))
            })
            .collect::<PyResult<Vec<PyObjectRef>>>()?;
        let list: PyObjectRef = vm.ctx.new_list(parts).into();
        Ok(list.get_iter(vm)?.into())
    }
}
