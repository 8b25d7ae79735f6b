//! Gathers Python's own library, and what few scripts use of torch and the other packages, into the
//! files that the worker loads when a module in them is first imported.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Modules of ours in place of CPython's: what a tab cannot do, and what CPython has in C.
const OURS: &str = "library";

/// Modules that no exercise needs, and their file in the page's folder: those of torch, numpy and
/// the like, charts, what few scripts import (tables, statistics, films), what makes programs of
/// environments, and what examines a script that does not learn.
const RARE: [(&str, &str); 5] = [
    ("packages", "python-library-packages.txt"),
    ("charts", "python-library-charts.txt"),
    ("further", "python-library-further.txt"),
    ("environments", "python-library-environments.txt"),
    ("doctor", "python-library-doctor.txt"),
];

/// Modules of `lib`, which are part of the binary as bytecode, whose text a reader may ask for with
/// `inspect.getsource`: it is in a file of [`RARE`], named by its folder.
const TOLD: (&str, [&str; 1]) = ("environments", ["worlds"]);

/// CPython's license, which lies beside the files.
const LICENSE: &str = "python-library-license.txt";

/// A file of the page's folder: its name, and the modules in it. A package brings all that it
/// contains.
struct Pack {
    file: &'static str,
    modules: &'static [&'static str],
}

/// What most scripts import comes with the first file, and the rest with the second: one request
/// costs more time than it saves bytes. `docs/python.md` has the sizes.
#[rustfmt::skip] // As lines of names, not a line each.
const PACKS: [Pack; 2] = [
    Pack {
        file: "python-library.txt",
        modules: &[
            "__future__", "_colorize", "_collections_abc", "_contextvars", "_csv", "_files", "_py_warnings", "_weakrefset",
            "abc", "annotationlib", "argparse", "ast", "bisect", "collections", "contextlib", "contextvars",
            "copy", "csv", "dataclasses", "dis", "enum", "fnmatch", "functools", "genericpath", "gettext", "glob",
            "heapq", "importlib", "inspect", "io", "json", "keyword", "linecache", "locale", "ntpath", "numbers",
            "operator", "os", "pathlib", "platform", "posix", "posixpath", "random", "re", "reprlib", "shutil",
            "signal", "stat", "string", "struct", "textwrap", "token", "tokenize", "types", "typing", "warnings",
            "weakref", "zlib",
        ],
    },
    Pack {
        file: "python-library-more.txt",
        modules: &[
            "_ast_unparse", "_compat_pickle", "_pydatetime", "_pydecimal", "_strptime", "base64",
            "binascii", "calendar", "cmath", "codeop", "colorsys", "concurrent", "configparser", "datetime",
            "decimal", "difflib", "distutils", "fractions", "getopt", "getpass", "graphlib", "hashlib", "hmac", "ipaddress",
            "logging", "multiprocessing", "pdb", "pickle", "pprint", "queue", "sched", "secrets",
            "shlex", "socket", "statistics", "subprocess", "tempfile", "threading", "timeit", "tomllib",
            "traceback", "unittest", "urllib", "uuid",
        ],
    },
];

/// Parts of packages that no script of a tab needs, or that the interpreter has already.
const WITHOUT: [&str; 12] = [
    "collections.abc",
    "importlib._bootstrap",
    "importlib._bootstrap_external",
    "importlib.readers",
    "importlib.resources",
    "importlib.simple",
    "json.tool",
    "logging.config",
    "logging.handlers",
    "unittest.async_case",
    "unittest.mock",
    "urllib.robotparser",
];

/// Writes the files, and `library.rs` with their names and those of the modules in them.
///
/// # Errors
/// A module that is nowhere, or a file that cannot be read or written.
pub fn gather(cpython: &Path, out: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={OURS}");
    for (folder, _) in RARE {
        println!("cargo::rerun-if-changed={folder}");
    }
    let mut packs = Vec::new();
    for pack in &PACKS {
        let mut modules = Vec::new();
        for name in pack.modules {
            add(&[Path::new(OURS), cpython], name, &mut modules)?;
        }
        packs.push((pack.file, modules));
    }
    for (folder, file) in RARE {
        let mut rare = Vec::new();
        add_all(Path::new(folder), "", &mut rare)?;
        if folder == TOLD.0 {
            let file = |name: &&str| Path::new(super::LIB).join(format!("{name}.py"));
            rare.extend(TOLD.1.iter().map(|name| ((*name).to_owned(), file(name))));
        }
        packs.push((file, rare));
    }
    let mut names = String::new();
    let mut files = String::new();
    for (place, (file, modules)) in packs.iter().enumerate() {
        let (mut head, mut texts) = (String::new(), String::new());
        for (name, path) in modules {
            let text = fs::read_to_string(path)?;
            let is_package = path.ends_with("__init__.py");
            let _ = writeln!(head, "{name} {}", text.len());
            let _ = writeln!(names, "    (\"{name}\", {is_package}, {place}),");
            texts.push_str(&text);
        }
        fs::write(out.join(file), format!("{head}\n{texts}"))?;
        let _ = write!(files, "\"{file}\", ");
    }
    // Whoever passes CPython's files on passes this on too.
    fs::copy(cpython.join("PSF-LICENSE"), out.join(LICENSE))?;
    let table = format!(
        "/// Each module, whether it is a package, and the file that it is in.\n\
         const MODULES: &[(&str, bool, usize)] = &[\n{names}];\n\
         /// The files in the page's folder: Python's library, from `FIRST_RARE` on what is rare.\n\
         const FILES: [&str; {}] = [{files}];\n\
         const FIRST_RARE: usize = {};\n",
        packs.len(),
        PACKS.len()
    );
    fs::write(out.join("library.rs"), table)
}

/// Adds a module, or a package with all that it contains, from the first of the folders that has
/// it. A package of ours holds nothing of CPython's.
fn add(folders: &[&Path], name: &str, modules: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    let path = name.replace('.', "/");
    let found = folders.iter().enumerate().find_map(|(place, folder)| {
        let paths =
            [format!("{path}/__init__.py"), format!("{path}.py")].map(|path| folder.join(path));
        let path = paths.into_iter().find(|path| path.exists())?;
        Some((place, path))
    });
    let (place, file) =
        found.ok_or_else(|| io::Error::other(format!("there is no module {name}")))?;
    let is_package = file.ends_with("__init__.py");
    modules.push((name.to_owned(), file));
    if !is_package {
        return Ok(());
    }
    let folders = if place == 0 { &folders[..1] } else { folders };
    // What both folders have is named once.
    let mut inner = BTreeSet::new();
    for folder in folders {
        for entry in fs::read_dir(folder.join(&path)).into_iter().flatten() {
            let path = entry?.path();
            let is_module = path.join("__init__.py").exists()
                || path.extension().is_some_and(|ending| ending == "py");
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            let stem = stem.filter(|stem| is_module && !["__init__", "__main__"].contains(stem));
            inner.extend(stem.map(|stem| format!("{name}.{stem}")));
        }
    }
    let wanted = inner
        .iter()
        .filter(|name| !WITHOUT.contains(&name.as_str()));
    wanted
        .into_iter()
        .try_for_each(|name| add(folders, name, modules))
}

/// Adds all modules of a folder, which is the package `package`.
///
/// # Errors
/// A folder that cannot be read.
pub fn add_all(
    folder: &Path,
    package: &str,
    modules: &mut Vec<(String, PathBuf)>,
) -> io::Result<()> {
    let entries: io::Result<BTreeSet<_>> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect();
    for path in entries? {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let stem = stem.ok_or_else(|| io::Error::other("a file whose name is no text"))?;
        let name = match (package, stem) {
            ("", stem) => stem.to_owned(),
            (package, "__init__") => package.to_owned(),
            (package, stem) => format!("{package}.{stem}"),
        };
        if path.is_dir() {
            add_all(&path, &name, modules)?;
        } else if path.extension().is_some_and(|ending| ending == "py") {
            modules.push((name, path));
        }
    }
    Ok(())
}
