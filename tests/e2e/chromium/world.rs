//! A world of the reader's own: pasted, checked by Python, trained in, played, exported, shared;
//! and one that cannot become a program.

use serde_json::json;

use crate::compare::open_panel;
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};
use policy_lab_e2e::reader;

/// A class as a reader may paste it: a boat that the current of a river takes away from the middle.
const RIVER: &str = "import gymnasium as gym
import numpy as np


class River(gym.Env):
    def __init__(self):
        self.observation_space = gym.spaces.Box(-5.0, 5.0, (2,), np.float32)
        self.action_space = gym.spaces.Discrete(3)
        self.pulls = [-0.2, 0.0, 0.2]

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.place = self.np_random.uniform(-0.5, 0.5)
        self.speed = 0.0
        return self.seen(), {}

    def seen(self):
        return np.array([self.place, self.speed], dtype=np.float32)

    def step(self, action):
        self.speed += self.pulls[action] + 0.05 * self.place
        self.place += 0.2 * self.speed
        ashore = bool(abs(self.place) > 2.0)
        reward = -1.0 if ashore else 1.0 - abs(self.place)
        return self.seen(), reward, ashore, False, {}
";
/// A class that no program can follow: what it remembers grows.
const DIARY: &str = "import gymnasium as gym
import numpy as np


class Diary(gym.Env):
    def __init__(self):
        self.observation_space = gym.spaces.Box(-10.0, 10.0, (1,), np.float32)
        self.action_space = gym.spaces.Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.days = [self.np_random.uniform(-1.0, 1.0)]
        return np.array([self.days[-1]], np.float32), {}

    def step(self, action):
        self.days.append(0.5 * self.days[-1] + action - 0.5)
        over = len(self.days) > 20
        return np.array([self.days[-1]], np.float32), float(sum(self.days)), over, False, {}
";

/// Puts a class in the place of the one in the editor.
async fn paste(page: &Page, text: &str) {
    page.part("world-code").await;
    reader::paste_cell(page, text).await;
}

/// Checks the class, and returns what became of it and all that is said.
async fn check(page: &Page) -> (String, String) {
    page.press("Check this world").await;
    let state = page
        .until("the end of the check", 180, || async {
            let result = page.part("world-result").await;
            let state = result.attr("data-state").await.ok()??;
            ["passed", "failed", "ended"]
                .contains(&state.as_str())
                .then_some(state)
        })
        .await;
    (state, page.text("world-result").await)
}

async fn click(page: &Page, test_id: &str) {
    let part = page.part(test_id).await;
    part.click().await.expect("a click");
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_pasted_world_is_trained_in_played_and_exported() {
    with_page(Adapter::None, "device=cpu&view=world", async |page| {
        paste(page, RIVER).await;
        let (state, said) = check(page).await;
        assert_eq!(state, "passed", "{said}");
        for words in ["River became a program", "Discrete(3)", "a random policy"] {
            assert!(said.contains(words), "no “{words}” in: {said}");
        }
        let picture = "return document.querySelector('.world-bars')?.getAttribute('aria-label')";
        let picture = page.script(picture, vec![]).await;
        assert!(
            picture.as_str().is_some_and(|it| it.contains("Rewards of")),
            "{picture}"
        );

        click(page, "train-world").await;
        page.iteration_past(3, 120).await;
        let chosen = reader::value(page, "env_id").await;
        assert!(chosen.starts_with("own-"), "{chosen}");
        let drawn =
            "return document.querySelector('[data-testid=chart-episodic_return] canvas')?.width";
        page.until("the curve", 60, || async {
            let width = page.script(drawn, vec![]).await.as_f64()?;
            (width > 100.0).then_some(())
        })
        .await;
        open_panel(page).await;
        let file = page.saved("save-trainer").await;
        assert!(file.contains("class River(gym.Env)"), "{file}");
        assert!(file.contains("make_task()"), "{file}");

        // The address names its key, which this browser knows after a reload too.
        page.open(&format!("device=cpu&env_id={chosen}")).await;
        assert_eq!(reader::value(page, "env_id").await, chosen);
        page.go("world").await;
        click(page, "play-world").await;
        page.until("steps that a key takes", 60, || async {
            let picture = page.part("touch-box").await;
            picture.send_keys("3").await.ok()?;
            (page.number("touch-steps").await? >= 2.0).then_some(())
        })
        .await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_world_that_is_no_program_says_why_and_python_steps_it() {
    with_page(Adapter::None, "device=cpu&view=world", async |page| {
        paste(page, DIARY).await;
        let (state, said) = check(page).await;
        assert_eq!(state, "failed", "{said}");
        assert!(said.contains("Diary cannot become a program"), "{said}");
        page.until("the mark of the line", 30, || async {
            page.text_of(".world-code .code-fault").await
        })
        .await;
        click(page, "train-world").await;
        page.iteration_past(1, 180).await;
        let told = page.text("health").await;
        assert!(!told.is_empty(), "{}", page.body_text().await);
    });
}

/// Packs a text as a link has it.
const PACK: &str = "const [text] = arguments;
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'));
    return new Response(stream).arrayBuffer().then(bytes =>
        btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));";

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_link_opens_its_class_and_runs_nothing() {
    with_page(Adapter::None, "device=cpu&view=world", async |page| {
        page.part("world-code").await;
        let packed = page.script(PACK, vec![json!(RIVER)]).await;
        let packed = packed.as_str().expect("letters").to_owned();
        page.open(&format!("device=cpu&view=world&world={packed}"))
            .await;
        page.until("the class of the link", 60, || async {
            let text = page.text_of(".world-code .cm-content").await?;
            text.contains("class River").then_some(())
        })
        .await;
        let said = page.text("world-result").await;
        assert!(said.contains("Nothing is checked yet"), "{said}");
        let file = page.saved("save-world").await;
        assert_eq!(file, RIVER);
    });
}
