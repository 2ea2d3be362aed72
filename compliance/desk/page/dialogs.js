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

const NO_NAME = "by";

/** Answer an open point, or let a failure through: with a name, a reason and a day. */
export function askDecision(finding, day) {
  const reviewing = finding.status === "review";
  const kept = sessionStorage.getItem(NO_NAME) ?? "";
  return ask(
    reviewing ? "Answer this point" : "Let this through",
    [
      h("p", { class: "quoted", dir: "auto" }, finding.message),
      finding.decidable.length > 1 &&
        h("fieldset", {}, h("legend", {}, "The document"), finding.decidable.map((outcome, place) => h("label", { class: "radio" }, h("input", { type: "radio", name: "outcome", value: outcome, required: true, checked: place === 0 }), ` ${outcome}`))),
      field("Reason", h("textarea", { name: "reason", rows: "3", required: true }), "What you looked at, and why it is so. It is printed."),
      field("Your name", h("input", { name: "by", required: true, value: kept, autocomplete: "name" })),
      field("Day", h("input", { name: "on", type: "date", required: true, value: day ?? today() })),
      field("Until", h("input", { name: "until", type: "date" }), reviewing ? "If the answer holds only for a time." : "When this is to be mended."),
    ],
    reviewing ? "Answer" : "Let it through",
  ).then((given) => {
    if (given) sessionStorage.setItem(NO_NAME, given.by);
    return given && { outcome: given.outcome ?? finding.decidable[0], reason: given.reason, by: given.by, on: given.on, until: given.until || null };
  });
}
