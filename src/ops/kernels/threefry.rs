//! [`crate::random`]'s numbers on the GPU: the same bits.

use burn::cubecl::{self, prelude::*};

/// Two words.
#[derive(CubeType, Clone, Copy)]
pub struct Words {
    /// The first.
    pub x: u32,
    /// The second.
    pub y: u32,
}

/// Threefry-2x32 with 20 rounds; see [`crate::random`].
#[cube]
pub fn threefry(key_0: u32, key_1: u32, counter_0: u32, counter_1: u32) -> Words {
    let key_2 = 0x1BD1_1BDAu32 ^ key_0 ^ key_1;
    let mut x = counter_0 + key_0;
    let mut y = counter_1 + key_1;
    round(&mut x, &mut y, 13u32, 15u32, 26u32, 6u32);
    x += key_1;
    y += key_2 + 1u32;
    round(&mut x, &mut y, 17u32, 29u32, 16u32, 24u32);
    x += key_2;
    y += key_0 + 2u32;
    round(&mut x, &mut y, 13u32, 15u32, 26u32, 6u32);
    x += key_0;
    y += key_1 + 3u32;
    round(&mut x, &mut y, 17u32, 29u32, 16u32, 24u32);
    x += key_1;
    y += key_2 + 4u32;
    round(&mut x, &mut y, 13u32, 15u32, 26u32, 6u32);
    x += key_2;
    y += key_0 + 5u32;
    Words { x, y }
}

#[cube]
fn round(
    x: &mut u32,
    y: &mut u32,
    #[comptime] a: u32,
    #[comptime] b: u32,
    #[comptime] c: u32,
    #[comptime] d: u32,
) {
    mix(x, y, a);
    mix(x, y, b);
    mix(x, y, c);
    mix(x, y, d);
}

#[cube]
fn mix(x: &mut u32, y: &mut u32, #[comptime] rotation: u32) {
    *x += *y;
    *y = ((*y << rotation) | (*y >> comptime!(32 - rotation))) ^ *x;
}

/// The top 24 bits as a fraction.
#[cube]
pub fn unit(bits: u32) -> f32 {
    f32::cast_from(bits >> 8u32) / 16_777_216.0f32
}
