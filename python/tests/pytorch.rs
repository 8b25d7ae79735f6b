//! The runner of PyTorch's own tests (`pytorch/`), on a text of ours: what it takes as passed.

use std::path::Path;

use policy_lab_python::cell::Python;
use policy_lab_python::modules::Module;

/// A text as those of PyTorch's tests. The names of its tests say what becomes of them.
const EXAMPLE: &str = include_str!("pytorch/example.py");
/// Its tests, for each of their arguments and types.
const TESTS: usize = 19;

#[test]
fn only_what_has_asserted_what_holds_has_passed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pytorch/lib");
    let modules = Module::of_folder(&folder).expect("modules of Python");
    let text = serde_json::to_string(EXAMPLE).expect("a text");
    let source = format!(
        "from running import told\n\
         told({text}, 'example', say=lambda *parts: print(*parts, sep='\\t'))\n"
    );
    let outcome = Python::with_modules(modules).run(&source);
    if let Some(failure) = outcome.failure {
        panic!("{}", failure.traceback);
    }
    let became: Vec<(&str, &str)> = outcome
        .output
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .filter(|(what, _)| ["passed", "failed", "skipped"].contains(what))
        .collect();
    assert_eq!(became.len(), TESTS, "{}", outcome.output);
    for (what, test) in became {
        let name = test.split_once(".test_").map_or(test, |(_, name)| name);
        assert!(name.starts_with(what), "{what}: {test}");
    }
}
