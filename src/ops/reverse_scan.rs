//! A linear recurrence that runs backwards along time: discounted returns and GAE are both this.

use burn::backend::Dispatch;
use burn::tensor::Tensor;

use super::DeviceOps;

/// `x[t] = a[t] + b[t] * x[t + 1]` with `x[num_steps] = 0`, for every world.
///
/// # Shapes
/// - `a`, `b`, output: `[num_steps, num_envs]`
pub fn reverse_scan(a: Tensor<2>, b: Tensor<2>) -> Tensor<2> {
    Tensor::from_dispatch(<Dispatch as DeviceOps>::reverse_scan(
        a.into_dispatch(),
        b.into_dispatch(),
    ))
}

/// The same on the host.
///
/// # Shapes
/// - `a`, `b`, output: `[num_steps, num_envs]`, row-major
///
/// # Panics
/// If the lengths differ or are not a multiple of `num_envs`.
pub fn host(a: &[f32], b: &[f32], num_envs: usize) -> Vec<f32> {
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
    use super::host;

    #[test]
    fn two_worlds_by_hand() {
        // World 0: 3; 2 + 0.5 * 3 = 3.5; 1 + 0 * 3.5 = 1.  World 1: 30; 20 + 30 = 50; 10 + 2 * 50 = 110.
        let a = [1.0, 10.0, 2.0, 20.0, 3.0, 30.0];
        let b = [0.0, 2.0, 0.5, 1.0, 9.0, 9.0];
        assert_eq!(host(&a, &b, 2), [1.0, 110.0, 3.5, 50.0, 3.0, 30.0]);
    }
}
