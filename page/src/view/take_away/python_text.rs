//! What a text of Python defines and mentions, as far as one sees without running it.

use std::collections::BTreeMap;

/// Returns a text without its comments and with its strings empty, line for line.
pub fn code(text: &str) -> String {
    let (mut code, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(['#', '"', '\'']) {
        code += &rest[..at];
        rest = &rest[at..];
        if rest.starts_with('#') {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
            continue;
        }
        let is_long = rest.starts_with("\"\"\"") || rest.starts_with("'''");
        let mark = &rest[..if is_long { 3 } else { 1 }];
        let end = end_of_string(&rest[mark.len()..], mark) + mark.len();
        let lines = rest[..end].matches('\n').count();
        code += "''";
        code += &"\n".repeat(lines);
        rest = &rest[end..];
    }
    code + rest
}

/// Returns where a string ends, with its closing mark; a short one ends with its line at the
/// latest.
fn end_of_string(text: &str, mark: &str) -> usize {
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' {
            letters.next();
        } else if text[at..].starts_with(mark) {
            return at + mark.len();
        } else if letter == '\n' && mark.len() == 1 {
            return at;
        }
    }
    text.len()
}

/// Returns true if a text has this name in it, as a whole word.
pub fn mentions(text: &str, name: &str) -> bool {
    let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.any(|word| word == name)
}

/// A function, a class or a value at the top of a text, with its decorators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Definition<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its lines, without the empty ones below.
    pub text: &'a str,
}

/// Returns what a text defines at its top, in order.
pub fn definitions(text: &str) -> Vec<Definition<'_>> {
    // Where each block begins, and the name that it defines.
    let mut blocks: Vec<(usize, Option<&str>)> = Vec::new();
    let (mut at, mut is_decorated) = (0, false);
    for line in text.split_inclusive('\n') {
        let goes_on = line.trim().is_empty() || line.starts_with([' ', '\t', ')', ']', '}', '#']);
        if !goes_on {
            match blocks.last_mut() {
                Some(block) if is_decorated => block.1 = defined(line),
                _ => blocks.push((at, defined(line))),
            }
            is_decorated = line.starts_with('@');
        }
        at += line.len();
    }
    let ends = blocks.iter().skip(1).map(|block| block.0).chain([at]);
    let found = blocks.iter().zip(ends).filter_map(|((start, name), end)| {
        Some(Definition {
            name: (*name)?,
            text: text[*start..end].trim_end(),
        })
    });
    found.collect()
}

/// Returns the name that a line at the margin defines.
fn defined(line: &str) -> Option<&str> {
    let name = |rest: &'_ str| {
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        end.unwrap_or(rest.len())
    };
    for start in ["def ", "class "] {
        if let Some(rest) = line.strip_prefix(start) {
            return Some(&rest[..name(rest)]);
        }
    }
    let end = name(line);
    let rest = line[end..].trim_start();
    let is_value = rest.starts_with(':') || (rest.starts_with('=') && !rest.starts_with("=="));
    (end > 0 && is_value && line.starts_with(|it: char| it.is_alphabetic() || it == '_'))
        .then(|| &line[..end])
}

/// Returns the modules that a text imports, each without what follows its first dot.
pub fn imports(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in text.lines().map(str::trim_start) {
        let names = match (line.strip_prefix("import "), line.strip_prefix("from ")) {
            (Some(names), _) => names,
            (None, Some(rest)) => rest.split(" import ").next().unwrap_or_default(),
            (None, None) => continue,
        };
        let roots = names.split(',').map(|name| {
            let name = name.trim();
            let end = name.find(['.', ' ']).unwrap_or(name.len());
            &name[..end]
        });
        found.extend(roots);
    }
    found
}

/// Returns the lines of a class that a call of one of its methods may reach: the head, and of the
/// methods that one and those that it calls of itself. A class without the method is returned
/// whole.
pub fn reached(class: &str, method: &str) -> String {
    let mut parts: Vec<(Option<&str>, String)> = vec![(None, String::new())];
    for line in class.split_inclusive('\n') {
        let name = line
            .strip_prefix("    def ")
            .and_then(|rest| rest.split('(').next());
        if name.is_some() {
            parts.push((name, String::new()));
        }
        if let Some((_, text)) = parts.last_mut() {
            text.push_str(line);
        }
    }
    // Of two methods with the same name, the first. The methods that a text calls are looked up by
    // their names, and not the other way round: a class may have thousands.
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for (place, (name, _)) in parts.iter().enumerate() {
        if let Some(name) = name {
            places.entry(*name).or_insert(place);
        }
    }
    let Some(first) = places.get(method) else {
        return class.to_owned();
    };
    let mut order = vec![*first];
    let mut reached = parts[0].1.clone();
    let mut at = 0;
    while at < order.len() {
        let text = &parts[order[at]].1;
        reached.push_str(text);
        let known = order.len();
        for place in called_of_itself(text).filter_map(|name| places.get(name)) {
            if !order.contains(place) {
                order.push(*place);
            }
        }
        order[known..].sort_unstable();
        at += 1;
    }
    reached
}

/// Returns the names of the methods that a text calls as `self.name(`.
fn called_of_itself(text: &str) -> impl Iterator<Item = &str> {
    let calls = text.split("self.").skip(1);
    calls.filter_map(|call| Some(call.split_once('(')?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_strings_are_no_code() {
        let text = "a = 'b # c'  # d\ne = \"\"\"f\n'g'\"\"\" + h('\\'i', \"j)\nk = 1\n# l";
        assert_eq!(code(text), "a = ''  \ne = ''\n + h('', ''\nk = 1\n");
        assert!(mentions("a.b_c(d)", "b_c") && !mentions("a.b_c(d)", "b"));
    }

    #[test]
    fn a_text_defines_what_stands_at_its_margin() {
        let text = "import x\n\na = f(\n    b=1,\n)\nc: int = 2\nif a == c:\n    d = 3\n\n\n@one\n@two(3)\nclass E(F):\n    def g(self):\n        pass\n\n    # h\n\ndef i(): return a\nprint(i())\n";
        let found: Vec<_> = definitions(text)
            .iter()
            .map(|it| (it.name, it.text))
            .collect();
        assert_eq!(
            found,
            [
                ("a", "a = f(\n    b=1,\n)"),
                ("c", "c: int = 2"),
                (
                    "E",
                    "@one\n@two(3)\nclass E(F):\n    def g(self):\n        pass\n\n    # h"
                ),
                ("i", "def i(): return a"),
            ]
        );
        let imported = "import a.b as c, d\nfrom e.f import g\n    from h import *\nprint(1)";
        assert_eq!(imports(imported), ["a", "d", "e", "h"]);
    }

    #[test]
    fn of_a_class_only_what_a_method_calls_is_reached() {
        let class = "class A(B):\n    c = 1\n\n    def d(self):\n        self.e(self.f)\n\n    def e(self, g):\n        return 2\n\n    def f(self):\n        return X()\n";
        let whole = reached(class, "missing");
        assert_eq!(whole, class);
        let some = reached(class, "d");
        assert!(
            some.contains("class A(B)") && some.contains("return 2"),
            "{some}"
        );
        assert!(!some.contains("X()"), "{some}");
    }
}
