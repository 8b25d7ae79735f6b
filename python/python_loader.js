// Starts the Python worker: the file that the page names, copied beside the build's python.js. It tells the page how much
// has arrived, and what ended the worker: an error that nobody hears would leave the page waiting for ever.
// Its files are asked for by build, as it is itself: see scripts/stamp.
importScripts(`./arriving.js${location.search}`, `./python.js${location.search}`);
const tell = (answer) => postMessage(JSON.stringify(answer));

// A file of Python's own library, which is loaded when a module in it is first imported. Python waits for it: a worker may
// ask without giving way to anything else.
self.loadLibrary = (file) => {
  const request = new XMLHttpRequest();
  request.open("GET", `./${file}${location.search}`, false);
  try {
    request.send();
  } catch {
    throw new Error("the network did not answer");
  }
  if (request.status !== 200) throw new Error(`${file}: ${request.status}`);
  return request.responseText;
};

// Further stacks for Python: a call of what WebAssembly.promising makes has its own, where an engine has that. See src/stack.rs.
let workOnIt;
self.onFurtherStack = () => {
  if (!workOnIt || !hasRoom()) return false;
  workOnIt().catch(ended);
  return true;
};
// Returns whether 128 KB of this worker's stack are left, by laying so many arguments there.
const filling = new Array(512).fill(0);
let layers;
const fill = () => {
  if (layers-- > 0) fill(...filling);
};
self.hasRoom = () => {
  layers = 32;
  try {
    fill();
    return true;
  } catch {
    return false;
  }
};

// The linker's limit on memory is 1 GiB: a program that dies near it died of it.
const nearlyFull = 960 * 1024 * 1024;
let memory;
const ended = (error) => {
  // What broke off there tells why itself.
  if (/on a further stack/.test(String(error && error.message))) return;
  const full = memory && memory.buffer.byteLength > nearlyFull;
  const deep = error instanceof RangeError || /call stack|recursion/i.test(String(error && error.message));
  tell({
    Ended: full
      ? "Python ran out of memory: a cell may use up to 1 GB"
      : deep
        ? "Python ran out of stack: something is nested too deeply"
        : `Python broke off: ${(error && error.message) || error}`,
  });
};
addEventListener("error", (event) => {
  event.preventDefault();
  ended(event.error || event.message);
});
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  ended(event.reason);
});

// Written by scripts/stamp.
const bytes = 0;
const packed = 0;
const load = async () => {
  const arrived = (loaded, total) => tell({ Arriving: { Loading: { loaded, total } } });
  const program = await arriving(`./python_bg.wasm${location.search}`, bytes, packed, arrived, (answer) => WebAssembly.compileStreaming(answer));
  // The program begins to run within, so its memory is looked up by a proxy of what it exports.
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...given) => {
    const instance = await instantiate.apply(WebAssembly, given);
    const { exports } = instance.instance || instance;
    memory = exports.memory;
    workOnIt = WebAssembly.promising && WebAssembly.promising(exports.workOnIt);
    return instance;
  };
  await wasm_bindgen({ module_or_path: program });
};
load().catch((error) => tell({ Ended: `Python could not be loaded (${error.message}). Check the connection and run the cell again` }));
