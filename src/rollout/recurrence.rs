//! The linear recurrence that discounted returns and GAE have in common. It runs backwards along
//! time.

/// Returns `x[t] = a[t] + b[t] * x[t + 1]` for each environment, with `x[num_steps] = 0`.
///
/// # Shapes
/// - `a`, `b`, output: `[num_steps, num_envs]`, row-major
///
/// # Panics
/// If the lengths differ or are not a multiple of `num_envs`.
pub fn reverse_scan(a: &[f32], b: &[f32], num_envs: usize) -> Vec<f32> {
    assert_eq!(a.len(), b.len(), "a and b cover the same steps");
    assert_eq!(a.len() % num_envs, 0, "whole steps only");
    let mut x = a.to_vec();
    let num_steps = a.len() / num_envs;
    for step in (0..num_steps.saturating_sub(1)).rev() {
        let (now, later) = x.split_at_mut((step + 1) * num_envs);
        let now = &mut now[step * num_envs..];
        let factors = &b[step * num_envs..];
        for ((value, factor), next) in now.iter_mut().zip(factors).zip(later) {
            *value += factor * *next;
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use super::reverse_scan;

    #[test]
    fn two_environments_by_hand() {
        // Environment 0: 3; 2 + 0.5 * 3 = 3.5; 1 + 0 * 3.5 = 1. Environment 1: 30; 20 + 30 = 50; 10
        // + 2 * 50 = 110.
        let a = [1.0, 10.0, 2.0, 20.0, 3.0, 30.0];
        let b = [0.0, 2.0, 0.5, 1.0, 9.0, 9.0];
        assert_eq!(reverse_scan(&a, &b, 2), [1.0, 110.0, 3.5, 50.0, 3.0, 30.0]);
    }
}
