// The paper beside the document: a fact shows its place, a place its facts, and a figure is clicked into a field.

import { ask, choice, field } from "./dialogs.js";
import { count, fill, h } from "./dom.js";

const READ = /\.(pdf|txt|text|md)$/i;
export const isPaper = (name) => READ.test(name);

const shown = { name: null, text: null, data: null, line: null, target: null, page: 1, drawn: true, pictures: new Map() };

/** Fill the panel with the paper of the document that is open. */
export async function paper(place, desk) {
  const text = desk.text(desk.current);
  if (shown.name !== desk.current) Object.assign(shown, { line: null, target: null, page: 1, pictures: new Map() });
  if (shown.name !== desk.current || shown.text !== text) Object.assign(shown, { name: desk.current, text, data: await desk.call("paper", { name: desk.current }) });
  await draw(place, desk);
}

/** The cursor moved: its fact shows where it stands. */
export async function follow(place, desk, position) {
  if (!shown.data?.file || shown.name !== desk.current) return;
  const name = desk.current;
  const target = await desk.call("paper-field", { name, position }).catch(() => null);
  if (name !== desk.current) return;
  const inside = shown.data.facts.filter(({ range }) => within(position, range));
  const [near] = inside.sort((one, other) => size(one.range) - size(other.range) || Number(other.is_figure) - Number(one.is_figure));
  shown.target = target;
  if (near) show(near.lines[0]);
  await draw(place, desk, near?.lines);
}

const within = ({ line, character }, { start, end }) => (line > start.line || (line === start.line && character >= start.character)) && (line < end.line || (line === end.line && character <= end.character));
const size = ({ start, end }) => (end.line - start.line) * 10_000 + end.character - start.character;

function show(line) {
  shown.line = line;
  let first = 0;
  for (const page of shown.data.pages) {
    if (line < first + page.lines.length) return void (shown.page = page.number);
    first += page.lines.length;
  }
}

async function draw(place, desk, marked = shown.line === null ? [] : [shown.line]) {
  const { data } = shown;
  if (!data.file) return fill(place, h("h2", {}, "The paper"), h("p", { class: "empty" }, "No paper of this document is open. Open the PDF or the text that `reading / source / file` names."));
  const page = data.pages[shown.page - 1];
  const first = data.pages.slice(0, shown.page - 1).reduce((sum, { lines }) => sum + lines.length, 0);
  const pictured = data.drawn && shown.drawn && page.width > 0;
  fill(
    place,
    h("h2", {}, data.file),
    data.compared && h("p", { class: "remark" }, `${data.compared.bound} of ${count(data.compared.figures, "figure")} printed here; ${data.compared.cited} of ${count(data.compared.lines, "line")} cited. Shaded lines are cited by nothing.`),
    h("p", { class: "do" }, pages(place, desk), data.drawn && h("button", { type: "button", class: "quiet", onclick: () => again(place, desk, { drawn: !shown.drawn }) }, pictured ? "As lines" : "As a page")),
    h("div", { class: "paper-target", "aria-live": "polite" }, target()),
    shown.line !== null && about(place, desk, first, page),
    pictured ? await pictureOf(place, desk, page, first, marked) : linesOf(place, desk, page, first, marked),
  );
  place.querySelector(".paper-line.shown")?.scrollIntoView({ block: "nearest" });
}

const target = () => (shown.target ? [h("strong", {}, shown.target.words), ` is ${shown.target.value || "empty"}. Click a figure to put it there.`] : "Put the cursor on a value in the text; a figure clicked here goes there.");

function pages(place, desk) {
  if (shown.data.pages.length < 2) return null;
  const select = h("select", { "aria-label": "Page", onchange: () => again(place, desk, { page: Number(select.value), line: null }) }, shown.data.pages.map(({ number }) => h("option", { value: String(number), selected: number === shown.page }, `page ${number}`)));
  return select;
}

function again(place, desk, given) {
  Object.assign(shown, given);
  return draw(place, desk);
}

/** The classes of a line: shaded where nothing cites it, marked where the fact at the cursor stands. */
const classes = (line, index, marked) => ["paper-line", !line.is_cited && line.text.trim() && "open", marked.includes(index) && "shown"].filter(Boolean).join(" ");

function linesOf(place, desk, page, first, marked) {
  return h(
    "ol",
    { class: "paper-lines" },
    page.lines.map((line, at) => h("li", { class: classes(line, first + at, marked), value: at + 1 }, h("button", { type: "button", class: "place quiet", onclick: () => pick(place, desk, first + at) }, line.place), h("span", { dir: "auto" }, figures(line, place, desk)))),
  );
}

/** The words of a line; each figure is a button that puts it into the field. */
function figures(line, place, desk) {
  const parts = [];
  let at = 0;
  for (const [start, end] of line.figures) {
    const text = line.text.slice(start, end);
    parts.push(line.text.slice(at, start), h("button", { type: "button", class: "figure", title: "Put this figure into the field", onclick: () => use(text, line, place, desk) }, text));
    at = end;
  }
  return [...parts, line.text.slice(at)];
}

async function pictureOf(place, desk, page, first, marked) {
  const key = `${shown.data.drawn} ${page.number}`;
  if (!shown.pictures.has(key)) shown.pictures.set(key, (await desk.call("paper-page", { name: shown.data.drawn, page: page.number })).png);
  const boxes = page.lines.map((line, at) => {
    if (!line.box) return null;
    const [left, top, right, bottom] = line.box;
    const box = h("button", { type: "button", class: classes(line, first + at, marked), title: line.place, "aria-label": `${line.place} ${line.text}`, onclick: () => pick(place, desk, first + at) });
    const share = (part, whole) => `${(100 * part) / whole}%`;
    Object.assign(box.style, { left: share(left, page.width), top: share(top, page.height), width: share(right - left, page.width), height: share(bottom - top, page.height) });
    return box;
  });
  return h("div", { class: "paper-page" }, h("img", { alt: `Page ${page.number} of ${shown.data.file}`, src: `data:image/png;base64,${shown.pictures.get(key)}` }), boxes);
}

function pick(place, desk, line) {
  show(line);
  return draw(place, desk);
}

/** The line that was picked: its figures, the facts that stand there, and the button that cites it. */
function about(place, desk, first, page) {
  const line = page.lines[shown.line - first];
  if (!line) return null;
  const here = shown.data.facts.filter(({ lines }) => lines.includes(shown.line)).sort((one, other) => Number(other.is_figure) - Number(one.is_figure));
  return h(
    "section",
    { class: "paper-about" },
    h("h3", {}, line.place),
    h("p", { dir: "auto" }, figures(line, place, desk)),
    shown.target?.source && h("button", { type: "button", onclick: () => cite(line, desk) }, `Cite ${line.place} for this field`),
    here.length ? h("ul", {}, here.map((fact) => h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => desk.does.reveal(desk.current, fact.range) }, fact.words)))) : h("p", { class: "remark" }, "No fact cites this line."),
  );
}

async function use(text, line, place, desk) {
  if (!shown.target) return fill(place.querySelector(".paper-target"), h("strong", {}, "Put the cursor on the value in the text first; then click the figure."));
  const done = await desk.does.form({ route: shown.target.route, value: text });
  if (done) shown.target = { ...shown.target, value: `${text}, from ${line.place}` };
  fill(place.querySelector(".paper-target"), target());
}

const cite = (line, desk) => desk.does.form({ route: shown.target.source, value: line.place });

/** Ask what a paper is, and draft a document from it. */
export async function draftFrom(name, desk) {
  const states = desk.hello.states.map(({ id, name: words }) => ({ value: id, label: words }));
  const kinds = [{ value: "", label: "what its tables show" }, ...["schedule", "game", "terms"].map((kind) => ({ value: kind, label: kind }))];
  const banks = [{ value: "", label: "not known" }, ...["house", "player-dealer", "pot"].map((bank) => ({ value: bank, label: bank }))];
  const given = await ask(
    "Draft a document from this paper",
    [
      h("p", {}, `Tables of ${name} become values with their lines; what is unsure is marked, and sentences are listed to be written.`),
      field("What it is", choice("kind", kinds)),
      field("The state", choice("jurisdiction", states)),
      field("The card room", h("input", { name: "establishment" })),
      field("Who banks, if it is a game", choice("bank", banks)),
    ],
    "Draft it",
  );
  if (!given) return null;
  return desk.call("draft", { name, kind: given.kind || null, jurisdiction: given.jurisdiction, establishment: given.establishment || null, bank: given.bank || null });
}
