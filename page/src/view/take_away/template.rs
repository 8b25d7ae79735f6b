//! Templates: lines between `#if NAME` and `#end` stay if the name holds, with `#if not NAME` and `#else` for the opposite, and
//! `{{NAME}}` stands for a text.

/// What a template is filled with.
pub struct Template<'a> {
    /// Returns true if the lines of a name stay.
    pub holds: &'a dyn Fn(&str) -> bool,
    /// Returns the text of a name.
    pub value: &'a dyn Fn(&str) -> String,
}

/// Returns the text that remains of a template.
pub fn filled(source: &str, template: &Template<'_>) -> String {
    let mut stays: Vec<bool> = Vec::new();
    let mut text = String::new();
    for line in source.lines() {
        if let Some(name) = line.strip_prefix("#if ") {
            let is_within = stays.last().copied().unwrap_or(true);
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
        } else if stays.last().copied().unwrap_or(true) {
            text.push_str(&with_values(line, template));
            text.push('\n');
        }
    }
    text
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
        let source = "a {{x}}\n#if yes\nb\n#if no\nc\n#else\nd {{y}}!\n#end\n#end\n#if not no\ne\n#end\n#if no\n#if yes\nf\n#else\ng\n#end\n#end\nh";
        let template = Template {
            holds: &|name| name == "yes",
            value: &|name| name.to_uppercase(),
        };
        assert_eq!(filled(source, &template), "a X\nb\nd Y!\ne\nh\n");
    }
}
