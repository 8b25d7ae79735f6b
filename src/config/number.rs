//! How numbers are written: the one reader for settings, links, sweeps, rewards and answers. It
//! knows nothing of fields.
//!
//! A number is a sign, digits, a point and an exponent, with `_` between digits, as Python writes
//! it: `3`, `-0.5`, `.5`, `5.`, `1e-3`, `1_000`. Other glyphs of these characters count as them:
//! `−1`, `１．５`. Every other spelling means another number somewhere, or needs a space or a comma
//! that a list needs too. It is not read, and [`Misread`] has the spelling that is.

/// Why a text was not read as a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misread {
    /// It is no number in any spelling that is known here.
    Unknown,
    /// It is a number in a spelling that is not read.
    Misspelt {
        /// What is said about it, as the end of a sentence that begins with the text.
        advice: String,
        /// The numbers that may have been meant, as they should be written.
        meant: Vec<String>,
    },
}

/// Returns a text with the usual glyphs for its digits, signs and spaces, each in the place of one
/// character.
pub fn plain(text: &str) -> String {
    let glyph = |letter: char| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(letter as u32 - 0xfee0).unwrap_or(letter),
        '−' | '–' | '‒' | '﹣' => '-',
        '×' | '·' | '⋅' | '∗' => '*',
        '÷' | '∕' | '⁄' => '/',
        '’' | '‘' | 'ʼ' | '′' => '\'',
        '、' => ',',
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => ' ',
        '\n' => letter,
        _ if letter.is_whitespace() => ' ',
        _ => letter,
    };
    text.chars().map(glyph).collect()
}

/// Reads a number.
///
/// # Errors
/// If it is none, has another spelling, or is finite only in more than 64 bits.
pub fn decimal(text: &str) -> Result<f64, Misread> {
    let text = plain(text);
    match Digits::read(text.trim()) {
        Some(digits) => digits.float().ok_or(Misread::Unknown),
        None => Err(misspelt(text.trim(), false)),
    }
}

/// Reads a whole number, exactly. One beyond 64 bits is the largest of them, which no field holds.
///
/// # Errors
/// If it is none, or has another spelling. A point before three digits is one: `1.000` is 1 for
/// some and 1000 for others.
pub fn integer(text: &str) -> Result<u64, Misread> {
    let text = plain(text);
    let text = text.trim();
    let whole = Digits::read(text).and_then(|digits| digits.whole());
    match whole {
        Some(whole) if !has_thousands(text) => Ok(whole),
        _ => Err(misspelt(text, true)),
    }
}

/// Returns true if a plain text may have a point between its thousands.
fn has_thousands(text: &str) -> bool {
    grouped(text, '.', ',').is_some() && !text.contains(['e', 'E'])
}

/// The parts of a number: digits, of which `point` stand before the point, and a power of ten.
struct Digits {
    is_negative: bool,
    digits: String,
    point: usize,
    exponent: i64,
}

impl Digits {
    /// Reads plain text.
    fn read(text: &str) -> Option<Self> {
        let (is_negative, unsigned) = signed(text);
        let (number, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((number, exponent)) => {
                let (is_negative, digits) = signed(exponent);
                let digits = run(digits).filter(|digits| !digits.is_empty())?;
                // A power that does not fit is as good as the largest one.
                let power: i64 = digits.parse::<u32>().unwrap_or(u32::MAX).into();
                (number, if is_negative { -power } else { power })
            }
            None => (unsigned, 0),
        };
        let (before, after) = number.split_once('.').unwrap_or((number, ""));
        let (before, after) = (run(before)?, run(after)?);
        let point = before.len();
        let digits = before + &after;
        (!digits.is_empty()).then_some(Self {
            is_negative,
            digits,
            point,
            exponent,
        })
    }

    fn is_zero(&self) -> bool {
        self.digits.bytes().all(|digit| digit == b'0')
    }

    /// Returns the nearest number of 64 bits; none if that is infinite, or 0 for another number.
    fn float(&self) -> Option<f64> {
        let (before, after) = self.digits.split_at(self.point);
        let sign = if self.is_negative { "-" } else { "" };
        let value: f64 = format!("{sign}{before}.{after}e{}", self.exponent)
            .parse()
            .ok()?;
        (value.is_finite() && (value != 0.0 || self.is_zero())).then_some(value)
    }

    /// Returns the number if it is whole and not below 0; the largest one for one that is too
    /// large.
    fn whole(&self) -> Option<u64> {
        if self.is_zero() {
            return Some(0);
        }
        let end = self.point as i64 + self.exponent;
        let significant = self.digits.trim_end_matches('0').len() as i64;
        if self.is_negative || significant > end {
            return None;
        }
        let digits = self.digits.bytes().map(|digit| u64::from(digit - b'0'));
        let mut value = 0_u64;
        for digit in digits
            .chain(std::iter::repeat(0))
            .take(usize::try_from(end).ok()?)
        {
            value = value.saturating_mul(10).saturating_add(digit);
            if value == u64::MAX {
                break;
            }
        }
        Some(value)
    }
}

/// Splits a sign off.
fn signed(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Returns the digits of a text that has nothing else, but for `_` between two of them.
fn run(text: &str) -> Option<String> {
    let is_run = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    (text.is_empty() || text.split('_').all(is_run)).then(|| text.replace('_', ""))
}

/// Returns what is said of a plain text that is not read, if it is a number in one of the other
/// spellings.
fn misspelt(text: &str, whole: bool) -> Misread {
    if let Some(misread) = separated(text, whole) {
        return misread;
    }
    let fits =
        |value: &f64| value.is_finite() && (!whole || (value.fract() == 0.0 && *value >= 0.0));
    let Some((value, what)) = worked_out(text).filter(|(value, _)| fits(value)) else {
        return Misread::Unknown;
    };
    let meant = super::draft::print_number(value);
    Misread::Misspelt {
        advice: format!("{what}; write {meant}"),
        meant: vec![meant],
    }
}

/// Reads commas, points, spaces and apostrophes between digits in every way in which they are used.
fn separated(text: &str, whole: bool) -> Option<Misread> {
    let as_it_stands = Digits::read(text).and_then(|digits| digits.whole());
    let mut meant: Vec<String> = as_it_stands
        .map(|value| value.to_string())
        .into_iter()
        .collect();
    let mut has_groups = false;
    for (group, point) in [
        (',', '.'),
        ('.', ','),
        (' ', ','),
        (' ', '.'),
        ('\'', ','),
        ('\'', '.'),
    ] {
        let Some((number, is_grouped)) = grouped(text, group, point) else {
            continue;
        };
        let number = match Digits::read(&number)?.whole() {
            Some(value) if whole => value.to_string(),
            None if whole => continue,
            _ => number,
        };
        has_groups |= is_grouped;
        if !meant.contains(&number) {
            meant.push(number);
        }
    }
    let advice = match meant.as_slice() {
        [] => return None,
        [number] if has_groups => format!("has a separator between its digits; write {number}"),
        [number] => format!("has a decimal comma; use a point: {number}"),
        several if whole => format!(
            "could be {}; write it without a point or a comma",
            several.join(" or ")
        ),
        several => format!(
            "could be {}; use a point for decimals and nothing between thousands",
            several.join(" or ")
        ),
    };
    Some(Misread::Misspelt { advice, meant })
}

/// Returns a number whose thousands are parted by `group` and whose decimals begin at `point`,
/// written as it is read, and whether there were thousands. None if that is how it stands there, or
/// if it is no such number.
fn grouped(text: &str, group: char, point: char) -> Option<(String, bool)> {
    let (is_negative, unsigned) = signed(text);
    let (number, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => unsigned.split_at(at),
        None => (unsigned, ""),
    };
    let (before, after) = number.split_once(point).unwrap_or((number, ""));
    let has_comma = point == ',' && number.contains(',');
    let groups: Vec<String> = before.split(group).map(run).collect::<Option<_>>()?;
    let after = run(after)?;
    let (first, rest) = groups.split_first()?;
    let is_grouped = !rest.is_empty();
    let are_thousands = (1..=3).contains(&first.len())
        && !first.starts_with('0')
        && rest.iter().all(|group| group.len() == 3);
    let is_empty = groups.concat().is_empty() && after.is_empty();
    if is_empty || (is_grouped && !are_thousands) || !(is_grouped || has_comma) {
        return None;
    }
    let sign = if is_negative { "-" } else { "" };
    let before = groups.concat();
    let before = if before.is_empty() { "0" } else { &before };
    let dot = if after.is_empty() { "" } else { "." };
    let number = format!("{sign}{before}{dot}{after}{exponent}");
    Digits::read(&number).map(|_| (number, is_grouped))
}

/// Works out a percentage, a fraction, a power, a number of thousands and a number with a unit, and
/// says which of them it is.
fn worked_out(text: &str) -> Option<(f64, &'static str)> {
    let number = |text: &str| Digits::read(text.trim())?.float();
    if let Some(percentage) = text.strip_suffix('%') {
        return Some((number(percentage)? / 100.0, "is a percentage"));
    }
    if let Some((above, below)) = text.split_once('/') {
        return Some((number(above)? / number(below)?, "is a fraction"));
    }
    let (times, power) = match text.split_once(['*', 'x']) {
        Some((times, power)) if !power.starts_with('*') => (number(times)?, power),
        _ => (1.0, text),
    };
    if let Some((base, exponent)) = power.split_once("**").or_else(|| power.split_once('^')) {
        let base = number(base).filter(|base| *base > 0.0)?;
        let value = times * base.powf(number(exponent)?);
        // Rounding errors of the last digits are not shown.
        let value = format!("{value:.12e}").parse().unwrap_or(value);
        return Some((value, "is a power"));
    }
    let end = text.rfind(|letter: char| letter.is_ascii_digit() || letter == '.')? + 1;
    let (before, unit) = text.split_at(end);
    let unit = unit.trim();
    if unit.is_empty() || !unit.chars().all(char::is_alphabetic) {
        return None;
    }
    match unit {
        // The beginning of a power of ten.
        "e" | "E" => None,
        "k" | "K" => Some((number(before)? * 1e3, "is in thousands")),
        "M" => Some((number(before)? * 1e6, "is in millions")),
        _ => Some((number(before)?, "has a unit")),
    }
}

#[cfg(test)]
mod tests;
