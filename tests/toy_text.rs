//! Worlds of cells against Gymnasium's tables of transitions (`tests/fixtures/17_toy_text.json`).

use std::collections::BTreeMap;

use policy_lab::envs::exact::Model;
use policy_lab::envs::{Env, EnvId};
use serde_json::Value;

fn fixture() -> Value {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixtures/17_toy_text.json"
    );
    let text = std::fs::read_to_string(path).expect("the fixture");
    serde_json::from_str(&text).expect("JSON")
}

/// The probability of each (next cell, reward in thousandths, whether the episode ends).
type Outcomes = BTreeMap<(u64, i64, bool), f64>;

#[test]
fn every_cell_leads_where_gymnasiums_does_as_often() {
    let fixture = fixture();
    let mut compared = 0;
    for id in EnvId::ALL {
        let Some(gym_id) = id.task().and_then(|task| task.gym_id) else {
            continue;
        };
        let Some(model) = Model::new(&Env::new(id)) else {
            continue;
        };
        let tables = fixture["tables"].as_array().expect("tables").iter();
        let own = |table: &&Value| {
            table["gym_id"] == gym_id
                && table["options"].as_object().is_some_and(|it| it.is_empty())
        };
        let table = tables.clone().find(own).expect("a recorded table");
        let odds = |place: &Value| {
            let place = place.as_u64().expect("a place") as usize;
            table["probabilities"][place].as_f64().expect("a number")
        };
        for (state, cell) in model.cells.iter().enumerate() {
            for action in 0..model.num_actions {
                let recorded = table["rows"][usize::from(*cell)][action].as_array();
                let mut expected = Outcomes::new();
                for way in recorded.expect("ways") {
                    let (next, reward) = (way[1].as_u64(), way[2].as_f64());
                    let key = (
                        next.expect("a cell"),
                        (reward.expect("a reward") * 1e3).round() as i64,
                        way[3] == 1,
                    );
                    *expected.entry(key).or_default() += odds(&way[0]);
                }
                let mut found = Outcomes::new();
                for way in model.ways(state, action) {
                    let reward = (way.reward * 1e3).round() as i64;
                    let key = (u64::from(way.cell), reward, way.next.is_none());
                    *found.entry(key).or_default() += way.probability;
                }
                let at = format!("{gym_id}, cell {cell}, action {action}");
                assert!(found.keys().eq(expected.keys()), "{at}: {found:?}");
                for (found, expected) in found.values().zip(expected.values()) {
                    assert!((found - expected).abs() < 1e-9, "{at}");
                }
            }
        }
        compared += 1;
    }
    assert_eq!(compared, 2, "FrozenLake and CliffWalking");
}
