// PyTorch and JAX as more players: Python processes that answer as a worker does, a line of JSON each
// way (bench/torch_reference.py, bench/jax_training.py).

import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";

const pathOf = (script) => new URL(`../${script}`, import.meta.url).pathname;
const PYTHON = process.env.PYTHON || "python3";

/** Whether this machine's Python can import a module. */
export function canImport(module) {
  return spawnSync(PYTHON, ["-c", `import ${module}`], { stdio: "ignore" }).status === 0;
}

/** PyTorch with `threads` threads, or as many as it wants. */
export const torchPlayer = ({ threads }) =>
  pythonPlayer("torch_reference.py", threads ? ["--threads", String(threads)] : []);

/** JAX, each run compiled into one function, on one thread. */
export const jaxPlayer = () => pythonPlayer("jax_training.py", []);

function pythonPlayer(script, options) {
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
      child = spawn(PYTHON, [pathOf(script), "--serve", ...options], { stdio: ["pipe", "pipe", "ignore"] });
      createInterface({ input: child.stdout }).on("line", answer);
      child.on("exit", () => waiting?.reject(new Error("the Python process ended")));
      return ask({ call: "open", device });
    },
    prepare: (workload, args) => ask({ call: "prepare", workload, args }),
    run: () => ask({ call: "run" }),
    close,
  };
}
