//! Plays a rollout as a film and says which step of which rollout is on show. Knows nothing of the
//! browser.

use crate::view::format::plural;
use policy_lab::policy::play::{LONGEST_LEAP_SECS, STEPS_PER_SEC};
use policy_lab::protocol::{Frame, POSE};

/// Longest film at natural speed, in seconds; a longer rollout is played faster.
const LONGEST_SECS: f64 = 5.0;
/// Seconds for which the last step stays before the next film.
const REST_SECS: f64 = 0.4;
/// Seconds for which a cell is marked after its episode has ended.
const MARK_SECS: f64 = 0.16;
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

/// The ending of an episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameEnding {
    /// The pole fell, or the cart left the track.
    Fallen,
    /// The time limit ended the episode.
    Survived,
}

/// One cart at one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CartPose {
    /// Position in metres.
    pub x: f64,
    /// Angle in radians, positive to the right.
    pub theta_rad: f64,
    /// The end of an episode, if one ended just before.
    pub ending: Option<FrameEnding>,
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
    clip: Option<Frame>,
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
    /// Returns a player without a film.
    pub fn new(reduced_motion: bool) -> Self {
        Self {
            mode: match reduced_motion {
                true => Mode::Stills,
                false => Mode::Playing,
            },
            clip: None,
            live: None,
            summary: "No carts to show".to_owned(),
            newest: None,
            hurry_secs: None,
            position: 0.0,
            turned_at_secs: 0.0,
            inserted_at_secs: f64::NEG_INFINITY,
        }
    }

    /// Notes the newest rollout's iteration and length; `None` means that the run was cleared.
    pub fn note_newest(&mut self, newest: Option<(usize, usize)>) {
        self.newest = newest;
        if newest.is_none() && self.live.is_none() {
            *self = Self {
                mode: self.mode,
                hurry_secs: self.hurry_secs,
                ..Self::new(false)
            };
        }
    }

    /// Shows one step of a rollout that is being collected, given with its number and the number of
    /// steps. `None` goes back to whole rollouts.
    pub fn follow(&mut self, step: Option<(Frame, (usize, usize))>) {
        match step {
            Some((frame, live)) => {
                self.summary = format!("A step of the rollout of iteration {}", frame.iteration);
                self.clip = Some(frame);
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
        if self.live.is_some() {
            return Turn {
                is_visible: false,
                goes_on: false,
            };
        }
        let now_secs = now_millis / 1000.0;
        let leap_secs = (now_secs - self.turned_at_secs).clamp(0.0, LONGEST_LEAP_SECS);
        self.turned_at_secs = now_secs;
        let before = self.index();
        let had_clip = self.clip.is_some();
        let is_over = match self.mode {
            Mode::Playing => {
                self.position += leap_secs * STEPS_PER_SEC * self.speed();
                self.position >= self.num_steps() as f64 + REST_SECS * STEPS_PER_SEC * self.speed()
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
            is_visible: inserted || self.index() != before,
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

    /// Returns a cart's pose at the step on show.
    pub fn pose(&self, cart: usize) -> Option<CartPose> {
        let clip = self.clip.as_ref()?;
        let now = self.index();
        let at = |step: usize| {
            let poses = clip.poses.get((step * clip.num_carts + cart) * POSE..);
            poses?.first_chunk::<POSE>()
        };
        let [x, _, theta, _, _] = *at(now)?;
        let look_back = (MARK_SECS * STEPS_PER_SEC * self.speed()) as usize;
        let ending = (now.saturating_sub(look_back)..=now)
            .rev()
            .find_map(|step| ending(at(step)?[POSE - 1]));
        Some(CartPose {
            x: f64::from(x),
            theta_rad: f64::from(theta),
            ending,
        })
    }

    /// Returns the words for the step on show.
    pub fn shown(&self) -> Shown {
        let Some(clip) = &self.clip else {
            return Shown {
                caption: "No carts to show".to_owned(),
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

    fn insert(&mut self, frame: Frame, now_secs: f64) {
        self.summary = summary(&frame);
        self.newest = Some((frame.iteration, frame.num_steps));
        self.position = match self.mode {
            Mode::Playing => 0.0,
            Mode::Held | Mode::Stills => frame.num_steps as f64,
        };
        self.inserted_at_secs = now_secs;
        self.clip = Some(frame);
    }

    fn is_behind(&self) -> bool {
        let clip = self.clip.as_ref();
        self.newest.is_some() && self.newest != clip.map(|it| (it.iteration, it.num_steps))
    }

    fn num_steps(&self) -> usize {
        self.clip.as_ref().map_or(0, |clip| clip.num_steps)
    }

    /// Returns the step on show, from 0.
    fn index(&self) -> usize {
        (self.position as usize).min(self.num_steps().saturating_sub(1))
    }

    /// Returns how many times faster than simulated time the film plays.
    fn speed(&self) -> f64 {
        let secs = self.num_steps() as f64 / STEPS_PER_SEC;
        match self.hurry_secs {
            Some(hurry_secs) => (secs / hurry_secs).max(1.0),
            None => (secs / LONGEST_SECS).ceil().max(1.0),
        }
    }
}

/// Reads how an episode ended from the last number of a pose.
fn ending(flag: f32) -> Option<FrameEnding> {
    match flag as u8 {
        1 => Some(FrameEnding::Fallen),
        2 => Some(FrameEnding::Survived),
        _ => None,
    }
}

fn summary(frame: &Frame) -> String {
    let count = |wanted: FrameEnding| {
        let endings = frame.poses.chunks_exact(POSE);
        let endings = endings.map(|pose| ending(pose[POSE - 1]));
        endings.filter(|it| *it == Some(wanted)).count()
    };
    format!(
        "Rollout of iteration {}: {} over {}; {} fell and {} reached the time limit",
        frame.iteration,
        plural(frame.num_carts, "cart"),
        plural(frame.num_steps, "step"),
        plural(count(FrameEnding::Fallen), "pole"),
        plural(count(FrameEnding::Survived), "episode"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_on_show_gives_way_to_the_newest_rollout() {
        let frame = |num_steps| Frame {
            iteration: 3,
            num_steps,
            num_carts: 1,
            poses: vec![0.25; num_steps * POSE],
            parameters: Vec::new(),
        };
        let mut film = Film::new(false);
        film.follow(Some((frame(1), (17, 128))));
        // No rollout is complete yet.
        film.note_newest(None);
        let turn = film.turn(1_000.0, || None);
        assert!(!turn.goes_on && film.shown().is_live);
        let caption = film.shown().caption;
        assert_eq!(
            caption,
            "Rollout of iteration 3, as it is made · step 17 of 128"
        );
        film.note_newest(Some((3, 100)));
        film.follow(None);
        film.turn(2_000.0, || Some(frame(100)));
        assert_eq!(
            film.shown().caption,
            "Rollout of iteration 3 · step 1 of 100"
        );
    }
}
