//! Many runs at once: a question about one or two hyperparameters, and a picture that grows as the
//! runs finish.

mod curves;
mod files;
mod job;
mod picture;
mod pool;
mod question;
mod scatter;
mod setting;
mod state;
mod store;
mod values;

pub use self::job::SweepJob;
pub use self::pool::{RunPool, use_run_pool};
pub use self::state::{Sweep, use_sweep};
pub use self::store::keep_sweep;

use leptos::prelude::*;

use self::curves::SweepSmallCurves;
use self::files::SweepFiles;
use self::picture::SweepPicture;
use self::question::SweepQuestion;
use self::scatter::SweepPoints;
use self::setting::SweepSetting;
use crate::view::sweep::{finding, progress, time_left, trained_by, trouble};

/// Shows the question on one side, and the picture with what was found on the other.
#[component]
pub fn SweepView() -> impl IntoView {
    let sweep = use_sweep();
    view! {
        <div class="sweep" data-testid="sweep">
            <SweepQuestion />
            <section class="sweep-answer" aria-label="Results of the sweep">
                <SweepProgress />
                <SweepFinding />
                <p class="hint" role="status" data-testid="sweep-said">{sweep.said}</p>
                <SweepPoints />
                <SweepPicture />
                <SweepSetting />
                <SweepSmallCurves />
                <SweepFiles />
            </section>
        </div>
    }
}

/// Shows how far the sweep is.
#[component]
fn SweepProgress() -> impl IntoView {
    let sweep = use_sweep();
    let history = sweep.job.history;
    let words = Memo::new(move |_| {
        let is_busy = sweep.job.is_busy.get();
        history.with(|history| history.as_ref().map(|history| progress(history, is_busy)))
    });
    let left = Memo::new(move |_| {
        let is_busy = sweep.job.is_busy.get();
        history.with(|history| history.as_ref().filter(|_| is_busy).and_then(time_left))
    });
    let by = Memo::new(move |_| {
        let has_begun = history.with(Option::is_some);
        (sweep.job.trained_by).with(|by| trained_by(by).filter(|_| has_begun))
    });
    let nothing = move || match sweep.plan.with(Result::is_ok) {
        true => {
            "Nothing is trained yet. Each cell below stands for a setting, and fills in as its runs finish"
        }
        false => "Nothing is trained yet",
    };
    let bad = Memo::new(move |_| history.with(|history| history.as_ref().and_then(trouble)));
    let done = move || history.with(|history| history.as_ref().map_or(0.0, |it| it.progress()));
    view! {
        <div class="sweep-progress">
            <p role="status" data-testid="sweep-progress">
                {move || words.get().unwrap_or_else(|| nothing().to_owned())}
            </p>
            <p class="hint" data-testid="sweep-trained-by">{by}</p>
            // It changes too often to be read out.
            <p class="hint">{left}</p>
            <Show when=move || history.with(Option::is_some)>
                <progress aria-label="Progress of the sweep" max="1" prop:value=done></progress>
            </Show>
            <Show when=move || bad.with(Option::is_some)>
                <p class="notice" data-testid="sweep-trouble">{bad}</p>
            </Show>
            <Show when=move || sweep.is_outdated()>
                <p class="hint" data-testid="sweep-outdated">
                    "The question has changed since. The picture still shows the earlier one"
                </p>
            </Show>
        </div>
    }
}

/// Says what the sweep found so far.
#[component]
fn SweepFinding() -> impl IntoView {
    let sweep = use_sweep();
    let history = sweep.job.history;
    let words = Memo::new(move |_| history.with(|history| history.as_ref().and_then(finding)));
    view! { <p class="sweep-finding" data-testid="sweep-finding">{words}</p> }
}

/// Shows how much of a sweep under way is done, behind its name in the head of the page.
#[component]
pub fn SweepPart() -> impl IntoView {
    let sweep = use_sweep();
    let part = Memo::new(move |_| {
        let done = (sweep.job.history).with(|history| history.as_ref().map(|it| it.progress()));
        let done = done.filter(|_| sweep.job.is_busy.get());
        done.map(|done| format!("{:.0} %", 100.0 * done))
    });
    view! { <span class="sweep-part">{part}</span> }
}
