//! Runs a reader's text and returns its result.

use std::cell::{OnceCell, RefCell};

use rustpython_vm::builtins::PyBaseExceptionRef;
use rustpython_vm::frozen::FrozenLib;
use rustpython_vm::scope::Scope;
use rustpython_vm::{
    AsObject as _, Interpreter, PyObjectRef, PyPayload as _, PyResult, Settings, VirtualMachine,
};

use super::array::Array;
use super::characters;
use super::isolation::call_in;
use super::library;
use super::modules::Module;
use super::source::{compile, guard};
use super::torch::{self, PyTensor};
use policy_lab::python::output::Output;
use policy_lab::python::protocol::{CellFailure, CellFinding};

/// Most characters that a cell may print; the rest is cut off with a note.
const MOST_PRINTED: usize = 60_000;
/// The modules of `lib` and the checks of the exercises, which `build.rs` has compiled.
const FROZEN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/frozen.bin"));
/// The file name of a cell's text in tracebacks.
pub(super) const FILE: &str = "<cell>";
/// The file name of the code that calls the checks, so that its lines are not taken for the cell's.
pub(super) const CHECK: &str = "<check>";
/// The note in place of further output.
const CUT: &str = "\n[… more was printed than is kept]\n";

/// The result of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellOutcome {
    /// The printed output.
    pub output: String,
    /// The error that ended it early, if there was one.
    pub failure: Option<CellFailure>,
}

impl From<CellFailure> for CellOutcome {
    fn from(failure: CellFailure) -> Self {
        Self {
            failure: Some(failure),
            ..Self::default()
        }
    }
}

/// Receives the output of a cell while it runs.
type Listener = Box<dyn Fn(&str)>;

thread_local! {
    static PRINTED: RefCell<Printed> = RefCell::default();
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

#[derive(Default)]
struct Printed {
    shown: Output,
    is_cut: bool,
}

/// Sends the output of cells to `listener` from now on, as it is printed.
pub fn listen(listener: impl Fn(&str) + 'static) {
    LISTENER.replace(Some(Box::new(listener)));
}

/// An interpreter. Each cell runs in a scope of its own ([`Python::run_cell`]); `run` has one that
/// lasts. Natively one thread of a process at a time has interpreters, and another waits.
pub struct Python {
    pub(super) interpreter: Interpreter,
    scope: Scope,
    /// The module `_isolation`, once it has been imported.
    pub(super) isolation: OnceCell<PyObjectRef>,
    #[cfg(not(target_arch = "wasm32"))]
    interrupter: super::interrupt::Interrupter,
    /// The last to be dropped.
    #[cfg(not(target_arch = "wasm32"))]
    _turn: super::turn::InterpreterTurn,
}

impl Python {
    /// Starts an interpreter.
    pub fn new() -> Self {
        Self::with_modules(Vec::new())
    }

    /// Starts an interpreter in which `modules` take the place of the frozen modules with their
    /// names. They stay in memory for as long as the process lives.
    pub fn with_modules(modules: Vec<Module>) -> Self {
        #[cfg(not(target_arch = "wasm32"))]
        let turn = super::turn::InterpreterTurn::take();
        let builder = Interpreter::builder(settings());
        let module = torch::module(&builder.ctx);
        let screen = crate::screen::module(&builder.ctx);
        let contents = crate::contents::module(&builder.ctx);
        let library = library::modules(&builder.ctx);
        let builder = builder
            .add_native_module(module)
            .add_native_module(screen)
            .add_native_module(contents)
            .add_native_modules(&library)
            .add_frozen_modules(FrozenLib::from_ref(FROZEN))
            .add_frozen_modules(modules.into_iter().map(Module::frozen));
        #[cfg(not(target_arch = "wasm32"))]
        let (interrupter, signals) = super::interrupt::Interrupter::channel();
        #[cfg(not(target_arch = "wasm32"))]
        let builder = builder.init_hook(move |vm| vm.set_user_signal_channel(signals));
        let interpreter = builder.build();
        let scope = interpreter.enter(|vm| {
            let scope = vm.new_scope_with_builtins();
            // It can only fail without these functions, and then nobody calls them.
            let _ = guard(vm);
            #[cfg(target_arch = "wasm32")]
            super::stack::guard(vm);
            // Without this import cells print to nowhere. It cannot fail in any other way.
            if let Err(error) = run("import _console", CHECK, &scope, vm) {
                print(&failure(&error, vm).traceback);
            }
            scope
        });
        Self {
            interpreter,
            scope,
            isolation: OnceCell::new(),
            #[cfg(not(target_arch = "wasm32"))]
            interrupter,
            #[cfg(not(target_arch = "wasm32"))]
            _turn: turn,
        }
    }

    /// Returns what interrupts a program of this interpreter.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn interrupter(&self) -> super::interrupt::Interrupter {
        self.interrupter.clone()
    }

    /// Runs `source`, which sees the definitions of earlier calls.
    pub fn run(&self, source: &str) -> CellOutcome {
        self.run_in(&self.scope, FILE, source)
    }

    /// Calls a function of a module with tensors, and returns the list of tensors that it returns.
    ///
    /// # Errors
    /// The exception that the function raises.
    pub fn call(
        &self,
        module: &'static str,
        name: &str,
        inputs: Vec<Array>,
    ) -> Result<Vec<Array>, CellFailure> {
        self.interpreter.enter(|vm| {
            let call = || -> PyResult<Vec<Array>> {
                let inputs = inputs.into_iter().map(PyTensor::from);
                let inputs = inputs.map(|input| input.into_pyobject(vm)).collect();
                let given = call_in(module, vm, name, inputs)?;
                vm.extract_elements_with(&given, |part| torch::array_of(&part, vm))
            };
            call().map_err(|error| failure(&error, vm))
        })
    }

    /// Runs `source` in `scope`, and drops what it prints. Returns its error.
    pub(super) fn run_quietly(&self, scope: &Scope, source: &str) -> Option<CellFailure> {
        let listener = LISTENER.take();
        let outcome = self.run_in(scope, FILE, source);
        LISTENER.set(listener);
        outcome.failure
    }

    /// Runs `source` in `scope`. Tracebacks name it `file`.
    pub(super) fn run_in(&self, scope: &Scope, file: &str, source: &str) -> CellOutcome {
        kept();
        let failure = self.interpreter.enter(|vm| {
            let ended = run(source, file, scope, vm);
            ended.err().map(|error| failure(&error, vm))
        });
        CellOutcome {
            output: kept(),
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

/// Returns settings that isolate the interpreter: no files, no environment variables, no signals.
fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.isolated = true;
    settings.install_signal_handlers = false;
    settings.import_site = false;
    settings.hash_seed = Some(0);
    settings
}

pub(super) fn run(source: &str, file: &str, scope: &Scope, vm: &VirtualMachine) -> PyResult<()> {
    let code = compile(source, file, vm)?;
    vm.run_code_obj(code, scope.clone())?;
    Ok(())
}

/// Returns what has been printed, and keeps none of it.
pub(super) fn kept() -> String {
    crate::screen::begin();
    PRINTED.take().shown.into()
}

/// Forgets what has been printed, which makes room for more.
pub(crate) fn forget_printed() {
    PRINTED.take();
}

/// Appends text to the cell's output.
pub(super) fn print(text: &str) {
    if !text.is_empty() {
        crate::screen::make_room();
    }
    let kept = PRINTED.with_borrow_mut(|printed| {
        let room = MOST_PRINTED.saturating_sub(printed.shown.text().len());
        let end = text.floor_char_boundary(room.min(text.len()));
        let mut kept = printed.shown.render(&text[..end]);
        if end < text.len() && !printed.is_cut {
            printed.is_cut = true;
            kept.push_str(&printed.shown.render(CUT));
        }
        kept
    });
    LISTENER.with_borrow(|listener| {
        if let Some(listener) = listener {
            listener(&kept);
        }
    });
}

pub(super) fn failure(error: &PyBaseExceptionRef, vm: &VirtualMachine) -> CellFailure {
    failure_of(error, FILE, vm)
}

/// Returns what to tell of an exception, with the line of a file that led to it.
pub(super) fn failure_of(
    error: &PyBaseExceptionRef,
    file: &str,
    vm: &VirtualMachine,
) -> CellFailure {
    let mut traceback = String::new();
    // Writing to a string cannot fail.
    let _ = vm.write_exception(&mut traceback, error);
    let message = error.as_object().str(vm);
    let message = message.map_or_else(|_| String::new(), |text| text.to_string());
    // RustPython says nothing where the stack and not the limit of calls has ended it.
    let is_depth = error.fast_isinstance(vm.ctx.exceptions.recursion_error);
    let message = match message.as_str() {
        "" if is_depth => "maximum recursion depth exceeded".to_owned(),
        _ => message,
    };
    let is_syntax = error.fast_isinstance(vm.ctx.exceptions.syntax_error);
    let hint = match is_syntax {
        true => characters::advice(&message),
        false => advice_of_gym(&message, vm),
    };
    CellFailure {
        kind: error.class().name().to_string(),
        message,
        line: line(error, file, vm),
        traceback,
        finding: finding(error, vm).map(Box::new),
        hint,
    }
}

/// Returns what to do about a wrong number of values that may come from gym's other interface.
fn advice_of_gym(message: &str, vm: &VirtualMachine) -> Option<String> {
    if !message.contains(" values to unpack (") {
        return None;
    }
    let given = vec![vm.ctx.new_str(message).into()];
    let told = call_in("gym", vm, "_hint", given).ok()?;
    told.try_to_value(vm).ok()
}

/// Returns the details of a failed check, in the order in which `tests.explain` sets them.
fn finding(error: &PyBaseExceptionRef, vm: &VirtualMachine) -> Option<CellFinding> {
    if &*error.class().name() != "CheckFailed" {
        return None;
    }
    let shown = error.as_object().get_attr("shown", vm).ok()?;
    let mut parts = shown.try_to_value::<Vec<String>>(vm).ok()?.into_iter();
    let idea = parts.next()?;
    let mut some = || parts.next().filter(|text| !text.is_empty());
    let (expected, got, likely) = (some(), some(), some());
    let mut inputs = Vec::new();
    while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
        inputs.push((name, value));
    }
    Some(CellFinding {
        idea,
        inputs,
        expected,
        got,
        likely,
    })
}

/// Returns the innermost line of the file in the traceback, or the line of a syntax error.
fn line(error: &PyBaseExceptionRef, file: &str, vm: &VirtualMachine) -> Option<usize> {
    let traced = error.__traceback__().and_then(|traceback| {
        let entries = traceback.iter();
        entries
            .filter(|entry| entry.frame.iframe().code().source_path().as_str() == file)
            .last()
            .map(|entry| entry.lineno.get())
    });
    if traced.is_some() || !error.fast_isinstance(vm.ctx.exceptions.syntax_error) {
        return traced;
    }
    let line = error.as_object().get_attr("lineno", vm).ok()?;
    line.try_to_value(vm).ok()
}
