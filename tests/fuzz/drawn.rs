//! Values of any type that serde reads, drawn from bytes. So all messages and all records are tried
//! without a list of them: a new variant is drawn from the day it exists.

use std::fmt;

use serde::de::value::U32Deserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer,
    MapAccess, SeqAccess, VariantAccess, Visitor,
};

/// Letters that formats treat in a way of their own, among usual ones.
const LETTERS: [char; 16] = [
    'a', 'Z', '0', '.', ' ', '"', '\\', '\n', ',', ';', ':', '-', '\0', 'é', '\u{2028}', '𝄞',
];
/// Numbers at the ends of their types.
const FLOATS: [f64; 12] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    500.0,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    5e-324,
    1e300,
    f32::MAX as f64,
];

/// Draws a value. All of it follows from the bytes; without further bytes lists are empty and
/// numbers 0. `None` if the type refuses what was drawn.
///
/// With `is_finite` no number is NaN or infinite, which JSON cannot write, and none without a sign
/// is above a browser's 32 bits, which files cannot hold.
pub fn drawn<T: DeserializeOwned>(bytes: &[u8], is_finite: bool) -> Option<T> {
    T::deserialize(&mut Source { bytes, is_finite }).ok()
}

struct Source<'de> {
    bytes: &'de [u8],
    is_finite: bool,
}

impl Source<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else {
            return 0;
        };
        self.bytes = rest;
        *first
    }

    fn word(&mut self) -> u64 {
        let bytes = [(); 8].map(|()| self.byte());
        u64::from_le_bytes(bytes)
    }

    /// A number without a sign.
    fn count(&mut self) -> u64 {
        let number = self.whole();
        match self.is_finite {
            true => number.min(u32::MAX.into()),
            false => number,
        }
    }

    /// A length: mostly small, and none without bytes to fill it.
    fn length(&mut self) -> usize {
        let length = match self.byte() {
            byte @ 0..=239 => usize::from(byte % 4),
            byte => 10 * usize::from(byte - 239),
        };
        length.min(self.bytes.len())
    }

    fn float(&mut self) -> f64 {
        let number = match self.byte() {
            byte @ 0..=127 => f64::from(byte) / 4.0,
            byte @ 128..=191 => FLOATS[usize::from(byte) % FLOATS.len()],
            _ => f64::from_bits(self.word()),
        };
        match self.is_finite && !number.is_finite() {
            true => 0.0,
            false => number,
        }
    }

    fn single(&mut self) -> f32 {
        let number = self.float() as f32;
        match self.is_finite && !number.is_finite() {
            true => f32::MAX,
            false => number,
        }
    }

    /// A whole number: small ones and those at the end of their type more often.
    fn whole(&mut self) -> u64 {
        match self.byte() {
            byte @ 0..=159 => u64::from(byte),
            160..=191 => u64::MAX,
            192..=207 => u64::from(u32::MAX),
            _ => self.word(),
        }
    }

    fn text(&mut self) -> String {
        let length = self.length();
        let letter = |_| LETTERS[usize::from(self.byte()) % LETTERS.len()];
        (0..length).map(letter).collect()
    }
}

/// The reason why a type takes no drawn value.
#[derive(Debug)]
pub struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("refused")
    }
}

impl std::error::Error for Refused {}

impl Error for Refused {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// Implements methods that draw a plain value.
macro_rules! plain {
    ($($method:ident $visit:ident $draw:expr;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            let draw: fn(&mut Source<'de>) -> _ = $draw;
            visitor.$visit(draw(self))
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Source<'de> {
    type Error = Refused;

    plain! {
        deserialize_bool visit_bool |it| it.byte() % 2 == 1;
        deserialize_i8 visit_i8 |it| it.whole() as i8;
        deserialize_i16 visit_i16 |it| it.whole() as i16;
        deserialize_i32 visit_i32 |it| it.whole() as i32;
        deserialize_i64 visit_i64 |it| it.whole() as i64;
        deserialize_u8 visit_u8 |it| it.byte();
        deserialize_u16 visit_u16 |it| it.whole() as u16;
        deserialize_u32 visit_u32 |it| it.whole() as u32;
        deserialize_u64 visit_u64 |it| it.count();
        deserialize_f32 visit_f32 |it| it.single();
        deserialize_f64 visit_f64 |it| it.float();
        deserialize_char visit_char |it| LETTERS[usize::from(it.byte()) % LETTERS.len()];
        deserialize_str visit_string |it| it.text();
        deserialize_string visit_string |it| it.text();
        // By their place: the names of fields need not be known. A tag of an enumeration has few
        // variants.
        deserialize_identifier visit_u64 |it| u64::from(it.byte() % 5);
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Refused> {
        Err(Refused)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_unit()
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        // Most of what travels as bytes are numbers of four bytes each.
        let length = 4 * (self.length() / 4);
        let (bytes, rest) = self.bytes.split_at(length.min(self.bytes.len()));
        self.bytes = rest;
        visitor.visit_borrowed_bytes(bytes)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.byte() % 3 {
            0 => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        let left = self.length();
        visitor.visit_seq(Several { source: self, left })
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        left: usize,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        visitor.visit_seq(Several { source: self, left })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        left: usize,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        visitor.visit_seq(Several { source: self, left })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        let left = self.length();
        visitor.visit_map(Several { source: self, left })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        let left = fields.len();
        visitor.visit_seq(Several { source: self, left })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        let variant = u32::from(self.byte()) % (variants.len().max(1) as u32);
        visitor.visit_enum(Chosen {
            source: self,
            variant,
        })
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// The elements of a list, the fields of a struct, or the entries of a map.
struct Several<'a, 'de> {
    source: &'a mut Source<'de>,
    left: usize,
}

impl<'de> SeqAccess<'de> for Several<'_, 'de> {
    type Error = Refused;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Refused> {
        let Some(left) = self.left.checked_sub(1) else {
            return Ok(None);
        };
        self.left = left;
        seed.deserialize(&mut *self.source).map(Some)
    }
}

impl<'de> MapAccess<'de> for Several<'_, 'de> {
    type Error = Refused;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Refused> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Refused> {
        seed.deserialize(&mut *self.source)
    }
}

/// A variant of an enumeration, with what it holds.
struct Chosen<'a, 'de> {
    source: &'a mut Source<'de>,
    variant: u32,
}

impl<'de> EnumAccess<'de> for Chosen<'_, 'de> {
    type Error = Refused;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Refused> {
        let variant: U32Deserializer<Refused> = self.variant.into_deserializer();
        Ok((seed.deserialize(variant)?, self))
    }
}

impl<'de> VariantAccess<'de> for Chosen<'_, 'de> {
    type Error = Refused;

    fn unit_variant(self) -> Result<(), Refused> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Refused> {
        seed.deserialize(self.source)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.source.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.source.deserialize_tuple(fields.len(), visitor)
    }
}
