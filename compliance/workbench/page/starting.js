// Where work begins and where it ends: the first page, templates, examples, the law behind a finding, downloads.

import { ask, choice, field } from "./dialogs.js";
import { count, download, encoded, h } from "./dom.js";
import { picture } from "./panels.js";

export function welcome(backEnd, does) {
  return [
    h("h2", {}, "What the law says about your rules"),
    h("p", { class: "lead" }, "Open the rules of a game or a fee schedule. Each requirement of its state’s law is asked of it, on the day that you choose; what is not met, and what a person must decide, is shown at its line."),
    h(
      "div",
      { class: "ways" },
      way("Open files", "Documents from your computer, one or a whole set. You can also drop them anywhere on this page.", "Open files…", does.open),
      way("Start a new document", "A few questions give a game, a schedule or terms to fill in. What you leave open is marked as open.", "Answer questions…", does.fresh),
      way("Look at an example", "Schedules and games of a card room, as they were filed. A good way to see how it works.", "Choose examples…", does.examples),
    ),
    h("p", { class: "remark" }, backEnd === "worker" ? "The checker runs inside this browser. Nothing you open or type is sent anywhere; once loaded, it works without a network." : "The checker runs on this machine. Nothing you open or type leaves it."),
    h("p", { class: "remark" }, "What is found is no legal advice and no approval."),
  ];
}

const way = (title, words, does, onclick) => h("section", { class: "way" }, h("h3", {}, title), h("p", {}, words), h("button", { type: "button", class: "act", onclick }, does));

// --- templates ---

export async function fromTemplate(desk) {
  const first = await ask("A new document", [field("What is it?", choice("kind", desk.hello.kinds.map((kind) => ({ value: kind, label: KINDS[kind] ?? kind }))))], "Go on");
  if (!first) return null;
  const { questions } = await desk.call("questions", { kind: first.kind });
  let answers = {};
  let wrong = null;
  for (;;) {
    answers = await ask(`A new ${first.kind}`, [wrong && h("p", { class: "wrong", role: "alert" }, wrong), questions.map((one) => question(one, answers[one.name]))], "Write it");
    if (!answers) return null;
    try {
      return await desk.call("new", { kind: first.kind, answers: given(questions, answers) });
    } catch (error) {
      wrong = `${error.message} ${error.next ?? ""}`;
    }
  }
}

const KINDS = { game: "the rules of a game", schedule: "a schedule of fees", terms: "general terms of the house" };

function question({ name, question: words, help, choices, required, many, default: usual, suggestions = [] }, said) {
  const about = [help, many && "One a line.", suggestions.length > 0 && `Open here: ${suggestions.join(", ")}.`].filter(Boolean).join(" ");
  const value = said ?? usual ?? "";
  if (choices.length && !many) return field(words, choice(name, [{ value: "", label: required ? "(choose)" : "(leave open)" }, ...choices.map((option) => ({ ...option, selected: option.value === value }))], { required: Boolean(required) }), about);
  if (choices.length) return h("fieldset", {}, h("legend", {}, words), choices.map((option) => h("label", { class: "radio" }, h("input", { type: "checkbox", name, value: option.value, checked: [].concat(value).includes(option.value) }), ` ${option.label}`)), help && h("small", {}, help));
  if (many) return field(words, h("textarea", { name, rows: "3" }, value), about);
  return field(words, h("input", { name, value, required: Boolean(required) }), about);
}

function given(questions, answers) {
  const said = {};
  for (const { name, many } of questions) {
    const lines = [].concat(answers[name] ?? []).flatMap((words) => (many ? words.split("\n") : [words])).map((line) => line.trim()).filter(Boolean);
    if (lines.length) said[name] = many ? lines : lines[0];
  }
  return said;
}

// --- examples ---

export async function whichExamples(desk) {
  const { names } = await desk.call("library");
  const sets = new Map();
  for (const name of names) {
    const set = name.split("/").slice(0, -1).join("/");
    sets.set(set, [...(sets.get(set) ?? []), name]);
  }
  const rows = [...sets].map(([set, inside]) =>
    h(
      "fieldset",
      { class: "set" },
      h("legend", {}, set),
      h("button", { type: "button", class: "quiet", onclick: ({ target }) => target.parentElement.querySelectorAll("input").forEach((box) => (box.checked = true)) }, `All ${inside.length}`),
      inside.map((name) => h("label", { class: "radio" }, h("input", { type: "checkbox", name: "example", value: name }), ` ${name.split("/").at(-1)}`)),
    ),
  );
  const chosen = await ask("Examples", rows, "Open");
  const texts = [];
  for (const name of [].concat(chosen?.example ?? [])) texts.push([name, (await desk.call("example", { name })).text]);
  return texts;
}

// --- the law behind a finding ---

export function explained(law) {
  const rows = [
    ["Asks", law.asks],
    ["Why", law.why],
    ["Law", [law.citation, law.known && `(${law.known})`].filter(Boolean).join(" ")],
    ["Note", law.note],
    ["To mend it", law.remedy],
  ].filter(([, words]) => words);
  return [
    h("p", {}, h("code", {}, law.requirement), law.holds ? null : " It does not hold on this day."),
    h("dl", {}, rows.map(([term, words]) => [h("dt", {}, term), h("dd", { dir: "auto" }, words)])),
    law.timeline && picture(law.timeline),
    law.wordings.length > 0 && h("h3", {}, "Over time"),
    h("ol", { class: "wordings" }, law.wordings.map((one) => h("li", {}, h("strong", {}, span(one), one.holds && " (this day)"), " ", one.asks, h("small", {}, ` ${one.citation}`)))),
  ];
}

const span = ({ from, until }) => (from ? (until ? `${from} to ${until}` : `since ${from}`) : until ? `until ${until}` : "always");

// --- downloads ---

/** What can be taken away. The list stays open, so that several can be taken. */
export async function downloads(desk, status) {
  const { current, day } = desk;
  const document = current && desk.run?.documents.some(({ name }) => name === current);
  const take = (words, about, call, given, after) => {
    const told = h("span", { class: "told", role: "status" });
    const go = async () => {
      told.textContent = " Making it…";
      try {
        download(typeof call === "string" ? await desk.call(call, given) : await call());
        told.textContent = " Done.";
        after?.();
      } catch (error) {
        told.textContent = ` ${error.message} ${error.next ?? ""}`;
      }
    };
    return h("li", {}, h("button", { type: "button", class: "act", "data-take": words, onclick: go }, words), told, h("small", {}, about));
  };
  const report = (format, names) => ["report", { format, day, ...(names ? { names } : {}) }];
  const decisions = desk.files.get(desk.decisions);
  await ask(
    "Download",
    [
      document && h("h3", {}, current),
      document &&
        h(
          "ul",
          { class: "takes" },
          take("Report as PDF", "To print and to file.", ...report("pdf", [current])),
          take("Report as HTML", "One file that opens in any browser.", ...report("html", [current])),
          take("Findings as JSON", "For other programs.", ...report("json", [current])),
          await card(desk, take),
          take("This text", "The document itself.", async () => ({ filename: current.split("/").at(-1), media: "application/yaml", base64: encoded(desk.text(current)) }), null, () => {
            desk.files.get(current).saved = desk.text(current);
          }),
        ),
      h("h3", {}, `Everything: ${count(desk.files.size, "file")}`),
      desk.files.size > 0 &&
        h(
          "ul",
          { class: "takes" },
          take("Report on the set as PDF", "All documents, checked beside each other.", ...report("pdf")),
          take("Report on the set as HTML", "With the matrix and filters.", ...report("html")),
          take("Findings on the set as JSON", "What pitboss check --format json prints.", ...report("json")),
          decisions && take("Decisions file", "What people decided, for the next check.", async () => ({ filename: desk.decisions, media: "application/yaml", base64: encoded(decisions.text) })),
          take("All files as a zip", "Documents, approved texts and decisions.", "zip", {}, () => desk.does.saved()),
        ),
    ],
    null,
  );
}

/** The notice that stands at a table, for one option of a schedule. */
async function card(desk, take) {
  if (desk.about.get(desk.current)?.kind !== "schedule") return null;
  const { options } = await desk.call("options", { name: desk.current });
  if (!options.length) return null;
  const which = h("select", { "aria-label": "Option of the card" }, options.map(({ option, title }) => h("option", { value: option }, title ? `Option ${option}: ${title}` : `Option ${option}`)));
  const draft = h("input", { type: "checkbox" });
  const row = take("Table card as PDF", "The fees of one option, as posted at a table.", () => desk.call("card", { name: desk.current, day: desk.day, option: which.value, draft: draft.checked }));
  row.append(h("span", { class: "which" }, which, h("label", {}, draft, " as a draft")));
  return row;
}
