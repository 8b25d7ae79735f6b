//! The figures that a cell's code has drawn: each can be enlarged, and saved.

use leptos::html;
use leptos::prelude::*;
use web_sys::HtmlImageElement;

use super::{MOST_FIGURES, Screen};
use crate::ui::browser::{canvas, dialog, files};
use crate::view::scratch::shown::{picture_address, picture_name};

/// Pixels of a saved picture for each of the figure's own.
const FINENESS: u32 = 2;

/// Shows the figures, and which are shown no more.
#[component]
pub fn Figures(
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
    let figure = |(number, svg): (usize, String)| view! { <Drawn number svg /> };
    view! {
        {dropped}
        {move || shown.figures.get().into_iter().map(figure).collect_view()}
    }
}

/// Shows a figure. A press on it shows it in a window of its own, at its own size or larger.
#[component]
fn Drawn(
    /// Its number.
    number: usize,
    /// The figure.
    svg: String,
) -> impl IntoView {
    let is_large = RwSignal::new(false);
    let (window, image) = (NodeRef::<html::Dialog>::new(), NodeRef::<html::Img>::new());
    dialog::follow(window, is_large);
    let (address, name) = (picture_address(&svg), picture_name(number, &svg));
    let save_svg = move |_| {
        files::save(&format!("figure-{number}.svg"), svg.as_bytes());
    };
    let save_png = move |_| {
        if let Some(address) = image.get_untracked().and_then(|image| png(&image)) {
            files::follow(&format!("figure-{number}.png"), &address);
        }
    };
    let large = {
        let (address, name) = (address.clone(), name.clone());
        move || {
            is_large.get().then(|| {
                view! {
                    <div tabindex="0" role="group" aria-label=format!("Figure {number}, enlarged")>
                        <img src=address.clone() alt=name.clone() />
                    </div>
                    <p class="dialogue-end">
                        <button on:click=move |_| is_large.set(false)>"Close"</button>
                    </p>
                }
            })
        }
    };
    view! {
        <figure class="shown-figure">
            <img node_ref=image src=address alt=name on:click=move |_| is_large.set(true) />
            <figcaption>
                {format!("Figure {number} · ")}
                <button class="link" aria-label=format!("Enlarge figure {number}") on:click=move |_| is_large.set(true)>
                    "Enlarge"
                </button>
                " · Save as "
                <button class="link" aria-label=format!("Save figure {number} as .svg") on:click=save_svg>".svg"</button>
                " or "
                <button class="link" aria-label=format!("Save figure {number} as .png") on:click=save_png>".png"</button>
            </figcaption>
            <dialog
                node_ref=window
                class="dialogue large-figure"
                aria-label=format!("Figure {number}")
                on:close=move |_| is_large.set(false)
            >
                {large}
            </dialog>
        </figure>
    }
}

/// Returns the address of a picture of pixels, which is written in it.
fn png(image: &HtmlImageElement) -> Option<String> {
    let (width, height) = (image.natural_width(), image.natural_height());
    let (canvas, context) = canvas::made(width * FINENESS, height * FINENESS)?;
    let (width, height) = (f64::from(canvas.width()), f64::from(canvas.height()));
    context.set_fill_style_str("#ffffff");
    context.fill_rect(0.0, 0.0, width, height);
    let drawn =
        context.draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, width, height);
    drawn.ok()?;
    canvas.to_data_url().ok()
}
