//! What a cell's code shows and leaves beside its output: figures, the pose of an environment, and
//! files.

mod paint;
mod pose;

use leptos::prelude::*;

use self::pose::PoseView;
use crate::ui::browser::files;
use crate::view::scratch::shown::{base_name, picture_address, picture_name, size};
use policy_lab::python::protocol::{Pose, WrittenFile};

/// Most figures that are shown below a cell.
const MOST_FIGURES: usize = 20;

/// What the newest run of a cell has shown and left. A copyable handle.
#[derive(Clone, Copy, Default)]
pub struct Screen {
    /// The newest figures with their numbers, from 1.
    figures: RwSignal<Vec<(usize, String)>>,
    /// The newest pose of an environment.
    pose: RwSignal<Option<Pose>>,
    /// The files that were written.
    written: RwSignal<Vec<WrittenFile>>,
}

impl Screen {
    /// Forgets what came of the last run.
    pub fn clear(self) {
        self.figures.set(Vec::new());
        self.pose.set(None);
        self.written.set(Vec::new());
    }

    /// Returns true if nothing was shown or left.
    pub fn is_empty(self) -> bool {
        let (figures, files) = (
            self.figures.with(Vec::is_empty),
            self.written.with(Vec::is_empty),
        );
        figures && files && self.pose.with(Option::is_none)
    }

    /// Shows the newest pose.
    pub fn set_pose(self, pose: Pose) {
        self.pose.set(Some(pose));
    }

    /// Adds a file, or takes over what is in it now.
    pub fn add_written(self, file: WrittenFile) {
        self.written.update(
            |written| match written.iter_mut().find(|it| it.path == file.path) {
                Some(known) => *known = file,
                None => written.push(file),
            },
        );
    }

    /// Adds a figure. The oldest makes room for it.
    pub fn add_figure(self, svg: String) {
        self.figures.update(|figures| {
            let number = figures.last().map_or(1, |(number, _)| number + 1);
            figures.push((number, svg));
            if figures.len() > MOST_FIGURES {
                figures.remove(0);
            }
        });
    }
}

/// Shows all of it.
#[component]
pub fn ScreenView(
    /// What was shown.
    shown: Screen,
) -> impl IntoView {
    view! {
        <PoseView pose=shown.pose.into() />
        <Figures shown />
        <Files shown />
    }
}

/// Shows the figures, each with a link that saves it.
#[component]
fn Figures(
    /// What was shown.
    shown: Screen,
) -> impl IntoView {
    let dropped = move || {
        let first = (shown.figures).with(|figures| figures.first().map_or(1, |first| first.0));
        (first > 1).then(|| {
            let said = format!(
                "Figures 1 to {} have made room: the newest {MOST_FIGURES} are shown. plt.savefig keeps any as a file",
                first - 1,
            );
            view! { <p class="hint">{said}</p> }
        })
    };
    let figure = move |(number, svg): (usize, String)| {
        let save = move |_| {
            shown.figures.with_untracked(|figures| {
                if let Some((_, svg)) = figures.iter().find(|(it, _)| *it == number) {
                    files::save(&format!("figure-{number}.svg"), svg.as_bytes());
                }
            });
        };
        view! {
            <figure class="shown-figure">
                <img src=picture_address(&svg) alt=picture_name(number, &svg) />
                <figcaption>
                    {format!("Figure {number} · ")}
                    <button class="link" aria-label=format!("Save figure {number} as .svg") on:click=save>"Save as .svg"</button>
                </figcaption>
            </figure>
        }
    };
    view! {
        {dropped}
        {move || shown.figures.get().into_iter().map(figure).collect_view()}
    }
}

/// Lists the files that the code has written.
#[component]
fn Files(
    /// What was shown.
    shown: Screen,
) -> impl IntoView {
    let row = |file: WrittenFile| {
        let said = size(file.bytes.len());
        let path = file.path.clone();
        let label = format!("Download {path}");
        let save = move |_| {
            files::save(base_name(&file.path), &file.bytes);
        };
        view! {
            <li>
                <code>{path}</code>
                <span>{said}</span>
                <button class="link" aria-label=label on:click=save>"Download"</button>
            </li>
        }
    };
    view! {
        <Show when=move || shown.written.with(|files| !files.is_empty())>
            <ul class="shown-files" aria-label="Files written" data-testid="shown-files">
                {move || shown.written.get().into_iter().map(row).collect_view()}
            </ul>
        </Show>
    }
}
