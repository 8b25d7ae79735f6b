use policy_lab::config::fields::Field;
use policy_lab::config::{Algorithm, TrainConfig};
use policy_lab::envs::{EnvId, OwnProgram};
use policy_lab::history::compare::differences;

use crate::view::settings::change;
use crate::view::take_away::{self, OwnFunctions, Provided};
use crate::view::world::kept::{
    KeptWorld, MOST_PROGRAMS, programs_from_text, programs_to_text, with_program,
};
use crate::view::world::report::{FoundNumber, WorldReport, observation, policies, read};
use crate::view::world::rewards::{EXTENT, RewardCounts};
use crate::view::world::{
    MOST_BYTES, STARTERS, asking, class_name, draft, file_name, is_starter, known, link, opened,
};

const TEXT: &str = include_str!("../../../tests/worlds/tank.py");
const ANSWER: &str = include_str!("../../../tests/worlds/tank.json");

fn report() -> WorldReport {
    read(ANSWER.as_bytes(), TEXT).expect("a report")
}

fn program() -> OwnProgram {
    report().program.expect("a program")
}

#[test]
fn every_letter_of_a_link_comes_back_and_other_texts_do_not() {
    for length in 0..40_u8 {
        let bytes: Vec<u8> = (0..length)
            .map(|it| it.wrapping_mul(89).wrapping_add(7))
            .collect();
        let text = link::letters(&bytes);
        assert!(
            text.chars()
                .all(|it| it.is_ascii_alphanumeric() || "-_".contains(it)),
            "{text}"
        );
        assert_eq!(link::bytes(&text), Some(bytes));
    }
    // RFC 4648, section 10, and a text with both of the letters that an address cannot have.
    assert_eq!(link::letters(b"foobar"), "Zm9vYmFy");
    assert_eq!(link::letters(b"fooba"), "Zm9vYmE");
    assert_eq!(link::bytes("Zm9vYg=="), Some(b"foob".to_vec()));
    assert_eq!(link::letters(&[0xfb, 0xff]), "-_8");
    for broken in ["Z", "Zm9v!", "Zm9vY", "ä"] {
        assert_eq!(link::bytes(broken), None, "{broken}");
    }
    assert!(link::too_long(2_413).contains("2,413 characters, and only 2,000"));
}

#[test]
fn a_file_is_a_text_of_python_or_is_told_what_it_is() {
    assert_eq!(
        opened::read("a.py", b"x = 1\r\ny = 2"),
        Ok("x = 1\ny = 2".to_owned())
    );
    let said = |name: &str, bytes: &[u8]| opened::read(name, bytes).expect_err("no class");
    assert!(said("a.ipynb", b"{}").contains("is a notebook"));
    assert!(said("a.py", b"\xff\x00\x12").contains("not a text of Python"));
    assert!(said("a.py", b"a\0b").contains("not a text of Python"));
    assert!(said("a.png", b"text").contains("not a text of Python"));
    let large = vec![b'#'; MOST_BYTES + 1];
    assert!(said("a.py", &large).contains("a.py has 200 kB"));
    assert!(opened::read("a.py", &large[1..]).is_ok());
}

#[test]
fn a_class_has_a_name_and_a_file_by_it() {
    let text =
        "class Point:\n    pass\n\nclass HillCruise(gym.Env):\n    pass\n\nclass Rest:\n    pass\n";
    assert_eq!(class_name(text), Some("HillCruise"));
    assert_eq!(class_name("class Rest:\n    pass"), Some("Rest"));
    assert_eq!(class_name("x = 1\nclass\nclass "), None);
    assert_eq!(file_name(text), "hill_cruise.py");
    assert_eq!(file_name(""), "world.py");
    for starter in STARTERS {
        let lines = starter.text.lines().count();
        assert!(
            // One of them draws a picture.
            (20..=36).contains(&lines),
            "{} has {lines} lines",
            starter.name
        );
        assert!(is_starter(starter.text) && class_name(starter.text).is_some());
    }
}

#[test]
fn what_is_asked_of_python_holds_the_whole_text() {
    let text = "s = \"a\\n\"\n# ü \"\"\" TEXT\n";
    let asked = asking(text);
    assert!(
        asked.contains(&serde_json::Value::from(text).to_string()),
        "{asked}"
    );
    assert!(asked.contains("examined(\"s = "), "{asked}");
}

#[test]
fn a_report_is_read_and_told() {
    let report = report();
    assert_eq!(report.verdict(), "Tank became a program");
    let said = report.consequence();
    assert!(
        said.contains("1,000 steps of it") && said.ends_with("2.5e-7"),
        "{said}"
    );
    assert_eq!(observation(&report.first_observations[0]), "0.25");
    let many: Vec<FoundNumber> = (0..20).map(|it| FoundNumber(f64::from(it) - 1.0)).collect();
    assert_eq!(
        observation(&many),
        "−1, 0, 1, 2, 3, 4, 5, 6, … (20 numbers)"
    );
    assert_eq!(
        policies(&report.runs),
        "a random policy and always action 0"
    );
    let table = report.table();
    assert_eq!(
        table.rows[0],
        ["a random policy", "200", "2", "15.2", "50.0", "0", "2"]
    );
    assert_eq!(table.rows[1][3..5], ["–", "–"]);
    assert_eq!(report.program.map(|it| it.source).as_deref(), Some(TEXT));
}

#[test]
fn a_refusal_says_its_line_and_what_there_is() {
    let text = r#"{"became_program": false, "line": 7, "sentence": "step returns 4 values."}"#;
    let refused = read(text.as_bytes(), TEXT).expect("a report");
    assert_eq!(refused.verdict(), "This cannot be a world yet");
    assert_eq!(refused.consequence(), "Line 7: step returns 4 values.");
    assert!(!refused.runs() && refused.program.is_none() && refused.table().rows.is_empty());

    let text = r#"{"class": "Stack", "became_program": false, "line": 3, "sentence": "It grows.", "stand_in": {"name": "Stack",
        "observation": {"kind": "box", "shape": [2], "low": [null, 0], "high": [null, 1]}, "action": {"kind": "discrete", "n": 2,
        "start": 0}, "time_limit": null, "obs_size": 2, "action_size": 1}}"#;
    // Another text than the other tests', whose world one asks for by its text.
    let source = "class Stack";
    let stepped = read(text.as_bytes(), source).expect("a report");
    let said = stepped.consequence();
    assert!(
        said.starts_with("Line 3: It grows. It trains all the same"),
        "{said}"
    );
    let program = stepped.program.expect("what stands in for it");
    assert!(program.is_stand_in && program.source == source && program.state.len() == 2);
    let id = EnvId::own(program).expect("a world");
    let config = draft(id).config().expect("settings");
    assert_eq!(config.total_timesteps / config.batch_size(), 100);
    assert_eq!(config.num_envs, 8);

    let text = r#"{"class": "Tank", "became_program": false, "line": null, "sentence": "It grows.",
        "difference": {"where": "reward", "class": "nan", "action": [1, 2]}, "largest_difference": "inf",
        "first_observations": [["nan", 1]], "runs": [{"name": "a random policy", "returns": ["-inf"]}]}"#;
    let differs = read(text.as_bytes(), TEXT).expect("a report");
    assert_eq!(differs.verdict(), "Tank cannot become a program");
    assert_eq!(differs.consequence(), "It grows.");
    let found = differs.differences();
    assert!(
        found.contains(&("action".to_owned(), "[1,2]".to_owned())),
        "{found:?}"
    );
    assert_eq!(observation(&differs.first_observations[0]), "nan, 1");
    assert_eq!(differs.table().rows[0][3], "−inf");
    assert!(differs.runs());
    assert!(read(b"NaN", TEXT).is_err());
}

#[test]
fn bars_stand_where_rewards_are_and_the_words_say_the_same() {
    let rewards = report().rewards.expect("rewards");
    let bars = rewards.bars();
    assert_eq!(bars.len(), 3, "one for each part with something in it");
    assert!((bars[0].height - EXTENT.1).abs() < 1e-9 && bars[0].y.abs() < 1e-9);
    assert!((bars[1].height - EXTENT.1 / 6.0).abs() < 1e-9);
    assert!(bars[2].x + bars[2].width < EXTENT.0);
    assert_eq!(
        rewards.words(),
        "Rewards of 400 steps, from −1 to 4. Most, 300, are from −1 to −0.5"
    );
    assert_eq!(rewards.table().rows[3], ["0.5 to 1", "50"]);
    let one = RewardCounts {
        low: FoundNumber(1.0),
        high: FoundNumber(1.0),
        counts: vec![200],
    };
    assert!(one.is_one());
    assert_eq!(one.words(), "The reward of each of 200 steps was 1");
    assert_eq!(RewardCounts::default().bars(), []);
}

#[test]
fn a_world_gets_settings_that_fit_and_its_key_is_known() {
    assert_eq!(known("class Never"), None);
    let id = EnvId::own(program()).expect("a world");
    assert_eq!(known(TEXT), Some(id));
    let config = draft(id).config().expect("settings");
    assert_eq!((config.env_id, config.algorithm), (id, Algorithm::Ppo));
    assert_eq!(config.max_episode_steps, 40, "its own time limit");
    assert_eq!(config.num_envs, 64, "those of the quick preset");
    let field = Field::find("env_id").expect("a field");
    assert_eq!(draft(id).text(field), id.spec().key);

    let mut push = program();
    push.name = "Push".to_owned();
    push.source = "class Push".to_owned();
    push.time_limit = None;
    let space = serde_json::json!({"kind": "box", "shape": [1], "low": [-1.0], "high": [1.0]});
    push.action = serde_json::from_value(space).expect("a space");
    let id = EnvId::own(push).expect("a world");
    let config = draft(id).config().expect("settings");
    assert_eq!(config.max_episode_steps, 500);
    assert!(config.norm_obs && config.ent_coef == 0.0 && config.gamma == 0.99);
}

/// A reader's reward reads the attributes of the class, wherever the engine keeps them.
/// Its key is of letters and digits by chance.
#[test]
fn a_form_and_a_comparison_name_a_world_by_its_class() {
    let id = EnvId::own(program()).expect("a world");
    let draft = draft(id);
    let field = Field::find("env_id").expect("a field");
    let said = change(&draft, field).expect("a change");
    assert!(said.starts_with("Tank instead of cartpole"), "{said}");
    let (own, cart) = (draft.config().expect("settings"), TrainConfig::default());
    let rows = differences(&[vec![&cart], vec![&own]]);
    let row = rows.iter().find(|it| it.key == "env_id").expect("a row");
    assert_eq!(row.texts[1].as_deref(), Some("Tank"));
}

#[test]
fn the_file_of_a_run_has_the_class_inside() {
    let id = EnvId::own(program()).expect("a world");
    let config = TrainConfig {
        reward: "reward - 0.5 * level".to_owned(),
        ..draft(id).config().expect("settings")
    };
    let provided = Provided::from([("reference.py".to_owned(), String::new())]);
    let file = take_away::python(&config, &OwnFunctions::default(), &provided).expect("a file");
    assert!(file.contains(TEXT.trim()), "{file}");
    assert!(
        file.contains("def make_task():\n    env = Tank()\n"),
        "{file}"
    );
    let reward = "self.env.step(action)\n        level = float(self.unwrapped.level)\n        \
                  reward = float(reward - 0.5 * level)\n";
    assert!(file.contains(reward), "{file}");
    assert!(
        file.contains("gym.wrappers.TimeLimit(OwnReward(make_task()), args.max_episode_steps)"),
        "{file}"
    );
}

#[test]
fn what_the_reader_wrote_comes_back_whatever_took_its_place() {
    let mut kept = KeptWorld::default();
    kept.replace(STARTERS[1].text.to_owned());
    assert_eq!(kept.before, None, "nobody has written a starter");
    assert_eq!(kept.own(), None);
    kept.edit("mine".to_owned());
    assert_eq!(kept.own(), Some("mine"));
    kept.replace("theirs".to_owned());
    kept.replace("another link".to_owned());
    assert_eq!(kept.own(), Some("mine"), "two links in a row");
    let mut kept = KeptWorld::from_text(&kept.to_text()).expect("what was kept");
    kept.put_back();
    assert_eq!(kept.text, "mine");
    assert_eq!(kept.before.as_deref(), Some("another link"));

    let mut other = KeptWorld::default();
    other.edit("typed there".to_owned());
    kept.take_over(other.clone(), true);
    other.edit("typed there, more".to_owned());
    kept.take_over(other, false);
    assert_eq!(kept.text, "typed there, more");
    assert_eq!(kept.before.as_deref(), Some("mine"));

    let newer = kept.to_text().replacen("\"version\":1", "\"version\":2", 1);
    assert_eq!(KeptWorld::from_text(&newer), None);
    assert_eq!(KeptWorld::from_text("{"), None);
}

#[test]
fn the_newest_programs_are_kept_one_of_each_text() {
    let named = |number: usize| OwnProgram {
        source: format!("class {number}"),
        ..program()
    };
    let mut kept = Vec::new();
    for number in 0..MOST_PROGRAMS + 2 {
        kept = with_program(&kept, &named(number));
    }
    assert_eq!((kept.len(), &kept[0]), (MOST_PROGRAMS, &named(2)));
    kept = with_program(&kept, &named(5));
    assert_eq!((kept.len(), kept.last()), (MOST_PROGRAMS, Some(&named(5))));
    assert_eq!(programs_from_text(&programs_to_text(&kept)), kept);
    assert_eq!(programs_from_text("[{\"name\": 1}]"), []);
    assert_eq!(programs_from_text("no list"), []);
}
