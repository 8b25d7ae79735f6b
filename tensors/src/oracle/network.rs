//! A network on a batch of rows as one operation of the CPU device, whose gradient is recorded as
//! one step.

use burn::backend::autodiff::checkpoint::base::Checkpointer;
use burn::backend::autodiff::checkpoint::strategy::CheckpointStrategy;
use burn::backend::autodiff::grads::Gradients;
use burn::backend::autodiff::ops::{Backward, Ops, OpsKind, unary};
use burn::backend::backend_extension;
use burn::backend::tensor::FloatTensor;
use burn::backend::{Autodiff, AutodiffBackend, Backend, Dispatch, Flex, TensorMetadata};
use burn::tensor::Tensor;
use policy_lab::nn::Mlp;
use policy_lab::ops::mlp::host::{Gradient, Packed, Scratch};

use crate::ops::cpu::{CpuTensor, numbers, tensor};

/// A network on tensors.
pub trait Forward {
    /// Applies the network to a batch of rows. Gradient flows to `parameters` and not to `input`:
    /// observations are data.
    ///
    /// # Shapes
    /// - `parameters`: `[all parameters of the run]`
    /// - `input`: `[rows, sizes[0]]`
    /// - output: `[rows, sizes[last]]`
    ///
    /// # Panics
    /// If the tensors are not on the CPU.
    fn forward(&self, parameters: &Tensor<1>, input: Tensor<2>) -> Tensor<2>;
}

impl Forward for Mlp {
    fn forward(&self, parameters: &Tensor<1>, input: Tensor<2>) -> Tensor<2> {
        Tensor::from_dispatch(<Dispatch as NetworkOps>::network(
            parameters.clone().into_dispatch(),
            input.into_dispatch(),
            self.clone(),
        ))
    }
}

/// A network and its gradient.
#[backend_extension(Flex, Autodiff)]
pub trait NetworkOps: Backend {
    /// Applies a network to a batch; see [`Forward::forward`].
    fn network(
        parameters: FloatTensor<Self>,
        input: FloatTensor<Self>,
        mlp: Mlp,
    ) -> FloatTensor<Self>;

    /// Returns the gradient of all parameters of the run, given the gradient of the outputs. It is
    /// 0 for other networks.
    fn network_gradient(
        parameters: FloatTensor<Self>,
        input: FloatTensor<Self>,
        output_grad: FloatTensor<Self>,
        mlp: Mlp,
    ) -> FloatTensor<Self>;
}

impl NetworkOps for Flex {
    fn network(parameters: CpuTensor, input: CpuTensor, mlp: Mlp) -> CpuTensor {
        let shape = [input.shape()[0], mlp.num_outputs()];
        let mut output = Vec::with_capacity(shape[0] * shape[1]);
        let network = Packed::new(&mlp, &numbers(parameters));
        network.forward(&numbers(input), &mut Scratch::default(), None, &mut output);
        tensor(output, shape)
    }

    fn network_gradient(
        parameters: CpuTensor,
        input: CpuTensor,
        output_grad: CpuTensor,
        mlp: Mlp,
    ) -> CpuTensor {
        let (parameters, input) = (numbers(parameters), numbers(input));
        let network = Packed::with_transposes(&mlp, &parameters);
        let (mut hidden, mut output) = (Vec::new(), Vec::new());
        let kept = Some(&mut hidden);
        network.forward(&input, &mut Scratch::default(), kept, &mut output);
        let mut gradient = Gradient::new(&network);
        gradient.add(&network, &input, &hidden, &numbers(output_grad));
        let mut grad = vec![0.0; parameters.len()];
        gradient.write(&network, &mut grad);
        let count = grad.len();
        tensor(grad, [count])
    }
}

impl<B: NetworkOps, C: CheckpointStrategy> NetworkOps for Autodiff<B, C> {
    fn network(
        parameters: FloatTensor<Self>,
        input: FloatTensor<Self>,
        mlp: Mlp,
    ) -> FloatTensor<Self> {
        let (parameters, node) = parameters.into_parts();
        let input = input.into_primitive();
        let output = B::network(parameters.clone(), input.clone(), mlp.clone());
        match NetworkStep.prepare::<C>([node]).compute_bound().stateful() {
            OpsKind::Tracked(step) => {
                let saved = Saved {
                    parameters,
                    input,
                    mlp,
                };
                step.finish(saved, output)
            }
            OpsKind::UnTracked(step) => step.finish(output),
        }
    }

    fn network_gradient(
        parameters: FloatTensor<Self>,
        input: FloatTensor<Self>,
        output_grad: FloatTensor<Self>,
        mlp: Mlp,
    ) -> FloatTensor<Self> {
        Self::from_inner(B::network_gradient(
            Self::inner(parameters),
            Self::inner(input),
            Self::inner(output_grad),
            mlp,
        ))
    }
}

/// The tensors of the forward pass that the gradient needs.
#[derive(Clone, Debug)]
struct Saved<B: Backend> {
    parameters: FloatTensor<B>,
    input: FloatTensor<B>,
    mlp: Mlp,
}

#[derive(Debug)]
struct NetworkStep;

impl<B: NetworkOps> Backward<B, 1> for NetworkStep {
    type State = Saved<B>;

    fn backward(self, step: Ops<Saved<B>, 1>, grads: &mut Gradients, _: &mut Checkpointer) {
        let Saved {
            parameters,
            input,
            mlp,
        } = step.state;
        unary::<B, _>(step.parents, step.node, grads, |output_grad| {
            B::network_gradient(parameters, input, output_grad, mlp)
        });
    }
}
