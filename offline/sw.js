// The page's service worker: keeps the files of one build, so that the page opens without a network.
//
// Every file has its checksum in the list that build.mjs writes in here. A server that has another build already makes
// keeping fail; two builds are never mixed. Four groups, of each of which all is kept or nothing:
//   core     what the page needs to open and to train on the CPU; kept when this worker is installed
//   python   what runs Python; optional: kept once it was used, or when the reader wants it
//   gpu      what trains on a GPU and runs the checks; optional as well
//   lander   what moves bodies; optional, and kept once it was used
//
// A new build's worker waits until no tab shows the old one, or until the reader asks for it ("take-over").
import { clientsClaim } from "workbox-core";
import { PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";

/* global BUILD, VERSION: names of this build and of the files of its workers */
const files = self.__WB_MANIFEST;
const scope = new URL("./", self.location.href);
const NEWER = "A newer version of this page is there: reload it";

const filesOf = (group) => files.filter((file) => file.group === group);
const core = filesOf("core");
const sum = (some) => some.reduce((total, file) => total + file.bytes, 0);

const tellAll = async (message) => {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const client of all) client.postMessage({ build: BUILD, ...message });
};

// The server has another build than this one, which the browser is to look for.
const tellNewer = async () => {
  await tellAll({ type: "newer" });
  self.registration.update().catch(() => {});
};

// Why a file could not be kept: "full", "newer" (the server has another file), "missing" or "network".
const causeOf = async (error, address) => {
  if (error && error.name === "QuotaExceededError") return "full";
  if (error && error.status) return "missing";
  // The browser does not tell a wrong checksum from a broken connection.
  const answer = await fetch(address, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (!answer) return "network";
  return answer.ok ? "newer" : "missing";
};

// The core.

let failing = scope.href;
const controller = new PrecacheController({
  plugins: [
    {
      requestWillFetch: async ({ request }) => {
        failing = request.url;
        return request;
      },
    },
  ],
});
controller.addToCacheList(core);

self.addEventListener("install", (event) => {
  const kept = controller.install(event).then(async () => {
    // Who has kept a group with an older build goes on having it.
    const names = await caches.keys();
    await keep(optional.filter((group) => names.some(group.isOld)));
  });
  event.waitUntil(
    kept.catch(async (error) => {
      const status = error && error.details && error.details.status;
      await tellAll({ type: "not-kept", cause: await causeOf(status ? { status } : error, failing) });
      throw error;
    }),
  );
});

self.addEventListener("activate", (event) => {
  controller.activate(event);
  const clear = async () => {
    const old = (await caches.keys()).filter((name) => optional.some((group) => group.isOld(name)));
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(clear());
});
// The tab of the first visit has its files from here on as well. A waiting worker takes over only when it is asked to.
clientsClaim();

// The optional groups.

const optional = ["python", "gpu", "lander"].map((name) => {
  const ofAnyBuild = `policy-lab-${name} ${scope.href} `;
  const cache = ofAnyBuild + VERSION;
  return { name, files: filesOf(name), cache, isOld: (other) => other.startsWith(ofAnyBuild) && other !== cache };
});
const optionalOf = (file) => optional.find(({ name }) => name === file?.group);
const addressOf = ({ url }) => new URL(url, scope).href;
const isKept = async ({ files, cache }) =>
  files.length > 0 && (await caches.has(cache)) && (await (await caches.open(cache)).keys()).length === files.length;

// Keeps the files of these groups and tells how many bytes of them are there. Those that came before a failure stay for the
// next try. Two who ask at once wait for each other, so that nothing is fetched twice.
let turn = Promise.resolve();
const keep = (groups, tell = () => {}) => (turn = turn.catch(() => {}).then(() => keepFiles(groups, tell)));
const keepFiles = async (groups, tell) => {
  let done = 0;
  for (const group of groups) {
    const cache = await caches.open(group.cache);
    for (const file of group.files) {
      const address = addressOf(file);
      if (!(await cache.match(address))) {
        try {
          const answer = await fetch(address, { integrity: file.integrity, credentials: "same-origin" });
          if (!answer.ok) throw { status: answer.status };
          await cache.put(address, answer);
        } catch (error) {
          throw await causeOf(error, address);
        }
      }
      done += file.bytes;
      tell(done);
    }
  }
};

// A file of a group that is not kept comes from the network, as it arrives. Its end is held back until all of it is known to be
// of this build. Once the group's program has come this way, all of the group is kept.
const checked = async (file, { request, event }) => {
  const answer = await fetch(request);
  if (!answer.ok || !answer.body) return answer;
  let kept;
  const chunks = [];
  const check = new TransformStream({
    transform(chunk, out) {
      chunks.push(chunk);
      // The last chunk waits.
      if (chunks.length > 1) out.enqueue(chunks[chunks.length - 2]);
    },
    async flush(out) {
      const all = await new Blob(chunks).arrayBuffer();
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-384", all));
      if (`sha384-${btoa(String.fromCharCode(...hash))}` !== file.integrity) {
        await tellNewer();
        out.error(new TypeError(NEWER));
        return;
      }
      if (chunks.length > 0) out.enqueue(chunks[chunks.length - 1]);
      if (file.url.includes(".wasm")) kept = keep([optionalOf(file)]).then(async () => tellAll(await state()));
    },
  });
  // What breaks off is told to who reads; this only stays awake for as long as it takes.
  event.waitUntil(answer.body.pipeTo(check.writable).then(() => kept).catch(() => {}));
  const { status, statusText, headers } = answer;
  return new Response(check.readable, { status, statusText, headers });
};

// Answers.

const byPath = new Map(files.map((file) => [new URL(file.url, scope).pathname, file]));
const fileOf = (url) => (url.origin === scope.origin ? byPath.get(url.pathname) : undefined);

// A tab of another build asks for its own files, which are gone.
registerRoute(
  ({ url }) => {
    const file = fileOf(url);
    return file && file.url.includes("?") && url.search !== new URL(file.url, scope).search;
  },
  async () => {
    await tellAll({ type: "newer" });
    return new Response(NEWER, { status: 409, statusText: NEWER });
  },
);

registerRoute(
  ({ url }) => optionalOf(fileOf(url)) !== undefined,
  async ({ url, request, event }) => {
    const file = fileOf(url);
    const group = optionalOf(file);
    if (await isKept(group)) {
      const kept = await (await caches.open(group.cache)).match(url.href);
      if (kept) return kept;
    }
    return checked(file, { request, event });
  },
);

// Whatever a link's query says, it opens the same page. Files that are asked for by version have been looked at above.
registerRoute(new PrecacheRoute(controller, { ignoreURLParametersMatching: [/.*/], directoryIndex: "index.html", cleanURLs: false }));

// What the page asks.

const state = async () => {
  const message = { type: "state", coreBytes: sum(core) };
  for (const group of optional) message[group.name] = { bytes: sum(group.files), isKept: await isKept(group) };
  return message;
};

self.addEventListener("message", (event) => {
  const [port] = event.ports;
  const answer = (message) => port.postMessage({ build: BUILD, ...message });
  const keepThese = async (groups) => {
    const allBytes = sum(groups.flatMap(({ files }) => files));
    try {
      await keep(groups, (doneBytes) => answer({ type: "progress", doneBytes, allBytes }));
      answer(await state());
    } catch (cause) {
      if (cause === "newer") await tellNewer();
      // One group may be kept where another could not be.
      await state().then(answer, () => {});
      answer({ type: "not-kept", cause: typeof cause === "string" ? cause : "network" });
    }
  };
  // "keep" is followed by the names of groups.
  const [what, ...names] = event.data.split(" ");
  switch (what) {
    case "state":
      event.waitUntil(state().then(answer));
      break;
    case "keep":
      event.waitUntil(keepThese(optional.filter(({ name }) => names.includes(name))));
      break;
    case "take-over":
      self.skipWaiting();
      break;
  }
});
