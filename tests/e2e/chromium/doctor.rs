//! Why does it not learn? A script with one slip, from its paste to the mended line.

use serde_json::json;
use thirtyfour::Key;

use crate::scratch::drop;
use crate::views::resize;
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

/// REINFORCE that makes good actions rarer: the minus is missing in line 25.
const SLIP: &str = "import gymnasium as gym
import torch
import torch.nn as nn
from torch.distributions import Categorical

env = gym.make('CartPole-v1')
net = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
opt = torch.optim.Adam(net.parameters(), lr=0.01)
for episode in range(400):
    obs, _ = env.reset()
    logs, rewards, done = [], [], False
    while not done:
        dist = Categorical(logits=net(torch.as_tensor(obs)))
        action = dist.sample()
        logs.append(dist.log_prob(action))
        obs, reward, terminated, truncated, _ = env.step(action.item())
        rewards.append(reward)
        done = terminated or truncated
    returns, total = [], 0.0
    for reward in reversed(rewards):
        total = reward + 0.99 * total
        returns.insert(0, total)
    returns = torch.tensor(returns)
    returns = (returns - returns.mean()) / (returns.std() + 1e-8)
    loss = (torch.stack(logs) * returns).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
";

async fn found(page: &Page) -> String {
    page.until("what was found", 240, || async {
        let part = page.part("doctor").await;
        let state = part.attr("data-state").await.ok()??;
        ["passed", "failed", "ended"]
            .contains(&state.as_str())
            .then_some(())
    })
    .await;
    page.text("doctor-said").await
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_missing_minus_is_found_and_mended() {
    with_page(Adapter::None, "device=cpu&view=scratch", async |page| {
        drop(page, "slip.py", SLIP).await;
        page.until("the script", 30, || async {
            let ask = "const all = document.querySelectorAll('[data-testid=doctor-scratch]');
                if (all.length < 2) return false; all[1].focus(); return document.activeElement === all[1]";
            page.script(ask, vec![]).await.as_bool()?.then_some(())
        })
        .await;
        // By keyboard alone.
        let focused = page.driver.active_element().await.expect("the button");
        focused.send_keys(Key::Enter).await.expect("a press");
        let said = found(page).await;
        assert!(
            said.contains("line 25"),
            "{said}\n{}",
            page.text("doctor").await
        );
        if page.text("doctor-finding").await.is_empty() {
            page.press("Show what was found").await;
        }
        let finding = page.text("doctor-finding").await;
        assert!(finding.contains("loss = -"), "{finding}");
        resize(page, 390, 844).await;
        let wider =
            "const root = document.documentElement; return root.scrollWidth - root.clientWidth";
        assert_eq!(page.script(wider, vec![]).await, json!(0), "on a phone");
        page.press("Put this line into the script").await;
        page.until("the mended line", 30, || async {
            let text = "return [...document.querySelectorAll('[data-testid=scratch-cell]')][1].querySelector('.cm-content').innerText";
            let text = page.script(text, vec![]).await;
            text.as_str()?.contains("loss = -(").then_some(())
        })
        .await;
        let saved = page.saved("doctor-save").await;
        assert!(
            saved.contains("slip.py") && saved.contains("line 25"),
            "{saved}"
        );
    });
}
