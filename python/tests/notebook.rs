//! Cells as Jupyter runs them: what they show, their commands, and where an error of theirs is.

use std::cell::RefCell;
use std::rc::Rc;

use policy_lab_python::cell::{Python, listen};
use policy_lab_python::screen::{Showing, watched};

use crate::{printed, run};

/// Runs a cell, and returns what it prints and what it shows besides.
fn shown(python: &Python, source: &str) -> (String, Vec<Showing>) {
    let seen = Rc::new(RefCell::new(Vec::new()));
    let sees = Rc::clone(&seen);
    let output = watched(
        move |shown| sees.borrow_mut().push(shown),
        || printed(python, source),
    );
    (output, seen.take())
}

fn titles(shown: &[Showing]) -> Vec<&str> {
    let figures = shown.iter().filter_map(|shown| match shown {
        Showing::Figure(svg) => svg.split_once("<desc>")?.1.split("</desc>").next(),
        _ => None,
    });
    figures.collect()
}

#[test]
fn a_cell_shows_its_last_value() {
    let python = Python::new();
    for (source, output) in [
        ("import torch\ntorch.ones(2)", "tensor([1., 1.])\n"),
        ("x = 3\nx", "3\n"),
        ("'text'", "'text'\n"),
        (
            "import numpy as np\nnp.arange(3)  # three",
            "array([0, 1, 2])\n",
        ),
        ("x;", ""),
        ("None", ""),
        ("x = 4", ""),
        ("print(x)", "4\n"),
        ("if x:\n    x", ""),
        ("(x,\n 1)", "(4, 1)\n"),
        ("display(x, 'a')", "4\n'a'\n"),
        (
            "['x' * 30] * 3",
            "['xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',\n 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',\n 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx']\n",
        ),
        (
            "class Own:\n    def __repr__(self):\n        return 'own'\nOwn()",
            "own\n",
        ),
    ] {
        assert_eq!(printed(&python, source), output, "{source}");
    }
    let failure = run(&python, "x = 1\n\n(x /\n 0)")
        .failure
        .expect("an error");
    assert!(
        failure.line == Some(3) || failure.line == Some(4),
        "{failure:?}"
    );
    assert!(
        !failure.traceback.contains("__show__"),
        "{}",
        failure.traceback
    );
}

#[test]
fn figures_are_shown_and_closed_at_a_cells_end() {
    let python = Python::new();
    let (output, first) = shown(
        &python,
        "import matplotlib.pyplot as plt\nplt.plot([1, 2, 3])\nplt.title('upper');",
    );
    assert_eq!((output.as_str(), titles(&first).len()), ("", 1));
    let (_, second) = shown(
        &python,
        "plt.plot([3, 2, 1]); plt.title('middle'); plt.show()\nplt.plot([1]); plt.title('lower');",
    );
    let titles = titles(&second);
    assert_eq!(titles.len(), 2, "{titles:?}");
    assert!(
        titles[0].contains("middle") && !titles[0].contains("upper"),
        "{titles:?}"
    );
    assert!(titles[1].contains("lower"), "{titles:?}");
    // What it draws is told by a word, not by its numbers.
    let (output, _) = shown(&python, "plt.plot([1, 2])");
    assert_eq!(output, "[<matplotlib: line, 2 numbers>]\n");
    // Once, although it is shown and still open.
    let (output, last) = shown(&python, "fig, ax = plt.subplots()\nax.plot([1, 2])\nfig");
    assert_eq!((output.as_str(), last.len()), ("", 1));
    // Also where the cell fails.
    let seen = Rc::new(RefCell::new(Vec::new()));
    let sees = Rc::clone(&seen);
    let failed = watched(
        move |shown| sees.borrow_mut().push(shown),
        || run(&python, "plt.plot([1, 2])\n1 / 0"),
    );
    assert_eq!(
        failed.failure.map(|it| it.kind).as_deref(),
        Some("ZeroDivisionError")
    );
    assert_eq!(seen.borrow().len(), 1);
}

#[test]
fn a_film_is_shown_once() {
    let python = Python::new();
    let source = "import matplotlib.pyplot as plt\nfrom matplotlib.animation import FuncAnimation\n\
                  fig, ax = plt.subplots()\n(line,) = ax.plot([], [])\n\
                  film = FuncAnimation(fig, lambda at: line.set_data([0, at], [0, 1]), frames=3)";
    let (output, seen) = shown(&python, source);
    assert_eq!((output.as_str(), seen.len()), ("", 1));
    assert!(titles(&seen)[0].contains("A film of 3 pictures"));
    // As the last value it says besides where it is.
    let (output, seen) = shown(&python, &format!("{source}\nfilm"));
    assert_eq!((output.as_str(), titles(&seen).len()), ("", 1));
    assert!(matches!(&seen[1..], [Showing::Markup(_)]), "{seen:?}");
}

#[test]
fn what_is_cleared_is_seen_no_more() {
    let python = Python::new();
    let (output, _) = shown(
        &python,
        "from IPython.display import clear_output\nfor i in range(50):\n    clear_output(wait=True)\n    print(i)",
    );
    assert_eq!(output, "49\n");
    // What waits for more output leaves everything where nothing comes.
    let (output, seen) = shown(&python, "print(1)\nclear_output(True)");
    assert_eq!((output.as_str(), seen.len()), ("1\n", 0));
    let (output, seen) = shown(&python, "print(1)\nclear_output()\nprint(2)");
    assert_eq!((output.as_str(), seen), ("2\n", vec![Showing::Cleared]));
    let (_, seen) = shown(
        &python,
        "import matplotlib.pyplot as plt\nfor i in range(3):\n    clear_output(True)\n    plt.plot([i]); plt.show()",
    );
    let figures = seen.iter().rposition(|it| *it == Showing::Cleared);
    assert_eq!(
        figures,
        Some(seen.len() - 2),
        "the last figure stands alone"
    );
    // A loop that prints more in all than is kept.
    let many = "for i in range(30):\n    clear_output()\n    print('x' * 5000)\nprint('end')";
    assert!(printed(&python, many).ends_with("x\nend\n"));
}

#[test]
fn html_and_markdown_are_safe() {
    let python = Python::new();
    let (output, seen) = shown(
        &python,
        "from IPython.display import HTML, Markdown, Image\n\
         display(Markdown('**a** <script>f()</script>'))\n\
         class Table:\n    def _repr_html_(self):\n        return '<table onclick=f()><tr><td>1</td></tr></table>'\n\
         display(Image(b'\\x89PNG'))\n\
         Table()",
    );
    assert_eq!(output, "");
    let [
        Showing::Markup(text),
        Showing::Markup(image),
        Showing::Markup(table),
    ] = &seen[..]
    else {
        panic!("{seen:?}");
    };
    assert_eq!(text, "<p><strong>a</strong> </p>");
    assert!(
        image.starts_with("<img src=\"data:image/png;base64,iVBORw==\""),
        "{image}"
    );
    assert_eq!(table, "<table><tr><td>1</td></tr></table>");
    // Where nobody looks, it says what it is.
    let unseen = printed(&python, "HTML('x')");
    assert_eq!(unseen, "<IPython.core.display.HTML object>\n");
}

#[test]
fn commands_do_what_can_be_done() {
    let python = Python::new();
    for (source, output) in [
        ("%matplotlib inline\n%load_ext autoreload\nprint(1)", "1\n"),
        (
            "%%writefile util.py\ndef f():\n    return 7\n",
            "Writing util.py\n",
        ),
        ("from util import f\nf()", "7\n"),
        ("!ls util*", "util.py\n"),
        ("files = !ls util*\nfiles", "['util.py']\n"),
        ("%run util.py\nf()", "7\n"),
        (
            "!cat util.py | head\nprint(1)",
            "`cat util.py | head`: a page joins no commands with |, so nothing was done\n1\n",
        ),
        (
            "!pip install \\\n  gymnasium numpy\nprint(1)",
            "gymnasium, numpy: here already\n1\n",
        ),
        (
            "!pip install sb3-contrib",
            "sb3-contrib: `pip` cannot install it in a page\n",
        ),
        (
            "!git clone https://x.org/a\nprint(1)",
            "`git` loads from other servers, which a tab's Python cannot: put the file into this notebook\n1\n",
        ),
        ("!echo {1 + 1}", "2\n"),
        (
            "%nonsense\nprint(1)",
            "%nonsense is a command of Jupyter that this page does not have: nothing was done\n1\n",
        ),
        (
            "%%ruby\nputs 1",
            "%%ruby is a command of Jupyter that this page does not have: nothing of this cell has run\n",
        ),
        ("async def g():\n    return 3\nawait g()", "3\n"),
        ("x = [await g() for i in range(2)]\nx", "[3, 3]\n"),
        (
            "import asyncio\nasync def later(x):\n    await asyncio.sleep(0)\n    return x\n\
             await asyncio.gather(later(1), later(2))",
            "[1, 2]\n",
        ),
        ("%%capture out\nprint('hidden')", ""),
        ("out.stdout", "'hidden\\n'\n"),
        ("get_ipython().run_line_magic('matplotlib', 'inline')", ""),
        ("nobody?", "Object `nobody` not found.\n"),
    ] {
        assert_eq!(printed(&python, source), output, "{source}");
    }
    for (source, part) in [
        ("%time f()", "Wall time: "),
        ("%%time\nf()", "Wall time: "),
        ("%timeit -n 10 f()", " per loop"),
        ("f?", "function f()"),
        ("help(f)", "function f()"),
        ("import torch\ntorch.relu?", "torch.relu"),
    ] {
        let output = printed(&python, source);
        assert!(output.contains(part), "{source}: {output}");
    }
    assert!(printed(&python, "%time f()").ends_with("\n7\n"));
    // Errors name their lines.
    for (source, line) in [
        ("!pip install \\\n  gymnasium\n1 / 0", 3),
        ("%%time\nx = 1\n1 / 0", 3),
        ("x = 1\n%time 1 / 0", 2),
        ("%%timeit\nx = 1\n1 / 0", 3),
    ] {
        let failure = run(&python, source).failure.expect(source);
        assert_eq!(
            (failure.kind.as_str(), failure.line),
            ("ZeroDivisionError", Some(line)),
            "{source}"
        );
    }
}

/// RustPython looks for a mistake in the whole text, and takes a lambda for one.
#[test]
fn a_syntax_error_stands_where_cpython_says() {
    const LAMBDA: &str = "q = max([1], key=lambda s: s)\n";
    let python = Python::new();
    for (wrong, line, message) in [
        ("for i in range(3)\n    print(i)\n", 1, "expected ':'"),
        ("state = # TODO\n", 1, ""),
        (
            "x = 1\nif x:\ny = 2\n",
            3,
            "expected an indented block after 'if' statement",
        ),
        (
            "f(1,\n  2 3)\n",
            2,
            "invalid syntax. Perhaps you forgot a comma?",
        ),
        ("x = (1,\n", 1, "'(' was never closed"),
        ("x = 'abc\n", 1, "unterminated string literal"),
        ("def f(:\n    pass\n", 1, ""),
        ("x = 1 +\n", 1, ""),
        ("if x = 1:\n    pass\n", 1, "invalid syntax"),
    ] {
        let below = format!("{wrong}{LAMBDA}");
        let above = format!("{LAMBDA}def f():\n    return sorted([1], key=lambda s: s)\n{wrong}");
        let letters = format!("# é\n{LAMBDA}{wrong}");
        let text = format!("{LAMBDA}{wrong}");
        let within = format!("exec({text:?})");
        for (source, at) in [(below, line), (above, line + 3), (letters, line + 2)] {
            let failure = run(&python, &source).failure.expect("an error");
            assert_eq!(failure.line, Some(at), "{source}\n{}", failure.message);
            assert!(
                failure.message.contains(message),
                "{source}\n{}",
                failure.message
            );
        }
        let failure = run(&python, &within).failure.expect("an error");
        assert!(
            failure.message.contains(message),
            "{within}\n{}",
            failure.message
        );
    }
    // Within a statement too.
    let source = "f(key=lambda s: s,\n  a=1 b=2)\n";
    assert_eq!(run(&python, source).failure.and_then(|it| it.line), Some(2));
}

#[test]
fn a_question_costs_no_program() {
    let python = Python::new();
    let source = "results = 3\nif input('show? ') != 'y':\n    print('results', results)";
    let output = printed(&python, source);
    assert!(output.starts_with("show? \n["), "{output}");
    assert!(
        output.ends_with("returns an empty text]\nresults 3\n"),
        "{output}"
    );
    // Who asks until there is an answer is told that there is none.
    let endless = run(&python, "while not input():\n    pass").failure;
    assert_eq!(endless.map(|it| it.kind).as_deref(), Some("EOFError"));
}

#[test]
fn what_is_interrupted_ends_and_the_next_cell_runs() {
    let python = Python::new();
    let interrupter = RefCell::new(Some(python.interrupter()));
    listen(move |_| {
        if let Some(interrupter) = interrupter.take() {
            interrupter.interrupt();
        }
    });
    let endless = run(
        &python,
        "turns = 0\nwhile True:\n    turns += 1\n    print()",
    )
    .failure;
    assert_eq!(
        endless.map(|it| it.kind).as_deref(),
        Some("KeyboardInterrupt")
    );
    assert_eq!(printed(&python, "turns"), "1\n");
}
