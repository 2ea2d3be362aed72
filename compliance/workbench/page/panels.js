// What can be seen beside the text: one panel a tab. Each gets a place to fill and what it may ask.

import { refill, verdict } from "./answers.js";
import { encoded, fill, h } from "./dom.js";
import { forms } from "./forms.js";
import { paper } from "./paper.js";

/** The tabs in their order: a name, words, and what fills the panel. `live` panels follow every keystroke. */
export const PANELS = [
  { id: "verdict", words: "Verdict", show: showVerdict, live: true },
  { id: "printed", words: "As printed", show: showPrinted, live: true },
  { id: "forms", words: "Forms", show: forms, live: true },
  { id: "paper", words: "Paper", show: paper, live: true },
  { id: "pictures", words: "Charts", show: showPictures, live: true },
  { id: "odds", words: "Odds", show: showOdds },
  { id: "set", words: "Whole set", show: showSet, live: true },
  { id: "changes", words: "Changes", show: showChanges, live: true },
];

const empty = (words) => h("p", { class: "empty" }, words);

function showVerdict(place, desk) {
  if (!desk.run) return fill(place, empty("Checking…"));
  refill(place, verdict(desk.run, desk.current, desk.does));
}

// --- as printed ---

async function showPrinted(place, desk) {
  const { html } = await desk.call("view", { name: desk.current, day: desk.day });
  const kept = place.querySelector("iframe");
  if (kept?.contentWindow && kept.dataset.ready) return kept.contentWindow.postMessage({ html }, "*");
  const frame = h("iframe", { src: "frame.html", sandbox: "allow-scripts", title: "The report as it will be printed", class: "printed" });
  addEventListener("message", function ready({ source, data }) {
    if (source !== frame.contentWindow || data !== "ready") return;
    removeEventListener("message", ready);
    frame.dataset.ready = "yes";
    frame.contentWindow.postMessage({ html }, "*");
  });
  fill(place, frame);
}

// --- pictures ---

/** A drawing is shown as an image: nothing in it runs, and nothing in it is loaded. What it shows is told in words, too. */
export function picture({ title, svg, words }) {
  const drawn = h("img", { alt: words || title, src: `data:image/svg+xml;base64,${encoded(svg)}` });
  const [, width] = svg.match(/viewBox="[\d.]+ [\d.]+ ([\d.]+)/) ?? [];
  if (width) drawn.style.width = `${width}px`;
  return h("figure", { class: "picture" }, h("figcaption", { dir: "auto" }, title), drawn);
}

async function showPictures(place, desk) {
  const { pictures, notes } = await desk.call("pictures", { name: desk.current, day: desk.day });
  const groups = [...new Set(pictures.map(({ group }) => group))];
  fill(
    place,
    h("h2", {}, "Charts"),
    groups.map((group) => {
      const mine = pictures.filter((one) => one.group === group);
      return h("section", { class: "group" }, h("h3", {}, group), mine[0].lead && h("p", { class: "remark" }, mine[0].lead), mine.map(picture));
    }),
    notes.map((note) => h("p", { class: "remark" }, note)),
    !pictures.length && empty("There is nothing to draw in this document: fees in bands and decision tables are drawn."),
  );
}

// --- tables ---

/** A table of texts: `{title, columns, rows}`. */
export function table({ title, columns = [], rows, notes = [] }) {
  return h(
    "section",
    { class: "data" },
    title && h("h3", { dir: "auto" }, title),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": title || "Table" },
      h(
        "table",
        {},
        columns.length > 0 && h("thead", {}, h("tr", {}, columns.map((words) => h("th", { scope: "col" }, words)))),
        h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell, at) => (at === 0 ? h("th", { scope: "row", dir: "auto" }, cell) : h("td", { dir: "auto" }, cell)))))),
      ),
    ),
    notes.map((note) => h("p", { class: "remark", dir: "auto" }, note)),
  );
}

async function showOdds(place, desk) {
  fill(place, empty("Counting every hand…"));
  const { tables = [], notes = [] } = await desk.call("odds", { name: desk.current });
  fill(place, h("h2", {}, "Odds"), tables.map(table), notes.map((note) => h("p", { class: "remark", dir: "auto" }, note)), !tables.length && !notes.length && empty("Nothing can be counted in this document."));
}

async function showSet(place, desk) {
  const { columns, rows, names, cells } = await desk.call("matrix", { day: desk.day });
  const subjects = columns.slice(1).map((words) => words.split(/: (.*)/));
  const sides = [...new Set(subjects.map(([side]) => side))];
  const head = [
    h("tr", { class: "over" }, h("td", {}), sides.map((side) => h("th", { scope: "colgroup", colspan: String(subjects.filter(([one]) => one === side).length) }, side))),
    h("tr", {}, h("th", { scope: "col" }, columns[0]), subjects.map(([, subject]) => h("th", { scope: "col" }, h("span", {}, subject)))),
  ];
  const body = rows.map(([title, ...words], row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("button", { type: "button", class: "where", dir: "auto", onclick: () => desk.does.open(names[row]) }, title)),
      words.map((cell, at) => matrixCell(cells[row][at], cell)),
    ),
  );
  fill(
    place,
    h("header", { class: "verdict", "data-answer": desk.run?.verdict.answer ?? "none" }, h("h2", {}, "The whole set"), desk.run && h("p", { class: "said" }, h("strong", {}, desk.run.verdict.words)), desk.run?.verdict.said.slice(1).map((line) => h("p", { class: "remark" }, line))),
    h("div", { class: "scroll matrix", tabindex: "0", role: "region", "aria-label": "Documents by subject" }, h("table", {}, h("thead", {}, head), h("tbody", {}, body))),
    h("p", { class: "remark legend" }, LEGEND.map(([shape, words]) => h("span", {}, h("span", { class: `mark ${shape}`, "aria-hidden": "true" }), words))),
  );
}

const LEGEND = [
  ["fail", "not met, an error, or not answered"],
  ["warn", "not met, a warning"],
  ["note", "not met, a note"],
  ["review", "open, for a person"],
  ["pass", "met"],
];

/** A number with its shape to see, and its words to hear. */
function matrixCell({ kind, number }, words) {
  if (!words) return h("td", {});
  return h("td", { "data-kind": kind, title: words }, h("span", { class: `mark ${SHAPES[kind] ?? "none"}`, "aria-hidden": "true" }), h("span", { "aria-hidden": "true" }, number > 1 ? String(number) : ""), h("span", { class: "heard" }, kind === "met" ? "met" : words));
}

const SHAPES = { error: "fail", undecided: "fail", warning: "warn", note: "note", open: "review", review: "review", decided: "none", met: "pass" };

// --- changes ---

async function showChanges(place, desk) {
  const others = desk.names.filter((name) => name !== desk.current && !name.endsWith(".approved"));
  const against = h("select", { "aria-label": "Compared with", onchange: () => compare(against.value) }, h("option", { value: "" }, "the approved text"), others.map((name) => h("option", { value: name }, name)));
  const result = h("div", {});
  const compare = async (other) => {
    desk.compared = other;
    try {
      const { changes, against: held } = await desk.call("diff", other ? { name: desk.current, old: desk.text(other) } : { name: desk.current, approved: true });
      fill(result, held && h("p", { class: "remark" }, `Approved by ${held.by} on ${held.date} as ${held.id}.`), changes.length ? h("ul", { class: "changes" }, changes.map((change) => changed(change, desk))) : empty("They mean the same."));
    } catch (error) {
      fill(result, empty(error.message), error.next && h("p", { class: "remark" }, error.next));
    }
  };
  fill(
    place,
    h("h2", {}, "Changes in meaning"),
    h("p", { class: "do" }, h("label", {}, "Against ", against), h("button", { type: "button", class: "act", onclick: () => desk.does.approve() }, "Record an approval…")),
    result,
  );
  against.value = desk.compared && others.includes(desk.compared) ? desk.compared : "";
  await compare(against.value);
}

function changed(change, desk) {
  return h(
    "li",
    { "data-class": change.class },
    h("span", { class: "tag" }, change.class),
    h("span", { dir: "auto" }, change.words),
    change.does && h("p", { class: "remark" }, change.does),
    change.needs && h("p", { class: "remark" }, `Needs ${change.needs}.`),
    change.new_range && h("button", { type: "button", class: "where", onclick: () => desk.does.reveal(desk.current, change.new_range) }, `line ${change.new_range.start.line + 1}`),
  );
}
