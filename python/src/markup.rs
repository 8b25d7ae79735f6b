//! HTML of a program that a page may show: what is on a fixed list of tags and attributes is
//! written anew, whatever was wrong with it, and everything else is text or left out. Nothing of it
//! runs, and nothing is loaded.

/// Tags that are kept.
const TAGS: &[&str] = &[
    "abbr",
    "b",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "hr",
    "i",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "samp",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
    "var",
    "a",
    "img",
];
/// Tags that have no end.
const EMPTY: [&str; 3] = ["br", "hr", "img"];
/// Tags of which nothing is kept, not even what is in them.
const DROPPED: [&str; 11] = [
    "audio", "iframe", "math", "noscript", "object", "script", "select", "style", "svg",
    "template", "video",
];
/// Tags whose name a page has once or in an order, and what stands for them.
const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];
/// Most letters of the HTML that is shown at once.
const MOST: usize = 2_000_000;
/// Most tags that are open at once.
const MOST_OPEN: usize = 100;

/// Returns what is safe of some HTML.
pub fn safe(html: &str) -> String {
    let mut html = &html[..html.floor_char_boundary(MOST.min(html.len()))];
    let (mut safe, mut open) = (String::new(), Vec::<&str>::new());
    while let Some(at) = html.find('<') {
        text(&html[..at], &mut safe);
        let rest = &html[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            html = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let is_end = rest.starts_with("</");
        let name = &rest[if is_end { 2 } else { 1 }..];
        if !name.starts_with(|it: char| it.is_ascii_alphabetic()) {
            // `<!doctype html>` and the like; else it is less than something.
            html = match rest[1..].starts_with(['!', '?', '/']) {
                true => rest.split_once('>').map_or("", |(_, after)| after),
                false => {
                    safe.push_str("&lt;");
                    &rest[1..]
                }
            };
            continue;
        }
        let length = name.find(|it: char| !it.is_ascii_alphanumeric() && it != '-');
        let (name, after) = name.split_at(length.unwrap_or(name.len()));
        let name = name.to_ascii_lowercase();
        let (attributes, after) = attributes(after);
        html = after;
        if DROPPED.contains(&name.as_str()) {
            if !is_end {
                html = behind(after, &name);
            }
        } else if let Some(tag) = kept(&name) {
            match is_end {
                true => close(tag, &mut open, &mut safe),
                false if open.len() < MOST_OPEN => begin(tag, &attributes, &mut open, &mut safe),
                false => {}
            }
        }
    }
    text(html, &mut safe);
    for tag in open.iter().rev() {
        safe.push_str(&format!("</{tag}>"));
    }
    safe
}

/// Returns the tag that is shown for one of this name.
fn kept(name: &str) -> Option<&'static str> {
    if HEADINGS.contains(&name) {
        return Some("strong");
    }
    TAGS.iter().copied().find(|tag| *tag == name)
}

/// Adds text. What stands for a letter stays so.
fn text(text: &str, safe: &mut String) {
    for (at, letter) in text.char_indices() {
        match letter {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '&' if !is_reference(&text[at + 1..]) => safe.push_str("&amp;"),
            letter => safe.push(letter),
        }
    }
}

/// Returns true if what follows a `&` makes it a letter: `lt;`, `#60;`.
fn is_reference(rest: &str) -> bool {
    let end = rest.bytes().take(11).position(|it| it == b';');
    end.is_some_and(|end| {
        let name = rest[..end].strip_prefix('#').unwrap_or(&rest[..end]);
        !name.is_empty() && name.chars().all(|it| it.is_ascii_alphanumeric())
    })
}

/// Reads the attributes of a tag up to its `>`, and returns them with what is behind it.
fn attributes(mut rest: &str) -> (Vec<(String, &str)>, &str) {
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start_matches(|it: char| it.is_ascii_whitespace() || it == '/');
        if let Some(after) = rest.strip_prefix('>') {
            return (found, after);
        }
        if rest.is_empty() {
            return (found, rest);
        }
        let ends = |it: char| it.is_ascii_whitespace() || matches!(it, '=' | '>' | '/');
        // A `=` may begin a name.
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let length = rest[first..].find(ends).map_or(rest.len(), |at| first + at);
        let (name, after) = rest.split_at(length);
        let bare = after.trim_start();
        let (value, after) = match bare.strip_prefix('=').map(str::trim_start) {
            None => ("", after),
            Some(value) => match value.chars().next() {
                Some(mark @ ('"' | '\'')) => {
                    value[1..].split_once(mark).unwrap_or((&value[1..], ""))
                }
                _ => {
                    let ends = |it: char| it.is_ascii_whitespace() || it == '>';
                    value.split_at(value.find(ends).unwrap_or(value.len()))
                }
            },
        };
        found.push((name.to_ascii_lowercase(), value));
        rest = after;
    }
}

/// Returns what is behind the end of a tag of which nothing is kept.
fn behind<'h>(html: &'h str, name: &str) -> &'h str {
    let end = format!("</{name}");
    let found = html.char_indices().find(|(at, letter)| {
        let tag = html.get(*at..*at + end.len());
        *letter == '<' && tag.is_some_and(|tag| tag.eq_ignore_ascii_case(&end))
    });
    let rest = found.and_then(|(at, _)| html[at..].split_once('>'));
    rest.map_or("", |(_, after)| after)
}

/// Writes the beginning of a tag.
fn begin(
    tag: &'static str,
    attributes: &[(String, &str)],
    open: &mut Vec<&'static str>,
    safe: &mut String,
) {
    safe.push('<');
    safe.push_str(tag);
    for (name, value) in attributes {
        if may_have(tag, name, value) {
            safe.push_str(&format!(" {name}=\""));
            text(value, safe);
            safe.push('"');
        }
    }
    if tag == "a" {
        safe.push_str(" target=\"_blank\" rel=\"noopener noreferrer\"");
    }
    safe.push('>');
    if !EMPTY.contains(&tag) {
        open.push(tag);
    }
}

/// Closes a tag, and those that were opened within it.
fn close(tag: &str, open: &mut Vec<&'static str>, safe: &mut String) {
    let Some(place) = open.iter().rposition(|it| *it == tag) else {
        return;
    };
    for tag in open.drain(place..).rev() {
        safe.push_str(&format!("</{tag}>"));
    }
}

/// Returns true if a tag keeps an attribute. An address counts as it is written: what stands for a
/// letter in it may come after its beginning only.
fn may_have(tag: &str, name: &str, value: &str) -> bool {
    let is_number =
        || !value.is_empty() && value.len() < 6 && value.bytes().all(|it| it.is_ascii_digit());
    match (tag, name) {
        (_, "title" | "dir" | "lang") | ("img", "alt") | ("th", "scope") | ("details", "open") => {
            true
        }
        ("a", "href") => ["https://", "http://", "mailto:"]
            .iter()
            .any(|it| value.starts_with(it)),
        ("img", "src") => {
            let picture = value.strip_prefix("data:image/");
            let kinds = [
                "png;base64,",
                "jpeg;base64,",
                "gif;base64,",
                "webp;base64,",
                "svg+xml;base64,",
            ];
            picture.is_some_and(|it| kinds.iter().any(|kind| it.starts_with(kind)))
        }
        ("img", "width" | "height") | ("td" | "th", "colspan" | "rowspan") | ("ol", "start") => {
            is_number()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn what_is_listed_stays() {
        for same in [
            "<p>a <b>b</b> &amp; &lt; &#60; é</p>",
            "<table><thead><tr><th scope=\"row\">x</th></tr></thead><tbody><tr><td colspan=\"2\">1</td></tr></tbody></table>",
            "<img src=\"data:image/png;base64,AAAA\" alt=\"a cart\" width=\"20\">",
            "a<br>b<hr>",
        ] {
            assert_eq!(safe(same), same);
        }
        assert_eq!(
            safe("<A HREF='https://x.org/?a=1&b=2' onclick=f()>x"),
            "<a href=\"https://x.org/?a=1&amp;b=2\" target=\"_blank\" rel=\"noopener noreferrer\">x</a>"
        );
        assert_eq!(safe("1 < 2 & 3 > 2"), "1 &lt; 2 &amp; 3 &gt; 2");
        assert_eq!(safe("<h2>Title</h2>"), "<strong>Title</strong>");
    }

    #[test]
    fn nothing_runs_or_loads() {
        for (html, left) in [
            ("<script>alert(1)</script>x", "x"),
            ("<SCRIPT src=//x.org>a</ScRiPt >x", "x"),
            ("<style>p { background: url(x) }</style>x", "x"),
            ("<svg><script>a</script></svg>x", "x"),
            ("<script>never closed", ""),
            ("<img src=x onerror=alert(1)>", "<img>"),
            (
                "<img src='https://x.org/a.png' alt=\"a\">",
                "<img alt=\"a\">",
            ),
            ("<img src='data:image/svg+xml,<svg onload=f()>'>", "<img>"),
            (
                "<p style='background:url(x)' class=view id=app>x",
                "<p>x</p>",
            ),
            (
                "<a href='javascript:f()'>x</a>",
                "<a target=\"_blank\" rel=\"noopener noreferrer\">x</a>",
            ),
            (
                "<a href='&#106;avascript:f()'>x</a>",
                "<a target=\"_blank\" rel=\"noopener noreferrer\">x</a>",
            ),
            (
                "<a title='\"><script>f()</script>'>x</a>",
                "<a title=\"&quot;&gt;&lt;script&gt;f()&lt;/script&gt;\" target=\"_blank\" rel=\"noopener noreferrer\">x</a>",
            ),
            (
                "<form action=x><input name=a><button>b</button></form>",
                "b",
            ),
            ("<!-- <script> --><!doctype html><?php x ?>y", "y"),
            ("</p></div>x<p", "x<p></p>"),
            ("<<b>x", "&lt;<b>x</b>"),
            ("<p =a x>y</p", "<p>y</p>"),
            ("<p title=\"open", "<p title=\"open\"></p>"),
            ("<é>", "&lt;é&gt;"),
        ] {
            assert_eq!(safe(html), left, "{html}");
        }
        let deep = safe(&"<b>".repeat(10_000));
        assert_eq!(deep.len(), 700);
    }

    /// Whatever stands beside whatever, a tag has a name and attributes of the list.
    #[test]
    fn no_row_of_pieces_runs_or_loads() {
        const PIECES: [&str; 14] = [
            "<a href='",
            "javascript:f()",
            "'>",
            "<img src=",
            "<b",
            ">",
            "<!--",
            "--",
            "<script>",
            "</script",
            " onload=",
            "\"",
            "&",
            "<",
        ];
        let count = PIECES.len();
        for number in 0..count.pow(4) {
            let pieces = [0, 1, 2, 3].map(|place| PIECES[number / count.pow(place) % count]);
            let html = pieces.concat();
            let left = safe(&html);
            for part in left.split('<').skip(1) {
                let (tag, _) = part.split_once('>').expect("the end of a tag");
                let name = tag.trim_start_matches('/').split(' ').next();
                assert!(matches!(name, Some("a" | "b" | "img")), "{html}: {left}");
                assert!(
                    !tag.contains("onload") && !tag.contains("href"),
                    "{html}: {left}"
                );
            }
        }
    }
}
