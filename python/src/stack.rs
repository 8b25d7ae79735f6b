//! How deep Python may nest in a browser. An engine gives a worker half a megabyte of stack, cannot
//! be asked how much of it is left, and ends the worker where it is used up. So what calls itself
//! through native code goes on on a further stack where the engine has some (JSPI), and where there
//! is none it is measured before each call whether enough is left: without it, Python raises
//! `RecursionError`.

use std::cell::{Cell, RefCell};
use std::sync::OnceLock;

use rustpython_vm::builtins::{PyStr, PyType};
use rustpython_vm::function::{Either, FuncArgs, PyComparisonValue};
use rustpython_vm::protocol::PyIterReturn;
use rustpython_vm::types::PyComparisonOp;
use rustpython_vm::{AsObject as _, PyObject, PyObjectRef, PyRef, PyResult, VirtualMachine};
use wasm_bindgen::prelude::wasm_bindgen;

/// Bytes of wasm's own stack after which a call goes on on a further stack of the engine's.
const STEP: usize = 24 << 10;
/// Most bytes of wasm's own stack on one stack of the engine's, which holds 1 MB for them.
const MOST: usize = 320 << 10;
/// Bytes of wasm's own stack after which what dies is held for later: native code that goes so far
/// frees a chain.
const FAR: usize = 24 << 10;
/// Bytes of wasm's own stack that are left to native code.
const LEAST: usize = 64 << 10;
/// Bytes of wasm's own stack for which a measurement holds.
const MEASURED: usize = 8 << 10;

thread_local! {
    /// The place in wasm's own stack where the engine's stack in use begins.
    static BEGIN: Cell<usize> = const { Cell::new(0) };
    /// Whether that is a further one, not the worker's. Some engines (WebKit) go on on the worker's
    /// all the same, so it is measured too.
    static IS_FURTHER: Cell<bool> = const { Cell::new(false) };
    /// The place at which the worker's stack was measured and enough was left.
    static ENOUGH_AT: Cell<usize> = const { Cell::new(0) };
    /// What has been held by what has died far down, and whether somebody is letting go of it.
    static HELD: RefCell<Vec<PyObjectRef>> = const { RefCell::new(Vec::new()) };
    static IS_LETTING_GO: Cell<bool> = const { Cell::new(false) };
    /// The work that a further stack is for.
    static WORK: Cell<Option<*mut dyn FnMut()>> = const { Cell::new(None) };
}

#[wasm_bindgen]
extern "C" {
    /// Calls `workOnIt` on a further stack; false if there is none. `python_loader.js` has it.
    #[wasm_bindgen(js_name = onFurtherStack)]
    fn on_further_stack() -> bool;
    /// Returns true if enough of the worker's stack is left for what Python does between two calls.
    #[wasm_bindgen(js_name = hasRoom)]
    fn has_room() -> bool;
}

// psm's function, in whose place build.rs lets the linker put the one below.
unsafe extern "C" {
    fn __real_rust_psm_stack_pointer() -> *mut u8;
}

/// RustPython asks for the stack pointer before each call, and raises `RecursionError` where it is
/// near zero.
#[unsafe(no_mangle)]
extern "C" fn __wrap_rust_psm_stack_pointer() -> *mut u8 {
    let here = here();
    std::ptr::without_provenance_mut(if is_enough(here) { here } else { 0 })
}

/// Returns the place in wasm's own stack.
fn here() -> usize {
    // SAFETY: it reads a register.
    unsafe { __real_rust_psm_stack_pointer() }.addr()
}

fn is_enough(here: usize) -> bool {
    let begin = BEGIN.get();
    // The parser lays a stack of its own above.
    if here > begin {
        return true;
    }
    if begin - here < STEP {
        let_go();
    }
    if here < LEAST {
        return false;
    }
    if IS_FURTHER.get() && begin - here >= MOST {
        return false;
    }
    // What has returned since may have left more, or another way here less.
    if here.abs_diff(ENOUGH_AT.get()) >= MEASURED {
        if here < ENOUGH_AT.get() && !has_room() {
            return false;
        }
        ENOUGH_AT.set(here);
    }
    true
}

/// Does the work that waits for a further stack.
#[wasm_bindgen(js_name = workOnIt)]
pub fn work_on_it() {
    if let Some(work) = WORK.take() {
        // SAFETY: `further` waits until this has returned, and its closure lives as long.
        unsafe { (*work)() }
    }
}

/// Does `work` on a further stack, or on the one in use if there is none.
pub fn further<T>(work: impl FnOnce() -> T) -> T {
    let (mut work, mut done) = (Some(work), None);
    let mut on_it = || {
        let begin = BEGIN.replace(here());
        let was_further = IS_FURTHER.replace(true);
        done = work.take().map(|work| work());
        let_go();
        BEGIN.set(begin);
        IS_FURTHER.set(was_further);
    };
    let waiting: *mut (dyn FnMut() + '_) = &mut on_it;
    // SAFETY: only the lifetime changes. Nobody has the pointer when this function returns: what is
    // called below takes it.
    let waiting =
        unsafe { std::mem::transmute::<*mut (dyn FnMut() + '_), *mut dyn FnMut()>(waiting) };
    WORK.set(Some(waiting));
    let is_taken = on_further_stack();
    WORK.set(None);
    match (done, work) {
        (Some(done), _) => done,
        (None, Some(work)) if !is_taken => work(),
        // It broke off, and nothing that it has left is whole.
        _ => wasm_bindgen::throw_str("on a further stack"),
    }
}

/// Does `work` where it has room.
fn with_room<T>(vm: &VirtualMachine, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let here = here();
    if BEGIN.get().saturating_sub(here) < STEP {
        return work();
    }
    if !is_enough(here) {
        return Err(vm.new_recursion_error("maximum recursion depth exceeded"));
    }
    further(work)
}

/// Puts a function of ours before RustPython's in slots of types: it calls RustPython's where that
/// has room.
macro_rules! give_room {
    ($types:expr; $($slot:ident: fn $given:tt -> $result:ty, of $($class:ident)*;)*) => {
        $($(give_room!(@ $types.$class.slots().$slot, $given, $result);)*)*
    };
    (@ $slot:expr, ($($name:ident: $kind:ty),*), $result:ty) => {{
        static OWN: OnceLock<fn($($kind,)* &VirtualMachine) -> PyResult<$result>> = OnceLock::new();
        fn roomy($($name: $kind,)* vm: &VirtualMachine) -> PyResult<$result> {
            match OWN.get() {
                Some(own) => with_room(vm, || own($($name,)* vm)),
                None => Err(vm.new_system_error("a slot without its function")),
            }
        }
        if let Some(own) = $slot.load()
            && OWN.set(own).is_ok()
        {
            $slot.store(Some(roomy));
        }
    }};
}

/// Gives room to what native code calls, and to what calls itself without a call of Python in
/// between.
pub fn guard(vm: &VirtualMachine) {
    give_room! { vm.ctx.types;
        call: fn(callee: &PyObject, given: FuncArgs) -> PyObjectRef, of function_type builtin_function_or_method_type;
        vectorcall: fn(callee: &PyObject, given: Vec<PyObjectRef>, count: usize, names: Option<&[PyObjectRef]>) -> PyObjectRef,
            of function_type builtin_function_or_method_type;
        iternext: fn(of: &PyObject) -> PyIterReturn, of generator_type map_type filter_type zip_type enumerate_type;
        repr: fn(of: &PyObject) -> PyRef<PyStr>, of list_type tuple_type dict_type set_type frozenset_type;
        hash: fn(of: &PyObject) -> i64, of tuple_type frozenset_type;
        richcompare: fn(left: &PyObject, right: &PyObject, how: PyComparisonOp) -> Either<PyObjectRef, PyComparisonValue>,
            of list_type tuple_type dict_type;
    }
    // Of a class that is made of these, RustPython looks for `__del__` when it calls the slot.
    let end = vm.new_function("__del__", |_: FuncArgs| {});
    for class in [vm.ctx.types.dict_type, vm.ctx.types.list_type] {
        class.set_attr(vm.ctx.intern_str("__del__"), end.clone().into());
        hold_for(class);
    }
    // A function holds those that its own variables name.
    hold_for(vm.ctx.types.function_type);
    let classes = vm.ctx.types.type_type.slots();
    if let Some(own) = classes.init.load()
        && CLASS_BEGINS.set(own).is_ok()
    {
        classes.init.store(Some(begin_class));
    }
    let generators = vm.ctx.types.generator_type.slots();
    if let Some(own) = generators.del_needed.load()
        && GENERATOR_ENDS.set(own).is_ok()
    {
        generators.del_needed.store(Some(|dying| {
            hold(dying, |dying| {
                GENERATOR_ENDS.get().is_none_or(|own| own(dying))
            })
        }));
    }
    BEGIN.set(here());
    ENOUGH_AT.set(here());
}

/// The beginning of a class.
type ClassBegins = fn(&PyObject, FuncArgs, &VirtualMachine) -> PyResult<()>;

/// RustPython's own.
static CLASS_BEGINS: OnceLock<ClassBegins> = OnceLock::new();

/// Begins a class. Those that are made of dictionaries and lists die as these do, unless they have
/// an end of their own.
fn begin_class(class: &PyObject, given: FuncArgs, vm: &VirtualMachine) -> PyResult<()> {
    if let Some(own) = CLASS_BEGINS.get() {
        own(class, given, vm)?;
    }
    let name = vm.ctx.intern_str("__del__");
    if let Some(class) = class.downcast_ref::<PyType>()
        && let (Some(end), Some(ours)) =
            (class.get_attr(name), vm.ctx.types.dict_type.get_attr(name))
        && end.is(&ours)
    {
        hold_for(class);
    }
    Ok(())
}

/// Lets [`hold`] see the objects of a class that die.
fn hold_for(class: &PyType) {
    class.slots.del.store(Some(|_, _| Ok(())));
    class
        .slots
        .del_needed
        .store(Some(|dying| hold(dying, |_| false)));
}

/// RustPython's own answer to whether a generator has to be ended before it dies.
static GENERATOR_ENDS: OnceLock<fn(&PyObject) -> bool> = OnceLock::new();

/// Holds what a dying object holds, if native code has gone far to free it: then it is the link of
/// a chain, of which RustPython frees some links at a time and nests for the rest. Returns what
/// there is to do for its end, as `own` says.
fn hold(dying: &PyObject, own: impl Fn(&PyObject) -> bool) -> bool {
    if BEGIN.get().saturating_sub(here()) >= FAR {
        HELD.with_borrow_mut(|held| held.extend(dying.gc_get_referents()));
    }
    own(dying)
}

/// Lets go of what is held, piece by piece.
fn let_go() {
    if HELD.with_borrow(Vec::is_empty) || IS_LETTING_GO.replace(true) {
        return;
    }
    while let Some(held) = HELD.with_borrow_mut(Vec::pop) {
        drop(held);
    }
    IS_LETTING_GO.set(false);
}
