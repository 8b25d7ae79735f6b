//! Networks with PyTorch's names and layout, over one flat vector as in the library.

use burn::tensor::{Int, Tensor};
use policy_lab::nn::{Activation, Mlp, Networks};
use policy_lab_tensors::oracle::categorical;
use policy_lab_tensors::oracle::network::Forward as _;

use super::section::Node;
use super::tensors::transpose;
use super::tolerance::Tolerance;

/// Prefixes of a layer's number in the names of a policy's parameters and of a critic's.
const POLICIES: [&str; 4] = ["", "policy.", "actor.", "actor_mean."];
const CRITICS: [&str; 2] = ["value.", "critic."];

/// A policy and, if there is one, a critic.
pub struct Model {
    pub policy: Mlp,
    /// Logarithms of standard deviations, which follow the policy's weights.
    num_log_stds: usize,
    critic: Option<Mlp>,
    /// All parameters, in the library's order.
    pub parameters: Vec<f32>,
    tensors: Vec<Stretch>,
}

/// The place of one of PyTorch's tensors in the flat vector: `[rows, columns]`, `columns` being
/// PyTorch's inputs.
struct Stretch {
    name: String,
    start: usize,
    rows: usize,
    columns: usize,
}

/// One of PyTorch's tensors: `[outputs, inputs]`, row-major; a bias is `[outputs, 1]`.
pub struct Parameter {
    pub outputs: usize,
    pub inputs: usize,
    pub values: Vec<f32>,
}

impl Model {
    /// Returns the networks whose weights `weights` names.
    pub fn read(weights: &Node<'_>, activation: Activation) -> Result<Self, String> {
        Self::new(activation, |name| {
            let Some(node) = weights.find(name) else {
                return Ok(None);
            };
            let shape = node.shape();
            Ok(Some(Parameter {
                outputs: shape.first().copied().unwrap_or(0),
                inputs: shape.get(1).copied().unwrap_or(1),
                values: node.floats()?,
            }))
        })
        .map_err(|what| weights.fault(what))
    }

    /// Returns the networks for whose parameters `find` has values.
    pub fn new(
        activation: Activation,
        find: impl Fn(&str) -> Result<Option<Parameter>, String>,
    ) -> Result<Self, String> {
        let mut parameters = Vec::new();
        let mut tensors = Vec::new();
        let mut num_log_stds = 0;
        let mut network = |prefix: &str| -> Result<Option<Mlp>, String> {
            let offset = parameters.len();
            let mut sizes = Vec::new();
            // A single layer has no number. Odd numbers are activations.
            let numbered = (0..).step_by(2).map(|layer| format!("{prefix}{layer}."));
            for stem in std::iter::once(prefix.to_owned()).chain(numbered) {
                let Some(weight) = find(&format!("{stem}weight"))? else {
                    if stem == prefix {
                        continue;
                    }
                    break;
                };
                if sizes.is_empty() {
                    sizes.push(weight.inputs);
                }
                sizes.push(weight.outputs);
                let bias = find(&format!("{stem}bias"))?.ok_or_else(|| format!("no {stem}bias"))?;
                for (kind, parameter) in [("weight", weight), ("bias", bias)] {
                    let name = format!("{stem}{kind}");
                    tensors.push(parameter.append(name, &mut parameters));
                }
                if stem == prefix {
                    break;
                }
            }
            if let Some(stem) = prefix.strip_suffix("mean.")
                && let Some(log_stds) = find(&format!("{stem}logstd"))?
            {
                num_log_stds = log_stds.values.len();
                tensors.push(log_stds.append(format!("{stem}logstd"), &mut parameters));
            }
            Ok((!sizes.is_empty()).then_some(Mlp {
                sizes,
                activation,
                offset,
            }))
        };
        let mut first = |prefixes: &[&str]| -> Result<Option<Mlp>, String> {
            for prefix in prefixes {
                if let Some(mlp) = network(prefix)? {
                    return Ok(Some(mlp));
                }
            }
            Ok(None)
        };
        let policy = first(&POLICIES)?.ok_or("no policy")?;
        let critic = first(&CRITICS)?;
        Ok(Self {
            policy,
            num_log_stds,
            critic,
            parameters,
            tensors,
        })
    }

    /// Returns the networks as a run has them.
    pub fn networks(&self) -> Networks {
        Networks {
            actor: self.policy.clone(),
            num_log_stds: self.num_log_stds,
            critic: self.critic.clone(),
        }
    }

    /// Returns the number of values in an observation.
    pub fn obs_size(&self) -> usize {
        self.policy.sizes[0]
    }

    /// Returns the logits, the log-probabilities of `actions` and the entropy of each row.
    pub fn act(
        &self,
        parameters: &Tensor<1>,
        obs: &Tensor<2>,
        actions: &Tensor<1, Int>,
    ) -> (Tensor<2>, Tensor<1>, Tensor<1>) {
        let logits = self.policy.forward(parameters, obs.clone());
        let log_prob = categorical::log_prob(logits.clone(), actions.clone());
        let entropy = categorical::entropy(logits.clone());
        (logits, log_prob, entropy)
    }

    /// Returns the critic's value of each row.
    pub fn values(&self, parameters: &Tensor<1>, obs: &Tensor<2>) -> Result<Tensor<1>, String> {
        let critic = self.critic.as_ref().ok_or("no critic")?;
        let rows = obs.dims()[0];
        Ok(critic.forward(parameters, obs.clone()).reshape([rows]))
    }

    /// Returns PyTorch's tensor `name` from a flat vector such as the parameters.
    pub fn tensor(&self, flat: &[f32], name: &str) -> Result<Vec<f32>, String> {
        let stretch = self
            .tensors
            .iter()
            .find(|stretch| stretch.name == name)
            .ok_or_else(|| format!("no {name}"))?;
        Ok(stretch.of(flat))
    }

    /// Compares a flat vector with tensors by name.
    pub fn close(
        &self,
        expected: &Node<'_>,
        flat: &[f32],
        tolerance: Tolerance,
    ) -> Result<(), String> {
        for (name, tensor) in expected.entries()? {
            let actual = self
                .tensor(flat, name)
                .map_err(|what| expected.fault(what))?;
            tensor.close(&actual, tolerance)?;
        }
        Ok(())
    }

    /// Does the same for a gradient, which must be zero for tensors that are not named.
    pub fn gradient_close(
        &self,
        expected: &Node<'_>,
        flat: &[f32],
        tolerance: Tolerance,
    ) -> Result<(), String> {
        self.close(expected, flat, tolerance)?;
        for stretch in &self.tensors {
            let is_zero = |value: &f32| f64::from(value.abs()) <= tolerance.absolute;
            if expected.find(&stretch.name).is_none() && !stretch.of(flat).iter().all(is_zero) {
                return Err(expected.fault(format!("{} has a gradient", stretch.name)));
            }
        }
        Ok(())
    }
}

impl Parameter {
    /// Appends the values in the library's order, and returns their place.
    fn append(&self, name: String, parameters: &mut Vec<f32>) -> Stretch {
        let start = parameters.len();
        parameters.extend(transpose(&self.values, self.inputs, 1));
        Stretch {
            name,
            start,
            rows: self.outputs,
            columns: self.inputs,
        }
    }
}

impl Stretch {
    fn of(&self, flat: &[f32]) -> Vec<f32> {
        let length = self.rows * self.columns;
        transpose(&flat[self.start..self.start + length], self.rows, 1)
    }
}
