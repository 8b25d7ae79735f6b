//! Many carts at once: where they are between two moments of a rollout that were recorded. Knows
//! nothing of how a film plays.

use policy_lab::protocol::FIELD_CARTS;

/// Returns x and theta of many carts once this part of their rollout is over, from 0 to 1. `field`
/// is a frame's [`field`](policy_lab::protocol::Frame::field).
pub fn carts_at(field: &[f32], part: f64) -> impl Iterator<Item = [f64; 2]> + '_ {
    let moments = field.len() / (2 * FIELD_CARTS);
    let part = part * moments as f64;
    let now = (part as usize).min(moments.saturating_sub(1));
    let next = (now + 1).min(moments.saturating_sub(1));
    let since = (part - now as f64).clamp(0.0, 1.0);
    let at = move |moment: usize| field[moment * 2 * FIELD_CARTS..].chunks_exact(2);
    let pairs = (moments > 0).then(|| at(now).zip(at(next)).take(FIELD_CARTS));
    pairs.into_iter().flatten().map(move |(from, to)| {
        [0, 1].map(|axis| {
            let (from, to) = (f64::from(from[axis]), f64::from(to[axis]));
            (to - from).mul_add(since, from)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two moments: every cart goes from the middle to one metre and half a radian.
    #[test]
    fn many_carts_are_where_they_are_between_two_moments() {
        assert!(carts_at(&[], 0.5).next().is_none());
        let ends = [vec![0.0; 2 * FIELD_CARTS], [1.0, 0.5].repeat(FIELD_CARTS)];
        let field = ends.concat();
        assert_eq!(carts_at(&field, 0.25).count(), FIELD_CARTS);
        for (part, expected) in [(0.0, [0.0, 0.0]), (0.25, [0.5, 0.25]), (1.0, [1.0, 0.5])] {
            let mut carts = carts_at(&field, part);
            assert!(carts.all(|cart| cart == expected), "part {part}");
        }
    }
}
