//! Finds the paths that a source file names: a small tokeniser, enough for `use` trees and inline
//! paths. It knows nothing of rooms.

/// The packages whose rooms stand on the map, by the names that others know them by.
const HOUSES: [&str; 2] = ["policy_lab", "policy_lab_tensors"];

/// What a path within a package begins with.
const IN_FILE: [&str; 3] = ["crate", "self", "super"];

/// Returns the paths in `source`, as places on the map, that start with `crate`, `self`, `super` or
/// one of [`HOUSES`], whose rooms are the map's. `module` is the file's own place, such as
/// `["train", "config"]`, and `within` the room that is the whole package, if there is one.
pub fn own_paths(source: &str, module: &[&str], within: Option<&str>) -> Vec<Vec<String>> {
    let tokens = tokens(source);
    let mut found = Vec::new();
    // Inline modules (`mod tests {`) move `self` and `super` one level down.
    let mut scope: Vec<String> = module.iter().map(|name| name.to_string()).collect();
    let mut opened: Vec<bool> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at].as_str() {
            "mod" if tokens.get(at + 2).is_some_and(|next| next == "{") => {
                scope.push(tokens[at + 1].clone());
                opened.push(true);
                at += 3;
            }
            "{" => {
                opened.push(false);
                at += 1;
            }
            "}" => {
                if opened.pop() == Some(true) {
                    scope.pop();
                }
                at += 1;
            }
            head if (IN_FILE.contains(&head) || HOUSES.contains(&head)) && is_head(&tokens, at) => {
                let mut base = match tokens[at].as_str() {
                    "crate" => within.map(str::to_owned).into_iter().collect(),
                    "self" => scope.clone(),
                    "super" => parent(&scope),
                    _ => Vec::new(),
                };
                let mut next = at + 2;
                while tokens[next] == "super" && tokens.get(next + 1).is_some_and(|t| t == "::") {
                    base = parent(&base);
                    next += 2;
                }
                at = tree(&tokens, next, base, &mut found);
            }
            _ => at += 1,
        }
    }
    found
}

/// Returns the other crates that `source` names at the head of a path.
pub fn foreign_crates(source: &str) -> Vec<String> {
    let tokens = tokens(source);
    (0..tokens.len())
        .filter(|&at| is_head(&tokens, at))
        .map(|at| tokens[at].clone())
        .filter(|name| !["crate", "self", "super", "Self"].contains(&name.as_str()))
        .collect()
}

fn is_head(tokens: &[String], at: usize) -> bool {
    tokens.get(at + 1).is_some_and(|next| next == "::")
        && tokens.get(at + 2).is_some()
        && (at == 0 || tokens[at - 1] != "::")
        && is_name(&tokens[at])
}

fn parent(scope: &[String]) -> Vec<String> {
    scope[..scope.len().saturating_sub(1)].to_vec()
}

/// Reads what comes after a `::`: a name, a star, or a group of trees. Returns the index after it.
fn tree(tokens: &[String], at: usize, prefix: Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let Some(token) = tokens.get(at) else {
        found.push(prefix);
        return at;
    };
    if token == "{" {
        let mut next = at + 1;
        while next < tokens.len() && tokens[next] != "}" {
            next = tree(tokens, next, prefix.clone(), found);
            while next < tokens.len() && tokens[next] != "," && tokens[next] != "}" {
                next += 1; // `as name`
            }
            if next < tokens.len() && tokens[next] == "," {
                next += 1;
            }
        }
        return next + 1;
    }
    let mut path = prefix;
    if is_name(token) && token != "self" || token == "*" {
        path.push(token.clone());
    }
    if tokens.get(at + 1).is_some_and(|next| next == "::") {
        return tree(tokens, at + 2, path, found);
    }
    found.push(path);
    at + 1
}

fn is_name(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Returns names, `::` and single characters, without comments, strings and white space.
fn tokens(source: &str) -> Vec<String> {
    let text = blank_comments_and_strings(source);
    let mut tokens = Vec::new();
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let length = if first.is_alphanumeric() || first == '_' {
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_'))
                .unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        if !first.is_whitespace() {
            tokens.push(rest[..length].to_string());
        }
        rest = &rest[length..];
    }
    tokens
}

fn blank_comments_and_strings(source: &str) -> String {
    let mut kept = String::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n')
        } else if rest.starts_with("/*") {
            rest.find("*/").map(|end| end + 2)
        } else if first == '"' {
            string_end(rest)
        } else if let Some(hashes) = raw_string_hashes(rest) {
            let close = format!("\"{}", "#".repeat(hashes));
            let open = hashes + 2;
            rest[open..]
                .find(&close)
                .map(|end| open + end + close.len())
        } else if rest.starts_with("'\"'") || rest.starts_with("'{'") || rest.starts_with("'}'") {
            Some(3)
        } else {
            kept.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        kept.push(' ');
        rest = &rest[skipped.unwrap_or(rest.len())..];
    }
    kept
}

fn string_end(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().skip(1).find_map(|(at, c)| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends.then_some(at + 1)
    })
}

fn raw_string_hashes(text: &str) -> Option<usize> {
    let after = text.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after[hashes..].starts_with('"').then_some(hashes)
}
