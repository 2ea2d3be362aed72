// Questions to the person. Each is a <dialog>: the browser keeps the focus in it and Escape closes it.

import { $, fill, h } from "./dom.js";
import { today } from "./day.js";

/** Ask with a form. Resolves to the values of its fields, or null where it was closed. */
export function ask(title, body, does = "Go on") {
  return new Promise((done) => {
    const heading = h("h2", { id: "asked" }, title);
    const told = h("p", { class: "wrong", role: "alert" });
    const form = h(
      "form",
      { method: "dialog" },
      heading,
      h("div", { class: "body" }, body),
      told,
      h("div", { class: "do" }, does && h("button", { type: "submit", value: "go", class: "act main" }, does), h("button", { type: "button", onclick: () => dialog.close() }, does ? "Cancel" : "Close")),
    );
    const dialog = h("dialog", { "aria-labelledby": "asked" }, form);
    form.addEventListener("submit", () => {
      const values = {};
      for (const [name, value] of new FormData(form)) values[name] = name in values ? [].concat(values[name], value) : value;
      done(values);
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

export const field = (words, input, about) => h("label", { class: "field" }, h("span", {}, words), input, about && h("small", {}, about));
export const choice = (name, options, given = {}) =>
  h("select", { name, ...given }, options.map((option) => (typeof option === "string" ? h("option", { value: option }, option) : h("option", { value: option.value, selected: option.selected ?? false }, option.label))));

export function alertOf(error) {
  const box = h("div", { class: "alert" }, h("p", {}, error.message), error.next && h("p", {}, error.next), h("button", { type: "button", class: "quiet", onclick: () => box.remove() }, "Close"));
  fill($("#alerts"), box);
  return box;
}

const SIGNER = ["by", "role"];

/** Who signs, and why: nothing is filled in but the name that was given before on this page. */
const signature = (day) => [
  field("Reason", h("textarea", { name: "reason", rows: "3", required: true, minlength: "15" }), "A sentence: what you looked at, and why it is so. It is printed."),
  field("Your name", h("input", { name: "by", required: true, minlength: "3", value: sessionStorage.getItem("by") ?? "", autocomplete: "name" })),
  field("Your role", h("input", { name: "role", required: true, minlength: "3", value: sessionStorage.getItem("role") ?? "", autocomplete: "organization-title" }), "Such as compliance officer."),
  field("Day", h("input", { name: "on", type: "date", required: true, value: day ?? today() })),
];

const signed = (given) => {
  for (const part of SIGNER) if (given) sessionStorage.setItem(part, given[part]);
  return given;
};

/** Decide points of a finding: only those that are ticked, with a reason, a name, a role and a last day. */
export async function askDecision(finding, points, day) {
  const waiving = points[0]?.choices.includes("waive");
  const given = await ask(
    waiving ? "Let this through" : "Answer this point",
    [
      h("fieldset", { class: "points" }, h("legend", {}, points.length > 1 ? "Your decision covers what you tick" : "Your decision covers"), points.map((point) => pointField(point, points.length))),
      waiving
        ? h("p", { class: "remark" }, "It stays a failure in every report, with your name and the last day.")
        : h("fieldset", {}, h("legend", {}, "The document"), points[0].choices.map((outcome) => h("label", { class: "radio" }, h("input", { type: "radio", name: "outcome", value: outcome, required: true }), ` ${outcome}`))),
      signature(day),
      field("Last day", h("input", { name: "until", type: "date", required: true }), waiving ? "By when it is fixed." : "When somebody is to look at it again. Three years at most."),
    ],
    waiving ? "Let it through" : "Answer",
  );
  return signed(given) && { points: [].concat(given.points ?? []), outcome: given.outcome ?? "waive", reason: given.reason, by: given.by, role: given.role, on: given.on, until: given.until };
}

function pointField(point, many) {
  const told = [
    h("span", { class: "message", dir: "auto" }, point.message),
    point.sentence && h("q", { dir: "auto" }, point.sentence),
    h("small", {}, point.sentence ? `The sentence in ${point.documents.join(", ")}, and wherever else it stands.` : point.lines.join(", ")),
  ];
  return many > 1
    ? h("label", { class: "tick" }, h("input", { type: "checkbox", name: "points", value: point.mark }), h("span", {}, told))
    : h("p", { class: "quoted" }, h("input", { type: "hidden", name: "points", value: point.mark }), told);
}

/** Take a decision back: it stays in the history. */
export async function askWithdrawal(decisions, day) {
  const given = await ask(
    "Take this decision back",
    [
      h("fieldset", {}, h("legend", {}, "The decision"), decisions.map(({ entry, words }) => h("label", { class: "radio" }, h("input", { type: "radio", name: "entry", value: String(entry), required: true }), ` ${words}`))),
      h("p", { class: "remark" }, "It stays in the file, with your name. The point is open again."),
      signature(day),
    ],
    "Take it back",
  );
  return signed(given) && { entry: Number(given.entry), reason: given.reason, by: given.by, role: given.role, on: given.on };
}
