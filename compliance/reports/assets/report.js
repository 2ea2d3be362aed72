// Filters of the findings report. Without it everything is shown.
"use strict";
(() => {
  const form = document.querySelector(".filters");
  if (!form) return;
  const findings = [...document.querySelectorAll(".finding, .elsewhere")];
  const status = form.querySelector("[role=status]");
  const texts = new Map(findings.map((finding) => [finding, finding.textContent.toLowerCase()]));

  const apply = () => {
    const sections = new Set([...form.querySelectorAll("[name=section]:checked")].map((box) => box.value));
    const wanted = form.elements.document ? form.elements.document.value : "";
    const words = form.elements.words.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const finding of findings) {
      const section = finding.closest("[data-section]:not(article)").dataset.section;
      const number = finding.closest("[data-document]").dataset.document;
      const text = texts.get(finding);
      const fits = sections.has(section) && (!wanted || number === wanted) && words.every((word) => text.includes(word));
      finding.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    for (const one of document.querySelectorAll(".document")) {
      one.hidden = Boolean(wanted) && one.dataset.document !== wanted;
    }
    for (const chapter of document.querySelectorAll(".chapter[data-section]")) {
      chapter.hidden = !chapter.querySelector(".finding:not([hidden]), .elsewhere:not([hidden])");
    }
    status.textContent = shown === findings.length ? "" : `${shown} of ${findings.length} findings shown`;
  };

  const reveal = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (!target || !target.closest("[hidden]")) return;
    form.reset();
    apply();
    target.scrollIntoView();
  };

  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", reveal);
  apply();
  reveal();
})();
