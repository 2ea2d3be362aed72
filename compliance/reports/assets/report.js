// Filters by document, requirement, side, level, subject and words, and opens what a link leads to. Everything is readable without it: the status
// filter is CSS, and links work by themselves.
(() => {
  "use strict";
  document.documentElement.classList.add("js");
  const form = document.querySelector(".filters");
  const { document: documents, requirement: requirements, side, level, subject, words } = form.elements;
  const boxes = [...form.querySelectorAll("[name=status]")];
  const items = [...document.querySelectorAll("[data-status]")];
  const drawn = [...document.querySelectorAll("[data-drawn]")];
  const shown = form.querySelector(".shown");

  const hasOne = (list, wanted) => !wanted || list.split(" ").includes(wanted);

  const filter = () => {
    const statuses = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    const wanted = words.value.trim().toLowerCase();
    const left = new Map();
    let count = 0;
    for (const item of items) {
      const { status, documents: of, requirement } = item.dataset;
      item.hidden = !(
        hasOne(of, documents.value) &&
        hasOne(requirement, requirements.value) &&
        hasOne(item.dataset.side, side.value) &&
        hasOne(item.dataset.level || "", level.value) &&
        hasOne(item.dataset.subject, subject.value) &&
        (!wanted || item.textContent.toLowerCase().includes(wanted))
      );
      left.set(status, (left.get(status) || 0) + !item.hidden);
      count += !item.hidden && statuses.has(status);
    }
    for (const section of document.querySelectorAll("[data-answers]")) {
      section.hidden = !left.get(section.dataset.answers);
    }
    for (const item of drawn) item.hidden = !hasOne(item.dataset.drawn, documents.value);
    const number = (value) => value.toLocaleString("en-US");
    shown.textContent = `${number(count)} of ${number(items.length)} answers shown`;
  };

  // A link wins over the filters: whoever follows it wants to see what it leads to.
  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    const item = target && target.closest("[data-status], [data-drawn]");
    if (!item) return;
    const box = boxes.find((one) => one.value === item.dataset.status);
    if (item.hidden || (box && !box.checked)) {
      if (item.hidden) {
        documents.value = requirements.value = side.value = level.value = subject.value = words.value = "";
      }
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

  // A cell of the matrix shows what it counts and nothing else; its link then leads to the first of it.
  for (const cell of document.querySelectorAll("[data-about]")) {
    cell.addEventListener("click", () => {
      form.reset();
      documents.value = cell.dataset.of;
      subject.value = cell.dataset.about;
      filter();
    });
  }

  form.addEventListener("change", filter);
  words.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.querySelector("button").addEventListener("click", () => {
    form.reset();
    filter();
  });
  addEventListener("hashchange", reveal);
  addEventListener("resize", reach);
  filter();
  reveal();
  reach();
})();
