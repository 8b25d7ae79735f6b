//! What a reader is told while the program of a worker arrives.

use policy_lab::protocol::arrival::Arrival;

/// The part of a first visit's bar that the page's own program fills, as in `page/boot.js`. It has
/// about so much of all bytes that come before one can train.
pub const PAGE_SHARE: f64 = 0.85;

/// Returns a sentence about Python.
pub fn of_python(arrival: Arrival) -> String {
    match arrival {
        Arrival::Building => String::from(
            "Python is still being built: the first time, scripts/serve does that after the page. \
             The cell runs as soon as it is there",
        ),
        Arrival::Loading { .. } if arrival.is_complete() => "Starting Python…".to_owned(),
        Arrival::Loading { loaded, total } => format!("Loading Python: {}…", so_far(loaded, total)),
        Arrival::Late => String::from(
            "Python has not arrived yet. The page goes on waiting: the connection may be slow or gone. \
             To ask for it anew, end the cell and run it again",
        ),
    }
}

/// Returns a few words in the place of the device's name. How much of what trains has arrived is
/// said where one waits for it, once.
pub fn in_place_of_device(arrival: Option<Arrival>) -> &'static str {
    match arrival {
        Some(Arrival::Late) => "What trains has not arrived",
        Some(Arrival::Loading { .. } | Arrival::Building) | None => "Opening a device…",
    }
}

/// Returns the part of what trains that has arrived, from 0 to 1.
pub fn part(arrival: Option<Arrival>) -> f64 {
    match arrival {
        Some(Arrival::Loading { loaded, total }) => total.map_or(0.0, |total| loaded / total),
        Some(Arrival::Late | Arrival::Building) | None => 0.0,
    }
}

/// Returns how far the bar is that `page/boot.js` has begun: what trains fills the rest of it.
pub fn part_of_all(arrival: Option<Arrival>) -> f64 {
    PAGE_SHARE + (1.0 - PAGE_SHARE) * part(arrival)
}

/// Returns a sentence about what trains.
pub fn of_training(arrival: Option<Arrival>) -> String {
    match arrival {
        Some(Arrival::Loading { loaded, total }) if !arrival.is_some_and(Arrival::is_complete) => {
            format!("Loading what trains: {}…", so_far(loaded, total))
        }
        arrival => in_place_of_device(arrival).to_owned(),
    }
}

fn so_far(loaded: f64, total: Option<f64>) -> String {
    let millions = |bytes: f64| format!("{:.1}", bytes / 1e6);
    match total {
        Some(total) => format!("{} of {} MB", millions(loaded), millions(total)),
        None => format!("{} MB so far", millions(loaded)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loading(loaded: f64, total: Option<f64>) -> Arrival {
        Arrival::Loading { loaded, total }
    }

    #[test]
    fn bytes_are_told_of_all_bytes_where_they_are_known() {
        let some = of_python(loading(3.21e6, Some(17e6)));
        assert_eq!(some, "Loading Python: 3.2 of 17.0 MB…");
        let some = of_training(Some(loading(3.21e6, None)));
        assert_eq!(some, "Loading what trains: 3.2 MB so far…");
        assert!((part(Some(loading(3.21e6, Some(6.42e6)))) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn what_trains_goes_on_with_the_bar_of_the_page() {
        let boot = include_str!("../../boot.js");
        assert!(boot.contains(&format!("const share = {PAGE_SHARE};")));
        let parts = [0.0, 1.0].map(|loaded| part_of_all(Some(loading(loaded, Some(1.0)))));
        assert_eq!(parts, [PAGE_SHARE, 1.0]);
        assert_eq!(part_of_all(None), PAGE_SHARE);
    }

    #[test]
    fn what_is_all_here_is_about_to_start() {
        let all = loading(17e6, Some(17e6));
        assert_eq!(of_python(all), "Starting Python…");
        assert_eq!(of_training(Some(all)), "Opening a device…");
        assert_eq!(of_training(None), "Opening a device…");
    }
}
