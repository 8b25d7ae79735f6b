//! The numbers of a picture as a table, for readers who do not see it and for those who want the
//! digits.

use leptos::prelude::*;

use crate::view::plain_table::PlainTable;

/// Shows the table, folded until the reader opens it. Before that nothing is computed.
#[component]
pub fn AsTable(
    /// What the numbers are, as the heading begins: `Values`.
    name: &'static str,
    /// The table.
    #[prop(into)]
    table: Signal<PlainTable>,
    /// What is said in place of a table without rows.
    #[prop(default = "No values yet")]
    empty: &'static str,
    /// What the reader can choose about it, above the table.
    #[prop(optional)]
    children: Option<ChildrenFn>,
) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let on_toggle = move |_| is_open.update(|open| *open = !*open);
    let rows = move || {
        let rows = |table: &PlainTable| match table.rows.is_empty() {
            true => view! { <p class="empty">{empty}</p> }.into_any(),
            false => table_view(table, None),
        };
        is_open.get().then(|| table.with(rows))
    };
    view! {
        <details class="values" on:toggle=on_toggle>
            <summary>{name} " as a table"</summary>
            {move || is_open.get().then(|| children.as_ref().map(|children| children()))}
            <div class="values-box" role="group" aria-label=name tabindex="0">
                {rows}
            </div>
        </details>
    }
}

/// Shows a table, with its note as the caption.
pub fn table_view(table: &PlainTable, test_id: Option<&'static str>) -> AnyView {
    let note = (!table.note.is_empty()).then(|| view! { <caption>{table.note.clone()}</caption> });
    let heads = table.heads.iter();
    let heads = heads.map(|head| view! { <th scope="col">{head.clone()}</th> });
    let row = |row: &Vec<String>| {
        let (first, others) = row.split_first()?;
        let others = others.iter().map(|cell| view! { <td>{cell.clone()}</td> });
        Some(view! { <tr><th scope="row">{first.clone()}</th>{others.collect_view()}</tr> })
    };
    view! {
        <table data-testid=test_id>
            {note}
            <thead><tr>{heads.collect_view()}</tr></thead>
            <tbody>{table.rows.iter().map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}
