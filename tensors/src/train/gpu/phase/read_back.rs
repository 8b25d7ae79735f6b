//! What is read back of a learning phase on a GPU.

use burn::tensor::{Int, Tensor};
use policy_lab::device::ReadError;
use policy_lab::train::gpu::{ReadBack, Reading, RecordPart};
use policy_lab::train::update_stats::UpdateStats;

use super::{DevicePhase, MEASURED};
use crate::device::read_all;
use crate::ops::learn::{MEASURES, count_not_finite, stride};

impl DevicePhase {
    /// Returns the words of each run's record after its states and continuous actions, which come
    /// first.
    fn record_without_obs(&self) -> Tensor<1, Int> {
        let record = self.rollout.record.clone();
        let (runs, all) = (self.plan.runs, record.dims()[0]);
        let of_run = all / runs;
        let row = usize::from(self.plan.observe.num_inputs) + self.plan.num_controls;
        let rows = self.plan.samples * row;
        (record
            .reshape([runs, of_run])
            .slice([0..runs, rows..of_run]))
        .reshape([all - runs * rows])
    }

    /// Reads back what the updates measured since the last time, and what else is wanted, in one
    /// wait. Returns an entry for each run.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    pub(super) async fn read_back(&mut self, wanted: Reading) -> Result<Vec<ReadBack>, ReadError> {
        let runs = self.plan.runs;
        let count = self.state.num_parameters;
        let mut parts = std::mem::take(&mut self.measures);
        let updates = parts.len();
        parts.extend(self.variances.clone());
        let vector = self.state.vector.clone();
        parts.push(match wanted.parameters {
            // What the last step leads to is measured nowhere else.
            false => count_not_finite(vector, runs, count),
            // The moments need not come along with the parameters of a run that is alone.
            true if runs == 1 => vector.slice(0..stride(count)),
            true => vector,
        });
        let record = match wanted.record {
            RecordPart::Nothing => None,
            RecordPart::WithoutObs => Some(self.record_without_obs()),
            RecordPart::Whole => Some(self.rollout.record.clone()),
        };
        let (mut numbers, words) = read_all(parts, record).await?;
        let (parameters, not_finite) = match (wanted.parameters, numbers.pop().unwrap_or_default())
        {
            (true, parameters) => (parameters, Vec::new()),
            (false, counts) => (Vec::new(), counts),
        };
        let variances = (numbers.pop_if(|_| self.variances.is_some())).unwrap_or_default();
        debug_assert_eq!(numbers.len(), updates, "the rest are measurements");
        let of_run = |numbers: &[f32], run: usize| {
            let own = numbers.len() / runs;
            numbers[run * own..(run + 1) * own].to_vec()
        };
        let words_of_run = words.len() / runs;
        Ok((0..runs)
            .map(|run| {
                let measures = numbers.iter().flat_map(|it| of_run(it, run));
                let measures: Vec<f32> = measures.collect();
                let columns: Vec<usize> = (self.metrics[run].iter())
                    .filter_map(|metric| MEASURED.iter().position(|other| other == metric))
                    .collect();
                let rows = measures.chunks(MEASURES);
                let rows = rows.map(|row| columns.iter().map(|column| row[*column]).collect());
                let mut own = of_run(&parameters, run);
                own.truncate(count);
                ReadBack {
                    is_finite: match wanted.parameters {
                        true => own.iter().all(|it| it.is_finite()),
                        false => not_finite.get(run) == Some(&0.0),
                    },
                    parameters: own,
                    measured: UpdateStats {
                        metrics: self.metrics[run].clone(),
                        rows: rows.collect(),
                    },
                    explained_variance: explained(&of_run(&variances, run)),
                    record: words[run * words_of_run..(run + 1) * words_of_run].to_vec(),
                }
            })
            .collect())
    }
}

/// Returns how much of the variance of the returns is explained, given both variances; none without
/// them, or if all returns are equal.
fn explained(variances: &[f32]) -> Option<f64> {
    let &[total, unexplained] = variances else {
        return None;
    };
    (total > 0.0).then(|| 1.0 - f64::from(unexplained) / f64::from(total))
}
