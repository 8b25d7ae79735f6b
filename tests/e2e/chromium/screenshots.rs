//! Pictures of the page while it trains, for people to look at: `target/screenshots/*.png`.
//! `cargo test --test e2e -- --ignored screenshots` makes them.

use std::fs;

use serde_json::json;

use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::in_repository;
use policy_lab_e2e::page::{Page, with_page};

struct Shape {
    name: &'static str,
    width: u32,
    height: u32,
    scale: f64,
    mobile: bool,
}

const SHAPES: [Shape; 2] = [
    Shape {
        name: "wide",
        width: 1440,
        height: 900,
        scale: 1.0,
        mobile: false,
    },
    Shape {
        name: "phone",
        width: 390,
        height: 844,
        scale: 2.0,
        mobile: true,
    },
];

async fn take(page: &Page, shape: &Shape, scheme: &str) {
    let cdp = page.driver.cdp();
    let metrics = json!({
        "width": shape.width,
        "height": shape.height,
        "deviceScaleFactor": shape.scale,
        "mobile": shape.mobile,
    });
    cdp.send_raw("Emulation.setDeviceMetricsOverride", metrics)
        .await
        .expect("a size");
    let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
    cdp.send_raw("Emulation.setEmulatedMedia", media)
        .await
        .expect("a colour scheme");
    // Charts and grid are redrawn at the new size.
    page.pause(1000).await;
    let folder = in_repository("target/screenshots");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(format!("{}-{scheme}.png", shape.name));
    page.driver.screenshot(&file).await.expect("a screenshot");
}

#[test]
#[ignore = "makes pictures: cargo test --test e2e -- --ignored screenshots"]
fn screenshots() {
    with_page(Adapter::None, "preset=ppo-quick&device=cpu", async |page| {
        page.press("Train").await;
        page.iteration_past(40, 300).await;
        for shape in &SHAPES {
            for scheme in ["light", "dark"] {
                take(page, shape, scheme).await;
            }
        }
    });
}
