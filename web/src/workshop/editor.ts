import { autocompletion, completionKeymap, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyField, historyKeymap } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting, type StreamParser } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Fault, LanguageCode } from "@entourage/rules";
import { namesIn, termAt, TERMS, type Term } from "./vocabulary";

/** The initial state and callbacks of an editor. */
export interface Editing {
  text: string;
  /** The stored undo history; `null` if unknown. */
  changes: unknown;
  label: string;
  language: LanguageCode;
  /** Names defined in inherited texts. */
  names: () => string;
  onchange: (text: string) => void;
}

const STARTS = new Set(TERMS.filter(({ where }) => where === "sentence").map(({ word }) => word.split(" ", 1)[0] ?? ""));
const LINES = new Set(TERMS.filter(({ where }) => where === "line").map(({ word }) => word.split(" ", 1)[0] ?? ""));
const INSIDE = new Set(TERMS.filter(({ where }) => where === "inside").flatMap(({ word }) => word.split(" ")));

/** Highlights words by their form only; the checker determines their meaning. */
const parser: StreamParser<{ begins: boolean; indented: boolean }> = {
  startState: () => ({ begins: true, indented: false }),
  token(stream, state) {
    if (stream.sol()) {
      state.begins = true;
      state.indented = /\s/.test(stream.peek() ?? "");
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/#.*/)) return "comment";
    const begins = state.begins;
    state.begins = false;
    if (stream.match(/"[^"]*"?/)) return "string";
    if (stream.match(/\d+/)) return "number";
    const word = stream.match(/[\p{L}][\p{L}\d-]*/u) as RegExpMatchArray | null;
    if (!word) {
      stream.next();
      return null;
    }
    const [text] = word;
    if (begins && (state.indented ? LINES : STARTS).has(text)) return "keyword";
    if (/^\p{Lu}/u.test(text)) return "typeName";
    return INSIDE.has(text) ? "operator" : null;
  },
};

const looks = HighlightStyle.define([
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--shelter)" },
  { tag: tags.number, color: "var(--sight)" },
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "700" },
  { tag: tags.typeName, color: "var(--silence)", fontWeight: "600" },
  { tag: tags.operator, color: "var(--sight)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", background: "var(--surface)", color: "var(--ink)", fontSize: "0.9375rem" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeft: "2px solid var(--ink)" },
  ".cm-gutters": { border: "0", borderRight: "1px solid var(--line)", background: "var(--surface)", color: "var(--muted)" },
  ".cm-activeLine, .cm-activeLineGutter": { background: "color-mix(in srgb, var(--accent-soft) 45%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "color-mix(in srgb, var(--focus) 32%, transparent)" },
  ".cm-selectionMatch": { background: "color-mix(in srgb, var(--go) 30%, transparent)" },
  ".cm-tooltip": { border: "1px solid var(--line-strong)", borderRadius: "0.5rem", background: "var(--raised)", color: "var(--ink)", boxShadow: "var(--shadow)" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "0.3rem 0.6rem", lineHeight: "1.4" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionInfo": { padding: "0" },
  ".cm-diagnostic": { fontFamily: "var(--sans)", padding: "0.4rem 0.75rem" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--go)" },
  ".cm-panels": { background: "var(--sunken)", color: "var(--ink)" },
  ".word-explained": { maxWidth: "22rem", padding: "0.5rem 0.75rem", font: "0.9375rem/1.45 var(--sans)" },
  ".word-explained p": { margin: "0.15rem 0 0" },
  ".word-explained code": { display: "block", marginTop: "0.25rem", color: "var(--muted)", fontFamily: "var(--mono)", whiteSpace: "pre-wrap" },
});

function explained({ word, says, example }: Term, language: LanguageCode): HTMLElement {
  const box = document.createElement("div");
  box.className = "word-explained";
  const name = document.createElement("strong");
  name.textContent = word;
  const text = document.createElement("p");
  text.textContent = says[language];
  const shown = document.createElement("code");
  shown.textContent = example;
  box.append(name, text, shown);
  return box;
}

function completions(language: LanguageCode, names: () => string) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\p{L}][\p{L}\d-]*/u);
    if (!word && !context.explicit) return null;
    const line = context.state.doc.lineAt(context.pos);
    const from = word?.from ?? context.pos;
    const before = line.text.slice(0, from - line.from);
    // No completion in quotes and comments.
    if (/^([^"#]|"[^"]*")*["#][^"]*$/.test(before)) return null;
    const isInside = before.trim() !== "";
    // Completions fit the line's indentation; at the start of an indented line, sentences are offered too.
    const terms = TERMS.filter((one) => (one.where === "inside") === isInside && (before !== "" || one.where === "sentence" || isInside)).map((one): Completion => ({ label: one.word, type: "keyword", info: () => explained(one, language) }));
    const given = isInside ? namesIn(`${context.state.doc.toString()}\n${names()}`).map(({ name, sort }): Completion => ({ label: name, type: sort === "piece" ? "class" : "variable" })) : [];
    return { from, options: [...terms, ...given], validFor: /^[\p{L}\d-]*$/u };
  };
}

const told = (language: LanguageCode) =>
  hoverTooltip((view, place) => {
    const line = view.state.doc.lineAt(place);
    const found = termAt(line.text, place - line.from);
    if (!found) return null;
    return { pos: line.from + found.from, end: line.from + found.to, create: () => ({ dom: explained(found.term, language) }) };
  });

/** The text editor of the workshop. */
export class Editor {
  #view: EditorView;
  #language = new Compartment();
  #names: () => string;
  #watch: ResizeObserver;

  constructor(parent: HTMLElement, editing: Editing) {
    this.#names = editing.names;
    const extensions: Extension = [
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      bracketMatching(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      indentUnit.of("  "),
      StreamLanguage.define(parser),
      theme,
      syntaxHighlighting(looks),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": editing.label, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
      keymap.of([...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      this.#language.of(this.#spoken(editing.language)),
      EditorView.updateListener.of(({ docChanged, state }) => docChanged && editing.onchange(state.doc.toString())),
    ];
    // In a shadow root its styles are adopted style sheets, because the content security policy forbids style elements.
    const root = parent.attachShadow({ mode: "open" });
    this.#view = new EditorView({ parent: root, root, state: begun(editing, extensions) });
    // Keeps the cursor visible when messages below take space.
    this.#watch = new ResizeObserver(() => {
      if (this.#view.hasFocus) this.#view.dispatch({ effects: EditorView.scrollIntoView(this.#view.state.selection.main.head) });
    });
    this.#watch.observe(parent);
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** The undo history as JSON, for the next editor. */
  get changes(): unknown {
    return this.#view.state.toJSON({ history: historyField });
  }

  /** Replaces the text as an undoable change; unchanged parts keep their positions. */
  replace(text: string): void {
    const old = this.text;
    let from = 0;
    while (from < old.length && old[from] === text[from]) from++;
    let end = 0;
    while (end < old.length - from && end < text.length - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
    this.#view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) } });
  }

  /** Inserts a line below another one (numbered from 1). */
  insertBelow(line: number, text: string): void {
    const { doc } = this.#view.state;
    const at = doc.line(Math.min(Math.max(line, 1), doc.lines)).to;
    this.#view.dispatch({ changes: { from: at, insert: `\n${text}` } });
  }

  /** Underlines errors and warnings. */
  mark(faults: readonly Fault[]): void {
    const { doc } = this.#view.state;
    const marks = faults.map((fault): Diagnostic => {
      // Problems of an inherited game are shown where that game is named.
      const line = doc.line(fault.file === null ? Math.min(fault.line, doc.lines) : Math.min(lineOfGame(doc.toString()), doc.lines));
      const column = fault.file === null ? offset(line.text, fault.column - 1) : 0;
      const end = fault.file === null ? offset(line.text, fault.column - 1 + fault.length) : line.length;
      const [from, to] = [line.from + Math.min(column, line.length), line.from + Math.min(Math.max(end, column), line.length)];
      const message = [fault.problem, fault.help].filter((part) => part !== null).join(" ");
      return { from, to, severity: fault.isWarning ? "warning" : "error", message };
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
  }

  /** Moves the cursor to a line and column, both from 1. */
  goTo(lineNumber: number, column: number): void {
    const { doc } = this.#view.state;
    const line = doc.line(Math.min(lineNumber, doc.lines));
    const at = line.from + Math.min(offset(line.text, column - 1), line.length);
    this.#view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.#view.focus();
  }

  speak(language: LanguageCode): void {
    this.#view.dispatch({ effects: this.#language.reconfigure(this.#spoken(language)) });
  }

  close(): void {
    this.#watch.disconnect();
    this.#view.destroy();
  }

  #spoken(language: LanguageCode): Extension {
    return [autocompletion({ override: [completions(language, this.#names)], icons: false }), told(language)];
  }
}

/** Converts a number of characters to UTF-16 units. */
const offset = (text: string, characters: number): number => [...text].slice(0, Math.max(characters, 0)).join("").length;

/** Returns the number of the line that names the game, from 1. */
function lineOfGame(text: string): number {
  const index = text.split("\n").findIndex((line) => line.startsWith("game"));
  return index < 0 ? 1 : index + 1;
}

function begun({ text, changes }: Editing, extensions: Extension): EditorState {
  try {
    const state = changes === null ? null : EditorState.fromJSON(changes, { extensions }, { history: historyField });
    if (state?.doc.toString() === text) return state;
  } catch {
    // The stored history has another format; the text is what matters.
  }
  return EditorState.create({ doc: text, extensions });
}
