//! Findings as sentences.

use crate::view::format::{count, joined, plural, score, value};
use policy_lab::history::health::{
    Cause, CodeFault, Finding, LearningHindrance, RunProblem, SolvedRun, TOO_LARGE, Verdict,
};
use policy_lab::protocol::score::ScoreKind;
use policy_lab::python::part::Part;

/// Returns a run's trouble in a word or two, if it needs help.
pub fn trouble(verdict: &Verdict) -> Option<&'static str> {
    if verdict.code.is_some() {
        return Some("the code is at fault");
    }
    match verdict.grave()?.problem {
        RunProblem::BrokeOff => Some("broke off"),
        RunProblem::Collapsed(_) => Some("collapsed"),
        RunProblem::Deterministic { .. } => Some("stopped exploring"),
        RunProblem::NeverLearnt { .. } => Some("not learning"),
        RunProblem::LargeUpdates { .. }
        | RunProblem::ClipFights { .. }
        | RunProblem::CriticUseless { .. } => None,
    }
}

/// Returns the problem in a few words.
pub fn headline(finding: &Finding) -> String {
    let iteration = count(finding.iteration as u64);
    match finding.problem {
        RunProblem::BrokeOff => format!("It broke off at iteration {iteration}"),
        RunProblem::Collapsed(_) => format!("It collapsed at iteration {iteration}"),
        RunProblem::Deterministic { .. } => {
            format!("It stopped exploring at iteration {iteration}")
        }
        RunProblem::NeverLearnt { .. } => "It has not learnt anything yet".to_owned(),
        RunProblem::LargeUpdates { .. } => {
            format!("Its updates are very large since iteration {iteration}")
        }
        RunProblem::ClipFights { .. } => {
            format!("Its updates fight their own clip since iteration {iteration}")
        }
        RunProblem::CriticUseless { .. } => {
            format!("Its critic is worse than a constant since iteration {iteration}")
        }
    }
}

/// Returns the problem of a run that is scored by `kind` as a sentence with its numbers, HTML.
pub fn about(finding: &Finding, kind: ScoreKind) -> String {
    match finding.problem {
        RunProblem::BrokeOff => {
            "A number was no longer finite, so there was nothing left to learn from.".to_owned()
        }
        RunProblem::Collapsed(fall) => {
            let steps = count(finding.global_step);
            let metric = fall.metric.key();
            let [best, lowest, now] = [fall.best, fall.lowest, fall.now].map(score);
            format!(
                "After {steps} environment steps <code>{metric}</code> fell from {best} to \
                 {lowest}, and it is at {now} now."
            )
        }
        RunProblem::Deterministic { entropy } => {
            let learned = match kind {
                ScoreKind::Length => "balances",
                ScoreKind::Return => "solves the task",
            };
            format!(
                "<code>entropy</code> is down to {}: the policy takes the same action every time, \
                 long before it {learned}, so it sees nothing that it could learn from.",
                score(entropy)
            )
        }
        RunProblem::NeverLearnt { start, now } => format!(
            "Half of the run is over, and episodes last {} steps, as in the beginning ({}).",
            value(now),
            value(start)
        ),
        RunProblem::LargeUpdates { kl } => format!(
            "The median <code>approx_kl</code> is {}. Above {TOO_LARGE} an update can undo what \
             was learnt, and sooner or later one does.",
            value(kl)
        ),
        RunProblem::ClipFights { fraction } => {
            format!(
                "The median <code>clip_fraction</code> is {}: many samples leave the clip range, \
                 and from then on teach the policy nothing.",
                value(fraction)
            )
        }
        RunProblem::CriticUseless { explained } => {
            format!(
                "The median <code>explained_variance</code> is {}, and the \
                 score does not rise: advantages are mostly noise.",
                score(explained)
            )
        }
    }
}

/// Returns in two sentences that the reader's code is at fault, and where to look, HTML. `parts`
/// are what it replaces.
pub fn at_fault(fault: CodeFault, parts: &[Part]) -> String {
    let found = match fault {
        CodeFault::Behind {
            iteration,
            own,
            ours,
        } => format!(
            "Around iteration {} your run’s episodes last {own:.1} steps on average, ours {ours:.1}.",
            count(iteration as u64),
        ),
        CodeFault::BrokeOff { iteration } => format!(
            "At iteration {} your run met a number that is not finite, and ours went on.",
            count(iteration as u64)
        ),
    };
    let names = parts.iter();
    let names = names.map(|part| format!("<code>{}</code>", part.name()));
    let names = joined(names.collect());
    let differs = match parts {
        [] => "Only the code differs, so look there and run its checks".to_owned(),
        [_] => {
            format!("Only your {names} differs between the two, so run its checks and look there")
        }
        _ => {
            format!("Only your {names} differ between the two, so run their checks and look there")
        }
    };
    format!("{found} {differs}; no setting has to change.")
}

/// Returns a likely cause as a sentence, HTML.
pub fn cause(cause: &Cause) -> String {
    match *cause {
        Cause::LargeUpdate {
            kl,
            iteration,
            is_clipped,
        } => {
            let clip = if is_clipped {
                ". <code>clip_coef</code> is set, but a clip only stops \
                 pushing: it does not bring back what has gone too far"
            } else {
                ", and no <code>clip_coef</code> is set to hold it back"
            };
            format!(
                "The update of iteration {} moved the policy very far: <code>approx_kl</code> was \
                 {}, where {TOO_LARGE} is too much already{clip}",
                count(iteration as u64),
                value(kl)
            )
        }
        Cause::LowEntropy { entropy, iteration } => format!(
            "At iteration {} <code>entropy</code> was down \
             to {}: the policy hardly tried anything else",
            count(iteration as u64),
            score(entropy)
        ),
        Cause::GradientPeak {
            norm,
            times,
            iteration,
        } => format!(
            "At iteration {} the gradient was {} times as long as usual (<code>grad_norm</code> \
             {}), and no <code>max_grad_norm</code> is set to shorten it",
            count(iteration as u64),
            count(times.round() as u64),
            value(norm)
        ),
        Cause::BlindCritic { explained } => {
            format!(
                "The critic was no better than a constant \
                 (<code>explained_variance</code> {}), so advantages were mostly noise",
                score(explained)
            )
        }
        Cause::HighLearningRate {
            learning_rate,
            times,
        } => format!(
            "<code>learning_rate</code> is {}, {} times that of the quick preset",
            value(learning_rate),
            value((times * 10.0).round() / 10.0)
        ),
        Cause::LowLearningRate { times: 0.0, .. } => {
            "<code>learning_rate</code> is 0, so no step moves the networks: whatever changes is chance"
                .to_owned()
        }
        Cause::LowLearningRate {
            learning_rate,
            times,
        } => format!(
            "<code>learning_rate</code> is {}, {} times that of the quick preset: shorter steps are not what is missing",
            value(learning_rate),
            value(times)
        ),
        Cause::Setting(hindrance) => setting(hindrance),
    }
}

/// Returns as a sentence why a setting keeps the policy from learning, HTML.
fn setting(hindrance: LearningHindrance) -> String {
    match hindrance {
        LearningHindrance::Annealed { rate, iteration } => format!(
            "<code>anneal_lr</code> has brought the learning rate down to {} by iteration {}",
            value(rate),
            count(iteration as u64)
        ),
        LearningHindrance::ShortGradient {
            max_grad_norm,
            times,
        } => format!(
            "<code>max_grad_norm</code> is {}: so short a gradient is outweighed by <code>adam_eps</code>, and a step is {} times \
             what it would be",
            value(max_grad_norm),
            value(times)
        ),
        LearningHindrance::LargeEpsilon { adam_eps, times } => format!(
            "<code>adam_eps</code> is {}, more than the gradients, and a step is {} times what it would be",
            value(adam_eps),
            value(times)
        ),
        LearningHindrance::NarrowClip { clip_coef } => format!(
            "<code>clip_coef</code> is {}: after one gradient step nearly every ratio has left so narrow a range, and its sample \
             teaches nothing more",
            value(clip_coef)
        ),
        LearningHindrance::OneEnvironment => {
            "<code>num_envs</code> is 1: the baseline is the mean over environments, here the return itself, so every advantage \
             is 0"
                .to_owned()
        }
        LearningHindrance::ShortRollout {
            num_steps,
            has_critic: false,
        } => format!(
            "<code>num_steps</code> is {num_steps}: a return adds up at most {}, so it hardly says whether the pole is about to fall",
            plural(num_steps, "reward")
        ),
        LearningHindrance::ShortRollout {
            num_steps,
            has_critic: true,
        } => format!(
            "<code>num_steps</code> is {num_steps}: an advantage sees at most {}, and trusts the critic for the rest",
            plural(num_steps, "reward")
        ),
        LearningHindrance::ShortSighted { gamma } => format!(
            "<code>gamma</code> is {}: a reward ten steps ahead counts {} times, so what an action leads to later hardly matters",
            value(gamma),
            value(gamma.powi(10))
        ),
        LearningHindrance::EarlyStop { target_kl } => format!(
            "<code>target_kl</code> is {}, and an ordinary update moves the policy further, so each one stops after its first epoch",
            value(target_kl)
        ),
        LearningHindrance::IdleCritic => {
            "<code>vf_coef</code> is 0, so the critic learns nothing and its values are arbitrary".to_owned()
        }
        LearningHindrance::Decay { fraction } => format!(
            "<code>weight_decay</code> times <code>learning_rate</code> is {}: each gradient step takes that part away from every \
             parameter",
            value(fraction)
        ),
        LearningHindrance::StrongBonus { ent_coef, entropy } => format!(
            "<code>ent_coef</code> is {}, and <code>entropy</code> is still {}: the bonus for being undecided outweighs the rewards",
            value(ent_coef),
            score(entropy)
        ),
    }
}

/// Returns a kept run that was solved as a sentence, with what it had otherwise.
pub fn kept_run(run: &SolvedRun) -> String {
    let one =
        |(key, there, here): &(&str, String, String)| format!("{key} {there} instead of {here}");
    let settings = joined(run.settings.iter().map(one).collect());
    let (name, steps) = (&run.name, count(run.steps));
    format!("Your kept run “{name}” was solved after {steps} steps, with {settings}.")
}

/// Returns what there is to say where nothing explains a problem. It recommends what the remedies
/// recommend.
pub fn unexplained(finding: &Finding) -> &'static str {
    let is_shorter = |key| matches!(key, "learning_rate" | "update_epochs");
    match finding.remedies.first() {
        Some(remedy) if is_shorter(remedy.key) => {
            "Nothing that is measured stands out. Shorter steps are the first thing to try"
        }
        Some(_) => "Nothing else that is measured stands out",
        None => {
            "Nothing that is measured stands out, and no setting is known to be the reason. Another seed shows whether it was chance"
        }
    }
}
