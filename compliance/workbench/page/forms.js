// Forms for what is edited most. The text stays the truth: a form shows what it says, and asks for edits of its own bytes.

import { fill, h } from "./dom.js";

const KINDS = { bands: "Fees", "pay-table": "Payouts", bank: "The bank", approval: "Approval" };
const opened = new Set();

/** Fill the panel with the forms of a document. What is folded stays so, and the focus stays where it was. */
export async function forms(place, desk) {
  const all = await desk.call("forms", { name: desk.current });
  const busy = place.contains(document.activeElement) ? document.activeElement.dataset.at : null;
  if (!all.length) return fill(place, h("p", { class: "empty" }, "The text is no document at the moment, so that no form can show it."));
  const kinds = [...new Set(all.map(({ form }) => form))];
  fill(
    place,
    h("h2", {}, "Forms"),
    h("p", { class: "remark" }, "What you change here is changed in the text, and nothing else is."),
    kinds.map((kind) => h("section", { class: "group" }, h("h3", {}, KINDS[kind] ?? kind), all.filter(({ form }) => form === kind).map((form) => one(form, desk, all.length < 4)))),
  );
  if (busy) [...place.querySelectorAll("[data-at]")].find((field) => field.dataset.at === busy)?.focus();
}

function one(form, desk, open) {
  const id = `${desk.current} ${JSON.stringify(form.route)}`;
  const said = form.fields.filter(({ value, rows }) => value !== null || rows.length);
  const unsaid = form.fields.filter((field) => !said.includes(field));
  const body = h(
    "details",
    {
      class: "form",
      "data-form": form.form,
      open: open || opened.has(id),
      ontoggle: () => (body.open ? opened.add(id) : opened.delete(id)),
    },
    h("summary", {}, h("span", { dir: "auto" }, form.title), form.rows.length > 0 && h("small", {}, ` ${form.rows.map(({ key }) => key).filter(Boolean).slice(0, 3).join(", ")}${form.rows.length > 3 ? " …" : ""}`)),
    h("button", { type: "button", class: "where", onclick: () => desk.does.reveal(desk.current, form.range) }, `line ${form.range.start.line + 1}`),
    form.also_at.length > 0 && h("p", { class: "remark" }, `The same is used for ${form.also_at.join("; ")}: a change holds there, too.`),
    form.rows_route && rows(form, desk),
    form.form === "bands" && !form.rows_route && firstBand(form, desk),
    said.length > 0 && fields(said, desk),
    unsaid.length > 0 && h("details", { class: "more" }, h("summary", {}, said.length || form.rows.length ? "Not stated yet" : "Nothing of it is stated yet"), fields(unsaid, desk)),
  );
  return body;
}

// --- a table ---

function rows(form, desk) {
  const key = h("input", { type: "text", "aria-label": `New ${form.row_key} of ${form.title}` });
  const value = h("input", { type: "text", "aria-label": `New ${form.row_value} of ${form.title}` });
  const add = () => desk.does.form({ route: form.rows_route, op: "add-row", key: key.value, value: value.value });
  const enter = (event) => event.key === "Enter" && add();
  key.addEventListener("keydown", enter);
  value.addEventListener("keydown", enter);
  return h(
    "div",
    { class: "scroll" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, [form.row_key, form.row_value].map((words) => h("th", { scope: "col" }, words)), h("td", {}))),
      h(
        "tbody",
        {},
        form.rows.map((row, at) => tableRow(row, at, form, desk)),
        h("tr", {}, h("td", {}, key), h("td", {}, value), h("td", {}, h("button", { type: "button", onclick: add }, "Add"))),
      ),
    ),
  );
}

/** A fee that is to go by bands: the first of them takes the place of the one fee. */
function firstBand(form, desk) {
  const key = h("input", { type: "text", placeholder: "$1-$100", "aria-label": `First band of ${form.title}` });
  const value = h("input", { type: "text", placeholder: "$1", "aria-label": `Fee of the first band of ${form.title}` });
  const go = async () => {
    if (await desk.does.form({ route: [...form.route, "bands"], op: "add-row", key: key.value, value: value.value })) await desk.does.form({ route: [...form.route, "fee"], value: null });
  };
  return h("details", { class: "more" }, h("summary", {}, "Set fees by bands instead"), h("span", { class: "item" }, key, value, h("button", { type: "button", onclick: go }, "Begin")));
}

function tableRow(row, at, form, desk) {
  const named = (words) => `${words} of row ${at + 1}, ${form.title}`;
  return h(
    "tr",
    {},
    h("td", {}, input(row.key ?? "", `${JSON.stringify(row.route)} key`, (key) => desk.does.form({ route: row.route, op: "rename-row", key }), named(form.row_key), row.fixed)),
    h("td", {}, input(row.value, JSON.stringify(row.route), (value) => desk.does.form({ route: row.route, value }), named(form.row_value), row.fixed)),
    h("td", {}, h("button", { type: "button", class: "quiet", "aria-label": `Remove row ${at + 1}, ${row.key ?? row.value}, of ${form.title}`, onclick: () => desk.does.form({ route: row.route, op: "remove-row" }) }, "Remove")),
  );
}

// --- single facts ---

const fields = (all, desk) => h("div", { class: "fields" }, all.map((field) => (field.is_list ? list(field, desk) : single(field, desk))));

function single(field, desk) {
  const set = (value) => desk.does.form({ route: field.route, value: value || null });
  return h("label", { class: "field", title: field.meaning }, h("span", {}, field.label), control(field, set), field.fixed ? h("small", {}, field.fixed) : field.example && field.value === null && h("small", {}, `such as ${field.example}`));
}

function control(field, set) {
  const at = JSON.stringify(field.route);
  const value = field.value ?? "";
  if (!field.choices.length) return input(value, at, set, null, field.fixed);
  const options = [...new Set([...(field.required ? [] : [""]), value, ...field.choices])];
  return h("select", { "data-at": at, disabled: Boolean(field.fixed), onchange: ({ target }) => set(target.value) }, options.map((option) => h("option", { value: option, selected: option === value }, option || "(not stated)")));
}

function list(field, desk) {
  const more = h("input", { type: "text", "aria-label": `One more ${field.label}`, onkeydown: (event) => event.key === "Enter" && add() });
  const add = () => desk.does.form({ route: field.route, op: "add-row", value: more.value });
  return h(
    "fieldset",
    { class: "field", title: field.meaning },
    h("legend", {}, field.label),
    field.rows.map((row, at) =>
      h("span", { class: "item" }, input(row.value, JSON.stringify(row.route), (value) => desk.does.form({ route: row.route, value }), `${field.label} ${at + 1}`, row.fixed), h("button", { type: "button", class: "quiet", "aria-label": `Remove ${row.value}`, onclick: () => desk.does.form({ route: row.route, op: "remove-row" }) }, "Remove")),
    ),
    h("span", { class: "item" }, more, h("button", { type: "button", onclick: add }, "Add")),
  );
}

const input = (value, at, changed, label, fixed) =>
  h("input", { type: "text", value, "data-at": at, "aria-label": label, readonly: Boolean(fixed), title: fixed || null, onchange: ({ target }) => changed(target.value) });
