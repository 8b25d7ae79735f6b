//! Loops that the reader's code can train with, and what trains beside them.

use super::refusal_of;

#[test]
fn a_loop_that_is_no_loop_is_refused() {
    let text = "exercises/A-1/text.md";
    for (test, to, wanted) in [
        (
            "unknown-loop",
            "trains: A = train() | B = train(2)\nbeside: C = ppo-quick\niterations: n",
            "`beside` names `C`, which `trains` does not",
        ),
        (
            "no-setting-beside",
            "trains: A = train()\nbeside: A = ppo-quick gamma\niterations: n",
            "the setting `gamma` is not `name=value`",
        ),
        (
            "endless-loop",
            "trains: A = train()",
            "`trains` and `iterations` belong together",
        ),
    ] {
        let said = refusal_of(test, text, "replaces: Returns", to);
        assert_eq!(said, format!("{text}: {wanted}"));
    }
}
