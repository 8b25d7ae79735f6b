//! A learner beside the truth, where the environment's states can be counted.

use leptos::prelude::*;
use policy_lab::config::TrainConfig;
use policy_lab::envs::EnvId;
use policy_lab::protocol::{Event, Frame, RunEvent};
use policy_lab_page::ui::ExactSection;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::until;
use crate::run::{run, settings};

#[wasm_bindgen_test]
async fn a_world_of_cells_shows_its_values_and_a_cart_has_none() {
    let query = format!("env_id={}", EnvId::Corridor.spec().key);
    let page = Page::visit(&query, &[], || view! { <ExactSection /> }).await;
    let section = page.find("region", "Beside the truth");
    assert!(section.text().contains("Once a policy has been trained"));

    // Networks of zeros: each way as likely, and a critic that says 0.
    let config = TrainConfig {
        env_id: EnvId::Corridor,
        hidden_sizes: vec![1],
        gamma: 1.0,
        ..settings(1)
    };
    page.hear(run(config, &[20.0])).await;
    let frame = Frame {
        iteration: 1,
        parameters: vec![0.0; 6 + 4 + 6 + 2],
        ..Frame::default()
    };
    page.hear([Event::Run(RunEvent::Frame(frame))]).await;
    until("the cells", || {
        let said = section.text();
        let is_told = said.contains("0.5 of at most 0.9986") && said.contains("0.5 off");
        is_told.then_some(())
    })
    .await;
    let cells = until("seven cells", || {
        let cells = section.all("cell");
        (cells.len() == 7).then_some(cells)
    });
    let cells: Vec<String> = cells.await.iter().map(|it| it.text()).collect();
    assert!(cells[0].contains("never stood on"), "{cells:?}");
    for (place, wanted) in [(1, "0.1667"), (3, "0.5"), (5, "0.8333")] {
        let cell = &cells[place];
        assert!(cell.contains(wanted) && cell.contains("50 %"), "{cell}");
    }

    let page = Page::visit("env_id=cartpole", &[], || view! { <ExactSection /> }).await;
    assert!(page.seek("region", "Beside the truth").is_none());
}
