//! One thread at a time has interpreters. RustPython counts references without atomics unless it is
//! built for Python's own threads, but its cache of attributes is one for the process: a thread
//! that reads an entry while another writes it may count a reference of the other's object, and
//! what is then freed too early ends the program. A worker has one thread, so it has no turns.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::{Mutex, MutexGuard, PoisonError};

static TURN: Mutex<()> = Mutex::new(());

thread_local! {
    /// How many interpreters this thread has, and the turn that they have.
    static OWN: RefCell<(usize, Option<MutexGuard<'static, ()>>)> = const { RefCell::new((0, None)) };
}

/// The turn of a thread, which it has until it has dropped all of these.
pub(crate) struct InterpreterTurn(PhantomData<*const ()>);

impl InterpreterTurn {
    /// Waits until no other thread has one.
    pub(crate) fn take() -> Self {
        OWN.with_borrow_mut(|(count, turn)| {
            if *count == 0 {
                // A test that failed has left nothing half done that another could see.
                *turn = Some(TURN.lock().unwrap_or_else(PoisonError::into_inner));
            }
            *count += 1;
        });
        Self(PhantomData)
    }
}

impl Drop for InterpreterTurn {
    fn drop(&mut self) {
        // Where the thread ends, its turn has ended already.
        let _ = OWN.try_with(|own| {
            let (count, turn) = &mut *own.borrow_mut();
            *count -= 1;
            if *count == 0 {
                *turn = None;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::InterpreterTurn;

    #[test]
    fn a_thread_has_its_turns_together_and_no_other_has_one_meanwhile() {
        static INSIDE: AtomicUsize = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let outer = InterpreterTurn::take();
                        assert_eq!(INSIDE.fetch_add(1, Ordering::SeqCst), 0);
                        drop(InterpreterTurn::take());
                        thread::yield_now();
                        assert_eq!(INSIDE.fetch_sub(1, Ordering::SeqCst), 1);
                        drop(outer);
                    }
                });
            }
        });
    }
}
