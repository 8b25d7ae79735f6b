//! The first stage of a rollout, timed until the device is really done. The rest takes the difference to the whole.

use policy_lab::device::{ReadError, read_words};
use policy_lab::rollout::Collector;

use super::workloads::RolloutWorkload;

impl RolloutWorkload {
    /// Makes a rollout on the device, whose record the host only reads: the same steps again and again. Returns false
    /// if the host itself takes the steps.
    pub async fn run_away(&self) -> Result<bool, ReadError> {
        let Some(at_once) = self.steps_on_device() else {
            return Ok(false);
        };
        for start in (0..self.num_steps).step_by(at_once) {
            let steps = at_once.min(self.num_steps - start);
            read_words(Collector::launch(
                &[&self.collector],
                &self.on_device,
                steps,
            ))
            .await?;
        }
        Ok(true)
    }
}
