//! Counts what a case allocates. Bytes are counted and not seconds, so that a machine under load
//! changes nothing: work that grows faster than its input nearly always allocates on its way.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Bytes that this thread has allocated since it began.
    static ALLOCATED: Cell<usize> = const { Cell::new(0) };
    /// Bytes that it holds now; memory that another thread has freed counts on.
    static HELD: Cell<isize> = const { Cell::new(0) };
    /// Most bytes that it has held since [`spent`] was called.
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

fn count(bytes: isize) {
    // A thread that ends has no counters any more.
    let _ = ALLOCATED.try_with(|it| it.set(it.get().wrapping_add(bytes.max(0).unsigned_abs())));
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(held.get())));
    });
}

// SAFETY: every call is the system allocator's own; counting neither allocates nor touches what is
// handed out.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size().cast_signed());
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-layout.size().cast_signed());
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size.cast_signed() - layout.size().cast_signed());
        // SAFETY: the caller's promise.
        unsafe { System.realloc(place, layout, size) }
    }
}

/// What a function has cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spent {
    /// Bytes allocated, those freed at once among them: a measure of work.
    pub allocated: usize,
    /// Most bytes held at a time.
    pub peak: usize,
}

/// Calls a function, and returns what it has cost this thread.
pub fn spent<T>(call: impl FnOnce() -> T) -> (T, Spent) {
    let (allocated, held) = (ALLOCATED.get(), HELD.get());
    PEAK.set(held);
    let result = call();
    let spent = Spent {
        allocated: ALLOCATED.get().wrapping_sub(allocated),
        peak: (PEAK.get() - held).max(0).unsigned_abs(),
    };
    (result, spent)
}
