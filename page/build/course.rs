//! Makes the catalogue of a language out of its Markdown files: HTML with formulas as MathML, in one JSON text that
//! `course::catalogue` reads.

use std::fs;
use std::path::Path;

use pulldown_cmark::{Event, Options, Parser, html};
use pulldown_latex::config::DisplayMode;
use pulldown_latex::{RenderConfig, Storage, push_mathml};
use serde_json::{Map, Value, json};

/// What a section can be. Of a picture the title names it and the text is its caption.
const KINDS: [&str; 7] = [
    "Idea",
    "Picture",
    "Derivation",
    "Aside",
    "Changed",
    "Hint",
    "Solution",
];

/// Reads the files of `folder`: `chapter-KEY.md`, `questions-KEY.md`, `words.md`, and one for each exercise.
///
/// # Errors
/// The file and what is wrong with it.
pub fn catalogue(folder: &Path) -> Result<String, String> {
    let (mut chapters, mut exercises) = (Map::new(), Map::new());
    let (mut questions, mut words) = (Map::new(), Map::new());
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries.flatten() {
        let path = entry.path();
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
        // So that a heading in the first line begins a line as well.
        let text = format!("\n{text}");
        let told = |why: String| format!("{name}.md: {why}");
        if let Some(key) = name.strip_prefix("chapter-") {
            chapters.insert(key.to_owned(), page(&text).map_err(told)?);
        } else if let Some(key) = name.strip_prefix("questions-") {
            let all: Result<Vec<Value>, String> = sections(&text).map(question).collect();
            questions.insert(key.to_owned(), Value::Array(all.map_err(told)?));
        } else if name == "words" {
            for (key, body) in sections(&text) {
                words.insert(key.to_owned(), json!(inline(body).map_err(told)?));
            }
        } else {
            exercises.insert(name.clone(), page(&text).map_err(told)?);
        }
    }
    Ok(json!({
        "chapters": chapters,
        "exercises": exercises,
        "questions": questions,
        "words": words,
    })
    .to_string())
}

/// A title and sections.
fn page(text: &str) -> Result<Value, String> {
    let title = text
        .lines()
        .find_map(|line| line.strip_prefix("# "))
        .ok_or("no title")?;
    let mut parts = Vec::new();
    for (heading, body) in sections(text) {
        let (head, title) = heading.split_once(": ").unwrap_or((heading, ""));
        // `Aside [S0-P Q3]`: what of the course's list it holds.
        let (kind, ids) = head.split_once(" [").unwrap_or((head, "]"));
        let ids = ids.strip_suffix(']').ok_or("ids stand in brackets")?;
        if !KINDS.contains(&kind) {
            return Err(format!("a section {kind:?}, which the page does not know"));
        }
        parts.push(json!({
            "kind": kind,
            "ids": ids.split_whitespace().collect::<Vec<_>>(),
            "title": inline(title)?,
            "html": html_of(body)?,
        }));
    }
    Ok(json!({ "title": title.trim().replace('\'', "’"), "parts": parts }))
}

/// Headings of the second level, each with what follows it.
fn sections(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("\n## ").skip(1).map(|section| {
        let (heading, body) = section.split_once('\n').unwrap_or((section, ""));
        (heading.trim(), body.trim())
    })
}

/// `ID kind points`, a picture where one is shown above it, and a body of that kind.
fn question((heading, body): (&str, &str)) -> Result<Value, String> {
    let told = |why: &str| format!("{heading}: {why}");
    let mut words = heading.split_whitespace();
    let (Some(id), Some(kind), Some(points)) = (words.next(), words.next(), words.next()) else {
        return Err(told("an id, a kind and points are needed"));
    };
    let points: u32 = points
        .parse()
        .map_err(|_| told("points are a whole number"))?;
    let (prompt, answer) = match kind {
        "number" => {
            let (prompt, rest) = body.split_once("\n= ").ok_or_else(|| told("no answer"))?;
            let (number, explanation) = rest.split_once('\n').unwrap_or((rest, ""));
            let (value, tolerance) = number.split_once('±').ok_or_else(|| told("no tolerance"))?;
            let number = |text: &str| text.trim().parse::<f64>().map_err(|_| told("not a number"));
            let answer = json!({ "Number": {
                "value": number(value)?,
                "tolerance": number(tolerance)?,
                "explanation": html_of(explanation)?,
            } });
            (prompt, answer)
        }
        "choice" => {
            let start = body.find("\n- [").ok_or_else(|| told("no options"))?;
            // What follows the options is said with the right one.
            let list = &body[start..];
            let last = list.rfind("\n- [").unwrap_or(0);
            let end = list[last..]
                .find("\n\n")
                .map_or(list.len(), |end| last + end);
            let remark = html_of(&list[end..])?;
            let options = list[..end].split("\n- [").skip(1);
            let options: Result<Vec<Value>, String> =
                options.map(|text| option(text, &remark)).collect();
            (
                &body[..start],
                json!({ "Choice": options.map_err(|why| told(&why))? }),
            )
        }
        "text" => {
            let (prompt, model) = body
                .split_once("\n---")
                .ok_or_else(|| told("no model answer"))?;
            (prompt, json!({ "Text": html_of(model)? }))
        }
        _ => return Err(told("it can be a number, a choice or a text")),
    };
    Ok(json!({
        "id": id,
        "points": points,
        "picture": words.next(),
        "prompt": html_of(prompt)?,
        "answer": answer,
    }))
}

/// `x] text :: explanation`, and a remark for the right one.
fn option(text: &str, remark: &str) -> Result<Value, String> {
    let (mark, rest) = text.split_once(']').ok_or("an option without a mark")?;
    let (text, explanation) = rest
        .split_once("::")
        .ok_or("an option without an explanation")?;
    let is_right = mark.trim() == "x";
    let explanation = inline(explanation.trim())? + if is_right { remark } else { "" };
    Ok(json!({
        "is_right": is_right,
        "text": inline(text.trim())?,
        "explanation": explanation,
    }))
}

/// One paragraph without its tags.
fn inline(markdown: &str) -> Result<String, String> {
    let html = html_of(markdown)?;
    let html = html.trim();
    Ok(html
        .strip_prefix("<p>")
        .and_then(|html| html.strip_suffix("</p>"))
        .unwrap_or(html)
        .to_owned())
}

fn html_of(markdown: &str) -> Result<String, String> {
    let options = Options::ENABLE_MATH | Options::ENABLE_TABLES | Options::ENABLE_SMART_PUNCTUATION;
    let mut wrong = None;
    let events: Vec<Event<'_>> = Parser::new_ext(markdown, options)
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
    Ok(out)
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
