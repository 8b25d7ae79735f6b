//! Random numbers of the browser.

/// Returns a random seed.
pub fn seed() -> u32 {
    (js_sys::Math::random() * f64::from(u32::MAX)) as u32
}
