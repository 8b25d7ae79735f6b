//! The learner beside the truth, where the environment's states can be counted.

use leptos::prelude::*;

use crate::ui::lab::use_lab;
use crate::view::exact::{ExactCell, exact};
use policy_lab::envs::EnvId;
use policy_lab::policy::host_policy::HostPolicy;

/// Shows the section; nothing in an environment whose states cannot be counted.
#[component]
pub fn ExactSection() -> impl IntoView {
    let lab = use_lab();
    let is_known = Memo::new(move |_| {
        let task = lab.env_id().and_then(EnvId::task);
        task.is_some_and(|task| task.table.is_some())
    });
    let found = lab.run.at_beats(|history| {
        let run = &history.run;
        let (config, frame) = (&run.info.as_ref()?.config, run.frame.as_ref()?);
        config.env_id.task()?.table?;
        exact(config, &HostPolicy::new(config, frame)?)
    });
    let has_frame = lab.run.memo(|history| history.run.frame.is_some());
    let said = move || {
        let said = found.with(|found| found.as_ref().map(|found| found.said.clone()));
        said.unwrap_or_else(|| {
            let why = match has_frame.get() {
                true => "The values here are infinite, or the networks are not kept, so there is nothing to compare",
                false => "Once a policy has been trained here, this is how far it is from the best one",
            };
            vec![why.to_owned()]
        })
        .join(". ")
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
                            <caption class="visually-hidden">"The cells as they lie"</caption>
                            <tbody>{rows}</tbody>
                        </table>
                    </div>
                    <p class="hint">
                        "Each cell: its exact value under this policy, what a critic of unscaled rewards says, and the likeliest action. By dynamic programming over all states"
                    </p>
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
