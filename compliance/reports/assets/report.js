// Filters by document, side, level, subject, requirement, basis and words, and opens what a link leads to. Everything is
// readable without it: sections are hidden by CSS, and links work by themselves.
(() => {
  "use strict";
  document.documentElement.classList.add("js");
  const form = document.querySelector(".filters");
  const fields = ["document", "side", "level", "subject", "requirement", "basis", "words"];
  const field = Object.fromEntries(fields.map((name) => [name, form.elements[name]]));
  const boxes = [...form.querySelectorAll("[name=part]")];
  const items = [...document.querySelectorAll("[data-k]")];
  const partOf = new Map(items.map((item) => [item, item.closest("section").id]));
  const drawn = [...document.querySelectorAll("[data-drawn]")];
  const shown = form.querySelector(".shown");
  // What a number of the verdict counts; no field of the form, for side and level say the same more loosely.
  let kind = "";

  const listed = (list, wanted) => !wanted || (list || "").split(" ").includes(wanted);
  const kinds = (list, side, level) => list.split(" ").some((one) => {
    const [first, ...rest] = one.split("-");
    return (!side || side === first) && (!level || level === rest.join("-"));
  });
  // A row stands for every document and requirement that it names.
  const times = (list, wanted) => (wanted ? 1 : (list || "").split(" ").length);
  const answers = ({ dataset: { d, r } }, document, requirement) => times(d, document) * times(r, requirement);
  const rows = new Set(items.filter((item) => item.matches("li")));
  // One that stands for many documents (n) is many, and one to a document that is asked for.
  const many = (item, document) => (document ? 1 : Number(item.dataset.n || 1));
  const counted = (item, document, requirement) => (rows.has(item) ? answers : many)(item, document, requirement);
  const all = items.reduce((sum, item) => sum + counted(item), 0);

  const filter = () => {
    const parts = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    const wanted = field.words.value.trim().toLowerCase();
    const left = new Map();
    let count = 0;
    for (const item of items) {
      const { d, r, k, b, s } = item.dataset;
      const part = partOf.get(item);
      item.hidden = !(
        listed(d, field.document.value) &&
        listed(r, field.requirement.value) &&
        listed(s, field.subject.value) &&
        listed(b, field.basis.value) &&
        listed(k, kind) &&
        kinds(k, field.side.value, field.level.value) &&
        (!wanted || item.textContent.toLowerCase().includes(wanted))
      );
      left.set(part, (left.get(part) || 0) + !item.hidden);
      if (item.hidden || !parts.has(part)) continue;
      count += counted(item, field.document.value, field.requirement.value);
    }
    for (const section of document.querySelectorAll("[data-answers]")) {
      section.hidden = !left.get(section.dataset.answers);
    }
    for (const item of drawn) item.hidden = !listed(item.dataset.drawn, field.document.value);
    const number = (value) => value.toLocaleString("en-US");
    shown.textContent = `${number(count)} of ${number(all)} shown`;
  };

  const start = () => {
    form.reset();
    kind = "";
  };

  // What is shown is part of the address, so that it can be sent to somebody: #?document=3&level=error
  const show = (given) => {
    start();
    const wanted = new URLSearchParams(given);
    for (const name of fields) if (wanted.has(name)) field[name].value = wanted.get(name);
    kind = wanted.get("kind") || "";
    if (wanted.has("part")) for (const box of boxes) box.checked = wanted.getAll("part").includes(box.value);
    filter();
  };
  const keep = () => {
    const state = new URLSearchParams();
    for (const name of fields) if (field[name].value) state.set(name, field[name].value);
    if (kind) state.set("kind", kind);
    if (boxes.some((box) => box.checked !== box.defaultChecked)) {
      for (const box of boxes) if (box.checked) state.append("part", box.value);
    }
    history.replaceState(null, "", `#${state.size ? `?${state}` : ""}`);
  };

  // A link wins over the filters: whoever follows it wants to see what it leads to.
  const reveal = () => {
    if (location.hash.startsWith("#?")) return show(location.hash.slice(2));
    const target = document.getElementById(location.hash.slice(1));
    const item = target && target.closest("[data-k], [data-drawn]");
    if (!item) return;
    const box = boxes.find((one) => one.value === partOf.get(item));
    if (item.hidden || (box && !box.checked)) {
      if (item.hidden) start();
      if (box) box.checked = true;
      filter();
    }
    target.tabIndex = -1;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  };

  // A chart that is wider than a phone scrolls, and then the keyboard must reach it.
  const reach = () => {
    for (const chart of document.querySelectorAll(".chart")) {
      if (chart.scrollWidth > chart.clientWidth) chart.tabIndex = 0;
      else chart.removeAttribute("tabindex");
    }
  };

  // A number shows what it counts and nothing else; its link then leads there.
  for (const link of document.querySelectorAll("[data-show]")) {
    const row = link.closest("[data-all]");
    link.addEventListener("click", () => show(`${row ? `${row.dataset.all}&` : ""}${link.dataset.show}`));
  }

  form.addEventListener("change", () => {
    kind = "";
    filter();
    keep();
  });
  field.words.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.querySelector("button").addEventListener("click", () => {
    start();
    filter();
    keep();
  });
  addEventListener("hashchange", reveal);
  addEventListener("resize", reach);
  document.addEventListener("toggle", reach, true);
  filter();
  reveal();
  reach();
})();
