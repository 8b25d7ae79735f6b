//! The reader's hand: the keys and buttons of several actions, or the sliders of a continuous one.

use super::PlayAction;
use crate::envs::spec::{EnvKind, EnvSpec};
use crate::envs::{ActionSpace, Control};

/// The name of an action that leaves an environment to itself.
const NEUTRAL: &str = "none";

/// What happens with no key down, once a first press has begun the episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpressed {
    /// The last action goes on. A cart is pushed at every step, so it has no other one.
    Repeats,
    /// This action is taken: the task has one that is called "none", and who lets go of a motor
    /// expects it to rest.
    Takes(u32),
    /// Nothing moves: the task has no action for it, so each press is one step. An environment
    /// without a time of its own, such as a grid of squares, is played in turns.
    Waits,
    /// The sliders stay where they are, because a reader who sets a force expects it to act until
    /// it is set again. Held keys pull a slider to an end, and it goes back when they are released.
    Stands,
}

impl Unpressed {
    /// Returns what happens in an environment.
    pub fn of(spec: &EnvSpec) -> Self {
        let ActionSpace::Discrete(names) = spec.actions else {
            return Self::Stands;
        };
        let is_cart = matches!(spec.kind, EnvKind::Cart(_));
        match names.iter().position(|name| *name == NEUTRAL) {
            _ if is_cart => Self::Repeats,
            Some(action) => Self::Takes(action as u32),
            None => Self::Waits,
        }
    }
}

/// An end of a slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SliderEnd {
    /// [`Control::low`].
    Low,
    /// [`Control::high`].
    High,
}

/// The reader's hand. Each episode waits for it: a time limit that runs while nobody steers is no
/// play.
#[derive(Clone, Debug)]
pub struct Hands {
    unpressed: Unpressed,
    /// The actions whose keys are down, in the order in which they were pressed.
    held: Vec<u32>,
    /// The action in force; `None` before the first press of an episode.
    pressed: Option<u32>,
    sliders: Vec<Slider>,
    /// True once a slider was moved in this episode.
    has_moved: bool,
}

#[derive(Clone, Debug)]
struct Slider {
    control: Control,
    /// Where it was left.
    place: f32,
    /// The ends that held keys pull it to, the newest last.
    pulls: Vec<SliderEnd>,
}

impl Slider {
    fn new(control: Control) -> Self {
        Self {
            control,
            place: 0.0_f32.max(control.low).min(control.high),
            pulls: Vec::new(),
        }
    }

    fn number(&self) -> f32 {
        match self.pulls.last() {
            Some(SliderEnd::Low) => self.control.low,
            Some(SliderEnd::High) => self.control.high,
            None => self.place,
        }
    }
}

impl Hands {
    /// Returns a hand that touches nothing. Sliders begin at 0, or at the limit that is nearest.
    pub fn new(spec: &EnvSpec) -> Self {
        let controls = spec.actions.controls().iter();
        Self {
            unpressed: Unpressed::of(spec),
            held: Vec::new(),
            pressed: None,
            sliders: controls.map(|control| Slider::new(*control)).collect(),
            has_moved: false,
        }
    }

    /// Returns what happens with no key down.
    pub fn unpressed(&self) -> Unpressed {
        self.unpressed
    }

    /// Presses or releases the key of an action. The key that was pressed last counts.
    pub fn hold(&mut self, action: u32, is_down: bool) {
        let was_down = self.held.contains(&action);
        self.held.retain(|held| *held != action);
        if is_down {
            self.held.push(action);
            self.pressed = Some(action);
        } else if was_down && self.pressed.is_some() {
            self.pressed = match (self.unpressed, self.held.last()) {
                (Unpressed::Waits, _) => self.pressed,
                (_, Some(other)) => Some(*other),
                (Unpressed::Takes(neutral), None) => Some(neutral),
                (Unpressed::Repeats | Unpressed::Stands, None) => self.pressed,
            };
        }
    }

    /// Puts an action in force until another one is chosen: a button that was pressed without a
    /// pointer is never released.
    pub fn choose(&mut self, action: u32) {
        self.held.clear();
        self.pressed = Some(action);
    }

    /// Presses or releases a key that pulls a slider to an end.
    pub fn pull(&mut self, control: usize, end: SliderEnd, is_down: bool) {
        if let Some(slider) = self.sliders.get_mut(control) {
            slider.pulls.retain(|pull| *pull != end);
            if is_down {
                slider.pulls.push(end);
                self.has_moved = true;
            }
        }
    }

    /// Moves a slider, as far as its limits.
    pub fn slide(&mut self, control: usize, number: f32) {
        if let Some(slider) = self.sliders.get_mut(control)
            && number.is_finite()
        {
            slider.place = number.max(slider.control.low).min(slider.control.high);
            self.has_moved = true;
        }
    }

    /// Releases every key.
    pub fn let_go(&mut self) {
        for action in self.held.clone() {
            self.hold(action, false);
        }
        for slider in &mut self.sliders {
            slider.pulls.clear();
        }
    }

    /// Returns where the sliders are; none if actions are discrete.
    pub fn sliders(&self) -> Vec<f32> {
        self.sliders.iter().map(Slider::number).collect()
    }

    /// Returns the action in force; `None` while the reader is waited for.
    pub fn action(&self) -> Option<PlayAction> {
        match self.unpressed {
            Unpressed::Stands => self
                .has_moved
                .then(|| PlayAction::Continuous(self.sliders())),
            Unpressed::Repeats | Unpressed::Takes(_) | Unpressed::Waits => {
                self.pressed.map(PlayAction::Discrete)
            }
        }
    }

    /// Notes that a step was taken: where each press is one step, the next one is waited for.
    pub fn note_step(&mut self) {
        if self.unpressed == Unpressed::Waits {
            self.pressed = None;
        }
    }

    /// Begins an episode, which waits for the reader.
    pub fn begin(&mut self) {
        self.pressed = None;
        self.has_moved = false;
        for slider in &mut self.sliders {
            *slider = Slider::new(slider.control);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::envs::EnvId;

    fn of(id: EnvId) -> Hands {
        Hands::new(id.spec())
    }

    fn discrete(action: u32) -> Option<PlayAction> {
        Some(PlayAction::Discrete(action))
    }

    #[test]
    fn the_key_pressed_last_counts_and_a_released_motor_rests() {
        for (id, released) in [(EnvId::Cartpole, 0), (EnvId::Mountaincar, 1)] {
            let mut hands = of(id);
            let mut press = |action, is_down| {
                hands.hold(action, is_down);
                hands.action()
            };
            assert_eq!(press(0, false), None, "no press, no release");
            let right = id.num_actions() as u32 - 1;
            assert_eq!(press(0, true), discrete(0), "{id:?}");
            assert_eq!(press(right, true), discrete(right), "{id:?}");
            assert_eq!(press(0, true), discrete(0), "pressed again");
            assert_eq!(press(right, false), discrete(0), "{id:?}");
            assert_eq!(press(0, false), discrete(released), "{id:?}");
            hands.choose(right);
            hands.let_go();
            assert_eq!(hands.action(), discrete(right), "not held, but chosen");
            hands.hold(0, true);
            hands.let_go();
            assert_eq!(hands.action(), discrete(released), "{id:?}");
            hands.begin();
            assert_eq!(hands.action(), None);
        }
        assert_eq!(of(EnvId::Acrobot).unpressed(), Unpressed::Takes(1));
    }

    #[test]
    fn without_an_action_that_does_nothing_each_press_is_one_step() {
        let squares = EnvSpec {
            actions: ActionSpace::Discrete(&["left", "down", "right", "up"]),
            ..*EnvId::Mountaincar.spec()
        };
        assert_eq!(Unpressed::of(&squares), Unpressed::Waits);
        let mut hands = Hands::new(&squares);
        hands.hold(2, true);
        hands.hold(3, true);
        hands.hold(3, false);
        assert_eq!(hands.action(), discrete(3), "a release moves nothing");
        hands.note_step();
        assert_eq!(hands.action(), None, "though a key is still down");
        hands.hold(2, false);
        assert_eq!(hands.action(), None);
        hands.choose(1);
        assert_eq!(hands.action(), discrete(1));

        let mut cart = of(EnvId::Cartpole);
        cart.hold(1, true);
        cart.note_step();
        assert_eq!(cart.action(), discrete(1), "a cart is pushed on");
    }

    #[test]
    fn a_slider_stays_where_it_is_put_and_held_keys_pull_it_to_its_ends() {
        let mut hands = of(EnvId::Pendulum);
        assert_eq!(hands.sliders(), [0.0]);
        assert_eq!(hands.action(), None, "the reader has not moved it");
        let mut number = |act: &dyn Fn(&mut Hands)| {
            act(&mut hands);
            assert_eq!(
                hands.action(),
                Some(PlayAction::Continuous(hands.sliders()))
            );
            hands.sliders()[0]
        };
        let (low, high) = (SliderEnd::Low, SliderEnd::High);
        assert_eq!(number(&|it| it.slide(0, 0.75)), 0.75);
        assert_eq!(number(&|it| it.slide(0, f32::NAN)), 0.75);
        assert_eq!(number(&|it| it.slide(1, 2.0)), 0.75, "there is none");
        assert_eq!(number(&|it| it.pull(0, low, true)), -2.0);
        assert_eq!(number(&|it| it.pull(0, high, true)), 2.0);
        assert_eq!(number(&|it| it.pull(0, high, false)), -2.0);
        assert_eq!(number(&|it| it.pull(0, low, false)), 0.75);
        assert_eq!(number(&|it| it.pull(0, low, true)), -2.0);
        assert_eq!(number(&Hands::let_go), 0.75);
        assert_eq!(number(&|it| it.slide(0, 9.0)), 2.0);
        hands.begin();
        assert_eq!((hands.sliders(), hands.action()), (vec![0.0], None));
    }

    #[test]
    fn a_slider_without_a_zero_begins_at_the_limit_next_to_it() {
        for (low, high, place) in [(0.5, 2.0, 0.5), (-3.0, -1.0, -1.0), (-1.0, 1.0, 0.0)] {
            let slider = Slider::new(Control {
                name: "force",
                low,
                high,
            });
            assert_eq!(slider.number(), place);
        }
    }
}
