//! A learning phase on the host, without tensors. From the second update on only the rows of a
//! minibatch are allocated.

use std::ops::Range;
use std::rc::Rc;

use web_time::Instant;

use super::pass::Pass;
use super::pieces::{add, blocks, pieces};
use super::{HostState, Learner, LearnerState, StepSize};
use crate::algos::columns;
use crate::config::{Advantage, LearningPlan, PolicyLoss, Standardise, TrainConfig};
use crate::ops::adam::clip;
use crate::ops::mlp::host::HOST_ROWS;
use crate::protocol::metrics::{Metric, Metrics};
use crate::protocol::share::{MeasureSums, Share, SharePart, ShareSamples, ShareWork};
use crate::rollout::{BadArgument, Minibatch};
use crate::train::clock::Clock;
use crate::train::crew::{Crew, Patience, ShareAnswer, shares};
use crate::train::update_stats::UpdateStats;

/// The parameters and the optimiser of a run, while it learns on the host.
pub struct HostPhase {
    pass: Pass,
    state: HostState,
    gradient: Vec<f32>,
    /// The gradient of a piece that is added to that of the pieces before it.
    piece: Vec<f32>,
    /// The state before the newest step, if a step can be one too many.
    before: Option<HostState>,
    config: TrainConfig,
    crew: Option<Rc<dyn Crew>>,
    metrics: Vec<Metric>,
    /// The measurements of each update, one after the other.
    measures: Vec<f32>,
    /// Rows since others were let in.
    rows_at_once: usize,
}

impl HostPhase {
    /// Begins with a state of a learner.
    pub fn new(learner: &Learner, state: HostState, config: &TrainConfig) -> Self {
        Self {
            pass: Pass::new(&learner.networks, &state.parameters, config),
            gradient: vec![0.0; state.parameters.len()],
            piece: vec![0.0; state.parameters.len()],
            state,
            before: None,
            metrics: metrics(config.plan().loss, learner.networks.critic.is_some()),
            config: config.clone(),
            crew: learner.crew.clone(),
            measures: Vec::new(),
            rows_at_once: 0,
        }
    }

    /// Makes one gradient step. VPG's minibatches are `num_worlds` whole environments, step by
    /// step.
    ///
    /// # Errors
    /// If a single sample would be standardised.
    pub async fn update(
        &mut self,
        mut minibatch: Minibatch,
        num_worlds: usize,
        step_size: StepSize,
        clock: &Clock,
    ) -> Result<(), BadArgument> {
        let rows = minibatch.len();
        self.set_targets(&mut minibatch, num_worlds, clock).await?;
        let sums = self.add_pieces(&minibatch, clock).await;
        let norm = self.step(step_size);
        let mean = |sum: f64| (sum / rows as f64) as f32;
        let measured = self.metrics.iter().map(|metric| match metric {
            Metric::ClipFraction => mean(sums.clipped),
            Metric::ZeroGradientFraction => mean(sums.without_gradient),
            Metric::ImportanceWeight => mean(sums.weight),
            Metric::ValueLoss => mean(sums.value_loss) * self.config.vf_coef as f32,
            Metric::PolicyLoss => mean(sums.policy_loss),
            Metric::Entropy => mean(sums.entropy),
            Metric::ApproxKl => mean(sums.kl[0]),
            Metric::OldApproxKl => mean(sums.kl[1]),
            Metric::GradNorm => norm,
            other => unreachable!("no minibatch measures {}", other.key()),
        });
        self.measures.extend(measured);
        Ok(())
    }

    /// Makes one gradient step with a gradient and measurements from outside: a reader's own loss.
    pub fn apply(&mut self, gradient: Vec<f32>, measured: &[(Metric, f32)], step_size: StepSize) {
        self.gradient = gradient;
        let norm = self.step(step_size);
        let all = [measured, &[(Metric::GradNorm, norm)]].concat();
        self.metrics = all.iter().map(|(metric, _)| *metric).collect();
        self.measures.extend(all.iter().map(|(_, value)| *value));
    }

    /// Undoes the newest gradient step, and forgets what was measured at it. Nothing happens unless
    /// [`LearningPlan::stops_before_a_step`].
    pub fn undo(&mut self) {
        if let Some(before) = self.before.take() {
            self.state = before;
            self.pass.refill(&self.state.parameters);
            let kept = self.measures.len().saturating_sub(self.metrics.len());
            self.measures.truncate(kept);
        }
    }

    /// Returns the parameters as they are now.
    pub fn parameters(&self) -> &[f32] {
        &self.state.parameters
    }

    /// Ends the phase, and returns what it leads to.
    pub fn into_state(self) -> HostState {
        self.state
    }

    /// Returns the log-probability of each sample's action under the policy as it is now: `[rows]`.
    pub fn log_probs(&mut self, minibatch: &Minibatch) -> Vec<f32> {
        self.pass.log_probs(minibatch)
    }

    /// Computes the gradient of a minibatch and what is measured on it, piece by piece. A crew
    /// takes its shares of the pieces; their gradients are added in the order of the pieces,
    /// whoever computed them.
    async fn add_pieces(&mut self, minibatch: &Minibatch, clock: &Clock) -> MeasureSums {
        let pieces: Vec<Range<usize>> = pieces(minibatch.len()).collect();
        let (own, asked) = self.divide(&pieces, |rows| gradient_work(minibatch, rows));
        let mut sums = MeasureSums::default();
        self.gradient.fill(0.0);
        let begun = Instant::now();
        self.add_own(minibatch, &pieces[own], &mut sums, clock)
            .await;
        let patience = Patience::after(begun.elapsed());
        for (share, answer) in asked {
            match self.answer(&patience, answer).await {
                Some(SharePart::Gradient(parts)) if parts.len() == share.len() => {
                    for part in parts {
                        add(&mut self.gradient, &part.gradient);
                        sums.add(&part.sums);
                    }
                }
                // The helper has died or hangs: nothing is lost but its time.
                _ => {
                    self.add_own(minibatch, &pieces[share], &mut sums, clock)
                        .await;
                }
            }
        }
        sums
    }

    /// Adds the gradients of pieces that the run computes itself, and what is measured on them.
    async fn add_own(
        &mut self,
        minibatch: &Minibatch,
        pieces: &[Range<usize>],
        sums: &mut MeasureSums,
        clock: &Clock,
    ) {
        for piece in pieces {
            let mut own = MeasureSums::default();
            self.pass.clear();
            for block in blocks(piece.clone()) {
                let count = block.len();
                (self.pass).add_rows(minibatch, block, minibatch.len(), &mut own);
                self.let_others_in_after(count, clock).await;
            }
            self.pass.write(&mut self.piece);
            add(&mut self.gradient, &self.piece);
            sums.add(&own);
        }
    }

    /// Divides pieces of a minibatch among the cores, and asks the crew for its shares of `work`,
    /// which gives that on some rows. Returns the pieces of the run itself, and those of each
    /// helper with the answer to come.
    fn divide(
        &self,
        pieces: &[Range<usize>],
        work: impl Fn(Range<usize>) -> ShareWork,
    ) -> (Range<usize>, Vec<(Range<usize>, ShareAnswer)>) {
        let Some(crew) = &self.crew else {
            return (0..pieces.len(), Vec::new());
        };
        let mut shares = shares(pieces.len(), 1 + crew.helpers());
        let own = shares.next().unwrap_or_default();
        let asked = shares.enumerate().map(|(helper, share)| {
            let rows = pieces[share.start].start..pieces[share.end - 1].end;
            let asked = Share {
                config: Box::new(self.config.clone()),
                parameters: self.state.parameters.clone(),
                work: work(rows),
            };
            (share, crew.ask(helper, asked))
        });
        (own, asked.collect())
    }

    /// Waits for the answer of a helper, as long as the run's patience lasts.
    async fn answer(&self, patience: &Patience, answer: ShareAnswer) -> Option<SharePart> {
        patience.wait(self.crew.as_deref()?, answer).await
    }

    /// Returns the critic's values of a minibatch, of which a crew computes its shares.
    async fn values(&mut self, minibatch: &Minibatch, clock: &Clock) -> Vec<f32> {
        let pieces: Vec<Range<usize>> = pieces(minibatch.len()).collect();
        let (own, asked) = self.divide(&pieces, |rows| ShareWork::Values {
            obs: minibatch.obs_of(rows).to_vec(),
        });
        let mut values = Vec::with_capacity(minibatch.len());
        let begun = Instant::now();
        self.add_values(minibatch, &pieces[own], &mut values, clock)
            .await;
        let patience = Patience::after(begun.elapsed());
        for (share, answer) in asked {
            let count: usize = pieces[share.clone()].iter().map(Range::len).sum();
            match self.answer(&patience, answer).await {
                Some(SharePart::Values(part)) if part.len() == count => values.extend(part),
                // The helper has died or hangs: nothing is lost but its time.
                _ => {
                    self.add_values(minibatch, &pieces[share], &mut values, clock)
                        .await;
                }
            }
        }
        values
    }

    /// Appends the critic's values on pieces that the run computes itself.
    async fn add_values(
        &mut self,
        minibatch: &Minibatch,
        pieces: &[Range<usize>],
        values: &mut Vec<f32>,
        clock: &Clock,
    ) {
        for piece in pieces {
            self.pass.values(minibatch.obs_of(piece.clone()), values);
            self.let_others_in_after(piece.len(), clock).await;
        }
    }

    /// Lets others in when enough rows were computed since the last time.
    async fn let_others_in_after(&mut self, rows: usize, clock: &Clock) {
        self.rows_at_once += rows;
        if self.rows_at_once >= HOST_ROWS {
            self.rows_at_once = 0;
            clock.let_others_in().await;
        }
    }

    /// Subtracts the baseline and standardises, before the pass.
    async fn set_targets(
        &mut self,
        minibatch: &mut Minibatch,
        num_worlds: usize,
        clock: &Clock,
    ) -> Result<(), BadArgument> {
        let plan = self.config.plan();
        set_fixed_targets(plan, minibatch, num_worlds)?;
        if plan.value_clip.is_some() {
            let pairs = minibatch.returns.iter().zip(&minibatch.advantages);
            // The returns are the advantages plus these: see `targets`.
            minibatch.old_values = pairs.map(|(ret, advantage)| ret - advantage).collect();
        }
        if self.pass.needs_values() {
            let values = self.values(minibatch, clock).await;
            let pairs = minibatch.returns.iter().zip(values);
            for (advantage, (ret, value)) in minibatch.advantages.iter_mut().zip(pairs) {
                *advantage = ret - value;
            }
        }
        if plan.standardise == Standardise::Advantages {
            columns::standardise_column(&mut minibatch.advantages)?;
        }
        Ok(())
    }

    /// Clips the gradient and descends. Returns the norm that it had.
    fn step(&mut self, step_size: StepSize) -> f32 {
        if self.config.plan().stops_before_a_step() {
            self.before = Some(self.state.clone());
        }
        let (gradient, norm) = clip(std::mem::take(&mut self.gradient), step_size.max_grad_norm);
        let HostState { parameters, adam } = &mut self.state;
        adam.step(parameters, &gradient, step_size.learning_rate);
        self.gradient = gradient;
        self.pass.refill(parameters);
        norm
    }

    /// Returns the measurements of the newest update.
    pub fn newest(&self) -> Metrics {
        let mut found = Metrics::default();
        let from = self.measures.len().saturating_sub(self.metrics.len());
        for (metric, value) in self.metrics.iter().zip(&self.measures[from..]) {
            found.set(*metric, f64::from(*value));
        }
        found
    }
}

/// The gradient on some rows of a minibatch, as work for another core.
fn gradient_work(minibatch: &Minibatch, rows: Range<usize>) -> ShareWork {
    let of = |column: &[f32]| column[rows.clone()].to_vec();
    ShareWork::Gradient {
        samples: ShareSamples {
            obs: minibatch.obs_of(rows.clone()).to_vec(),
            actions: minibatch.actions[rows.clone()].to_vec(),
            controls: minibatch.controls_of(rows.clone()).to_vec(),
            old_log_prob: of(&minibatch.old_log_prob),
            advantages: of(&minibatch.advantages),
            returns: of(&minibatch.returns),
            old_values: match minibatch.old_values.is_empty() {
                true => Vec::new(),
                false => of(&minibatch.old_values),
            },
        },
        rows: minibatch.len(),
    }
}

/// Standardises the returns of a minibatch and subtracts the baseline, as far as neither depends on
/// the networks. VPG's minibatches are `num_worlds` whole environments, step by step.
///
/// # Errors
/// If a single sample would be standardised.
pub fn set_fixed_targets(
    plan: LearningPlan,
    minibatch: &mut Minibatch,
    num_worlds: usize,
) -> Result<(), BadArgument> {
    if plan.standardise == Standardise::Returns {
        columns::standardise_column(&mut minibatch.returns)?;
        minibatch.advantages.copy_from_slice(&minibatch.returns);
    }
    if plan.advantage == Some(Advantage::WorldMean) {
        minibatch.advantages.copy_from_slice(&minibatch.returns);
        columns::subtract_step_means(&mut minibatch.advantages, num_worlds);
    }
    Ok(())
}

/// Returns what a loss measures, and last the norm of the gradient.
pub fn metrics(loss: PolicyLoss, has_critic: bool) -> Vec<Metric> {
    let mut metrics = match loss {
        PolicyLoss::Reinforce | PolicyLoss::Ppo { clip_coef: None } => Vec::new(),
        PolicyLoss::Vpg { .. } => vec![Metric::ImportanceWeight],
        PolicyLoss::Ppo { clip_coef: Some(_) } => {
            vec![Metric::ClipFraction, Metric::ZeroGradientFraction]
        }
    };
    metrics.extend(has_critic.then_some(Metric::ValueLoss));
    metrics.extend([
        Metric::PolicyLoss,
        Metric::Entropy,
        Metric::ApproxKl,
        Metric::OldApproxKl,
        Metric::GradNorm,
    ]);
    metrics
}

impl Learner {
    /// Takes over the parameters and the optimiser of a phase on the host. Returns what its updates
    /// measured since the last time.
    pub fn adopt_host(&mut self, phase: &mut HostPhase) -> UpdateStats {
        self.state = LearnerState::Host(phase.state.clone());
        self.host_parameters.clone_from(&phase.state.parameters);
        let rows = phase.measures.chunks(phase.metrics.len());
        let stats = UpdateStats {
            rows: rows.map(<[f32]>::to_vec).collect(),
            metrics: phase.metrics.clone(),
        };
        phase.measures.clear();
        stats
    }
}
