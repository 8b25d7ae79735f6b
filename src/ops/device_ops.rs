//! The operations as burn sees them: one trait, with a body for each kind of device.

#[cfg(feature = "autodiff")]
use burn::backend::autodiff::checkpoint::strategy::CheckpointStrategy;
use burn::backend::tensor::{FloatTensor, IntTensor};
#[cfg(feature = "autodiff")]
use burn::backend::{Autodiff, AutodiffBackend};
use burn::backend::{Backend, backend_extension};

use super::adam::AdamStep;
use super::mlp::Mlp;
#[cfg(feature = "autodiff")]
use super::mlp::autodiff;
use super::rollout::RolloutPlan;

/// The operations that a device computes as a whole, each with a body of ours. Only [`DeviceOps::mlp`] carries gradient.
#[backend_extension(Cube: cfg(feature = "gpu"), Flex, Autodiff: cfg(feature = "autodiff"))]
pub trait DeviceOps: Backend {
    /// Applies a network to a batch; see [`super::mlp::Mlp::forward`].
    fn mlp(parameters: FloatTensor<Self>, input: FloatTensor<Self>, mlp: Mlp) -> FloatTensor<Self>;

    /// Applies a network and also returns its hidden units, in the device's own layout.
    fn mlp_with_hidden(
        parameters: FloatTensor<Self>,
        input: FloatTensor<Self>,
        mlp: Mlp,
    ) -> (FloatTensor<Self>, FloatTensor<Self>);

    /// Returns the gradient of all parameters of the run, given the gradient of the outputs. It is 0 for other networks.
    fn mlp_grad(
        parameters: FloatTensor<Self>,
        input: FloatTensor<Self>,
        hidden: FloatTensor<Self>,
        output_grad: FloatTensor<Self>,
        mlp: Mlp,
    ) -> FloatTensor<Self>;

    /// Clips a gradient; see [`super::adam::clip_by_global_norm`].
    fn clip_by_global_norm(
        gradient: FloatTensor<Self>,
        max_norm: Option<f64>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>);

    /// Returns the parameters, first and second moment after a step; see [`super::adam::Adam::step`].
    fn adam_step(
        parameters: FloatTensor<Self>,
        gradient: FloatTensor<Self>,
        first_moment: FloatTensor<Self>,
        second_moment: FloatTensor<Self>,
        step: AdamStep,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>);

    /// Steps environments; see [`super::rollout::rollout`].
    fn rollout(
        parameters: FloatTensor<Self>,
        worlds: IntTensor<Self>,
        plan: RolloutPlan,
    ) -> IntTensor<Self>;
}

#[cfg(feature = "autodiff")]
/// The network's gradient is recorded as one step. The other operations take plain tensors and return constants.
impl<B: DeviceOps, C: CheckpointStrategy> DeviceOps for Autodiff<B, C> {
    fn mlp(parameters: FloatTensor<Self>, input: FloatTensor<Self>, mlp: Mlp) -> FloatTensor<Self> {
        autodiff::tracked::<B, C>(parameters, input, mlp)
    }

    fn mlp_with_hidden(
        parameters: FloatTensor<Self>,
        input: FloatTensor<Self>,
        mlp: Mlp,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let (output, hidden) = B::mlp_with_hidden(Self::inner(parameters), Self::inner(input), mlp);
        (Self::from_inner(output), Self::from_inner(hidden))
    }

    fn mlp_grad(
        parameters: FloatTensor<Self>,
        input: FloatTensor<Self>,
        hidden: FloatTensor<Self>,
        output_grad: FloatTensor<Self>,
        mlp: Mlp,
    ) -> FloatTensor<Self> {
        Self::from_inner(B::mlp_grad(
            Self::inner(parameters),
            Self::inner(input),
            Self::inner(hidden),
            Self::inner(output_grad),
            mlp,
        ))
    }

    fn clip_by_global_norm(
        gradient: FloatTensor<Self>,
        max_norm: Option<f64>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let (clipped, norm) = B::clip_by_global_norm(Self::inner(gradient), max_norm);
        (Self::from_inner(clipped), Self::from_inner(norm))
    }

    fn adam_step(
        parameters: FloatTensor<Self>,
        gradient: FloatTensor<Self>,
        first_moment: FloatTensor<Self>,
        second_moment: FloatTensor<Self>,
        step: AdamStep,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        let (parameters, first, second) = B::adam_step(
            Self::inner(parameters),
            Self::inner(gradient),
            Self::inner(first_moment),
            Self::inner(second_moment),
            step,
        );
        (
            Self::from_inner(parameters),
            Self::from_inner(first),
            Self::from_inner(second),
        )
    }

    fn rollout(
        parameters: FloatTensor<Self>,
        worlds: IntTensor<Self>,
        plan: RolloutPlan,
    ) -> IntTensor<Self> {
        B::rollout(Self::inner(parameters), worlds, plan)
    }
}
