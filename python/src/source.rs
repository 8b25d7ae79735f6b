//! Texts of Python that do not parse. Before RustPython says so it looks for wrong escapes in them,
//! byte by byte, and breaks off where a string that nobody closes ends in the middle of a letter,
//! as `"é` does. So they are refused before.

use std::ops::Range;

use rustpython_vm::builtins::{PyBaseExceptionRef, PyCode, PyStr};
use rustpython_vm::compiler::ast::visitor::{Visitor, walk_expr, walk_stmt};
use rustpython_vm::compiler::ast::{Expr, Mod, ModModule, Stmt};
use rustpython_vm::compiler::core::OneIndexed;
use rustpython_vm::compiler::parser::{LexicalErrorType, ParseErrorType};
use rustpython_vm::compiler::{self, CompileError, Mode, TokenKind, parser};
use rustpython_vm::function::FuncArgs;
use rustpython_vm::vm::VmCompileError;
use rustpython_vm::{AsObject as _, PyObjectRef, PyRef, PyResult, VirtualMachine};

use super::characters;

/// CPython's most levels of indentation, the first of none among them.
const MOST_LEVELS: usize = 100;
/// Most operators before one operand. The parser nests for each of them, and has room for more than
/// these in every browser.
const MOST_PREFIXES: usize = 1_000;
/// Most lines above a wrong one at which it is tried whether what stands above them parses.
const MOST_TRIED: usize = 20;
/// Deepest expressions that are looked through. CPython refuses as many brackets in each other.
pub const MOST_NESTED: usize = 200;
/// Functions that compile a text that a program hands them.
const COMPILING: [&str; 3] = ["compile", "eval", "exec"];

/// Compiles the text of a cell.
///
/// # Errors
/// `SyntaxError` where it is no Python.
pub fn compile(source: &str, file: &str, vm: &VirtualMachine) -> PyResult<PyRef<PyCode>> {
    refuse(source, file, vm)?;
    let compiled = vm.compile(source, Mode::Exec, file.to_owned());
    compiled.map_err(|error| {
        let error = misplaced(source, file, vm).map_or(error, VmCompileError::from);
        error.into_pyexception(vm, Some(source))
    })
}

/// Returns the error of the statement at which the parser fails. The parser nests as the text does,
/// and so does what looks through its tree.
fn misplaced(source: &str, file: &str, vm: &VirtualMachine) -> Option<CompileError> {
    let mut depth = 0_usize;
    let mut depths = source.bytes().map(|byte| {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth
    });
    // Python has refused such a text before it was parsed.
    if depths.any(|depth| depth > MOST_NESTED) {
        return None;
    }
    let look = || error_of_statement(source, file, vm);
    #[cfg(target_arch = "wasm32")]
    return super::stack::further(look);
    #[cfg(not(target_arch = "wasm32"))]
    look()
}

/// Returns the error of the statement at which the parser fails. RustPython then looks through the
/// whole text for a mistake that it has CPython's words for, and takes for one what is right: a
/// lambda that is handed to a function, for a forgotten comma. So it sees that statement alone:
/// what parses above stands for nothing but its lines, and what is below is left out.
fn error_of_statement(source: &str, file: &str, vm: &VirtualMachine) -> Option<CompileError> {
    let parsed = parser::parse_unchecked(source, parser::Mode::Module.into());
    let wrong = parsed.errors().first()?.location.start().to_usize();
    let lines = parsed.tokens().iter().map(|token| token.as_tuple());
    let lines: Vec<(usize, usize)> = lines
        .filter(|(kind, _)| *kind == TokenKind::Newline)
        .map(|(_, range)| (range.start().to_usize(), range.end().to_usize()))
        .collect();
    let end = lines.iter().find(|(start, _)| *start >= wrong);
    let end = end.map_or(source.len(), |(_, end)| *end);
    let mut plain = Plain {
        text: source.as_bytes()[..end].to_owned(),
        place: 0..0,
        has_statements: true,
        depth: 0,
    };
    let above = lines
        .iter()
        .rev()
        .filter(|(start, end)| *start < wrong && *end <= wrong);
    let above = above
        .take(MOST_TRIED)
        .find_map(|(_, end)| Some((*end, whole(&source[..*end])?)));
    if let Some((end, module)) = above {
        plain.place.end = end;
        plain.visit_body(&module.syntax().body);
    }
    // Of the statement itself, the lambdas that end before what is wrong.
    plain.place = plain.place.end..wrong;
    plain.has_statements = false;
    if let Mod::Module(module) = parsed.syntax() {
        plain.visit_body(&module.body);
    }
    let text = String::from_utf8(plain.text).ok()?;
    let error = compiler::compile(&text, Mode::Exec, file, vm.compile_opts()).err()?;
    // Before CPython says no more than this, it reads on to the end.
    let is_unread = |it: &parser::ParseError| {
        matches!(it.error, ParseErrorType::Lexical(_)) && it.location.start().to_usize() >= end
    };
    let has_more = parsed.errors().iter().any(is_unread) && error.to_string() == "invalid syntax";
    (!has_more).then_some(error)
}

/// Returns the tree of a text that is right, whose last line may begin a block.
fn whole(text: &str) -> Option<parser::Parsed<ModModule>> {
    let margin = text
        .lines()
        .map(|line| line.len() - line.trim_start().len());
    let block = format!("{text}{} pass", " ".repeat(margin.max()?));
    [text, &block]
        .into_iter()
        .find_map(|text| parser::parse_module(text).ok())
}

/// A text in which a number takes the place of each lambda in `place`, and of each statement that
/// is no block where it has those.
struct Plain {
    text: Vec<u8>,
    place: Range<usize>,
    has_statements: bool,
    /// How many expressions what is visited is in.
    depth: usize,
}

impl Plain {
    /// Puts a number there, which has as many lines. Returns false if it is not in the place.
    fn put(&mut self, at: Range<usize>) -> bool {
        let is_in = at.start >= self.place.start && at.end <= self.place.end;
        if is_in && !at.is_empty() {
            for letter in &mut self.text[at.clone()] {
                if !matches!(letter, b'\n' | b'\r') {
                    *letter = b' ';
                }
            }
            self.text[at.start] = b'0';
        }
        is_in
    }
}

impl Plain {
    /// Takes out the parameters of a function, `(self, *, seed=None)`, if they end before the place
    /// does. RustPython would take a bare star in them for the mistake.
    fn take_out(&mut self, parameters: Range<usize>) {
        let is_before = parameters.end <= self.place.end;
        let part = self.text.get_mut(parameters).filter(|_| is_before);
        if let Some([b'(', inner @ .., b')']) = part {
            for letter in inner {
                if !matches!(letter, b'\n' | b'\r') {
                    *letter = b' ';
                }
            }
        }
    }
}

impl<'a> Visitor<'a> for Plain {
    fn visit_stmt(&mut self, visited: &'a Stmt) {
        if let Stmt::FunctionDef(it) = visited {
            let range = it.parameters.range;
            self.take_out(range.start().to_usize()..range.end().to_usize());
        }
        let at = simple(visited).filter(|_| self.has_statements);
        if !at.is_some_and(|at| self.put(at)) {
            walk_stmt(self, visited);
        }
    }

    fn visit_expr(&mut self, visited: &'a Expr) {
        let is_put = match visited {
            Expr::Lambda(it) => self.put(it.range.start().to_usize()..it.range.end().to_usize()),
            _ => false,
        };
        if !is_put && self.depth < MOST_NESTED {
            self.depth += 1;
            walk_expr(self, visited);
            self.depth -= 1;
        }
    }
}

/// Returns the place of a statement that is no block.
fn simple(statement: &Stmt) -> Option<Range<usize>> {
    let range = match statement {
        Stmt::Return(it) => it.range,
        Stmt::Delete(it) => it.range,
        Stmt::TypeAlias(it) => it.range,
        Stmt::Assign(it) => it.range,
        Stmt::AugAssign(it) => it.range,
        Stmt::AnnAssign(it) => it.range,
        Stmt::Raise(it) => it.range,
        Stmt::Assert(it) => it.range,
        Stmt::Import(it) => it.range,
        Stmt::ImportFrom(it) => it.range,
        Stmt::Global(it) => it.range,
        Stmt::Nonlocal(it) => it.range,
        Stmt::Expr(it) => it.range,
        Stmt::Pass(it) => it.range,
        Stmt::Break(it) => it.range,
        Stmt::Continue(it) => it.range,
        _ => return None,
    };
    Some(range.start().to_usize()..range.end().to_usize())
}

/// Lets the functions that compile refuse such texts too.
///
/// # Errors
/// When one of them is missing.
pub fn guard(vm: &VirtualMachine) -> PyResult<()> {
    for name in COMPILING {
        let own: PyObjectRef = vm.builtins.get_attr(name, vm)?;
        let guarded = vm.new_function(
            name,
            move |given: FuncArgs, vm: &VirtualMachine| -> PyResult {
                let text = |at: usize| {
                    let text = given.args.get(at)?.downcast_ref::<PyStr>()?.to_str()?;
                    Some(text.to_owned())
                };
                let Some(source) = text(0) else {
                    return own.call(given, vm);
                };
                // `eval` takes an expression that is indented.
                let source = match name {
                    "eval" => source.trim_start_matches([' ', '\t']).to_owned(),
                    _ => source,
                };
                let file = text(1).filter(|_| name == "compile");
                let file = file.unwrap_or_else(|| "<string>".to_owned());
                refuse(&source, &file, vm)?;
                own.call(given, vm).map_err(|error| {
                    let is_syntax = error.fast_isinstance(vm.ctx.exceptions.syntax_error);
                    let error_of = |it: CompileError| {
                        VmCompileError::from(it).into_pyexception(vm, Some(&source))
                    };
                    let found =
                        (is_syntax && name != "eval").then(|| misplaced(&source, &file, vm));
                    found.flatten().map_or(error, error_of)
                })
            },
        );
        vm.builtins.set_attr(name, guarded, vm)?;
    }
    Ok(())
}

/// Raises the error of a text that does not parse, if RustPython might break off at it or does not
/// name the character that is no Python.
fn refuse(source: &str, file: &str, vm: &VirtualMachine) -> PyResult<()> {
    if let Some(line) = too_far_in(source) {
        let message = vm.ctx.new_str("too many levels of indentation");
        let kind = vm.ctx.exceptions.indentation_error.as_object();
        let error = kind.call((message,), vm)?;
        error.set_attr("lineno", vm.ctx.new_int(line), vm)?;
        error.set_attr("filename", vm.ctx.new_str(file), vm)?;
        let error: PyBaseExceptionRef = error.try_into_value(vm)?;
        return Err(error);
    }
    if longest_prefix(source) > MOST_PREFIXES {
        return Err(vm.new_recursion_error("maximum recursion depth exceeded during compilation"));
    }
    if source.is_ascii() {
        return Ok(());
    }
    let parsed = parser::parse_unchecked(source, parser::Mode::Module.into());
    if parsed.errors().is_empty() {
        return Ok(());
    }
    let tried = [Mode::Eval, Mode::Single, Mode::Exec]
        .map(|mode| compiler::compile(source, mode, file, vm.compile_opts()));
    let mut failed = None;
    for tried in tried {
        match tried {
            Ok(_) => return Ok(()),
            Err(error) => failed = Some(error),
        }
    }
    let Some(mut failed) = failed else {
        return Ok(());
    };
    let unread = foreign(parsed.errors());
    if unread.is_none()
        && let Some(error) = misplaced(source, file, vm)
    {
        failed = error;
    }
    if let CompileError::Parse(error) = &mut failed
        && let Some((letter, at)) = unread
    {
        let before = &source[..at];
        let line = before.matches('\n').count();
        let column = before.chars().rev().take_while(|it| *it != '\n').count();
        error.error = ParseErrorType::OtherError(characters::refusal(letter, vm)?);
        error.location.line = OneIndexed::from_zero_indexed(line);
        error.location.character_offset = OneIndexed::from_zero_indexed(column);
        error.end_location = error.location;
        error.end_location.character_offset = OneIndexed::from_zero_indexed(column + 1);
    }
    Err(VmCompileError::from(failed).into_pyexception(vm, Some(source)))
}

/// Returns true if the parser might break off at a text. It raises an error when it is compiled.
pub fn is_too_deep(source: &str) -> bool {
    too_far_in(source).is_some() || longest_prefix(source) > MOST_PREFIXES
}

/// Returns the line with which blocks are nested more deeply than CPython takes, for each of which
/// the parser nests.
fn too_far_in(source: &str) -> Option<usize> {
    let mut levels = vec![0];
    for (at, line) in source.lines().enumerate() {
        let bare = line.trim_start_matches([' ', '\t', '\u{c}']);
        if bare.is_empty() || bare.starts_with('#') {
            continue;
        }
        let level = line.len() - bare.len();
        levels.retain(|outer| *outer < level);
        levels.push(level);
        if levels.len() > MOST_LEVELS {
            return Some(at + 1);
        }
    }
    None
}

/// Returns the length of the longest row of operators such as `- - not`, each of which applies to
/// what the rest comes to.
fn longest_prefix(source: &str) -> usize {
    let (mut longest, mut length, mut rest) = (0, 0_usize, source);
    while let Some(letter) = rest.chars().next() {
        let is_not = rest
            .strip_prefix("not")
            .is_some_and(|after| after.starts_with([' ', '\t', '(']));
        match letter {
            '-' | '+' | '~' => length += 1,
            'n' if is_not => length += 1,
            ' ' | '\t' => {}
            _ => length = 0,
        }
        longest = longest.max(length);
        rest = &rest[if is_not { 3 } else { letter.len_utf8() }..];
    }
    longest
}

/// Returns the first letter outside of strings and comments that no name and no operator of Python
/// has, and where it stands. CPython reads all letters before it says what else is wrong; only what
/// cannot be read further up comes first.
fn foreign(errors: &[parser::ParseError]) -> Option<(char, usize)> {
    let mut unread = errors.iter().filter_map(|it| match it.error {
        ParseErrorType::Lexical(LexicalErrorType::UnrecognizedToken { tok }) => {
            (!tok.is_ascii()).then(|| Some((tok, it.location.start().to_usize())))
        }
        ParseErrorType::Lexical(_) => Some(None),
        _ => None,
    });
    unread.next().flatten()
}
