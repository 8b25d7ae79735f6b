//! The files of the repository, and what its Markdown has in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// A checkout.
pub struct Repository {
    pub root: PathBuf,
    /// The paths of its files and, with a `/` at the end, of its folders.
    pub paths: BTreeSet<String>,
}

impl Repository {
    /// Lists all files but those that .gitignore names, so what only a build leaves is not there.
    pub fn read() -> Self {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let ignored = fs::read_to_string(root.join(".gitignore")).expect(".gitignore");
        let ignored = ignored.lines().chain(["/.git"]).collect();
        let mut paths = BTreeSet::new();
        walk(&root, "", &ignored, &mut paths);
        Self { root, paths }
    }

    /// Returns true if there is a file or folder of this path; `a/` must be a folder.
    pub fn has(&self, path: &str) -> bool {
        path.is_empty() || self.paths.contains(path) || self.paths.contains(&format!("{path}/"))
    }

    /// Returns the files that lie below a folder and end so.
    pub fn files<'a>(&'a self, folder: &'a str, end: &'a str) -> impl Iterator<Item = &'a str> {
        let paths = self.paths.iter().map(String::as_str);
        paths.filter(move |it| it.starts_with(folder) && it.ends_with(end) && !it.ends_with('/'))
    }

    /// Returns the text of a file.
    pub fn text(&self, path: &str) -> String {
        fs::read_to_string(self.root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Returns a document.
    pub fn document(&self, path: &str) -> Document {
        Document::new(path, &self.text(path))
    }
}

fn walk(root: &Path, within: &str, ignored: &BTreeSet<&str>, paths: &mut BTreeSet<String>) {
    for entry in fs::read_dir(root.join(within)).expect(within).flatten() {
        let path = format!("{within}{}", entry.file_name().to_string_lossy());
        if ignored.contains(format!("/{path}").as_str()) {
            continue;
        }
        if entry.file_type().expect("a type").is_dir() {
            walk(root, &format!("{path}/"), ignored, paths);
            paths.insert(format!("{path}/"));
        } else {
            paths.insert(path);
        }
    }
}

/// Returns a path without `.` and `..`; `None` if it leaves the repository.
pub fn joined(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').collect();
    parts.retain(|part| !["", "."].contains(part));
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()?),
            other => parts.push(other),
        }
    }
    Some(parts.join("/"))
}

/// What the rules look at in a document.
#[derive(Debug, Default)]
pub struct Document {
    pub path: String,
    /// The text without blocks of code.
    pub prose: String,
    /// What stands between backticks, and the lines of blocks of `sh`.
    pub code: Vec<String>,
    /// The targets of links and pictures.
    pub links: Vec<String>,
    /// The names by which links find the headings.
    pub anchors: Vec<String>,
    /// The cells of each row of each table, without backticks.
    pub rows: Vec<Vec<String>>,
}

impl Document {
    /// Parses a document.
    pub fn new(path: &str, text: &str) -> Self {
        let mut it = Self {
            path: path.to_owned(),
            ..Self::default()
        };
        // The heading or cell that is being read, and whether the block of code is of `sh`.
        let mut piece = String::new();
        let mut shell: Option<bool> = None;
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            if let Event::Code(code) = &event {
                it.code.push(code.to_string());
            }
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    it.links.push(dest_url.into_string());
                }
                Event::Start(Tag::Heading { .. } | Tag::TableCell) => piece.clear(),
                Event::End(TagEnd::Heading(_)) => {
                    // GitHub's rule.
                    let mut anchor = piece.to_lowercase().replace(' ', "-");
                    anchor.retain(|it| it.is_alphanumeric() || "-_".contains(it));
                    it.anchors.push(anchor);
                }
                Event::Start(Tag::TableHead | Tag::TableRow) => it.rows.push(Vec::new()),
                Event::End(TagEnd::TableCell) => {
                    it.rows.last_mut().expect("a row").push(piece.clone());
                    it.prose.push('\n');
                }
                Event::Start(Tag::CodeBlock(kind)) => {
                    shell = Some(matches!(kind, CodeBlockKind::Fenced(it) if &*it == "sh"));
                }
                Event::End(TagEnd::CodeBlock) => shell = None,
                Event::Text(lines) if shell.is_some() => {
                    let commands = lines.lines().filter(|_| shell == Some(true));
                    let commands = commands.filter_map(|line| line.split('#').next());
                    it.code.extend(commands.map(str::to_owned));
                }
                Event::Text(text) | Event::Code(text) => {
                    piece.push_str(&text);
                    it.prose.push_str(&text);
                }
                Event::SoftBreak | Event::HardBreak => it.prose.push(' '),
                Event::End(_) => it.prose.push('\n'),
                _ => {}
            }
        }
        it
    }

    /// Returns the folder that the document lies in.
    pub fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}
