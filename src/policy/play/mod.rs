//! An environment to play with on the page: the same as in training, step by step, driven by the
//! policy or by the reader. A cart is nudged now and then. Plain numbers: this runs beside the
//! view, where there are no tensors.

mod hands;
mod nudge;
mod pace;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
mod view;

use self::hands::Hands;
pub use self::hands::{SliderEnd, Unpressed};
use self::nudge::NudgeTracker;
pub use self::nudge::{Nudge, NudgeOutcome, Target};
pub use self::pace::{LONGEST_LEAP_SECS, PlayPace, STEPS_PER_SEC, steps_per_sec};
pub use self::view::{
    ActionOdds, Driver, Ending, Outputs, PlayAction, PlayView, PlayedEpisode, Wait,
};
use super::host_policy::HostPolicy;
use crate::config::TrainConfig;
use crate::config::fields::agree;
use crate::config::world::env;
use crate::envs::cartpole::X_LIMIT;
use crate::envs::lunar_lander::has_landed;
use crate::envs::spec::MAX_CONTROLS;
use crate::envs::{Env, EnvId, Transition, bodies};
use crate::random::{Purpose, Stream};

/// An environment that is drawn, its driver, and its progress so far.
#[derive(Clone, Debug)]
pub struct Play {
    config: TrainConfig,
    env: Env,
    draws: Stream,
    policy: Option<HostPolicy>,
    driver: Driver,
    hands: Hands,
    /// `[state_size]`.
    state: Vec<f32>,
    /// The observation that `outputs` is computed from: `[obs_size]`.
    seen: Vec<f32>,
    outputs: Option<Outputs>,
    taken: Option<(PlayAction, Driver)>,
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
    /// Creates `config`'s environment at the start of its first episode; `None` for one that nobody
    /// can steer, or whose bodies nothing moves yet ([`bodies::is_ready`]).
    ///
    /// Episodes start in the same states as those of the first environment in a run with this seed.
    /// Random draws depend on (seed, episode, step) alone, so the seed reproduces a play.
    pub fn new(config: &TrainConfig) -> Option<Self> {
        let env = env(config);
        // The page loads what moves bodies, and asks again.
        if !env.id.can_be_steered() || env.id.is_of_bodies() && !bodies::is_ready() {
            return None;
        }
        let mut play = Self {
            config: config.clone(),
            draws: Stream::new(config.seed, Purpose::Action),
            policy: None,
            driver: Driver::Sampled,
            hands: Hands::new(env.id.spec()),
            env,
            state: Vec::new(),
            seen: Vec::new(),
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

    /// Returns the environment's name.
    pub fn id(&self) -> EnvId {
        self.env.id
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
        self.outputs = self.outputs_for(&self.seen);
    }

    /// Hands the environment to another driver.
    pub fn set_driver(&mut self, driver: Driver) {
        if self.driver != driver {
            self.driver = driver;
            self.hands = Hands::new(self.env.id.spec());
        }
    }

    /// Presses or releases the reader's key of a discrete action. With no key down it is
    /// [`Play::unpressed`] that says what happens.
    pub fn hold(&mut self, action: u32, is_down: bool) {
        self.hands.hold(action, is_down);
    }

    /// Puts a discrete action in force until the reader chooses another one.
    pub fn choose(&mut self, action: u32) {
        self.hands.choose(action);
    }

    /// Presses or releases a key that pulls a number of a continuous action to its limit.
    pub fn pull(&mut self, control: usize, end: SliderEnd, is_down: bool) {
        self.hands.pull(control, end, is_down);
    }

    /// Sets a number of a continuous action, until it is set again.
    pub fn slide(&mut self, control: usize, number: f32) {
        self.hands.slide(control, number);
    }

    /// Releases every key of the reader.
    pub fn let_go(&mut self) {
        self.hands.let_go();
    }

    /// Returns what happens while the reader drives and no key is down.
    pub fn unpressed(&self) -> Unpressed {
        self.hands.unpressed()
    }

    /// Starts again with the first episode.
    pub fn restart(&mut self) {
        self.tracker = None;
        self.last = None;
        self.begin(0);
    }

    /// Adds a nudge to the state of a cart. Does nothing once the episode is over, nor without a
    /// cart.
    pub fn nudge(&mut self, nudge: Nudge) {
        if self.ending.is_some() || !self.env.id.is_cart() {
            return;
        }
        nudge.apply(&mut self.state);
        self.tracker = Some(NudgeTracker::new(nudge.target, self.can_fall()));
        self.taken = None;
        self.see();
    }

    /// Makes one step, or starts the next episode if this one is over. Returns true if anything
    /// moved: while nobody acts, nothing does.
    pub fn step(&mut self) -> bool {
        if self.ending.is_some() {
            self.begin(self.episode.wrapping_add(1));
            return true;
        }
        self.see();
        let Some(action) = self.chosen() else {
            return false;
        };
        let moved = self.transition(&action);
        self.taken = Some((action, self.driver));
        self.hands.note_step();
        self.alone = match (self.steps, self.alone) {
            (0, _) => Some(self.driver),
            (_, alone) => alone.filter(|alone| *alone == self.driver),
        };
        self.steps += 1;
        let (seed, episode) = (self.config.seed, [0, self.episode]);
        self.state = (self.env).with_draws(moved.state, seed, episode, self.steps);
        self.total_reward += f64::from(moved.reward);
        self.ending = self.end(moved.terminated, moved.truncated);
        if let Some(tracker) = &mut self.tracker {
            tracker.follow(&self.state, self.ending);
        }
        self.keep();
        true
    }

    /// Returns where an action leads from the current state.
    fn transition(&self, action: &PlayAction) -> Transition {
        self.env.transition_by(&self.state, action.actions())
    }

    /// Returns how the step just made ended its episode, if it did. The rules are those of
    /// [`Worlds`](crate::envs::Worlds), except that a cart's state that is not finite, which a
    /// great nudge can cause, counts as off the track.
    fn end(&self, is_terminated: bool, is_cut_off: bool) -> Option<Ending> {
        let is_cart = self.env.id.is_cart();
        let is_finite = self.state.iter().all(|number| number.is_finite());
        if is_cart && (!is_finite || is_terminated && self.state[0].abs() > X_LIMIT) {
            Some(Ending::LeftTrack)
        } else if is_terminated {
            Some(match self.env.id.task().map(|task| task.table) {
                // Nobody has said whether an end of a reader's own world is a goal.
                _ if self.env.id.own_program().is_some() => Ending::Elsewhere,
                _ if self.env.id.is_of_bodies() => match has_landed(&self.state) {
                    true => Ending::Goal,
                    false => Ending::Crashed,
                },
                None => Ending::Fell,
                Some(Some(table)) if table.goal.map(f32::from) != Some(self.state[0]) => {
                    Ending::Elsewhere
                }
                Some(_) => Ending::Goal,
            })
        } else {
            let is_late = is_cut_off || self.steps >= self.env.max_episode_steps;
            is_late.then_some(Ending::TimeLimit)
        }
    }

    /// Returns everything that there is to show.
    pub fn view(&self) -> PlayView {
        PlayView {
            id: self.env.id,
            state: self.state.clone(),
            outputs: self.outputs.clone(),
            taken: self.taken.clone(),
            sliders: self.hands.sliders(),
            steps: self.steps,
            total_reward: self.total_reward,
            ending: self.ending,
            last: self.last,
            best: self.best[self.driver as usize],
            outcome: self.tracker.as_ref().map(NudgeTracker::outcome),
            wait: self.wait(),
        }
    }

    /// Returns how the episode has ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Returns why the next step would move nothing, if so.
    pub fn wait(&self) -> Option<Wait> {
        match self.driver {
            Driver::Player if self.ending.is_some() || self.hands.action().is_some() => None,
            Driver::Player if self.steps > 0 => Some(Wait::NextPush),
            Driver::Player => Some(Wait::FirstPush),
            Driver::Sampled | Driver::Greedy => self.outputs.is_none().then_some(Wait::Policy),
        }
    }

    /// Returns the driver's action for what is seen.
    fn chosen(&self) -> Option<PlayAction> {
        let odds = || self.outputs.as_ref().map(|outputs| &outputs.odds);
        match self.driver {
            Driver::Player => self.hands.action(),
            Driver::Greedy => odds().map(greedy),
            Driver::Sampled => odds().map(|odds| self.drawn(odds)),
        }
    }

    /// Draws an action as training does: of several by inverting their cumulative distribution, a
    /// continuous one as `mean + deviation * normal`.
    fn drawn(&self, odds: &ActionOdds) -> PlayAction {
        let counter = [self.episode, self.steps];
        match odds {
            ActionOdds::Discrete(odds) => {
                let [mut left, _] = self.draws.uniforms(counter);
                let drawn = odds.iter().position(|probability| {
                    left -= probability;
                    left < 0.0
                });
                // Rounding may leave a little.
                let last = odds.len().saturating_sub(1);
                PlayAction::Discrete(drawn.unwrap_or(last) as u32)
            }
            ActionOdds::Continuous(numbers) => {
                let normals: [f32; MAX_CONTROLS] = self.draws.normals_at(counter);
                let each = numbers.iter().zip(normals);
                let drawn = each.map(|([mean, deviation], normal)| mean + deviation * normal);
                PlayAction::Continuous(drawn.collect())
            }
        }
    }

    /// Starts an episode in the state in which the first environment of a run would start it.
    fn begin(&mut self, episode: u32) {
        self.state = self.env.first_state(self.config.seed, 0, episode);
        self.episode = episode;
        self.steps = 0;
        self.total_reward = 0.0;
        self.ending = None;
        self.taken = None;
        self.hands.begin();
        self.see();
    }

    /// Shows the policy the current state: the observation of it.
    fn see(&mut self) {
        self.seen = self.env.id.dynamics().observe.results(&self.state);
        self.outputs = self.outputs_for(&self.seen);
    }

    fn outputs_for(&self, obs: &[f32]) -> Option<Outputs> {
        let policy = self.policy.as_ref()?;
        let odds = match policy.probabilities(obs) {
            Some(probabilities) => ActionOdds::Discrete(probabilities),
            None => {
                let means = policy.actor(obs).pop()?.into_iter();
                let numbers = means.zip(policy.standard_deviations());
                ActionOdds::Continuous(numbers.map(|(mean, it)| [mean, it]).collect())
            }
        };
        let critic = policy.critic(obs);
        odds.is_finite().then(|| Outputs {
            odds,
            value: critic.and_then(|units| units.last()?.first().copied()),
        })
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

/// Returns the likeliest action, the first of equals; the mean of a continuous one.
fn greedy(odds: &ActionOdds) -> PlayAction {
    match odds {
        ActionOdds::Discrete(odds) => {
            let likelier = |best: usize, action: usize| match odds[action] > odds[best] {
                true => action,
                false => best,
            };
            PlayAction::Discrete((0..odds.len()).fold(0, likelier) as u32)
        }
        ActionOdds::Continuous(numbers) => {
            PlayAction::Continuous(numbers.iter().map(|[mean, _]| *mean).collect())
        }
    }
}
