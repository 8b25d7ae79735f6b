//! Random orders.

/// Returns the numbers below `count` in a random order (Fisher and Yates).
pub fn shuffled(count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        let other = (js_sys::Math::random() * (last + 1) as f64) as usize;
        order.swap(last, other.min(last));
    }
    order
}
