//! The tests in an exercise's `test.py`. `python/build.rs` reads them with the same function.

/// Returns the functions `test_…` that begin a line, each with the names of its parameters that
/// have no default.
///
/// The page calls a test with the reader's Python objects of these names: the first is the one that
/// the reader writes, the others are defined in earlier cells or in `course.py`.
pub fn tests_of(source: &str) -> Vec<(&str, Vec<&str>)> {
    let definitions = source.match_indices("def test_");
    let of_module = definitions.filter(|(at, _)| *at == 0 || source[..*at].ends_with('\n'));
    of_module
        .filter_map(|(at, _)| {
            let definition = &source[at + "def ".len()..];
            let (name, rest) = definition.split_once('(')?;
            let (parameters, _) = rest.split_once(')')?;
            let without_default = parameters.split(',').filter(|it| !it.contains('='));
            let names = without_default.map(|it| it.split(':').next().unwrap_or(it).trim());
            Some((name, names.filter(|name| !name.is_empty()).collect()))
        })
        .collect()
}
