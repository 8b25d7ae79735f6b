//! What an action is called, wherever the page tells of one.

use crate::view::format::{joined, value};
use policy_lab::envs::{Control, EnvId};

/// Names a discrete action: `action “left”` of a task, and by its number where there is no name.
pub fn chosen(id: EnvId, action: usize) -> String {
    let name = (id.task()).and_then(|_| id.spec().actions.names().get(action));
    match name {
        // A reader's own world has numbers for names.
        Some(name) if name.parse::<i32>().is_ok() => format!("action {name}"),
        Some(name) => format!("action “{name}”"),
        None => format!("action {action}"),
    }
}

/// Returns a discrete action's name in the room of a few letters: an arrow for a direction.
pub fn short(id: EnvId, action: usize) -> String {
    let name = id.spec().actions.names().get(action).copied();
    match name {
        Some("left") => "←".to_owned(),
        Some("right") => "→".to_owned(),
        Some("up") => "↑".to_owned(),
        Some("down") => "↓".to_owned(),
        name => name.map_or_else(|| action.to_string(), str::to_owned),
    }
}

/// Says a continuous action by the names of its numbers, such as `torque 0.53`. A number that the
/// environment does not take as it was drawn is told with the one that it takes:
/// `torque 2.6, which counts as 2`.
pub fn drawn(controls: &[Control], action: &[f32]) -> String {
    let each = controls.iter().zip(action).map(|(control, number)| {
        let said = format!("{} {}", control.name, number_of(*number));
        match (control.low..=control.high).contains(number) {
            true => said,
            false => {
                let taken = number.max(control.low).min(control.high);
                format!("{said}, which counts as {}", number_of(taken))
            }
        }
    });
    joined(each.collect())
}

/// Writes a number as it stands beside its name.
pub fn number_of(number: f32) -> String {
    value(f64::from(number)).replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_discrete_action_has_the_name_that_its_task_gives_it() {
        assert_eq!(chosen(EnvId::Mountaincar, 2), "action “right”");
        assert_eq!(chosen(EnvId::Mountaincar, 3), "action 3", "there is none");
        assert_eq!(chosen(EnvId::Probe4, 1), "action 1");
    }

    #[test]
    fn a_continuous_action_is_told_with_what_the_environment_takes_of_it() {
        let pendulum = EnvId::Pendulum.controls();
        assert_eq!(drawn(pendulum, &[0.53]), "torque 0.53");
        assert_eq!(drawn(pendulum, &[-2.0]), "torque −2");
        let cut = "torque −2.6, which counts as −2";
        assert_eq!(drawn(pendulum, &[-2.6]), cut);
        let both = [pendulum[0], EnvId::MountaincarContinuous.controls()[0]];
        assert_eq!(drawn(&both, &[1.5, 0.25]), "torque 1.5 and force 0.25");
    }
}
