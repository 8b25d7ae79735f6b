// What stands behind the times: how much is computed, beside what the device can compute at most, and
// how much is asked of WebGPU.

import { HIDDEN, sizesOf } from "../harness/data.js";
import { called, median } from "./report.js";
import { aligned, grouped, shown } from "./table.js";

/** Multiply-adds of one row, one for each weight, forward and backward. Biases and activations are not counted. */
function multiplyAdds(hidden) {
  const sizes = sizesOf(hidden);
  const products = sizes.slice(1).map((outputs, index) => sizes[index] * outputs);
  const forward = products.reduce((sum, count) => sum + count, 0);
  // The gradient of the weights takes as many again, and so does that of the layers' inputs; but nobody
  // needs that of the observations.
  return { forward, backward: 2 * forward - products[0] };
}

/** Floating point operations that the mathematics of one repeat needs: two for each multiply-add. */
export function operations({ call, size, steps, args }) {
  if (call !== "update") return 2 * size * steps * multiplyAdds(HIDDEN).forward;
  const [rows, hidden] = args;
  const { forward, backward } = multiplyAdds(hidden);
  return 2 * rows * (forward + backward);
}

/** Whether there is a profile of a task. */
export const isProfiled = ({ call }) => call === "update" || call === "rollout";

const rounded = (value, digits = 3) => Number(value.toFixed(digits));

/** One object for the profile's file. The peak is the best that was seen, and so are the GFLOP/s beside it. */
export function profileRow(task, { lib, player, times, counts }, { peak, stages, date }) {
  const shortest = Math.min(...times);
  const count = (key) => (task.device === "webgpu" ? median(counts.map((one) => one[key])) : null);
  return {
    workload: task.workload,
    size: task.size,
    device: task.device,
    lib,
    dispatches: count("dispatches"),
    submits: count("submits"),
    bytes_up: count("bytes_up"),
    bytes_down: count("bytes_down"),
    gflops: rounded(operations(task) / shortest / 1e6, 4),
    peak_gflops: peak === undefined ? null : rounded(peak),
    ...(stages ? { stages_ms: mapped(stages, (value) => rounded(value)) } : {}),
    ms_min: rounded(shortest),
    ...(task.steps ? { steps: task.steps } : {}),
    ...(player.threads ? { threads: player.threads } : {}),
    adapter: player.adapter,
    version: player.name,
    date,
  };
}

const mapped = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** Bytes with three figures or so. */
function bytes(count) {
  if (count === null) return "–";
  if (count < 1000) return `${count} B`;
  return count < 1e6 ? `${(count / 1e3).toFixed(1)} kB` : `${(count / 1e6).toFixed(2)} MB`;
}

function speed(gflops) {
  return gflops >= 100 ? gflops.toFixed(0) : gflops.toFixed(gflops >= 1 ? 2 : 3);
}

function share({ gflops, peak_gflops: peak }) {
  return peak ? `${((100 * gflops) / peak).toPrecision(2)} %` : "–";
}

/** A difference of two times may fall below nothing: then it is lost in the noise. */
const part = ([name, ms]) => `${name} ${ms > 0 ? `${shown(ms)} ms` : "lost in the noise"}`;

/** The table, as lines of text. */
export function profileTable(rows) {
  const head = [
    "workload",
    "size",
    "device",
    "library",
    "dispatches",
    "submits",
    "sent",
    "read back",
    "GFLOP/s",
    "peak",
    "share",
    "stages",
  ];
  const cells = rows.map((one) => [
    one.workload,
    String(one.size),
    one.device,
    called(one),
    String(one.dispatches ?? "–"),
    String(one.submits ?? "–"),
    bytes(one.bytes_up),
    bytes(one.bytes_down),
    speed(one.gflops),
    one.peak_gflops === null ? "–" : speed(one.peak_gflops),
    share(one),
    Object.entries(one.stages_ms ?? {}).map(part).join(", "),
  ]);
  return grouped(aligned(head, cells, [1, 4, 5, 6, 7, 8, 9, 10]), rows);
}
