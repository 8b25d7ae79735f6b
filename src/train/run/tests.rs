use super::*;
use crate::config::Algorithm;
use crate::config::presets::Preset;

#[test]
fn numbers_that_are_not_finite_end_the_run_and_name_the_iteration() {
    let config = TrainConfig {
        num_envs: 4,
        num_steps: 8,
        ..(Preset::first_for(Algorithm::Ppo).config)()
    };
    let mut run = Run::new(config, &Device::flex());
    assert!(pollster::block_on(run.iterate()).is_ok());
    run.learner.host_parameters.fill(f32::NAN);
    let failure = pollster::block_on(run.iterate()).err();
    assert!(
        failure
            .as_ref()
            .is_some_and(|failure| failure.kind == FailureKind::Run
                && failure.message.contains("At iteration 2")),
        "{failure:?}"
    );
    let kept = pollster::block_on(run.keep());
    assert!(
        matches!(kept, Some(Event::Kept(checkpoint)) if checkpoint.iteration == 1
            && checkpoint.parameters.iter().all(|value| value.is_finite()))
    );
}
