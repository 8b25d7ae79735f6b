//! The choice of panels to present, and the list of keys.

use leptos::html;
use leptos::prelude::*;

use super::super::clip;
use super::super::lab::use_lab;
use super::super::share::CopyAddress;
use super::keys;
use super::panels::{CONTROLS, Panel, READY_SCENES, names_of};
use super::state::use_presenter;
use crate::ui::browser::{dialog, link};
use policy_lab::config::fields::FieldGroup;
use policy_lab::config::url::{PageState, Presentation};

/// The panels that are chosen first, unless the clip lab is open.
const OF_A_RUN: [Panel; 4] = [Panel::Controls, Panel::Progress, Panel::Carts, Panel::Chart];

/// Shows a dialogue while its signal is true.
#[component]
fn Dialogue(
    /// True while the dialogue is open.
    is_open: RwSignal<bool>,
    /// Id of the dialogue's heading.
    heading: &'static str,
    /// The dialogue's content.
    children: Children,
) -> impl IntoView {
    let node = NodeRef::<html::Dialog>::new();
    dialog::follow(node, is_open);
    view! {
        <dialog node_ref=node class="dialogue" aria-labelledby=heading on:close=move |_| is_open.set(false)>
            {children()}
            <p class="dialogue-end">
                <button on:click=move |_| is_open.set(false)>"Close"</button>
            </p>
        </dialog>
    }
}

/// Shows the choice of panels and of controls to hide, and the link.
#[component]
pub fn ChoiceOfPanels() -> impl IntoView {
    let presenter = use_presenter();
    let lab = use_lab();
    let clip = clip::use_clip();
    let chosen = RwSignal::new(Vec::<String>::new());
    Effect::new(move || {
        if !presenter.is_choosing.get() {
            return;
        }
        let now = presenter.view.with_untracked(|view| view.panels.clone());
        chosen.set(match (now.is_empty(), clip.is_open.get_untracked()) {
            (false, _) => now,
            (true, true) => names_of(&[Panel::Clip]),
            (true, false) => names_of(&OF_A_RUN),
        });
    });
    let panels = Panel::ALL.map(|(_, name, label)| {
        let is_chosen = move || chosen.with(|chosen| lists(chosen, name));
        let choose = move |is_on| chosen.update(|chosen| list(chosen, name, is_on));
        checkbox("present", name, label, is_chosen, choose)
    });
    let hidden = move |(name, label): (&'static str, &'static str)| {
        let is_hidden = move || presenter.view.with(|view| lists(&view.hidden, name));
        let view = presenter.view;
        let hide = move |is_on| view.update(|view| list(&mut view.hidden, name, is_on));
        checkbox("hide", name, label, is_hidden, hide)
    };
    let group = move |(name, controls): (&'static str, Vec<(&'static str, &'static str)>)| {
        let controls = controls.into_iter().map(hidden).collect_view();
        view! { <fieldset class="choices"><legend>{name}</legend>{controls}</fieldset> }
    };
    let fields = move || {
        let draft = lab.settings.draft.get();
        let groups = FieldGroup::ALL.into_iter().map(|of| {
            let fields = draft.fields().filter(|field| field.group == of);
            group((of.label(), fields.map(|it| (it.key, it.key)).collect()))
        });
        groups.collect_view()
    };
    let state = Signal::derive(move || PageState {
        presentation: Presentation {
            panels: chosen.get(),
            ..presenter.view.get()
        },
        ..lab.page_state()
    });
    let show = move |panels: Vec<String>| {
        presenter.is_choosing.set(false);
        presenter.present(panels);
    };
    let ready = READY_SCENES.map(|(name, panels)| {
        view! { <button class="quiet" on:click=move |_| show(names_of(panels))>{name}</button> }
    });
    view! {
        <Dialogue is_open=presenter.is_choosing heading="present-title">
            <h2 id="present-title">"Present"</h2>
            <p>
                "Large type, and nothing but what you choose. The link opens \
                 exactly this view, with the settings as they are"
            </p>
            <div class="ready-scenes" role="group" aria-label="Scenes that stand ready">{ready}</div>
            <fieldset class="choices">
                <legend>"Or choose what is shown"</legend>
                {panels}
            </fieldset>
            <details>
                <summary>"Controls to hide, here and for whoever opens the link"</summary>
                <p>"“Copy link” outside of this dialogue carries them too, without a presentation"</p>
                {CONTROLS.map(|(name, controls)| group((name, controls.to_vec())))} {fields}
            </details>
            <OwnScenes chosen />
            <p class="dialogue-actions">
                <button id="present-begin" class="primary" disabled=move || chosen.with(Vec::is_empty) on:click=move |_| show(chosen.get_untracked())>
                    "Present"
                </button>
                <CopyAddress label="Copy link to this view" address=Signal::derive(move || link::address(&state.get())) />
            </p>
        </Dialogue>
    }
}

/// Shows the scenes of the presentation, in order, and a button that adds what is chosen.
#[component]
fn OwnScenes(
    /// The names of the chosen panels.
    chosen: RwSignal<Vec<String>>,
) -> impl IntoView {
    let presenter = use_presenter();
    let scenes = move || presenter.view.with(|view| view.scenes.clone());
    let rows = move || {
        let rows = scenes().into_iter().enumerate().map(|(index, panels)| {
            let label = |name: &String| {
                let panel = Panel::ALL.iter().find(|(_, known, _)| known == name);
                panel.map_or("", |(_, _, label)| label)
            };
            let labels: Vec<&str> = panels.iter().map(label).collect();
            view! {
                <li>
                    {labels.join(", ")} " "
                    <button class="link" on:click=move |_| presenter.remove_scene(index)>"Remove"</button>
                </li>
            }
        });
        rows.collect_view()
    };
    view! {
        <details class="own-scenes">
            <summary>"Several scenes, one after the other"</summary>
            <p>
                "Page Down and Page Up go from scene to scene, as the buttons of a clicker do. Without scenes of your own \
                 they go through the four above"
            </p>
            <ol>{rows}</ol>
            <button
                class="quiet"
                disabled=move || chosen.with(Vec::is_empty)
                on:click=move |_| presenter.add_scene(chosen.get_untracked())
            >
                "Add what is chosen as a scene"
            </button>
        </details>
    }
}

/// Shows a checkbox of a group, with its label.
fn checkbox(
    group: &'static str,
    name: &'static str,
    label: &'static str,
    is_on: impl Fn() -> bool + Send + 'static,
    set: impl Fn(bool) + 'static,
) -> impl IntoView {
    let change = move |event| set(event_target_checked(&event));
    view! {
        <label>
            <input type="checkbox" name=group value=name prop:checked=is_on on:change=change />
            {label}
        </label>
    }
}

/// Returns true if a list has a name.
fn lists(list: &[String], name: &str) -> bool {
    list.iter().any(|it| it == name)
}

/// Puts a name at the end of a list, or takes it out.
fn list(list: &mut Vec<String>, name: &str, is_on: bool) {
    list.retain(|it| it != name);
    if is_on {
        list.push(name.to_owned());
    }
}

/// Shows every key with its effect.
#[component]
pub fn ListOfKeys() -> impl IntoView {
    let presenter = use_presenter();
    let rows = keys::all().map(|(key, name)| {
        view! {
            <dt><kbd>{key}</kbd></dt>
            <dd>{name}</dd>
        }
    });
    view! {
        <Dialogue is_open=presenter.is_listing heading="keys-title">
            <h2 id="keys-title">"Keys"</h2>
            <dl class="keys" data-testid="keys">{rows.collect_view()}</dl>
            <p>"No key acts while you write a text"</p>
            <label class="keys-choice">
                <input
                    type="checkbox"
                    prop:checked=presenter.has_keys
                    on:change=move |event| presenter.set_keys(event_target_checked(&event))
                />
                "Single keys act outside of presentations too"
            </label>
        </Dialogue>
    }
}
