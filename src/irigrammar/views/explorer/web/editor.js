// The editor of a grammar: CodeMirror with the tokens and findings that the library answers with.

import { element } from "./dom.js";

const { Decoration, EditorState, EditorView, StateEffect, StateField } = globalThis.CodeMirror;
const setTokens = StateEffect.define();

const tokenField = StateField.define({
  create: () => Decoration.none,
  update(marks, { changes, effects }) {
    const set = effects.find((effect) => effect.is(setTokens));
    return set ? set.value : marks.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Shows a text that can be changed; `changed` is called with the new text. */
export class Editor {
  constructor(holder, { nonce, label, changed }) {
    const { drawSelection, keymap, lineNumbers, defaultKeymap, history, historyKeymap, lintKeymap } =
      globalThis.CodeMirror;
    this.isSetting = false;
    const extensions = [
      lineNumbers(),
      history(),
      drawSelection(),
      keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
      tokenField,
      EditorView.lineWrapping,
      EditorView.cspNonce.of(nonce),
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
      EditorView.updateListener.of(({ docChanged }) => docChanged && !this.isSetting && changed(this.text)),
    ];
    this.extensions = extensions;
    this.view = new EditorView({ parent: holder, state: EditorState.create({ extensions }) });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Show another text; there is nothing to undo then. */
  set(text) {
    if (text === this.text) return;
    this.isSetting = true;
    this.view.setState(EditorState.create({ doc: text, extensions: this.extensions }));
    this.isSetting = false;
  }

  /** Show tokens, each start, end and kind, and findings with what `apply` does about them, of the text that is there. */
  show(tokens, findings, apply) {
    const size = this.view.state.doc.length;
    const inside = ([start, end]) => start < end && end <= size;
    const marks = tokens
      .filter(inside)
      .map(([start, end, kind]) => Decoration.mark({ class: `t-${kind}` }).range(start, end));
    this.view.dispatch({ effects: setTokens.of(Decoration.set(marks, true)) });
    const rows = findings.map((finding) => ({
      from: Math.min(finding.start, size),
      to: Math.min(finding.end, size),
      severity: finding.severity === "advice" ? "info" : finding.severity,
      message: finding.message,
      renderMessage: () => element("span", {}, `${finding.code}: ${finding.message}`),
      actions: finding.edits.length ? [{ name: "Apply", apply: () => apply(finding) }] : [],
    }));
    this.view.dispatch(globalThis.CodeMirror.setDiagnostics(this.view.state, rows));
  }

  /** Make edits, each start, end and text, as one step that can be undone. */
  edit(edits) {
    const changes = edits.map(([from, to, insert]) => ({ from, to, insert }));
    this.view.dispatch({ changes, annotations: globalThis.CodeMirror.isolateHistory.of("full") });
    this.view.focus();
  }

  /** Select a part, and move to it. */
  select(start, end) {
    this.view.dispatch({ selection: { anchor: start, head: end }, scrollIntoView: true });
    this.view.focus();
  }
}
