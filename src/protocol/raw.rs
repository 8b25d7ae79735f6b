//! Columns of numbers as raw bytes, for `#[serde(with = "raw")]`. Some megabytes of them travel
//! with a rollout, and postcard would write and read them number by number. Little endian, like
//! every machine with a browser.

use bytemuck::Pod;
use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer, Serializer};

/// Writes the numbers.
///
/// # Errors
/// When the serializer takes no bytes.
pub fn serialize<T: Pod, S: Serializer>(numbers: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytemuck::cast_slice(numbers))
}

/// Reads the numbers.
///
/// # Errors
/// When there are no bytes, or no whole numbers in them.
pub fn deserialize<'de, T: Pod, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let bytes = <&[u8]>::deserialize(deserializer)?;
    let numbers = bytes.chunks_exact(size_of::<T>());
    match numbers.remainder() {
        [] => Ok(numbers.map(bytemuck::pod_read_unaligned).collect()),
        _ => Err(D::Error::custom("a number is cut short")),
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Columns {
        #[serde(with = "super")]
        floats: Vec<f32>,
        #[serde(with = "super")]
        words: Vec<i32>,
    }

    #[test]
    fn numbers_come_back_bit_by_bit_and_what_is_cut_short_is_refused() {
        let sent = Columns {
            floats: vec![1.5, -0.0, f32::MIN_POSITIVE, f32::INFINITY],
            words: vec![i32::MIN, -1, 7],
        };
        let bytes = postcard::to_extend(&sent, Vec::new()).expect("bytes");
        assert_eq!(bytes.len(), 1 + 16 + 1 + 12);
        let back: Columns = postcard::from_bytes(&bytes).expect("columns");
        assert_eq!(format!("{back:?}"), format!("{sent:?}"));
        let cut: Result<Columns, _> = postcard::from_bytes(&[3, 0, 0, 0, 0]);
        assert!(cut.is_err());
    }
}
