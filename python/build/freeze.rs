//! Compiles the Python modules that are frozen into the binary.

use std::fs;
use std::io::{Error, Result};
use std::path::PathBuf;

use rustpython_compiler::core::frozen::{FrozenCodeObject, FrozenLib, FrozenModule};
use rustpython_compiler::core::marshal::serialize_code;
use rustpython_compiler::{CodeObject, CompileOpts, Mode, compile};

/// Returns modules, given by their names and files, as `FrozenLib` reads them.
///
/// # Errors
/// A file that cannot be read, or is not Python.
pub fn frozen(modules: &[(String, PathBuf)]) -> Result<Vec<u8>> {
    let compiled: Result<Vec<_>> = modules
        .iter()
        .map(|(name, path)| module(name, path))
        .collect();
    Ok(FrozenLib::encode(compiled?).bytes)
}

fn module<'a>(name: &'a str, path: &PathBuf) -> Result<(&'a str, FrozenModule<Vec<u8>>)> {
    let source = fs::read_to_string(path)?;
    let code = compile(&source, Mode::Exec, name, CompileOpts::default());
    let code = code.map_err(|why| Error::other(format!("{}: {why}", path.display())))?;
    let code = FrozenCodeObject {
        bytes: stored(&code),
    };
    let package = path.ends_with("__init__.py");
    Ok((name, FrozenModule { code, package }))
}

/// Returns code in the format of the interpreter, LZ4 after a length, but as literals alone: a
/// server compresses the whole program far better as long as nothing in it is compressed already.
fn stored(code: &CodeObject) -> Vec<u8> {
    let mut literals = Vec::new();
    serialize_code(&mut literals, code);
    let mut bytes = (literals.len() as u32).to_le_bytes().to_vec();
    // The upper half of the first byte is the number of literals up to 15. What is left of it
    // follows, 255 a byte.
    match literals.len().checked_sub(15) {
        None => bytes.push((literals.len() as u8) << 4),
        Some(left) => {
            bytes.push(0xF0);
            bytes.extend(std::iter::repeat_n(u8::MAX, left / 255));
            bytes.push((left % 255) as u8);
        }
    }
    bytes.extend(literals);
    bytes
}
