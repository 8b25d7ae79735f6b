//! Texts that are no Python, characters that documents, chats and other keyboards put into them
//! among those, and codes for a terminal.

use policy_lab_python::cell::Python;

use super::{printed, raised};

/// Texts, and what CPython says: the message, the line and the column.
const FOREIGN: [(&str, &str, usize, usize); 21] = [
    (
        "print(\u{201c}hi\u{201d})",
        "invalid character '\u{201c}' (U+201C)",
        1,
        7,
    ),
    (
        "x = 1\ny = \u{2018}a\u{2019}",
        "invalid character '\u{2018}' (U+2018)",
        2,
        5,
    ),
    ("x\u{a0}= 1", "invalid non-printable character U+00A0", 1, 2),
    (
        "if 1:\n\u{a0}\u{a0}x = 1",
        "invalid non-printable character U+00A0",
        2,
        1,
    ),
    (
        "if 1:\n    x = 1\n \u{a0}  y = 2",
        "unindent does not match any outer indentation level",
        3,
        10,
    ),
    (
        "x = 1\u{200b}",
        "invalid non-printable character U+200B",
        1,
        6,
    ),
    (
        "a = 3 \u{2212} 1",
        "invalid character '\u{2212}' (U+2212)",
        1,
        7,
    ),
    (
        "print\u{ff08}1\u{ff09}",
        "invalid character '\u{ff08}' (U+FF08)",
        1,
        6,
    ),
    (
        "x \u{ff1d} 1",
        "invalid character '\u{ff1d}' (U+FF1D)",
        1,
        3,
    ),
    (
        "x = 1\u{3000}+ 2",
        "invalid non-printable character U+3000",
        1,
        6,
    ),
    (
        "x = 1 \u{feff}",
        "invalid non-printable character U+FEFF",
        1,
        7,
    ),
    (
        "for i in range(3)\u{ff1a}\n    pass",
        "invalid character '\u{ff1a}' (U+FF1A)",
        1,
        18,
    ),
    (
        "y = x\u{2026}",
        "invalid character '\u{2026}' (U+2026)",
        1,
        6,
    ),
    ("x\u{b2}", "invalid character '\u{b2}' (U+00B2)", 1, 2),
    (
        "f'{\u{201c}a\u{201d}}'",
        "invalid character '\u{201c}' (U+201C)",
        1,
        4,
    ),
    (
        "\u{e9}a = 1; b = 2 \u{f7} 3",
        "invalid character '\u{f7}' (U+00F7)",
        1,
        15,
    ),
    (
        "x = (1,\n 2\u{ff0c}3)",
        "invalid character '\u{ff0c}' (U+FF0C)",
        2,
        3,
    ),
    (
        "def f(x):\n    return x\u{a0}+ 1\n\nprint(f(1))",
        "invalid non-printable character U+00A0",
        2,
        13,
    ),
    (
        "s = '\u{201c}'  # \u{201c}\u{a0}\nt = \u{201c}",
        "invalid character '\u{201c}' (U+201C)",
        2,
        5,
    ),
    (
        "print 'x'\ny = \u{201c}a\u{201d}",
        "invalid character '\u{201c}' (U+201C)",
        2,
        5,
    ),
    (
        "a = 1 +\nb = \u{201c}x\u{201d}",
        "invalid character '\u{201c}' (U+201C)",
        2,
        5,
    ),
];

#[test]
fn a_character_that_is_no_python_is_named() {
    let python = Python::new();
    for (text, message, line, column) in FOREIGN {
        let failure = python.run(text).failure.expect(text);
        assert_eq!(
            failure.message.split(" (<").next(),
            Some(message),
            "{text:?}"
        );
        assert_eq!(failure.line, Some(line), "{text:?}");
        assert_eq!(
            failure.hint.is_some(),
            message.starts_with("invalid"),
            "{text:?}"
        );
        let told = format!(
            "try: compile('''{text}\\n''', 'f', 'exec')\nexcept SyntaxError as e: print(e.lineno, e.offset)"
        );
        let told = python.run(&told);
        assert_eq!(
            told.output,
            format!("{line} {column}\n"),
            "{text:?} {:?}",
            told.failure
        );
    }
    for (letter, advice) in [
        ("\u{201c}", "type `\"`"),
        ("\u{2019}", "type `'`"),
        ("\u{2212}", "type `-`"),
        ("\u{ff08}", "type `(`"),
        ("\u{ff1d}", "type `=`"),
        ("\u{2264}", "type `<=`"),
        ("\u{3002}", "type `.`"),
        ("\u{2026}", "type `...`"),
        ("\u{a0}", "a space"),
        ("\u{3000}", "a space"),
        ("\u{200b}", "delete it"),
        ("\u{1f600}", "quotation marks"),
    ] {
        let hint = raised(&format!("x = 1 {letter} 2")).hint.expect(letter);
        assert!(hint.contains(advice), "{hint}");
    }
    let legal = "s = '\u{a0}\u{201c}\u{3000}'  # \u{2026} \u{a0}\n'''\u{200b}\n'''\n\u{3c0} = f'\u{a0}{len(s)}\u{ff1a}'\nprint(len(\u{3c0}))";
    assert_eq!(printed(legal), "3\n");
}

/// The parser nests for each operator before an operand, and would end the tab's interpreter.
#[test]
fn a_row_of_operators_is_as_long_as_the_parser_can_nest() {
    for row in ["-", "not ", "~ ", "+-"] {
        let long = format!(
            "try: compile({row:?} * 5000 + '1', 'x', 'eval')\nexcept RecursionError as error: print(error)"
        );
        assert_eq!(
            printed(&long),
            "maximum recursion depth exceeded during compilation\n"
        );
        let text = format!("print(eval({row:?} * 100 + '1'))");
        assert!(!printed(&text).is_empty());
    }
    assert_eq!(
        raised(&format!("x = {}1", "-".repeat(5_000))).kind,
        "RecursionError"
    );
}

#[test]
fn escape_codes_are_not_printed() {
    let said = printed(
        "print('\\x1b[1;31mred\\x1b[0m')\nprint('50 %', end='\\r\\x1b[2K')\nprint('ok')\nimport sys\nsys.stderr.write('\\x1b')\nsys.stderr.write('[0m.')",
    );
    assert_eq!(said, "red\nok  \n.");
    // What a program does with them itself stays.
    assert_eq!(
        printed("print(len('\\x1b[0m'), repr('\\x1b'))"),
        "4 '\\x1b'\n"
    );
}

/// Texts, and what CPython says: the message and the line.
#[test]
fn a_syntax_error_is_where_it_is_and_not_at_a_lambda() {
    let python = Python::new();
    let call = "q = max([1], key=lambda s: s)\n";
    for (text, message, line) in [
        ("for i in range(3)\n    print(i)", "expected ':'", 2),
        ("state = # a number", "invalid syntax", 2),
        ("%magic", "invalid syntax", 2),
        ("y = (1,\n  2", "'(' was never closed", 2),
        (
            "y = 'abc",
            "unterminated string literal (detected at line 2)",
            2,
        ),
        ("y = 3 4", "invalid syntax", 2),
        (
            "for i in sorted([], key=lambda x: x):  # all\n    y = = 3",
            "invalid syntax",
            3,
        ),
        (
            "def f(\n    x,\n):\n    x.sort(key=lambda s: (\n        s))\n    return x +\n",
            "invalid syntax",
            7,
        ),
        (
            "z = [1 2]",
            "invalid syntax. Perhaps you forgot a comma?",
            2,
        ),
    ] {
        let failure = python.run(&format!("{call}{text}")).failure.expect(text);
        assert_eq!(
            (failure.message.split(" (<").next(), failure.line),
            (Some(message), Some(line)),
            "{text}"
        );
    }
    let nested = |levels: usize| {
        let blocks = (0..levels).map(|level| " ".repeat(level) + "if 1:\n");
        blocks.collect::<String>() + &" ".repeat(levels) + "pass"
    };
    assert_eq!(
        python
            .run(&nested(99))
            .failure
            .map(|failure| failure.message),
        None
    );
    let failure = python.run(&nested(3000)).failure.expect("an error");
    assert_eq!(
        (failure.kind.as_str(), failure.line),
        ("IndentationError", Some(101))
    );
    // A comma that is missing above is told as before.
    let failure = python
        .run("a = [1 2]\nb = f(lambda: 1)\nc = = 3")
        .failure
        .expect("an error");
    assert_eq!(failure.line, Some(1));
}
