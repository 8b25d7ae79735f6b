//! The variance lab: what the table, the picture and the sentence say after each choice.

use leptos::prelude::*;
use policy_lab_page::ui::FigureView;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;

const WHOLE: &str = "Whole return";
const TO_GO: &str = "Reward-to-go";
const CRITIC: &str = "Reward-to-go − V(s)";

async fn lab() -> Page {
    let name = "variance".to_owned();
    Page::show(|| view! { <FigureView name caption=String::new() /> }).await
}

/// Returns bias, variance and error of a row.
fn numbers(page: &Page, estimator: &str) -> [f64; 3] {
    let rows = page.select(".estimators tbody tr");
    let row = rows.iter().find(|row| {
        let head = row.select("th").remove(0);
        head.text() == estimator
    });
    let row = row.unwrap_or_else(|| panic!("no {estimator} in {}", page.text()));
    let cells = row.select("td");
    let number = |at: usize| cells[at].text().parse().expect("a number");
    [number(0), number(1), number(2)]
}

fn said(page: &Page) -> String {
    page.by_test_id("variance-said").expect("a sentence").text()
}

/// Returns the description of the picture.
fn picture(page: &Page) -> String {
    let svg = page.0.query_selector("svg[role=img]").expect("a selector");
    let label = svg.and_then(|svg| svg.get_attribute("aria-label"));
    label.expect("a description")
}

/// Returns the places of all dots in the drawing.
fn dots(page: &Page) -> Vec<(f64, f64)> {
    let number = |text: &str| text.split('"').next().and_then(|it| it.parse().ok());
    let html = page.select(".plane").remove(0).0.inner_html();
    let dots = html.split("<circle").skip(1).map(|dot| {
        let part = |name: &str| dot.split_once(name).and_then(|(_, rest)| number(rest));
        let place = part("cx=\"").zip(part("cy=\""));
        place.unwrap_or_else(|| panic!("a dot without a place: {dot}"))
    });
    dots.collect()
}

/// Returns the mean distance of the dots from their own mean, in the units of the drawing.
fn width(page: &Page) -> f64 {
    let dots = dots(page);
    let count = dots.len() as f64;
    assert_eq!(count, 300.0);
    let mean = (dots.iter()).fold((0.0, 0.0), |sum, dot| (sum.0 + dot.0, sum.1 + dot.1));
    let mean = (mean.0 / count, mean.1 / count);
    let apart = dots
        .iter()
        .map(|dot| (dot.0 - mean.0).hypot(dot.1 - mean.1));
    apart.sum::<f64>() / count
}

#[wasm_bindgen_test]
async fn a_choice_in_the_table_is_drawn_and_said() {
    let page = lab().await;
    let whole = page.find("radio", WHOLE);
    assert!(whole.is_checked());
    assert!(
        said(&page).starts_with("The variance is 100 %"),
        "{}",
        said(&page)
    );
    assert!(picture(&page).contains("The true gradient is (0.63, 0.60)"));
    assert!(picture(&page).contains("by Whole return with a batch of 16"));
    let wide = width(&page);

    page.find("radio", TO_GO).press().await;
    assert!(!whole.is_checked());
    assert!(
        said(&page).starts_with("The variance is 54 %"),
        "{}",
        said(&page)
    );
    let narrower = width(&page);
    assert!(narrower < 0.85 * wide, "{narrower} after {wide}");

    page.find("radio", CRITIC).press().await;
    assert!(
        said(&page).starts_with("The variance is 5 %"),
        "{}",
        said(&page)
    );
    let narrow = width(&page);
    assert!(narrow < 0.4 * narrower, "{narrow} after {narrower}");
    assert!(numbers(&page, CRITIC)[1] < 0.1 * numbers(&page, TO_GO)[1]);
    assert!(picture(&page).contains("by Reward-to-go − V(s)"));
    let marked = page.select(".estimators .chosen");
    assert_eq!(marked.len(), 1);
    assert!(marked[0].text().starts_with(CRITIC));
}

#[wasm_bindgen_test]
async fn a_larger_batch_divides_the_variance_and_not_the_bias() {
    let page = lab().await;
    let slider = page.find("slider", "Batch");
    slider.write("0").await;
    let one = numbers(&page, WHOLE);
    let residual = numbers(&page, "One-step residual");
    assert!(picture(&page).contains("with a batch of 1."));
    assert!(page.text().contains("estimates lie outside the picture"));
    slider.write("6").await;
    assert!(page.text().contains("Exact numbers for a batch of 64"));
    let many = numbers(&page, WHOLE);
    assert!((one[1] / 64.0 - many[1]).abs() < 0.001, "{one:?} {many:?}");
    assert_eq!((one[0], many[0]), (0.0, 0.0), "no bias");
    assert!(
        (one[2] / 8.0 - many[2]).abs() < 0.001,
        "without a bias the error shrinks as well"
    );
    let still = numbers(&page, "One-step residual");
    assert!(still[0] > 0.5 && still[0] == residual[0], "{still:?}");
    assert_eq!(slider.attribute("aria-valuetext").as_deref(), Some("64"));
}

#[wasm_bindgen_test]
async fn lambda_trades_the_bias_of_a_wrong_critic_for_variance() {
    let page = lab().await;
    page.find("radio", "GAE, λ = 0.90").press().await;
    let lambda = page.find("slider", "λ of GAE");
    let critic = page.find("slider", "Critic’s error");
    let [bias, variance, _] = numbers(&page, "GAE, λ = 0.90");
    assert!(bias > 0.05, "{bias}");

    lambda.write("0").await;
    let [more, less, _] = numbers(&page, "GAE, λ = 0.00");
    assert!(more > 5.0 * bias && less < 0.5 * variance, "{more} {less}");
    assert_eq!(
        numbers(&page, "GAE, λ = 0.00"),
        numbers(&page, "One-step residual")
    );
    assert!(said(&page).contains("0.64 away from the true gradient. A typical"));
    critic.write("1").await;
    assert!(
        picture(&page).contains("the mean of the estimates is (−0.50, 0.00)"),
        "{}",
        picture(&page)
    );

    lambda.write("1").await;
    assert_eq!(numbers(&page, "GAE, λ = 1.00")[0], 0.0);
    assert!(said(&page).contains("The mean of the estimates is the true gradient."));
    critic.write("0").await;
    assert_eq!(numbers(&page, "GAE, λ = 1.00"), numbers(&page, CRITIC));
    lambda.write("0").await;
    assert_eq!(
        numbers(&page, "One-step residual")[0],
        0.0,
        "an exact critic"
    );
}

#[wasm_bindgen_test]
async fn other_samples_and_other_axes_leave_the_numbers() {
    let page = lab().await;
    let (before, table) = (
        dots(&page),
        page.find("table", "Exact numbers for a batch of 16").text(),
    );
    page.find("button", "Sample again").press().await;
    let after = dots(&page);
    assert_ne!(after, before);
    let wide = width(&page);
    page.find("combobox", "Axes up to").choose("16").await;
    assert!((width(&page) - wide / 4.0).abs() < 1e-6 * wide);
    assert!(!page.text().contains("lie outside"));
    assert_eq!(
        page.find("table", "Exact numbers for a batch of 16").text(),
        table
    );
}
