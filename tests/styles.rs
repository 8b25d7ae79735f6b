//! Style sheets do not reach into each other: all of them hold for the whole page.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Returns the selectors of a sheet's outermost rules. Rules in media queries repeat selectors from
/// outside of them.
fn selectors(sheet: &str) -> Vec<String> {
    let mut rest = sheet;
    let mut code = String::new();
    while let Some((before, comment)) = rest.split_once("/*") {
        code += before;
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    code += rest;
    let (mut depth, mut text, mut found) = (0, String::new(), Vec::new());
    for letter in code.chars() {
        match letter {
            '{' => {
                if depth == 0 {
                    found.push(text.trim().to_owned());
                }
                depth += 1;
                text.clear();
            }
            '}' => {
                depth -= 1;
                text.clear();
            }
            _ => text.push(letter),
        }
    }
    found
}

/// Returns the class of a selector that is `.name` and nothing more: the rule that defines the look
/// of the class.
fn class_of(selector: &str) -> Option<&str> {
    let name = selector.strip_prefix('.')?;
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    name.chars().all(is_name).then_some(name)
}

#[test]
fn a_class_gets_its_look_in_one_sheet() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("styles");
    let mut sheets: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("style sheets") {
        let path = entry.expect("a file").path();
        let sheet = fs::read_to_string(&path).expect("a text");
        let file = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        for class in selectors(&sheet).iter().filter_map(|it| class_of(it)) {
            let files = sheets.entry(class.to_owned()).or_default();
            files.extend(file.clone().filter(|file| !files.contains(file)));
        }
    }
    assert!(sheets.len() > 100, "{}", sheets.len());
    sheets.retain(|_, files| files.len() > 1);
    assert_eq!(sheets, BTreeMap::new());
}

/// Long lines move under the line numbers when they are scrolled.
#[test]
fn line_numbers_hide_the_code_below_them() {
    let sheet = Path::new(env!("CARGO_MANIFEST_DIR")).join("styles/cells.css");
    let sheet = fs::read_to_string(sheet).expect("a text");
    let mut lines = sheet.lines();
    let gutter = lines.find(|line| line.contains(".cm-gutters"));
    let gutter = gutter.expect("a rule for the gutter");
    assert!(gutter.contains("background: var(--surface)"), "{gutter}");
}

#[test]
fn rules_are_found() {
    let sheet = "/* .no { } */ .a { x: 1 } @media (y) { .b { } } .c, .d { } .e p { }";
    assert_eq!(selectors(sheet), [".a", "@media (y)", ".c, .d", ".e p"]);
    assert_eq!(class_of(".a-b2"), Some("a-b2"));
    assert_eq!((class_of(".e p"), class_of("p")), (None, None));
}
