//! The labels at the ends of lines: their words, their room, their places and their colours.

use crate::view::ends::{EndNames, LAST, OURS, end_of, legible, spread};

/// The colours of the page.
const TOKENS: &str = include_str!("../../../../styles/tokens.css");
/// Least contrast of small text (WCAG 2.2, success criterion 1.4.3).
const LEAST_CONTRAST: f64 = 4.5;

#[test]
fn a_label_is_a_name_and_a_value_or_as_much_of_the_name_as_fits() {
    let words = |name, value| EndNames::Runs.words(name, value);
    assert_eq!(words(EndNames::Runs.own(), 482.6), "this run 483");
    assert_eq!(words(LAST, 120.0), "last run 120");
    assert_eq!(words(EndNames::Runs.own(), -182.6), "this run −183");
    assert_eq!(words(EndNames::Runs.own(), -0.4), "this run 0");
    assert_eq!(words("seed 2", 1_000.0), "seed 2 1,000");
    assert_eq!(words("PPO, seed 1", 483.0), "PPO, seed 1");
    assert_eq!(words("learning_rate 0.01", 9.0), "learning_rat…");
    assert_eq!(words("the longest run", 9.0), "the longest…");
    assert_eq!(words(LAST, 1e300), LAST);
    let words = |name, value| EndNames::Codes.words(name, value);
    assert_eq!(words(EndNames::Codes.own(), 9.5), "yours 10");
    assert_eq!(words(OURS, 500.0), "ours 500");
}

#[test]
fn few_lines_of_a_wide_chart_have_labels() {
    let fitting = EndNames::fitting;
    assert_eq!(fitting(1, false, 410.0), Some(EndNames::Runs));
    assert_eq!(fitting(4, false, 410.0), Some(EndNames::Runs));
    assert_eq!(fitting(5, false, 410.0), None);
    assert_eq!(fitting(1, false, 390.0), None, "a phone");
    // The names of both codes are shorter.
    assert_eq!(fitting(2, true, 320.0), Some(EndNames::Codes));
    assert_eq!(fitting(2, true, 300.0), None);
}

#[test]
fn a_line_ends_where_it_is_drawn_bold() {
    let (line, smooth) = ([(1.0, 5.0), (2.0, 9.0)], [(1.0, 5.0), (2.0, 7.0)]);
    assert_eq!(end_of(&line, &smooth), Some((2.0, 7.0)));
    assert_eq!(end_of(&line, &[]), Some((2.0, 9.0)));
    assert_eq!(end_of(&[], &[]), None);
}

/// Spreads labels of height 10 from 0 to 100.
fn spread_in_100(wanted: &[f64]) -> Vec<Option<f64>> {
    spread(wanted, 10.0, &(0.0..100.0))
}

#[test]
fn labels_that_have_room_stay_where_they_should_be() {
    assert_eq!(
        spread_in_100(&[80.0, 20.0, 30.0]),
        [80.0, 20.0, 30.0].map(Some)
    );
    assert!(spread_in_100(&[]).is_empty());
}

#[test]
fn labels_that_would_cover_each_other_are_moved_apart_in_their_order() {
    assert_eq!(spread_in_100(&[44.0, 40.0]), [50.0, 40.0].map(Some));
    assert_eq!(spread_in_100(&[40.0, 40.0]), [40.0, 50.0].map(Some));
    // What moves one out of its place moves the next.
    assert_eq!(
        spread_in_100(&[52.0, 40.0, 45.0, 70.0]),
        [60.0, 40.0, 50.0, 70.0].map(Some)
    );
}

#[test]
fn labels_stay_within_the_bounds() {
    assert_eq!(spread_in_100(&[-30.0]), [Some(5.0)]);
    assert_eq!(spread_in_100(&[130.0]), [Some(95.0)]);
    assert_eq!(
        spread_in_100(&[99.0, 97.0, 98.0]),
        [95.0, 75.0, 85.0].map(Some)
    );
    assert_eq!(spread(&[7.0], 10.0, &(20.0..40.0)), [Some(25.0)]);
}

#[test]
fn of_more_labels_than_fit_the_first_are_shown() {
    let places = spread(&[20.0, 5.0, 10.0, 12.0], 10.0, &(0.0..39.0));
    assert_eq!(places, [Some(25.0), Some(5.0), Some(15.0), None]);
    assert_eq!(spread(&[1.0, 2.0], 10.0, &(0.0..9.0)), [None, None]);
    assert_eq!(spread(&[1.0], 10.0, &(9.0..9.0)), [None]);
}

#[test]
fn any_labels_are_apart_in_order_and_within() {
    for seed in 0..500_usize {
        let count = 1 + seed % 10;
        let at = |label: usize| ((seed * 37 + label * label * 61) % 140) as f64 - 20.0;
        let wanted: Vec<f64> = (0..count).map(at).collect();
        let places: Vec<f64> = spread_in_100(&wanted).into_iter().flatten().collect();
        assert_eq!(places.len(), count, "{wanted:?}");
        for (one, place) in places.iter().enumerate() {
            assert!((5.0..=95.0).contains(place), "{wanted:?}: {places:?}");
            for (other, below) in places.iter().enumerate().skip(one + 1) {
                let (first, second) = match wanted[one] <= wanted[other] {
                    true => (place, below),
                    false => (below, place),
                };
                assert!(second - first >= 10.0 - 1e-9, "{wanted:?}: {places:?}");
            }
        }
    }
}

/// Returns a colour of the page, on light and on dark paper.
fn token(name: &str) -> [[u8; 3]; 2] {
    let start = format!("--{name}: var(--if-light, #");
    let rest = TOKENS.split(&start).nth(1).expect(name);
    let dark = rest.split("var(--if-dark, #").nth(1).expect(name);
    [rest, dark].map(|digits| {
        let channel = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect(name);
        [0, 2, 4].map(channel)
    })
}

/// Returns the contrast of two colours as WCAG 2.2 defines it, from 1 to 21.
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let luminance = |colour: [u8; 3]| {
        let linear = colour.map(|channel| match f64::from(channel) / 255.0 {
            part if part <= 0.04045 => part / 12.92,
            part => ((part + 0.055) / 1.055).powf(2.4),
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05
    };
    let (one, other) = (luminance(one), luminance(other));
    one.max(other) / one.min(other)
}

#[test]
fn labels_of_every_line_can_be_read_in_light_and_dark() {
    let kept = (1..=8).map(|slot| format!("series-{slot}"));
    let lines = ["accent", "muted", "control-edge", "survived-mark"].map(str::to_owned);
    let mut is_needed = false;
    for name in kept.chain(lines) {
        for paper in ["paper", "surface"] {
            for ((line, ink), paper) in token(&name).into_iter().zip(token("ink")).zip(token(paper))
            {
                let found = contrast(legible(line, ink), paper);
                assert!(found >= LEAST_CONTRAST, "{name}: {found:.2}");
                is_needed |= contrast(line, paper) < LEAST_CONTRAST;
            }
        }
    }
    assert!(is_needed, "the colours of the lines would do");
}
