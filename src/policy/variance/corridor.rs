//! The environment, its policy, and what follows from both exactly.

/// Number of cells, from left to right.
pub const CELLS: usize = 3;
/// Number of steps of an episode.
pub const STEPS: usize = 4;

/// What a step pays that begins in each cell.
const PAYS: [f64; CELLS] = [1.0, 0.0, 3.0];
/// What a push to the right costs.
const COST: f64 = 0.5;
/// Probability that the agent moves against its push.
const SLIP: f64 = 0.1;
/// The number by which the policy knows each cell.
const FEATURES: [f64; CELLS] = [-1.0, 0.0, 1.0];
/// Number of ways in which one step can go: two actions, with and without a slip.
const WAYS: usize = 4;

/// A corridor, and a policy in it: `pi(right | s) = sigmoid(theta_0 + theta_1 * x(s))`, where `x`
/// is -1, 0 or 1 from left to right. An episode begins in each cell equally often. A wall holds the
/// agent where it is.
#[derive(Clone, Debug)]
pub struct Corridor {
    /// Probability of a push to the right, in each cell.
    right: [f64; CELLS],
    /// `V_t(s)`, by step and cell.
    values: [[f64; CELLS]; STEPS],
    /// `E[G_t] = E[V_t(s_t)]`, by step.
    means: [f64; STEPS],
    gradient: [f64; 2],
    episodes: Vec<CorridorEpisode>,
}

/// A way in which an episode can go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CorridorEpisode {
    /// How likely the policy and the environment make it.
    pub probability: f64,
    /// The steps in order.
    pub steps: [CorridorStep; STEPS],
}

/// One step of an episode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CorridorStep {
    /// The cell in which it begins.
    pub cell: usize,
    /// True for a push to the right, false for one to the left.
    pub is_right: bool,
    /// The reward.
    pub reward: f64,
}

impl Corridor {
    /// Computes everything for a policy with these parameters.
    ///
    /// With `d_t(s)` for the probability to be in `s` at step `t`, the policy gradient theorem
    /// gives the true gradient of `J = E[r_0 + ... + r_(T-1)]`:
    ///
    /// `sum_t sum_s d_t(s) sum_a pi(a|s) grad log pi(a|s) Q_t(s, a)`,
    ///
    /// and for two actions the inner sum is `p (1 - p) (1, x) (Q_t(s, right) - Q_t(s, left))` with
    /// `p = pi(right|s)`.
    ///
    /// # Source
    /// Sutton and Barto, section 13.2. `d_t` is theirs summed over steps, because our horizon is
    /// finite.
    pub fn new(theta: [f64; 2]) -> Self {
        let right = FEATURES.map(|x| 1.0 / (1.0 + (-theta[0] - theta[1] * x).exp()));
        let mut values = [[0.0; CELLS]; STEPS];
        let mut gains = [[0.0; CELLS]; STEPS];
        let mut next = [0.0; CELLS];
        for t in (0..STEPS).rev() {
            for cell in 0..CELLS {
                let worth = |is_right: bool| {
                    let as_pushed = next[moved(cell, is_right)];
                    let slipped = next[moved(cell, !is_right)];
                    reward(cell, is_right) + (1.0 - SLIP) * as_pushed + SLIP * slipped
                };
                gains[t][cell] = worth(true) - worth(false);
                values[t][cell] = worth(false) + right[cell] * gains[t][cell];
            }
            next = values[t];
        }
        let mut gradient = [0.0; 2];
        let mut means = [0.0; STEPS];
        let mut here = [1.0 / CELLS as f64; CELLS];
        for t in 0..STEPS {
            let mut there = [0.0; CELLS];
            for cell in 0..CELLS {
                let p = right[cell];
                let part = here[cell] * p * (1.0 - p) * gains[t][cell];
                gradient[0] += part;
                gradient[1] += part * FEATURES[cell];
                means[t] += here[cell] * values[t][cell];
                let moves_right = p * (1.0 - SLIP) + (1.0 - p) * SLIP;
                there[moved(cell, true)] += here[cell] * moves_right;
                there[moved(cell, false)] += here[cell] * (1.0 - moves_right);
            }
            here = there;
        }
        let count = CELLS * WAYS.pow(STEPS as u32);
        let episodes = (0..count).map(|index| episode(index, &right)).collect();
        Self {
            right,
            values,
            means,
            gradient,
            episodes,
        }
    }

    /// Returns the true gradient of the expected return.
    pub fn gradient(&self) -> [f64; 2] {
        self.gradient
    }

    /// Returns the expected return of an episode, `J`.
    pub fn expected_return(&self) -> f64 {
        self.means[0]
    }

    /// Returns every way in which an episode can go. The probabilities add up to 1.
    pub fn episodes(&self) -> &[CorridorEpisode] {
        &self.episodes
    }

    /// Returns the critic's value of each cell at each step:
    /// `(1 - error) V_t(s) + error E[V_t(s_t)]`. With an error of 0 the critic is exact. With 1 it
    /// knows the mean of each step, but cannot tell the cells apart.
    pub(super) fn critic(&self, error: f64) -> [[f64; CELLS]; STEPS] {
        let mut critic = self.values;
        for (values, mean) in critic.iter_mut().zip(self.means) {
            for value in values {
                *value += error * (mean - *value);
            }
        }
        critic
    }

    /// Returns the score of an action, `grad log pi(a|s) = (a - pi(right|s)) (1, x(s))` with
    /// `a = 1` for a push to the right.
    pub(super) fn score(&self, step: &CorridorStep) -> [f64; 2] {
        let score = f64::from(u8::from(step.is_right)) - self.right[step.cell];
        [score, score * FEATURES[step.cell]]
    }
}

fn reward(cell: usize, is_right: bool) -> f64 {
    PAYS[cell] - if is_right { COST } else { 0.0 }
}

/// Returns the cell after a move.
fn moved(cell: usize, is_right: bool) -> usize {
    if is_right {
        (cell + 1).min(CELLS - 1)
    } else {
        cell.saturating_sub(1)
    }
}

/// Returns the episode with this index, whose digits to the base of [`WAYS`] say how each step
/// goes.
fn episode(index: usize, right: &[f64; CELLS]) -> CorridorEpisode {
    let (mut cell, mut rest) = (index % CELLS, index / CELLS);
    let mut probability = 1.0 / CELLS as f64;
    let steps = std::array::from_fn(|_| {
        let (is_right, is_slip) = (rest & 1 == 1, rest & 2 == 2);
        rest /= WAYS;
        probability *= if is_right {
            right[cell]
        } else {
            1.0 - right[cell]
        };
        probability *= if is_slip { SLIP } else { 1.0 - SLIP };
        let step = CorridorStep {
            cell,
            is_right,
            reward: reward(cell, is_right),
        };
        cell = moved(cell, is_right != is_slip);
        step
    });
    CorridorEpisode { probability, steps }
}
