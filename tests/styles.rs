//! Style sheets do not reach into each other: all of them hold for the whole page.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Returns a sheet without its comments.
fn without_comments(sheet: &str) -> String {
    let mut rest = sheet;
    let mut code = String::new();
    while let Some((before, comment)) = rest.split_once("/*") {
        code += before;
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    code + rest
}

/// Returns all sheets with their names.
fn sheets() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("styles");
    let files = fs::read_dir(folder).expect("style sheets").map(|entry| {
        let path = entry.expect("a file").path();
        let sheet = fs::read_to_string(&path).expect("a text");
        let name = path.file_name().expect("a name").to_string_lossy();
        (name.into_owned(), sheet)
    });
    files.collect()
}

/// Returns the selectors of a sheet's outermost rules. Rules in media queries repeat selectors from
/// outside of them.
fn selectors(sheet: &str) -> Vec<String> {
    let code = without_comments(sheet);
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
    let mut classes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, sheet) in sheets() {
        for class in selectors(&sheet).iter().filter_map(|it| class_of(it)) {
            let files = classes.entry(class.to_owned()).or_default();
            if !files.contains(&file) {
                files.push(file.clone());
            }
        }
    }
    assert!(classes.len() > 100, "{}", classes.len());
    classes.retain(|_, files| files.len() > 1);
    assert_eq!(classes, BTreeMap::new());
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

/// A sheet that moves something need not think of those who ask that nothing moves.
#[test]
fn one_rule_stops_all_that_moves() {
    let mut sheets = sheets();
    sheets.retain(|(_, sheet)| sheet.contains("prefers-reduced-motion"));
    assert_eq!(sheets.len(), 1, "{sheets:?}");
    let (file, sheet) = &sheets[0];
    assert_eq!(file, "page.css");
    let (_, rule) = sheet
        .split_once("@media (prefers-reduced-motion: reduce) {")
        .expect("the rule");
    let rule = rule.split('}').next().unwrap_or_default();
    for part in [
        "*:not(.late), ::before, ::after,",
        "animation: none !important",
        "transition: none !important",
    ] {
        assert!(rule.contains(part), "no {part} in {rule}");
    }
}

/// A reader reads at once, and axe-core measures the contrast at once.
#[test]
fn what_comes_into_view_comes_at_full_strength() {
    let mut found = 0;
    for (file, sheet) in sheets() {
        for frames in sheet.split("@keyframes ").skip(1) {
            let frames = frames.lines().next().unwrap_or_default();
            found += 1;
            for weak in ["opacity", "filter", " color", "mask"] {
                assert!(!frames.contains(weak), "{file}: {frames}");
            }
        }
    }
    assert!(found > 2, "{found}");
}

/// Returns selector and declarations of each rule of a sheet, also of those within media queries.
fn rules(sheet: &str) -> Vec<(String, String)> {
    let parts = without_comments(sheet);
    let parts = parts.split('}').filter_map(|part| {
        let (before, declared) = part.rsplit_once('{')?;
        let selector = before.rsplit('{').next().unwrap_or_default();
        Some((selector.trim().to_owned(), declared.trim().to_owned()))
    });
    parts.collect()
}

/// Returns true if a selector is that of a choice or of a field for text.
fn is_field(selector: &str) -> bool {
    let last = selector.split_whitespace().next_back().unwrap_or_default();
    let is_other = ["range", "checkbox", "radio"]
        .iter()
        .any(|it| last.contains(it));
    !is_other
        && ["select", "input", "#start-seed"]
            .iter()
            .any(|it| last.starts_with(it))
}

/// What one chooses from and writes into stands in rows with what one presses.
#[test]
fn choices_and_fields_have_the_heights_of_buttons() {
    let mut found = 0;
    for (file, sheet) in sheets() {
        for (selector, declared) in rules(&sheet) {
            let mut heights = declared
                .split(';')
                .filter_map(|it| it.trim().split_once(": "));
            let height = heights.find(|(name, _)| *name == "min-height");
            let (Some((_, height)), true) = (height, selector.split(',').any(is_field)) else {
                continue;
            };
            found += 1;
            // Two heights of the page's own, and those that a thumb needs.
            let known = [
                "var(--control)",
                "var(--control-small)",
                "2.4rem",
                "2.75rem",
            ];
            assert!(known.contains(&height), "{file}, {selector}: {height}");
        }
    }
    assert!(found > 8, "{found}");
}

#[test]
fn rules_are_found() {
    let sheet = "/* .no { } */ .a { x: 1 } @media (y) { .b { } } .c, .d { } .e p { }";
    assert_eq!(selectors(sheet), [".a", "@media (y)", ".c, .d", ".e p"]);
    assert_eq!(class_of(".a-b2"), Some("a-b2"));
    assert_eq!((class_of(".e p"), class_of("p")), (None, None));
}
