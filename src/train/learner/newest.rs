//! A look at what an update measured, while the others go on.

use super::Learner;
use crate::device::{ReadError, read};
use crate::protocol::metrics::{Metric, Metrics};

impl Learner {
    /// What the newest update measured. It stays to be read back with the others.
    ///
    /// # Errors
    /// When the device does not answer.
    pub async fn newest(&self) -> Result<Metrics, ReadError> {
        let mut found = Metrics::default();
        if let Some(measures) = self.measures.last() {
            let values = read(measures.clone()).await?;
            let metrics = self.metrics.iter().chain(&[Metric::GradNorm]);
            for (metric, value) in metrics.zip(values) {
                found.set(*metric, f64::from(value));
            }
        }
        Ok(found)
    }
}
