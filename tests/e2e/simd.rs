//! A browser without WebAssembly's SIMD instructions gets a build without them; any other browser is redirected from
//! it.

use crate::TINY;
use crate::browser::Adapter;
use crate::page::{Page, with_page};
use crate::site::FOLDER;

/// Waits until the page is in this folder of the build and its badge names a device, and returns the badge.
async fn badge_in(page: &Page, folder: &str) -> String {
    let there = format!("{FOLDER}{folder}");
    page.until(&format!("a badge in {there}"), 120, || async {
        let path = page.script("return location.pathname", vec![]).await;
        let badge = page.text("device").await;
        (path == there && badge.contains("CPU")).then_some(badge)
    })
    .await
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn without_simd_the_page_trains_and_says_why_it_is_slower() {
    let query = format!("seed=11&algorithm=ppo&{TINY}");
    with_page(Adapter::NoneNorSimd, &query, async |page| {
        let badge = badge_in(page, "/plain/").await;
        assert!(badge.contains("no SIMD"), "{badge:?}");
        assert!(badge.contains("lacks"), "no reason in {badge:?}");
        assert!(page.query_string().await.contains("seed=11"));
        assert_eq!(
            page.text_of("[role=alert]:not([hidden])").await,
            None,
            "an alert of a program that this browser should not have tried"
        );
        page.press("Train").await;
        page.iteration_past(9, 120).await;
        page.go("write").await;
        page.press("Run cell").await;
        let said = page.text("cell-output").await;
        assert!(
            said.contains("SIMD instructions, which Python needs"),
            "{said}"
        );
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_link_to_the_build_without_simd_leads_to_the_fast_one() {
    with_page(Adapter::None, "", async |page| {
        page.open_in("plain/", "seed=11&device=cpu").await;
        let badge = badge_in(page, "/").await;
        assert!(!badge.contains("no SIMD"), "{badge:?}");
        assert!(page.query_string().await.contains("seed=11"));
    });
}
