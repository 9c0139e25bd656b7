//! Editor of the workshop: CodeMirror in a shadow root, with the engine's diagnostics and the schema's completions.

import {
  EditorState, EditorView, HighlightStyle, StreamLanguage, autocompletion, completionKeymap, defaultKeymap, drawSelection, highlightActiveLine,
  history, historyKeymap, keymap, lineNumbers, lintGutter, lintKeymap, setDiagnostics, startCompletion, syntaxHighlighting, tags, toml,
} from "./vendor/codemirror.js";
import { text } from "./texts.js";
import { offersAt } from "./completion.js";

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.string, tags.character], color: "var(--right)" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--accent)" },
  { tag: [tags.propertyName, tags.definition(tags.variableName)], color: "var(--north)" },
  { tag: [tags.heading, tags.bracket, tags.keyword], color: "var(--ink)", fontWeight: "bold" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "13.5px", color: "var(--ink)", backgroundColor: "var(--card)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)", padding: "8px 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--sunk)", color: "var(--soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--tint) 55%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--north) 32%, transparent)" },
  ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--strong-line)", borderRadius: "8px", overflow: "hidden", maxWidth: "min(420px, 86vw)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-tooltip.cm-completionInfo": { padding: "6px 10px", fontFamily: "var(--sans)" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: "0.75" },
  ".cm-diagnostic": { padding: "6px 10px", fontFamily: "var(--sans)", fontSize: "14px" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--wrong)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--wrong) 1.5px", textUnderlineOffset: "3px" },
  ".cm-panels": { backgroundColor: "var(--sunk)", color: "var(--ink)" },
});

/** Converts a column in characters to one in UTF-16 code units. */
const unitsBefore = (text, column) => Array.from(text).slice(0, column).join("").length;

/**
 * @param {HTMLElement} host
 * @param {{changed: (text: string) => void, schema: () => object | null}} with_
 */
export function editor(host, { changed, schema }) {
  // In a shadow root CodeMirror uses constructed style sheets, so the page need not allow inline styles.
  const root = host.attachShadow({ mode: "open" });

  const complete = (context) => {
    const known = schema();
    if (!known) return null;
    const { state, pos, explicit } = context;
    const line = state.doc.lineAt(pos);
    const before = state.doc.sliceString(0, line.from).split("\n");
    const found = offersAt(known, before, state.doc.sliceString(line.from, pos));
    if (!found || (!explicit && found.from === pos - line.from && !/[=["]\s*$/.test(line.text.slice(0, pos - line.from)))) return null;
    const options = found.offers.map(({ label, detail, info, apply }) => ({ label, detail, info, apply, type: "property" }));
    return { from: line.from + found.from, options, validFor: /^"?[\w-]*"?$/ };
  };

  const extensions = [
    lineNumbers(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    lintGutter(),
    EditorView.lineWrapping,
    StreamLanguage.define(toml),
    syntaxHighlighting(colours),
    theme,
    autocompletion({ override: [complete], icons: false }),
    // Tab leaves the editor, as in other fields.
    keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap, { key: "Ctrl-Space", run: startCompletion }]),
    EditorView.contentAttributes.of({ "aria-label": text("variantText"), spellcheck: "false" }),
    EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
  ];
  const view = new EditorView({ root, parent: root, state: EditorState.create({ extensions }) });

  return {
    get text() {
      return view.state.doc.toString();
    },
    /** Opens another text, with a history of its own: nothing before it can be undone. */
    open(content) {
      view.setState(EditorState.create({ doc: content, extensions }));
    },
    /** Changes the text like the user does, so that it can be undone. @param {import("./toml.js").Edit[]} edits In the present text. */
    edit(edits) {
      view.dispatch({ changes: edits, scrollIntoView: false });
    },
    /** Marks errors at their locations. @param {{line: number | null, column: number | null, length: number | null, message: string}[]} mistakes */
    mark(mistakes) {
      const { doc } = view.state;
      const diagnostics = mistakes.map(({ line, column, length, message }) => {
        const found = doc.line(Math.max(1, Math.min(doc.lines, line ?? 1)));
        const start = unitsBefore(found.text, (column ?? 1) - 1);
        const end = length === null || length === undefined ? found.text.length : unitsBefore(found.text, (column ?? 1) - 1 + Math.max(1, length));
        const from = Math.min(found.from + start, found.to);
        return { from, to: Math.max(from, Math.min(found.from + end, found.to)), severity: "error", message };
      });
      diagnostics.sort((a, b) => a.from - b.from);
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    /** Moves the cursor to a location. */
    go({ line, column }) {
      const { doc } = view.state;
      const found = doc.line(Math.max(1, Math.min(doc.lines, line ?? 1)));
      const at = Math.min(found.from + unitsBefore(found.text, (column ?? 1) - 1), found.to);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    },
    focus: () => view.focus(),
  };
}
