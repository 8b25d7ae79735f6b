//! Encodes messages as bytes: a version, then the value as
//! [postcard](https://postcard.jamesmunns.com/wire-format) writes it. Every float arrives as it
//! left, NaN among them.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Changes whenever a source of the protocol does: the build computes it (`build/version.rs`).
const VERSION: u32 = parse(env!("POLICY_LAB_PROTOCOL"));

/// A message that cannot be written or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodingError {
    /// The message comes from a build with another protocol.
    #[error("page and worker are of different builds; reload the page")]
    OtherVersion,
    /// The bytes are cut short, or no message at all.
    #[error("page and worker do not understand each other ({0}); reload the page")]
    Malformed(postcard::Error),
}

/// Returns the message as bytes: the version in four bytes, little endian, and the value.
///
/// # Errors
/// When a part of the value is of a kind that postcard cannot write.
pub fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>, EncodingError> {
    let frame = VERSION.to_le_bytes().to_vec();
    postcard::to_extend(value, frame).map_err(EncodingError::Malformed)
}

/// Reads what [`encode`] wrote.
///
/// # Errors
/// When another build wrote it, or when it is not a `T`, whole and with nothing behind it.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, EncodingError> {
    let malformed = EncodingError::Malformed;
    let Some((version, value)) = bytes.split_first_chunk() else {
        return Err(malformed(postcard::Error::DeserializeUnexpectedEnd));
    };
    if u32::from_le_bytes(*version) != VERSION {
        return Err(EncodingError::OtherVersion);
    }
    match postcard::take_from_bytes(value).map_err(malformed)? {
        (value, []) => Ok(value),
        _ => Err(malformed(postcard::Error::DeserializeBadEncoding)),
    }
}

/// Reads a number that the build wrote in decimals.
const fn parse(digits: &str) -> u32 {
    let digits = digits.as_bytes();
    let (mut number, mut at) = (0, 0);
    while at < digits.len() {
        number = number * 10 + (digits[at] - b'0') as u32;
        at += 1;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::presets::PRESETS;
    use crate::protocol::{Command, Event, Frame};

    fn round_trip<T: Serialize + DeserializeOwned>(value: &T) -> T {
        decode(&encode(value).expect("bytes")).expect("the same")
    }

    #[test]
    fn every_float_arrives_as_it_left() {
        let poses = [
            f32::NAN,
            f32::INFINITY,
            -0.0,
            0.1 + 0.2,
            f32::MIN_POSITIVE / 2.0,
        ];
        let frame = Frame {
            poses: poses.to_vec(),
            ..Frame::default()
        };
        let arrived = round_trip(&frame);
        let bits = |numbers: &[f32]| numbers.iter().map(|it| it.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&arrived.poses), bits(&poses));
    }

    #[test]
    fn the_settings_of_every_preset_arrive() {
        for preset in PRESETS {
            let command = Command::Start {
                config: Box::new((preset.config)()),
                from: None,
            };
            assert_eq!(round_trip(&command), command, "{}", preset.id);
        }
    }

    #[test]
    fn a_message_of_another_build_is_told_from_a_broken_one() {
        let whole = encode(&Event::Ready).expect("bytes");
        let mut other = whole.clone();
        other[0] ^= 1;
        assert_eq!(decode::<Event>(&other), Err(EncodingError::OtherVersion));
        for broken in [&whole[..2], &whole[..4], &[&whole[..], &[0]].concat()] {
            let read = decode::<Event>(broken);
            assert!(matches!(read, Err(EncodingError::Malformed(_))), "{read:?}");
        }
    }
}
