//! Ends what an interpreter is doing from outside, as Jupyter's "Interrupt" does. A tab has no
//! second thread to do that from: there the worker ends.

use rustpython_vm::signal::{UserSignalReceiver, UserSignalSender, user_signal_channel};
use rustpython_vm::{PyResult, VirtualMachine};

/// Interrupts an interpreter, from any thread.
#[derive(Clone, Debug)]
pub struct Interrupter(UserSignalSender);

impl Interrupter {
    /// Creates one, and what its interpreter must listen to.
    pub(super) fn channel() -> (Self, UserSignalReceiver) {
        let (sender, receiver) = user_signal_channel();
        (Self(sender), receiver)
    }

    /// Raises a `KeyboardInterrupt` before the next instruction of what is running.
    pub fn interrupt(&self) {
        let raise = |vm: &VirtualMachine| -> PyResult<()> {
            let kind = vm.ctx.exceptions.keyboard_interrupt.to_owned();
            Err(vm.new_exception_empty(kind))
        };
        // An interpreter that has ended does nothing more anyway.
        let _ = self.0.send(Box::new(raise));
    }
}
