//! Sums over the threads of a workgroup.

use burn::cubecl::{self, prelude::*};

/// Threads of a workgroup.
pub const THREADS: usize = 256;

/// Returns the sum of what each of [`THREADS`] threads has. All of them must come here.
#[cube]
pub fn sum_of_threads(own: f32, shared: &mut Shared<[f32]>) -> f32 {
    let at = UNIT_POS as usize;
    // A sum before this one may still be read.
    sync_cube();
    shared[at] = own;
    let mut half = comptime!(THREADS / 2).runtime();
    while half > 0 {
        sync_cube();
        if at < half {
            shared[at] += shared[at + half];
        }
        half /= 2;
    }
    sync_cube();
    shared[0]
}
