//! What is played with on the page: the reader's choices, and the state of the loop that moves it.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::ui::browser::canvas::{self, Size};
use crate::ui::browser::theme::Theme;
use crate::ui::lab::Lab;
use crate::ui::play::{paint, visibility};
use crate::view::steering::SteeringKey;
use crate::workers::bodies;
use policy_lab::envs::{EnvId, Sketch};
use policy_lab::policy::host_policy::HostPolicy;
use policy_lab::policy::play::{
    Driver, Nudge, Play, PlayPace, PlayView, SliderEnd, Target, Unpressed,
};

/// The usual speed of a policy.
const POLICY_SPEED: f64 = 1.0;
/// Usual speeds of a reader, who is slower: of a cart, whose 50 steps a second are too fast for
/// most, and of a task.
const READER_SPEEDS: (f64, f64) = (0.25, 0.5);

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
    /// The picture of a task; `None` of a cart.
    pub(super) sketch: StoredValue<Option<Sketch>>,
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
            sketch: StoredValue::new(None),
        }
    }
}

/// What is on show. A copyable handle.
#[derive(Clone, Copy)]
pub struct PlayStage {
    /// The reader's choices.
    pub choices: Choices,
    /// The facts to show; `None` if nothing can be played with. Changes at most ten times a second.
    pub view: RwSignal<Option<PlayView>>,
    /// The environment; `None` if nothing can be played with.
    pub id: Memo<Option<EnvId>>,
    /// True if the play goes on by itself.
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

impl PlayStage {
    /// Creates the stage, and updates it when the current run changes.
    pub fn new(lab: Lab, choices: Choices) -> Self {
        let node = NodeRef::<html::Canvas>::new();
        let around = NodeRef::<html::Div>::new();
        let theme = expect_context::<Theme>();
        let view = RwSignal::new(None::<PlayView>);
        let stage = Self {
            choices,
            view,
            id: Memo::new(move |_| view.with(|view| Some(view.as_ref()?.id))),
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
        let env_id = Memo::new(move |_| config.with(|config| Some(config.as_ref()?.env_id)));
        // What moves an environment's bodies comes when it is to be played with.
        let arrived = RwSignal::new(());
        Effect::new(move || {
            let Some(id) = env_id.get().filter(|id| bodies::is_missing(*id)) else {
                return;
            };
            spawn_local(async move {
                match bodies::load(id).await {
                    // The section may have been folded meanwhile.
                    Ok(()) => drop(arrived.try_set(())),
                    Err(why) => lab.address.notices.set(vec![why]),
                }
            });
        });
        Effect::new(move || {
            // Read the signal: a memo without a reader is never updated.
            let _ = newest.get();
            arrived.track();
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
                        let sketch = play.as_ref().and_then(|it| Sketch::new(it.id().spec()));
                        self.choices.sketch.set_value(sketch);
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

    /// Returns true if there is a cart.
    pub fn is_cart(self) -> bool {
        self.id.get().is_some_and(EnvId::is_cart)
    }

    /// Returns the speed: 1 is the environment's own.
    pub fn speed(self) -> f64 {
        let (of_cart, of_task) = READER_SPEEDS;
        let usual = match self.choices.driver.get() {
            Driver::Player if self.is_cart() => of_cart,
            Driver::Player => of_task,
            Driver::Sampled | Driver::Greedy => POLICY_SPEED,
        };
        self.choices.speed.get().unwrap_or(usual)
    }

    /// Gives what is played with to a driver.
    pub fn drive(self, driver: Driver) {
        self.choices.driver.set(driver);
        self.act(|play| play.set_driver(driver));
    }

    /// Presses or releases a key of the reader.
    pub fn press(self, key: SteeringKey, is_down: bool) {
        match key {
            SteeringKey::Action(action) => self.hold(action, is_down),
            SteeringKey::Slider(control, end) => self.pull(control, end, is_down),
        }
    }

    /// Presses or releases an action for the reader.
    pub fn hold(self, action: u32, is_down: bool) {
        self.steer(is_down, |play| play.hold(action, is_down));
    }

    /// Takes an action for the reader until another one is chosen.
    pub fn choose(self, action: u32) {
        self.steer(true, |play| play.choose(action));
    }

    /// Moves a slider of the reader.
    pub fn slide(self, control: usize, number: f32) {
        self.steer(false, |play| play.slide(control, number));
    }

    /// Releases all keys.
    pub fn let_go(self) {
        // The focus also leaves when the section is folded, and then there is nothing to steer.
        if !self.runs.is_disposed() {
            self.steer(false, Play::let_go);
        }
    }

    fn pull(self, control: usize, end: SliderEnd, is_down: bool) {
        self.steer(is_down, |play| play.pull(control, end, is_down));
    }

    /// Lets the reader act, who must be the driver. While the play is held, and where each press is
    /// one step, a press takes a step.
    fn steer(self, is_press: bool, act: impl FnOnce(&mut Play)) {
        if self.choices.driver.get_untracked() != Driver::Player {
            return;
        }
        let is_held = !self.runs.get_untracked();
        self.act(|play| {
            act(play);
            if is_press && (is_held || play.unpressed() == Unpressed::Waits) {
                play.step();
            }
        });
    }

    /// Nudges a cart with the chosen strength: to the left if `side` is -1, to the right if it
    /// is 1.
    pub fn nudge(self, side: f32) {
        let nudge = Nudge {
            target: self.choices.target.get_untracked(),
            change: side * self.choices.strength.get_untracked() as f32,
        };
        let is_open = |view: &PlayView| view.id.is_cart() && view.ending.is_none();
        if (self.view).with_untracked(|view| view.as_ref().is_some_and(is_open)) {
            self.nudged.set_value(Some((nudge, 0.0)));
            self.act(|play| play.nudge(nudge));
        }
    }

    /// Nudges to the side of the pole on which the picture was touched, `x` CSS pixels from the
    /// left.
    pub fn touch(self, x: f64) {
        let pole = self.view.with_untracked(|view| {
            let x = view.as_ref().and_then(|view| view.state.first().copied());
            let can_fall =
                (self.choices.play).with_value(|it| it.as_ref().is_none_or(Play::can_fall));
            paint::room(self.size.get_untracked(), can_fall).across(f64::from(x.unwrap_or(0.0)))
        });
        self.nudge(if x < pole { -1.0 } else { 1.0 });
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

    /// Pauses the play, or lets it continue.
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
