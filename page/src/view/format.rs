//! Numbers and durations as text for people.

/// Formats a count with thousands separators: `185,000`.
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a rate with three significant digits and thousands separators: `185,000`.
pub fn rate(value: f64) -> String {
    if !value.is_finite() || value <= 0.0 {
        return "0".to_owned();
    }
    let unit = 10_f64.powi((value.log10().floor() as i32 - 2).max(0));
    count(((value / unit).round() * unit) as u64)
}

/// Formats a measured value with about three significant digits: `134.2`, `0.0123`, `2.5e-4`.
pub fn value(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 {
        "0".to_owned()
    } else if size < 1e-3 {
        trim_exponent(&format!("{value:.1e}"))
    } else if size < 1.0 {
        trim(format!("{value:.4}"))
    } else if size < 10.0 {
        trim(format!("{value:.3}"))
    } else if size < 1e5 {
        format!("{value:.1}")
    } else {
        compact(value)
    }
}

/// Formats a measured value that may be below 0, such as a score: `134.2`, `−134.2`.
pub fn score(number: f64) -> String {
    with_minus(value(number))
}

/// Formats a whole number, which may be below 0, with thousands separators: `−1,200`.
pub fn whole(number: f64) -> String {
    let digits = count(number.abs() as u64);
    match number <= -1.0 {
        true => format!("−{digits}"),
        false => digits,
    }
}

/// Writes a true minus sign before a number below 0.
pub fn with_minus(number: String) -> String {
    match number.strip_prefix('-') {
        Some(digits) => format!("−{digits}"),
        None => number,
    }
}

/// Formats a number in a short form for axes: `200k`, `1.5M`, `0.05`, `2e300`.
pub fn compact(value: f64) -> String {
    let size = value.abs();
    if size >= 1e15 {
        trim_exponent(&format!("{value:.1e}"))
    } else if size >= 1e9 {
        trim(format!("{:.2}", value / 1e9)) + "G"
    } else if size >= 1e6 {
        trim(format!("{:.2}", value / 1e6)) + "M"
    } else if size >= 1e3 {
        trim(format!("{:.1}", value / 1e3)) + "k"
    } else if size == 0.0 || size < 1e-9 {
        "0".to_owned()
    } else if size < 1e-3 {
        trim_exponent(&format!("{value:.1e}"))
    } else {
        trim(format!("{value:.3}"))
    }
}

/// Formats a duration with the unit that suits it: `12 s`, `3 min`, `1.5 h`.
pub fn duration(secs: f64) -> String {
    if secs < 90.0 {
        format!("{:.0} s", secs.max(1.0))
    } else if secs < 5400.0 {
        format!("{:.0} min", secs / 60.0)
    } else {
        format!("{:.1} h", secs / 3600.0)
    }
}

/// Formats a number with its noun: `1 iteration`, `2 iterations`.
pub fn plural(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", count(number as u64))
}

/// Joins names as one says them: `a, b and c`.
pub fn joined(mut names: Vec<String>) -> String {
    let last = names.pop().unwrap_or_default();
    match names.is_empty() {
        true => last,
        false => format!("{} and {last}", names.join(", ")),
    }
}

/// Removes trailing zeros after a decimal point.
pub fn trim(text: String) -> String {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// Removes a needless `.0` before an exponent: `1.0e-3` becomes `1e-3`.
fn trim_exponent(text: &str) -> String {
    text.replacen(".0e", "e", 1)
}
