//! A fresh start for every cell: it sees the course's names and the reader's passed answers, and
//! leaves nothing behind. `lib/_isolation.py` keeps modules, classes and random streams as they
//! were.

use rustpython_vm::builtins::PyDictRef;
use rustpython_vm::convert::ToPyObject as _;
use rustpython_vm::scope::Scope;
use rustpython_vm::{AsObject as _, PyObjectRef, PyPayload as _, PyResult, VirtualMachine};

use super::array::Array;
use super::cell::{CHECK, CellOutcome, FILE, Python, failure};
use super::replaced::{explain, tampered};
use super::torch;
use policy_lab::protocol::metrics::CHARTS;
use policy_lab::python::protocol::{Answer, Cell, CellFailure};

/// The module that undoes what a cell did.
const MODULE: &str = "_isolation";
/// The name by which the code of a check calls the course's tests.
const TESTS: &str = "tests";

/// The names that a cell has defined, with the outcome of its run.
struct Ran {
    /// The names that it began with, which our answers see.
    begun: PyDictRef,
    /// The names after the run.
    globals: PyDictRef,
    /// What it printed, and its error.
    outcome: CellOutcome,
}

/// What a loop of the reader's has done between two of its `yield`s.
pub(super) struct LoopTurn {
    /// Measurements by the keys of their metrics.
    pub(super) measured: Vec<(String, f64)>,
    /// Environment steps so far.
    pub(super) global_step: u64,
    /// The poses of the carts, `[num_steps, num_carts, POSE]`.
    pub(super) film: Array,
}

impl Python {
    /// Runs a cell, and then its check. What it defines is lost.
    pub fn run_cell(&self, cell: &Cell) -> CellOutcome {
        let ran = self.run_alone(cell);
        // A function refers to the names beside it, which refer to the function: nothing would ever
        // free them.
        ran.globals.clear();
        ran.begun.clear();
        ran.outcome
    }

    /// Imports the course's names, which the first cell would wait for.
    pub fn warm_up(&self) {
        // What goes wrong here goes wrong in the first cell too, and is told there.
        let _ = self.ask("end", |_| Vec::new());
    }

    /// Runs each cell by itself, and then `source`, which sees the names that they were asked for.
    /// Returns the error that ended it early.
    pub(super) fn run_together(&self, cells: &[Cell], source: &str) -> Option<CellFailure> {
        let together = self.empty();
        for cell in cells {
            let ran = self.run_alone(cell);
            if ran.outcome.failure.is_some() {
                return ran.outcome.failure;
            }
            self.interpreter.enter(|vm| {
                for name in &cell.answer.names {
                    if let Ok(Some(value)) = ran.globals.get_item_opt(name.as_str(), vm) {
                        // A dictionary takes any value.
                        let _ = together.globals.set_item(name.as_str(), value, vm);
                    }
                }
            });
        }
        self.run_in(&together, CHECK, source).failure
    }

    /// Runs a cell, and begins the loop that `expression` creates, with the random numbers of
    /// `seed`. Cells that run between its turns have random numbers of their own. Returns how many
    /// iterations the loop has, which `iterations` says in the loop's own names; 0 if it does not.
    pub(super) fn begin_loop(
        &self,
        cell: &Cell,
        [expression, iterations]: [&str; 2],
        seed: u32,
    ) -> Result<usize, CellFailure> {
        let ran = self.run_alone(cell);
        if let Some(failure) = ran.outcome.failure {
            return Err(failure);
        }
        self.ask("reseed", |vm| vec![vm.ctx.new_int(seed).into()])?;
        let known: Vec<&str> = CHARTS.iter().map(|info| info.key()).collect();
        let begin = format!("import _loop as _l\n_l.begin({expression}, {known:?})\n");
        let scope = Scope::new(None, ran.globals);
        if let Some(failure) = self.run_in(&scope, CHECK, &begin).failure {
            return Err(failure);
        }
        self.interpreter.enter(|vm| {
            let given = vec![vm.ctx.new_str(iterations).into()];
            let counted = call_in("_loop", vm, "count", given);
            let counted = counted.and_then(|count| count.try_to_value(vm));
            counted.map_err(|error| failure(&error, vm))
        })
    }

    /// Goes on with the loop until it yields, and returns what it measured; `None` at its end.
    pub(super) fn proceed(&self) -> Result<Option<LoopTurn>, CellFailure> {
        self.interpreter.enter(|vm| {
            let turn = || -> PyResult<Option<LoopTurn>> {
                let told = call_in("_loop", vm, "proceed", Vec::new())?;
                let parts: Vec<PyObjectRef> = vm.extract_elements_with(&told, Ok)?;
                let [names, values, steps, film] = &parts[..] else {
                    return Ok(None);
                };
                let names: Vec<String> = names.clone().try_to_value(vm)?;
                let values: Vec<f64> = values.clone().try_to_value(vm)?;
                Ok(Some(LoopTurn {
                    measured: names.into_iter().zip(values).collect(),
                    global_step: steps.clone().try_to_value(vm)?,
                    film: torch::array_of(film, vm)?,
                }))
            };
            turn().map_err(|error| failure(&error, vm))
        })
    }

    /// Runs a cell, and then its check, and keeps what it defines.
    fn run_alone(&self, cell: &Cell) -> Ran {
        let begun = match self.begin(cell) {
            Ok(begun) => begun,
            Err(failure) => {
                return Ran {
                    begun: self.empty().globals,
                    globals: self.empty().globals,
                    outcome: CellOutcome::from(failure),
                };
            }
        };
        let own = copied(&begun, self);
        let mut ours = cell.answer.names.clone();
        ours.extend(cell.answer.known_as.clone());
        self.remove(&own, &ours);
        let tests = self.tests(&begun);
        let guarded = match cell.check {
            Some(_) => self.guard(&begun, &own, &ours),
            None => Ok(()),
        };
        let mut outcome = match guarded {
            Ok(()) => self.run_in(&own, FILE, &cell.answer.source),
            Err(failure) => CellOutcome::from(failure),
        };
        if outcome.failure.is_none() {
            outcome.failure = self.missing(&cell.answer, &own.globals, &begun);
        }
        if let Some(check) = cell.check.as_ref().filter(|_| outcome.failure.is_none()) {
            let checked = self.check(check, &own, tests);
            outcome.output.push_str(&checked.output);
            outcome.failure = checked.failure;
        }
        let replaced = self.end();
        match &mut outcome.failure {
            Some(failure) => {
                let shadowed = self.shadowed(&own.globals, &begun);
                explain(failure, &cell.answer.source, &shadowed, &replaced);
            }
            None if cell.check.is_some() => {
                outcome.failure = replaced.first().map(|name| tampered(name));
            }
            None => {}
        }
        Ran {
            begun,
            globals: own.globals,
            outcome,
        }
    }

    /// Returns the names that the cell begins with: the course's, and those of passed answers.
    fn begin(&self, cell: &Cell) -> Result<PyDictRef, CellFailure> {
        let names = self.empty().globals;
        let seed = cell.seed;
        self.ask("begin", |vm| {
            vec![names.clone().into(), vm.ctx.new_int(seed).into()]
        })?;
        for answer in &cell.passed {
            let own = copied(&names, self);
            // It has passed its checks. If it fails all the same, the reference stays.
            if self.run_quietly(&own, &answer.source).is_none() {
                self.ask("adopt", |vm| {
                    vec![
                        names.clone().into(),
                        own.globals.clone().into(),
                        texts(&answer.names, vm),
                        answer.known_as.clone().to_pyobject(vm),
                    ]
                })?;
            }
        }
        self.ask("reseed", |vm| vec![vm.ctx.new_int(seed).into()])?;
        Ok(names)
    }

    /// Keeps our answers and the code of the checks from the cell that runs next.
    fn guard(&self, begun: &PyDictRef, own: &Scope, defined: &[String]) -> Result<(), CellFailure> {
        self.ask("guard", |vm| {
            let (begun, own) = (begun.clone().into(), own.globals.clone().into());
            vec![begun, own, texts(defined, vm)]
        })
    }

    /// Returns the tests, as a cell begins with them.
    fn tests(&self, begun: &PyDictRef) -> Option<PyObjectRef> {
        self.interpreter
            .enter(|vm| begun.get_item_opt(TESTS, vm).ok().flatten())
    }

    /// Undoes what the cell did outside its own names. Returns the names in modules and classes
    /// that it had replaced since its check began.
    fn end(&self) -> Vec<String> {
        self.interpreter.enter(|vm| {
            let replaced = self.call_isolation(vm, "end", Vec::new());
            replaced
                .and_then(|it| it.try_to_value(vm))
                .unwrap_or_default()
        })
    }

    /// Returns the error about the first name that the answer does not define.
    fn missing(
        &self,
        answer: &Answer,
        globals: &PyDictRef,
        begun: &PyDictRef,
    ) -> Option<CellFailure> {
        self.interpreter.enter(|vm| {
            let value = |of: &PyDictRef, name: &str| of.get_item_opt(name, vm).ok().flatten();
            let missing = (answer.names.iter()).find(|name| value(globals, name).is_none())?;
            let is_own = |name: &String| match (value(globals, name), value(begun, name)) {
                (Some(own), Some(before)) => !own.is(&before),
                _ => !name.starts_with("__"),
            };
            let defined = globals.keys_vec().into_iter();
            let defined = defined.filter_map(|it| it.str(vm).ok().map(|it| it.to_string()));
            let own = defined.filter(is_own).map(|name| format!("`{name}`"));
            let own: Vec<String> = own.collect();
            let but = match own.is_empty() {
                true => "it defines nothing".to_owned(),
                false => format!("it defines {}", own.join(", ")),
            };
            Some(CellFailure {
                kind: "NameError".to_owned(),
                message: format!("Your code does not define `{missing}`: {but}."),
                ..CellFailure::default()
            })
        })
    }

    /// Runs the code of a check, which sees the cell's names.
    fn check(&self, check: &str, own: &Scope, tests: Option<PyObjectRef>) -> CellOutcome {
        if let Err(failure) = self.ask("before_check", |_| Vec::new()) {
            return CellOutcome::from(failure);
        }
        let scope = copied(&own.globals, self);
        self.interpreter.enter(|vm| {
            if let Some(tests) = tests {
                // A dictionary takes any value.
                let _ = scope.globals.set_item(TESTS, tests, vm);
            }
        });
        let mut checked = self.run_in(&scope, CHECK, check);
        scope.globals.clear();
        if let Some(failure) = &mut checked.failure {
            // The last line of the traceback is none of the reader's: what came back was of another
            // kind than the check reads.
            if failure.finding.is_none() && failure.line.is_none() {
                failure.hint = Some(
                    "the check could not use what your code returned: compare its type, and how many things it returns, with the task".to_owned(),
                );
            }
        }
        checked
    }

    /// Returns the provided names that the cell has given to something else, each with the type of
    /// that.
    fn shadowed(&self, globals: &PyDictRef, begun: &PyDictRef) -> Vec<(String, String)> {
        self.interpreter.enter(|vm| {
            let given = vec![globals.clone().into(), begun.clone().into()];
            let found = self.call_isolation(vm, "shadowed", given).and_then(|it| {
                vm.extract_elements_with(&it, |pair| pair.try_to_value::<Vec<String>>(vm))
            });
            let pairs = found.unwrap_or_default().into_iter();
            pairs
                .filter_map(|pair| <[String; 2]>::try_from(pair).ok().map(Into::into))
                .collect()
        })
    }

    /// Takes names out of a scope.
    fn remove(&self, scope: &Scope, names: &[String]) {
        self.interpreter.enter(|vm| {
            for name in names {
                // One that is not there need not be taken out.
                let _ = scope.globals.del_item(name.as_str(), vm);
            }
        });
    }

    fn empty(&self) -> Scope {
        self.interpreter
            .enter(VirtualMachine::new_scope_with_builtins)
    }

    /// Calls a function of the module.
    fn ask(
        &self,
        name: &str,
        given: impl FnOnce(&VirtualMachine) -> Vec<PyObjectRef>,
    ) -> Result<(), CellFailure> {
        self.interpreter.enter(|vm| {
            let called = self.call_isolation(vm, name, given(vm));
            called.map(drop).map_err(|error| failure(&error, vm))
        })
    }

    /// Calls a function of the module, which no cell that is checked can import.
    fn call_isolation(&self, vm: &VirtualMachine, name: &str, given: Vec<PyObjectRef>) -> PyResult {
        let module = match self.isolation.get() {
            Some(module) => module,
            None => {
                let module = vm.import(MODULE, 0)?;
                self.isolation.get_or_init(|| module)
            }
        };
        module.get_attr(&vm.ctx.new_str(name), vm)?.call(given, vm)
    }
}

pub(super) fn call_in(
    module: &'static str,
    vm: &VirtualMachine,
    name: &str,
    given: Vec<PyObjectRef>,
) -> PyResult {
    let module = vm.import(module, 0)?;
    module.get_attr(&vm.ctx.new_str(name), vm)?.call(given, vm)
}

/// Returns texts as a list.
pub(super) fn texts(texts: &[String], vm: &VirtualMachine) -> PyObjectRef {
    let texts = texts.iter().map(|it| vm.ctx.new_str(it.as_str()).into());
    vm.ctx.new_list(texts.collect()).into()
}

/// Returns a scope with the same names.
fn copied(names: &PyDictRef, python: &Python) -> Scope {
    python.interpreter.enter(|vm| {
        let globals = names.copy().into_ref(&vm.ctx);
        Scope::with_builtins(None, globals, vm)
    })
}
