//! The six cases of PPO's minimum: the effect of the clip on one sample. Plain numbers, for views
//! and counts; the loss itself is in `oracle/ppo.rs`.

/// The position of the ratio relative to the clip range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// `ratio < 1 - clip_coef`: the action has become much less likely.
    Below,
    /// `1 - clip_coef <= ratio <= 1 + clip_coef`.
    Inside,
    /// `ratio > 1 + clip_coef`: the action has become much likelier.
    Above,
}

/// One of the six cases: the position of the ratio and the sign of the advantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Case {
    /// The position of the ratio.
    pub side: Side,
    /// True if the advantage is at least 0. A sample with advantage 0 has no gradient in either
    /// case; it is counted as positive.
    pub is_positive: bool,
}

/// The terms that one sample adds to the surrogate objective.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surrogate {
    /// `ratio * advantage`.
    pub unclipped: f64,
    /// `clip(ratio, 1 - ε, 1 + ε) * advantage`.
    pub clipped: f64,
    /// The smaller of the two, which the policy maximises.
    pub taken: f64,
    /// True if the sample moves the policy. If the clipped term is the smaller one, its gradient is
    /// zero.
    pub has_gradient: bool,
}

impl Case {
    /// All six cases: positive advantages first, and the ratio from below the range to above it.
    pub const ALL: [Self; 6] = {
        const fn case(side: Side, is_positive: bool) -> Case {
            Case { side, is_positive }
        }
        [
            case(Side::Below, true),
            case(Side::Inside, true),
            case(Side::Above, true),
            case(Side::Below, false),
            case(Side::Inside, false),
            case(Side::Above, false),
        ]
    };

    /// Returns the case of a sample.
    pub fn of(ratio: f64, advantage: f64, clip_coef: f64) -> Self {
        let side = if ratio < 1.0 - clip_coef {
            Side::Below
        } else if ratio > 1.0 + clip_coef {
            Side::Above
        } else {
            Side::Inside
        };
        Self {
            side,
            is_positive: advantage >= 0.0,
        }
    }

    /// Returns true if samples of this case move the policy: all except those whose ratio has
    /// already left the clip range in the direction that the advantage favours.
    pub fn has_gradient(self) -> bool {
        !matches!(
            (self.side, self.is_positive),
            (Side::Above, true) | (Side::Below, false)
        )
    }
}

/// Returns the terms of one sample. Without `clip_coef` nothing is clipped.
///
/// # Source
/// Schulman et al., "Proximal Policy Optimization Algorithms" (2017), equation 7 and figure 1.
pub fn surrogate(ratio: f64, advantage: f64, clip_coef: Option<f64>) -> Surrogate {
    let unclipped = ratio * advantage;
    let Some(clip_coef) = clip_coef else {
        return Surrogate {
            unclipped,
            clipped: unclipped,
            taken: unclipped,
            has_gradient: advantage != 0.0,
        };
    };
    let clipped = ratio.clamp(1.0 - clip_coef, 1.0 + clip_coef) * advantage;
    Surrogate {
        unclipped,
        clipped,
        taken: unclipped.min(clipped),
        has_gradient: advantage != 0.0 && Case::of(ratio, advantage, clip_coef).has_gradient(),
    }
}

/// Returns the number of samples in each of [`Case::ALL`].
///
/// # Shapes
/// - `ratio`, `advantages`: `[batch]`
pub fn counts(ratio: &[f32], advantages: &[f32], clip_coef: f64) -> [usize; 6] {
    let mut counts = [0; 6];
    for (ratio, advantage) in ratio.iter().zip(advantages) {
        let case = Case::of(f64::from(*ratio), f64::from(*advantage), clip_coef);
        if let Some(place) = Case::ALL.iter().position(|other| *other == case) {
            counts[place] += 1;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked by hand with ε = 0.2: ratio, advantage, unclipped, clipped, taken, has_gradient.
    const BY_HAND: [(f64, f64, f64, f64, f64, bool); 6] = [
        (0.5, 2.0, 1.0, 1.6, 1.0, true),
        (1.1, 2.0, 2.2, 2.2, 2.2, true),
        (1.5, 2.0, 3.0, 2.4, 2.4, false),
        (0.5, -2.0, -1.0, -1.6, -1.6, false),
        (0.9, -2.0, -1.8, -1.8, -1.8, true),
        (1.5, -2.0, -3.0, -2.4, -3.0, true),
    ];

    #[test]
    fn the_ends_of_the_range_are_inside() {
        for ratio in [0.75, 1.25] {
            assert_eq!(Case::of(ratio, 1.0, 0.25).side, Side::Inside);
        }
    }

    #[test]
    fn six_cases_by_hand() {
        for (case, row) in Case::ALL.into_iter().zip(BY_HAND) {
            let (ratio, advantage, unclipped, clipped, taken, has_gradient) = row;
            assert_eq!(Case::of(ratio, advantage, 0.2), case);
            assert_eq!(case.has_gradient(), has_gradient);
            let found = surrogate(ratio, advantage, Some(0.2));
            let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
            assert!(close(found.unclipped, unclipped), "{found:?}");
            assert!(close(found.clipped, clipped), "{found:?}");
            assert!(close(found.taken, taken), "{found:?}");
            assert_eq!(found.has_gradient, has_gradient);
        }
    }

    #[test]
    fn every_sample_is_counted_once_at_any_epsilon() {
        let ratio: Vec<f32> = (0..200).map(|i| 0.5 + i as f32 / 200.0).collect();
        let advantages: Vec<f32> = (0..200).map(|i| (i % 7) as f32 - 3.0).collect();
        for clip_coef in [0.0, 0.05, 0.2, 10.0] {
            let all: usize = counts(&ratio, &advantages, clip_coef).iter().sum();
            assert_eq!(all, 200);
        }
        assert_eq!(counts(&[1.0], &[0.0], 0.2), [0, 1, 0, 0, 0, 0]);
        assert_eq!(counts(&[2.0], &[0.0], 0.2), [0, 0, 1, 0, 0, 0]);
    }

    #[test]
    fn without_a_clip_every_sample_with_an_advantage_moves_the_policy() {
        let found = surrogate(9.0, 1.0, None);
        assert!((found.taken - 9.0).abs() < 1e-12 && found.has_gradient);
        assert!(!surrogate(9.0, 0.0, None).has_gradient);
    }
}
