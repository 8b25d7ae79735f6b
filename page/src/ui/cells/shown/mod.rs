//! What a cell's code shows and leaves beside its output: figures, HTML, the pose of an
//! environment, and files.

mod figure;
mod paint;
mod pose;

use leptos::prelude::*;

use self::figure::Figures;
use self::pose::PoseView;
use crate::ui::browser::files;
use crate::view::scratch::shown::{base_name, size};
use policy_lab::python::protocol::{Pose, WrittenFile};

/// Most figures, and most pieces of HTML, that are shown below a cell.
const MOST_FIGURES: usize = 20;

/// What the newest run of a cell has shown and left. A copyable handle.
#[derive(Clone, Copy, Default)]
pub struct Screen {
    /// The newest figures with their numbers, from 1.
    figures: RwSignal<Vec<(usize, String)>>,
    /// The newest HTML, of which Python's worker has left what is safe.
    markup: RwSignal<Vec<String>>,
    /// The newest pose of an environment.
    pose: RwSignal<Option<Pose>>,
    /// The files that were written.
    written: RwSignal<Vec<WrittenFile>>,
}

impl Screen {
    /// Forgets what came of the last run.
    pub fn clear(self) {
        self.clear_pictures();
        self.pose.set(None);
        self.written.set(Vec::new());
    }

    /// Forgets the figures and the HTML, as a program does that shows others in their place.
    pub fn clear_pictures(self) {
        self.figures.set(Vec::new());
        self.markup.set(Vec::new());
    }

    /// Returns true if nothing was shown or left.
    pub fn is_empty(self) -> bool {
        let (figures, markup) = (
            self.figures.with(Vec::is_empty),
            self.markup.with(Vec::is_empty),
        );
        let files = self.written.with(Vec::is_empty);
        figures && markup && files && self.pose.with(Option::is_none)
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

    /// Adds HTML. The oldest makes room for it.
    pub fn add_markup(self, html: String) {
        self.markup.update(|markup| {
            markup.push(html);
            if markup.len() > MOST_FIGURES {
                markup.remove(0);
            }
        });
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
        {move || {
            let markup = shown.markup.get().into_iter();
            markup.map(|html| view! { <div class="shown-markup" data-testid="shown-markup" inner_html=html></div> }).collect_view()
        }}
        <Figures shown />
        <Files shown />
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
