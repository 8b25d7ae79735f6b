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
use policy_lab::config::url::{PageState, Presentation};

/// The panels that are chosen first, unless the clip lab is open.
const OF_A_RUN: [Panel; 4] = [Panel::Controls, Panel::Progress, Panel::Carts, Panel::Chart];

const HIDE: &str = "Controls to hide, here and for whoever opens the link";

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
            (true, true) => vec![Panel::Clip.name().to_owned()],
            (true, false) => OF_A_RUN.map(|panel| panel.name().to_owned()).to_vec(),
        });
    });
    let panels = Panel::ALL.map(|(_, name, label)| {
        let is_chosen = move || chosen.with(|chosen| chosen.iter().any(|it| it == name));
        let choose = move |event| toggle(chosen, name, event_target_checked(&event));
        view! {
            <label>
                <input type="checkbox" name="present" value=name prop:checked=is_chosen on:change=choose />
                {label}
            </label>
        }
    });
    let hidden = move |name: &'static str| {
        let is_hidden = move || {
            presenter
                .view
                .with(|view| view.hidden.iter().any(|it| it == name))
        };
        let hide = move |event| {
            let is_on = event_target_checked(&event);
            presenter.view.update(|view| {
                view.hidden.retain(|it| it != name);
                if is_on {
                    view.hidden.push(name.to_owned());
                }
            });
        };
        view! {
            <label>
                <input type="checkbox" name="hide" value=name prop:checked=is_hidden on:change=hide />
                {name}
            </label>
        }
    };
    let fields = move || {
        let keys = lab
            .settings
            .draft
            .with(|draft| draft.fields().map(|field| field.key).collect::<Vec<_>>());
        keys.into_iter().map(hidden).collect_view()
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
                <summary>{HIDE}</summary>
                <fieldset class="choices">
                    <legend class="visually-hidden">{HIDE}</legend>
                    {CONTROLS.map(hidden)} {fields}
                </fieldset>
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

fn toggle(chosen: RwSignal<Vec<String>>, name: &str, is_on: bool) {
    chosen.update(|chosen| {
        chosen.retain(|it| it != name);
        if is_on {
            chosen.push(name.to_owned());
        }
    });
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
