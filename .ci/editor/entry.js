// What the workbench uses of CodeMirror, and nothing else.
export { basicSetup, EditorView } from "codemirror";
export { EditorState, Compartment, StateEffect, StateField } from "@codemirror/state";
export { keymap, hoverTooltip, Decoration } from "@codemirror/view";
export { indentWithTab } from "@codemirror/commands";
export { yaml } from "@codemirror/lang-yaml";
export { setDiagnostics, lintGutter, lintKeymap } from "@codemirror/lint";
export { autocompletion } from "@codemirror/autocomplete";
export { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
export { tags } from "@lezer/highlight";
