//! Many crafts at once, as rows of numbers: what whoever steps them by another program sends and
//! gets back.

use crate::lander::{Action, Begin, FIRST_DRAWS, Lander, Rules};
use crate::words::WORDS;

/// Random numbers of a step.
pub const STEP_DRAWS: usize = 2;

/// Returns the numbers of a row of [`step_rows`], where an action has `width` numbers.
pub const fn row_size(width: usize) -> usize {
    WORDS + STEP_DRAWS + width
}

/// Begins episodes. The first [`FIRST_DRAWS`] numbers of each row are random ones, uniform in
/// [0, 1); its first [`WORDS`] become the craft's. Rows are `[crafts, WORDS]`.
pub fn begin_rows(rows: &mut [f32]) {
    for row in rows.chunks_exact_mut(WORDS) {
        let draws: [f32; FIRST_DRAWS] = std::array::from_fn(|place| row[place]);
        let lander = Lander::begin(Rules::default(), &Begin::of_draws(&draws));
        row.copy_from_slice(&lander.words());
    }
}

/// Steps crafts. A row is the craft's words, two random numbers uniform in [0, 1), and the action:
/// its number where `width` is 1, otherwise both engines. It becomes the words after the step, the
/// reward, and 1 if the step ended the episode. Rows are `[crafts, row_size(width)]`.
pub fn step_rows(rows: &mut [f32], width: usize) {
    for row in rows.chunks_exact_mut(row_size(width)) {
        let words: [f32; WORDS] = std::array::from_fn(|place| row[place]);
        let draws: [f64; STEP_DRAWS] =
            std::array::from_fn(|place| 2.0 * f64::from(row[WORDS + place]) - 1.0);
        let action = match row[WORDS + STEP_DRAWS..] {
            [main, side] => Action::Continuous([main, side].map(f64::from)),
            [number, ..] => Action::Discrete(number as u32),
            [] => Action::Discrete(0),
        };
        let mut lander = Lander::of_words(Rules::default(), &words);
        let outcome = lander.step(action, draws);
        row[..WORDS].copy_from_slice(&lander.words());
        row[WORDS] = outcome.reward as f32;
        row[WORDS + 1] = f32::from(u8::from(outcome.ending.is_some()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_crafts_one_after_the_other() {
        let mut rows: Vec<f32> = (0..2 * WORDS).map(|it| (it % 37) as f32 / 37.0).collect();
        let alone = rows[WORDS..].to_vec();
        begin_rows(&mut rows);
        let draws = std::array::from_fn(|place| alone[place]);
        let mut second = Lander::begin(Rules::default(), &Begin::of_draws(&draws));
        assert_eq!(rows[WORDS..], second.words());
        assert_ne!(rows[..WORDS], rows[WORDS..]);

        for (width, action, told) in [
            (1, Action::Discrete(2), &[2.0][..]),
            (2, Action::Continuous([0.5, -0.75]), &[0.5, -0.75]),
        ] {
            let words = second.words();
            let mut row = [&words[..], &[0.75, 0.25], told].concat();
            step_rows(&mut row, width);
            second = Lander::of_words(Rules::default(), &words);
            let outcome = second.step(action, [0.5, -0.5]);
            assert_eq!(row[..WORDS], second.words());
            assert_eq!(row[WORDS..][..2], [outcome.reward as f32, 0.0]);
        }
    }
}
