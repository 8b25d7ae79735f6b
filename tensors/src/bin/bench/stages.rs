//! The first stage of a rollout, timed until the device is really done. The rest takes the
//! difference to the whole.

use policy_lab::device::ReadError;

use super::workloads::RolloutWorkload;

impl RolloutWorkload {
    /// Makes a rollout on the device, whose record the host only reads: the same steps again and
    /// again. Returns false if the host itself takes the steps.
    pub async fn run_away(&self) -> Result<bool, ReadError> {
        let Some((at_once, state)) = self.on_gpu() else {
            return Ok(false);
        };
        for start in (0..self.num_steps).step_by(at_once) {
            let steps = at_once.min(self.num_steps - start);
            let plan = self.collector.plan(steps);
            (state.rollout(&[self.collector.run_worlds()], plan)).await?;
        }
        Ok(true)
    }
}
