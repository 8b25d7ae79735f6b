// One task, all libraries: prepared and warmed up one after the other, then timed in turn, repeat by
// repeat, so that whatever else the machine does falls on all of them alike.

import { complaint } from "./check.js";

/** Longest time for one call, after which a library is given up for the task. */
const LIMIT_MS = 15 * 60 * 1000;

async function withinLimit(promise, ms = LIMIT_MS) {
  let timer;
  const limit = new Promise((_, reject) => {
    const seconds = (ms / 1000).toFixed(0);
    timer = setTimeout(() => reject(new Error(`no answer within ${seconds} s`)), ms);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Compiles and warms up; what the untimed runs gave is kept to be checked. */
async function warmUp(player, task, { untimed }) {
  await player.prepare(task.call, task.args);
  const runs = [];
  for (let run = 0; run < untimed; run += 1) runs.push(await player.run());
  return { player, runs };
}

/** A library may play with one thread and with several: all that can do the task. */
async function warmUpAll({ lib, players }, task, counts, log) {
  const ready = [];
  // One that needs much longer than the one before is given up early.
  let patience = LIMIT_MS;
  const able = players.filter(({ workloads }) => workloads.includes(task.call));
  // A whole run takes long, and its minibatches are too small for several threads.
  for (const player of task.call === "finish" ? able.slice(0, 1) : able) {
    const start = performance.now();
    try {
      const warm = await withinLimit(warmUp(player, task, counts), patience);
      ready.push({ ...warm, lib, times: [], results: [], counts: [] });
      patience = 10_000 + 2 * (performance.now() - start);
    } catch (error) {
      log(`${lib} (${player.adapter}) gave up ${task.workload} ${task.size}: ${firstLines(error)}`);
      await player.reopen(task.device).catch(() => {});
    }
  }
  return ready;
}

const firstLines = (error) => String(error.message).split("\n").slice(0, 3).join(" ");

/** Gives, for each library that got through, its milliseconds, results and counts of WebGPU calls. */
export async function measure(libraries, task, counts, log) {
  let ready = [];
  for (const library of libraries) {
    ready.push(...(await warmUpAll(library, task, counts, log)));
  }
  for (let repeat = 0; repeat < counts.timed; repeat += 1) {
    // Each time another one begins.
    const first = repeat % Math.max(ready.length, 1);
    for (const entry of [...ready.slice(first), ...ready.slice(0, first)]) {
      try {
        const { ms, result, counts: asked } = await withinLimit(entry.player.run());
        entry.times.push(ms);
        entry.results.push(result);
        entry.counts.push(asked);
      } catch (error) {
        log(`${entry.lib} failed at ${task.workload} ${task.size}: ${firstLines(error)}`);
        await entry.player.reopen(task.device).catch(() => {});
        ready = ready.filter((other) => other !== entry);
      }
    }
  }
  return ready.map(({ runs, ...entry }) => {
    const all = [...runs.map(({ result }) => result), ...entry.results];
    return { ...entry, complaint: complaint(task, all) };
  });
}
