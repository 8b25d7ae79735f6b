//! The scratchpad: its kept cells, programs and notebooks that are opened, and the words after a
//! file's name.

use std::collections::BTreeSet;

use policy_lab_page::view::scratch::kept::{from_text, join, to_text};
use policy_lab_page::view::scratch::opened::{self, NewCell};
use policy_lab_page::view::scratch::{ScratchText, arguments, file_name, first, saved, shown};

use super::cases::Target;
use super::drawn::drawn;
use super::memory::spent;
use super::results::is_sentence;

fn cells() -> Vec<ScratchText> {
    let mut second = first(2);
    second.file = "ppo.py".to_owned();
    second.text =
        "%matplotlib inline\nx = '''\n!no\n'''\n!pip install gymnasium\nprint(x)".to_owned();
    second.origin = r##"{"above":[{"cell_type":"markdown","source":"x"}],"notebook":{"name":"a.ipynb","metadata":{}}}"##.to_owned();
    second.arguments = "--lr 3e-4 --name \"two words\"".to_owned();
    vec![first(1), second]
}

fn words() -> Vec<String> {
    let known = [
        "\"cells\"",
        "\"source\":",
        "\"cell_type\":\"code\"",
        "\"metadata\":{}",
        "\"policy_lab\"",
        "\"worksheets\":[]",
        "\"above\":[",
        "\"origin\":",
        "\"file\":",
        "\"a.py\"",
        "\"\"\"",
        "'''",
        "%%bash\n",
        "%time ",
        "!ls\n",
        "# ",
        "\\n",
        "\"version\":1",
        "../",
        "\\\\",
    ];
    known.map(str::to_owned).to_vec()
}

fn text(cell: NewCell, old: &ScratchText) -> ScratchText {
    ScratchText {
        id: old.id,
        file: cell.file,
        text: cell.text,
        arguments: cell.arguments,
        origin: old.origin.clone(),
    }
}

/// Requires that a notebook of these cells is opened as the same cells, but for empty ones and for
/// what is at their ends.
fn comes_back(cells: &[ScratchText]) {
    let taken: BTreeSet<&String> = cells.iter().map(|it| &it.file).collect();
    let is_own = |it: &ScratchText| {
        let is_code = !it.text.trim().is_empty()
            && it.text == it.text.trim()
            && !it.text.contains(['%', '!', '?', '\r']);
        is_code && file_name(&it.file).as_ref() == Some(&it.file)
    };
    if taken.len() != cells.len() || !cells.iter().all(is_own) || cells.is_empty() {
        return;
    }
    let notebook = saved::notebook(cells);
    let opened = opened::read("scratchpad.ipynb", notebook.as_bytes(), &[]).expect("a notebook");
    let again: Vec<ScratchText> = opened
        .cells
        .into_iter()
        .zip(cells)
        .map(|(new, old)| text(new, old))
        .collect();
    assert_eq!(again, cells);
}

#[test]
fn any_kept_cells_are_read_or_left_alone() {
    let valid = [to_text(&cells()), to_text(&[])].map(String::into_bytes);
    let target = Target {
        name: "scratch",
        valid: valid.to_vec(),
        words: words(),
        few: 10_000,
        share: 1,
        cost: 4_000,
    };
    target.holds(|bytes| {
        let drawn = drawn::<Vec<ScratchText>>(bytes, true).unwrap_or_default();
        comes_back(&drawn);
        match from_text(&String::from_utf8_lossy(bytes)) {
            Ok(cells) => {
                let ids: BTreeSet<u32> = cells.iter().map(|cell| cell.id).collect();
                assert_eq!(ids.len(), cells.len(), "each cell has a number of its own");
                assert_eq!(from_text(&to_text(&cells)).as_ref(), Ok(&cells));
                let mut next = 1 << 20;
                let joined = join(&cells, &drawn, &self::cells(), || {
                    next += 1;
                    next
                });
                assert!(cells.len() <= joined.len() + drawn.len());
                let _ = saved::python(&joined);
                comes_back(&cells);
                true
            }
            Err(why) => {
                is_sentence(why.sentence());
                false
            }
        }
    });
}

#[test]
fn any_opened_file_becomes_cells_or_is_refused() {
    let mut valid = vec![saved::notebook(&cells()).into_bytes()];
    valid.extend(cells().into_iter().map(|cell| cell.text.into_bytes()));
    let target = Target {
        name: "opened",
        valid,
        words: words(),
        few: 4_000,
        share: 1,
        cost: 2_000,
    };
    target.holds(|bytes| {
        let taken = ["ppo.py".to_owned(), "notebook-1.py".to_owned()];
        let mut is_useful = false;
        for name in [
            "notebook.ipynb",
            "ppo.py",
            "../a b.py",
            "x.PY",
            "data.csv",
            ".ipynb",
        ] {
            match opened::read(name, bytes, &taken) {
                Ok(opened) => {
                    is_sentence(&opened.said);
                    assert!(!opened.cells.is_empty());
                    let files: BTreeSet<&String> = opened
                        .cells
                        .iter()
                        .map(|it| &it.file)
                        .chain(&taken)
                        .collect();
                    assert_eq!(
                        files.len(),
                        opened.cells.len() + taken.len(),
                        "names differ"
                    );
                    // Folders may lie above it, and none outside.
                    let leads_out = |part: &str| matches!(part, "" | "." | "..");
                    assert!(
                        (files.iter())
                            .all(|file| file.ends_with(".py") && !file.split('/').any(leads_out))
                    );
                    is_useful |= name == "notebook.ipynb";
                }
                Err(said) => is_sentence(&said),
            }
        }
        let words = String::from_utf8_lossy(bytes);
        if let Err(said) = arguments::split(&words) {
            is_sentence(&said);
        }
        let address = shown::picture_address(&words);
        assert!(address.len() <= 19 + 3 * words.len() && address.is_ascii());
        is_useful
    });
}

/// A notebook of the largest size that is opened, all of it cells of one name.
#[test]
fn thousands_of_cells_with_one_name_cost_as_much_each_as_a_few() {
    let cost = |count: usize| {
        let cells: Vec<ScratchText> = (0..count)
            .map(|_| ScratchText {
                file: "a.py".to_owned(),
                text: "x".to_owned(),
                ..first(1)
            })
            .collect();
        let notebook = saved::notebook(&cells);
        assert!(notebook.len() < opened::MOST_BYTES, "{}", notebook.len());
        let (opened, spent) = spent(|| opened::read("a.ipynb", notebook.as_bytes(), &[]));
        assert_eq!(opened.expect("a notebook").cells.len(), count);
        spent.allocated as f64 / count as f64
    };
    let (few, more) = (cost(50), cost(5_000));
    assert!(more < 1.5 * few, "{few} bytes a cell, then {more}");
}
