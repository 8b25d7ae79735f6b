//! The variance lab: the gradients that batches of episodes estimate, around the true one, and what
//! is exact about them.

mod picture;
mod table;

use leptos::prelude::*;

use crate::ui::figures::choice::Choice;
use crate::ui::figures::slider::Slider;
use picture::Picture;
use policy_lab::policy::variance::{
    Corridor, CriticSetting, GradientEstimator, Moments, batch_means, draw,
};
use table::Estimators;

/// Number of batches that are drawn as dots.
const DOTS: usize = 300;
/// The largest batch is two to this power.
const MOST_DOUBLINGS: f64 = 6.0;
/// The axes to choose from: the largest number on them.
const AXES: [u32; 3] = [16, 4, 1];
/// The parameters of the policy: untrained, so that it pushes to either side equally often.
const THETA: [f64; 2] = [0.0, 0.0];

/// What the reader has chosen, and what follows from it.
#[derive(Clone, Copy)]
struct Variance {
    truth: [f64; 2],
    estimator: RwSignal<GradientEstimator>,
    lambda: RwSignal<f64>,
    /// The batch, as a power of two.
    doublings: RwSignal<f64>,
    /// The largest number on the axes.
    reach: RwSignal<u32>,
    /// The exact moments of all estimators, for the chosen batch.
    rows: Memo<[Moments; GradientEstimator::ALL.len()]>,
    dots: Memo<Vec<[f64; 2]>>,
}

impl Variance {
    fn batch(&self) -> usize {
        batch_of(self.doublings.get())
    }

    /// Returns the moments of an estimator.
    fn of(&self, estimator: GradientEstimator) -> Moments {
        self.rows.with(|rows| rows[estimator as usize])
    }

    /// Returns the estimator's name, with the setting that changes it.
    fn name(&self, estimator: GradientEstimator) -> String {
        match estimator {
            GradientEstimator::WholeReturn => "Whole return".to_owned(),
            GradientEstimator::RewardToGo => "Reward-to-go".to_owned(),
            GradientEstimator::MinusMean => "Reward-to-go − mean".to_owned(),
            GradientEstimator::MinusValue => "Reward-to-go − V(s)".to_owned(),
            GradientEstimator::Residual => "One-step residual".to_owned(),
            GradientEstimator::Gae => format!("GAE, λ = {:.2}", self.lambda.get()),
        }
    }

    /// Says what the chosen row means.
    fn said(&self) -> String {
        let moments = self.of(self.estimator.get());
        let (variance, bias) = (moments.variance(), moments.bias(self.truth));
        let share = variance / self.of(GradientEstimator::WholeReturn).variance();
        let bias = match bias {
            0.0..5e-4 => "The mean of the estimates is the true gradient.".to_owned(),
            _ => format!("The mean of the estimates is {bias:.2} away from the true gradient."),
        };
        let error = moments.error(self.truth);
        let length = self.truth[0].hypot(self.truth[1]);
        format!(
            "The variance is {:.0} % of the whole return’s. {bias} A typical estimate is \
             {error:.2} away from the true gradient, whose length is {length:.2}.",
            100.0 * share
        )
    }
}

/// Shows the lab: the picture, the table to choose an estimator in, and the sliders.
#[component]
pub fn VarianceLab() -> impl IntoView {
    let corridor = StoredValue::new(Corridor::new(THETA));
    let estimator = RwSignal::new(GradientEstimator::WholeReturn);
    let lambda = RwSignal::new(0.9);
    let error = RwSignal::new(0.5);
    let doublings = RwSignal::new(4.0);
    let seed = RwSignal::new(0_u32);
    let setting = move || CriticSetting {
        lambda: lambda.get(),
        error: error.get(),
    };
    let rows = Memo::new(move |_| {
        let (setting, batch) = (setting(), batch_of(doublings.get()));
        corridor.with_value(|corridor| {
            GradientEstimator::ALL.map(|it| it.moments(corridor, setting).of_batch(batch))
        })
    });
    // The estimators are compared on the same episodes.
    let drawn = Memo::new(move |_| {
        let (seed, batch) = (seed.get(), batch_of(doublings.get()));
        corridor.with_value(|corridor| draw(corridor, seed, DOTS, batch))
    });
    let dots = Memo::new(move |_| {
        let estimates =
            corridor.with_value(|corridor| estimator.get().estimates(corridor, setting()));
        drawn.with(|drawn| batch_means(&estimates, drawn, drawn.len() / DOTS))
    });
    let lab = Variance {
        truth: corridor.with_value(Corridor::gradient),
        estimator,
        lambda,
        doublings,
        reach: RwSignal::new(AXES[1]),
        rows,
        dots,
    };
    view! {
        <div class="variance">
            <Picture lab />
            <div class="variance-numbers">
                <Estimators lab />
                <Slider
                    label="Batch"
                    value=doublings
                    range=(0.0, MOST_DOUBLINGS)
                    step=1.0
                    said=|doublings| batch_of(doublings).to_string()
                />
                <Slider label="λ of GAE" value=lambda range=(0.0, 1.0) step=0.05 />
                <Slider label="Critic’s error" value=error range=(0.0, 1.0) step=0.05 />
            </div>
        </div>
        <p aria-live="polite" data-testid="variance-said">{move || lab.said()}</p>
        <div class="figure-actions">
            <button on:click=move |_| seed.update(|seed| *seed = seed.wrapping_add(1))>
                "Sample again"
            </button>
            <Choice label="Axes up to" options=&AXES name=|it| it.to_string() chosen=lab.reach />
        </div>
    }
}

fn batch_of(doublings: f64) -> usize {
    1 << doublings.clamp(0.0, MOST_DOUBLINGS) as usize
}
