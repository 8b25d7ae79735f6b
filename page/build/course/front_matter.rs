//! The metadata of a text: lines `key: value` between two lines of `---` at its head.

use std::collections::BTreeMap;

/// The fields that have not been read yet.
pub struct FrontMatter(BTreeMap<String, String>);

impl FrontMatter {
    /// Splits a text into its fields and the rest.
    pub fn split(text: &str) -> Result<(Self, &str), String> {
        let (head, rest) = text
            .strip_prefix("---\n")
            .and_then(|text| text.split_once("\n---\n"))
            .ok_or("it does not begin with fields between two lines of `---`")?;
        let mut fields = BTreeMap::new();
        for line in head.lines() {
            let (key, value) = line
                .split_once(':')
                .ok_or_else(|| format!("`{line}` is not `field: value`"))?;
            let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
            if value.is_empty() {
                return Err(format!("the field `{key}` is empty"));
            }
            if fields.insert(key.clone(), value).is_some() {
                return Err(format!("the field `{key}` stands twice"));
            }
        }
        Ok((Self(fields), rest))
    }

    /// Reads an optional field.
    pub fn take(&mut self, key: &str) -> Option<String> {
        self.0.remove(key)
    }

    /// Reads a required field.
    pub fn need(&mut self, key: &str) -> Result<String, String> {
        self.take(key)
            .ok_or_else(|| format!("the field `{key}` is missing"))
    }

    /// Reads a required whole number.
    pub fn number(&mut self, key: &str) -> Result<u32, String> {
        let text = self.need(key)?;
        text.parse()
            .map_err(|_| format!("the field `{key}` is {text}, and a whole number was expected"))
    }

    /// Returns the words of an optional field; none if it is missing.
    pub fn words(&mut self, key: &str) -> Vec<String> {
        let text = self.take(key).unwrap_or_default();
        text.split_whitespace().map(str::to_owned).collect()
    }

    /// Checks that no field is left.
    ///
    /// # Errors
    /// Names a field that has not been read; a misspelt one would otherwise have no effect.
    pub fn finish(self) -> Result<(), String> {
        match self.0.keys().next() {
            Some(key) => Err(format!("a field `{key}` has no place here")),
            None => Ok(()),
        }
    }
}
