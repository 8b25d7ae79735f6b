//! The cells as they are kept from visit to visit, and what two tabs with the same cells make of
//! each other.

use serde::{Deserialize, Serialize};

use super::{ScratchText, free_name};

/// Version of the format. A new one means that an older page cannot read what is kept.
const VERSION: u32 = 1;

/// All cells, as the browser keeps them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptScratch {
    version: u32,
    /// The cells, from top to bottom.
    pub cells: Vec<ScratchText>,
}

/// The reason why nothing can be read. What is kept then stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// It is something else.
    Broken,
    /// A newer page wrote it.
    Newer,
}

impl Unusable {
    /// Returns the sentence for the page.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Broken => {
                "What this browser keeps of the notebook cannot be read. It is left alone, so save what you write here"
            }
            Self::Newer => {
                "A newer version of this page has kept your cells. Reload the page to get that version; \
                 until then nothing that you write here is kept"
            }
        }
    }
}

/// Returns the text to keep.
pub fn to_text(cells: &[ScratchText]) -> String {
    let kept = KeptScratch {
        version: VERSION,
        cells: cells.to_vec(),
    };
    serde_json::to_string(&kept).unwrap_or_default()
}

/// Reads the cells that an earlier visit wrote.
///
/// # Errors
/// If the text is something else, or a newer page wrote it.
pub fn from_text(text: &str) -> Result<Vec<ScratchText>, Unusable> {
    #[derive(Deserialize)]
    struct Header {
        version: u32,
    }
    let header: Header = serde_json::from_str(text).map_err(|_| Unusable::Broken)?;
    if header.version > VERSION {
        return Err(Unusable::Newer);
    }
    let kept: KeptScratch = serde_json::from_str(text).map_err(|_| Unusable::Broken)?;
    Ok(distinct(kept.cells))
}

/// Gives each cell a number of its own, should a file that somebody has edited give two the same.
pub fn distinct(mut cells: Vec<ScratchText>) -> Vec<ScratchText> {
    let mut free = (1..).filter({
        let all: Vec<u32> = cells.iter().map(|cell| cell.id).collect();
        move |id| !all.contains(id)
    });
    for place in 1..cells.len() {
        let id = cells[place].id;
        if cells[..place].iter().any(|cell| cell.id == id) {
            cells[place].id = free.next().unwrap_or_default();
        }
    }
    cells
}

/// Joins the cells of this tab with those that another tab has stored since both were `before`. A
/// cell that both have changed is there twice afterwards, so nothing is lost. `new_id` gives
/// numbers for copies.
pub fn join(
    mine: &[ScratchText],
    before: &[ScratchText],
    theirs: &[ScratchText],
    mut new_id: impl FnMut() -> u32,
) -> Vec<ScratchText> {
    let find = |all: &[ScratchText], id: u32| all.iter().find(|it| it.id == id).cloned();
    let mut joined = Vec::new();
    let mut copies = Vec::new();
    for cell in mine {
        match (find(before, cell.id), find(theirs, cell.id)) {
            // The other tab has deleted it, and it was not touched here.
            (Some(old), None) if old == *cell => {}
            (Some(old), Some(new)) if old == *cell => joined.push(new),
            (old, Some(new)) => {
                joined.push(cell.clone());
                if new != *cell && Some(&new) != old.as_ref() {
                    copies.push(new);
                }
            }
            (_, None) => joined.push(cell.clone()),
        }
    }
    for cell in theirs {
        let is_here = mine.iter().any(|it| it.id == cell.id);
        // What was deleted here stays deleted, unless it was changed there.
        if !is_here && find(before, cell.id).as_ref() != Some(cell) {
            add(&mut joined, cell.clone());
        }
    }
    for copy in copies {
        let id = new_id();
        add(&mut joined, ScratchText { id, ..copy });
    }
    joined
}

/// Adds a cell, with a number behind its name if another one has it.
fn add(all: &mut Vec<ScratchText>, cell: ScratchText) {
    let names: Vec<String> = all.iter().map(|it| it.file.clone()).collect();
    let file = free_name(&cell.file, &names);
    all.push(ScratchText { file, ..cell });
}
