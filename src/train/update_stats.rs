//! The measurements of updates, as they are read back from the device.

use crate::protocol::metrics::Metric;

/// The measurements of the updates since the last read-back: a value per update and metric.
#[derive(Clone, Debug, Default)]
pub struct UpdateStats {
    /// The metric of each column.
    pub metrics: Vec<Metric>,
    /// One row per update.
    pub rows: Vec<Vec<f32>>,
}

impl UpdateStats {
    /// Returns the mean of one metric over all updates, or NaN if it was not measured.
    pub fn mean(&self, metric: Metric) -> f64 {
        let Some(column) = self.metrics.iter().position(|known| *known == metric) else {
            return f64::NAN;
        };
        let sum: f64 = self.rows.iter().map(|row| f64::from(row[column])).sum();
        sum / self.rows.len() as f64
    }

    /// Returns what the last update measured of one metric, or NaN if it was not measured.
    pub fn last(&self, metric: Metric) -> f64 {
        let column = self.metrics.iter().position(|known| *known == metric);
        (self.rows.last())
            .zip(column)
            .map_or(f64::NAN, |(row, column)| f64::from(row[column]))
    }

    /// Returns the first value that is not finite, and its metric.
    pub fn first_not_finite(&self) -> Option<(Metric, f32)> {
        self.rows
            .iter()
            .flat_map(|row| self.metrics.iter().copied().zip(row.iter().copied()))
            .find(|(_, value)| !value.is_finite())
    }
}
