//! The gradient of [`super::Mlp::forward`], recorded as one step.

use burn::backend::Autodiff;
use burn::backend::Backend;
use burn::backend::autodiff::checkpoint::base::Checkpointer;
use burn::backend::autodiff::checkpoint::strategy::CheckpointStrategy;
use burn::backend::autodiff::grads::Gradients;
use burn::backend::autodiff::ops::{Backward, Ops, OpsKind, unary};
use burn::backend::tensor::FloatTensor;

use super::Mlp;
use crate::ops::DeviceOps;

/// The tensors of the forward pass that the gradient needs.
#[derive(Clone, Debug)]
struct Saved<B: Backend> {
    parameters: FloatTensor<B>,
    input: FloatTensor<B>,
    hidden: FloatTensor<B>,
    mlp: Mlp,
}

#[derive(Debug)]
struct MlpStep;

impl<B: DeviceOps> Backward<B, 1> for MlpStep {
    type State = Saved<B>;

    fn backward(self, step: Ops<Saved<B>, 1>, grads: &mut Gradients, _: &mut Checkpointer) {
        let Saved {
            parameters,
            input,
            hidden,
            mlp,
        } = step.state;
        unary::<B, _>(step.parents, step.node, grads, |output_grad| {
            B::mlp_grad(parameters, input, hidden, output_grad, mlp)
        });
    }
}

/// Applies a network and records its gradient.
pub(in crate::ops) fn tracked<B: DeviceOps, C: CheckpointStrategy>(
    parameters: FloatTensor<Autodiff<B, C>>,
    input: FloatTensor<Autodiff<B, C>>,
    mlp: Mlp,
) -> FloatTensor<Autodiff<B, C>> {
    let (parameters, node) = parameters.into_parts();
    let input = input.into_primitive();
    match MlpStep.prepare::<C>([node]).compute_bound().stateful() {
        OpsKind::Tracked(step) => {
            let (output, hidden) =
                B::mlp_with_hidden(parameters.clone(), input.clone(), mlp.clone());
            let saved = Saved {
                parameters,
                input,
                hidden,
                mlp,
            };
            step.finish(saved, output)
        }
        OpsKind::UnTracked(step) => step.finish(B::mlp(parameters, input, mlp)),
    }
}
