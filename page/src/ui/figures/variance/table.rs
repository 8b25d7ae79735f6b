//! The estimators in numbers, and the choice of one.

use leptos::prelude::*;

use super::Variance;
use policy_lab::policy::variance::GradientEstimator;

/// Shows a row for each estimator with its exact bias, variance and error. The picture shows the
/// chosen one.
#[component]
pub fn Estimators(
    /// The state of the figure.
    lab: Variance,
) -> impl IntoView {
    let caption = move || format!("Exact numbers for a batch of {}", lab.batch());
    let row = move |estimator: GradientEstimator| {
        let is_chosen = move || lab.estimator.get() == estimator;
        let moments = move || lab.of(estimator);
        view! {
            <tr class:chosen=is_chosen>
                <th scope="row">
                    <label>
                        <input
                            type="radio"
                            name="gradient-estimator"
                            prop:checked=is_chosen
                            on:change=move |_| lab.estimator.set(estimator)
                        />
                        {move || lab.name(estimator)}
                    </label>
                </th>
                <td>{move || format!("{:.3}", moments().bias(lab.truth))}</td>
                <td>{move || format!("{:.3}", moments().variance())}</td>
                <td>{move || format!("{:.3}", moments().error(lab.truth))}</td>
            </tr>
        }
    };
    let heads = ["Estimator", "Bias", "Variance", "Error"];
    let heads = heads.map(|head| view! { <th scope="col">{head}</th> });
    view! {
        <table class="estimators" data-testid="estimators">
            <caption>{caption}</caption>
            <thead><tr>{heads}</tr></thead>
            <tbody>{GradientEstimator::ALL.map(row)}</tbody>
        </table>
    }
}
