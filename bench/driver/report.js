// From times to a table and to bench/results.jsonl.

import { readFile, writeFile } from "node:fs/promises";
import { aligned, grouped, shown } from "./table.js";

export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const rounded = (ms) => Math.round(ms * 1000) / 1000;

function spread(times) {
  return {
    ms_median: rounded(median(times)),
    ms_min: rounded(Math.min(...times)),
    ms_max: rounded(Math.max(...times)),
  };
}

/** What a training says of itself; its `ms` figures are until it was solved. */
function training(results) {
  const solved = results.map(({ solved_secs: secs }) => secs).filter((secs) => secs !== null);
  // Ours ends where it is solved.
  const wholes = results.map(({ total_secs: secs }) => secs).filter((secs) => secs !== undefined);
  const total = wholes.length ? spread(wholes.map((secs) => secs * 1000)) : {};
  return {
    times: solved.map((secs) => secs * 1000),
    extra: {
      solved: `${solved.length}/${results.length}`,
      total_ms_median: total.ms_median,
      total_ms_min: total.ms_min,
      total_ms_max: total.ms_max,
      iterations: Math.max(...results.map(({ iterations }) => iterations)),
    },
  };
}

/** A few iterations of a training: the `ms` figures are of one, and so is what was asked of WebGPU. */
function iterations(results) {
  const times = results.flatMap(({ secs }) => secs.map((one) => one * 1000));
  const counts = results.flatMap(({ counts }) => counts);
  const usual = (key) => rounded(median(counts.map((one) => one[key])));
  // Where nothing is dispatched, all is the host's.
  const asked = {
    dispatches: usual("dispatches"),
    submits: usual("submits"),
    bytes_up: usual("bytes_up"),
    bytes_down: usual("bytes_down"),
    host_ms: rounded(median(counts.map(({ waited_ms: waited }, index) => times[index] - waited))),
  };
  const iterations = results[0].secs.length;
  return { times, extra: { iterations, ...(asked.dispatches > 0 ? asked : {}) } };
}

/** What is timed inside of a repeat; otherwise the repeats themselves are. */
const WITHIN = {
  train: training,
  iterate: iterations,
  iterateAsHardware: iterations,
  sideBySide: iterations,
};

/** One object for the results file. */
export function row(task, { lib, player, times, results }, date) {
  const { times: timed, extra } = WITHIN[task.call]?.(results) ?? { times, extra: {} };
  const figures =
    timed.length > 0 ? spread(timed) : { ms_median: null, ms_min: null, ms_max: null };
  return {
    workload: task.workload,
    size: task.size,
    device: task.device,
    lib,
    ...figures,
    ...(task.steps ? { steps: task.steps } : {}),
    ...extra,
    repeats: times.length,
    ...(player.threads ? { threads: player.threads } : {}),
    adapter: player.adapter,
    version: player.name,
    date,
  };
}

/**
 * Puts rows into the file: for each workload, size, device and library the newest, one for each number of threads and each
 * adapter of WebGPU.
 */
export async function save(path, rows) {
  if (rows.length === 0) return;
  const key = ({ workload, size, device, lib, adapter }) =>
    [workload, size, device, lib, device === "webgpu" ? adapter : ""].join(" ");
  const fresh = new Set(rows.map(key));
  const text = await readFile(path, "utf8").catch(() => "");
  const kept = text.split("\n").filter((line) => line && !fresh.has(key(JSON.parse(line))));
  const lines = [...kept, ...rows.map((one) => JSON.stringify(one))];
  await writeFile(path, `${lines.join("\n")}\n`);
}

function figure(one) {
  if (one.ms_median === null) return "never solved";
  return `${shown(one.ms_median)} (${shown(one.ms_min)}–${shown(one.ms_max)})`;
}

function speed(one) {
  if (one.total_ms_median !== undefined) {
    return `solved ${one.solved}, all ${one.iterations} iterations ${(one.total_ms_median / 1000).toFixed(1)} s`;
  }
  if (one.solved !== undefined) return `solved ${one.solved}, in iteration ${one.iterations}`;
  if (one.iterations !== undefined) {
    const asked = one.dispatches
      ? `; ${one.dispatches} dispatches, ${one.submits} submits, ${one.host_ms} ms of the host’s`
      : "";
    return `one of the ${one.iterations} iterations after the first: not a whole training${asked}`;
  }
  if (!one.steps || !one.ms_median) return "";
  return `${((one.size * one.steps) / one.ms_median / 1000).toFixed(3)} M steps/s`;
}

/** The library of a row, with its threads if there are several. */
export const called = ({ version, threads }) =>
  threads > 1 ? `${version}, ${threads} threads` : version;

/** The times of a row beside Policy Lab's on one core: above 1 it is slower. */
function ratio(one, rows) {
  const same = (other) =>
    other.lib === "policy-lab" &&
    (other.threads ?? 1) === 1 &&
    other.workload === one.workload &&
    other.size === one.size &&
    other.device === one.device;
  const ours = rows.find(same);
  return ours?.ms_median && one.ms_median ? `× ${(one.ms_median / ours.ms_median).toFixed(2)}` : "";
}

/** The table, as lines of text. */
export function table(rows) {
  const head = ["workload", "size", "device", "library", "ms: median (range)", "", "", "adapter"];
  const cells = rows.map((one) => [
    one.workload,
    String(one.size),
    one.device,
    called(one),
    figure(one),
    ratio(one, rows),
    speed(one),
    one.adapter,
  ]);
  return grouped(aligned(head, cells, [1]), rows);
}
