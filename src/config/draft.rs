//! The settings as the reader typed them. They are kept as text, so an unfinished or invalid entry
//! is not lost.

use std::collections::BTreeMap;

use super::fields::{FIELDS, Field, FieldKind, Value};
use super::number::{self, Misread};
use super::options::Choice;
use super::presets::{PRESETS, Preset};
use super::validate::{self, Problem};
use super::{Algorithm, EnvId, TrainConfig};

/// How the keys of worlds of a reader's own begin. Only a page that has the world knows its key.
pub const OWN_PREFIX: &str = "own-";

/// A preset, and the texts of the fields that the reader changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    preset: &'static str,
    texts: BTreeMap<&'static str, String>,
}

impl Default for Draft {
    fn default() -> Self {
        Self::new(&PRESETS[0])
    }
}

impl Draft {
    /// Creates a draft that equals `preset`.
    pub fn new(preset: &'static Preset) -> Self {
        Self {
            preset: preset.id,
            texts: BTreeMap::new(),
        }
    }

    /// Returns the preset that the draft started from.
    pub fn preset(&self) -> &'static Preset {
        Preset::find(self.preset).unwrap_or(&PRESETS[0])
    }

    /// Returns the preset's algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.defaults().algorithm
    }

    /// Returns the environment that the form names, though other settings may be invalid; the
    /// preset's if it names none.
    pub fn env_id(&self) -> EnvId {
        let mut config = self.defaults();
        if let Some(field) = Field::find("env_id")
            && let Ok(env_id) = parse(field, &self.text(field))
        {
            (field.set)(&mut config, env_id);
        }
        config.env_id
    }

    /// Returns the fields that the form shows.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> {
        let algorithm = self.algorithm();
        FIELDS
            .iter()
            .filter(move |field| field.is_used_by(algorithm))
    }

    /// Returns the text in a field: the reader's if there is one, otherwise the preset's.
    pub fn text(&self, field: &Field) -> String {
        self.texts
            .get(field.key)
            .cloned()
            .unwrap_or_else(|| self.default_text(field))
    }

    /// Returns the preset's text for a field.
    pub fn default_text(&self, field: &Field) -> String {
        print(field, (field.get)(&self.defaults()))
    }

    /// Stores the text that the reader typed. Text equal to the preset's counts as unchanged.
    pub fn set_text(&mut self, field: &'static Field, text: &str) {
        if text.trim() == self.default_text(field) {
            self.texts.remove(field.key);
        } else {
            self.texts.insert(field.key, text.to_owned());
        }
    }

    /// Returns true if a field's value differs from the preset's. The same number written
    /// differently does not count.
    pub fn is_changed(&self, field: &Field) -> bool {
        self.texts
            .get(field.key)
            .is_some_and(|text| parse(field, text) != Ok((field.get)(&self.defaults())))
    }

    /// Returns the changed fields and their texts, in the order of the form.
    pub fn changes(&self) -> impl Iterator<Item = (&'static Field, &str)> {
        FIELDS
            .iter()
            .filter_map(|field| Some((field, self.texts.get(field.key)?.as_str())))
    }

    /// Reads the texts into a configuration that is ready to train.
    ///
    /// # Errors
    /// Every field that cannot be read or is out of range; if there is none, every broken rule
    /// between fields.
    pub fn config(&self) -> Result<TrainConfig, Vec<Problem>> {
        let mut config = self.defaults();
        let mut found = Vec::new();
        for (field, text) in self.changes() {
            if !field.is_used_by(config.algorithm) {
                continue;
            }
            match parse(field, text) {
                Ok(value) => (field.set)(&mut config, value),
                Err(problem) => found.push(problem),
            }
        }
        // A field that cannot be read keeps its default in `config`, so a rule that uses it would
        // report a number that the reader does not see.
        if found.is_empty() {
            found.extend(validate::problems(&config));
        } else if found.iter().all(|problem| problem.field != "env_id") {
            // Of the reward the reader sees all that it depends on.
            found.extend(validate::reward_problem(&config));
        }
        if found.is_empty() {
            Ok(config)
        } else {
            Err(found)
        }
    }

    fn defaults(&self) -> TrainConfig {
        (self.preset().config)()
    }
}

/// Returns the text of a value, as the form and the URL show it.
pub fn print(field: &Field, value: Value) -> String {
    match (field.kind, value) {
        (_, Value::Integer(value)) => value.to_string(),
        (_, Value::Number(value) | Value::Optional(Some(value))) => print_number(value),
        (_, Value::Optional(None)) => String::new(),
        (_, Value::Switch(on)) => if on { "true" } else { "false" }.to_owned(),
        (_, Value::Choice(key)) => key.to_owned(),
        (_, Value::Sizes(sizes)) => {
            let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
            sizes.join("-")
        }
        (_, Value::Expression(text)) => text,
    }
}

/// Returns a value as a reader knows it: as one types it, but for a world of one's own its name.
pub fn printed(field: &Field, value: Value) -> String {
    let own = match value {
        Value::Choice(key) if field.key == "env_id" => EnvId::of_key(key),
        _ => None,
    };
    match own {
        Some(id @ EnvId::Own(_)) => id.spec().name().to_owned(),
        _ => print(field, value),
    }
}

/// Formats a number; very small and very large ones in scientific notation, as one writes a
/// learning rate.
pub fn print_number(value: f64) -> String {
    if value != 0.0 && !(1e-3..1e7).contains(&value.abs()) {
        format!("{value:e}")
    } else {
        value.to_string()
    }
}

/// Reads a value from text and checks its range.
///
/// # Errors
/// The problem says which values the field accepts, or how the number should be written.
pub fn parse(field: &Field, text: &str) -> Result<Value, Problem> {
    let text = text.trim();
    let value = match field.kind {
        FieldKind::Integer { max, .. } => match number::integer(text) {
            // Checked before it becomes as large as this machine's words.
            Ok(value) if value > max as u64 => return Err(validate::outside(field)),
            read => read.map(|value| Value::Integer(value as usize)),
        },
        FieldKind::Number { .. } => number::decimal(text).map(Value::Number),
        FieldKind::Optional { .. } if text.is_empty() || text.eq_ignore_ascii_case("none") => {
            Ok(Value::Optional(None))
        }
        FieldKind::Optional { .. } => {
            number::decimal(text).map(|value| Value::Optional(Some(value)))
        }
        FieldKind::Switch => parse_switch(text).map(Value::Switch),
        FieldKind::Choice { options } => parse_choice(text, &options()).map(Value::Choice),
        FieldKind::Sizes { .. } => parse_sizes(text).map(Value::Sizes),
        FieldKind::Expression => Ok(Value::Expression(text.to_owned())),
    };
    let value =
        value.map_err(|misread| Problem::new(field.key, unread(field.kind, text, misread)))?;
    match validate::out_of_range(field, &value) {
        Some(problem) => Err(problem),
        None => Ok(value),
    }
}

fn parse_switch(text: &str) -> Result<bool, Misread> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "on" | "yes" => Ok(true),
        "false" | "0" | "off" | "no" => Ok(false),
        _ => Err(Misread::Unknown),
    }
}

fn parse_choice(text: &str, options: &[Choice]) -> Result<&'static str, Misread> {
    options
        .iter()
        .map(|choice| choice.key)
        .find(|key| key.eq_ignore_ascii_case(text))
        .ok_or(Misread::Unknown)
}

/// Reads `64-64` and the other ways in which people write it: `64, 64`, `[64, 64]`, `64 64`,
/// `64x64`. A minus sign and the zeros of `1,024` are no ends of a width.
fn parse_sizes(text: &str) -> Result<Vec<usize>, Misread> {
    let text = number::plain(text);
    let text = text.trim().trim_matches(['[', ']', '(', ')']);
    let mut sizes = Vec::new();
    for part in text.split(|letter: char| ",;x*".contains(letter) || letter.is_whitespace()) {
        let part = part.strip_suffix('-').unwrap_or(part);
        for width in part.split('-').filter(|_| !part.is_empty()) {
            let starts_with_zero = width.starts_with('0') && width != "0";
            let size = number::integer(width).ok().filter(|_| !starts_with_zero);
            let size = size.and_then(|size| usize::try_from(size).ok());
            sizes.push(size.ok_or(Misread::Unknown)?);
        }
    }
    Ok(sizes)
}

/// Says why a text is no value of a kind, and what is.
fn unread(kind: FieldKind, text: &str, misread: Misread) -> String {
    let shown: String = text.chars().take(24).collect();
    if let Misread::Misspelt { advice, .. } = misread {
        return format!("“{shown}” {advice}");
    }
    match kind {
        FieldKind::Integer { min, max } => {
            format!("“{shown}” is not a whole number; use one from {min} to {max}")
        }
        FieldKind::Number { min, max } => {
            format!("“{shown}” is not a number; use one from {min} to {max}")
        }
        FieldKind::Optional { min, max } => {
            format!("“{shown}” is not a number; use one from {min} to {max}, or leave it empty")
        }
        FieldKind::Switch => format!("“{shown}” is neither true nor false"),
        FieldKind::Choice { .. } if text.starts_with(OWN_PREFIX) => {
            format!(
                "“{shown}” is a world of someone’s own that this page does not have; choose another environment"
            )
        }
        FieldKind::Choice { options } => {
            let keys: Vec<&str> = options().iter().map(|choice| choice.key).collect();
            format!("“{shown}” is none of {}", keys.join(", "))
        }
        FieldKind::Sizes { .. } => {
            format!("“{shown}” is not a list of widths; write for instance 64-64")
        }
        // Every text reads as an expression; validation reports those that the environment cannot
        // read.
        FieldKind::Expression => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::url;

    fn draft(changes: &[(&str, &str)]) -> Draft {
        let mut draft = Draft::new(Preset::find("ppo-quick").expect("a preset"));
        for (name, text) in changes {
            draft.set_text(Field::find(name).expect("a field"), text);
        }
        draft
    }

    /// Returns what is said of a text in a field, where nothing else is wrong.
    fn problem_of(name: &str, text: &str) -> String {
        let problems = draft(&[(name, text)]).config().expect_err("a problem");
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert_eq!(problems[0].field, name);
        problems[0].message.clone()
    }

    /// Spellings of numbers from elsewhere, and what the message has to have, for each kind of
    /// field.
    const ELSEWHERE: [(&str, &[(&str, &str)]); 6] = [
        (
            "num_envs",
            &[
                ("1.000", "1 or 1000"),
                ("1,000", "1000 or 1"),
                ("16,384", "write 16384"),
                ("1 000", "write 1000"),
                ("1’000", "write 1000"),
                ("10k", "write 10000"),
                ("8,5", "not a whole number"),
                ("8.5", "not a whole number"),
                ("8 environments", "write 8"),
                ("1e30", "from 1 to 16384"),
            ],
        ),
        (
            "seed",
            &[
                ("4294967296", "from 0 to 4294967295"),
                ("1e19", "from 0 to 4294967295"),
                ("1e99", "from 0 to 4294967295"),
                ("-1", "not a whole number"),
            ],
        ),
        (
            "learning_rate",
            &[
                ("0,005", "use a point: 0.005"),
                ("5,0e-3", "use a point: 5.0e-3"),
                ("1/1000", "write 0.001"),
                ("10^-3", "write 0.001"),
                ("0.5%", "write 0.005"),
                ("1e-999", "not a number"),
            ],
        ),
        (
            "clip_coef",
            &[("0,2", "use a point: 0.2"), ("20 %", "write 0.2")],
        ),
        (
            "hidden_sizes",
            &[
                ("1,024", "not a list of widths"),
                ("1.024", "not a list of widths"),
                ("-64", "not a list of widths"),
                ("8.5", "not a list of widths"),
                ("4294967360", "1 to 256 units"),
            ],
        ),
        (
            "reward",
            &[
                (
                    "1-0,5*x",
                    "Character 4: “0,5” has a decimal comma; use a point: 0.5",
                ),
                ("np.cos(theta)", "write cos"),
            ],
        ),
    ];

    #[test]
    fn a_number_in_another_spelling_is_refused_with_the_right_one_and_stays_in_its_field() {
        for (name, cases) in ELSEWHERE {
            for (text, words) in cases {
                let said = problem_of(name, text);
                assert!(said.contains(words), "{name}={text}: {said}");
                let (state, notices) = url::read([("preset", "ppo-quick"), (name, *text)]);
                assert_eq!(notices, Vec::<String>::new(), "{name}={text}");
                assert_eq!(state.draft.text(Field::find(name).expect("a field")), *text);
                let linked = state.draft.config().expect_err("the same problem");
                assert_eq!(linked[0].message, said);
            }
        }
    }

    /// The text stays when the environment changes, and the message has the names that there are.
    #[test]
    fn a_reward_is_read_in_the_environment_that_the_form_names() {
        let text = "1 - abs(theta) + 0.1 * omega";
        let field = Field::find("reward").expect("a field");
        for (env_id, wrong) in [
            ("cartpole", None),
            ("spincart", None),
            ("pendulum", None),
            ("probe2", None),
            (
                "mountaincar",
                Some(
                    "Character 9: “theta” is not known here. There are position, velocity, action,",
                ),
            ),
            (
                "acrobot",
                Some("Character 9: “theta” is not known here; did you mean theta1?"),
            ),
        ] {
            let mut draft = draft(&[("reward", text)]);
            draft.set_text(Field::find("env_id").expect("a field"), env_id);
            assert_eq!(draft.text(field), text);
            assert_eq!(draft.env_id().spec().key, env_id);
            match (wrong, draft.config()) {
                (None, Ok(config)) => assert_eq!(config.reward, text, "{env_id}"),
                (Some(words), Err(problems)) => {
                    assert_eq!(problems.len(), 1, "{problems:?}");
                    assert_eq!(problems[0].field, "reward");
                    assert!(problems[0].message.contains(words), "{problems:?}");
                    // Beside another problem too.
                    draft.set_text(Field::find("gamma").expect("a field"), "high");
                    let found = draft.config().expect_err("two problems").len();
                    assert_eq!(found, 2);
                }
                (_, found) => panic!("{env_id}: {found:?}"),
            }
        }
    }

    #[test]
    fn a_tasks_reward_survives_an_address() {
        let changes = [
            ("env_id", "pendulum"),
            ("reward", "reward - 0.01 * torque ^ 2 + (abs(θ) < 0.1)"),
        ];
        let draft = draft(&changes);
        let state = url::PageState {
            draft: draft.clone(),
            ..url::PageState::default()
        };
        let written = url::write(&state);
        let pairs = written.iter().map(|(name, text)| (*name, text.as_str()));
        let (read, notices) = url::read(pairs);
        assert_eq!(notices, Vec::<String>::new());
        assert_eq!(read.draft, draft);
        assert_eq!(read.draft.config(), draft.config());
        assert!(draft.config().is_ok());
    }

    #[test]
    fn another_glyph_of_a_character_is_no_mistake() {
        let changes = [
            ("num_envs", "１６"),
            ("learning_rate", "1e−3"),
            ("terminal_reward", "–1.5"),
            ("hidden_sizes", "３２×16"),
            ("seed", "+7"),
            ("gamma", ".9"),
            ("vf_coef", "1."),
        ];
        let config = draft(&changes).config().expect("valid");
        assert_eq!(
            (
                config.num_envs,
                config.learning_rate,
                config.terminal_reward
            ),
            (16, 1e-3, -1.5)
        );
        assert_eq!(config.hidden_sizes, [32, 16]);
        assert_eq!((config.seed, config.gamma, config.vf_coef), (7, 0.9, 1.0));
    }
}
