//! A first visit on a slow phone: a line of 400 kbit/s that is served packed files, and a page
//! whose processor is slowed down six times. What comes first is what the reader needs first.

use serde_json::json;

use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::host::{Build, Host};
use policy_lab_e2e::page::{Page, with_page};

/// 400 kbit/s.
const BYTES_PER_SEC: f64 = 50_000.0;
const SLOWER: u32 = 6;

/// Notes when each thing is first there, in milliseconds since the page was asked for.
const WATCH: &str = "
    const seen = (window.seen = {});
    const note = (what) => { seen[what] ??= performance.now(); };
    let before = null;
    const look = () => {
        const carts = document.getElementById('first-carts');
        if (carts?.width > 0 && carts.checkVisibility()) {
            const { data } = carts.getContext('2d').getImageData(0, 0, carts.width, carts.height);
            let sum = 0;
            for (let i = 0; i < data.length; i += 16) sum = (sum * 31 + data[i] + data[i + 3]) | 0;
            if (before !== null && sum !== before) note('motion');
            before = sum;
        }
        if ((document.querySelector('.prose')?.textContent.length ?? 0) > 500) note('text');
        const named = (it) => (it.getAttribute('aria-label') ?? it.textContent).trim();
        const train = [...document.querySelectorAll('button')].find((it) => named(it) === 'Train');
        if (train && !train.disabled && train.getAttribute('aria-disabled') !== 'true') note('train');
    };
    setInterval(look, 250);";

/// Opens an address on the slow line, and returns the seconds until `what` was there.
async fn seconds_until(what: &str, page: &Page, build: &Build, query: &str) -> f64 {
    let host = Host::serve(&build.0);
    host.orders().bytes_per_sec = Some(BYTES_PER_SEC);
    host.open(page, query).await;
    page.until(what, 180, || async {
        let millis = page.script("return window.seen", vec![]).await[what].as_f64();
        millis.map(|millis| millis / 1_000.0)
    })
    .await
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_slow_phone_sees_motion_reads_and_trains_in_time() {
    with_page(Adapter::None, "device=cpu", async |page| {
        let build = Build::copy("slow");
        build.pack();
        let cdp = page.driver.cdp();
        let slower = json!({ "rate": SLOWER });
        let watch = json!({ "source": WATCH });
        for (command, what) in [
            ("Emulation.setCPUThrottlingRate", slower),
            ("Page.addScriptToEvaluateOnNewDocument", watch),
        ] {
            cdp.send_raw(command, what).await.expect(command);
        }
        // A visit each, from an origin of its own, so that nothing is there before.
        for (what, query, most) in [
            ("motion", "", 4.0),
            ("text", "lesson=reinforce", 15.0),
            ("train", "", 60.0),
        ] {
            let took = seconds_until(what, page, &build, query).await;
            println!("{what} after {took:.1} s");
            assert!(took <= most, "{what} after {took:.1} s, at most {most}");
        }
        let usual = json!({ "rate": 1 });
        let usual = cdp.send_raw("Emulation.setCPUThrottlingRate", usual).await;
        usual.expect("the processor's own speed");
    });
}
