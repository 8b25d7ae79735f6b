// Folders, archives and files of data, which lie beside the notebook's cells: reads them, keeps
// them from visit to visit, shows them and saves them. A module of its own, which boot.js loads when
// there are some.

// Limits of what lies there. Python's folder in memory has twice the bytes (library/_files.py).
const MOST_FILES = 2000;
const MOST_BYTES = 16e6;
// Folders that hold nothing for a program.
const WITHOUT = /^(\..*|__pycache__|__MACOSX|node_modules|venv|site-packages)$/;
const OTHER_ARCHIVE = /\.(tar|tgz|gz|bz2|xz|zst|7z|rar)$/i;
// While it is set, the page's program asks for this module (ui/scratch/folder.rs).
const FLAG = "policy-lab-files";
const DATABASE = "policy-lab-files";
const UNKEPT = "This browser does not keep these files for the next visit: it stores nothing for this page, or has no room left";
const STORE = "files";

// Zip archives have a module of their own, of the same version.
const archive = () => import(`./archive.js${new URL(import.meta.url).search}`);

const size = (bytes) => (bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
const counted = (count) => (count === 1 ? "1 file" : `${count} files`);
const some = (names) => names.slice(0, 3).join(", ") + (names.length > 3 ? ` and ${names.length - 3} more` : "");
const isProgram = (path) => /\.(py|ipynb)$/i.test(path);

// What was dropped or chosen.

const ofFile = (file, path) => ({ path, size: file.size, bytes: async () => new Uint8Array(await file.arrayBuffer()) });

// Adds the files of a dropped folder, and stops when there are too many.
const walk = async (entry, found) => {
  if (found.length > MOST_FILES || WITHOUT.test(entry.name)) return;
  if (entry.isFile) {
    const file = await new Promise((take, fail) => entry.file(take, fail));
    found.push(ofFile(file, entry.fullPath.slice(1)));
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    // A browser gives a hundred at a time.
    const some = await new Promise((take, fail) => reader.readEntries(take, fail));
    if (some.length === 0) return;
    for (const inner of some) await walk(inner, found);
  }
};

// Returns the files of one thing that was dropped or chosen, and whether it holds several.
const unpacked = async (item) => {
  if (item.isDirectory) {
    const found = [];
    await walk(item, found);
    return { name: item.name, isFolder: true, found };
  }
  const file = item.isFile ? await new Promise((take, fail) => item.file(take, fail)) : item;
  if (file.webkitRelativePath) {
    return { name: file.webkitRelativePath.split("/")[0], isFolder: true, found: [ofFile(file, file.webkitRelativePath)] };
  }
  if (OTHER_ARCHIVE.test(file.name)) {
    throw new Error("it is an archive of another kind than .zip. Unpack it and drop the folder");
  }
  if (/\.zip$/i.test(file.name)) return { name: file.name, isFolder: true, found: await (await archive()).readZip(file) };
  return { name: file.name, isFolder: false, found: [ofFile(file, file.name)] };
};

// Returns a path in parts, or null where it leads out of the folder.
const partsOf = (path) => {
  const parts = path.split(/[\\/]/);
  const leadsOut = parts[0] === "" || /^[a-z]:$/i.test(parts[0]) || parts.includes("..");
  return leadsOut ? null : parts.filter((part) => part !== "" && part !== ".");
};

// Which of these the reader most likely means to run; undefined where it is not to be told.
export const firstProgram = (paths) => {
  const depth = (path) => path.split("/").length;
  const name = (path) => path.split("/").pop();
  const programs = paths.filter(isProgram).sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  const books = programs.filter((path) => path.toLowerCase().endsWith(".ipynb"));
  const isAside = (path) => /^(__init__|setup|conftest|test_.*|.*_test)\.py$/.test(name(path));
  const scripts = programs.filter((path) => path.endsWith(".py") && !isAside(path));
  const top = scripts.filter((path) => depth(path) === 1);
  const only = (list) => (list.length === 1 ? list[0] : undefined);
  const named = ["main.py", "train.py", "run.py"].map((wanted) => scripts.find((path) => name(path) === wanted));
  return named.find(Boolean) ?? only(books) ?? only(top) ?? only(scripts);
};

// Reads what was dropped or chosen. Returns the files as a map, what there is to say, and the programs
// to open as cells.
export const read = async (items, besideBytes = 0) => {
  const said = [];
  const files = new Map();
  const programs = [];
  let wanted = [];
  const folders = new Set();
  for (const item of items) {
    try {
      const { name, isFolder, found } = await unpacked(item);
      const outside = [];
      for (const file of found) {
        const parts = partsOf(file.path);
        if (!parts) outside.push(file.path);
        else if (!parts.some((part) => WITHOUT.test(part))) wanted.push({ ...file, parts, isFolder });
      }
      if (outside.length) said.push([true, `${name} has paths that lead out of it, which are left out: ${some(outside)}`]);
      if (isFolder) folders.add(name);
    } catch (error) {
      const name = item.name ?? "A file";
      said.push([true, error.isSentence ? error.message : `${name} could not be read: ${error.message}`]);
    }
  }
  if (wanted.length > MOST_FILES) {
    const name = some([...folders]);
    const none = `${name} has more than ${MOST_FILES} files, so none was opened`;
    said.push([true, `${none}. Choose the folder in it that holds the program`]);
    wanted = [];
  }
  // One folder around everything is the folder itself.
  const inFolder = wanted.filter((file) => file.isFolder);
  if (inFolder.length && inFolder.every(({ parts }) => parts.length > 1 && parts[0] === inFolder[0].parts[0])) {
    for (const { parts } of inFolder) parts.shift();
  }
  // Programs first, and then whatever is smallest: a film is the first to be left out.
  wanted.sort((a, b) => isProgram(b.path) - isProgram(a.path) || a.size - b.size);
  const large = [];
  const unread = [];
  let room = MOST_BYTES - besideBytes;
  for (const file of wanted) {
    const path = file.parts.join("/");
    // It becomes cells, of a notebook without its outputs, and takes no room here.
    const isLoose = !file.isFolder && isProgram(path);
    if (file.size > room && !isLoose) {
      large.push(`${path} (${size(file.size)})`);
      continue;
    }
    try {
      const bytes = await file.bytes();
      if (isLoose) {
        programs.push([path, bytes]);
        continue;
      }
      room -= bytes.length;
      files.set(path, bytes);
    } catch {
      unread.push(path);
    }
  }
  if (large.length) {
    const [count, are] = [counted(large.length), large.length === 1 ? "is" : "are"];
    said.push([true, `Files beside the cells may have ${MOST_BYTES / 1e6} MB in all, so ${count} ${are} left out: ${some(large)}`]);
  }
  if (unread.length) said.push([true, `${counted(unread.length)} could not be unpacked or read: ${some(unread)}`]);
  if (files.size) {
    const paths = [...files.keys()];
    const ofFolder = new Set(inFolder.map(({ parts }) => parts.join("/")));
    const first = firstProgram(paths.filter((path) => ofFolder.has(path)));
    if (first) programs.push([first, files.get(first)]);
    const lie = files.size === 1 ? "lies" : "lie";
    const choose = first ? "" : ". Choose the program to run below, if there is one";
    const what = folders.size
      ? `${some([...folders])} is open: ${counted(files.size)} ${lie} beside your cells${choose}`
      : `${some(paths)} ${lie} beside your cells: open("${paths[0]}") reads it`;
    said.unshift([false, what]);
  } else if (!said.length && !programs.length) {
    said.push([true, "That was no file, or an empty folder"]);
  }
  return { files, said, programs };
};

// What is kept from visit to visit.

const store = (mode, use) =>
  new Promise((take, fail) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = () => fail(request.error);
    request.onsuccess = () => {
      const transaction = request.result.transaction(STORE, mode);
      const asked = use(transaction.objectStore(STORE));
      const close = (then) => () => {
        request.result.close();
        then(asked?.map((it) => it.result) ?? transaction.error);
      };
      transaction.oncomplete = close(take);
      transaction.onabort = close(fail);
    };
  });

const beside = new Map();
let removed = null;
let restored;
const restore = () =>
  (restored ??= (async () => {
    try {
      const [paths, contents] = await store("readonly", (files) => [files.getAllKeys(), files.getAll()]);
      paths.forEach((path, place) => beside.set(path, contents[place]));
    } catch {
      // Without a database nothing was kept.
    }
  })());

// Stores everything as it is now. Returns false if the browser refuses.
const keep = async () => {
  try {
    if (beside.size) localStorage.setItem(FLAG, String(beside.size));
    else localStorage.removeItem(FLAG);
    await store("readwrite", (files) => {
      files.clear();
      for (const [path, bytes] of beside) files.put(bytes, path);
    });
    return true;
  } catch {
    return false;
  }
};

// What the reader sees.

const made = (tag, properties, ...inner) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...inner);
  return element;
};
const button = (text, testId, act) => {
  const element = made("button", { className: "link", textContent: text, onclick: act });
  element.dataset.testid = testId;
  return element;
};

let hear = () => {};
const changed = async () => {
  hear("changed");
  show();
  if (!(await keep())) hear("said", [[true, UNKEPT]]);
};
const clear = async () => {
  removed = new Map(beside);
  beside.clear();
  await changed();
};
const undo = async () => {
  for (const [path, bytes] of removed) if (!beside.has(path)) beside.set(path, bytes);
  removed = null;
  await changed();
};
const save = async () => {
  const [cells, book, notebook] = hear("cells");
  const all = new Map(beside);
  for (const [path, text] of cells) if (all.has(path)) all.set(path, new TextEncoder().encode(text));
  all.set(book, new TextEncoder().encode(notebook));
  const address = URL.createObjectURL((await archive()).writeZip([...all]));
  made("a", { href: address, download: "scratchpad.zip" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

const show = () => {
  const place = document.getElementById("scratch-files");
  if (!place) return;
  if (!beside.size) {
    const back = button("Put them back", "undo-files", undo);
    place.replaceChildren(...(removed?.size ? ["The files beside your cells are removed. ", back] : []));
    return;
  }
  const paths = [...beside.keys()].sort();
  const programs = paths.filter(isProgram);
  const options = programs.map((path) => made("option", { textContent: path, value: path }));
  const select = made("select", { ariaLabel: "Program" }, ...options);
  select.dataset.testid = "scratch-program";
  select.value = firstProgram(paths) ?? programs[0];
  const open = () => {
    hear("said", []);
    hear("program", [select.value, beside.get(select.value)]);
  };
  const choice = programs.length ? ["Program: ", select, " ", button("Open as a cell", "open-program", open), " · "] : [];
  const saving = button("Save all as .zip", "save-scratch-zip", save);
  const actions = made("p", {}, ...choice, saving, " · ", button("Remove the files", "remove-files", clear));
  const lines = paths.map((path) => made("li", { textContent: `${path} (${size(beside.get(path).length)})` }));
  const list = made("ul", { tabIndex: 0, ariaLabel: "Files beside the cells" }, ...lines);
  const summary = made("summary", { textContent: `${counted(paths.length)} beside the cells` });
  place.replaceChildren(actions, made("details", {}, summary, list));
};

// Takes what the page's program asks for, and how it hears.
export const ask = async (what, items, listener) => {
  hear = listener;
  await restore();
  if (what === "files") return [...beside];
  if (what === "clear") return clear();
  if (what === "take") {
    const old = [...beside.values()].reduce((sum, bytes) => sum + bytes.length, 0);
    const { files, said, programs } = await read([...items], old);
    for (const [path, bytes] of files) beside.set(path, bytes);
    hear("said", said);
    for (const program of programs) hear("program", program);
    if (files.size) return changed();
  }
  show();
};
