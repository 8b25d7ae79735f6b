//! [`policy_lab::random`]'s numbers on the GPU: the same bits.

use burn::cubecl::{self, prelude::*};
use policy_lab::random::{PARITY, ROTATIONS};

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
    let mut schedule = Sequence::<u32>::new();
    schedule.push(key_0);
    schedule.push(key_1);
    schedule.push(PARITY ^ key_0 ^ key_1);
    let mut words = Words {
        x: counter_0 + key_0,
        y: counter_1 + key_1,
    };
    #[unroll]
    for block in 0..5 {
        #[unroll]
        for index in 0..4 {
            let left = comptime!(ROTATIONS[block % 2][index]);
            words.x += words.y;
            words.y = ((words.y << left) | (words.y >> comptime!(32 - left))) ^ words.x;
        }
        words.x += *schedule.index(comptime!((block + 1) % 3));
        words.y += *schedule.index(comptime!((block + 2) % 3)) + comptime!(block as u32 + 1);
    }
    words
}

/// Returns the top 24 bits as a fraction in [0, 1).
#[cube]
pub fn unit(bits: u32) -> f32 {
    f32::cast_from(bits >> 8u32) / 16_777_216.0f32
}
