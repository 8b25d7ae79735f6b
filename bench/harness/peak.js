// The most that a device computes, as one more "library" of the worker: GFLOP/s of multiply-adds that
// touch no memory. On WebGPU that is a kernel of its own, here; on the CPU a loop in Policy Lab's
// binary (src/bin/bench/peak.rs).

import { adapterName, threads } from "./adapter.js";

const WORKGROUP = 64;
/** Multiply-adds of each chain in one turn of the loop. */
const LINKS = 16;
/** Chains side by side in one invocation, each of four floats: which is best depends on the device's registers. */
const CHAINS = [1, 2, 4, 8];
/** Not every device has a fused multiply-add. */
const LINES = ["fma(x, scale, offset)", "x * scale + offset"];
const ENOUGH_MS = 50;
const MOST_WORKGROUPS = 8192;
const REPEATS = 3;

export async function open(device) {
  if (device === "cpu") {
    const engine = await import("../dist/policy_lab/bench.js");
    await engine.default();
    const peak = async () => async () => ({ gflops: engine.cpu_peak(), kernel: "SIMD128" });
    return { name: "peak", adapter: threads(1), peak };
  }
  const adapter = await adapterName();
  return { name: "peak", adapter, peak: async () => webgpuPeak };
}

function source(chains, line) {
  const each = (text) => Array.from({ length: chains }, (_, i) => text(`x${i}`));
  const link = each((x) => `${x} = ${line.replace("x", x)};`).join(" ");
  return `
    @group(0) @binding(0) var<storage, read_write> kept: array<vec4f>;
    @group(0) @binding(1) var<uniform> turns: vec4u;

    @compute @workgroup_size(${WORKGROUP})
    fn main(@builtin(global_invocation_id) id: vec3u) {
      // From a buffer, so that nothing can be worked out beforehand. The chains go to 1.
      let scale = kept[0];
      let offset = kept[1];
      ${each((x) => `var ${x} = f32(id.x + ${x.slice(1)}u) * offset;`).join("\n      ")}
      for (var turn = 0u; turn < turns.x; turn++) {
        ${Array(LINKS).fill(link).join("\n        ")}
      }
      let sum = ${each((x) => x).join(" + ")};
      // Never so, but the compiler cannot know.
      if (sum.x == -1.0) { kept[2] = sum; }
    }`;
}

/** One kernel: a function that gives the milliseconds of `passes` dispatches of so many turns. */
async function kernel(device, chains, line) {
  const module = device.createShaderModule({ code: source(chains, line) });
  const compute = { module, entryPoint: "main" };
  const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute });
  const buffer = (usage, data) => {
    const made = device.createBuffer({ size: 48, usage: usage | GPUBufferUsage.COPY_DST });
    device.queue.writeBuffer(made, 0, data);
    return made;
  };
  const factors = [0.999, 0.999, 0.999, 0.999, 0.001, 0.001, 0.001, 0.001];
  const kept = buffer(GPUBufferUsage.STORAGE, new Float32Array(factors));
  const turns = buffer(GPUBufferUsage.UNIFORM, new Uint32Array(4));
  const layout = pipeline.getBindGroupLayout(0);
  const entries = [kept, turns].map((buffer, binding) => ({ binding, resource: { buffer } }));
  const bindGroup = device.createBindGroup({ layout, entries });
  return async ({ workgroups, count, passes }) => {
    device.queue.writeBuffer(turns, 0, new Uint32Array([count, 0, 0, 0]));
    await device.queue.onSubmittedWorkDone();
    const start = performance.now();
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindGroup);
    for (let index = 0; index < passes; index += 1) pass.dispatchWorkgroups(workgroups);
    pass.end();
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
    return performance.now() - start;
  };
}

/**
 * GFLOP/s of one kernel. First the device is filled with workgroups, then the loop gets longer. Several
 * short dispatches and not a long one, because a GPU that also draws the screen gives up on those.
 */
async function measure(time, chains) {
  const work = { workgroups: 64, count: 32, passes: 1 };
  while ((await time(work)) < ENOUGH_MS) {
    if (work.workgroups < MOST_WORKGROUPS) work.workgroups *= 2;
    else work.count *= 2;
  }
  work.passes = 4;
  let best = Infinity;
  for (let repeat = 0; repeat < REPEATS; repeat += 1) best = Math.min(best, await time(work));
  const links = work.workgroups * WORKGROUP * work.count * LINKS * chains * work.passes;
  // A link is four multiply-adds.
  return (links * 8) / best / 1e6;
}

/** The best kernel of all. */
async function webgpuPeak() {
  const adapter = await navigator.gpu.requestAdapter({ powerPreference: "high-performance" });
  const device = await adapter.requestDevice();
  let best = { gflops: 0 };
  for (const chains of CHAINS) {
    for (const line of LINES) {
      const time = await kernel(device, chains, line);
      // The first run compiles.
      await time({ workgroups: 1, count: 1, passes: 1 });
      const gflops = await measure(time, chains);
      if (gflops > best.gflops) best = { gflops, kernel: `${chains} of ${line}` };
    }
  }
  device.destroy();
  return best;
}
