//! Runs a reader's text and says what came of it.

use std::cell::RefCell;

use rustpython_vm::builtins::PyBaseExceptionRef;
use rustpython_vm::compiler::Mode;
use rustpython_vm::scope::Scope;
use rustpython_vm::{AsObject as _, Interpreter, PyResult, Settings, VirtualMachine, py_freeze};

use super::torch;

/// Characters that a cell may print; the rest is cut off with a note.
const MOST_PRINTED: usize = 60_000;
/// The name under which a cell's text stands in tracebacks.
const CELL: &str = "<cell>";

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The class of the exception, `ValueError` say.
    pub kind: String,
    /// What it says.
    pub message: String,
    /// The line of the cell that led to it, from 1.
    pub line: Option<usize>,
    /// The whole trace, as Python prints it.
    pub traceback: String,
}

/// What a cell did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// What it printed.
    pub output: String,
    /// Why it ended early, if it did.
    pub failure: Option<Failure>,
}

thread_local! {
    static PRINTED: RefCell<Printed> = const { RefCell::new(Printed { text: String::new(), is_cut: false }) };
}

#[derive(Default)]
struct Printed {
    text: String,
    is_cut: bool,
}

/// Python, with what earlier cells have defined.
pub struct Python {
    interpreter: Interpreter,
    scope: Scope,
}

impl Python {
    /// Starts an interpreter.
    pub fn new() -> Self {
        let builder = Interpreter::builder(settings());
        let module = torch::module(&builder.ctx);
        let interpreter = builder
            .add_native_module(module)
            .add_frozen_modules(py_freeze!(dir = "lib", crate_name = "rustpython_vm"))
            .build();
        let scope = interpreter.enter(|vm| {
            let scope = vm.new_scope_with_builtins();
            // Without it cells print to nowhere; nothing else of it can fail.
            if let Err(error) = run("import _console", &scope, vm) {
                print(&failure(&error, vm).traceback);
            }
            scope
        });
        Self { interpreter, scope }
    }

    /// Runs `source`, which sees what earlier cells defined.
    pub fn run(&self, source: &str) -> Outcome {
        PRINTED.replace(Printed {
            text: String::new(),
            is_cut: false,
        });
        let failure = self.interpreter.enter(|vm| {
            let ended = run(source, &self.scope, vm);
            ended.err().map(|error| failure(&error, vm))
        });
        let mut printed = PRINTED.take();
        if printed.is_cut {
            printed
                .text
                .push_str("\n[… more was printed than is kept]\n");
        }
        Outcome {
            output: printed.text,
            failure,
        }
    }
}

impl Default for Python {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        torch::forget();
    }
}

/// Nothing of the surroundings: no files, no environment, no signals.
fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.isolated = true;
    settings.install_signal_handlers = false;
    settings.import_site = false;
    settings.hash_seed = Some(0);
    settings
}

fn run(source: &str, scope: &Scope, vm: &VirtualMachine) -> PyResult<()> {
    let code = vm
        .compile(source, Mode::Exec, CELL)
        .map_err(|error| error.into_pyexception(vm, Some(source)))?;
    vm.run_code_obj(code, scope.clone())?;
    Ok(())
}

/// Adds to what the cell printed.
pub(super) fn print(text: &str) {
    PRINTED.with_borrow_mut(|printed| {
        let room = MOST_PRINTED.saturating_sub(printed.text.len());
        let end = text.floor_char_boundary(room.min(text.len()));
        printed.text.push_str(&text[..end]);
        printed.is_cut |= end < text.len();
    });
}

fn failure(error: &PyBaseExceptionRef, vm: &VirtualMachine) -> Failure {
    let mut traceback = String::new();
    // Writing to a string cannot fail.
    let _ = vm.write_exception(&mut traceback, error);
    let message = error
        .as_object()
        .str(vm)
        .map(|text| text.to_string())
        .unwrap_or_default();
    Failure {
        kind: error.class().name().to_string(),
        message,
        line: line(error, vm),
        traceback,
    }
}

/// The innermost line of the cell in the trace, or the one that is no Python.
fn line(error: &PyBaseExceptionRef, vm: &VirtualMachine) -> Option<usize> {
    let traced = error.__traceback__().and_then(|traceback| {
        let entries = traceback.iter();
        entries
            .filter(|entry| entry.frame.iframe().code().source_path().as_str() == CELL)
            .last()
            .map(|entry| entry.lineno.get())
    });
    if traced.is_some() || !error.fast_isinstance(vm.ctx.exceptions.syntax_error) {
        return traced;
    }
    let line = error.as_object().get_attr("lineno", vm).ok()?;
    line.try_to_value(vm).ok()
}
