//! Python's own library, and what is rare of torch and the other packages, as text, in files that
//! are loaded when a module in them is first imported: the module `_shelf`, from which
//! `lib/_library.py` imports.

mod lander;
mod maths;
mod random;
mod structs;

use std::cell::RefCell;
use std::rc::Rc;

use rustpython_vm::Context;
use rustpython_vm::builtins::PyModuleDef;

include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// Fetches a file of the page's folder. The error says in a few words why it does not come.
type Fetch = Rc<dyn Fn(&str) -> Result<String, String>>;

thread_local! {
    static START: web_time::Instant = web_time::Instant::now();
    static FETCH: RefCell<Fetch> = RefCell::new(Rc::new(built));
    static FETCHED: RefCell<[Option<Rc<str>>; FILES.len()]> = const { RefCell::new([const { None }; FILES.len()]) };
}

/// Fetches the files of the library with `fetch` from now on, and forgets those that have come.
pub fn fetch_with(fetch: impl Fn(&str) -> Result<String, String> + 'static) {
    FETCH.replace(Rc::new(fetch));
    FETCHED.with_borrow_mut(|files| files.fill(None));
}

/// Returns a file as the build has made it.
#[cfg(not(target_arch = "wasm32"))]
pub fn built(file: &str) -> Result<String, String> {
    let folder = std::path::Path::new(env!("OUT_DIR"));
    std::fs::read_to_string(folder.join(file)).map_err(|why| why.to_string())
}

#[cfg(target_arch = "wasm32")]
fn built(_file: &str) -> Result<String, String> {
    Err("the worker has not said how".to_owned())
}

/// Returns the file in which a module is.
fn file_with(place: usize) -> Result<Rc<str>, String> {
    if let Some(file) = FETCHED.with_borrow(|files| files[place].clone()) {
        return Ok(file);
    }
    // Without a borrow, because a fetch may take a second.
    let fetch = FETCH.with_borrow(Rc::clone);
    let file: Rc<str> = fetch(FILES[place])?.into();
    FETCHED.with_borrow_mut(|files| files[place] = Some(Rc::clone(&file)));
    Ok(file)
}

/// Returns the text of a module: the file's first lines say how long each text is.
fn text_of(name: &str, place: usize) -> Result<String, String> {
    let file = file_with(place)?;
    let broken = || format!("{} is not what the build has made", FILES[place]);
    let (head, texts) = file.split_once("\n\n").ok_or_else(broken)?;
    let mut begin = 0;
    for line in head.lines() {
        let (module, length) = line.split_once(' ').ok_or_else(broken)?;
        let length: usize = length.parse().map_err(|_| broken())?;
        if module == name {
            let text = texts.get(begin..begin + length);
            return text.map(str::to_owned).ok_or_else(broken);
        }
        begin += length;
    }
    Err(broken())
}

#[rustpython_vm::pymodule]
mod _shelf {
    use rustpython_vm::builtins::{PyStr, PyTuple};
    use rustpython_vm::function::FuncArgs;
    use rustpython_vm::{AsObject as _, PyObjectRef, PyResult, VirtualMachine};

    /// Imports as Python's own `__import__` does. Where a module is not found,
    /// `_neighbours.missing` may give something in its place. A function of Python's that did this
    /// would need room on the stack where there is none left, and the interpreter counts on
    /// importing `sys` there.
    #[pyfunction]
    fn import_or_ask(given: FuncArgs, vm: &VirtualMachine) -> PyResult {
        let modules = vm.sys_module.get_attr("modules", vm)?;
        // `sys` is imported where the stack ends (`stack.rs`): a further call may have no room.
        if let [name, _, _, parts, level] = given.args.as_slice()
            && given.kwargs.is_empty()
            && let Some(name) = name.downcast_ref::<PyStr>().and_then(|name| name.to_str())
            && !name.contains('.')
            && (vm.is_none(parts)
                || (parts.downcast_ref::<PyTuple>()).is_some_and(|parts| parts.is_empty()))
            && level.try_to_value::<i32>(vm)? == 0
            && let Ok(found) = modules.get_item(name, vm)
            && !vm.is_none(&found)
        {
            return Ok(found);
        }
        // Found among the modules, because an import of it would lead here.
        let neighbours = modules.get_item("_neighbours", vm)?;
        let own = neighbours.get_attr("_import", vm)?;
        let error = match own.call(given.clone(), vm) {
            Err(error) if error.fast_isinstance(vm.ctx.exceptions.module_not_found_error) => error,
            outcome => return outcome,
        };
        let mut asked = given;
        asked.prepend_arg(error.clone().into());
        let found = neighbours.get_attr("missing", vm)?.call(asked, vm)?;
        match vm.is_none(&found) {
            true => Err(error),
            false => Ok(found),
        }
    }

    /// Returns the names of the modules of Python's library.
    #[pyfunction]
    fn names(vm: &VirtualMachine) -> PyObjectRef {
        listed(false, vm)
    }

    /// Returns the names of the modules of torch and the other packages.
    #[pyfunction]
    fn rare(vm: &VirtualMachine) -> PyObjectRef {
        listed(true, vm)
    }

    fn listed(is_rare: bool, vm: &VirtualMachine) -> PyObjectRef {
        let modules = super::MODULES.iter();
        let chosen = modules.filter(|(.., place)| (*place >= super::FIRST_RARE) == is_rare);
        let names = chosen.map(|(name, ..)| vm.ctx.new_str(*name).into());
        vm.ctx.new_list(names.collect()).into()
    }

    /// Returns true if the module is a package.
    #[pyfunction]
    fn is_package(name: String) -> bool {
        super::MODULES
            .iter()
            .any(|(module, is_package, _)| *module == name && *is_package)
    }

    /// Returns the seconds since Python was first asked for them.
    #[pyfunction]
    fn clock() -> f64 {
        super::START.with(|start| start.elapsed().as_secs_f64())
    }

    /// Waits. A worker cannot be woken, so it looks at the clock until the time has come.
    #[pyfunction]
    fn sleep(seconds: f64, vm: &VirtualMachine) -> PyResult<()> {
        let Ok(wait) = web_time::Duration::try_from_secs_f64(seconds) else {
            return Err(vm.new_value_error("time.sleep() wants a number of seconds"));
        };
        if cfg!(target_arch = "wasm32") {
            let begun = web_time::Instant::now();
            while begun.elapsed() < wait {
                std::hint::spin_loop();
            }
        } else {
            std::thread::sleep(wait);
        }
        Ok(())
    }

    /// Returns bytes that nobody can foretell.
    #[pyfunction]
    fn urandom(size: usize) -> Vec<u8> {
        let words = std::iter::repeat_with(rustpython_vm::common::rand::os_random::<16>);
        words.flatten().take(size).collect()
    }

    /// Returns the text of a module. Raises an `OSError` if its file does not come.
    #[pyfunction]
    fn text(name: String, vm: &VirtualMachine) -> PyResult<String> {
        let found = super::MODULES.iter().find(|(module, ..)| *module == name);
        let Some((_, _, place)) = found else {
            return Err(vm.new_key_error(vm.ctx.new_str(name).into()));
        };
        super::text_of(&name, *place).map_err(|why| vm.new_os_error(why))
    }
}

#[cfg(target_arch = "wasm32")]
pub(crate) use lander::install_bodies;

/// Returns the modules in Rust that the library is built on.
pub(crate) fn modules(ctx: &Context) -> [&'static PyModuleDef; 5] {
    [
        lander::module(ctx),
        _shelf::module_def(ctx),
        maths::module(ctx),
        random::module(ctx),
        structs::module(ctx),
    ]
}
