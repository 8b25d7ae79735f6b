//! What the kernels of learning are compiled for: the networks, the loss, and where units are kept.

use burn::cubecl::{self, prelude::*};

use policy_lab::envs::formula::Formula;

use super::backward::PatchOf;
use super::dense::{Layer, width};
use super::launch::layers;
use crate::ops::gpu_layout::{Layout, MAX_SHARED_BYTES, Patch, Tile};
use crate::ops::learn::{AdvantageFrom, Loss, Sum, UpdateShape};

/// The constants that the kernels of a run are compiled for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KernelConstants {
    /// The policy's layers.
    pub actor: Vec<Layer>,
    /// The critic's layers; none without a critic.
    pub critic: Vec<Layer>,
    /// The policy's loss.
    pub loss: Loss,
    /// Where advantages come from.
    pub advantage: AdvantageFrom,
    /// True if the critic's loss is clipped around the values of the rollout.
    pub clips_values: bool,
    /// Parameters of the run.
    pub num_parameters: usize,
    /// Numbers of a continuous action; 0 if actions are discrete.
    pub num_controls: usize,
    /// What the policy sees of a state.
    pub observe: Formula,
    /// Groups of rows that a workgroup takes forward before it sums their gradient; none if another
    /// dispatch sums it.
    pub chunk: Option<usize>,
    /// The rows of a workgroup.
    pub tile: Tile,
    /// The layout in which gradients are summed.
    pub patch: Patch,
}

/// A network of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NetworkKind {
    /// The policy.
    Actor,
    /// The critic.
    Critic,
}

impl KernelConstants {
    /// Returns the constants of some steps. A wide network leaves room for fewer rows in shared
    /// memory.
    pub fn of(shape: &UpdateShape) -> Self {
        let layout = Layout::of_adapter();
        let mut constants = Self {
            actor: layers(&shape.actor),
            critic: shape.critic.as_ref().map_or_else(Vec::new, layers),
            loss: shape.loss,
            advantage: shape.advantage,
            clips_values: shape.clips_values,
            num_parameters: shape.num_parameters(),
            num_controls: shape.num_controls,
            observe: shape.observe.clone(),
            chunk: layout.chunk,
            tile: layout.rows,
            patch: layout.patch,
        };
        while constants.shared_bytes() > MAX_SHARED_BYTES && constants.tile.quads > 1 {
            constants.tile = Tile {
                quads: constants.tile.quads / 2,
                ..constants.tile
            };
        }
        constants
    }

    /// The layers of a network; none of a critic that is not there.
    pub fn layers(&self, network: NetworkKind) -> &[Layer] {
        match network {
            NetworkKind::Actor => &self.actor,
            NetworkKind::Critic => &self.critic,
        }
    }

    /// Number of its layers.
    pub fn depth(&self, network: NetworkKind) -> usize {
        self.layers(network).len()
    }

    /// One of its layers.
    pub fn layer(&self, network: NetworkKind, index: usize) -> Layer {
        self.layers(network)[index]
    }

    /// Numbers in an observation.
    pub fn obs_size(&self) -> usize {
        self.actor[0].inputs
    }

    /// Numbers in a state.
    pub fn state_size(&self) -> usize {
        usize::from(self.observe.num_inputs)
    }

    /// Words of a recorded sample before its action's word.
    pub fn row_size(&self) -> usize {
        self.state_size() + self.num_controls
    }

    /// Number of logits, or of means.
    pub fn num_actions(&self) -> usize {
        self.outputs(NetworkKind::Actor)
    }

    /// Where the logarithms of standard deviations lie among the parameters.
    pub fn log_stds_at(&self) -> usize {
        self.actor.last().map_or(0, Layer::end)
    }

    /// Numbers that each thread sums on its own rows: [`Sum`], then the derivatives by the
    /// logarithms of standard deviations.
    pub fn thread_sums(&self) -> usize {
        Sum::COUNT + self.num_controls
    }

    /// Number of a network's outputs.
    pub fn outputs(&self, network: NetworkKind) -> usize {
        self.layers(network).last().map_or(0, |last| last.outputs)
    }

    /// Where its outputs lie among the numbers that threads exchange.
    pub fn passed_at(&self, network: NetworkKind) -> usize {
        match network {
            NetworkKind::Actor => 0,
            NetworkKind::Critic => self.num_actions() * self.tile.rows(),
        }
    }

    /// Width of the widest layer.
    pub fn width(&self) -> usize {
        width(&self.actor).max(width(&self.critic))
    }

    /// Numbers that threads exchange: outputs of the networks, and at the end the sums.
    pub fn passing(&self) -> usize {
        let outputs = (self.num_actions() + 1) * self.tile.rows();
        outputs.max(self.thread_sums() * self.tile.threads)
    }

    /// The first unit of a layer's inputs among those that are kept for a group of rows. Both
    /// networks see the same observation.
    pub fn inputs_at(&self, network: NetworkKind, index: usize) -> usize {
        if index == 0 {
            return 0;
        }
        let hidden = |layers: &[Layer]| layers.iter().skip(1).map(|it| it.inputs).sum::<usize>();
        let before = match network {
            NetworkKind::Actor => 0,
            NetworkKind::Critic => hidden(&self.actor),
        };
        self.obs_size() + before + hidden(&self.layers(network)[..index])
    }

    /// The first unit of the derivatives by a layer's sums.
    pub fn deltas_at(&self, network: NetworkKind, index: usize) -> usize {
        let outputs = |layers: &[Layer]| layers.iter().map(|it| it.outputs).sum::<usize>();
        let kept = match self.critic.len() {
            0 => self.inputs_at(NetworkKind::Actor, self.actor.len()),
            depth => self.inputs_at(NetworkKind::Critic, depth),
        };
        let before = match network {
            NetworkKind::Actor => 0,
            NetworkKind::Critic => outputs(&self.actor),
        };
        kept + before + outputs(&self.layers(network)[..index])
    }

    /// Units that are kept for a group of rows.
    pub fn units(&self) -> usize {
        match self.critic.len() {
            0 => self.deltas_at(NetworkKind::Actor, self.actor.len()),
            depth => self.deltas_at(NetworkKind::Critic, depth),
        }
    }

    /// Vectors that are kept for a group of rows.
    pub fn slot(&self) -> usize {
        self.units() * self.tile.quads
    }

    /// The layers of both networks, each with the place of its units.
    pub fn patches(&self) -> impl Iterator<Item = PatchOf> + '_ {
        let of = |network| (0..self.depth(network)).map(move |index| self.patch_of(network, index));
        of(NetworkKind::Actor).chain(of(NetworkKind::Critic))
    }

    /// A layer with the place of its units.
    pub fn patch_of(&self, network: NetworkKind, index: usize) -> PatchOf {
        let layer = self.layer(network, index);
        PatchOf {
            layer,
            inputs: self.inputs_at(network, index),
            deltas: self.deltas_at(network, index),
            units: self.units(),
            quads: self.tile.quads,
            grid: self.patch.grid(layer.inputs + 1, layer.outputs),
        }
    }

    /// Bytes of shared memory of a workgroup.
    pub fn shared_bytes(&self) -> usize {
        self.tile.shared_bytes(self.width(), 0) + self.passing() * size_of::<f32>()
    }

    /// Numbers that a part of the rows sums.
    pub fn sums(&self) -> usize {
        self.num_parameters + Sum::COUNT
    }
}

/// The rows of one dispatch, which are as many of each run. A run is a place along the last axis.
#[derive(CubeType, CubeLaunch, Clone, Copy)]
pub struct Rows {
    /// The run at the first place.
    pub first_run: u32,
    /// Words from a run's record to the next one's.
    pub record: u32,
    /// Steps of the operation.
    pub steps: u32,
    /// Samples of the rollout.
    pub samples: u32,
    /// Rows of the minibatch.
    pub rows: u32,
    /// The step, among those of the operation.
    pub step: u32,
    /// First group of rows.
    pub first_group: u32,
    /// Groups of rows.
    pub groups: u32,
    /// Groups that a workgroup sums.
    pub groups_per_part: u32,
    /// 1 if the sums of an earlier dispatch are added to.
    pub adds: u32,
}
