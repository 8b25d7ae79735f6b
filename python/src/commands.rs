//! Cells of a notebook as Python: what Jupyter takes for a command to itself or to a shell becomes
//! a call of its shell (`packages/IPython`), `await` outside of a function waits, and the value of
//! the last line is shown. Every line stays where it is, so that errors name it.

use std::borrow::Cow;

use rustpython_vm::compiler::ast::visitor::{Visitor, walk_expr, walk_stmt};
use rustpython_vm::compiler::ast::{Expr, IpyEscapeKind, Mod, Stmt};
use rustpython_vm::compiler::parser;

use super::source::{MOST_NESTED, is_too_deep};

/// What a program calls Jupyter's shell. `lib/_program.py` defines it, and the next one.
const SHELL: &str = "get_ipython()";
/// What shows the value of the last line.
const SHOW: &str = "__show__";
/// Magics of a whole cell whose text is a part of the program, from the first line to the last.
const AROUND: [&str; 3] = ["capture", "prun", "time"];

/// Returns a cell without commands, with as many lines. What its first line is indented by is taken
/// away from all, as Jupyter does.
pub fn read(source: &str) -> Cow<'_, str> {
    let code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with('#');
    let first = source.lines().find(code).unwrap_or_default();
    let margin = &first[..first.len() - first.trim_start_matches([' ', '\t']).len()];
    if margin.is_empty() {
        return plain(source);
    }
    let lines = source.split_inclusive('\n');
    let lines = lines.map(|line| line.strip_prefix(margin).unwrap_or(line));
    Cow::Owned(plain(&lines.collect::<String>()).into_owned())
}

fn plain(source: &str) -> Cow<'_, str> {
    let has_commands = source.lines().any(may_be_command);
    let has_await = source.contains("await");
    if !has_commands && !has_await || is_too_deep(source) {
        return Cow::Borrowed(source);
    }
    if let Some((start, line)) = magic_of_all(source) {
        let (name, rest) = split(&line[2..]);
        let (before, body) = (&source[..start], &source[start + line.len()..]);
        if AROUND.contains(&name) {
            let call = format!(
                "{SHELL}.begin_cell_magic({}, {})",
                quoted(name),
                quoted(rest)
            );
            return Cow::Owned(format!("{before}{call}{}", plain(body)));
        }
        let lines = "\n".repeat(body.matches('\n').count());
        let body = quoted(body.strip_prefix('\n').unwrap_or(body));
        let given = format!("{}, {}, {body}", quoted(name), quoted(rest));
        return Cow::Owned(format!("{before}{SHELL}.run_cell_magic({given}){lines}"));
    }
    let mode = match has_commands {
        true => parser::Mode::Ipython,
        false => parser::Mode::Module,
    };
    let parsed = parser::parse_unchecked(source, mode.into());
    let Mod::Module(module) = parsed.syntax() else {
        return Cow::Borrowed(source);
    };
    let mut found = Found {
        source,
        changes: Vec::new(),
        has_await,
        functions: 0,
        depth: 0,
    };
    found.visit_body(&module.body);
    changed(source, found.changes)
}

/// Returns a program that shows the value of its last line, if that line is an expression without
/// a `;` behind it.
pub fn showing(source: &str) -> Cow<'_, str> {
    if is_too_deep(source) {
        return Cow::Borrowed(source);
    }
    let parsed = parser::parse_unchecked(source, parser::Mode::Module.into());
    let last = match parsed.syntax() {
        Mod::Module(module) if parsed.errors().is_empty() => module.body.last(),
        _ => None,
    };
    let Some(Stmt::Expr(last)) = last else {
        return Cow::Borrowed(source);
    };
    let (start, end) = (last.range.start().to_usize(), last.range.end().to_usize());
    if source[end..]
        .trim_start_matches([' ', '\t'])
        .starts_with(';')
    {
        return Cow::Borrowed(source);
    }
    let changes = vec![
        (start, start, format!("{SHOW}((")),
        (end, end, "))".to_owned()),
    ];
    changed(source, changes)
}

/// Returns true if a line may be a command, or assign what one returns.
fn may_be_command(line: &str) -> bool {
    let bare = line.trim();
    let value = bare.split_once('=').map(|(_, value)| value.trim_start());
    bare.starts_with(['%', '!', '?'])
        || bare.ends_with('?')
        || value.is_some_and(|value| value.starts_with(['%', '!']))
}

/// Returns where the line is that makes the whole cell something else, and the line. Comments may
/// stand above it: what a notebook says before the cell.
fn magic_of_all(source: &str) -> Option<(usize, &str)> {
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let bare = line.trim();
        if bare.starts_with("%%") && bare[2..].starts_with(|it: char| it.is_ascii_alphabetic()) {
            let indent = line.len() - line.trim_start().len();
            return Some((
                start + indent,
                line.trim_start().trim_end_matches(['\n', '\r']),
            ));
        }
        if !bare.is_empty() && !bare.starts_with('#') {
            return None;
        }
        start += line.len();
    }
    None
}

/// Splits a command into its name and the rest.
fn split(command: &str) -> (&str, &str) {
    let command = command.trim();
    let end = command.find(char::is_whitespace).unwrap_or(command.len());
    (&command[..end], command[end..].trim())
}

/// Returns a text as Python writes it, on one line.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("'");
    for letter in text.chars() {
        match letter {
            '\\' => quoted.push_str("\\\\"),
            '\'' => quoted.push_str("\\'"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\0' => quoted.push_str("\\0"),
            '\u{c}' => quoted.push_str("\\f"),
            letter => quoted.push(letter),
        }
    }
    quoted.push('\'');
    quoted
}

/// Puts texts in the place of others.
fn changed(source: &str, mut changes: Vec<(usize, usize, String)>) -> Cow<'_, str> {
    if changes.is_empty() {
        return Cow::Borrowed(source);
    }
    changes.sort_by_key(|(start, _, _)| *start);
    let (mut text, mut at) = (String::new(), 0);
    for (start, end, instead) in changes {
        text += &source[at..start];
        text += &instead;
        at = end;
    }
    Cow::Owned(text + &source[at..])
}

/// The commands of a cell, and what waits outside of a function.
struct Found<'s> {
    source: &'s str,
    /// Where something else is to stand, and what.
    changes: Vec<(usize, usize, String)>,
    /// True if something may wait in an expression.
    has_await: bool,
    /// How many functions what is visited is in, and how many expressions.
    functions: usize,
    depth: usize,
}

impl Found<'_> {
    /// Puts a call in the place of a command, with as many lines.
    fn call(
        &mut self,
        (start, end): (usize, usize),
        kind: IpyEscapeKind,
        value: &str,
        is_value: bool,
    ) {
        let value = value.trim();
        let call = match kind {
            IpyEscapeKind::Shell if !is_value => format!("system({})", quoted(value)),
            IpyEscapeKind::Shell | IpyEscapeKind::ShCap => format!("getoutput({})", quoted(value)),
            IpyEscapeKind::Magic | IpyEscapeKind::Magic2 => {
                let (name, rest) = split(value);
                if !name.starts_with(|it: char| it.is_ascii_alphabetic()) {
                    return;
                }
                let all = if kind == IpyEscapeKind::Magic2 {
                    "%"
                } else {
                    ""
                };
                format!(
                    "run_line_magic({}, {})",
                    quoted(&format!("{all}{name}")),
                    quoted(rest)
                )
            }
            IpyEscapeKind::Help => format!("run_line_magic('pinfo', {})", quoted(value)),
            IpyEscapeKind::Help2 => format!("run_line_magic('pinfo2', {})", quoted(value)),
            // A mistake in Python too.
            IpyEscapeKind::Quote | IpyEscapeKind::Quote2 | IpyEscapeKind::Paren => return,
        };
        let lines = "\n".repeat(self.source[start..end].matches('\n').count());
        self.changes
            .push((start, end, format!("{SHELL}.{call}{lines}")));
    }
}

impl<'a> Visitor<'a> for Found<'_> {
    fn visit_stmt(&mut self, visited: &'a Stmt) {
        match visited {
            Stmt::IpyEscapeCommand(it) => {
                let place = (it.range.start().to_usize(), it.range.end().to_usize());
                self.call(place, it.kind, &it.value, false);
            }
            Stmt::FunctionDef(_) => {
                self.functions += 1;
                walk_stmt(self, visited);
                self.functions -= 1;
            }
            _ => walk_stmt(self, visited),
        }
    }

    fn visit_expr(&mut self, visited: &'a Expr) {
        if let Expr::IpyEscapeCommand(it) = visited {
            let place = (it.range.start().to_usize(), it.range.end().to_usize());
            return self.call(place, it.kind, &it.value, true);
        }
        if !self.has_await || self.depth == MOST_NESTED {
            return;
        }
        let is_lambda = usize::from(matches!(visited, Expr::Lambda(_)));
        let waits = match visited {
            Expr::Await(it) if self.functions == 0 => Some(it.range),
            _ => None,
        };
        if let Some(range) = waits {
            let start = range.start().to_usize();
            let call = format!("{SHELL}.run_awaitable(");
            self.changes.push((start, start + "await".len(), call));
        }
        self.depth += 1;
        self.functions += is_lambda;
        walk_expr(self, visited);
        self.functions -= is_lambda;
        self.depth -= 1;
        if let Some(range) = waits {
            let end = range.end().to_usize();
            self.changes.push((end, end, ")".to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{read, showing};

    #[test]
    fn commands_become_calls_on_their_lines() {
        for (cell, python) in [
            (
                "%matplotlib inline\nx = 1",
                "get_ipython().run_line_magic('matplotlib', 'inline')\nx = 1",
            ),
            (
                "!pip install \\\n  gym\nx = 1",
                "get_ipython().system('pip install   gym')\n\nx = 1",
            ),
            ("files = !ls -l", "files = get_ipython().getoutput('ls -l')"),
            (
                "t = %time f()",
                "t = get_ipython().run_line_magic('time', 'f()')",
            ),
            ("np.sum?", "get_ipython().run_line_magic('pinfo', 'np.sum')"),
            ("??f", "get_ipython().run_line_magic('pinfo2', 'f')"),
            (
                "if x:\n    !ls 'a'\n",
                "if x:\n    get_ipython().system('ls \\'a\\'')\n",
            ),
            (
                "# said\n\n%%writefile a.py\nx = 'a'\n",
                "# said\n\nget_ipython().run_cell_magic('writefile', 'a.py', 'x = \\'a\\'\\n')\n\n",
            ),
            (
                "%%time\n!ls\ny",
                "get_ipython().begin_cell_magic('time', '')\nget_ipython().system('ls')\ny",
            ),
            (
                "x = await f(await g)",
                "x = get_ipython().run_awaitable( f(get_ipython().run_awaitable( g)))",
            ),
            (
                "# said\n  !ls\n  x = 1\n",
                "# said\nget_ipython().system('ls')\nx = 1\n",
            ),
            // Not commands.
            (
                "x = (1\n% 2)\ns = '''\n!ls\n'''",
                "x = (1\n% 2)\ns = '''\n!ls\n'''",
            ),
            (
                "async def f():\n    await g()",
                "async def f():\n    await g()",
            ),
            ("x = % 3", "x = % 3"),
        ] {
            assert_eq!(read(cell), python, "{cell}");
        }
    }

    #[test]
    fn the_last_value_is_shown() {
        for (cell, python) in [
            ("x = 1\nx  # it", "x = 1\n__show__((x))  # it"),
            ("f(a,\n  b)\n", "__show__((f(a,\n  b)))\n"),
            ("*a, b", "__show__((*a, b))"),
            ("x ;", "x ;"),
            ("x = 1", "x = 1"),
            ("if x:\n    y", "if x:\n    y"),
            ("x y", "x y"),
            ("", ""),
        ] {
            assert_eq!(showing(cell), python, "{cell}");
        }
    }
}
