//! The clip lab.

use std::sync::Arc;

use crate::protocol::ClipEvent;
use crate::protocol::clip_batch::ClipBatch;

/// The newest answers of the clip lab.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipHistory {
    /// The minibatch in its memory.
    pub batch: Option<Arc<ClipBatch>>,
    /// Number of its answers.
    pub answers: u32,
    /// The reason why it could not do what it was asked for last: a sentence.
    pub failure: Option<String>,
}

impl ClipHistory {
    /// Takes in one event.
    pub fn apply(&mut self, event: ClipEvent) {
        self.answers = self.answers.wrapping_add(1);
        match event {
            ClipEvent::Batch(batch) => {
                self.batch = Some(batch.into());
                self.failure = None;
            }
            ClipEvent::Failed(why) => self.failure = Some(why),
        }
    }

    /// The lab's memory is gone: its worker ended, or another device was opened.
    pub fn forget_batch(&mut self) {
        self.batch = None;
    }
}
