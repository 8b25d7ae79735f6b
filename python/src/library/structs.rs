//! The module `_struct`: numbers as bytes, by the formats that the interpreter has for memory
//! views. `library/struct.py` makes Python's `struct` of it.

pub(crate) use _struct::module_def as module;

#[expect(
    clippy::unwrap_used,
    reason = "the macro unwraps what it has just made"
)]
#[rustpython_vm::pymodule]
mod _struct {
    use rustpython_vm::buffer::{FormatSpec, new_struct_error, struct_error_type};
    use rustpython_vm::builtins::{PyTupleRef, PyTypeRef};
    use rustpython_vm::function::{ArgBytesLike, PosArgs};
    use rustpython_vm::{PyResult, VirtualMachine};

    #[pyattr]
    fn error(vm: &VirtualMachine) -> PyTypeRef {
        struct_error_type(vm).to_owned()
    }

    #[pyfunction]
    fn size(format: ArgBytesLike, vm: &VirtualMachine) -> PyResult<usize> {
        Ok(FormatSpec::parse(&format.borrow_buf(), vm)?.size())
    }

    #[pyfunction]
    fn pack(format: ArgBytesLike, values: PosArgs, vm: &VirtualMachine) -> PyResult<Vec<u8>> {
        FormatSpec::parse(&format.borrow_buf(), vm)?.pack(values.into_vec(), vm)
    }

    #[pyfunction]
    fn unpack(
        format: ArgBytesLike,
        bytes: ArgBytesLike,
        vm: &VirtualMachine,
    ) -> PyResult<PyTupleRef> {
        let format = FormatSpec::parse(&format.borrow_buf(), vm)?;
        let bytes = bytes.borrow_buf();
        if bytes.len() != format.size() {
            return Err(new_struct_error(
                vm,
                format!("unpack requires a buffer of {} bytes", format.size()),
            ));
        }
        format.unpack(&bytes, vm)
    }
}
