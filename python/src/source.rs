//! Texts of Python that do not parse. Before RustPython says so it looks for wrong escapes in them, byte by byte, and breaks off where a
//! string that nobody closes ends in the middle of a letter, as `"é` does. So they are refused before.

use rustpython_vm::builtins::{PyCode, PyStr};
use rustpython_vm::compiler::{self, Mode, parser};
use rustpython_vm::function::FuncArgs;
use rustpython_vm::vm::VmCompileError;
use rustpython_vm::{PyObjectRef, PyRef, PyResult, VirtualMachine};

/// Functions that compile a text that a program hands them.
const COMPILING: [&str; 3] = ["compile", "eval", "exec"];

/// Compiles the text of a cell.
///
/// # Errors
/// `SyntaxError` where it is no Python.
pub fn compile(source: &str, file: &str, vm: &VirtualMachine) -> PyResult<PyRef<PyCode>> {
    refuse(source, file, vm)?;
    vm.compile(source, Mode::Exec, file.to_owned())
        .map_err(|error| error.into_pyexception(vm, Some(source)))
}

/// Lets the functions that compile refuse such texts too.
///
/// # Errors
/// When one of them is missing.
pub fn guard(vm: &VirtualMachine) -> PyResult<()> {
    for name in COMPILING {
        let own: PyObjectRef = vm.builtins.get_attr(name, vm)?;
        let guarded = vm.new_function(
            name,
            move |given: FuncArgs, vm: &VirtualMachine| -> PyResult {
                if let Some(text) = given.args.first().and_then(|it| it.downcast_ref::<PyStr>())
                    && let Some(text) = text.to_str()
                {
                    // `eval` takes an expression that is indented.
                    let text = match name {
                        "eval" => text.trim_start_matches([' ', '\t']),
                        _ => text,
                    };
                    refuse(text, "<string>", vm)?;
                }
                own.call(given, vm)
            },
        );
        vm.builtins.set_attr(name, guarded, vm)?;
    }
    Ok(())
}

/// Raises the error of a text that does not parse, if RustPython might break off at it.
fn refuse(source: &str, file: &str, vm: &VirtualMachine) -> PyResult<()> {
    if source.is_ascii() || parser::parse(source, parser::Mode::Module.into()).is_ok() {
        return Ok(());
    }
    let tried = [Mode::Eval, Mode::Single, Mode::Exec]
        .map(|mode| compiler::compile(source, mode, file, vm.compile_opts()));
    let mut failed = None;
    for tried in tried {
        match tried {
            Ok(_) => return Ok(()),
            Err(error) => failed = Some(error),
        }
    }
    match failed {
        Some(error) => Err(VmCompileError::from(error).into_pyexception(vm, Some(source))),
        None => Ok(()),
    }
}
