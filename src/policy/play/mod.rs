//! A cart to play with on the page: the same environment as in training, step by step, driven by
//! the policy or by the reader, and nudged now and then. Plain numbers: this runs beside the view,
//! where there are no tensors.

mod hands;
mod nudge;
mod pace;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
mod view;

use self::hands::Hands;
use self::nudge::NudgeTracker;
pub use self::nudge::{Nudge, NudgeOutcome, Target};
pub use self::pace::{LONGEST_LEAP_SECS, PlayPace, STEPS_PER_SEC};
pub use self::view::{Driver, Ending, Outputs, PlayView, PlayedEpisode, Push, State, Wait};
use super::host_policy::{HostPolicy, softmax};
use crate::config::TrainConfig;
use crate::config::fields::agree;
use crate::config::world::env;
use crate::envs::Env;
use crate::envs::cartpole::X_LIMIT;
use crate::random::{Purpose, Stream};

/// A cart, its driver, and its progress so far.
#[derive(Clone, Debug)]
pub struct Play {
    config: TrainConfig,
    env: Env,
    draws: Stream,
    policy: Option<HostPolicy>,
    driver: Driver,
    hands: Hands,
    state: State,
    /// The state that `outputs` is computed from.
    seen: State,
    outputs: Option<Outputs>,
    taken: Option<(Push, Driver)>,
    episode: u32,
    steps: u32,
    total_reward: f64,
    /// The driver of every step of this episode so far; `None` once several have driven it.
    alone: Option<Driver>,
    ending: Option<Ending>,
    last: Option<PlayedEpisode>,
    best: [Option<PlayedEpisode>; 3],
    tracker: Option<NudgeTracker>,
}

impl Play {
    /// Creates a cart of `config`'s environment at the start of its first episode; `None` for an
    /// environment without a cart.
    ///
    /// Episodes start in the same states as those of the first environment in a run with this seed.
    /// Random draws depend on (seed, episode, step) alone, so the seed reproduces a play.
    pub fn new(config: &TrainConfig) -> Option<Self> {
        let env = env(config);
        if !env.id.is_cart() {
            return None;
        }
        let mut play = Self {
            config: config.clone(),
            env,
            draws: Stream::new(config.seed, Purpose::Action),
            policy: None,
            driver: Driver::Sampled,
            hands: Hands::default(),
            state: State::default(),
            seen: State::default(),
            outputs: None,
            taken: None,
            episode: 0,
            steps: 0,
            total_reward: 0.0,
            alone: None,
            ending: None,
            last: None,
            best: [None; 3],
            tracker: None,
        };
        play.begin(0);
        Some(play)
    }

    /// Returns true if episodes of `config` are like those of this play, with the same first
    /// states.
    pub fn is_of(&self, config: &TrainConfig) -> bool {
        agree(&self.config, config, |touches| touches.episode)
    }

    /// Returns true if a pole that leans too far ends an episode. Where the pole may spin, only the
    /// ends of the track do.
    pub fn can_fall(&self) -> bool {
        self.env.id.cart().is_some_and(|cart| cart.can_fall)
    }

    /// Replaces the policy, even in the middle of an episode. `None` removes it and forgets the
    /// best episodes that policies have reached.
    pub fn set_policy(&mut self, policy: Option<HostPolicy>) {
        if policy.is_none() {
            self.best[Driver::Sampled as usize] = None;
            self.best[Driver::Greedy as usize] = None;
        }
        self.policy = policy;
        self.outputs = self.outputs_for(self.seen);
    }

    /// Hands the cart to another driver.
    pub fn set_driver(&mut self, driver: Driver) {
        if self.driver != driver {
            self.driver = driver;
            self.hands = Hands::default();
        }
    }

    /// Presses or releases one of the reader's keys. With no key down the last push continues,
    /// because the cart is pushed at every step.
    pub fn hold(&mut self, push: Push, is_down: bool) {
        self.hands.hold(push, is_down);
    }

    /// Starts again with the first episode.
    pub fn restart(&mut self) {
        self.tracker = None;
        self.last = None;
        self.begin(0);
    }

    /// Adds a nudge to the state. Does nothing once the episode is over.
    pub fn nudge(&mut self, nudge: Nudge) {
        if self.ending.is_some() {
            return;
        }
        nudge.apply(&mut self.state);
        self.tracker = Some(NudgeTracker::new(nudge.target, self.can_fall()));
        self.taken = None;
        self.see();
    }

    /// Makes one step, or starts the next episode if this one is over. Returns true if anything
    /// moved: while nobody pushes, nothing does.
    pub fn step(&mut self) -> bool {
        if self.ending.is_some() {
            self.begin(self.episode.wrapping_add(1));
            return true;
        }
        self.see();
        let Some(push) = self.choose() else {
            return false;
        };
        let moved = self.env.transition(&self.state, push as u32);
        self.state = cart_state(&moved.state);
        self.taken = Some((push, self.driver));
        self.alone = match (self.steps, self.alone) {
            (0, _) => Some(self.driver),
            (_, alone) => alone.filter(|alone| *alone == self.driver),
        };
        self.steps += 1;
        self.total_reward += f64::from(moved.reward);
        self.ending = self.end(moved.terminated);
        if let Some(tracker) = &mut self.tracker {
            tracker.follow(self.state, self.ending);
        }
        self.keep();
        true
    }

    /// Returns how the step just made ended its episode, if it did. The rules are those of
    /// [`Worlds`](crate::envs::Worlds), except that a state that is not finite, which a great nudge
    /// can cause, counts as off the track.
    fn end(&self, is_terminated: bool) -> Option<Ending> {
        let is_finite = self.state.iter().all(|number| number.is_finite());
        if !is_finite || is_terminated && self.state[0].abs() > X_LIMIT {
            Some(Ending::LeftTrack)
        } else if is_terminated {
            Some(Ending::Fell)
        } else {
            (self.steps >= self.env.max_episode_steps).then_some(Ending::TimeLimit)
        }
    }

    /// Returns everything that there is to show.
    pub fn view(&self) -> PlayView {
        PlayView {
            state: self.state,
            outputs: self.outputs,
            taken: self.taken,
            steps: self.steps,
            total_reward: self.total_reward,
            ending: self.ending,
            last: self.last,
            best: self.best[self.driver as usize],
            outcome: self.tracker.as_ref().map(NudgeTracker::outcome),
            wait: self.wait(),
        }
    }

    /// Returns why the next step would move nothing, if so.
    pub fn wait(&self) -> Option<Wait> {
        let is_held = self.ending.is_none();
        match self.driver {
            Driver::Player => (is_held && self.hands.push.is_none()).then_some(Wait::FirstPush),
            Driver::Sampled | Driver::Greedy => self.outputs.is_none().then_some(Wait::Policy),
        }
    }

    fn choose(&self) -> Option<Push> {
        let push = |is_left| if is_left { Push::Left } else { Push::Right };
        match self.driver {
            Driver::Player => self.hands.push,
            Driver::Greedy => self
                .outputs
                .map(|outputs| push(outputs.probabilities[0] >= outputs.probabilities[1])),
            Driver::Sampled => {
                let [draw, _] = self.draws.uniforms([self.episode, self.steps]);
                self.outputs
                    .map(|outputs| push(draw < outputs.probabilities[0]))
            }
        }
    }

    /// Starts an episode in the state in which the first environment of a run would start it.
    fn begin(&mut self, episode: u32) {
        self.state = cart_state(&self.env.first_state(self.config.seed, 0, episode));
        self.episode = episode;
        self.steps = 0;
        self.total_reward = 0.0;
        self.ending = None;
        self.taken = None;
        self.hands.push = None;
        self.see();
    }

    fn see(&mut self) {
        self.seen = self.state;
        self.outputs = self.outputs_for(self.state);
    }

    fn outputs_for(&self, state: State) -> Option<Outputs> {
        let policy = self.policy.as_ref()?;
        let probabilities = softmax(policy.actor(&state).last()?);
        let outputs = Outputs {
            probabilities: *probabilities.first_chunk()?,
            value: policy
                .critic(&state)
                .and_then(|units| units.last()?.first().copied()),
        };
        outputs
            .probabilities
            .iter()
            .all(|probabilities| probabilities.is_finite())
            .then_some(outputs)
    }

    /// Records an episode that has just ended.
    fn keep(&mut self) {
        let Some(ending) = self.ending else { return };
        let episode = PlayedEpisode {
            steps: self.steps,
            total_reward: self.total_reward,
            ending,
        };
        self.last = Some(episode);
        if let Some(driver) = self.alone {
            let best = &mut self.best[driver as usize];
            if best.is_none_or(|best| episode.total_reward > best.total_reward) {
                *best = Some(episode);
            }
        }
    }
}

fn cart_state(state: &[f32]) -> State {
    state.first_chunk().copied().unwrap_or_default()
}
