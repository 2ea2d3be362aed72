// Shows a report inside a frame that may do nothing: no script of the report runs, nothing is loaded, and the frame
// has an origin of its own, so that it reaches neither the workbench nor what the browser keeps for it.
"use strict";

addEventListener("message", ({ data, source }) => {
  if (source !== parent || typeof data?.html !== "string") return;
  const report = new DOMParser().parseFromString(data.html, "text/html");
  for (const unwanted of report.querySelectorAll("script, meta, link, base, iframe, object, embed, form[action]")) unwanted.remove();
  const { scrollX, scrollY } = window;
  document.title = report.title;
  document.querySelectorAll("style").forEach((style) => style.remove());
  document.head.append(...[...report.querySelectorAll("head style")].map((style) => document.importNode(style, true)));
  document.body.replaceChildren(...[...report.body.childNodes].map((node) => document.importNode(node, true)));
  document.body.className = report.body.className;
  scrollTo(scrollX, scrollY);
});

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='#']");
  if (!link) return;
  event.preventDefault();
  document.getElementById(decodeURIComponent(link.hash.slice(1)))?.scrollIntoView();
});

parent.postMessage("ready", "*");
