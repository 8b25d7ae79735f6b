// What runs before the program: starts it, shows how much of it has arrived, and says why it does not start.
// A file of its own, because the page's content security policy allows no script within the page.

// The code editor stands beside the page, in a module of its own.
const loadEditor = () => import(new URL(`editor.js?${document.documentElement.dataset.version}`, document.baseURI).href);
// So does what reads folders and archives, which few need. What was dropped can be asked for at once, before the module is there.
const askFolder = async (what, given, hear) => {
  const dropped = [...(given?.dataTransfer?.items ?? [])].filter((it) => it.kind === "file");
  const items = given?.dataTransfer ? dropped.map((it) => it.webkitGetAsEntry() ?? it.getAsFile()) : given;
  const folder = await import(new URL(`folder.js?${document.documentElement.dataset.version}`, document.baseURI).href);
  return folder.ask(what, items, hear);
};
// So do texts: those of the course, and the Python that an export begins with. One that stops coming is given up, so that the page
// can say so and offer to ask again.
const fetchText = async (file) => {
  const gone = new AbortController();
  let waiting;
  const wait = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => gone.abort(), 20_000);
  };
  wait();
  try {
    const answer = await fetch(new URL(`${file}?${document.documentElement.dataset.version}`, document.baseURI), { signal: gone.signal });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      wait();
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    clearTimeout(waiting);
  }
};
// The course's texts are asked for before the program asks, where the address leads to one of them: it asks once.
const ahead = {};
const loadText = async (file) => {
  const text = (ahead[file] ??= fetchText(file));
  delete ahead[file];
  return text;
};

// The colours that the reader has chosen, before anything is seen. The page's program knows this key too (ui/browser/theme.rs).
try {
  document.documentElement.dataset.theme = localStorage.getItem("policy-lab-colours") || "";
} catch {
  // Without storage they are the system's.
}

(() => {
  // Milliseconds without a byte after which the reader is told.
  const patience = 15_000;
  const loading = document.getElementById("loading");
  const says = document.getElementById("loading-says");
  const bar = document.getElementById("loading-bar");
  const again = document.getElementById("loading-again");
  again.addEventListener("click", () => location.reload());
  let over = false;
  const fail = (text) => {
    if (over) return;
    over = true;
    loading.hidden = true;
    document.getElementById("first").hidden = true;
    const box = document.getElementById("fatal");
    box.textContent = `${text} `;
    again.hidden = false;
    box.append(again);
    box.hidden = false;
  };

  // One function with one SIMD instruction: the programs that compute have them.
  const simd = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
  const newer = "Chrome 96, Edge 96, Firefox 89 and Safari 16.4 are the first that can.";
  if (typeof WebAssembly !== "object") {
    return fail(`This page needs WebAssembly, which this browser lacks or has turned off (some do so in a lockdown or high-security mode). Allow it for this site, or open the page in another browser: ${newer}`);
  }
  if (!("noModule" in HTMLScriptElement.prototype)) return fail(`This browser is too old for this page. Please update it: ${newer}`);
  if (!WebAssembly.validate(new Uint8Array(simd))) {
    return fail(`This browser runs WebAssembly, but not its SIMD instructions, with which this page trains. Please update the browser: ${newer} On a computer whose processor has no SSE4.1, made before 2008, no browser has them.`);
  }

  const broken = (what) =>
    fail(`The page's program could not be loaded. Try again; if that does not help, the connection or a content blocker may be in the way, or the files on the server are incomplete. What the browser says: ${what}`);
  // Errors that anyone may hear are not asked: they are also those of extensions, of a virus scanner, of what a host adds to the page.
  // Whatever of the page's own does not arrive or work, start() finds out.

  let newest = Date.now();
  const watch = setInterval(() => {
    const quiet = Date.now() - newest;
    if (over || quiet < patience) return;
    says.textContent = `Nothing has arrived for ${Math.round(quiet / 1000)} seconds. The page goes on waiting; the connection may be slow or gone.`;
    again.hidden = false;
  }, 1000);
  // The bar goes on after this program, with what trains (page/src/view/arrival.rs): so much of a first visit's bytes are the program's.
  const share = 0.85;
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const tell = (loaded, total) => {
    newest = Date.now();
    again.hidden = true;
    says.textContent = `Loading the lab: ${megabytes(loaded)}${total ? ` of ${megabytes(total)}` : ""} MB…`;
    if (total) bar.value = (share * loaded) / total;
    if (loaded === total) {
      try {
        beginTraining();
      } catch {
        // The program will meet the same, and says so.
      }
    }
  };

  // As soon as the line is free, what trains: the program, which is about to begin, takes it over by its name
  // (src/worker/channel.rs, page/src/workers/training.rs). Until then its messages wait, and where it fails the program tries again and hears why.
  const beginTraining = () => {
    const name = new URLSearchParams(location.search).get("device") === "webgpu" ? "gpu_loader.js" : "host_loader.js";
    if (window[name]) return;
    const worker = new Worker(`./${name}?${document.documentElement.dataset.version}`);
    const came = [];
    const keep = (event) => came.push(event);
    worker.addEventListener("message", keep);
    const forget = () => delete window[name];
    worker.addEventListener("error", forget);
    let handler;
    Object.defineProperty(worker, "onmessage", {
      set(next) {
        worker.removeEventListener("message", handler);
        handler = next;
        if (!next) return;
        // Not before who takes over knows the worker.
        setTimeout(() => {
          worker.removeEventListener("message", keep);
          worker.removeEventListener("error", forget);
          if (handler !== next) return;
          worker.addEventListener("message", next);
          came.splice(0).forEach(next);
        });
      },
    });
    window[name] = worker;
  };

  // A text of the course can be read before the program is there, which then shows it with its figures and exercises.
  const readAhead = async () => {
    const address = new URLSearchParams(location.search);
    const [lesson, exercise] = [address.get("lesson"), address.get("exercise")];
    const view = address.get("view") ?? (exercise ? "write" : lesson && lesson !== "clip" ? "read" : "");
    if (!["read", "write"].includes(view) || address.has("present")) return;
    ahead["course-en.json"] = fetchText("course-en.json");
    const { chapters, exercises } = JSON.parse(await ahead["course-en.json"]);
    const page = exercise ? exercises[exercise] : chapters[lesson];
    if (!page || over) return;
    const text = document.createElement("article");
    text.className = "prose first-text";
    const parts = page.parts.filter(({ kind }) => kind === "Idea");
    text.innerHTML = parts.map(({ title, html }) => `${title && `<h2>${title}</h2>`}${html}`).join("");
    const head = document.createElement("h1");
    head.textContent = page.title;
    text.prepend(head);
    loading.after(text);
  };
  readAhead().catch(() => {});

  // trunk names both files by their content; Trunk.toml has the links.
  const script = document.querySelector("link[rel=modulepreload]").href;
  const program = document.querySelector("link[rel=preload][as=fetch]");
  const start = async () => {
    if (typeof arriving !== "function") throw new Error("arriving.js did not arrive");
    const { default: init } = await import(script);
    const { bytes, packed } = program.dataset;
    await arriving(program.href, Number(bytes), Number(packed), tell, (answer) => init({ module_or_path: answer }));
    // From here on the program speaks for itself.
    over = true;
  };
  start()
    .catch((error) => broken(String((error && error.message) || error)))
    .finally(() => clearInterval(watch));
})();
