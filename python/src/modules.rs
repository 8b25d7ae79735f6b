//! Python modules from a folder, in place of the frozen ones of the same name: a change of `lib/`
//! without a build.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustpython_vm::compiler::{CompileOpts, Mode, compile};
use rustpython_vm::frozen::{FrozenCodeObject, FrozenModule};
use thiserror::Error;

/// A module, compiled.
pub struct Module {
    name: String,
    is_package: bool,
    code: FrozenCodeObject<Vec<u8>>,
}

/// The reason why a folder's modules cannot be used.
#[derive(Debug, Error)]
pub enum ModulesError {
    /// A file or a folder cannot be read.
    #[error("{path}: {why}")]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// A file is not Python.
    #[error("{path}: {why}")]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What the compiler says.
        why: String,
    },
}

impl Module {
    /// Compiles the modules and packages of a folder, with all that they contain.
    ///
    /// # Errors
    /// The first file that cannot be read or compiled.
    pub fn of_folder(folder: &Path) -> Result<Vec<Self>, ModulesError> {
        let mut modules = Vec::new();
        gather(folder, "", &mut modules)?;
        Ok(modules)
    }

    /// Returns the module for an interpreter, which wants it for as long as the process lives.
    pub(super) fn frozen(self) -> (&'static str, FrozenModule) {
        let code = FrozenCodeObject {
            bytes: &*self.code.bytes.leak(),
        };
        let package = self.is_package;
        (self.name.leak(), FrozenModule { code, package })
    }
}

/// Adds the modules of a folder, which is the package `package`.
fn gather(folder: &Path, package: &str, modules: &mut Vec<Module>) -> Result<(), ModulesError> {
    let unreadable = |why| ModulesError::Unreadable {
        path: folder.to_owned(),
        why,
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        paths.push(entry.map_err(unreadable)?.path());
    }
    paths.sort();
    for path in paths {
        let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) else {
            continue;
        };
        let name = match (package, stem) {
            ("", stem) => stem.to_owned(),
            (package, "__init__") => package.to_owned(),
            (package, stem) => format!("{package}.{stem}"),
        };
        if path.is_dir() {
            // Without dots, as of `__pycache__` or `.git`, it may be a package.
            if stem != "__pycache__" && !stem.starts_with('.') {
                gather(&path, &name, modules)?;
            }
        } else if path.extension().is_some_and(|ending| ending == "py") {
            modules.push(compiled(&path, name, stem == "__init__")?);
        }
    }
    Ok(())
}

fn compiled(path: &Path, name: String, is_package: bool) -> Result<Module, ModulesError> {
    let source = fs::read_to_string(path).map_err(|why| ModulesError::Unreadable {
        path: path.to_owned(),
        why,
    })?;
    let file = path.to_string_lossy();
    let code = compile(&source, Mode::Exec, &file, CompileOpts::default());
    let code = code.map_err(|why| ModulesError::Syntax {
        path: path.to_owned(),
        why: why.to_string(),
    })?;
    Ok(Module {
        name,
        is_package,
        code: FrozenCodeObject::encode(&code),
    })
}
