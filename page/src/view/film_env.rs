//! What the films of an environment have in common: the size of a pose, the speed, the picture, and
//! the words for them. Of a cart and of a task, which has a picture of its own.

use std::f64::consts::FRAC_PI_2;

use crate::view::fall::{CartPose, FrameEnding, ended, ending};
use crate::view::format::plural;
use policy_lab::envs::{EnvId, Sketch};
use policy_lab::policy::play;
use policy_lab::protocol::{Frame, POSE};

/// A task's environment at one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TaskPose<'a> {
    /// The numbers of its state.
    pub state: &'a [f32],
    /// How its episode has just ended, if it has: the state is then the last that is recorded.
    pub ending: Option<FrameEnding>,
}

/// What a film shows of one environment.
pub struct Shot<'a> {
    /// The first step on show of the episode.
    pub begin: usize,
    /// The recorded pose.
    pub pose: &'a [f32],
    /// How the episode has ended, and the seconds on the screen since then, if it has.
    pub ended: Option<(FrameEnding, f64)>,
}

impl<'a> Shot<'a> {
    /// Returns the pose as a cart's.
    pub fn cart(&self) -> Option<CartPose> {
        let pose = self.pose.first_chunk::<POSE>()?;
        if let Some((ending, secs)) = self.ended {
            return Some(ended(pose, ending, secs));
        }
        let [x, _, theta, ..] = *pose;
        Some(CartPose {
            x: f64::from(x),
            theta_rad: f64::from(theta),
            ending: None,
        })
    }

    /// Returns the pose as a task's.
    pub fn task(&self) -> Option<TaskPose<'a>> {
        let (_, state) = self.pose.split_last()?;
        Some(TaskPose {
            state,
            ending: self.ended.map(|(ending, _)| ending),
        })
    }
}

/// The environment of a film.
pub struct FilmEnv {
    /// Its name.
    pub id: EnvId,
    /// The picture of a task; `None` of a cart.
    pub sketch: Option<Sketch>,
}

impl FilmEnv {
    /// Prepares what films of an environment need.
    pub fn new(id: EnvId) -> Self {
        Self {
            id,
            sketch: Sketch::new(id.spec()),
        }
    }

    /// Returns true if an episode ends by its own rules only because its goal is reached. In a
    /// world of cells a hole ends it as well, a craft may crash, and of a reader's own world nobody
    /// has said.
    pub fn ends_well(&self) -> bool {
        let task = self.id.task();
        task.is_some_and(|task| task.table.is_none())
            && self.id.own_program().is_none()
            && !self.id.is_of_bodies()
    }

    /// Returns how many numbers a pose has: those of the state, and how the step ended.
    pub fn pose_size(&self) -> usize {
        match self.sketch {
            Some(_) => self.id.state_size() + 1,
            None => POSE,
        }
    }

    /// Returns the steps in a second of what a film shows.
    pub fn steps_per_sec(&self) -> f64 {
        play::steps_per_sec(self.id)
    }

    /// Returns a first state of an episode, the middle of all there are.
    pub fn first_state(&self) -> Vec<f32> {
        let first = &self.id.dynamics().first;
        first.results(&vec![0.5; usize::from(first.num_inputs)])
    }

    /// Returns true if poles hang below the track in a rollout.
    pub fn can_hang(&self, frame: &Frame) -> bool {
        let mut poses = frame.poses.chunks_exact(POSE);
        self.sketch.is_none() && poses.any(|pose| f64::from(pose[2].abs()) > FRAC_PI_2)
    }

    /// Returns how the episodes ended that ended in a rollout.
    pub fn endings(&self, frame: &Frame) -> impl Iterator<Item = FrameEnding> {
        let poses = frame.poses.chunks_exact(self.pose_size());
        poses.filter_map(|pose| ending(*pose.last()?))
    }

    /// Describes a whole rollout.
    pub fn summary(&self, frame: &Frame) -> String {
        let count = |wanted: FrameEnding| self.endings(frame).filter(|it| *it == wanted).count();
        let terminated = count(FrameEnding::Terminated);
        let truncated = count(FrameEnding::Truncated);
        let (many, ends) = match self.sketch {
            Some(_) if !self.id.dynamics().ends_episodes() => {
                let cut = plural(truncated, "episode");
                ("environment", format!("{cut} reached the time limit"))
            }
            Some(_) => {
                let ended = plural(terminated, "episode");
                let ends = match self.ends_well() {
                    true => format!("{ended} reached the goal and {truncated} the time limit"),
                    false => format!("{ended} ended and {truncated} reached the time limit"),
                };
                ("environment", ends)
            }
            None => {
                let fell = plural(terminated, "pole");
                let stood = plural(truncated, "episode");
                (
                    "cart",
                    format!("{fell} fell and {stood} reached the time limit"),
                )
            }
        };
        format!(
            "Rollout of iteration {}: {} over {}; {ends}",
            frame.iteration,
            plural(frame.num_carts, many),
            plural(frame.num_steps, "step"),
        )
    }

    /// Says that there is no film.
    pub fn nothing(&self) -> &'static str {
        match self.sketch {
            Some(_) => "No environments to show",
            None => "No carts to show",
        }
    }
}
