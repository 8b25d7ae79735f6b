//! The questions of a chapter: `chapters/questions-KEY.md`.

use serde_json::{Value, json};

use super::markdown::{html_of, inline, sections};

/// Reads all questions of a file.
pub fn read(text: &str) -> Result<Value, String> {
    let questions = sections(text).into_iter().map(question);
    Ok(Value::Array(questions.collect::<Result<_, _>>()?))
}

/// Reads a question: `ID kind points`, an optional figure to show above it, and a body of that
/// kind.
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
            // The text below the options is the explanation of the right one.
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
        "figure": words.next(),
        "prompt": html_of(prompt)?,
        "answer": answer,
    }))
}

/// Reads an option, `x] text :: explanation`, and adds a remark to the right one.
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
