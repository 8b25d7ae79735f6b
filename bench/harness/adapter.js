// What the figures of a device belong to.

/** The WebGPU adapter in words; a software one is called so. */
export async function adapterName() {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) {
    throw new Error("there is no WebGPU adapter");
  }
  const { vendor, architecture, device, description, isFallbackAdapter } = adapter.info;
  const words = [vendor, architecture, device, description].filter(Boolean);
  const name = [...new Set(words)].join(" ") || "unnamed";
  const isSoftware = isFallbackAdapter || /swiftshader|llvmpipe|software/i.test(name);
  return isSoftware ? `${name} (software)` : name;
}

/** A CPU device: its threads, and in words. */
export function threads(count) {
  return { threads: count, adapter: `wasm, ${count} ${count === 1 ? "thread" : "threads"}` };
}
