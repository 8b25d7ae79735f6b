// Drives one Chromium (and one Python, where there is PyTorch) through all workloads; called by
// scripts/bench, which says what the options mean.

import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openBrowser } from "./driver/browser.js";
import { measure } from "./driver/measure.js";
import { repeats, tasks } from "./driver/plan.js";
import { isProfiled, profileRow, profileTable } from "./driver/profile.js";
import { modurlPlayer } from "./driver/modurl.js";
import { canImport, jaxPlayer, torchPlayer } from "./driver/python.js";
import { row, save, table } from "./driver/report.js";
import { serve } from "./driver/server.js";

const ROOT = dirname(fileURLToPath(import.meta.url));
const RESULTS = `${ROOT}/results.jsonl`;
const PROFILE = `${ROOT}/profile.jsonl`;
const OUR_BUNDLE = "dist/policy_lab/bench.js";

const say = (text) => console.log(`bench: ${text}`);

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
    gpu: { type: "boolean", default: false },
    headed: { type: "boolean", default: false },
    "peers-only": { type: "boolean", default: false },
    device: { type: "string" },
    only: { type: "string" },
  },
});
// It costs little where everything is measured.
const profiling = options.profile || (!options.quick && !options.only);
const devices = options.device ? [options.device] : ["cpu", "webgpu"];

/** Each library with the players that can stand for it on this device. */
function candidates(browser, device) {
  const peers = [
    ["jax-js", "dist/peers/jax.js"],
    ["tfjs", "dist/peers/tfjs.js"],
  ];
  if (!options["peers-only"]) peers.unshift(["policy-lab", "peers/policy-lab.js"]);
  const withOrWithout = device === "cpu" ? [false, true] : [true];
  const libraries = peers.map(([lib, path]) => ({
    lib,
    players: withOrWithout.map((threads) => browser.player(path, { threads })),
  }));
  if (device === "cpu" && isThere.torch) {
    libraries.push({ lib: "torch", players: [torchPlayer({ threads: 1 }), torchPlayer({})] });
  }
  if (device === "cpu" && isThere.jax) libraries.push({ lib: "jax", players: [jaxPlayer()] });
  if (device === "cpu" && MODURL) libraries.push({ lib: "modurl", players: [modurlPlayer(MODURL)] });
  return libraries;
}

/** Opens what can be opened; a library without players is left out. */
async function openAll(libraries, device) {
  for (const library of libraries) {
    const open = [];
    for (const player of library.players) {
      player.reopen = async () => Object.assign(player, await player.open(device));
      try {
        await player.reopen();
        // On a single core, with threads and without is the same.
        if (open.every(({ threads }) => threads !== player.threads)) open.push(player);
        else await player.close();
      } catch (error) {
        say(`${library.lib} does not open on ${device}: ${error.message.split("\n")[0]}`);
      }
    }
    library.players = open;
  }
  return libraries.filter(({ players }) => players.length > 0);
}

/** GFLOP/s that the device can do at most; nothing where that cannot be measured. */
async function measurePeak(browser, device) {
  // On the CPU the loop is in Policy Lab's binary.
  if (device === "cpu" && options["peers-only"]) return undefined;
  const player = browser.player("harness/peak.js", { threads: true });
  try {
    await player.open(device);
    await player.prepare("peak", []);
    const { result } = await player.run();
    say(`${device}: at most ${result.gflops.toFixed(2)} GFLOP/s (${result.kernel})`);
    return result.gflops;
  } catch (error) {
    say(`the peak of ${device} could not be measured: ${error.message.split("\n")[0]}`);
    return undefined;
  } finally {
    await player.close();
  }
}

/** Where the time of a prepared task goes, by the library's own account. */
async function stagesOf({ lib, player }, task) {
  try {
    return await player.stages?.(task.call, repeats(task, options).timed);
  } catch (error) {
    failures += 1;
    say(`${lib} has no stages of ${task.workload} ${task.size}: ${error.message.split("\n")[0]}`);
    return undefined;
  }
}

/** Measures everything on one device, and saves what there is after each task: a run may be cut off. */
async function runDevice(browser, device, date) {
  const peak = profiling ? await measurePeak(browser, device) : undefined;
  const libraries = await openAll(candidates(browser, device), device);
  for (const task of tasks({ ...options, device })) {
    say(`${device}: ${task.workload} ${task.size}...`);
    const outcomes = await measure(libraries, task, repeats(task, options), say);
    // A peer may lack an operation on some device; Policy Lab may not.
    const weAreIn = options["peers-only"] || outcomes.some(({ lib }) => lib === "policy-lab");
    if (!weAreIn) failures += 1;
    for (const outcome of outcomes) {
      if (outcome.complaint) {
        // A fast wrong answer is no figure.
        failures += 1;
        say(`${outcome.lib} is WRONG at ${task.workload} ${task.size}: ${outcome.complaint}`);
        continue;
      }
      rows.push(row(task, outcome, date));
      if (profiling && isProfiled(task)) {
        const stages = await stagesOf(outcome, task);
        profile.push(profileRow(task, outcome, { peak, stages, date }));
      }
    }
    await save(RESULTS, rows);
    await save(PROFILE, profile);
  }
  for (const { players } of libraries) {
    for (const player of players) await player.close();
  }
}

if (!options["peers-only"] && !existsSync(`${ROOT}/${OUR_BUNDLE}`)) {
  say(`policy-lab is skipped: there is no bench/${OUR_BUNDLE}`);
  options["peers-only"] = true;
}
const { MODURL } = process.env;
if (devices.includes("cpu") && !MODURL) say("ModuRL is skipped: MODURL names the program of its benchmark");
const isThere = {};
for (const module of ["torch", "jax"]) {
  isThere[module] = devices.includes("cpu") && canImport(module);
  if (!isThere[module]) say(`${module} is skipped: this Python cannot import it (PYTHON names another)`);
}

let failures = 0;
const date = new Date().toISOString().slice(0, 10);
const server = await serve(ROOT);
const browser = await openBrowser(server.origin, { ...options, log: say });
say(`Chromium ${browser.version}, ${options.gpu ? "real GPU" : "software WebGPU adapter"}`);
const rows = [];
const profile = [];
try {
  for (const device of devices) await runDevice(browser, device, date);
} finally {
  await browser.close();
  server.stop();
}
console.log(`\n${table(rows).join("\n")}\n`);
say(`${rows.length} rows are in bench/results.jsonl`);
if (profile.length > 0) {
  console.log(`\n${profileTable(profile).join("\n")}\n`);
  say(`${profile.length} rows are in bench/profile.jsonl`);
}
process.exitCode = failures > 0 || rows.length === 0 ? 1 : 0;
