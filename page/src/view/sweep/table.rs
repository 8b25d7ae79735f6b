//! The table that holds a sweep's cells.

use policy_lab::config::sweep::SweepPlan;

/// The rows and columns of a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepTable {
    /// What the table shows, in a sentence.
    pub caption: String,
    /// The hyperparameter whose values head the columns, where there are two.
    pub across: Option<String>,
    /// The heads of the columns, those of the rows' own heads first.
    pub heads: Vec<String>,
    /// The rows.
    pub rows: Vec<SweepRow>,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepRow {
    /// Its heads.
    pub heads: Vec<String>,
    /// The numbers of the settings in it.
    pub cells: Vec<usize>,
}

impl SweepTable {
    /// Returns the table of a plan.
    pub fn of(plan: &SweepPlan) -> Self {
        let keys: Vec<&str> = plan.fields().map(|field| field.key).collect();
        let all = plan.combinations();
        let row = |row: usize| row * plan.columns()..(row + 1) * plan.columns();
        let rows = (0..plan.rows()).map(|it| SweepRow {
            heads: match keys.as_slice() {
                _ if plan.is_random() => all[it].texts.clone(),
                [_, _] => vec![all[it * plan.columns()].texts[0].clone()],
                [_] => vec!["Result".to_owned()],
                _ => vec!["These settings".to_owned()],
            },
            cells: row(it).collect(),
        });
        let rows = rows.collect();
        let column = |place: usize| all[place].texts.last().cloned().unwrap_or_default();
        let columns = (0..plan.columns()).map(column);
        let owned = |text: &str| text.to_owned();
        let (caption, heads) = match keys.as_slice() {
            _ if plan.is_random() => (
                format!("Settings drawn at random: {}", keys.join(" and ")),
                keys.iter().copied().chain(["Result"]).map(owned).collect(),
            ),
            [down, across] => (
                format!("Rows: {down}. Columns: {across}"),
                std::iter::once(owned(down)).chain(columns).collect(),
            ),
            [across] => (
                format!("Columns: {across}"),
                std::iter::once(owned(across)).chain(columns).collect(),
            ),
            _ => (
                "All seeds".to_owned(),
                ["Settings", "Result"].map(owned).to_vec(),
            ),
        };
        let across = match keys.as_slice() {
            [_, across] if !plan.is_random() => Some(owned(across)),
            _ => None,
        };
        Self {
            caption,
            across,
            heads,
            rows,
        }
    }
}
