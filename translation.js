// Lives with a browser's translation, which puts elements in the place of the page's texts (<font> in Chrome and Edge, elements of
// their own in others). The program keeps a hold on each text that changes: without this, what it writes there is no longer seen.

(() => {
  // What is the same in every language.
  const KEPT = "code, pre, kbd, samp, math, output, svg, b[data-testid], .cm-editor";
  const keep = (element) => {
    const all = [...element.querySelectorAll(KEPT)];
    if (element.matches(KEPT)) all.push(element);
    for (const one of all) one.setAttribute("translate", "no");
  };

  // The page has no such elements.
  const isForeign = (node) => node instanceof Element && (node.localName === "font" || node.localName.includes("-"));
  // For each text of the page that was replaced: what stands for it, and what it said.
  const replaced = new WeakMap();
  const textOf = new WeakMap();

  // The text goes back to its place, empty, so that the program finds it where it put it; the translation is shown beside it.
  const pair = (text, stand, said) => {
    stand.before(text);
    text.data = "";
    replaced.set(text, { stand, said });
    textOf.set(stand, text);
    changes.observe(text, { characterData: true });
  };
  const part = (text, data) => {
    replaced.get(text).stand.remove();
    replaced.delete(text);
    if (data !== undefined) text.data = data;
  };

  // What the program writes is shown as it is, until it is translated too.
  const changes = new MutationObserver((records) => {
    for (const { target } of records) if (replaced.has(target)) part(target);
    moves.takeRecords();
    changes.takeRecords();
  });

  const moves = new MutationObserver((records) => {
    const touched = new Set();
    for (const record of records) {
      const { removedNodes, addedNodes, previousSibling, nextSibling } = record;
      for (const node of addedNodes) if (node instanceof Element) keep(node);
      for (const node of [...removedNodes, ...addedNodes, previousSibling]) {
        if (replaced.has(node)) touched.add(node);
      }
      for (const node of removedNodes) {
        // What stands there now: it came with the same change, or just before it.
        const stand = [...addedNodes, previousSibling, nextSibling].find((it) => it && isForeign(it) && it.parentNode);
        const text = node instanceof Text && !replaced.has(node) ? node : textOf.get(node);
        if (text && replaced.get(text)?.stand === node) {
          // Translated once more, or back into its own language.
          if (stand && stand !== node) pair(text, stand, replaced.get(text).said);
          else touched.add(text);
        } else if (text === node && stand && !textOf.has(stand) && node.data && !node.parentNode) {
          pair(node, stand, node.data);
        }
      }
    }
    for (const text of touched) {
      const { stand, said } = replaced.get(text) ?? {};
      if (!stand) continue;
      // The program took its text away, or moved it; or the translation is gone.
      if (!text.parentNode) part(text, said);
      else if (!stand.parentNode) {
        for (const record of records) {
          if ([...record.removedNodes].includes(stand)) for (const node of record.addedNodes) if (node instanceof Text && node !== text) node.remove();
        }
        part(text, said);
      } else if (text.nextSibling !== stand) text.after(stand);
    }
    // Nobody else has changed anything meanwhile.
    moves.takeRecords();
    changes.takeRecords();
  });

  keep(document.documentElement);
  moves.observe(document.documentElement, { childList: true, subtree: true });
})();
