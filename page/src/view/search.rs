//! Search over everything on the page that has a name: views, chapters, exercises, hyperparameters,
//! curves, terms.

/// Most results that are shown.
const MOST: usize = 12;

/// Something that can be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchItem {
    /// The name that is shown.
    pub title: String,
    /// The word for its kind: `chapter`, `exercise`.
    pub kind: &'static str,
    /// The name in the course, if it has one besides its title: `S4-E4`.
    pub code: &'static str,
    /// The link that leads there.
    pub link: String,
    /// Further words by which it is found.
    pub words: String,
}

/// Returns the items that contain every word of a query, best first: those whose title begins with
/// the query, then those with a word in the title that begins so, then the others. An empty query
/// finds nothing.
pub fn find<'a>(items: &'a [SearchItem], query: &str) -> Vec<&'a SearchItem> {
    let query = query.trim().to_lowercase();
    if query.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(u8, &SearchItem)> = items
        .iter()
        .filter_map(|item| Some((rank(item, &query)?, item)))
        .collect();
    // Stable, so that items of the same rank keep their order.
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, item)| item).take(MOST).collect()
}

/// Returns how well an item fits, 0 best.
fn rank(item: &SearchItem, query: &str) -> Option<u8> {
    let title = item.title.to_lowercase();
    let all = format!("{title} {} {}", item.kind, item.words.to_lowercase());
    if !query.split_whitespace().all(|word| all.contains(word)) {
        return None;
    }
    let begins = |letter: char| !letter.is_alphanumeric();
    Some(match title {
        _ if title.starts_with(query) => 0,
        _ if title.split(begins).any(|word| word.starts_with(query)) => 1,
        _ if query.split_whitespace().all(|word| title.contains(word)) => 2,
        _ => 3,
    })
}

#[cfg(test)]
mod tests {
    use super::{SearchItem, find};

    fn items() -> Vec<SearchItem> {
        let all = [
            ("The training loop of PPO", "chapter", "ppo"),
            ("clip_coef", "hyperparameter", "epsilon range of the ratio"),
            ("The clip", "chapter", "PPO ratio"),
            ("Clipped objective", "exercise", "S2-E4"),
            ("gamma", "hyperparameter", "discount"),
        ];
        let item = |(title, kind, words): &(&str, &'static str, &str)| SearchItem {
            title: (*title).to_owned(),
            kind,
            code: "",
            link: String::new(),
            words: (*words).to_owned(),
        };
        all.iter().map(item).collect()
    }

    fn titles(query: &str) -> Vec<String> {
        let all = items();
        let found = find(&all, query);
        found.into_iter().map(|item| item.title.clone()).collect()
    }

    #[test]
    fn titles_that_begin_with_the_query_come_first() {
        assert_eq!(
            titles("clip"),
            ["clip_coef", "Clipped objective", "The clip"]
        );
        assert_eq!(titles("PPO"), ["The training loop of PPO", "The clip"]);
    }

    #[test]
    fn every_word_must_be_found_somewhere() {
        assert_eq!(titles("chapter ratio"), ["The clip"]);
        assert_eq!(titles("discount"), ["gamma"]);
        assert_eq!(titles("s2-e4"), ["Clipped objective"]);
        assert_eq!(titles("gamma ratio"), Vec::<String>::new());
        assert_eq!(titles("  "), Vec::<String>::new());
    }
}
