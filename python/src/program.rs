//! Texts that run as programs, as `python FILE` would run them: `lib/_program.py` keeps what each
//! notebook has defined.

use rustpython_vm::builtins::{PyBaseExceptionRef, PyDictRef};
use rustpython_vm::scope::Scope;
use rustpython_vm::{AsObject as _, PyObjectRef, PyResult, VirtualMachine};

use super::cell::{CellOutcome, Python, failure_of, kept, print};
use super::commands;
use super::isolation::{call_in, texts};
use policy_lab::python::protocol::{CellFailure, Program};

const MODULE: &str = "_program";
/// Files of ours that do what CPython does in C: tracebacks leave them out.
const INNER: [&str; 9] = [
    "_console\"",
    "_program\"",
    "/lib/python/IPython/",
    "_library\"",
    "_neighbours\"",
    "/lib/python/_absent.py\"",
    "/lib/python/_csv.py\"",
    "/lib/python/_files.py\"",
    "/lib/python/posix.py\"",
];

impl Python {
    /// Runs a program. It sees what earlier programs of its notebook have defined, and neither the
    /// course's names nor what cells do; cells do not see it. `SystemExit` ends it without an
    /// error.
    pub fn run_program(&self, program: &Program) -> CellOutcome {
        kept();
        let failure = self.interpreter.enter(|vm| {
            let source = commands::read(&program.source);
            let ended = begin(program, &source, vm).and_then(|names| {
                let scope = Scope::with_builtins(None, names, vm);
                super::cell::run(&commands::showing(&source), &program.file, &scope, vm)
            });
            let told = ended.err().and_then(|error| told(&error, program, vm));
            // Threads that nobody has waited for run now, and may fail as the program may.
            let left = call_in(MODULE, vm, "end", Vec::new()).err();
            told.or_else(|| left.and_then(|error| self::told(&error, program, vm)))
        });
        CellOutcome {
            output: kept(),
            failure,
        }
    }
}

/// Begins a program, of which `source` is the text without commands.
fn begin(program: &Program, source: &str, vm: &VirtualMachine) -> PyResult<PyDictRef> {
    let text = |text: &str| PyObjectRef::from(vm.ctx.new_str(text));
    let beside = program.beside.iter();
    let beside = beside.map(|(file, source)| {
        let parts = vec![text(file), text(source), text(&commands::read(source))];
        vm.ctx.new_tuple(parts).into()
    });
    let given = vec![
        text(&program.notebook),
        vm.ctx.new_int(program.seed).into(),
        text(&program.file),
        text(&program.source),
        text(source),
        texts(&program.arguments, vm),
        vm.ctx.new_list(beside.collect()).into(),
        files_of(program, vm),
    ];
    call_in(MODULE, vm, "begin", given)?.try_into_value(vm)
}

/// Returns the program's further files as pairs of a name and bytes, or None.
fn files_of(program: &Program, vm: &VirtualMachine) -> PyObjectRef {
    let Some(files) = &program.files else {
        return vm.ctx.none();
    };
    let files = files.iter().map(|(file, content)| {
        let content = vm.ctx.new_bytes(content.clone()).into();
        vm.ctx
            .new_tuple(vec![vm.ctx.new_str(file.as_str()).into(), content])
            .into()
    });
    vm.ctx.new_list(files.collect()).into()
}

/// Returns what to tell of the exception that ended a program. Whoever exits has said what there is
/// to say; a message is printed.
fn told(error: &PyBaseExceptionRef, program: &Program, vm: &VirtualMachine) -> Option<CellFailure> {
    if error.fast_isinstance(vm.ctx.exceptions.system_exit) {
        let code = error.as_object().get_attr("code", vm).ok();
        let is_text = |it: &PyObjectRef| !vm.is_none(it) && !it.class().is(vm.ctx.types.int_type);
        let message = code.filter(is_text);
        if let Some(message) = message.and_then(|message| message.str(vm).ok()) {
            print(&format!("{message}\n"));
        }
        return None;
    }
    let mut failure = failure_of(error, &program.file, vm);
    failure.traceback = with_lines(&failure.traceback, program, vm);
    if !error.fast_isinstance(vm.ctx.exceptions.syntax_error) {
        say(&mut failure);
    }
    Some(failure)
}

/// Lets the traceback end with the message. The interpreter prints the exception's arguments, of
/// which an `OSError` makes a sentence.
fn say(failure: &mut CellFailure) {
    let begin = failure.traceback.rfind(&format!("\n{}", failure.kind));
    if let Some(begin) = begin.filter(|_| !failure.message.is_empty()) {
        failure.traceback.truncate(begin + 1);
        let last = format!("{}: {}\n", failure.kind, failure.message);
        failure.traceback.push_str(&last);
    }
}

/// Adds the lines of the program and of the notebook's other files to a traceback, as Python prints
/// them, and leaves out those of `INNER`.
fn with_lines(traceback: &str, program: &Program, vm: &VirtualMachine) -> String {
    let mut told = String::new();
    for line in traceback.lines() {
        let is_inner = line
            .strip_prefix("  File \"")
            .is_some_and(|rest| INNER.iter().any(|file| rest.starts_with(file)));
        if is_inner {
            continue;
        }
        told.push_str(line);
        told.push('\n');
        if let Some(text) = line_of(line, program, vm) {
            told.push_str(&format!("    {}\n", text.trim()));
        }
    }
    told
}

/// Returns the line of a file that an entry of a traceback is about.
fn line_of(entry: &str, program: &Program, vm: &VirtualMachine) -> Option<String> {
    let (file, rest) = entry.strip_prefix("  File \"")?.split_once("\", line ")?;
    let (number, _) = rest.split_once(", in ")?;
    let place = number.parse::<usize>().ok()?.checked_sub(1)?;
    let line = |source: &str| source.lines().nth(place).map(str::to_owned);
    if file == program.file {
        return line(&program.source);
    }
    if let Some((_, source)) = program.beside.iter().find(|(name, _)| name == file) {
        return line(source);
    }
    // A file of a folder, which came with an earlier program.
    let given = vec![vm.ctx.new_str(file).into()];
    let source = call_in(MODULE, vm, "text", given).ok()?;
    line(&source.try_to_value::<String>(vm).ok()?)
}
