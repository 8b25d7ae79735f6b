// PyTorch as one more player: a Python process that answers as a worker does, a line of JSON each
// way (bench/torch_reference.py).

import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";

const SCRIPT = new URL("../torch_reference.py", import.meta.url).pathname;
const PYTHON = process.env.PYTHON || "python3";

/** Whether this machine's Python can import torch. */
export function hasTorch() {
  return spawnSync(PYTHON, ["-c", "import torch"], { stdio: "ignore" }).status === 0;
}

/** With `threads` threads, or as many as PyTorch wants. */
export function torchPlayer({ threads }) {
  const options = threads ? ["--serve", "--threads", String(threads)] : ["--serve"];
  let child;
  let waiting;
  const close = async () => {
    waiting = undefined;
    child?.kill();
    child = undefined;
  };
  const ask = (message) =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      child.stdin.write(`${JSON.stringify(message)}\n`);
    });
  const answer = (line) => {
    const { value, error } = JSON.parse(line);
    // The answer may be to a question that was given up.
    if (!waiting) return;
    if (error === undefined) waiting.resolve(value);
    else waiting.reject(new Error(error));
  };
  return {
    async open(device) {
      await close();
      child = spawn(PYTHON, [SCRIPT, ...options], { stdio: ["pipe", "pipe", "ignore"] });
      createInterface({ input: child.stdout }).on("line", answer);
      child.on("exit", () => waiting?.reject(new Error("the Python process ended")));
      return ask({ call: "open", device });
    },
    prepare: (workload, args) => ask({ call: "prepare", workload, args }),
    run: () => ask({ call: "run" }),
    close,
  };
}
