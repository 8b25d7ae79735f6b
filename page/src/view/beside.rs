//! One sentence about the run with the reader's code, beside the same run with ours.

use super::format;

/// What there is to say it about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beside<'a> {
    /// The name of the part that the reader's code replaces.
    pub part: &'a str,
    /// True if the run on show uses the reader's code.
    pub is_shown: bool,
    /// True while it starts.
    pub is_starting: bool,
    /// True once it has ended.
    pub is_over: bool,
    /// The iteration that it has reached; 0 before the first.
    pub iteration: usize,
    /// The mean length of its episodes, in steps.
    pub own: Option<f64>,
    /// The mean length of episodes in our run.
    pub ours: Option<f64>,
    /// True if the code is to blame for how it does.
    pub is_to_blame: bool,
}

/// Returns the sentence.
pub fn sentence(it: &Beside<'_>) -> String {
    if !it.is_shown {
        return format!(
            "“Train with my code” trains with your {} and beside it with ours, from the same seed",
            it.part
        );
    }
    let (Some(own), true) = (it.own, it.iteration > 0) else {
        return match it.is_over && !it.is_starting {
            true => "Your run has ended before its first iteration".to_owned(),
            false => "Your run begins…".to_owned(),
        };
    };
    let steps = |length: f64| format!("{length:.1}");
    let when = match it.is_over {
        true => format!("After {}", format::plural(it.iteration, "iteration")),
        false => format!("Iteration {}", it.iteration),
    };
    let Some(ours) = it.ours else {
        return format!("{when}: your episodes last {} steps", steps(own));
    };
    let lengths = format!(
        "{when}: your episodes last {} steps, ours {}",
        steps(own),
        steps(ours)
    );
    if it.is_to_blame {
        return format!("{lengths}. Settings and seed are the same, so it is the code");
    }
    match steps(own) == steps(ours) {
        true => format!("{lengths}: the same"),
        false => lengths,
    }
}

#[cfg(test)]
mod tests {
    use super::{Beside, sentence};

    const RUNNING: Beside<'_> = Beside {
        part: "policy_loss",
        is_shown: true,
        is_starting: false,
        is_over: false,
        iteration: 12,
        own: Some(8.42),
        ours: Some(120.0),
        is_to_blame: false,
    };

    #[test]
    fn both_lengths_are_said() {
        let said = "Iteration 12: your episodes last 8.4 steps, ours 120.0";
        assert_eq!(sentence(&RUNNING), said);
        let blamed = Beside {
            is_to_blame: true,
            is_over: true,
            ..RUNNING
        };
        assert_eq!(
            sentence(&blamed),
            "After 12 iterations: your episodes last 8.4 steps, ours 120.0. Settings and seed are the same, so it is the code"
        );
        let same = Beside {
            ours: Some(8.41),
            ..RUNNING
        };
        assert!(sentence(&same).ends_with("ours 8.4: the same"));
    }

    #[test]
    fn what_is_not_known_is_not_said() {
        let alone = Beside {
            ours: None,
            ..RUNNING
        };
        assert_eq!(
            sentence(&alone),
            "Iteration 12: your episodes last 8.4 steps"
        );
        let begins = Beside {
            iteration: 0,
            own: None,
            ..RUNNING
        };
        assert_eq!(sentence(&begins), "Your run begins…");
        let ended = Beside {
            is_over: true,
            ..begins
        };
        assert_eq!(
            sentence(&ended),
            "Your run has ended before its first iteration"
        );
        let other = Beside {
            is_shown: false,
            ..RUNNING
        };
        assert!(sentence(&other).contains("your policy_loss"));
    }
}
