//! Markdown as HTML, with formulas as MathML, and its headings.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, html};
use pulldown_latex::config::DisplayMode;
use pulldown_latex::{RenderConfig, Storage, push_mathml};
use serde_json::{Value, json};

const OPTIONS: Options = Options::ENABLE_MATH
    .union(Options::ENABLE_TABLES)
    .union(Options::ENABLE_SMART_PUNCTUATION);

/// The kinds of sections. The title of a figure names it, and its text is the caption. That of an
/// exercise or a question is its id, and that of an algorithm or of recorded runs to predict its
/// key. That of a source is a file in Python and the classes of it that are shown.
const KINDS: [&str; 12] = [
    "Idea",
    "Algorithm",
    "Figure",
    "Derivation",
    "Aside",
    "Source",
    "Exercise",
    "Question",
    "Prediction",
    "Changed",
    "Hint",
    "Solution",
];

/// Returns a text as a title and sections.
pub fn page(text: &str) -> Result<Value, String> {
    let title = headings(text, HeadingLevel::H1).into_iter().next();
    let title = title
        .map(|heading| name_of(text, heading))
        .ok_or("the title `# …` is missing")?;
    let mut parts = Vec::new();
    for (heading, body) in sections(text) {
        let (head, title) = heading.split_once(": ").unwrap_or((heading, ""));
        // `Aside [S0-P Q3]` names the items of the course's list that the section covers.
        let (kind, ids) = head.split_once(" [").unwrap_or((head, "]"));
        let ids = ids.strip_suffix(']').ok_or("ids stand in brackets")?;
        if !KINDS.contains(&kind) {
            return Err(format!("a section {kind:?}, which the page does not know"));
        }
        let mut part = json!({
            "kind": kind,
            "ids": ids.split_whitespace().collect::<Vec<_>>(),
            "title": inline(title)?,
        });
        part["html"] = Value::String(match kind {
            "Prediction" => {
                let parts = body.split_once("\n---\n");
                let parts = parts.filter(|(_, revealed)| !revealed.trim().is_empty());
                let (asked, revealed) = parts.ok_or_else(|| {
                    format!(
                        "`## {heading}` needs a line `---`, what is asked above it and what happened below it"
                    )
                })?;
                part["revealed"] = Value::String(html_of(revealed)?);
                html_of(asked)?
            }
            _ => html_of(body)?,
        });
        parts.push(part);
    }
    Ok(json!({ "title": title.replace('\'', "’"), "parts": parts }))
}

/// Returns the headings of the second level, each with the text below it.
pub fn sections(text: &str) -> Vec<(&str, &str)> {
    let headings = headings(text, HeadingLevel::H2);
    let ends = headings.iter().skip(1).map(|next| next.start);
    let ends = ends.chain([text.len()]);
    let both = headings.iter().zip(ends);
    both.map(|(heading, end)| {
        let body = text[heading.end..end].trim();
        (name_of(text, heading.clone()), body)
    })
    .collect()
}

/// Returns the positions of headings of a level: lines that begin with `#`. A comment in a block of
/// code is not a heading, nor is a line that `---` underlines, which in a question ends the prompt.
fn headings(text: &str, wanted: HeadingLevel) -> Vec<Range<usize>> {
    let mut depth = 0_usize;
    let mut found = Vec::new();
    for (event, range) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        match event {
            Event::Start(tag) => {
                let is_wanted = matches!(tag, Tag::Heading { level, .. } if level == wanted);
                if is_wanted && depth == 0 && text[range.clone()].starts_with('#') {
                    found.push(range);
                }
                depth += 1;
            }
            Event::End(_) => depth -= 1,
            _ => {}
        }
    }
    found
}

fn name_of(text: &str, heading: Range<usize>) -> &str {
    text[heading].trim_start_matches('#').trim()
}

/// Returns one paragraph as HTML, without its tags.
pub fn inline(markdown: &str) -> Result<String, String> {
    let html = html_of(markdown)?;
    let html = html.trim();
    Ok(html
        .strip_prefix("<p>")
        .and_then(|html| html.strip_suffix("</p>"))
        .unwrap_or(html)
        .to_owned())
}

/// Returns a text as HTML.
pub fn html_of(markdown: &str) -> Result<String, String> {
    let mut wrong = None;
    let events: Vec<Event<'_>> = Parser::new_ext(markdown, OPTIONS)
        .map(|event| {
            let (latex, display_mode) = match &event {
                Event::InlineMath(latex) => (latex, DisplayMode::Inline),
                Event::DisplayMath(latex) => (latex, DisplayMode::Block),
                Event::Html(html) | Event::InlineHtml(html) => {
                    wrong = Some(format!("HTML is not used here: {html}"));
                    return event;
                }
                _ => return event,
            };
            match mathml(latex, display_mode) {
                Ok(mathml) => Event::InlineHtml(mathml.into()),
                Err(why) => {
                    wrong = Some(format!("{latex}: {why}"));
                    event
                }
            }
        })
        .collect();
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    let mut out = String::new();
    html::push_html(&mut out, events.into_iter());
    // The corner of a table heads nothing.
    Ok(out.replace("<th></th>", "<td></td>"))
}

fn mathml(latex: &str, display_mode: DisplayMode) -> Result<String, String> {
    let storage = Storage::new();
    let mut problem = None;
    let events = pulldown_latex::Parser::new(latex, &storage).inspect(|event| {
        if let Err(error) = event {
            problem = Some(error.to_string());
        }
    });
    let events: Vec<_> = events.collect();
    if let Some(problem) = problem {
        return Err(problem);
    }
    let mut out = String::new();
    let config = RenderConfig {
        display_mode,
        ..RenderConfig::default()
    };
    push_mathml(&mut out, events.into_iter(), config).map_err(|error| error.to_string())?;
    Ok(out)
}
