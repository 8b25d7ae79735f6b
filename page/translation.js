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

  // The page has no such elements of its own.
  const isForeign = (node) => node instanceof Element && (node.localName === "font" || node.localName.includes("-"));
  // For each text of the page that was replaced: what stands for it, and what it said. And for what stands there, the text.
  const replaced = new WeakMap();
  const textOf = new WeakMap();

  // The text goes back to its place, empty, so that the program finds it where it put it. The translation is shown beside it.
  const pair = (text, stand, said) => {
    stand.before(text);
    text.data = "";
    replaced.set(text, { stand, said });
    textOf.set(stand, text);
    hands.observe(text, { characterData: true });
  };
  const part = (text) => {
    replaced.get(text).stand.remove();
    replaced.delete(text);
  };

  // What the program writes is shown as it is, until it is translated too.
  const rewritten = (text) => {
    if (!replaced.has(text)) return;
    if (!text.parentNode) replaced.get(text).stand.before(text);
    part(text);
  };
  // Returns the texts whose place has to be looked at when all changes are known.
  const moved = ({ removedNodes, addedNodes, previousSibling, nextSibling }) => {
    const touched = [...addedNodes, previousSibling].filter((node) => replaced.has(node));
    // What has come in the place of what went, by the same change or just before it.
    const near = [...addedNodes, previousSibling, nextSibling];
    const stand = near.find((it) => it && isForeign(it) && it.parentNode && !textOf.has(it));
    for (const node of removedNodes) {
      const text = textOf.get(node);
      if (text && replaced.get(text)?.stand === node) {
        // Translated once more, or back into the language of the page.
        if (stand) pair(text, stand, replaced.get(text).said);
        else {
          touched.push(text);
          for (const own of addedNodes) if (own instanceof Text && own !== text) own.remove();
        }
      } else if (replaced.has(node)) {
        // A translator that replaces an empty text would do so again and again.
        if (!stand) touched.push(node);
      } else if (node instanceof Text && stand && node.data && !node.parentNode) {
        pair(node, stand, node.data);
      }
    }
    return touched;
  };
  const settle = (text) => {
    if (!replaced.has(text)) return;
    const { stand, said } = replaced.get(text);
    if (text.parentNode && stand.parentNode) {
      // The program has moved it, or put something behind it.
      if (text.nextSibling !== stand) text.after(stand);
    } else {
      // The program has taken the text away, or the translator its translation.
      part(text);
      if (!text.data) text.data = said;
    }
  };

  // One observer for both kinds of change, so that they come in their order and none is lost.
  const hands = new MutationObserver((records) => {
    const touched = new Set();
    for (const record of records) {
      if (record.type === "characterData") rewritten(record.target);
      else {
        for (const node of record.addedNodes) if (node instanceof Element) keep(node);
        for (const text of moved(record)) touched.add(text);
      }
    }
    touched.forEach(settle);
    // What was done here is nothing to react to, and nobody else has had a turn meanwhile.
    hands.takeRecords();
  });

  keep(document.documentElement);
  hands.observe(document.documentElement, { childList: true, subtree: true });
})();
