use super::*;

/// A text, the number that is read, and the spellings of the numbers that are meant where none is.
type Case = (&'static str, Option<f64>, &'static [&'static str]);

const NUMBERS: &[Case] = &[
    ("0.005", Some(0.005), &[]),
    (" 3 ", Some(3.0), &[]),
    ("+3", Some(3.0), &[]),
    ("-0.5", Some(-0.5), &[]),
    ("−0.5", Some(-0.5), &[]),
    ("–2", Some(-2.0), &[]),
    (".5", Some(0.5), &[]),
    ("5.", Some(5.0), &[]),
    ("1e-3", Some(0.001), &[]),
    ("1e−3", Some(0.001), &[]),
    ("1E5", Some(1e5), &[]),
    ("1_000.5", Some(1000.5), &[]),
    ("1.000", Some(1.0), &[]),
    ("０．０５", Some(0.05), &[]),
    ("－３", Some(-3.0), &[]),
    ("\u{a0}7\u{200b}", Some(7.0), &[]),
    ("0e-999999999999", Some(0.0), &[]),
    ("0,005", None, &["0.005"]),
    ("-8,5", None, &["-8.5"]),
    ("０，５", None, &["0.5"]),
    (",5", None, &["0.5"]),
    ("1,5e-3", None, &["1.5e-3"]),
    ("1,000", None, &["1000", "1.000"]),
    ("1,500", None, &["1500", "1.500"]),
    ("1,234.5", None, &["1234.5"]),
    ("1.234,5", None, &["1234.5"]),
    ("1.000.000", None, &["1000000"]),
    ("1 000", None, &["1000"]),
    ("1\u{202f}000,5", None, &["1000.5"]),
    ("1'000", None, &["1000"]),
    ("1’000.5", None, &["1000.5"]),
    ("10k", None, &["10000"]),
    ("2 M", None, &["2000000"]),
    ("50%", None, &["0.5"]),
    ("50 %", None, &["0.5"]),
    ("1/1000", None, &["0.001"]),
    ("10^-3", None, &["0.001"]),
    ("10**-3", None, &["0.001"]),
    ("3*10**5", None, &["300000"]),
    ("2.5 × 10^-4", None, &["2.5e-4"]),
    ("0.2 rad", None, &["0.2"]),
    ("", None, &[]),
    (",", None, &[]),
    (".", None, &[]),
    ("-", None, &[]),
    ("e5", None, &[]),
    ("1e", None, &[]),
    ("1e-", None, &[]),
    ("1__0", None, &[]),
    ("_1", None, &[]),
    ("0,001,2", None, &[]),
    ("1 00", None, &[]),
    ("1,00,000", None, &[]),
    ("1..2", None, &[]),
    ("--1", None, &[]),
    ("nan", None, &[]),
    ("inf", None, &[]),
    ("1e999", None, &[]),
    ("1e-999", None, &[]),
    ("1/0", None, &[]),
    ("0x10", None, &[]),
    ("١٢", None, &[]),
];

const WHOLE: &[Case] = &[
    ("16", Some(16.0), &[]),
    ("1e5", Some(1e5), &[]),
    ("1.5e3", Some(1500.0), &[]),
    ("1.000e3", Some(1000.0), &[]),
    ("8.0", Some(8.0), &[]),
    ("1_000", Some(1000.0), &[]),
    ("１６", Some(16.0), &[]),
    ("+3", Some(3.0), &[]),
    ("-0", Some(0.0), &[]),
    ("1.000", None, &["1", "1000"]),
    ("1,000", None, &["1000", "1"]),
    ("16.384", None, &["16384"]),
    ("16,384", None, &["16384"]),
    ("1 000 000", None, &["1000000"]),
    ("1'000", None, &["1000"]),
    ("10k", None, &["10000"]),
    ("2^14", None, &["16384"]),
    ("2000/4", None, &["500"]),
    ("500 steps", None, &["500"]),
    ("8,5", None, &[]),
    ("8.5", None, &[]),
    ("-3", None, &[]),
    ("1e-3", None, &[]),
    ("50%", None, &[]),
    ("4.0000000000000000001", None, &[]),
];

fn matches<T: Copy>(read: Result<T, Misread>, value: impl Fn(T) -> f64, case: &Case) {
    let (text, expected, spellings) = case;
    let found: (Option<f64>, Vec<String>) = match read {
        Ok(number) => (Some(value(number)), Vec::new()),
        Err(Misread::Misspelt { advice, meant }) => {
            let said = meant.iter().all(|number| advice.contains(number));
            assert!(said, "{text}: {advice}");
            (None, meant)
        }
        Err(Misread::Unknown) => (None, Vec::new()),
    };
    let spellings: Vec<String> = spellings.iter().map(|it| (*it).to_owned()).collect();
    assert_eq!(found, (*expected, spellings), "{text}");
}

#[test]
fn a_number_is_read_or_its_spelling_is_said() {
    for case in NUMBERS {
        matches(decimal(case.0), |value| value, case);
    }
    for case in WHOLE {
        matches(integer(case.0), |value| value as f64, case);
    }
}

#[test]
fn what_is_advised_is_read() {
    for (text, _, meant) in NUMBERS {
        for spelling in *meant {
            assert!(decimal(spelling).is_ok(), "{text}: {spelling}");
        }
    }
    for (text, _, meant) in WHOLE {
        for spelling in *meant {
            assert!(integer(spelling).is_ok(), "{text}: {spelling}");
        }
    }
}

#[test]
fn whole_numbers_keep_every_digit() {
    assert_eq!(integer("9007199254740993"), Ok(9_007_199_254_740_993));
    assert_eq!(integer("18446744073709551615"), Ok(u64::MAX));
    assert_eq!(integer("9007199254740.993e3"), Ok(9_007_199_254_740_993));
    // What 64 bits cannot hold is out of every field's range.
    for text in ["18446744073709551616", "1e400", "1e99999999999"] {
        assert_eq!(integer(text), Ok(u64::MAX), "{text}");
    }
}

#[test]
fn what_is_said_tells_a_comma_from_a_separator() {
    let said = |text: &str| match decimal(text) {
        Err(Misread::Misspelt { advice, .. }) => advice,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(said("0,005"), "has a decimal comma; use a point: 0.005");
    assert_eq!(
        said("1 000"),
        "has a separator between its digits; write 1000"
    );
    assert_eq!(
        said("1,500"),
        "could be 1500 or 1.500; use a point for decimals and nothing between thousands"
    );
    assert_eq!(said("50%"), "is a percentage; write 0.5");
}
