//! [`policy_lab::random`]'s numbers on the GPU: the same bits.

use burn::cubecl::{self, prelude::*};

/// Two random words.
#[derive(CubeType, Clone, Copy)]
pub struct Words {
    /// The first word.
    pub x: u32,
    /// The second word.
    pub y: u32,
}

/// Computes Threefry-2x32 with 20 rounds; see [`policy_lab::random`].
#[cube]
pub fn threefry(key_0: u32, key_1: u32, counter_0: u32, counter_1: u32) -> Words {
    let key_2 = 0x1BD1_1BDAu32 ^ key_0 ^ key_1;
    let mut words = Words {
        x: counter_0 + key_0,
        y: counter_1 + key_1,
    };
    four_rounds(&mut words, comptime!([13, 15, 26, 6]));
    words.x += key_1;
    words.y += key_2 + 1u32;
    four_rounds(&mut words, comptime!([17, 29, 16, 24]));
    words.x += key_2;
    words.y += key_0 + 2u32;
    four_rounds(&mut words, comptime!([13, 15, 26, 6]));
    words.x += key_0;
    words.y += key_1 + 3u32;
    four_rounds(&mut words, comptime!([17, 29, 16, 24]));
    words.x += key_1;
    words.y += key_2 + 4u32;
    four_rounds(&mut words, comptime!([13, 15, 26, 6]));
    words.x += key_2;
    words.y += key_0 + 5u32;
    words
}

#[cube]
fn four_rounds(words: &mut Words, #[comptime] rotations: [u32; 4]) {
    #[unroll]
    for index in 0..4 {
        let left = comptime!(rotations[index]);
        words.x += words.y;
        words.y = ((words.y << left) | (words.y >> comptime!(32 - left))) ^ words.x;
    }
}

/// Returns the top 24 bits as a fraction in [0, 1).
#[cube]
pub fn unit(bits: u32) -> f32 {
    f32::cast_from(bits >> 8u32) / 16_777_216.0f32
}
