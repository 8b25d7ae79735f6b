//! The learner beside the truth, where the environment's states can be counted.

use leptos::prelude::*;

use crate::ui::lab::use_lab;
use crate::view::exact::{ExactCell, exact};
use policy_lab::envs::exact::Model;
use policy_lab::policy::host_policy::HostPolicy;

/// Shows the section; nothing in an environment whose states cannot be counted.
#[component]
pub fn ExactSection() -> impl IntoView {
    let lab = use_lab();
    let is_known = Memo::new(move |_| {
        let id = lab.env_id();
        id.is_some_and(|id| Model::new(id).is_some())
    });
    let found = lab.run.at_beats(|history| {
        let run = &history.run;
        let (config, frame) = (&run.info.as_ref()?.config, run.frame.as_ref()?);
        exact(config, &HostPolicy::new(config, frame)?)
    });
    let said = move || {
        let said = found.with(|found| found.as_ref().map(|found| found.said.clone()));
        said.map_or_else(
            || {
                "Once a policy has been trained here, this is how far it is from the best one"
                    .to_owned()
            },
            |said| said.join(". "),
        )
    };
    let rows = move || {
        let rows = found.with(|found| found.as_ref().map(|found| found.rows.clone()));
        rows.unwrap_or_default().into_iter().map(row).collect_view()
    };
    view! {
        <Show when=move || is_known.get()>
            <section class="exact" aria-labelledby="exact-title" data-testid="exact">
                <h2 id="exact-title">"Beside the truth"</h2>
                <p data-testid="exact-said">{said}</p>
                <Show when=move || found.with(Option::is_some)>
                    <div class="exact-scroll" tabindex="0" role="group" aria-label="Cells of the world">
                        <table>
                            <caption class="hint">
                                "Each cell: its exact value under this policy, what the critic says, and the likeliest action. By dynamic programming over all states"
                            </caption>
                            <tbody>{rows}</tbody>
                        </table>
                    </div>
                </Show>
            </section>
        </Show>
    }
}

fn row(cells: Vec<Option<ExactCell>>) -> impl IntoView {
    let cells = cells.into_iter().map(|cell| match cell {
        Some(cell) => {
            let wash = format!("{:.0}%", 45.0 * cell.share);
            view! {
                <td style=("--wash", wash)>
                    <strong>{cell.value}</strong>
                    {cell.critic.map(|critic| view! { <span>"critic "{critic}</span> })}
                    <span>{cell.action}</span>
                </td>
            }
            .into_any()
        }
        None => view! { <td><span class="visually-hidden">"never stood on"</span></td> }.into_any(),
    });
    view! { <tr>{cells.collect_view()}</tr> }
}
