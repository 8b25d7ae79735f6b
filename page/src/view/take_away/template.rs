//! Templates of a file that is also a notebook. Lines between `#if NAME` and `#end` stay if the name holds, with
//! `#if not NAME` and `#else` for the opposite; `{{NAME}}` stands for a text. `#cell TITLE` begins a cell of code and `#prose` a
//! cell of text. After `#dedent` lines lose their first four spaces.

/// What a template is filled with.
pub struct Template<'a> {
    /// Returns true if the lines of a name stay.
    pub holds: &'a dyn Fn(&str) -> bool,
    /// Returns the text of a name.
    pub value: &'a dyn Fn(&str) -> String,
}

/// A cell of what remains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilledCell {
    /// The title, or `None` for a cell of text.
    pub title: Option<String>,
    /// The lines, each with its end.
    pub text: String,
}

/// Returns what remains of a template. The first cell is what stands above any other, and may be empty.
pub fn filled(source: &str, template: &Template<'_>) -> Vec<FilledCell> {
    let mut stays: Vec<bool> = Vec::new();
    let (mut cells, mut is_dedented) = (vec![FilledCell::default()], false);
    for line in source.lines() {
        let is_within = stays.last().copied().unwrap_or(true);
        if let Some(name) = line.strip_prefix("#if ") {
            // Names within lines that go are not asked for: they may make no sense there.
            stays.push(
                is_within
                    && match name.strip_prefix("not ") {
                        Some(name) => !(template.holds)(name),
                        None => (template.holds)(name),
                    },
            );
        } else if line == "#else" {
            let is_first = stays.pop().unwrap_or_default();
            let is_within = stays.last().copied().unwrap_or(true);
            stays.push(is_within && !is_first);
        } else if line == "#end" {
            stays.pop();
        } else if !is_within {
        } else if line == "#dedent" {
            is_dedented = true;
        } else if line == "#prose" {
            cells.push(FilledCell::default());
        } else if let Some(title) = line.strip_prefix("#cell ") {
            cells.push(FilledCell {
                title: Some(title.to_owned()),
                text: String::new(),
            });
        } else if let Some(cell) = cells.last_mut() {
            let indent = if is_dedented { "    " } else { "" };
            let line = line.strip_prefix(indent).unwrap_or(line);
            cell.text += &with_values(line, template);
            cell.text.push('\n');
        }
    }
    cells
}

fn with_values(line: &str, template: &Template<'_>) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else {
            break;
        };
        text.push_str(before);
        text.push_str(&(template.value)(name));
        rest = after;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_or_go_and_names_become_texts() {
        let source = "a {{x}}\n#if yes\nb\n#if no\nc\n#else\nd {{y}}!\n#end\n#end\n#if not no\ne\n#end\n#if no\n#if yes\nf\n#else\ng\n#end\n#cell Not here\n#end\n#cell One two\n\n  h\n#prose\n    i\n#dedent\n    j\n        k";
        let template = Template {
            holds: &|name| name == "yes",
            value: &|name| name.to_uppercase(),
        };
        let cell = |title: Option<&str>, text: &str| FilledCell {
            title: title.map(str::to_owned),
            text: text.to_owned(),
        };
        assert_eq!(
            filled(source, &template),
            [
                cell(None, "a X\nb\nd Y!\ne\n"),
                cell(Some("One two"), "\n  h\n"),
                cell(None, "    i\nj\n    k\n"),
            ]
        );
    }
}
