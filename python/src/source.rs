//! Texts of Python that do not parse. Before RustPython says so it looks for wrong escapes in them,
//! byte by byte, and breaks off where a string that nobody closes ends in the middle of a letter,
//! as `"é` does. So they are refused before.

use rustpython_vm::builtins::{PyBaseExceptionRef, PyCode, PyStr};
use rustpython_vm::compiler::ast::Expr;
use rustpython_vm::compiler::ast::visitor::{Visitor, walk_expr};
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
        let error = without_lambdas(source, file, vm).map_or(error, VmCompileError::from);
        error.into_pyexception(vm, Some(source))
    })
}

/// Returns the error that a text has besides its lambdas, if it is blamed on a line above where
/// nothing is wrong: RustPython takes a lambda that is handed to a function for a forgotten comma,
/// once anything else in the text is wrong.
fn without_lambdas(source: &str, file: &str, vm: &VirtualMachine) -> Option<CompileError> {
    let parsed = parser::parse_unchecked(source, parser::Mode::Module.into());
    let wrong = parsed.errors().first()?.location.start();
    let tokens = parsed.tokens().iter().map(|token| token.as_tuple());
    let mut ends = tokens.filter(|(kind, range)| {
        *kind == TokenKind::Newline && range.start() < wrong && range.end() <= wrong
    });
    let above = &source[..ends.next_back()?.1.end().to_usize()];
    let blamed = compiler::compile(source, Mode::Exec, file, vm.compile_opts()).err()?;
    if blamed.python_location().0 > above.lines().count() {
        return None;
    }
    // The last line above may begin a block.
    let margin = above
        .lines()
        .map(|line| line.len() - line.trim_start().len());
    let block = format!("{above}{} pass", " ".repeat(margin.max()?));
    let module = [above, &block]
        .into_iter()
        .find_map(|text| parser::parse_module(text).ok())?;
    let mut lambdas = Lambdas(source.as_bytes().to_owned());
    lambdas.visit_body(&module.syntax().body);
    let text = String::from_utf8(lambdas.0).ok()?;
    compiler::compile(&text, Mode::Exec, file, vm.compile_opts()).err()
}

/// A text in which a number takes the place of each lambda visited.
struct Lambdas(Vec<u8>);

impl<'a> Visitor<'a> for Lambdas {
    fn visit_expr(&mut self, visited: &'a Expr) {
        match visited {
            Expr::Lambda(lambda) => {
                let place = lambda.range.start().to_usize()..lambda.range.end().to_usize();
                for letter in &mut self.0[place.clone()] {
                    if !matches!(letter, b'\n' | b'\r') {
                        *letter = b' ';
                    }
                }
                self.0[place.start] = b'0';
            }
            _ => walk_expr(self, visited),
        }
    }
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
                if let Some(text) = given.args.first().and_then(|it| it.downcast_ref::<PyStr>())
                    && let Some(text) = text.to_str()
                {
                    // `eval` takes an expression that is indented.
                    let text = match name {
                        "eval" => text.trim_start_matches([' ', '\t']),
                        _ => text,
                    };
                    refuse(text, "<string>", vm)?;
                }
                own.call(given, vm)
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
    if let CompileError::Parse(error) = &mut failed
        && let Some((letter, at)) = foreign(parsed.errors())
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
