//! Intervals and permutation tests, against small cases worked by hand.

use super::*;

const MEAN: SeedStatistic = SeedStatistic::Mean;

fn counts(a: &[f64], b: &[f64], statistic: SeedStatistic) -> (usize, usize) {
    let test = permutation_test(a, b, statistic, 1);
    (test.as_large, test.tried)
}

#[test]
fn a_statistic_takes_its_share_of_the_values() {
    let values = [9.0, 1.0, 2.0, 100.0, 4.0];
    assert_eq!(MEAN.of(&values), 23.2);
    assert_eq!(SeedStatistic::Median.of(&values), 4.0);
    assert_eq!(SeedStatistic::Median.of(&values[..4]), 5.5);
    // A quarter of five is one whole value on either side.
    assert_eq!(SeedStatistic::InterquartileMean.of(&values), 5.0);
    assert_eq!(SeedStatistic::InterquartileMean.of(&values[..3]), 4.0);
    for statistic in SeedStatistic::ALL {
        assert_eq!(statistic.of(&[7.0]), 7.0);
        assert!(statistic.of(&[]).is_nan());
    }
}

#[test]
fn all_arrangements_of_few_values_are_counted() {
    // Of 20 arrangements the observed one and its mirror are that far apart.
    let (low, high) = ([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]);
    assert_eq!(counts(&low, &high, MEAN), (2, 20));
    assert_eq!(counts(&high, &low, MEAN), (2, 20), "in both directions");
    assert!(
        !permutation_test(&low, &high, MEAN, 1).is_shown(),
        "3 seeds never show it"
    );
    // Three of the numbers 1 to 6 sum to 9, as 1 2 6 do, or to something further from their mean of
    // 10.5.
    let (a, b) = ([1.0, 2.0, 6.0], [3.0, 4.0, 5.0]);
    let far = |sum: i32| (2 * sum - 21).abs() >= 3;
    let triples =
        (1..7).flat_map(|i| (i + 1..7).flat_map(move |j| (j + 1..7).map(move |k| i + j + k)));
    let wanted = triples.filter(|sum| far(*sum)).count();
    assert_eq!(wanted, 14);
    assert_eq!(counts(&a, &b, MEAN), (wanted, 20));
    // The medians 2 and 4 are 2 apart. In 8 arrangements they are 3 and 4, and in none closer.
    assert_eq!(counts(&a, &b, SeedStatistic::Median), (12, 20));
    assert_eq!(
        counts(&[1.0, 3.0, 6.0], &[2.0, 4.0, 5.0], SeedStatistic::Median),
        (20, 20)
    );
    assert_eq!(
        counts(&[0.0], &[0.0, 0.0, 1.0], MEAN),
        (4, 4),
        "none are closer"
    );
    assert_eq!(counts(&[1.0], &[0.0, 0.0, 0.0], MEAN), (1, 4));
    assert_eq!(counts(&[5.0; 4], &[5.0; 4], MEAN), (70, 70));
    assert_eq!(counts(&[], &[1.0], MEAN), (1, 1));
}

#[test]
fn random_arrangements_come_near_the_exact_count() {
    // Groups of 7 are too many to try: C(14, 7) = 3432, of which 2 separate them completely.
    let low: Vec<f64> = (0..7).map(f64::from).collect();
    let high: Vec<f64> = (7..14).map(f64::from).collect();
    let apart = permutation_test(&low, &high, MEAN, 3);
    assert_eq!(apart.tried, 1000);
    assert!((1..=6).contains(&apart.as_large), "{apart:?}");
    assert!(apart.is_shown());
    // One high value on a side: the other side has it in half of all arrangements, at the same
    // distance.
    let mut one = vec![0.0; 10];
    let none = one.clone();
    one[0] = 1.0;
    assert_eq!(counts(&one, &none, MEAN), (1000, 1000));
    // Two on the same side: 2 · 9/19 of the arrangements hold both together.
    one[1] = 1.0;
    let (as_large, _) = counts(&one, &none, MEAN);
    let wanted = 1000.0 * 9.0 / 19.0;
    assert!(
        (as_large as f64 - wanted).abs() < 5.0 * 15.8,
        "{as_large} beside {wanted}"
    );
    let again = permutation_test(&one, &none, MEAN, 1).as_large;
    assert_eq!(again, as_large, "the same seed");
}

#[test]
fn an_interval_holds_the_middle_of_all_resamples() {
    // The mean of two draws of 0 and 1 is 0, 1/2, 1 in 1/4, 1/2, 1/4 of all resamples.
    assert_eq!(bootstrap_interval(&[0.0, 1.0], MEAN, 1), [0.0, 1.0]);
    assert_eq!(bootstrap_interval(&[3.0; 5], MEAN, 1), [3.0, 3.0]);
    assert!(bootstrap_interval(&[], MEAN, 1)[0].is_nan());
    // The std of the mean of 0..100 is 28.87 / 10, and 100 values are many enough for the normal
    // quantile.
    let values: Vec<f64> = (0..100).map(f64::from).collect();
    let [low, high] = bootstrap_interval(&values, MEAN, 5);
    assert!((low - (49.5 - 1.96 * 2.887)).abs() < 0.6, "{low}");
    assert!((high - (49.5 + 1.96 * 2.887)).abs() < 0.6, "{high}");
    // The median of three draws of 0, 0, 9 is 9 where two or three of them are 9: 7 of 27.
    let [low, high] = bootstrap_interval(&[0.0, 9.0, 0.0], SeedStatistic::Median, 2);
    assert_eq!((low, high), (0.0, 9.0));
}

#[test]
fn more_seeds_show_more_and_three_show_nothing() {
    let low: Vec<f64> = (0..30).map(f64::from).collect();
    let high: Vec<f64> = low.iter().map(|value| value + 12.0).collect();
    let shown = |count| repeat_comparison([&low, &high], count, MEAN, 200, 4);
    assert_eq!(shown(3).shown, 0, "2 of 20 arrangements is more than 5 %");
    let [five, ten, twenty] = [5, 10, 20].map(shown);
    assert!(
        five.shown < ten.shown && ten.shown < twenty.shown,
        "{five:?} {ten:?} {twenty:?}"
    );
    assert!(twenty.shown > 190);
    assert!(
        shown(3).covered < 180 && twenty.covered > 175,
        "intervals of few seeds are too short"
    );
    // Without a difference, chance is called a difference in about 5 of 100 draws.
    let none = repeat_comparison([&low, &low], 10, MEAN, 400, 4);
    assert!((5..=40).contains(&none.shown), "{none:?}");
}

#[test]
fn draws_are_values_of_the_record() {
    let values = [1.0, 2.0, 3.0];
    let draws = draw_seeds(&values, 300, 9);
    assert_eq!(draws, draw_seeds(&values, 300, 9));
    assert_ne!(draws, draw_seeds(&values, 300, 10));
    for value in values {
        let times = draws.iter().filter(|draw| **draw == value).count();
        assert!((60..140).contains(&times), "{value}: {times} times");
    }
    assert!(draw_seeds(&[], 3, 9).is_empty());
}
