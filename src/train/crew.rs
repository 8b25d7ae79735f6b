//! The crew of a run: other cores that take shares of its work. What a run computes does not depend
//! on it.

use std::ops::Range;
use std::pin::pin;

use futures::future::{Either, LocalBoxFuture, select};
use web_time::{Duration, Instant};

use super::clock::Clock;
use super::learner::{PIECE, Pass, piece_gradients};
use super::setup::networks;
use crate::config::TrainConfig;
use crate::config::world::env;
use crate::device::rest;
use crate::ops::mlp::host::{Packed, Scratch};
use crate::ops::rollout::Recorded;
use crate::protocol::share::{Share, SharePart, ShareSamples, ShareWork, WorldsRecord};
use crate::rollout::{Collector, Minibatch, PartRecord, Rollout, WorldsPart};

/// Other cores that help a run.
pub trait Crew {
    /// Returns the number of helpers that can be asked now.
    fn helpers(&self) -> usize;

    /// Returns the number of cores that a run may use, its own among them. Helpers of some of them
    /// may still be starting.
    fn cores(&self) -> usize {
        1 + self.helpers()
    }

    /// Asks a helper for a share, at once; the result only waits for its answer. None if the helper
    /// died: then the run computes the share itself.
    fn ask(&self, helper: usize, share: Share) -> ShareAnswer;

    /// Lets go of the helpers that owe an answer: they have been waited for too long, and are not
    /// asked again.
    fn dismiss_silent(&self) {}
}

/// What a helper will have computed; none if it has died.
pub type ShareAnswer = LocalBoxFuture<'static, Option<SharePart>>;

/// How long a run waits for the answers of its helpers. A helper that hangs does not die: its
/// answer would never come.
pub struct Patience {
    looks: u32,
}

/// Time between two looks at whether a helper has answered.
const LOOK: Duration = Duration::from_millis(50);
/// Looks at a helper at least: ten seconds long.
const FEWEST_LOOKS: u32 = 200;
/// A helper may take so many times as long for its share as the run for its own, which is as large.
const SLOWER: u32 = 10;

impl Patience {
    /// Returns the patience of a run whose own share has taken so long.
    pub fn after(own: Duration) -> Self {
        let looks = SLOWER * own.as_millis() as u32 / LOOK.as_millis() as u32;
        Self {
            looks: FEWEST_LOOKS.saturating_add(looks),
        }
    }

    /// Waits for an answer; none if the helper has died, or has not answered after all these looks.
    pub async fn wait(&self, crew: &dyn Crew, mut answer: ShareAnswer) -> Option<SharePart> {
        for _ in 0..self.looks {
            match select(answer, pin!(rest(LOOK))).await {
                Either::Left((part, _)) => return part,
                Either::Right(((), still)) => answer = still,
            }
        }
        crew.dismiss_silent();
        None
    }
}

/// Waits until every core that a run may use can be asked, though not for ever.
pub async fn gathered(crew: &dyn Crew) {
    for _ in 0..FEWEST_LOOKS {
        if 1 + crew.helpers() >= crew.cores() {
            return;
        }
        rest(LOOK).await;
    }
}

/// Samples that a core takes at a time, some tens of milliseconds long: a command waits no longer.
const SAMPLES_AT_ONCE: usize = 16_384;
/// Fewest samples that are worth a message, which takes some tenths of a millisecond. Two shares of
/// 2,048 were slower than one core (4.0 ms against 2.9, networks of 120 and 84 units).
const LEAST_SHARE: usize = 4_096;
/// Steps between which the run lets others in.
const STEPS_AT_ONCE: usize = 16;

/// Returns true if a crew has something to do in a run with these settings: its rollouts or its
/// minibatches are large enough.
pub fn is_worth_sharing(config: &TrainConfig) -> bool {
    let num_steps = match config.plan().early_stop {
        true => STEPS_AT_ONCE,
        false => config.num_steps,
    };
    let samples = config.num_envs * num_steps;
    let shares_steps = !config.whole_episodes && config.num_envs > 1 && samples >= 2 * LEAST_SHARE;
    shares_steps || config.minibatch_size() > PIECE
}

/// Returns the number of cores on which a run with these settings trains on the CPU.
pub fn cores_of(crew: Option<&dyn Crew>, config: &TrainConfig) -> usize {
    match crew {
        Some(crew) if is_worth_sharing(config) => crew.cores(),
        _ => 1,
    }
}

/// Returns the number of steps of `num_envs` environments that a run takes at once with its crew.
pub fn shared_steps_at_once(crew: Option<&dyn Crew>, num_envs: usize) -> usize {
    let Some(crew) = crew.filter(|crew| crew.helpers() > 0) else {
        return STEPS_AT_ONCE;
    };
    let samples = (1 + crew.helpers()) * SAMPLES_AT_ONCE;
    (samples / num_envs / STEPS_AT_ONCE).max(1) * STEPS_AT_ONCE
}

/// Returns the number of cores that share `num_steps` steps of `num_envs` environments.
pub fn cores_for(crew: &dyn Crew, num_envs: usize, num_steps: usize) -> usize {
    let worth = num_envs * num_steps / LEAST_SHARE;
    (1 + crew.helpers()).min(worth).min(num_envs).max(1)
}

/// Appends `num_steps` steps to a rollout. The environments are divided among the run's core and
/// its crew.
pub async fn take_shared_steps(
    crew: &dyn Crew,
    collector: &mut Collector,
    rollout: &mut Rollout,
    (config, parameters): (&TrainConfig, &[f32]),
    num_steps: usize,
    clock: &Clock,
) {
    let cores = cores_for(crew, config.num_envs, num_steps);
    let mut places = shares(config.num_envs, cores);
    let own = places.next().unwrap_or_default();
    let asked: Vec<_> = places
        .enumerate()
        .map(|(helper, places)| {
            let work = ShareWork::Steps {
                first_world: places.start,
                worlds: collector.words_of(places.clone()),
                first_step: collector.next_step(),
                num_steps,
            };
            let share = Share {
                config: Box::new(config.clone()),
                parameters: parameters.to_vec(),
                work,
            };
            (places, crew.ask(helper, share))
        })
        .collect();
    let begun = Instant::now();
    let mut part = collector.part(own, parameters);
    for done in (0..num_steps).step_by(STEPS_AT_ONCE) {
        part.advance(STEPS_AT_ONCE.min(num_steps - done));
        clock.let_others_in().await;
    }
    let mut parts = vec![part.finish()];
    let patience = Patience::after(begun.elapsed());
    for (places, answer) in asked {
        let answer = patience.wait(crew, answer).await;
        let part = steps_of(answer, places.len(), num_steps);
        parts.push(part.unwrap_or_else(|| {
            let mut part = collector.part(places, parameters);
            part.advance(num_steps);
            part.finish()
        }));
    }
    collector.join(rollout, &parts, num_steps);
}

/// Computes a share, on the core that was asked for it.
pub fn compute(share: Share) -> SharePart {
    let Share {
        config,
        parameters,
        work,
    } = share;
    let networks = networks(&config);
    match work {
        ShareWork::Steps {
            first_world,
            worlds,
            first_step,
            num_steps,
        } => {
            let rules = (env(&config), config.seed);
            let policy = (&networks, &parameters[..]);
            let mut part = WorldsPart::new(rules, policy, (first_world, &worlds), first_step);
            part.advance(num_steps);
            let PartRecord {
                recorded,
                values,
                worlds,
            } = part.finish();
            SharePart::Steps(WorldsRecord {
                states: recorded.states,
                controls: recorded.controls,
                taken: recorded.taken,
                log_prob: recorded.log_prob,
                rewards: recorded.rewards,
                values,
                worlds,
            })
        }
        ShareWork::Values { obs } => {
            let mut values = Vec::new();
            if let Some(critic) = &networks.critic {
                let critic = Packed::new(critic, &parameters);
                critic.forward(&obs, &mut Scratch::default(), None, &mut values);
            }
            SharePart::Values(values)
        }
        ShareWork::Gradient { samples, rows } => {
            let ShareSamples {
                obs,
                actions,
                controls,
                old_log_prob,
                advantages,
                returns,
                old_values,
            } = samples;
            let samples = Minibatch {
                obs,
                actions,
                controls,
                old_log_prob,
                advantages,
                returns,
                old_values,
            };
            let mut pass = Pass::new(&networks, &parameters, &config);
            let count = parameters.len();
            SharePart::Gradient(piece_gradients(&mut pass, &samples, rows, count))
        }
    }
}

/// Returns the steps of a helper's answer, if they are what was asked for.
fn steps_of(answer: Option<SharePart>, worlds: usize, num_steps: usize) -> Option<PartRecord> {
    let Some(SharePart::Steps(record)) = answer else {
        return None;
    };
    (record.taken.len() == worlds * num_steps).then_some(PartRecord {
        recorded: Recorded {
            states: record.states,
            controls: record.controls,
            taken: record.taken,
            log_prob: record.log_prob,
            rewards: record.rewards,
        },
        values: record.values,
        worlds: record.worlds,
    })
}

/// Divides `count` things among `cores`, as evenly as it goes: neighbouring ones for each core that
/// gets any, the most first.
pub fn shares(count: usize, cores: usize) -> impl Iterator<Item = Range<usize>> {
    let busy = cores.clamp(1, count.max(1));
    let (each, more) = (count / busy, count % busy);
    (0..busy).map(move |core| {
        let start = core * each + core.min(more);
        start..start + each + usize::from(core < more)
    })
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
