//! Which of gym's interfaces a program gets, and what it is told of that.

use policy_lab::python::protocol::{CellFailure, Program};
use policy_lab_python::cell::{CellOutcome, Python};

use crate::cell_of;

/// What comes before the lines that show something. The first of those is the fourth.
const MAKES: &str = "import gym\ngym.make('CartPole-v1')\ndef play(self, env, convert, step):\n";

/// Lines of a program, the interface that it gets, and why.
const SHOWN: &[(&str, &str, &str)] = &[
    // The rows of the table in docs/python.md.
    (
        "a, b, c, d, e = env.step(0)",
        "0.26",
        "line 4 unpacks step() into 5 values",
    ),
    (
        "obs, info = env.reset()",
        "0.26",
        "line 4 unpacks reset() into 2 values",
    ),
    ("obs = env.reset()[0]", "0.26", "line 4 takes reset()[0]"),
    (
        "a, b, c, d = env.step(0)",
        "0.21",
        "line 4 unpacks step() into 4 values",
    ),
    (
        "import gymnasium\na, b, c, d, e = env.step(0)\na, b, c, d = env.step(0)",
        "0.21",
        "line 6 unpacks step() into 4 values",
    ),
    (
        "a, b, c, d = env.step(0)\na, b, c, d, e = env.step(0)",
        "0.26",
        "line 5 unpacks step() into 5 values",
    ),
    ("state = env.reset()", "0.21", "no line shows otherwise"),
    // The older interface can have a reset that returns two values.
    (
        "obs, info = env.reset(return_info=True)\na, b, c, d = env.step(0)",
        "0.21",
        "line 5 unpacks step() into 4 values",
    ),
];

/// Further ways to unpack `step` into five values, all in the fourth line.
const FIVE: &[&str] = &[
    "(obs, reward,\n terminated, truncated, info) = env.step(\n    0\n)",
    "a, b, c, d, e = \\\n  env.step(0)",
    "[a, b, c, d, e] = self.env.step(0)",
    "last = a, b, c, d, e = env.step(0)",
    "a, b, c, d, e = convert(*env.step(0))",
    "a, (b, c), d, self.e, _ = env.step(0)",
    "x = 1; a, b, c, d, e = env.step(0)  # a, b, c, d = env.step(0)",
];

/// Lines that show nothing.
const UNSHOWN: &[&str] = &[
    "pass  # a, b, c, d, e = env.step(0)",
    "'a, b, c, d, e = env.step(0)'",
    "'''\na, b, c, d, e = env.step(0)\n'''",
    "x = f'{env}: a, b, c, d, e = env.step(0)'",
    "obs, *rest = env.step(0)",
    "a, b, *c, d, e = env.step(0)",
    "result = env.step(0)",
    "result: tuple = env.step(0)",
    "result = ()\nresult += env.step(0)",
    "if result := env.step(0): a, b, c, d, e = result",
    "for a, b, c, d, e in [env.step(0)]: pass",
    "obs = env.step(0)[0]",
    "obs = env.reset()[:2]",
    "a, b, c, d, e = step(0)",
    "a, b, c, d, e = env.steps(0)",
    "a, b, c, d, e = self.obs, 1, 2, 3, env.step",
    "a, b, c, d, e = env.step(0), 1, 2, 3, 4",
];

fn run(python: &Python, source: &str, beside: &[(&str, &str)]) -> CellOutcome {
    let owned = |(file, text): &(&str, &str)| ((*file).to_owned(), (*text).to_owned());
    python.run_program(&Program {
        notebook: "chosen".to_owned(),
        file: "play.py".to_owned(),
        source: source.to_owned(),
        beside: beside.iter().map(owned).collect(),
        ..Program::default()
    })
}

/// Runs a program in an interpreter of its own, which must not fail, and returns its output.
fn printed(source: &str, beside: &[(&str, &str)]) -> String {
    let outcome = run(&Python::new(), source, beside);
    assert_eq!(outcome.failure, None, "{source}");
    outcome.output
}

fn failure(source: &str) -> CellFailure {
    let failure = run(&Python::new(), source, &[]).failure;
    failure.expect("an error")
}

fn notice(got: &str, why: &str) -> String {
    let other = if got == "0.21" { "0.26" } else { "0.21" };
    format!("gym: {got}, because {why}; gym.use(\"{other}\") chooses the other\n")
}

/// Returns a program in which a function has these lines.
fn with(lines: &str) -> String {
    // What stands between quotation marks may begin where it will.
    let lines: Vec<_> = lines.lines().map(|line| format!("    {line}")).collect();
    format!("{MAKES}{}\nprint(gym.__version__[:4])\n", lines.join("\n"))
}

#[test]
fn the_text_of_a_program_shows_its_interface() {
    let python = Python::new();
    let five = (FIVE.iter()).map(|lines| (*lines, "0.26", "line 4 unpacks step() into 5 values"));
    let unshown = (UNSHOWN.iter()).map(|lines| (*lines, "0.21", "no line shows otherwise"));
    for (lines, got, why) in SHOWN.iter().copied().chain(five).chain(unshown) {
        let outcome = run(&python, &with(lines), &[]);
        assert_eq!(outcome.failure, None, "{lines}");
        assert_eq!(outcome.output, notice(got, why) + got + "\n", "{lines}");
    }
}

#[test]
fn files_and_cells_show_it_too() {
    let makes = "gym.make('CartPole-v1');\n";
    let player = (
        "player.py",
        "def play(env):\n    a, b, c, d, e = env.step(0)\n",
    );
    let older = ("older.py", "def play(env):\n    a, b, c, d = env.step(0)\n");
    let told = |source: &str, beside: &[_]| printed(&(source.to_owned() + makes), beside);

    let why = "line 2 of player.py unpacks step() into 5 values";
    assert_eq!(
        told("import gym, player\n", &[older, player]),
        notice("0.26", why)
    );
    // A file that an imported file imports.
    let train = ("train.py", "from player import play\n");
    let beside = [older, player, train];
    assert_eq!(
        told("import gym\nfrom train import play\n", &beside),
        notice("0.26", why)
    );
    // The program's own lines come first.
    let own = "import gym, player\ndef play(env):\n    a, b, c, d = env.step(0)\n";
    let unpacks = "line 3 unpacks step() into 4 values";
    assert_eq!(told(own, &[player]), notice("0.21", unpacks));
    // One that imports gym itself has nothing to do with a file that it does not import.
    let unshown = notice("0.21", "no line shows otherwise");
    assert_eq!(told("import gym\n", &[player]), unshown);

    // A notebook's cell may have it from another one, and the lines that unpack may come later.
    let python = Python::new();
    let begins = "import gym";
    run(&python, begins, &[("play-2.py", makes), player]);
    let cells = [("play-1.py", begins), player];
    assert_eq!(run(&python, makes, &cells).output, notice("0.26", why));
    // It is told again whenever a program makes an environment, but only once.
    let twice = makes.repeat(2);
    assert_eq!(run(&python, &twice, &cells).output, notice("0.26", why));
    // Gymnasium's interface says nothing of gym's, and a text with mistakes says nothing at all.
    let newer = (
        "newer.py",
        "import gymnasium\na, b, c, d, e = env.step(0)\n",
    );
    let broken = ("broken.py", "a, b, c, d, e = env.step(0\n");
    assert_eq!(run(&python, makes, &[newer, broken]).output, unshown);
}

#[test]
fn who_asks_for_an_interface_is_not_told() {
    let makes = "env = gym.make('CartPole-v1')\nprint(gym.__version__)\n";
    for (begins, got) in [
        ("import gym\ngym.use('0.26')\n", "0.26.2\n"),
        ("# !pip install gym==0.21\nimport gym\n", "0.21.0\n"),
        ("import gym\ngym.logger.set_level(40)\n", "0.21.0\n"),
    ] {
        assert_eq!(printed(&format!("{begins}{makes}"), &[]), got);
    }
    let newer = format!("import gymnasium as gym\n{makes}");
    assert_eq!(printed(&newer, &[]).lines().count(), 1);
    // It goes where warnings go.
    let kept = "import gym, io, sys\nsys.stderr = io.StringIO()\ngym.make('CartPole-v1')\n\
                print(sys.stderr.getvalue().count('gym: 0.21'))\n";
    assert_eq!(printed(kept, &[]), "1\n");
}

#[test]
fn an_exercise_has_the_interface_of_the_course_and_is_not_told() {
    let python = Python::new();
    python.warm_up();
    // The exercises' own environments return five values, and so did this program's.
    let five = with("a, b, c, d, e = envs.step(0)");
    assert!(run(&python, &five, &[]).output.ends_with("0.26\n"));
    let cell = |source: &str| python.run_cell(&cell_of(source));
    let outcome = cell(&five);
    assert_eq!((outcome.failure, outcome.output.as_str()), (None, "0.21\n"));
    let unpacks = "import gym\nenv = gym.make('CartPole-v1')\nenv.reset()\n\
                   result = env.step(0)\na, b, c, d, e = result\n";
    let hint = cell(unpacks).failure.expect("an error").hint;
    assert!(hint.is_some_and(|hint| hint.contains("gym.use(\"0.26\")")));
}

#[test]
fn an_error_of_the_other_interface_says_how_to_choose_it() {
    let steps = "import gym\nenv = gym.make('CartPole-v1')\nstate = env.reset()\n";
    let five = "result = env.step(0)\na, b, c, d, e = result\n";
    let failed = failure(&format!("{steps}{five}"));
    assert_eq!(
        failed.message,
        "not enough values to unpack (expected 5, got 4)"
    );
    assert_eq!(
        failed.hint.as_deref(),
        Some(
            "`step` returned these 4 values, as in gym 0.21: put `gym.use(\"0.26\")` after `import gym` for the other interface"
        )
    );
    let four = "state, info = env.reset()\nresult = env.step(0)\na, b, c, d = result\n";
    let failed = failure(&format!(
        "import gym\nenv = gym.make('CartPole-v1')\n{four}"
    ));
    assert_eq!(
        failed.hint.as_deref(),
        Some(
            "`step` returned these 5 values, as in gym 0.26: put `gym.use(\"0.21\")` after `import gym` for the other interface"
        )
    );
    // Who has chosen knows, and other values have other reasons.
    for source in [
        &format!("import gym\ngym.use('0.21')\n{steps}{five}"),
        "import gym\na, b, c, d, e = 1, 2, 3, 4",
        &format!("{steps}a, b, c = 1, 2"),
    ] {
        assert_eq!(failure(source).hint, None, "{source}");
    }
}

#[test]
fn a_word_in_the_text_asks_for_resets_as_before_1_0() {
    let source = "import gymnasium as gym\nfrom notes import read\n\
                  envs = gym.vector.SyncVectorEnv([lambda: gym.make('CartPole-v1')])\n\
                  print(envs.autoreset_mode)\n";
    for (lines, mode) in [
        (
            "def read(infos):\n    return infos['final_info']\n",
            "SameStep\n",
        ),
        (
            "def read(infos):\n    return 'final_info' in infos\n",
            "SameStep\n",
        ),
        (
            "def read(infos):\n    return infos  # ['final_info']\n",
            "NextStep\n",
        ),
        ("def read(infos):\n    'Reads final_info.'\n", "NextStep\n"),
    ] {
        assert_eq!(printed(source, &[("notes.py", lines)]), mode, "{lines}");
    }
}
