use serde_json::{Value, json};

use crate::view::scratch::kept::{Unusable, distinct, from_text, join, to_text};
use crate::view::scratch::opened::{MOST_BYTES, NewCell, is_program, read};
use crate::view::scratch::saved::{notebook, notebook_at, notebook_name, notebook_path, python};
use crate::view::scratch::shown::{base_name, picture_address, picture_name, size, took};
use crate::view::scratch::{
    ScratchText, arguments, commands, file_name, first, free_name, new_name,
};

fn cell(id: u32, file: &str, text: &str) -> ScratchText {
    ScratchText {
        id,
        file: file.to_owned(),
        text: text.to_owned(),
        ..ScratchText::default()
    }
}

#[test]
fn arguments_are_split_as_a_shell_does() {
    let split = |line| arguments::split(line).expect("words");
    assert_eq!(
        split("  --lr 3e-4  --name  run"),
        ["--lr", "3e-4", "--name", "run"]
    );
    assert_eq!(
        split(r#"--name "two words" 'a "b"' ''"#),
        ["--name", "two words", "a \"b\"", ""]
    );
    assert_eq!(split(r#"a\ b "c\"d\n" 'e\f'"#), ["a b", "c\"d\\n", "e\\f"]);
    assert_eq!(split("--x='1 2'3"), ["--x=1 23"]);
    assert!(split("").is_empty());
    let said = arguments::split("--name \"run").expect_err("an open quote");
    assert!(said.contains('"') && said.contains("closes"), "{said}");
}

#[test]
fn names_are_files_of_python_and_differ() {
    assert_eq!(new_name(&[]), "scratch-1.py");
    assert_eq!(new_name(&["scratch-1.py".to_owned()]), "scratch-2.py");
    assert_eq!(free_name("ppo.py", &[]), "ppo.py");
    let taken = ["ppo.py", "ppo-2.py"].map(str::to_owned);
    assert_eq!(free_name("ppo.py", &taken), "ppo-3.py");
    // Folders stay, and what leads out of them does not.
    assert_eq!(file_name(" runs/ppo ").as_deref(), Some("runs/ppo.py"));
    assert_eq!(file_name("C:\\a\\b.py").as_deref(), Some("a/b.py"));
    assert_eq!(file_name("/../a/./b").as_deref(), Some("a/b.py"));
    assert_eq!([file_name(" .py"), file_name("../")], [None, None]);
    let taken = ["src/ppo.py".to_owned()];
    assert_eq!(free_name("src/ppo.py", &taken), "src/ppo-2.py");
}

#[test]
fn a_program_in_utf_16_is_read_too() {
    for bytes in [
        &b"\xff\xfe\xe9\x00=\x001\x00"[..],
        b"\xfe\xff\x00\xe9\x00=\x001",
    ] {
        let opened = read("a.py", bytes, &[]).expect("a cell");
        assert_eq!(opened.cells[0].text, "\u{e9}=1");
    }
    let notebook: Vec<u8> = "{\"cells\": [{\"cell_type\": \"code\", \"source\": \"print(1)\"}]}"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let notebook = [&b"\xff\xfe"[..], &notebook].concat();
    let opened = read("a.ipynb", &notebook, &[]).expect("a notebook");
    assert_eq!(opened.cells[0].text, "print(1)");
}

#[test]
fn a_program_becomes_a_cell_of_its_name() {
    let taken = ["ppo.py".to_owned()];
    let opened = read("ppo.py", b"\xef\xbb\xbfprint(1)\r\nprint(2)\r\n", &taken).expect("a cell");
    let [cell] = &opened.cells[..] else {
        panic!("{opened:?}")
    };
    assert_eq!(
        (cell.file.as_str(), cell.text.as_str()),
        ("ppo-2.py", "print(1)\nprint(2)\n")
    );
}

#[test]
fn a_program_of_a_folder_keeps_its_path() {
    let opened = read("src/train.py", b"x = 1", &[]).expect("a cell");
    assert_eq!(opened.cells[0].file, "src/train.py");
    let book = br#"{"cells": [{"cell_type": "code", "source": "x = 1"}]}"#;
    let opened = read("lessons/v1.0/pg.ipynb", book, &[]).expect("a cell");
    assert_eq!(opened.cells[0].file, "lessons/v1.0/pg-1.py");
    let cells = [cell(1, "src/a.py", "x = 1"), cell(2, "b.py", "x = 2")];
    assert_eq!(python(&cells[..1]).0, "a.py");
    let again = read("x.ipynb", notebook(&cells).as_bytes(), &[]).expect("cells");
    assert_eq!(again.cells[0].file, "src/a.py");
    // A notebook of a folder leaves for there as it came, and from elsewhere its cells find back.
    let cells = kept(opened.cells);
    assert_eq!(notebook_path(&cells), "lessons/v1.0/pg.ipynb");
    assert_eq!(notebook_name(&cells), "pg.ipynb");
    assert!(!notebook_at(&notebook_path(&cells), &cells).contains("policy_lab"));
    let again = read("x.ipynb", notebook(&cells).as_bytes(), &[]).expect("cells");
    assert_eq!(again.cells[0].file, "lessons/v1.0/pg-1.py");
    assert!(
        is_program("A.PY") && is_program("a.ipynb") && !is_program("py") && !is_program("a.csv")
    );
}

#[test]
fn a_line_inside_of_something_is_no_magic() {
    for (source, code) in [
        ("x = (a\n    != b)", "x = (a\n    != b)"),
        ("x = [a,\n%timeit\n]", "x = [a,\n%timeit\n]"),
        ("f({1: (a\n %b)},\n!c)\n!ls", "f({1: (a\n %b)},\n!c)\n# !ls"),
        ("x = a \\\n%b", "x = a \\\n%b"),
        ("x = 'a\\\n!b'\n!ls", "x = 'a\\\n!b'\n# !ls"),
        (
            "x = r\"\"\"(\n!a 'b' \\\"\"\"\n\"\"\"\n!ls",
            "x = r\"\"\"(\n!a 'b' \\\"\"\"\n\"\"\"\n# !ls",
        ),
        // What only looks open.
        ("x = '('  # it's [\n!ls", "x = '('  # it's [\n# !ls"),
        ("x = \"\\\"(\"\n%time y", "x = \"\\\"(\"\n# %time y"),
        ("x = 'never closed\n!ls", "x = 'never closed\n# !ls"),
        ("x = 1)\n?x", "x = 1)\n# ?x"),
        ("# a comment \\\n!ls", "# a comment \\\n# !ls"),
        // A command over two lines, and commands at the beginning that are indented.
        (
            "!pip install a \\\n    b\nx = 1",
            "# !pip install a \\\n    # b\nx = 1",
        ),
        (
            "  !ls\n  x = 1\n  if x:\n    !cd",
            "# !ls\nx = 1\nif x:\n  pass  # !cd",
        ),
        ("\n  !ls", "# !ls"),
    ] {
        assert_eq!(commands::without(source), code, "{source}");
    }
}

#[test]
fn a_notebook_becomes_its_cells() {
    let file = json!({ "nbformat": 4, "cells": [
        { "cell_type": "markdown", "source": ["# Title\n", "\n", "text"] },
        { "cell_type": "code", "source": ["%matplotlib inline\n", "!pip install gym\n", "x = 1\n", "if x:\n", "    !ls\n"] },
        { "cell_type": "code", "source": "" },
        { "cell_type": "code", "source": "y = '''\n!no command\n''' % 1\nz = 7 \\\n  % 2" },
        { "cell_type": "code", "source": "%%bash\nls -l" },
        { "cell_type": "code", "source": "%%time\nprint(y)" },
        { "cell_type": "markdown", "source": "the end" },
    ]});
    let opened = read("My runs.ipynb", file.to_string().as_bytes(), &[]).expect("cells");
    let texts: Vec<&str> = opened.cells.iter().map(|cell| cell.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "# # Title\n#\n# text\n\n%matplotlib inline\n!pip install gym\nx = 1\nif x:\n    !ls\n",
            "y = '''\n!no command\n''' % 1\nz = 7 \\\n  % 2",
            "%%bash\nls -l",
            "%%time\nprint(y)\n\n# the end\n\n",
        ]
    );
    let names: Vec<&str> = opened.cells.iter().map(|cell| cell.file.as_str()).collect();
    assert_eq!(
        names,
        [
            "My runs-1.py",
            "My runs-2.py",
            "My runs-3.py",
            "My runs-4.py"
        ]
    );
    assert_eq!(opened.said, "My runs.ipynb is open in 4 cells below");
}

/// Returns the texts of the cells of an opened file, as the page keeps them.
fn kept(opened: Vec<NewCell>) -> Vec<ScratchText> {
    let cells = (1..).zip(opened);
    let cells = cells.map(|(id, new)| ScratchText {
        id,
        file: new.file,
        text: new.text,
        arguments: new.arguments,
        origin: new.origin,
    });
    cells.collect()
}

#[test]
fn a_notebook_leaves_as_it_came() {
    let code = |id: &str, source: &str| {
        json!({ "cell_type": "code", "id": id, "metadata": { "tags": [id] }, "source": source,
            "execution_count": null, "outputs": [] })
    };
    let text = |id: &str, source: &str| json!({ "cell_type": "markdown", "id": id, "metadata": {}, "source": source });
    let cells = [
        text("t1", "# Title\n\n*text*  \n"),
        code("c1", "%matplotlib inline\nx = 1\n\n"),
        code("empty", ""),
        text("t2", "between"),
        code("c2", "x"),
        json!({ "cell_type": "raw", "id": "r", "metadata": {}, "source": "raw" }),
        text("t3", "the end"),
    ];
    let mut file = json!({ "cells": cells, "nbformat": 4, "nbformat_minor": 5,
        "metadata": { "kernelspec": { "name": "own" } } });
    let came = file.to_string();
    // Outputs are left out, however large.
    file["cells"][1]["outputs"] = json!([{ "text": "x".repeat(2 * MOST_BYTES) }]);
    file["cells"][1]["execution_count"] = json!(7);
    let opened = read("mine.ipynb", file.to_string().as_bytes(), &[]).expect("cells");
    assert_eq!(opened.cells.len(), 2);
    let mut cells = kept(opened.cells);
    assert_eq!(from_text(&to_text(&cells)), Ok(cells.clone()));
    assert_eq!(notebook_name(&cells), "mine.ipynb");
    let left: Value = serde_json::from_str(&notebook(&cells)).expect("JSON");
    assert_eq!(left, serde_json::from_str::<Value>(&came).expect("JSON"));
    // A comment that somebody has changed is code, and nothing is lost.
    cells[0].text = cells[0].text.replace("Title", "Heading");
    cells[1].arguments = "--seed 1".to_owned();
    let left: Value = serde_json::from_str(&notebook(&cells)).expect("JSON");
    assert_eq!(left["cells"][0]["cell_type"], "code");
    let first = left["cells"][0]["source"].as_str().expect("text");
    assert!(
        first.starts_with("# # Heading\n#\n# *text*\n\n%matplotlib"),
        "{first}"
    );
    let again = read("mine.ipynb", left.to_string().as_bytes(), &[]).expect("cells");
    assert_eq!(again.cells[1].arguments, "--seed 1");
    // What is broken counts for nothing.
    cells[0].origin = r#"{"above": [3, {}], "notebook": "x", "metadata": 1, "id": 2}"#.to_owned();
    assert!(read("x.ipynb", notebook(&cells).as_bytes(), &[]).is_ok());
}

#[test]
fn notebooks_of_older_formats_open() {
    let file = json!({ "nbformat": 3, "worksheets": [{ "cells": [
        { "cell_type": "heading", "level": 2, "source": ["Title"] },
        { "cell_type": "code", "language": "python", "input": ["x = 1\n", "x"], "outputs": [] },
    ]}]});
    let opened = read("old.ipynb", file.to_string().as_bytes(), &[]).expect("a cell");
    assert_eq!(opened.cells[0].text, "# ## Title\n\nx = 1\nx");
    let left: Value = serde_json::from_str(&notebook(&kept(opened.cells))).expect("JSON");
    assert_eq!(left["cells"][0]["source"], "## Title");
    assert_eq!(left["cells"][1]["source"], "x = 1\nx");
}

/// Python writes bytes that were no text as half a letter, which JSON's own readers refuse.
#[test]
fn half_a_letter_in_an_output_costs_no_notebook() {
    let book = br#"{"cells": [{"cell_type": "code", "source": "a = '\ud83d\ude00 \\ud83d'",
        "outputs": [{"text": ["\ud83d", "\ude00\u00e9", "\uD83D\n"]}]}]}"#;
    let opened = read("a.ipynb", book, &[]).expect("a notebook");
    assert_eq!(opened.cells[0].text, "a = '😀 \\ud83d'");
}

#[test]
fn what_is_no_program_is_refused_in_a_sentence() {
    for (name, bytes, why) in [
        ("a.txt", &b"print(1)"[..], ".py and .ipynb"),
        ("py", b"print(1)", ".py and .ipynb"),
        ("a.py", b"\xff\xfea", "UTF-8"),
        ("a.py", b"\xfe\xff\xd8\x00", "UTF-8"),
        ("a.ipynb", b"{]", "not JSON"),
        (
            "a.ipynb",
            br#"{"cells": [{"cell_type": "code", "sou"#,
            "breaks off",
        ),
        ("a.ipynb", b"[1]", "no list of cells"),
        ("a.ipynb", br#"{"worksheets": []}"#, "without code"),
        (
            "a.ipynb",
            br#"{"cells": [{"cell_type": "markdown", "source": "x"}]}"#,
            "without code",
        ),
        ("a.py", &vec![b'#'; MOST_BYTES + 1], "up to 1 MB"),
    ] {
        let said = read(name, bytes, &[]).expect_err(why);
        assert!(said.contains(why) && said.starts_with(name), "{said}");
    }
}

#[test]
fn cells_are_kept_and_saved() {
    let mut cells = vec![first(3), cell(4, "b.py", "print('b')\n")];
    cells[1].arguments = "--seed 1".to_owned();
    assert_eq!(from_text(&to_text(&cells)), Ok(cells.clone()));
    let twice = [4, 4, 1, 4].map(|id| cell(id, "a.py", ""));
    let ids: Vec<u32> = distinct(twice.to_vec()).iter().map(|it| it.id).collect();
    assert_eq!(ids, [4, 2, 1, 3]);
    assert_eq!(from_text("{}"), Err(Unusable::Broken));
    assert_eq!(from_text(r#"{"version": 9}"#), Err(Unusable::Newer));
    assert_eq!(
        python(&cells[1..]),
        ("b.py".to_owned(), "print('b')\n".to_owned())
    );
    assert_eq!(python(&[cell(1, "c.py", "!ls\nx\n")]).1, "# !ls\nx");
    assert_eq!(notebook_name(&cells), "scratchpad.ipynb");
    let (name, text) = python(&cells);
    assert_eq!(name, "scratchpad.py");
    assert!(text.starts_with("# %% scratch-1.py\n# REINFORCE"), "{text}");
    assert!(
        text.ends_with("\n\n# %% b.py --seed 1\nprint('b')\n"),
        "{text}"
    );
    let opened = read("x.ipynb", notebook(&cells).as_bytes(), &[]).expect("cells");
    assert_eq!(opened.cells.len(), 2);
    for (opened, cell) in opened.cells.iter().zip(&cells) {
        assert_eq!(
            (&opened.file, &opened.arguments),
            (&cell.file, &cell.arguments)
        );
        assert_eq!(opened.text, cell.text.trim_end());
    }
}

#[test]
fn two_tabs_lose_nothing() {
    let before = [1, 2, 3, 4].map(|id| cell(id, &format!("{id}.py"), "old"));
    let mine = [
        cell(1, "1.py", "mine"),
        cell(2, "2.py", "old"),
        cell(3, "3.py", "mine"),
        cell(5, "5.py", "new here"),
    ];
    let theirs = [
        cell(2, "2.py", "theirs"),
        cell(3, "3.py", "theirs"),
        cell(4, "4.py", "old"),
        cell(6, "6.py", "new there"),
    ];
    let joined = join(&mine, &before, &theirs, || 9);
    let shown: Vec<(u32, &str, &str)> = joined
        .iter()
        .map(|it| (it.id, it.file.as_str(), it.text.as_str()))
        .collect();
    assert_eq!(
        shown,
        [
            (1, "1.py", "mine"),
            (2, "2.py", "theirs"),
            (3, "3.py", "mine"),
            (5, "5.py", "new here"),
            (6, "6.py", "new there"),
            (9, "3-2.py", "theirs"),
        ]
    );
    assert_eq!(join(&before, &before, &before[..1], || 9), before[..1]);
    assert_eq!(join(&mine, &mine, &mine, || 9), mine);
}

#[test]
fn what_a_program_made_has_words_and_addresses() {
    assert_eq!(
        [took(0.04), took(3.21), took(42.0), took(185.0)],
        ["0.0 s", "3.2 s", "42 s", "3 min 05 s"]
    );
    assert_eq!(
        [size(1), size(999), size(1_500), size(2_000_000)],
        ["1 byte", "999 bytes", "1.5 kB", "2.0 MB"]
    );
    assert_eq!(base_name("runs/model.pt"), "model.pt");
    let said = picture_name(
        3,
        "<svg><desc>Loss: a &lt;b&gt; &amp;amp; c</desc><text>7</text></svg>",
    );
    assert_eq!(said, "Figure 3: Loss: a <b> &amp; c");
    assert_eq!(picture_name(1, "<svg><desc>cut"), "Figure 1");
    let address = picture_address("<svg a=\"#1\">ä%</svg>");
    assert_eq!(
        address,
        "data:image/svg+xml,%3Csvg a=%22%231%22%3E%C3%A4%25%3C/svg%3E"
    );
}
