//! The sentences of the panel that shows an iteration stage by stage.

use crate::view::actions::{chosen, drawn};
use crate::view::format::{count, value};
use policy_lab::envs::{ActionSpace, EnvId};
use policy_lab::protocol::Unit;
use policy_lab::protocol::metrics::{Metric, Metrics};
use policy_lab::protocol::stages::{Spread, Stage, StageReport, StageView, StepView};

/// The stages, in their order.
pub const STAGES: [&str; 4] = ["Collect", "Advantages", "Minibatch", "Update"];

/// Returns the index of a stage in [`STAGES`].
pub fn index_of(stage: Stage) -> usize {
    match stage {
        Stage::Collect { .. } => 0,
        Stage::Advantages => 1,
        Stage::Minibatch(_) => 2,
        Stage::Update(_) => 3,
    }
}

/// The measures shown for a gradient step, in this order.
const MEASURES: [Metric; 6] = [
    Metric::PolicyLoss,
    Metric::ValueLoss,
    Metric::Entropy,
    Metric::ApproxKl,
    Metric::ClipFraction,
    Metric::GradNorm,
];

/// Returns the description of the “Step” button for a unit.
pub fn step_title(unit: Unit) -> &'static str {
    match unit {
        Unit::Iteration => "Do one iteration and hold",
        Unit::Epoch => "Go to the end of the next pass over a rollout and hold",
        Unit::Minibatch => "Do one gradient step and hold",
        Unit::EnvStep => "Take one step in every environment and hold",
    }
}

/// Returns the sentences for a stage that is done, or in which the run is paused.
pub fn of(report: &StageReport, env_id: EnvId, is_mine: bool) -> String {
    let iteration = format!("Iteration {}.", count(report.position.iteration as u64));
    let mine = if is_mine {
        " Your functions play some of this instead of the code below."
    } else {
        ""
    };
    let continuous = match env_id.spec().actions {
        ActionSpace::Discrete(_) => "",
        ActionSpace::Continuous(_) => {
            " The code below chooses among discrete actions; this run draws each number of an \
             action from a Gaussian."
        }
    };
    format!(
        "{iteration} {}{continuous} {}{mine}",
        position(report.position.stage),
        figures(report, env_id)
    )
    .trim()
    .to_owned()
}

/// Returns the sentence for the time when there is no stage to show.
pub fn without(is_under_way: bool) -> String {
    let said = if is_under_way {
        "At full speed nothing is shown of single stages"
    } else {
        "Press Step, or Train in slow motion, to see an iteration stage by stage"
    };
    said.to_owned()
}

fn position(stage: Stage) -> String {
    match stage {
        Stage::Collect { step, num_steps } => {
            format!("Step {step} of {num_steps} is taken in all environments.")
        }
        Stage::Advantages => "Over the whole rollout.".to_owned(),
        Stage::Minibatch(turn) | Stage::Update(turn) => format!(
            "Minibatch {index} of {of}, epoch {epoch} of {epochs}.",
            index = turn.index,
            of = turn.of,
            epoch = turn.epoch,
            epochs = turn.epochs
        ),
    }
}

fn figures(report: &StageReport, env_id: EnvId) -> String {
    match &report.view {
        None => "Held before this stage is done.".to_owned(),
        Some(StageView::Step(taken)) => step(taken, env_id),
        Some(StageView::Targets {
            advantages,
            returns,
        }) => {
            let told = [("Advantages", advantages), ("Returns", returns)];
            let told = told
                .into_iter()
                .filter_map(|(name, numbers)| Some(spread(name, (*numbers)?)));
            told.collect::<Vec<_>>().join(" ")
        }
        Some(StageView::Samples(samples)) => {
            format!("{} samples are picked.", count(*samples as u64))
        }
        Some(StageView::Measures(_)) => "The gradient step is made. It measured:".to_owned(),
    }
}

fn step(taken: &StepView, env_id: EnvId) -> String {
    let (Some(probability), Some(reward)) = (taken.probability, taken.reward) else {
        return String::new();
    };
    let (action, likely) = match env_id.spec().actions {
        ActionSpace::Continuous(controls) => (
            format!("took {}", drawn(controls, &taken.controls)),
            format!("probability density {}", value(probability)),
        ),
        ActionSpace::Discrete(_) => {
            let action = taken.action as usize;
            let said = match (env_id.is_cart() && taken.num_carts > 0, action) {
                (false, _) => format!("took {}", chosen(env_id, action)),
                (true, 0) => "pushed left".to_owned(),
                (true, _) => "pushed right".to_owned(),
            };
            (said, format!("probability {probability:.2}"))
        }
    };
    format!(
        "The first environment {action} ({likely}) and was paid {}.",
        signed(reward)
    )
}

fn spread(name: &str, spread: Spread) -> String {
    let [mean, min, max] = [spread.mean, spread.min, spread.max].map(signed);
    let deviation = value(spread.deviation);
    format!("{name}: mean {mean}, standard deviation {deviation}, from {min} to {max}.")
}

/// Returns name and value of each measure of a gradient step that the algorithm has.
pub fn measures(metrics: &Metrics) -> Vec<(&'static str, String)> {
    let known = MEASURES.iter();
    known
        .filter_map(|metric| Some((metric.key(), signed(metrics.get(*metric)?))))
        .collect()
}

fn signed(number: f64) -> String {
    value(number).replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy_lab::protocol::stages::Position;

    fn said(taken: StepView, env_id: EnvId) -> String {
        let stage = Stage::Collect {
            step: 3,
            num_steps: 8,
        };
        let position = Position {
            iteration: 2,
            stage,
        };
        let view = Some(StageView::Step(taken));
        of(&StageReport { position, view }, env_id, false)
    }

    fn taken(action: u32, num_carts: usize) -> StepView {
        StepView {
            num_carts,
            action,
            probability: Some(0.25),
            reward: Some(-1.0),
            ..StepView::default()
        }
    }

    #[test]
    fn a_discrete_action_is_told_with_its_probability() {
        let whole = "Iteration 2. Step 3 of 8 is taken in all environments. \
                     The first environment pushed right (probability 0.25) and was paid −1.";
        assert_eq!(said(taken(1, 16), EnvId::Cartpole), whole);
        for (taken, env_id, action) in [
            (taken(0, 16), EnvId::Cartpole, "pushed left"),
            (taken(0, 16), EnvId::Acrobot, "took action “left”"),
            (taken(1, 0), EnvId::Probe4, "took action 1"),
        ] {
            let said = said(taken, env_id);
            assert!(said.contains(&format!(" {action} (")), "{said}");
        }
    }

    #[test]
    fn a_continuous_action_is_told_by_name_with_its_density() {
        let torque = StepView {
            controls: vec![2.5],
            ..taken(0, 16)
        };
        let said = said(torque, EnvId::Pendulum);
        let step = "from a Gaussian. The first environment took torque 2.5, which counts as 2 \
                    (probability density 0.25) and was paid −1.";
        assert!(said.ends_with(step), "{said}");
    }

    #[test]
    fn a_step_without_finite_numbers_is_not_told() {
        let broken = StepView {
            reward: None,
            ..taken(0, 16)
        };
        let said = said(broken, EnvId::Mountaincar);
        assert!(said.ends_with("all environments."), "{said}");
    }
}
