//! Holds every number that a text gives of runs of this page to the record of a command.
//! `claims.md` lists the numbers.

mod printed;
mod records;
mod sentences;
mod statistics;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use records::Records;

/// A sentence or a part of one, and where its numbers come from.
#[derive(Debug, Default)]
struct Claim {
    /// The file, from the repository's root.
    file: String,
    /// The words without the brackets around their numbers.
    words: String,
    /// The numbers as they are printed, bracket by bracket.
    printed: Vec<String>,
    /// What computes them, bracket by bracket.
    computed: Vec<String>,
}

/// The list: claims, and sentences that look like one and are none.
#[derive(Debug, Default)]
struct List {
    claims: Vec<Claim>,
    /// File, words, and the reason why they are no claim.
    others: Vec<[String; 3]>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text_of(file: &str) -> String {
    let text = fs::read_to_string(root().join(file));
    text.unwrap_or_else(|why| panic!("{file}: {why}"))
}

/// Reads the list: `## file`, then for each claim `> words with [numbers]` and an item for each
/// bracket. Under a heading that begins with `## No claims: ` the items are `- words: reason`.
fn list() -> List {
    let mut list = List::default();
    let (mut file, mut is_other) = (String::new(), false);
    let text = text_of("page/tests/claims.md");
    for line in text.lines().map(str::trim_end) {
        if let Some(name) = line.strip_prefix("## ") {
            is_other = name.starts_with("No claims: ");
            name.trim_start_matches("No claims: ").clone_into(&mut file);
        } else if let Some(words) = line.strip_prefix("> ") {
            list.claims.push(Claim {
                file: file.clone(),
                words: words.replace(['[', ']'], "").replace(" (in thousands)", ""),
                printed: brackets(words),
                computed: Vec::new(),
            });
        } else if let Some(item) = line.strip_prefix("- ").filter(|_| !file.is_empty()) {
            if is_other {
                let (words, why) = item.rsplit_once(": ").expect("words and a reason");
                list.others
                    .push([file.clone(), words.to_owned(), why.to_owned()]);
            } else {
                let claim = list
                    .claims
                    .last_mut()
                    .expect("words before what computes them");
                claim.computed.push(item.to_owned());
            }
        }
    }
    list
}

fn brackets(words: &str) -> Vec<String> {
    let parts = words.split('[').skip(1);
    let inside = parts.map(|part| part.split_once(']').expect("a closing bracket").0);
    inside.map(str::to_owned).collect()
}

/// Returns a text with single spaces between its words.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_claim_stands_in_its_text() {
    let list = list();
    assert!(list.claims.len() > 20, "{} claims", list.claims.len());
    for claim in &list.claims {
        let text = plain(&text_of(&claim.file));
        assert!(
            text.contains(&claim.words),
            "{}: no “{}”",
            claim.file,
            claim.words
        );
        assert!(!claim.printed.is_empty(), "{}: no number", claim.words);
    }
    for [file, words, _] in &list.others {
        let text = plain(&text_of(file));
        assert!(text.contains(words.as_str()), "{file}: no “{words}”");
    }
}

#[test]
fn every_number_is_that_of_its_record() {
    let records = Records::read(&root());
    let mut wrong = Vec::new();
    for claim in list().claims {
        assert_eq!(claim.printed.len(), claim.computed.len(), "{}", claim.words);
        for (printed, computed) in claim.printed.iter().zip(&claim.computed) {
            let found = statistics::compute(&records, computed)
                .and_then(|numbers| printed::compare(printed, &numbers));
            if let Err(why) = found {
                wrong.push(format!(
                    "{}: “{}”: [{printed}] by {computed}: {why}",
                    claim.file, claim.words
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A number of a run must not slip into a text unlisted.
#[test]
fn no_sentence_claims_a_number_that_is_not_listed() {
    let list = list();
    let mut unlisted = Vec::new();
    let mut seen = BTreeSet::new();
    for file in sentences::texts(&root()) {
        for sentence in sentences::that_may_claim(&text_of(&file)) {
            let listed = (list.claims.iter().map(|it| (&it.file, &it.words)))
                .chain(list.others.iter().map(|it| (&it[0], &it[1])));
            let found = listed
                .filter(|it| it.0 == &file)
                .find(|(_, words)| sentence.contains(words.as_str()) || words.contains(&sentence));
            match found {
                Some((_, words)) => _ = seen.insert((file.clone(), words.clone())),
                None => unlisted.push(format!("{file}: {sentence}")),
            }
        }
    }
    assert!(unlisted.is_empty(), "unlisted:\n{}", unlisted.join("\n"));
    for [file, words, _] in &list.others {
        let is_needed = seen.contains(&(file.clone(), words.clone()));
        assert!(is_needed, "{file}: “{words}” looks like no claim");
    }
}

#[test]
fn the_rules_find_what_they_should() {
    for claim in [
        "In our runs it took 20 phases.",
        "Four of ten seeds failed.",
        "With 0.1 the entropy falls to about 0.15 by phase 20.",
        "The median over 30 seeds was 117,000.",
        "An untrained policy lasts about 22 steps.",
    ] {
        assert_eq!(sentences::that_may_claim(claim).len(), 1, "{claim}");
    }
    for other in [
        "A minibatch has 128 samples.",
        "Try other seeds before you believe in a difference.",
    ] {
        assert!(sentences::that_may_claim(other).is_empty(), "{other}");
    }
    assert!(printed::compare("9, 9 and 346", &[9.36, 9.4, 345.6]).is_ok());
    assert!(printed::compare("9, 9 and 346", &[9.36, 9.6, 345.6]).is_err());
    assert!(printed::compare("117,000", &[117_400.0]).is_err());
    assert!(printed::compare("117,000 (in thousands)", &[117_400.0]).is_ok());
    assert!(printed::compare("four of ten", &[4.0, 10.0]).is_ok());
    assert!(printed::compare("0.15 to 0.2", &[0.151, 0.24]).is_ok());
    assert!(printed::compare("0.15 to 0.2", &[0.156, 0.2]).is_err());
}
