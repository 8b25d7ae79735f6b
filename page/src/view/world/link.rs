//! The text of a class in a link: packed by the browser, and then written with the letters that an
//! address has room for (RFC 4648, base64url without padding).

/// Most letters of a link. Programs for mail and chat cut off longer ones.
pub const MOST: usize = 2_000;
/// Most letters that are unpacked: the page makes none with more.
pub const MOST_READ: usize = 20_000;

/// The 64 letters.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Writes bytes as letters.
pub fn letters(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let at = |place: usize| u32::from(group.get(place).copied().unwrap_or(0));
        let bits = (at(0) << 16) | (at(1) << 8) | at(2);
        // Of one byte two letters, of two three, of three four.
        for place in 0..=group.len() {
            let letter = (bits >> (18 - 6 * place)) & 63;
            text.push(char::from(LETTERS[letter as usize]));
        }
    }
    text
}

/// Reads the bytes of [`letters`]; `None` if the text is something else.
pub fn bytes(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=');
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for group in text.as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for letter in group {
            let number = LETTERS.iter().position(|it| it == letter)?;
            bits = (bits << 6) | number as u32;
        }
        bits <<= 6 * (4 - group.len());
        let [_, all @ ..] = bits.to_be_bytes();
        match group.len() {
            1 => return None,
            count => bytes.extend_from_slice(&all[..count - 1]),
        }
    }
    Some(bytes)
}

/// Says that a link would have this many letters, and what to do instead.
pub fn too_long(found: usize) -> String {
    format!(
        "A link to this class would have {} characters, and only {} travel safely. Save it as a file instead: \
         dropped here, it opens as it is",
        crate::view::format::count(found as u64),
        crate::view::format::count(MOST as u64)
    )
}

/// What is said of a link whose class cannot be read.
pub const BROKEN: &str = "The class in this link cannot be read: the link may have been cut off on its way. Ask for it again, or for \
                          the class as a file. What you had here is still here";

/// What is said where the browser cannot pack texts.
pub const UNABLE: &str = "This browser cannot pack a class into a link. Save it as a file instead: dropped here, it opens as it is";
