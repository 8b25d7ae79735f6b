// Counts what is asked of WebGPU, whoever asks: the prototypes' methods are wrapped before a library
// is loaded. A count costs some nanoseconds, the call itself a thousand times as much.

const counts = { dispatches: 0, submits: 0, bytes_up: 0, bytes_down: 0, waited_ms: 0 };
/** Bytes that a mapped buffer brings to the device when it is unmapped. */
const written = new WeakMap();

function wrap(type, method, count) {
  const original = type.prototype[method];
  type.prototype[method] = function (...args) {
    const result = original.apply(this, args);
    count(this, args, result);
    return result;
  };
}

/** Bytes of `writeBuffer`'s data: offset and size count elements of a typed array, else bytes. */
function sent([, , data, offset = 0, size]) {
  const width = data.BYTES_PER_ELEMENT ?? 1;
  return size === undefined ? data.byteLength - offset * width : size * width;
}

/** The time in which a copy is waited for; copies that are waited for together count once. */
let waiting = 0;
let since = 0;
function wait(mapped) {
  if (waiting === 0) since = performance.now();
  waiting += 1;
  const end = () => {
    waiting -= 1;
    if (waiting === 0) counts.waited_ms += performance.now() - since;
  };
  mapped.then(end, end);
}

/** Once per worker; where there is no WebGPU there is nothing to count. */
export function installCounters() {
  if (!globalThis.GPUDevice) return;
  const dispatch = () => (counts.dispatches += 1);
  wrap(GPUComputePassEncoder, "dispatchWorkgroups", dispatch);
  wrap(GPUComputePassEncoder, "dispatchWorkgroupsIndirect", dispatch);
  wrap(GPUQueue, "submit", () => (counts.submits += 1));
  wrap(GPUQueue, "writeBuffer", (_, args) => (counts.bytes_up += sent(args)));
  wrap(GPUQueue, "writeTexture", (_, [, data]) => (counts.bytes_up += data.byteLength));
  wrap(GPUDevice, "createBuffer", (_, [descriptor], buffer) => {
    if (descriptor.mappedAtCreation) written.set(buffer, descriptor.size);
  });
  wrap(GPUBuffer, "mapAsync", (buffer, [mode, offset = 0, size = buffer.size - offset], mapped) => {
    if (mode & GPUMapMode.READ) {
      counts.bytes_down += size;
      wait(mapped);
    } else written.set(buffer, size);
  });
  wrap(GPUBuffer, "unmap", (buffer) => {
    counts.bytes_up += written.get(buffer) ?? 0;
    written.delete(buffer);
  });
}

/** What was counted since the call before. */
export function takeCounts() {
  const taken = { ...counts };
  for (const key of Object.keys(counts)) counts[key] = 0;
  return taken;
}
