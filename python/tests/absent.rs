//! Packages that a page does not have: what a text with them runs, and what it is told.

use policy_lab_python::cell::Python;

use crate::{cell_of, printed, run};

/// Returns the kind and the message of the error.
fn failure(python: &Python, source: &str) -> (String, String) {
    let failure = run(python, source).failure.expect("an error");
    (failure.kind, failure.message)
}

const ABSENT: &str = "import math
from not_there_foo import Bar, Baz as B
import not_there_foo.deep as deep

class Agent:
    def act(self, frame: 'B'):
        return math.floor(2.5)

def use():
    return Bar(3)

print(Agent().act(None))
";

#[test]
fn an_absent_package_leaves_the_other_lines_of_its_cell() {
    let python = Python::new();
    let output = printed(&python, ABSENT);
    assert_eq!(output.matches("not_there_foo").count(), 2, "{output}");
    assert!(output.ends_with("\n2\n"), "{output}");
    // The names stay, and the first use of one that is not there says which line imported it.
    assert_eq!(printed(&python, "print(Agent().act(1))"), "2\n");
    for (source, line) in [
        ("use()", 2),
        ("class C(B):\n    pass", 2),
        ("B.x", 2),
        ("isinstance(1, Bar)", 2),
        ("for _ in Bar: pass", 2),
        ("deep.x", 3),
    ] {
        let (kind, message) = failure(&python, source);
        assert_eq!(kind, "ModuleNotFoundError", "{source}");
        let place = format!("(imported in line {line} of cell.py)");
        assert!(
            message.starts_with("No module named 'not_there_foo'"),
            "{message}"
        );
        assert!(message.ends_with(&place), "{source}: {message}");
    }
}

/// A cell with commands is none of Python's until they are calls, and its lines stay.
#[test]
fn a_cell_with_commands_has_stand_ins_too() {
    let python = Python::new();
    let source = "%matplotlib inline\n!pip install \\\n  not_there_foo\nfrom not_there_foo import Bar\nfound = !ls\nprint('on')\nBar";
    let output = printed(&python, source);
    assert!(output.contains("cell.py, line 4: No module"), "{output}");
    assert!(output.ends_with("which is not here>\n"), "{output}");
    let source = "%%time\ntry:\n    import not_there_foo\nexcept ImportError:\n    print('asked')";
    assert!(printed(&python, source).starts_with("asked\n"));
    // What a call that does nothing returns is no value to show.
    let source = "from comet_ml import login\nlogin()";
    let output = printed(&python, source);
    assert_eq!(output.matches("nothing here").count(), 1, "{output}");
}

#[test]
fn who_asks_whether_a_package_is_there_is_told() {
    let python = Python::new();
    for handler in [
        "except ImportError",
        "except ModuleNotFoundError",
        "except (KeyError, ImportError) as error",
        "except Exception",
        "except",
    ] {
        for package in ["not_there_foo", "comet_ml"] {
            let source = format!("try:\n    import {package}\n{handler}:\n    print('asked')");
            assert_eq!(printed(&python, &source), "asked\n", "{source}");
        }
    }
    let suppressed = "import contextlib\nhas = False\nwith contextlib.suppress(ImportError):\n    import not_there_foo\n    has = True\nprint(has)";
    assert_eq!(printed(&python, suppressed), "False\n");
    // A handler for something else asks nothing. A function cannot do without what it imports.
    let other = "try:\n    import not_there_foo\nexcept KeyError:\n    pass\nprint('on')";
    assert!(printed(&python, other).ends_with("\non\n"));
    let (kind, _) = failure(&python, "def f():\n    import not_there_foo\nf()");
    assert_eq!(kind, "ModuleNotFoundError");
    let (kind, _) = failure(&python, "__import__('not_there_foo')");
    assert_eq!(kind, "ModuleNotFoundError");
    let (kind, _) = failure(&python, "from not_there_foo import *");
    assert_eq!(kind, "ModuleNotFoundError");
}

#[test]
fn what_is_only_logged_or_uploaded_does_nothing_and_says_so_once() {
    let python = Python::new();
    let source = "import wandb
from comet_ml import Experiment, login
from xvfbwrapper import Xvfb
import gym_pygame
import tensorflow as tf
login()
Xvfb(width=1400, height=900).start()
def push():
    from huggingface_hub.repocard import metadata_save
    metadata_save('README.md', {})
    with Experiment() as run:
        return run.log_model(path='.')
push()
writer = tf.summary.create_file_writer('runs')
print('end', list(Experiment().list_models()))
";
    let output = printed(&python, source);
    assert!(output.ends_with("end []\n"), "{output}");
    for words in [
        "comet_ml.login does nothing here: a page has no account there",
        "xvfbwrapper.Xvfb does nothing here",
        // Of a package that is here, a part that is not.
        "huggingface_hub.repocard.metadata_save does nothing here: a page sends nothing to the hub",
        "tensorflow.summary.create_file_writer does nothing here",
    ] {
        assert_eq!(output.matches(words).count(), 1, "{output}");
    }
    assert_eq!(output.matches("no account").count(), 1, "{output}");
    let (kind, message) = failure(&python, "tf.zeros(3)");
    assert_eq!(kind, "ModuleNotFoundError");
    assert!(message.contains("this page has torch"), "{message}");
    // As a decorator it leaves the function.
    let source = "import mlflow\n@mlflow.trace\ndef f():\n    return 4\nprint(f())";
    assert_eq!(printed(&python, source), "4\n");
}

#[test]
fn a_hint_to_open_a_file_is_given_for_what_may_be_one() {
    let python = Python::new();
    let hint = "If it is a file of your own, open";
    for (name, is_hinted) in [
        ("rl_utils", true),
        ("common.multiprocessing_env", true),
        ("torch.hub_of_mine", false),
        ("gymnasium.envs.no_such_kind", false),
        ("transformers", false),
        ("pettingzoo.classic", false),
        ("sklearn", false),
        ("turtle", false),
    ] {
        let (_, message) = failure(&python, &format!("import {name} as it\nit()"));
        assert_eq!(message.contains(hint), is_hinted, "{name}: {message}");
    }
    let (_, message) = failure(&python, "import common.envs as it\nit()");
    assert!(message.contains("open common/envs.py"), "{message}");
    // A cell of an exercise has no stand-ins.
    let told = python.run_cell(&cell_of("import not_there_foo\nprint('never')"));
    let failure = told.failure.expect("an error");
    assert_eq!(
        (failure.kind.as_str(), failure.line),
        ("ModuleNotFoundError", Some(1))
    );
}
