"""Records what PyTorch, numpy, SciPy and einops compute for the cases beside this file: `python record.py`, with all four
installed, in recent versions. The numbers are checked in, so this is needed only when cases change."""

import pathlib
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))

import harness  # noqa: E402


def main():
    wrong = 0
    for file in sorted((HERE / "cases").glob("*.txt")):
        lines = []
        for case in harness.cases(file.read_text()):
            line = harness.outcome(case)
            if '"wrong":' in line:
                print(file.name, line)
                wrong += 1
            lines.append(line)
        (HERE / "numbers").mkdir(exist_ok=True)
        (HERE / "numbers" / f"{file.stem}.jsonl").write_text("\n".join(lines) + "\n")
        print(f"{file.stem}: {len(lines)} cases")
    about = f"torch {harness.torch.__version__}, numpy {harness.np.__version__}"
    (HERE / "numbers" / "versions.txt").write_text(about + "\n")
    sys.exit(1 if wrong else 0)


main()
