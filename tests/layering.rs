//! Checks the sources against the map in ARCHITECTURE.md by reading the paths that each file names.

mod paths;
mod rooms;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rooms::{ARROWS, EMPTY_NAMES, FOREIGN, PACKAGES, WASM_ONLY, breach};

/// Most lines of code in a file; its tests do not count.
const MAX_LINES: usize = 400;
/// Most columns of a comment, as of code.
const MAX_WIDTH: usize = 100;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)
        .expect("a folder of the repository")
        .flatten()
    {
        let path = entry.path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// Returns the module of a file: `train/config.rs` in a package's folder is `["train", "config"]`,
/// inside the room that is the whole package, if there is one; `lib.rs` and the binaries are `[]`.
fn module_of(file: &Path, folder: &Path, within: Option<&str>) -> Vec<String> {
    let relative = file.strip_prefix(folder).expect("a file of the package");
    let mut parts: Vec<String> = relative
        .with_extension("")
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    if parts
        .last()
        .is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str()))
    {
        parts.pop();
    }
    if parts.is_empty() || parts[0] == "bin" {
        return Vec::new();
    }
    within.map(str::to_owned).into_iter().chain(parts).collect()
}

/// Returns what violates the map in one file, a line each.
fn breaches(source: &str, module: &[&str], within: Option<&str>) -> Vec<String> {
    let Some(room) = module.first() else {
        return Vec::new(); // lib.rs and the binaries put the rooms together
    };
    let own = paths::own_paths(source, module, within)
        .into_iter()
        .filter_map(|path| breach(room, &path));
    let foreign = paths::foreign_crates(source)
        .into_iter()
        .filter_map(|name| {
            let (_, allowed) = FOREIGN.iter().find(|(limited, _)| *limited == name)?;
            (!allowed.contains(room)).then(|| format!("the crate {name}"))
        });
    own.chain(foreign)
        .map(|what| format!("{} uses {what}", module.join("::")))
        .collect()
}

#[test]
fn every_arrow_is_on_the_map() {
    let mut wrong = Vec::new();
    for (folder, within) in PACKAGES {
        let folder = root().join(folder);
        for file in rust_files(&folder) {
            let module = module_of(&file, &folder, *within);
            let module: Vec<&str> = module.iter().map(String::as_str).collect();
            let source = fs::read_to_string(&file).expect("a readable file");
            wrong.extend(breaches(&source, &module, *within));
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(
        wrong.is_empty(),
        "arrows that are not on the map:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn every_room_is_on_the_map() {
    for (folder, within) in PACKAGES {
        if let Some(room) = within {
            assert!(ARROWS.iter().any(|(other, _)| other == room), "{room}");
            continue;
        }
        for entry in fs::read_dir(root().join(folder)).expect(folder).flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let name = name.trim_end_matches(".rs");
            let known = ["lib", "main", "bin"].contains(&name)
                || ARROWS.iter().any(|(room, _)| *room == name);
            assert!(known, "{folder}/{name} is no room on the map");
        }
    }
}

/// Returns the names of the types that a source makes public, to the crate or beyond. The source is
/// formatted, so each begins a line.
fn public_types(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let line = line.trim_start().strip_prefix("pub")?;
        let line = match line.strip_prefix('(') {
            Some(rest) => rest.split_once(')')?.1,
            None => line,
        };
        let (kind, name) = line.trim_start().split_once(' ')?;
        let end = |letter: char| !letter.is_alphanumeric() && letter != '_';
        ["struct", "enum", "trait", "type"]
            .contains(&kind)
            .then(|| name.split(end).next().unwrap_or_default())
    })
}

#[test]
fn no_public_type_name_stands_twice() {
    let mut places: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for (folder, _) in PACKAGES {
        for file in rust_files(&root().join(folder)) {
            let source = fs::read_to_string(&file).expect("a readable file");
            for name in public_types(&source) {
                places
                    .entry(name.to_owned())
                    .or_default()
                    .push(file.clone());
            }
        }
    }
    assert!(places.len() > 200, "{} types", places.len());
    places.retain(|_, files| files.len() > 1);
    assert!(places.is_empty(), "say whose it is: {places:#?}");
}

#[test]
fn public_types_are_found() {
    let source = "pub struct A<T>(T);\nstruct B;\n    pub(super) enum C {\npub fn d() {}\npub type E = u8;\npub trait F: G {}";
    assert_eq!(
        public_types(source).collect::<Vec<_>>(),
        ["A", "C", "E", "F"]
    );
}

/// Counts lines outside test modules. The source is formatted, so the brace that closes a module is
/// directly below its first letter.
fn code_lines(source: &str) -> usize {
    let mut lines = source.lines();
    let mut count = 0;
    let mut is_of_tests = false;
    while let Some(line) = lines.next() {
        let text = line.trim_start();
        if is_of_tests && text.starts_with("mod ") && text.ends_with('{') {
            let end = format!("{}}}", &line[..line.len() - text.len()]);
            lines.by_ref().find(|line| *line == end);
            is_of_tests = false;
            continue;
        }
        let is_attribute = text.starts_with("#[");
        is_of_tests = is_attribute
            && (is_of_tests
                || text.starts_with("#[cfg(test)]")
                || text.starts_with("#[cfg(all(test,"));
        count += 1;
    }
    count
}

#[test]
fn files_are_short_and_named_after_what_they_hold() {
    let folders = ["src", "tests", "page", "python", "tensors"];
    for folder in folders {
        for file in rust_files(&root().join(folder)) {
            let source = fs::read_to_string(&file).expect("a readable file");
            let lines = code_lines(&source);
            assert!(
                lines <= MAX_LINES,
                "{} has {lines} lines of code",
                file.display()
            );
            // rustfmt breaks code there and leaves comments alone. A row of a table is one line.
            let is_wide = |line: &&str| {
                let text = line.trim_start();
                let is_row = text.starts_with("//! |") || text.starts_with("/// |");
                text.starts_with("//") && !is_row && line.chars().count() > MAX_WIDTH
            };
            let wide = source.lines().find(is_wide);
            assert_eq!(wide, None, "{}", file.display());
            for part in file.strip_prefix(root()).expect("in the repository").iter() {
                let name = part.to_string_lossy().trim_end_matches(".rs").to_string();
                assert!(!EMPTY_NAMES.contains(&name.as_str()), "{}", file.display());
            }
        }
    }
}

/// A kernel that read its place from the grid would go wrong where a dispatch is folded, and a
/// dispatch whose size is made elsewhere would not be folded.
#[test]
fn kernels_and_dispatches_leave_the_grid_to_one_file() {
    let mut found = Vec::new();
    for file in rust_files(&root().join("tensors/src/ops/kernels")) {
        let source = fs::read_to_string(&file).expect("a readable file");
        for name in ["CUBE_POS", "CUBE_COUNT", "ABSOLUTE_POS", "CubeCount"] {
            if source.contains(name) {
                found.push((name, file.file_name().map(ToOwned::to_owned)));
            }
        }
    }
    let place = Some("place.rs".into());
    assert_eq!(found, [("CUBE_POS", place.clone()), ("CubeCount", place)]);
}

/// Returns true if `room` is declared in `lib` right after a `cfg` for wasm.
fn is_gated(lib: &str, room: &str) -> bool {
    let declarations = [format!("pub mod {room};"), format!("mod {room};")];
    let lines: Vec<&str> = lib.lines().map(str::trim).collect();
    let Some(at) = lines
        .iter()
        .position(|line| declarations.iter().any(|d| d == line))
    else {
        return true; // a room that is not built yet
    };
    lines[..at]
        .iter()
        .rev()
        .take_while(|line| line.starts_with("#[") || line.starts_with("//"))
        .any(|line| *line == "#[cfg(target_arch = \"wasm32\")]")
}

#[test]
fn browser_rooms_compile_on_wasm_only() {
    for (room, file) in WASM_ONLY {
        let lib = fs::read_to_string(root().join(file)).expect(file);
        assert!(
            is_gated(&lib, room),
            "{file} declares `{room}` without a cfg for wasm32"
        );
    }
}

/// Tests of this test, because it must be able to fail.
mod detects {
    use super::*;

    #[test]
    fn a_forbidden_arrow() {
        let found = breaches(
            "use crate::train::session::Session;",
            &["envs", "cartpole"],
            None,
        );
        assert_eq!(found.len(), 1, "{found:?}");
    }

    #[test]
    fn a_forbidden_arrow_in_a_group() {
        let source = "use crate::{random::draw, ops::{scan, adam as step}, ui::page};";
        let found = breaches(source, &["rollout"], None);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("ui::page"), "{found:?}");
    }

    #[test]
    fn a_forbidden_arrow_inside_a_function() {
        let source = "fn f() { let x = crate::protocol::metrics::Metrics::default(); }";
        assert_eq!(breaches(source, &["nn", "mlp"], None).len(), 1);
    }

    #[test]
    fn a_way_round_through_super() {
        assert_eq!(
            breaches("use super::super::ui::page;", &["nn", "mlp"], None).len(),
            1
        );
        assert_eq!(breaches("use super::train;", &["nn"], None).len(), 1);
    }

    #[test]
    fn a_submodule_that_the_page_must_not_see() {
        assert!(breaches("use crate::config::TrainConfig;", &["ui", "form"], None).is_empty());
        assert_eq!(
            breaches("use crate::train::session::run;", &["ui", "form"], None).len(),
            1
        );
        assert_eq!(
            breaches("use crate::train::*;", &["ui", "form"], None).len(),
            1
        );
        assert_eq!(
            breaches("use policy_lab::worker::serve;", &["ui", "form"], None).len(),
            1
        );
    }

    #[test]
    fn a_tensor_in_the_page() {
        assert_eq!(
            breaches("use burn::tensor::Tensor;", &["ui", "chart"], None).len(),
            1
        );
    }

    #[test]
    fn a_name_that_is_no_room() {
        assert_eq!(breaches("use crate::prelude::*;", &["nn"], None).len(), 1);
    }

    #[test]
    fn nothing_in_comments_strings_and_tests_of_the_own_room() {
        let source = r##"
            // use crate::ui::page;
            /* crate::ui */
            const A: &str = "crate::ui::page";
            const B: &str = r#"a "quoted" crate::ui::page"#;
            pub(crate) fn f() { '{'; }
            mod tests { use super::*; use super::super::mlp; }
        "##;
        assert!(
            breaches(source, &["nn", "init"], None).is_empty(),
            "{:?}",
            breaches(source, &["nn", "init"], None)
        );
    }

    #[test]
    fn lines_of_code_and_not_of_tests() {
        let code = "fn a() {\n    b();\n}\n";
        assert_eq!(code_lines(code), 3);
        let tests = "mod tests {\n    fn c() {\n    }\n}\n";
        // The gate itself counts as a line, and so does the code behind the tests.
        for gate in [
            "#[cfg(test)]",
            "#[cfg(all(test, not(target_arch = \"wasm32\")))]",
        ] {
            assert_eq!(code_lines(&format!("{code}\n{gate}\n{tests}{code}")), 8);
            let explained = "#[expect(dead_code, reason = \"x\")]";
            let source = format!("{gate}\n{explained}\n{tests}{code}");
            assert_eq!(code_lines(&source), 5);
        }
        // A module without the gate is code, whatever its name; so is a function for tests.
        assert_eq!(code_lines(tests), 4);
        assert_eq!(code_lines(&format!("#[cfg(test)]\n{code}{tests}")), 8);
        // A module in a file of its own hides nothing of the lines after it.
        assert_eq!(
            code_lines(&format!("#[cfg(test)]\nmod tests;\n{code}{tests}")),
            9
        );
    }

    #[test]
    fn a_room_without_its_gate() {
        assert!(is_gated(
            "#[cfg(target_arch = \"wasm32\")]\npub mod ui;",
            "ui"
        ));
        assert!(!is_gated("pub mod nn;\npub mod ui;", "ui"));
    }
}
