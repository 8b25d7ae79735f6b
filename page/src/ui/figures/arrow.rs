//! Arrows of gradients with two parameters, drawn and written.

/// Length of an arrow's head, and its angle to the shaft.
const HEAD: (f64, f64) = (7.0, 0.45);

/// Returns the path of an arrow from the origin.
pub fn arrow((x, y): (f64, f64)) -> String {
    let angle = y.atan2(x);
    let side = |turn: f64| {
        let angle = angle + turn;
        (x - HEAD.0 * angle.cos(), y - HEAD.0 * angle.sin())
    };
    let (left, right) = (side(HEAD.1), side(-HEAD.1));
    format!(
        "M0 0L{x:.2} {y:.2}M{:.2} {:.2}L{x:.2} {y:.2}L{:.2} {:.2}",
        left.0, left.1, right.0, right.1
    )
}

/// Writes a gradient's two components.
pub fn written([x, y]: [f64; 2]) -> String {
    // Adding 0 turns a rounded −0 into 0.
    let part = |part: f64| (part * 100.0).round() / 100.0 + 0.0;
    format!("({:.2}, {:.2})", part(x), part(y)).replace('-', "−")
}
