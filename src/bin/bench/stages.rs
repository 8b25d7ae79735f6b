//! Where the time goes: the beginnings of an update and of a rollout, each with a wait until it is really done. What is
//! behind them takes the difference to the whole.

use policy_lab::device::{ReadError, read, read_words};

use super::workloads::{Rollout, Update};

impl Update {
    /// The logits, as an update computes them.
    pub async fn run_forward(&self) -> Result<(), ReadError> {
        let (_, logits) = self.forward();
        read(logits.inner().slice([0..1, 0..1])).await.map(drop)
    }

    /// The logits and the gradient.
    pub async fn run_gradient(&self) -> Result<(), ReadError> {
        match self.gradient() {
            Some(gradient) => read(gradient.slice(0..1)).await.map(drop),
            None => Ok(()),
        }
    }
}

impl Rollout {
    /// A rollout on the device, of which the host reads the record and makes nothing: the same steps again and again.
    /// Gives false where the host itself takes the steps.
    pub async fn run_away(&self) -> Result<bool, ReadError> {
        let Some(at_once) = self.steps_on_device() else {
            return Ok(false);
        };
        for start in (0..self.num_steps).step_by(at_once) {
            let steps = at_once.min(self.num_steps - start);
            read_words(self.collector.launch(&self.on_device, steps)).await?;
        }
        Ok(true)
    }
}
