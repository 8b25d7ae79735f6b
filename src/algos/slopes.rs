//! The slopes of the losses: what one sample contributes to a loss, and how that changes with the
//! log-probability of its action, with its advantage and with the critic's value. Whoever trains
//! multiplies them by the networks' own slopes. The kernel's twin is `ops/kernels/slopes.rs`; tests
//! hold each against the gradient that autodiff finds of the oracle's function.

/// What a sample contributes to the policy's loss before the mean over the samples, and its
/// derivatives.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PolicyTerm {
    /// The sample's loss.
    pub loss: f32,
    /// Its derivative with respect to the log-probability of the action.
    pub by_log_prob: f32,
    /// Its derivative with respect to the advantage, for advantages that are not detached.
    pub by_advantage: f32,
}

/// Returns the term of `oracle::reinforce::policy_loss`: `-log_prob * G`. Its slope is
/// the return with a minus sign.
pub fn reinforce(log_prob: f32, ret: f32) -> PolicyTerm {
    PolicyTerm {
        loss: -log_prob * ret,
        by_log_prob: -ret,
        by_advantage: 0.0,
    }
}

/// Returns the ratio held within `1 ± clip_coef`, if that is given: the weight of
/// `oracle::vpg::importance_weights`.
pub fn clamped_ratio(ratio: f32, clip_coef: Option<f32>) -> f32 {
    clip_coef.map_or(ratio, |coef| ratio.clamp(1.0 - coef, 1.0 + coef))
}

/// Returns the term of `oracle::vpg::policy_loss`: `-w * log_prob * A`, in which no
/// gradient flows through the weight `w`.
pub fn vpg(log_prob: f32, advantage: f32, weight: f32) -> PolicyTerm {
    PolicyTerm {
        loss: -weight * log_prob * advantage,
        by_log_prob: -weight * advantage,
        by_advantage: -weight * log_prob,
    }
}

/// Returns the term of `oracle::ppo::clipped_surrogate_loss`: `-min(r A, clip(r) A)`.
///
/// The ratio is `r = exp(log_prob - old_log_prob)`, so `dr / dlog_prob = r`. Where the unclipped
/// term is the smaller one, or both are equal, the slope is `-r A`. Where the clipped one is
/// smaller, `r` is outside the range, `clip(r)` does not change with it, and the slope is 0.
pub fn ppo(ratio: f32, advantage: f32, clip_coef: Option<f32>) -> PolicyTerm {
    let unclipped = ratio * advantage;
    let clamped = clamped_ratio(ratio, clip_coef);
    let clipped = clamped * advantage;
    if unclipped <= clipped {
        PolicyTerm {
            loss: -unclipped,
            by_log_prob: -unclipped,
            by_advantage: -ratio,
        }
    } else {
        PolicyTerm {
            loss: -clipped,
            by_log_prob: 0.0,
            by_advantage: -clamped,
        }
    }
}

/// Returns the term of `oracle::value_clip::huber` of the error `e = V - R`, which is its square
/// without a finite `huber_delta`, and its derivative with respect to the value, `2 e`.
///
/// Beyond `d = huber_delta` the term is `d (2 |e| - d)`: a line that leaves the parabola at `|e| =
/// d` with its height and its slope, `2 d`. With `k = min(|e|, d)` both are `k (2 |e| - k)`, and
/// the derivative is `2 k` with the sign of the error.
pub fn value(value: f32, ret: f32, huber_delta: f32) -> (f32, f32) {
    let error = value - ret;
    let kept = error.abs().min(huber_delta);
    let loss = kept * (2.0 * error.abs() - kept);
    (loss, 2.0 * kept.copysign(error))
}

/// Returns the term of `oracle::value_clip::value_loss`, and its derivative with respect to the
/// value.
///
/// The held value is `W + clip(V - W, -c, c)`, where `W` is the value of the rollout, and of both
/// terms the larger one counts. Within the range the held value is `V` itself. Outside it does not
/// change with `V`, so where its term is the larger one the derivative is 0.
pub fn clipped_value(
    value: f32,
    old_value: f32,
    ret: f32,
    (clip_coef, huber_delta): (f32, f32),
) -> (f32, f32) {
    let free = self::value(value, ret, huber_delta);
    let moved = value - old_value;
    if moved.abs() <= clip_coef {
        return free;
    }
    let kept = old_value + clip_coef.copysign(moved);
    let (held, _) = self::value(kept, ret, huber_delta);
    if held > free.0 { (held, 0.0) } else { free }
}
