//! Plays a rollout as a film and says which step of which rollout is on show. Knows nothing of the
//! browser.

use crate::view::cart_field::carts_at;
use crate::view::fall::ending;
pub use crate::view::fall::{CartPose, FrameEnding};
use crate::view::film_env::{FilmEnv, Shot, TaskPose};
use policy_lab::envs::EnvId;
use policy_lab::policy::play::LONGEST_LEAP_SECS;
use policy_lab::protocol::Frame;

/// Longest film at natural speed, in seconds; a longer rollout is played faster.
const LONGEST_SECS: f64 = 5.0;
/// Seconds for which the last step stays before the next film.
const REST_SECS: f64 = 0.4;
/// Seconds on the screen for which an episode stays in view after its end: a fallen pole topples,
/// all else stands still. Then the film goes on with the next episode.
const STAY_SECS: f64 = 0.36;
/// Number of earlier poles in the trace of a pole, and seconds on the screen between them.
const TRACE: (usize, f64) = (3, 0.05);
/// Shortest time in seconds between two still pictures.
const STILL_SECS: f64 = 2.0;

/// The way in which the film moves on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The film plays, and goes on to the newest rollout at its end.
    Playing,
    /// The film is paused at one step.
    Held,
    /// The film shows only the end of the newest rollout, for readers who prefer no motion.
    Stills,
}

/// The step on show, for the words and the slider.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// The step on show, from 1.
    pub step: usize,
    /// Steps in the film; 0 when there is none.
    pub num_steps: usize,
    /// The caption under the picture.
    pub caption: String,
    /// A description of the whole film, for screen readers.
    pub summary: String,
    /// True if this is a single step of a rollout that is still being collected.
    pub is_live: bool,
}

/// The effects of one turn of the film.
pub struct Turn {
    /// True if there is something new to draw.
    pub is_visible: bool,
    /// True if the film should be turned again.
    pub goes_on: bool,
}

/// A player of rollouts.
pub struct Film {
    /// The way in which the film moves on.
    pub mode: Mode,
    /// The environment of the films.
    env: FilmEnv,
    clip: Option<Frame>,
    can_hang: bool,
    /// The step that the clip holds and the number of steps, if the rollout is still being
    /// collected.
    live: Option<(usize, usize)>,
    summary: String,
    /// Iteration and length of the newest rollout known.
    newest: Option<(usize, usize)>,
    /// While a run is watched, seconds in which a whole film plays; a newer rollout then replaces
    /// it at once.
    pub hurry_secs: Option<f64>,
    /// Steps played so far, with a fraction.
    position: f64,
    turned_at_secs: f64,
    inserted_at_secs: f64,
}

impl Film {
    /// Returns a player of carts without a film.
    pub fn new(reduced_motion: bool) -> Self {
        let env = FilmEnv::new(EnvId::default());
        Self {
            mode: match reduced_motion {
                true => Mode::Stills,
                false => Mode::Playing,
            },
            summary: env.nothing().to_owned(),
            env,
            clip: None,
            can_hang: false,
            live: None,
            newest: None,
            hurry_secs: None,
            position: 0.0,
            turned_at_secs: 0.0,
            inserted_at_secs: f64::NEG_INFINITY,
        }
    }

    /// Notes the environment that the next films show. A film of another one is gone.
    pub fn note_env(&mut self, env_id: EnvId) {
        if self.env.id != env_id {
            self.env = FilmEnv::new(env_id);
            self.clear();
        }
    }

    /// Notes the newest rollout's iteration and length; `None` means that the run was cleared.
    pub fn note_newest(&mut self, newest: Option<(usize, usize)>) {
        self.newest = newest;
        if newest.is_none() && self.live.is_none() {
            self.clear();
        }
    }

    fn clear(&mut self) {
        let before = std::mem::replace(self, Self::new(false));
        self.mode = before.mode;
        self.hurry_secs = before.hurry_secs;
        self.env = before.env;
        self.summary = self.env.nothing().to_owned();
    }

    /// Shows one step of a rollout that is being collected, given with its number and the number of
    /// steps. `None` goes back to whole rollouts.
    pub fn follow(&mut self, step: Option<(Frame, (usize, usize))>) {
        match step {
            Some((frame, live)) => {
                self.summary = format!("A step of the rollout of iteration {}", frame.iteration);
                self.show(frame);
                self.live = Some(live);
                self.position = 0.0;
            }
            None if self.live.take().is_some() => self.clip = None,
            None => {}
        }
    }

    /// Moves on to the time `now_millis`. `fetch` returns the newest rollout when the film needs
    /// it.
    pub fn turn(&mut self, now_millis: f64, fetch: impl Fn() -> Option<Frame>) -> Turn {
        let now_secs = now_millis / 1000.0;
        let leap_secs = (now_secs - self.turned_at_secs).clamp(0.0, LONGEST_LEAP_SECS);
        self.turned_at_secs = now_secs;
        if self.live.is_some() {
            let clip = self.clip.as_ref();
            let topples = clip.is_some_and(|clip| self.env.endings(clip).next().is_some())
                && self.mode == Mode::Playing
                && self.position < self.stay_steps();
            self.position += leap_secs * self.env.steps_per_sec();
            return Turn {
                is_visible: topples,
                goes_on: topples,
            };
        }
        let before = self.moment();
        let had_clip = self.clip.is_some();
        let is_over = match self.mode {
            Mode::Playing => {
                let pace = self.env.steps_per_sec() * self.speed();
                self.position += leap_secs * pace;
                self.position >= self.num_steps() as f64 + REST_SECS * pace
            }
            Mode::Held => false,
            Mode::Stills => now_secs - self.inserted_at_secs > STILL_SECS,
        };
        let mut inserted = false;
        let may_replace = self.mode == Mode::Playing && self.hurry_secs.is_some();
        if self.is_behind() && (is_over || !had_clip || may_replace) {
            if let Some(frame) = fetch() {
                self.insert(frame, now_secs);
                inserted = true;
            }
        } else if is_over && self.mode == Mode::Playing {
            self.position = 0.0;
        }
        Turn {
            is_visible: inserted || self.moment() != before,
            goes_on: match self.mode {
                Mode::Playing => self.clip.is_some(),
                Mode::Held => false,
                Mode::Stills => self.is_behind(),
            },
        }
    }

    /// Goes to a step, counted from 1.
    pub fn seek(&mut self, step: f64) {
        self.position = (step - 1.0).max(0.0);
    }

    /// Returns the number of carts in the film.
    pub fn num_carts(&self) -> usize {
        self.clip.as_ref().map_or(0, |clip| clip.num_carts)
    }

    /// Returns a cart's pose at the moment on show.
    pub fn pose(&self, cart: usize) -> Option<CartPose> {
        self.shot(cart, self.position)?.cart()
    }

    /// Returns the environment of the films.
    pub fn env(&self) -> &FilmEnv {
        &self.env
    }

    /// Returns the state of a task's environment at the moment on show.
    pub fn task_pose(&self, place: usize) -> Option<TaskPose<'_>> {
        self.shot(place, self.position)?.task()
    }

    /// Returns a cart's poses a moment ago in the episode on show, oldest first. Each has a number
    /// that says how long ago, less than 1.
    pub fn trace(&self, cart: usize) -> Vec<(f64, CartPose)> {
        let (count, every_secs) = TRACE;
        let Some(Shot { begin, .. }) = self
            .shot(cart, self.position)
            .filter(|_| self.live.is_none())
        else {
            return Vec::new();
        };
        let every = every_secs * self.env.steps_per_sec() * self.speed();
        let earlier = (1..=count).rev().filter_map(|back| {
            let position = self.position.min(self.end()) - back as f64 * every;
            let shot = self.shot(cart, position).filter(|_| position >= 0.0)?;
            let pose = shot.cart().filter(|_| shot.begin == begin)?;
            Some((back as f64 / (count + 1) as f64, pose))
        });
        earlier.collect()
    }

    /// Returns true if the film has many carts as well.
    pub fn has_field(&self) -> bool {
        self.clip
            .as_ref()
            .is_some_and(|clip| !clip.field.is_empty())
    }

    /// Returns x and theta of many carts at the moment on show.
    pub fn field(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        let field = self.clip.as_ref().map_or(&[][..], |clip| &clip.field);
        carts_at(field, self.position / self.num_steps().max(1) as f64)
    }

    /// Returns true if poles hang below the track in this film.
    pub fn can_hang(&self) -> bool {
        self.can_hang
    }

    /// Returns what is on show of an environment after `position` steps. An episode that has ended
    /// stays for a moment, and hides as much of the next one.
    fn shot(&self, cart: usize, position: f64) -> Option<Shot<'_>> {
        let clip = self.clip.as_ref()?;
        let size = self.env.pose_size();
        let at = |step: usize| {
            let begin = (step * clip.num_carts + cart) * size;
            clip.poses.get(begin..begin + size)
        };
        let last = clip.num_steps.checked_sub(1)?;
        // A step that is followed live has been taken already, a film's is still to come.
        let ahead = usize::from(self.live.is_none());
        let (mut begin, mut step) = (0, 0);
        while step <= last && (step + ahead) as f64 <= position {
            let pose = at(step)?;
            if let Some(ending) = ending(*pose.last()?) {
                let since = position - (step + ahead) as f64;
                // One whose rollout is over has no other episode: it is repeated to the end.
                let is_last = at(step + 1).is_none_or(|next| next == pose);
                if since < self.stay_steps() || is_last {
                    let secs = match self.mode {
                        // Without motion the pole lies where it falls.
                        Mode::Stills => STAY_SECS,
                        _ => since / self.env.steps_per_sec() / self.speed(),
                    };
                    let ended = Some((ending, secs.min(STAY_SECS)));
                    return Some(Shot { begin, pose, ended });
                }
                // What the ended episode has hidden is over, too.
                begin = ((step + ahead) as f64 + self.stay_steps()) as usize;
                step = begin;
            } else {
                step += 1;
            }
        }
        Some(Shot {
            begin,
            pose: at((position.max(0.0) as usize).min(last))?,
            ended: None,
        })
    }

    /// Returns the words for the step on show.
    pub fn shown(&self) -> Shown {
        let Some(clip) = &self.clip else {
            return Shown {
                caption: self.env.nothing().to_owned(),
                summary: self.summary.clone(),
                ..Shown::default()
            };
        };
        let (step, num_steps) = self.live.unwrap_or((self.index() + 1, clip.num_steps));
        let manner = self.live.map_or("", |_| ", as it is made");
        let mut caption = format!(
            "Rollout of iteration {}{manner} · step {step} of {num_steps}",
            clip.iteration
        );
        let speed = self.speed();
        if speed >= 1.5 {
            caption += &format!(" · {speed:.0}× speed");
        }
        Shown {
            step,
            num_steps,
            caption,
            summary: self.summary.clone(),
            is_live: self.live.is_some(),
        }
    }

    fn show(&mut self, frame: Frame) {
        self.can_hang = self.env.can_hang(&frame);
        self.clip = Some(frame);
    }

    fn insert(&mut self, frame: Frame, now_secs: f64) {
        self.summary = self.env.summary(&frame);
        self.newest = Some((frame.iteration, frame.num_steps));
        self.position = match self.mode {
            Mode::Playing => 0.0,
            Mode::Held | Mode::Stills => frame.num_steps as f64,
        };
        self.inserted_at_secs = now_secs;
        self.show(frame);
    }

    fn is_behind(&self) -> bool {
        let clip = self.clip.as_ref();
        self.newest.is_some() && self.newest != clip.map(|it| (it.iteration, it.num_steps))
    }

    fn num_steps(&self) -> usize {
        self.clip.as_ref().map_or(0, |clip| clip.num_steps)
    }

    /// Returns the steps for which an episode stays in view after its end.
    fn stay_steps(&self) -> f64 {
        STAY_SECS * self.env.steps_per_sec() * self.speed()
    }

    /// Returns the position at which nothing moves any more.
    fn end(&self) -> f64 {
        self.num_steps() as f64 + self.stay_steps()
    }

    /// Returns the step on show, from 0, and after the last one the moment of its end, so that two
    /// moments that look different are different.
    fn moment(&self) -> usize {
        self.position.min(self.end()) as usize
    }

    /// Returns the step on show, from 0.
    fn index(&self) -> usize {
        (self.position as usize).min(self.num_steps().saturating_sub(1))
    }

    /// Returns how many times faster than simulated time the film plays.
    fn speed(&self) -> f64 {
        let secs = self.num_steps() as f64 / self.env.steps_per_sec();
        match self.hurry_secs {
            Some(hurry_secs) => (secs / hurry_secs).max(1.0),
            None => (secs / LONGEST_SECS).ceil().max(1.0),
        }
    }
}
