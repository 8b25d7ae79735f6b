//! The settings when nothing is searched: those of every day, the changed ones, and the others in
//! folded groups.

use leptos::prelude::*;
use web_sys::Element;

use super::{Rows, TITLE, keys_where};
use crate::ui::browser::focus;
use crate::ui::lab::{Lab, use_lab};
use crate::view::format::plural;
use crate::view::settings::{changed_elsewhere, is_often};
use policy_lab::config::draft::Draft;
use policy_lab::config::fields::{Field, FieldGroup};

/// Shows all settings, each of them once.
#[component]
pub fn Groups(
    /// The groups that are unfolded.
    open: RwSignal<Vec<FieldGroup>>,
) -> impl IntoView {
    let lab = use_lab();
    let often = keys_where(lab, is_often);
    // Groups that were open before a search are in sight again after it.
    let is_open = RwSignal::new(untrack(|| open.with(|open| !open.is_empty())));
    let listed = Memo::new(move |before: Option<&Vec<&'static str>>| {
        let before = before.map_or(&[][..], Vec::as_slice);
        let in_use = focus::holder();
        let mut open = open.get();
        open.retain(|_| is_open.get());
        (lab.settings.draft).with(|draft| changed_elsewhere(draft, before, &open, &in_use))
    });
    let all = keys_where(lab, |_, _| true);
    unfold_problems(lab, open, is_open, listed);
    let toggle = move |event| {
        let details: Element = event_target(&event);
        is_open.set(details.has_attribute("open"));
    };
    view! {
        <fieldset class="fields">
            <legend>"Often"</legend>
            <Rows keys=often />
        </fieldset>
        <Changed listed />
        <details class="all-settings" prop:open=is_open on:toggle=toggle>
            <summary>{move || format!("All {} settings", all.with(Vec::len))}</summary>
            {FieldGroup::ALL.map(|group| view! { <Group group open listed /> })}
        </details>
    }
}

/// Unfolds the groups that hold a field with a problem.
fn unfold_problems(
    lab: Lab,
    open: RwSignal<Vec<FieldGroup>>,
    is_open: RwSignal<bool>,
    listed: Memo<Vec<&'static str>>,
) {
    Effect::new(move || {
        let Err(problems) = lab.settings.config.get() else {
            return;
        };
        let is_folded = |field: &&Field| {
            let is_often = (lab.settings.draft).with_untracked(|draft| is_often(draft, field));
            !is_often && listed.with_untracked(|listed| !listed.contains(&field.key))
        };
        let fields = problems
            .iter()
            .filter_map(|problem| Field::find(problem.field));
        for field in fields.filter(is_folded) {
            is_open.set(true);
            set_open(open, field.group, true);
        }
    });
}

fn set_open(open: RwSignal<Vec<FieldGroup>>, group: FieldGroup, is_open: bool) {
    if open.with_untracked(|open| open.contains(&group)) != is_open {
        open.update(|open| match is_open {
            true => open.push(group),
            false => open.retain(|other| *other != group),
        });
    }
}

/// Shows how many settings differ from the preset, a button to undo all changes, and those settings
/// that nothing else shows.
#[component]
fn Changed(
    /// Names of the settings to show.
    listed: Memo<Vec<&'static str>>,
) -> impl IntoView {
    let lab = use_lab();
    let changed = keys_where(lab, Draft::is_changed);
    let is_unchanged = move || changed.with(Vec::is_empty);
    let undo_all = move |_| {
        lab.settings
            .draft
            .update(|draft| *draft = Draft::new(draft.preset()));
        // The button is about to leave, and the focus with it.
        focus::on(TITLE);
    };
    view! {
        <fieldset class="fields" hidden=move || is_unchanged() && listed.with(Vec::is_empty)>
            <legend>"Changed"</legend>
            <p class="changes" hidden=is_unchanged>
                {move || plural(changed.with(Vec::len), "change")} " from the preset "
                <button class="link" on:click=undo_all>"Undo all"</button>
            </p>
            <Rows keys=listed />
        </fieldset>
    }
}

/// Shows the other settings of a group below a line that folds them.
#[component]
fn Group(
    /// The group.
    group: FieldGroup,
    /// The groups that are unfolded.
    open: RwSignal<Vec<FieldGroup>>,
    /// Names of the settings that are shown as changed ones.
    listed: Memo<Vec<&'static str>>,
) -> impl IntoView {
    let lab = use_lab();
    let keys = keys_where(lab, move |draft, field| {
        let is_listed = listed.with(|listed| listed.contains(&field.key));
        field.group == group && !is_often(draft, field) && !is_listed
    });
    let changed = keys_where(lab, move |draft, field| {
        field.group == group && !is_often(draft, field) && draft.is_changed(field)
    });
    let amount = move || {
        let amount = plural(keys.with(Vec::len), "setting");
        match changed.with(Vec::len) {
            0 => amount,
            changed => format!("{amount}, {changed} changed"),
        }
    };
    let is_open = Memo::new(move |_| open.with(|open| open.contains(&group)));
    let toggle = move |event| {
        let details: Element = event_target(&event);
        set_open(open, group, details.has_attribute("open"));
    };
    view! {
        <details hidden=move || keys.with(Vec::is_empty) prop:open=is_open on:toggle=toggle>
            <summary>{group.label()} " " <span class="amount">{amount}</span></summary>
            <div class="fields"><Rows keys /></div>
        </details>
    }
}
