// Forms for what is edited most. The text stays the truth: a form shows what it says, and asks for edits of its own bytes.

import { fill, h } from "./dom.js";

/** Fill the panel with the forms of a document; a field that has the focus is left alone while it is typed in. */
export async function forms(place, desk) {
  const found = await desk.call("forms", { name: desk.current });
  const all = found.forms ?? found;
  const busy = place.contains(document.activeElement) ? document.activeElement.dataset.route : null;
  if (!all.length) return fill(place, h("p", { class: "empty" }, "This document has none of what the forms are for: fee bands, pay tables, the bank's rotation, the approval."));
  fill(place, h("p", { class: "remark" }, "What you change here is changed in the text, and nothing else."), all.map((form) => one(form, desk)));
  if (busy) [...place.querySelectorAll("[data-route]")].find((field) => field.dataset.route === busy)?.focus();
}

function one(form, desk) {
  const go = form.range && h("button", { type: "button", class: "where", onclick: () => desk.does.reveal(desk.current, form.range) }, `line ${form.range.start.line + 1}`);
  return h("section", { class: "form", "data-form": form.form }, h("h3", { dir: "auto" }, form.title, " ", go), form.rows ? rows(form, desk) : null, form.fields ? fields(form.fields, desk) : null);
}

function rows(form, desk) {
  const names = form.columns ?? form.rows[0]?.fields.map(({ label }) => label) ?? [];
  return [
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, names.map((name) => h("th", { scope: "col" }, name)), h("td", {}))),
        h(
          "tbody",
          {},
          form.rows.map((row, at) =>
            h(
              "tr",
              {},
              row.fields.map((field) => h("td", {}, input(field, desk, `${field.label}, row ${at + 1} of ${form.title}`))),
              h("td", {}, h("button", { type: "button", class: "quiet", "aria-label": `Remove row ${at + 1} of ${form.title}`, onclick: () => desk.does.form({ route: row.route, op: "remove-row" }) }, "Remove")),
            ),
          ),
        ),
      ),
    ),
    h("button", { type: "button", class: "act", onclick: () => desk.does.form({ route: form.route, op: "add-row" }) }, "Add a row"),
  ];
}

const fields = (all, desk) => h("div", { class: "fields" }, all.map((field) => h("label", { class: "field" }, h("span", {}, field.label), input(field, desk), field.help && h("small", {}, field.help))));

function input(field, desk, label) {
  const given = { "data-route": field.route, "aria-label": label, onchange: ({ target }) => desk.does.form({ route: field.route, value: target.value, ...(field.key ? { key: true } : {}) }) };
  const value = field.value ?? "";
  if (!field.allowed?.length) return h("input", { type: "text", value, ...given });
  const options = field.allowed.includes(value) ? field.allowed : [value, ...field.allowed];
  return h("select", given, options.map((option) => h("option", { value: option, selected: option === value }, option || "(not stated)")));
}
