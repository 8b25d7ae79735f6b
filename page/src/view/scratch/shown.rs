//! Words about a program that ran, and addresses of what it made.

use std::fmt::Write as _;

use policy_lab::envs::{EnvId, Sketch};

/// Returns the time that a program took.
pub fn took(secs: f64) -> String {
    match secs {
        secs if secs < 10.0 => format!("{secs:.1} s"),
        secs if secs < 60.0 => format!("{secs:.0} s"),
        secs => format!("{} min {:02} s", (secs / 60.0) as u64, (secs % 60.0) as u64),
    }
}

/// Returns the size of a file.
pub fn size(bytes: usize) -> String {
    match bytes {
        1 => "1 byte".to_owned(),
        bytes if bytes < 1_000 => format!("{bytes} bytes"),
        bytes if bytes < 1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        bytes => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Returns the name of a file without the folders above it.
pub fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns the name of a picture for readers who do not see it: its number, and what it says of
/// itself.
pub fn picture_name(number: usize, svg: &str) -> String {
    let said = svg.split_once("<desc>");
    let said = said.and_then(|(_, rest)| rest.split_once("</desc>"));
    let Some((said, _)) = said else {
        return format!("Figure {number}");
    };
    let said = [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
        .iter()
        .fold(said.to_owned(), |said, (code, letter)| {
            said.replace(code, letter)
        });
    format!("Figure {number}: {said}")
}

/// Returns the address of a picture that is written in it.
pub fn picture_address(svg: &str) -> String {
    let mut address = "data:image/svg+xml,".to_owned();
    for byte in svg.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => address.push(byte.into()),
            b' ' | b'-' | b'_' | b'.' | b'/' | b':' | b',' | b'=' | b'(' | b')' | b';' => {
                address.push(byte.into());
            }
            // Writing to a string cannot fail.
            _ => _ = write!(address, "%{byte:02X}"),
        }
    }
    address
}

/// Returns the picture of an environment that Python names so, and how many numbers it is drawn of;
/// `None` of one that has no picture here.
pub fn picture_of(environment: &str) -> Option<(Sketch, usize)> {
    let name = match environment {
        "Continuous_MountainCar" => "MountainCarContinuous",
        name => name,
    };
    let mut all = EnvId::ALL.into_iter().map(EnvId::spec);
    let spec = all.find(|spec| spec.name() == name)?;
    Some((Sketch::new(spec)?, spec.state.len()))
}

/// Returns what there is to say of a pose, for those who do not see the picture.
pub fn pose_words(environment: &str, quantities: &[(String, f64)]) -> String {
    let quantities = quantities.iter();
    let quantities = quantities.map(|(name, value)| format!("{name} {value:.2}"));
    let quantities: Vec<String> = quantities.collect();
    format!("{environment}: {}", quantities.join(", "))
}
