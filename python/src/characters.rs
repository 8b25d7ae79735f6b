//! Characters that are no Python outside of strings and comments: what a word processor, a
//! document, a chat or a keyboard for Chinese, Japanese or Korean puts in the place of those that
//! are.

use rustpython_vm::{AsObject as _, PyResult, VirtualMachine};

/// What to write in place of what looks like it.
const INSTEAD: &[(&str, &str)] = &[
    (
        "\u{201c}\u{201d}\u{201e}\u{201f}\u{2033}\u{ab}\u{bb}\u{300c}\u{300d}\u{300e}\u{300f}\u{301d}\u{301e}",
        "\"",
    ),
    (
        "\u{2018}\u{2019}\u{201a}\u{201b}\u{2032}\u{2039}\u{203a}\u{b4}",
        "'",
    ),
    (
        "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}\u{fe58}\u{fe63}",
        "-",
    ),
    ("\u{2026}", "..."),
    ("\u{d7}\u{2715}\u{2217}\u{22c5}\u{b7}\u{2219}", "*"),
    ("\u{f7}\u{2044}\u{2215}", "/"),
    ("\u{b2}", "**2"),
    ("\u{b3}", "**3"),
    ("\u{2260}", "!="),
    ("\u{2264}", "<="),
    ("\u{2265}", ">="),
    ("\u{2190}", "="),
    ("\u{2192}", "->"),
    ("\u{2227}", "and"),
    ("\u{2228}", "or"),
    ("\u{ac}", "not"),
    ("\u{2208}", "in"),
    ("\u{3001}", ","),
    ("\u{3002}", "."),
    ("\u{3010}\u{3014}", "["),
    ("\u{3011}\u{3015}", "]"),
    ("\u{3008}\u{2329}\u{27e8}", "<"),
    ("\u{3009}\u{232a}\u{27e9}", ">"),
];

/// Returns the message of the error about a character, in CPython's words.
///
/// # Errors
/// When the interpreter cannot say whether it can be seen.
pub fn refusal(letter: char, vm: &VirtualMachine) -> PyResult<String> {
    let text = vm.ctx.new_str(letter.to_string());
    let is_printable = vm.call_method(text.as_object(), "isprintable", ())?;
    let code = u32::from(letter);
    Ok(match is_printable.try_to_bool(vm)? {
        true => format!("invalid character '{letter}' (U+{code:04X})"),
        false => format!("invalid non-printable character U+{code:04X}"),
    })
}

/// Returns what to do about the character that a message names, in half a sentence.
pub fn advice(message: &str) -> Option<String> {
    let rest = message.strip_prefix("invalid ")?;
    if !rest.starts_with("character '") && !rest.starts_with("non-printable character") {
        return None;
    }
    let (_, code) = rest.split_once("U+")?;
    let digits = code.split(|it: char| !it.is_ascii_hexdigit()).next()?;
    let letter = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
    let full_width = matches!(letter, '\u{ff01}'..='\u{ff5e}')
        .then(|| char::from_u32(u32::from(letter) - 0xfee0).map(String::from))
        .flatten();
    let table = INSTEAD.iter().find(|(these, _)| these.contains(letter));
    let instead = full_width.or_else(|| table.map(|(_, instead)| (*instead).to_owned()));
    Some(if let Some(instead) = instead {
        format!(
            "`{letter}` only looks like Python, as a document, a chat or another keyboard writes it: type `{instead}` in its place"
        )
    } else if letter.is_whitespace() {
        "this looks like a space and is another character, as a document or a web page has it: type a space in its place, and look for more of them in the lines that you pasted".to_owned()
    } else if rest.starts_with("non-printable") {
        "this character came along with something pasted and cannot be seen: delete it, or type the line again".to_owned()
    } else {
        format!(
            "`{letter}` stands for nothing in Python outside of a string or a comment: put quotation marks around it, or delete it"
        )
    })
}
