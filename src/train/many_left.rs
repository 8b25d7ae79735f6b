//! Replaces `many` in a build without kernels.

use burn::tensor::Device;
use futures::Stream;
use futures::stream::iter;

use crate::config::TrainConfig;
use crate::protocol::ManyEvent;

/// Leaves all runs to the CPU.
pub fn train_many(
    runs: Vec<(usize, TrainConfig)>,
    _: Device,
    _: Option<usize>,
) -> impl Stream<Item = ManyEvent> {
    let left = ManyEvent::LeftToCpu {
        runs: runs.iter().map(|(run, _)| *run).collect(),
        why: "This build has no kernels for GPUs".to_owned(),
    };
    iter([left, ManyEvent::Done])
}
