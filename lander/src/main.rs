//! The program that a tab loads when an environment has a landing craft: it keeps room for rows of
//! numbers, which whoever has loaded it fills and reads.

#[cfg(target_arch = "wasm32")]
mod exported {
    use std::cell::RefCell;

    use policy_lab_lander::{begin_rows, step_rows};

    thread_local! {
        static ROWS: RefCell<Vec<f32>> = const { RefCell::new(Vec::new()) };
    }

    /// Makes room for this many numbers, and returns where it is.
    // SAFETY: nothing else in this program has that name.
    #[unsafe(no_mangle)]
    extern "C" fn room(numbers: usize) -> *mut f32 {
        ROWS.with_borrow_mut(|rows| {
            rows.resize(numbers, 0.0);
            rows.as_mut_ptr()
        })
    }

    /// Begins episodes, as [`begin_rows`].
    // SAFETY: as above.
    #[unsafe(no_mangle)]
    extern "C" fn begin() {
        ROWS.with_borrow_mut(|rows| begin_rows(rows));
    }

    /// Steps crafts, as [`step_rows`].
    // SAFETY: as above.
    #[unsafe(no_mangle)]
    extern "C" fn step(width: usize) {
        ROWS.with_borrow_mut(|rows| step_rows(rows, width));
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This runs in a browser only; build it with scripts/serve");
}
