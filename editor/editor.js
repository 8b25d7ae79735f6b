// The code editor: CodeMirror with what Python needs. The page asks for `open` and keeps what it gives.
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { StyleModule } from "style-mod";

// CodeMirror makes its style sheet while it runs. The page's content security policy allows no style within the page, but sheets
// that a script adopts, which CodeMirror does only within a shadow root: so the document is given to it in the shape of one.
const mount = StyleModule.mount;
const adopting = {
  ownerDocument: document,
  get adoptedStyleSheets() {
    return document.adoptedStyleSheets;
  },
  set adoptedStyleSheets(sheets) {
    document.adoptedStyleSheets = sheets;
  },
};
// Adopted sheets come after the page's own, which are to be heard first: what stands in a layer gives way to what stands in none.
const layered = new WeakSet();
const layer = (module) => {
  if (layered.has(module)) return;
  layered.add(module);
  module.rules = module.rules.map((rule) => `@layer codemirror { ${rule} }`);
};
StyleModule.mount = (root, modules, options) => {
  [modules].flat().forEach(layer);
  mount.call(StyleModule, root === document ? adopting : root, modules, options);
};

// A class a kind of token: colours are the style sheet's, which knows light and dark.
const classes = HighlightStyle.define([
  { tag: tags.keyword, class: "code-keyword" },
  { tag: [tags.definition(tags.variableName), tags.definition(tags.className)], class: "code-definition" },
  { tag: tags.function(tags.definition(tags.variableName)), class: "code-definition" },
  { tag: [tags.string, tags.special(tags.string)], class: "code-string" },
  { tag: [tags.number, tags.bool, tags.null], class: "code-number" },
  { tag: tags.comment, class: "code-comment" },
]);

const setFault = StateEffect.define();
const faultyLine = Decoration.line({ class: "code-fault" });

// The line that an error names, until the text changes.
const fault = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setFault)) {
        const line = effect.value;
        return line >= 1 && line <= transaction.newDoc.lines
          ? Decoration.set([faultyLine.range(transaction.newDoc.line(line).from)])
          : Decoration.none;
      }
    }
    return transaction.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// Tab indents. After Escape the next Tab moves on, so that the keyboard is never caught.
const keys = (onRun) => {
  let leaves = false;
  const unlessLeaving = (command) => (view) => (leaves ? false : command(view));
  return [
    EditorView.domEventHandlers({
      keydown(event) {
        if (event.key === "Escape") leaves = true;
        else if (event.key !== "Tab" && event.key !== "Shift") leaves = false;
        return false;
      },
      blur() {
        leaves = false;
        return false;
      },
    }),
    keymap.of([
      { key: "Mod-Enter", run: () => (onRun(), true) },
      { key: "Tab", run: unlessLeaving(indentMore), shift: unlessLeaving(indentLess) },
      ...historyKeymap,
      ...defaultKeymap,
    ]),
  ];
};

/**
 * Puts an editor into `parent`. `onChange` gets the whole text after each change, `onRun` is called on Ctrl or Cmd with
 * Enter, `label` and `description` (an id) are what a screen reader says. Throws where the browser cannot style it.
 */
export function open(parent, text, label, description, onChange, onRun) {
  if (!document.adoptedStyleSheets) throw new Error("this browser adopts no style sheets");
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        keys(onRun),
        history(),
        lineNumbers(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        indentUnit.of("    "),
        EditorState.tabSize.of(4),
        python(),
        syntaxHighlighting(classes),
        fault,
        EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": description, spellcheck: "false", tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    setText(next) {
      if (next !== view.state.doc.toString()) {
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      }
    },
    markLine(line) {
      const effects = [setFault.of(line)];
      if (line >= 1 && line <= view.state.doc.lines) effects.push(EditorView.scrollIntoView(view.state.doc.line(line).from));
      view.dispatch({ effects });
    },
    close() {
      view.destroy();
    },
  };
}
