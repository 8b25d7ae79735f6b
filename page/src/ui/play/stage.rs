//! The cart on the page: the reader's choices, and the state of the loop that moves it.

use leptos::html;
use leptos::prelude::*;

use crate::ui::browser::canvas::{self, Size};
use crate::ui::browser::theme::Theme;
use crate::ui::lab::Lab;
use crate::ui::play::{paint, visibility};
use policy_lab::policy::host_policy::HostPolicy;
use policy_lab::policy::play::{Driver, Nudge, Play, PlayPace, PlayView, Push, Target};

/// Usual speeds of a policy and of a reader: 50 steps a second are too fast for most readers.
const SPEEDS: (f64, f64) = (1.0, 0.25);

/// The choices that are kept while the section is folded.
#[derive(Clone, Copy)]
pub struct Choices {
    /// The driver: the policy, sampled or greedy, or the reader.
    pub driver: RwSignal<Driver>,
    /// The speed, if the reader has chosen one.
    pub speed: RwSignal<Option<f64>>,
    /// The part that a nudge moves.
    pub target: RwSignal<Target>,
    /// The strength of a nudge, in rad/s or m/s.
    pub strength: RwSignal<f64>,
    pub(super) play: StoredValue<Option<Play>>,
}

impl Choices {
    /// Returns the choices of a first visit.
    pub fn new() -> Self {
        Self {
            driver: RwSignal::new(Driver::Sampled),
            speed: RwSignal::new(None),
            target: RwSignal::new(Target::Pole),
            strength: RwSignal::new(1.0),
            play: StoredValue::new(None),
        }
    }
}

/// The cart on show. A copyable handle.
#[derive(Clone, Copy)]
pub struct CartStage {
    /// The reader's choices.
    pub choices: Choices,
    /// The facts to show; `None` if there is no cart. Changes at most ten times a second.
    pub view: RwSignal<Option<PlayView>>,
    /// True if the cart moves by itself.
    pub runs: RwSignal<bool>,
    /// The canvas.
    pub node: NodeRef<html::Canvas>,
    /// The box around it, which has the keys.
    pub around: NodeRef<html::Div>,
    pub(super) size: ReadSignal<Size>,
    pub(super) is_seen: ReadSignal<bool>,
    pub(super) theme: Theme,
    pub(super) pace: StoredValue<PlayPace>,
    /// The newest nudge, and the seconds for which its arrow has been visible.
    pub(super) nudged: StoredValue<Option<(Nudge, f64)>>,
    /// Seconds on the screen since the end of the episode; 0 while it goes on.
    pub(super) over_secs: StoredValue<f64>,
    pub(super) turning: StoredValue<bool>,
    pub(super) turned_at_millis: StoredValue<f64>,
    pub(super) told_at_millis: StoredValue<f64>,
}

impl CartStage {
    /// Creates the stage, and updates it when the current run changes.
    pub fn new(lab: Lab, choices: Choices) -> Self {
        let node = NodeRef::<html::Canvas>::new();
        let around = NodeRef::<html::Div>::new();
        let theme = expect_context::<Theme>();
        let stage = Self {
            choices,
            view: RwSignal::new(None),
            runs: RwSignal::new(!theme.reduced_motion.get_untracked()),
            node,
            around,
            size: canvas::watch_size(node),
            is_seen: visibility::watch_visibility(around),
            theme,
            pace: StoredValue::new(PlayPace::default()),
            nudged: StoredValue::new(None),
            over_secs: StoredValue::new(0.0),
            turning: StoredValue::new(false),
            turned_at_millis: StoredValue::new(0.0),
            told_at_millis: StoredValue::new(f64::NEG_INFINITY),
        };
        stage.follow(lab);
        Effect::new(move || {
            stage.size.track();
            stage.theme.palette.track();
            stage.is_seen.track();
            stage.runs.track();
            stage.draw();
            stage.wake();
        });
        stage
    }

    /// Uses the environment of the current run, or of the form before any run, and each new policy.
    fn follow(self, lab: Lab) {
        let config =
            Memo::new(move |_| lab.run.config().or_else(|| lab.settings.config.get().ok()));
        let newest = (lab.run).memo(|history| Some(history.run.frame.as_ref()?.iteration));
        Effect::new(move || {
            // Read the signal: a memo without a reader is never updated.
            let _ = newest.get();
            let policy = lab.run.history.with_untracked(|history| {
                HostPolicy::new(
                    &history.run.info.as_ref()?.config,
                    history.run.frame.as_ref()?,
                )
            });
            let driver = self.choices.driver.get_untracked();
            config.with(|config| {
                self.choices.play.update_value(|play| {
                    let fits = play.as_ref().zip(config.as_ref());
                    if !fits.is_some_and(|(play, config)| play.is_of(config)) {
                        *play = config.as_ref().and_then(Play::new);
                    }
                    if let Some(play) = play {
                        play.set_driver(driver);
                        play.set_policy(policy);
                    }
                });
            });
            self.show();
        });
    }

    /// Returns the speed: 1 is the simulation's own.
    pub fn speed(self) -> f64 {
        let (policy, player) = SPEEDS;
        let usual = match self.choices.driver.get() {
            Driver::Player => player,
            Driver::Sampled | Driver::Greedy => policy,
        };
        self.choices.speed.get().unwrap_or(usual)
    }

    /// Gives the cart to a driver.
    pub fn drive(self, driver: Driver) {
        self.choices.driver.set(driver);
        self.act(|play| play.set_driver(driver));
    }

    /// Presses or releases a push for the reader. While the cart is paused, a press takes a step.
    pub fn push(self, push: Push, is_down: bool) {
        if self.choices.driver.get_untracked() != Driver::Player {
            return;
        }
        let steps = is_down && !self.runs.get_untracked();
        self.act(|play| {
            play.hold(push, is_down);
            if steps {
                play.step();
            }
        });
    }

    /// Releases both pushes.
    pub fn let_go(self) {
        // The focus also leaves when the section is folded, and then there is no cart.
        if self.runs.is_disposed() {
            return;
        }
        self.push(Push::Left, false);
        self.push(Push::Right, false);
    }

    /// Nudges to one side with the chosen strength.
    pub fn nudge(self, push: Push) {
        let strength = self.choices.strength.get_untracked() as f32;
        let nudge = Nudge {
            target: self.choices.target.get_untracked(),
            change: match push {
                Push::Left => -strength,
                Push::Right => strength,
            },
        };
        let is_over =
            (self.view).with_untracked(|view| view.as_ref().is_none_or(|it| it.ending.is_some()));
        if !is_over {
            self.nudged.set_value(Some((nudge, 0.0)));
            self.act(|play| play.nudge(nudge));
        }
    }

    /// Nudges to the side of the pole on which the picture was touched, `x` CSS pixels from the
    /// left.
    pub fn touch(self, x: f64) {
        let pole = self.view.with_untracked(|view| {
            let x = view.as_ref().map_or(0.0, |view| view.state[0]);
            let can_fall =
                (self.choices.play).with_value(|it| it.as_ref().is_none_or(Play::can_fall));
            paint::room(self.size.get_untracked(), can_fall).across(f64::from(x))
        });
        self.nudge(if x < pole { Push::Left } else { Push::Right });
    }

    /// Takes one step.
    pub fn step(self) {
        self.nudged.set_value(None);
        self.act(|play| {
            play.step();
        });
    }

    /// Starts again with the first episode.
    pub fn restart(self) {
        self.nudged.set_value(None);
        self.pace.set_value(PlayPace::default());
        self.act(Play::restart);
    }

    /// Pauses the cart, or lets it continue.
    pub fn toggle(self) {
        self.runs.update(|runs| *runs = !*runs);
        self.show();
    }

    fn act(self, act: impl FnOnce(&mut Play)) {
        self.choices.play.update_value(|play| {
            if let Some(play) = play {
                act(play);
            }
        });
        self.show();
    }
}
