// The text of the open file: CodeMirror, with what the checker knows about it.

import {
  basicSetup, EditorView, EditorState, keymap, hoverTooltip, yaml, setDiagnostics, lintGutter, HighlightStyle, syntaxHighlighting, tags, StateEffect, StateField, Decoration,
} from "./editor/codemirror.js";
import { marked, h } from "./dom.js";

const CRLF = "\r\n";
const SEVERITY = { error: "error", warning: "warning", note: "info" };

const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--sheet)", color: "var(--ink)", fontSize: "0.875rem" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)", padding: "0.5rem 0" },
  "&.cm-focused": { outline: "2px solid var(--link)", outlineOffset: "-2px" },
  ".cm-gutters": { backgroundColor: "var(--sheet)", color: "var(--soft)", border: "0", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--touch)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--marked)" },
  ".cm-selectionMatch, .cm-matchingBracket": { backgroundColor: "var(--marked)" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "4px", boxShadow: "0 4px 16px rgb(0 0 0 / 18%)" },
  ".cm-tooltip-hover .words": { padding: "0.5rem 0.75rem", maxWidth: "34rem", maxHeight: "22rem", overflow: "auto", font: "0.875rem/1.45 var(--sans)" },
  ".words p": { margin: "0 0 0.4rem" },
  ".words code, .words pre": { fontFamily: "var(--mono)", fontSize: "0.8125rem" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--link)", color: "var(--paper)" },
  ".cm-completionDetail": { color: "inherit", opacity: "0.85", fontStyle: "normal" },
  ".cm-completionInfo": { font: "0.8125rem/1.45 var(--sans)", maxWidth: "24rem" },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panels button, .cm-panels input": { font: "0.8125rem var(--sans)" },
  ".cm-diagnostic": { font: "0.8125rem/1.45 var(--sans)", maxWidth: "36rem" },
  ".cm-diagnosticAction": { backgroundColor: "var(--link)", color: "var(--paper)", font: "inherit", padding: "0.1rem 0.5rem" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--fail) 1px", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--review) 1px", textUnderlineOffset: "3px" },
  ".cm-lintRange-info, .cm-lintRange-hint": { backgroundImage: "none", textDecoration: "underline dotted var(--soft) 1px", textUnderlineOffset: "3px" },
  ".cm-lint-marker": { content: "none", width: "0.5rem", height: "0.5rem", margin: "0.4rem auto 0", border: "2px solid var(--soft)" },
  ".cm-lint-marker-error": { content: "none", backgroundColor: "var(--fail)", borderColor: "var(--fail)", transform: "rotate(45deg)" },
  ".cm-lint-marker-warning": { content: "none", borderColor: "var(--fail)", transform: "rotate(45deg)" },
  ".cm-lint-marker-info": { content: "none", borderColor: "var(--soft)", transform: "rotate(45deg)" },
  ".cm-lint-marker-hint": { content: "none", borderColor: "var(--review)", borderRadius: "50%" },
  ".cm-shown": { backgroundColor: "var(--marked)" },
});

const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--key)" },
    { tag: [tags.string, tags.special(tags.string)], color: "var(--quoted)" },
    { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
    { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace, tags.meta], color: "var(--soft)" },
  ]),
);

const show = StateEffect.define();
const shown = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    marks = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(show)) marks = effect.value === null ? Decoration.none : Decoration.set([Decoration.line({ class: "cm-shown" }).range(effect.value)]);
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
  /** `asks` has what the editor asks for: changed(text), moved(position), complete(position), hover(position), definition(position). */
  constructor(host, asks) {
    this.asks = asks;
    this.states = new Map();
    this.name = null;
    // One and the same each time it is asked for: another source would end the completion that is under way.
    this.knows = [{ autocomplete: (context) => this.complete(context) }];
    // In a shadow root CodeMirror brings its style as a sheet: the page's policy allows no style in its markup.
    this.root = host.attachShadow({ mode: "open" });
    this.view = new EditorView({ parent: this.root, root: this.root });
  }

  get text() {
    return this.view.state.sliceDoc();
  }

  open(name, text) {
    if (this.name !== null) this.states.set(this.name, this.view.state);
    const kept = this.states.get(name);
    this.name = name;
    this.view.setState(kept && kept.sliceDoc() === text ? kept : this.state(name, text));
  }

  forget(name) {
    this.states.delete(name);
    if (this.name === name) this.name = null;
  }

  state(name, text) {
    return EditorState.create({
      doc: text,
      extensions: [
        basicSetup,
        yaml(),
        look,
        colours,
        shown,
        lintGutter(),
        ...(text.includes(CRLF) ? [EditorState.lineSeparator.of(CRLF)] : []),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": `Text of ${name}`, tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.asks.changed(this.text);
          else if (update.selectionSet) this.asks.moved(this.position(update.state.selection.main.head));
        }),
        EditorState.languageData.of(() => this.knows),
        hoverTooltip((view, at) => this.hover(at)),
        keymap.of([{ key: "F12", run: () => this.define() }]),
      ],
    });
  }

  // --- places ---

  at({ line, character }) {
    const { doc } = this.view.state;
    const row = doc.line(Math.min(line + 1, doc.lines));
    return Math.min(row.from + character, row.to);
  }

  position(at) {
    const row = this.view.state.doc.lineAt(at);
    return { line: row.number - 1, character: at - row.from };
  }

  /** Go to a place and show its line. */
  reveal(range, focus = true) {
    const from = this.at(range.start);
    const line = this.view.state.doc.lineAt(from);
    this.view.dispatch({ selection: { anchor: from }, effects: [show.of(line.from), EditorView.scrollIntoView(from, { y: "center" })] });
    if (focus) this.view.focus();
  }

  /** Change the text as if it were typed: it can be undone. */
  apply(edits) {
    const changes = edits.map(({ range, text }) => ({ from: this.at(range.start), to: this.at(range.end), insert: this.view.state.toText(text) }));
    this.view.dispatch({ changes, userEvent: "input.complete" });
  }

  /** Mark what was found; `act` is called with a finding and one of its actions. */
  mark(findings, act) {
    const { doc } = this.view.state;
    const diagnostics = findings
      .filter(({ range }) => range)
      .map((finding) => {
        const from = this.at(finding.range.start);
        const to = Math.max(this.at(finding.range.end), Math.min(from + 1, doc.length));
        return {
          from,
          to,
          severity: finding.status === "fail" || finding.status === "error" ? SEVERITY[finding.level] ?? "error" : "hint",
          message: finding.message,
          source: finding.citation || finding.title,
          actions: finding.actions.map((action) => ({ name: action.title, apply: () => act(finding, action) })),
        };
      })
      .sort((one, other) => one.from - other.from);
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  // --- what the checker knows ---

  async complete(context) {
    const word = context.matchBefore(/[\w$.,-]+/);
    if (!word && !context.explicit && !/[:\s[{,-]\s$/.test(context.state.sliceDoc(Math.max(0, context.pos - 3), context.pos))) return null;
    const found = await this.asks.complete(this.position(context.pos));
    if (!found?.length || context.aborted) return null;
    const ranges = found.map(({ range }) => range).filter(Boolean);
    return {
      from: ranges.length ? this.at(ranges[0].start) : word?.from ?? context.pos,
      options: found.map(({ label, detail, documentation, insert, kind }) => ({
        label,
        detail,
        type: kind,
        apply: insert ?? label,
        info: documentation ? () => h("div", {}, marked(documentation)) : undefined,
      })),
      validFor: /^[\w$.,-]*$/,
    };
  }

  async hover(at) {
    const found = await this.asks.hover(this.position(at));
    if (!found?.markdown) return null;
    const { range } = found;
    const place = range ? { pos: this.at(range.start), end: this.at(range.end) } : { pos: at };
    return { ...place, create: () => ({ dom: h("div", { class: "words" }, marked(found.markdown)) }) };
  }

  define() {
    this.asks.definition(this.position(this.view.state.selection.main.head));
    return true;
  }
}
