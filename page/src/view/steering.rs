//! Steering by hand, in keys and words: which key takes which action, what buttons and ends are
//! called, and how a state is told. Knows nothing of the browser's events.

use crate::view::actions::{drawn, number_of};
use crate::view::format;
use policy_lab::envs::{Control, EnvId};
use policy_lab::policy::play::{Ending, PlayView, PlayedEpisode, SliderEnd, Unpressed, Wait};

/// Says why there is nothing to steer in an environment.
pub fn nothing(id: EnvId) -> &'static str {
    match id.is_stand_in() {
        true => "Python steps this world while it trains, so it cannot be steered here",
        false => "A probe environment has nothing to steer",
    }
}

/// What a key of the reader does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SteeringKey {
    /// Takes the action with this number.
    Action(u32),
    /// Pulls the slider with this number to an end.
    Slider(usize, SliderEnd),
}

/// Keys with the names of the actions that they take wherever there is one of the name.
const DIRECTIONS: [(&str, &str); 4] = [
    ("ArrowLeft", "left"),
    ("ArrowRight", "right"),
    ("ArrowUp", "up"),
    ("ArrowDown", "down"),
];

/// Most numbers of a state that are told: a reader's own world may have many.
const MOST_NUMBERS: usize = 12;

/// Parts into which the places of a slider divide its range.
const SLIDER_STEPS: f64 = 40.0;

/// Returns what a key does, by its name in the browser: an arrow takes the action that is called
/// by its direction, a digit the action of this number, counted from 1. Of a continuous action the
/// arrows to the sides pull the first slider, or one that is called "side", those up and down the
/// other.
pub fn steering_key(id: EnvId, key: &str) -> Option<SteeringKey> {
    let names = id.spec().actions.names();
    if names.is_empty() {
        let side = id.controls().iter().position(|it| it.name == "side");
        let [sides, upright] = match side {
            Some(1) => [1, 0],
            _ => [0, 1],
        };
        let (control, end) = match key {
            "ArrowLeft" => (sides, SliderEnd::Low),
            "ArrowRight" => (sides, SliderEnd::High),
            "ArrowDown" => (upright, SliderEnd::Low),
            "ArrowUp" => (upright, SliderEnd::High),
            _ => return None,
        };
        return (control < id.controls().len()).then_some(SteeringKey::Slider(control, end));
    }
    let action = match DIRECTIONS.iter().find(|(arrow, _)| *arrow == key) {
        Some((_, direction)) => names.iter().position(|name| name == direction)?,
        None if key.len() == 1 => key.parse::<usize>().ok()?.checked_sub(1)?,
        None => return None,
    };
    (action < names.len()).then_some(SteeringKey::Action(action as u32))
}

/// Returns what is steered, in a sentence.
pub fn subject(id: EnvId) -> &'static str {
    match id.is_cart() {
        true => "the cart",
        false => "it",
    }
}

/// Returns the name of an environment without what it asks for.
pub fn env_name(id: EnvId) -> &'static str {
    let label = id.spec().label;
    label.split_once(':').map_or(label, |(name, _)| name)
}

/// Returns the text of the button that takes an action.
pub fn button_name(id: EnvId, action: usize) -> String {
    let name = id.spec().actions.names().get(action).copied();
    let name = name.unwrap_or_default();
    let said = match (id.is_cart(), name.split_at_checked(1)) {
        (true, _) => format!("Push {name}"),
        // A reader's own world has numbers for names.
        (false, _) if name.parse::<i32>().is_ok() => format!("Action {name}"),
        (false, Some((first, rest))) => first.to_uppercase() + rest,
        (false, None) => String::new(),
    };
    match name {
        "left" => format!("← {said}"),
        "right" => format!("{said} →"),
        "up" => format!("↑ {said}"),
        "down" => format!("↓ {said}"),
        _ => said,
    }
}

/// Says what happens while nothing is pressed.
pub fn unpressed(id: EnvId) -> String {
    match Unpressed::of(id.spec()) {
        Unpressed::Repeats => {
            "This cart is pushed at every step. With nothing pressed it repeats the last push"
                .to_owned()
        }
        Unpressed::Takes(action) => {
            let name = button_name(id, action as usize);
            format!("With nothing pressed each step takes the action “{name}”")
        }
        Unpressed::Waits => "Each press is one step".to_owned(),
        Unpressed::Stands => {
            "A slider stays where you leave it. Keys that are held pull it to an end".to_owned()
        }
    }
}

/// Says at which speed the reader steers.
pub fn how_fast(id: EnvId) -> &'static str {
    match Unpressed::of(id.spec()) {
        Unpressed::Waits => ", a step with each press",
        _ => ", in slow motion",
    }
}

/// Names the keys that steer.
pub fn keys(id: EnvId) -> String {
    let arrows = match id.controls().len() {
        0 => {
            let names = id.spec().actions.names();
            let signs = [("left", "←"), ("right", "→"), ("up", "↑"), ("down", "↓")];
            let known = signs.iter().filter(|(name, _)| names.contains(name));
            let known: Vec<String> = known.map(|(_, sign)| (*sign).to_owned()).collect();
            let digits = match names.len().min(9) {
                1 => "1".to_owned(),
                2 => "1 and 2".to_owned(),
                last => format!("1 to {last}"),
            };
            match known.is_empty() {
                true => format!("the digits {digits}"),
                false => format!("{}, and the digits {digits},", format::joined(known)),
            }
        }
        1 => "← and →".to_owned(),
        _ => "←, →, ↓ and ↑".to_owned(),
    };
    let act = match (id.is_cart(), id.controls().is_empty()) {
        (true, _) => "push",
        (false, true) => "act",
        (false, false) => "pull the slider",
    };
    format!("{arrows} {act} when you drive")
}

/// Says how an episode ended, over the picture.
pub fn ended(id: EnvId, ending: Ending, steps: u32) -> String {
    let steps = format::plural(steps as usize, "step");
    match ending {
        Ending::Fell => format!("✕ Fell after {steps}"),
        Ending::LeftTrack => format!("✕ Off the track after {steps}"),
        Ending::Crashed => format!("✕ Crashed or flew off after {steps}"),
        Ending::Goal if id.is_of_bodies() => format!("✓ Landed after {steps}"),
        Ending::Goal => format!("✓ Reached the goal after {steps}"),
        Ending::Elsewhere => format!("Ended after {steps}"),
        Ending::TimeLimit if id.is_cart() => format!("✓ Reached the limit of {steps}"),
        Ending::TimeLimit => format!("The time limit came after {steps}"),
    }
}

/// Says why nothing moves, over the picture.
pub fn waiting(id: EnvId, wait: Wait) -> &'static str {
    match wait {
        Wait::Policy => "No policy yet",
        Wait::FirstPush if !id.controls().is_empty() => {
            "The episode begins when you move the slider"
        }
        Wait::FirstPush => "Your first push begins the episode",
        Wait::NextPush => "It waits for you",
    }
}

/// Tells of an episode that is over, in a few words.
pub fn episode(episode: PlayedEpisode) -> String {
    let steps = format::plural(episode.steps as usize, "step");
    let total = format::score(episode.total_reward);
    let ending = match episode.ending {
        Ending::Fell => "fell",
        Ending::LeftTrack => "off the track",
        Ending::Crashed => "crashed or flew off",
        Ending::Goal => "reached the goal",
        Ending::Elsewhere => "ended",
        Ending::TimeLimit => "time limit",
    };
    format!("{steps}, return {total}, {ending}")
}

/// Formats the state: of a cart `x +0.12 m · v −0.30 m/s · θ +1.2° · ω +0.40 rad/s`, of a task its
/// numbers by their names.
pub fn state(view: &PlayView) -> String {
    if let (true, [x, v, theta, omega]) = (view.id.is_cart(), view.state.as_slice()) {
        let signed = |number: f32, digits: usize| format!("{number:+.digits$}").replace('-', "−");
        let [x, v, omega] = [*x, *v, *omega].map(|number| signed(number, 2));
        let theta = signed(theta.to_degrees(), 1);
        return format!("x {x} m · v {v} m/s · θ {theta}° · ω {omega} rad/s");
    }
    let numbers = view.id.spec().state.iter().zip(&view.state);
    let told = numbers.take(MOST_NUMBERS);
    let told = told.map(|(name, number)| format!("{name} {}", number_of(*number)));
    let told = told.collect::<Vec<_>>().join(" · ");
    match view.id.spec().state.len() > MOST_NUMBERS {
        true => told + " · …",
        false => told,
    }
}

/// Says the mean and the standard deviation of a number of a continuous action, and the number
/// that was taken: `torque 0.53 ± 1.2; took torque −0.3`.
pub fn spread(control: &Control, number: Option<[f32; 2]>, taken: Option<f32>) -> String {
    let said = match number {
        Some([mean, deviation]) => {
            let [mean, deviation] = [mean, deviation].map(number_of);
            format!("{} {mean} ± {deviation}", control.name)
        }
        None => format!("{}: no policy to ask", control.name),
    };
    match taken {
        Some(taken) => format!("{said}; took {}", drawn(&[*control], &[taken])),
        None => said,
    }
}

/// Returns where a number stands on a control's axis, in per cent from its left end. What lies
/// beyond the limits stands at them.
pub fn along(control: &Control, number: f32) -> f64 {
    let [low, high] = [control.low, control.high].map(f64::from);
    (100.0 * (f64::from(number) - low) / (high - low)).clamp(0.0, 100.0)
}

/// Returns the distance between neighbouring places of a slider.
pub fn slider_step(control: &Control) -> f64 {
    f64::from(control.high - control.low) / SLIDER_STEPS
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy_lab::config::TrainConfig;
    use policy_lab::policy::play::Play;

    #[test]
    fn arrows_take_the_actions_of_their_names_and_digits_count() {
        let action = |id, key| match steering_key(id, key) {
            Some(SteeringKey::Action(action)) => Some(action),
            _ => None,
        };
        let (cart, car) = (EnvId::Cartpole, EnvId::Mountaincar);
        assert_eq!(action(cart, "ArrowLeft"), Some(0));
        assert_eq!(action(cart, "ArrowRight"), Some(1));
        assert_eq!(action(car, "ArrowRight"), Some(2));
        for (digit, taken) in [("1", Some(0)), ("3", Some(2)), ("4", None), ("0", None)] {
            assert_eq!(action(car, digit), taken, "{digit}");
        }
        assert_eq!(action(cart, "3"), None);
        for key in ["ArrowUp", "ArrowDown", "a", "Enter", "12", ""] {
            assert_eq!(steering_key(cart, key), None, "{key}");
        }
    }

    #[test]
    fn arrows_pull_the_sliders_that_there_are() {
        let pulls = |key| steering_key(EnvId::Pendulum, key);
        let (low, high) = (SliderEnd::Low, SliderEnd::High);
        assert_eq!(pulls("ArrowLeft"), Some(SteeringKey::Slider(0, low)));
        assert_eq!(pulls("ArrowRight"), Some(SteeringKey::Slider(0, high)));
        for key in ["ArrowUp", "ArrowDown", "1"] {
            assert_eq!(pulls(key), None, "{key}: one slider");
        }
    }

    #[test]
    fn every_drawn_environment_can_be_steered_by_keys_and_says_which() {
        for id in EnvId::ALL.into_iter().filter(|id| id.is_drawn()) {
            let has_arrows = steering_key(id, "ArrowLeft").is_some();
            assert!(has_arrows || steering_key(id, "1").is_some(), "{id:?}");
            assert_eq!(keys(id).starts_with('←'), has_arrows, "{}", keys(id));
            for action in 0..id.num_actions() {
                assert!(button_name(id, action).len() > 3, "{id:?}");
            }
        }
        let digits = "← and →, and the digits 1 to 3, act when you drive";
        assert_eq!(keys(EnvId::Acrobot), digits);
        assert_eq!(
            keys(EnvId::Pendulum),
            "← and → pull the slider when you drive"
        );
        assert_eq!(button_name(EnvId::Cartpole, 1), "Push right →");
        let names = [0, 1, 2].map(|action| button_name(EnvId::Mountaincar, action));
        assert_eq!(names, ["← Left", "None", "Right →"]);
        assert!(unpressed(EnvId::Mountaincar).ends_with("the action “None”"));
    }

    #[test]
    fn an_end_is_told_by_what_the_task_is() {
        let ended = |id, ending| ended(id, ending, 90);
        let car = EnvId::Mountaincar;
        assert_eq!(
            ended(car, Ending::Goal),
            "✓ Reached the goal after 90 steps"
        );
        let late = "The time limit came after 90 steps";
        assert_eq!(ended(car, Ending::TimeLimit), late);
        let upright = "✓ Reached the limit of 90 steps";
        assert_eq!(ended(EnvId::Cartpole, Ending::TimeLimit), upright);
        let goal = PlayedEpisode {
            steps: 90,
            total_reward: -90.0,
            ending: Ending::Goal,
        };
        assert_eq!(episode(goal), "90 steps, return −90.0, reached the goal");
    }

    #[test]
    fn a_state_is_told_by_the_names_of_its_numbers() {
        let view = |id: EnvId, numbers: &[f32]| {
            let config = TrainConfig {
                env_id: id,
                ..TrainConfig::default()
            };
            let view = Play::new(&config).expect("a picture").view();
            state(&PlayView {
                state: numbers.to_vec(),
                ..view
            })
        };
        let cart = "x +0.12 m · v −0.30 m/s · θ +57.3° · ω +0.40 rad/s";
        assert_eq!(view(EnvId::Cartpole, &[0.12, -0.3, 1.0, 0.4]), cart);
        let car = "position −0.5 · velocity 0.025";
        assert_eq!(view(EnvId::Mountaincar, &[-0.5, 0.025]), car);
    }

    #[test]
    fn a_number_is_told_with_its_spread_and_stands_on_its_axis() {
        let control = &EnvId::Pendulum.controls()[0];
        assert_eq!(spread(control, None, None), "torque: no policy to ask");
        let known = spread(control, Some([0.5, 1.25]), None);
        assert_eq!(known, "torque 0.5 ± 1.25");
        let taken = spread(control, Some([0.5, 1.25]), Some(-2.5));
        let cut = "torque 0.5 ± 1.25; took torque −2.5, which counts as −2";
        assert_eq!(taken, cut);
        for (number, place) in [(-2.0, 0.0), (0.0, 50.0), (1.0, 75.0), (9.0, 100.0)] {
            assert_eq!(along(control, number), place);
        }
        assert!((slider_step(control) - 0.1).abs() < 1e-12);
    }
}
