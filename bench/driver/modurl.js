// ModuRL (https://github.com/ModuRL/ModuRL) as one more player: its own benchmark program, built natively as its README
// says. It measures one workload, ours of the same name, and prints a line of JSON behind a mark.

import { execFile } from "node:child_process";
import { promisify } from "node:util";

const MARK = "BENCH_RESULT=";

/** ModuRL on one thread, by the path of its program. */
export function modurlPlayer(program) {
  const bench = async (transitions) => {
    const args = ["--algorithm", "ppo", "--threads", "1", "--steps", String(transitions)];
    const { stdout } = await promisify(execFile)(program, args, { env: { RAYON_NUM_THREADS: "1" } });
    const line = stdout.split("\n").find((one) => one.startsWith(MARK));
    if (!line) throw new Error(`${program} printed no result`);
    return JSON.parse(line.slice(MARK.length));
  };
  let transitions;
  return {
    async open() {
      const { framework_version: version, backend } = await bench(2048);
      return {
        name: `ModuRL ${version.split(" ")[0]}`,
        adapter: `native, ${backend}, 1 thread`,
        threads: 1,
        workloads: ["finish"],
      };
    },
    async prepare(_, [run]) {
      if (run !== "modurl-ppo") throw new Error("its benchmark has another workload");
      transitions = 20_480;
    },
    async run() {
      const { elapsed_seconds: secs } = await bench(transitions);
      return { ms: secs * 1000, result: { total_secs: secs } };
    },
    async close() {},
  };
}
