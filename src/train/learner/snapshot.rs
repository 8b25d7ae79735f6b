//! Parameters and optimiser, held on the device.

use crate::device::{ReadError, Values, read};
use crate::ops::adam::Adam;
use crate::protocol::checkpoint::Checkpoint;

/// Parameters and optimiser at one time.
#[derive(Clone)]
pub struct Snapshot {
    pub(super) parameters: Values,
    pub(super) adam: Adam,
}

impl Snapshot {
    /// Reads them back as a checkpoint.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    pub async fn read(self, iteration: usize, global_step: u64) -> Result<Checkpoint, ReadError> {
        let parts = vec![
            self.parameters,
            self.adam.first_moment,
            self.adam.second_moment,
        ];
        let mut parameters = read(Values::cat(parts, 0)).await?;
        let mut first_moment = parameters.split_off(parameters.len() / 3);
        let second_moment = first_moment.split_off(first_moment.len() / 2);
        Ok(Checkpoint {
            iteration,
            global_step,
            parameters,
            first_moment,
            second_moment,
            adam_steps: self.adam.steps,
        })
    }
}
