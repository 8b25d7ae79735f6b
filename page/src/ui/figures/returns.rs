//! Discounted returns, `G_t = r_t + gamma * G_(t+1)`, computed one step at a time from the end.

use leptos::prelude::*;

use crate::ui::figures::slider::Slider;
use policy_lab::config::number;

/// The rewards shown first: the trajectory with which the course's notebook checks returns.
const FIRST: &str = "0, 0, 1, 0, 0, 1, 0";
/// Most rewards; more would not fit beside each other.
const MOST: usize = 12;

/// Reads rewards separated by commas, semicolons or spaces. A comma between digits separates them
/// only where nothing else does: in `0,5; 1` it is a decimal one, which is not read.
fn rewards_of(text: &str) -> Option<Vec<f64>> {
    let text = number::plain(text);
    let mut words = text.split([' ', ';']).filter(|word| !word.is_empty());
    let is_joined = |word: &str| word.trim_matches(',').contains(',');
    if words.clone().count() > 1 && words.any(is_joined) {
        return None;
    }
    let numbers: Option<Vec<f64>> = text
        .split([',', ' ', ';'])
        .filter(|part| !part.is_empty())
        .map(|part| number::decimal(part).ok())
        .collect();
    numbers.filter(|all| (1..=MOST).contains(&all.len()) && all.iter().all(|r| r.abs() <= 1e6))
}

/// Returns the return of each step. The return of a step that ends an episode is its reward alone.
fn returns_of(rewards: &[f64], ended: &[bool], gamma: f64) -> Vec<f64> {
    let mut next = 0.0;
    let mut all: Vec<f64> = (rewards.iter().enumerate().rev())
        .map(|(t, reward)| {
            let has_ended = ended.get(t).copied().unwrap_or(false);
            next = reward + if has_ended { 0.0 } else { gamma * next };
            next
        })
        .collect();
    all.reverse();
    all
}

fn short(number: f64) -> String {
    let text = format!("{number:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.replace('-', "−")
}

/// Shows a trajectory to edit, and its returns computed backwards.
#[component]
pub fn Returns() -> impl IntoView {
    let text = RwSignal::new(FIRST.to_owned());
    let gamma = RwSignal::new(0.9);
    let ended = RwSignal::new(vec![false; MOST]);
    let done = RwSignal::new(0_usize);
    let rewards = Memo::new(move |_| rewards_of(&text.get()));
    let count = move || rewards.with(|rewards| rewards.as_ref().map_or(0, Vec::len));
    let returns = Memo::new(move |_| {
        let rewards = rewards.get().unwrap_or_default();
        ended.with(|ended| returns_of(&rewards, ended, gamma.get()))
    });
    // The step that was computed last.
    let newest = move || (done.get() > 0).then(|| count().saturating_sub(done.get()));
    let formula = move || {
        let rewards = rewards.get()?;
        let t = newest()?;
        let reward = short(*rewards.get(t)?);
        let g = short(*returns.get().get(t)?);
        let has_ended = ended.with(|ended| ended.get(t) == Some(&true));
        Some(match returns.get().get(t + 1) {
            Some(next) if !has_ended => {
                let (gamma, next) = (short(gamma.get()), short(*next));
                format!("G{} = {reward} + {gamma} × {next} = {g}", subscript(t))
            }
            _ => format!("G{} = {reward} + 0 = {g}", subscript(t)),
        })
    };
    let said = move || {
        let start = || "The last return is its own reward. Step backwards from there".to_owned();
        formula().unwrap_or_else(start)
    };
    let column = move |t: usize| {
        let is_done = move || t + done.get() >= count();
        let toggle = move |event| {
            let is_on = event_target_checked(&event);
            ended.update(|ended| ended[t] = is_on);
        };
        view! {
            <td class:now=move || newest() == Some(t)>
                <span class="t">{t}</span>
                <span>{move || rewards.with(|it| it.as_ref().and_then(|it| it.get(t)).map(|r| short(*r)))}</span>
                <input
                    type="checkbox"
                    aria-label=format!("Episode ended on step {t}")
                    prop:checked=move || ended.with(|ended| ended[t])
                    on:change=toggle
                />
                <span class="g">
                    {move || if is_done() { returns.with(|it| it.get(t).map(|g| short(*g))) } else { Some("·".to_owned()) }}
                </span>
            </td>
        }
    };
    let is_over = move || done.get() >= count();
    let edit = move |event| {
        text.set(event_target_value(&event));
        done.set(0);
    };
    view! {
        <label class="wide-field">
            <span>"Rewards of one trajectory, in order"</span>
            <input type="text" autocomplete="off" prop:value=move || text.get() on:input=edit />
        </label>
        <Slider label="γ" value=gamma range=(0.0, 1.0) step=0.01 />
        <Show
            when=move || rewards.with(Option::is_some)
            fallback=|| {
                view! {
                    <p class="hint problem">
                        "One to twelve numbers were expected, with points for decimals and commas between them, such as 0, 0.5, 1"
                    </p>
                }
            }
        >
            <div class="scroll" tabindex="0">
                <table class="trajectory" data-testid="returns-table">
                    <tbody>
                        <tr>
                            <th>
                                <span>"t"</span>
                                <span>"r"</span>
                                <span>"ended"</span>
                                <span>"G"</span>
                            </th>
                            {move || (0..count()).map(column).collect_view()}
                        </tr>
                    </tbody>
                </table>
            </div>
            <p class="formula" aria-live="polite">{said}</p>
        </Show>
        <div class="figure-actions">
            <button
                disabled=is_over
                on:click=move |_| done.update(|done| *done += 1)
            >
                "One step back"
            </button>
            <button class="quiet" disabled=is_over on:click=move |_| done.set(count())>
                "All of them"
            </button>
            <button class="quiet" disabled=move || done.get() == 0 on:click=move |_| done.set(0)>
                "Start again"
            </button>
        </div>
    }
}

fn subscript(t: usize) -> String {
    let digit = |digit: char| char::from_u32(digit as u32 - '0' as u32 + '₀' as u32);
    t.to_string().chars().filter_map(digit).collect()
}
