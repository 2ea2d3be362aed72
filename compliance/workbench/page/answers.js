// The verdict on a document, and what was found in it, each defect once and in the order of every report.

import { count, fill, h } from "./dom.js";

const STATUS = { fail: "Not met", error: "Not answered", review: "Open", waived: "Waived", answered: "Answered", information: "For information", pass: "Met" };
const DECIDE = { review: "Answer…", answered: "Decide anew…", waived: "Waive anew…" };
const KEPT = 40;

/** The verdict of one document (or of the set) as elements. `does` has what buttons do. */
export function verdict(run, name, does) {
  const document = run.documents.find((one) => one.name === name);
  if (!document) return [h("p", { class: "empty" }, "This file is no document: it belongs to the documents beside it.")];
  const found = document.findings;
  const unread = found.filter(({ status }) => status === "error");
  const law = found.filter(({ side, status }) => side === "law" && status !== "error");
  const order = found.filter(({ side, status }) => side !== "law" && status !== "error");
  return [
    h(
      "header",
      { class: "verdict", "data-answer": document.verdict.answer || "none" },
      h("h2", { dir: "auto" }, document.title || name),
      h("p", { class: "said" }, h("strong", {}, document.verdict.words)),
      h("p", { class: "on-paper" }, `Law as of ${run.day}, catalogue ${run.catalogue}.`),
      h("dl", { class: "sides" }, side("Law", document.verdict.law), side("Good order", document.verdict.order)),
    ),
    document.notes.map((note) => h("p", { class: "remark" }, note)),
    unread.length > 0 && h("section", { class: "group" }, h("h3", {}, "To be mended first", h("small", {}, "Nothing can be said of what cannot be read.")), list(unread, name, does)),
    group("Law", law, name, does),
    group("Good order", order, name, does, "No law asks this; the document should still be whole and agree with itself."),
    found.length === 0 && h("p", { class: "empty" }, "Nothing was found against it, and nothing is open."),
    elsewhere(run, does),
  ];
}

function side(words, { not_met, open, met, not_applicable }) {
  const told = [
    [not_met, "not met", "fail"],
    [open, "open", "review"],
    [met, "met", "pass"],
    [not_applicable, not_applicable === 1 ? "does not apply" : "do not apply", "none"],
  ].filter(([many]) => many);
  return h(
    "div",
    {},
    h("dt", {}, words),
    h("dd", {}, told.length ? told.map(([many, word, kind]) => h("span", { class: `n ${kind}` }, `${many} ${word}`)) : "nothing was asked"),
  );
}

function group(words, findings, name, does, about) {
  if (!findings.length) return null;
  const wanting = findings.filter(({ status }) => status === "fail");
  const open = findings.filter(({ status }) => status === "review");
  const rest = findings.filter((one) => !wanting.includes(one) && !open.includes(one));
  return h(
    "section",
    { class: "group" },
    h("h3", {}, words, about && h("small", {}, about)),
    part("Not met", wanting, name, does),
    part("For a person to decide", open, name, does),
    part("Decided", rest, name, does),
  );
}

function part(words, findings, name, does) {
  if (!findings.length) return null;
  return [
    h("h4", {}, words, " ", h("span", { class: "many" }, String(findings.length))),
    list(findings, name, does),
  ];
}

const list = (findings, name, does) => [
  h("ol", { class: "findings" }, findings.slice(0, KEPT).map((finding) => one(finding, name, does))),
  findings.length > KEPT && h("p", { class: "remark" }, `${findings.length - KEPT} more are in the printed report.`),
];

/** What was found in files that are no documents, such as the decisions. */
function elsewhere(run, does) {
  const found = run.elsewhere ?? [];
  return found.length > 0 && h("section", { class: "group" }, h("h3", {}, "In other files"), h("ol", { class: "findings" }, found.map((finding) => one(finding, finding.places[0]?.name, does))));
}

function one(finding, name, does) {
  const { status, level } = finding;
  return h(
    "li",
    { class: "finding", "data-status": status, "data-level": level, "data-id": finding.id, "data-requirement": finding.requirement },
    h(
      "p",
      { class: "head" },
      h("span", { class: "tag" }, status === "fail" ? level : STATUS[status] ?? status),
      h("span", { class: "title", dir: "auto" }, finding.title),
      finding.range && h("button", { type: "button", class: "where", onclick: () => does.reveal(name, finding.range) }, `line ${finding.range.start.line + 1}`),
    ),
    h("p", { class: "message", dir: "auto" }, finding.message),
    finding.paste.length > 0 && h("pre", { class: "paste", tabindex: "0", "aria-label": "Rows that would mend it" }, finding.paste.join("\n")),
    finding.decision && h("p", { class: "decided", dir: "auto" }, finding.decision),
    buttons(finding, name, does),
    details(finding, does),
  );
}

function buttons(finding, name, does) {
  const made = [
    ...finding.actions.map((action) => [h("button", { type: "button", class: "act", "data-act": action.safe ? "safe" : "guess", onclick: () => does.act(finding, action, name) }, action.title), action.why && h("small", {}, action.why)]),
    finding.paste.length > 0 && finding.actions.length === 0 && h("button", { type: "button", class: "act", onclick: () => does.copy(finding.paste.join("\n")) }, "Copy these rows"),
    finding.decidable?.length > 0 && h("button", { type: "button", class: "act", onclick: () => does.decide(finding, name) }, DECIDE[finding.status] ?? "Waive…"),
    finding.decision && h("button", { type: "button", class: "act", onclick: () => does.withdraw(finding) }, "Withdraw…"),
  ].filter(Boolean);
  return made.length > 0 && h("p", { class: "do" }, made);
}

function details(finding, does) {
  const others = finding.places.slice(1);
  const rows = [
    ["Asks", finding.asks],
    ["Law", [finding.citation, finding.seen && `(${finding.seen} seen)`].filter(Boolean).join(" ")],
    ["Rests on", finding.basis],
    ["Note", finding.note || finding.remark],
    ["To mend it", finding.remedy],
  ].filter(([, words]) => words);
  const folded = h(
    "details",
    { open: unfolded.has(finding.id), ontoggle: () => (folded.open ? unfolded.add(finding.id) : unfolded.delete(finding.id)) },
    h("summary", {}, "Why, and what to do"),
    h("dl", {}, rows.map(([term, words]) => [h("dt", {}, term), h("dd", { dir: "auto" }, words)])),
    others.length > 0 &&
      h(
        "ul",
        { class: "places" },
        others.map((place) => h("li", {}, h("button", { type: "button", class: "where", onclick: () => does.reveal(place.name, place.range) }, `${place.name}, line ${place.range.start.line + 1}`), place.label && ` ${place.label}`)),
      ),
    h("button", { type: "button", class: "quiet", onclick: () => does.explain(finding.requirement) }, `The law behind it: ${finding.requirement}`),
  );
  return folded;
}

// Findings whose reasons are shown: they stay so while the text is typed.
const unfolded = new Set();

/** Fill a place anew, and leave the focus on the same button of the same finding, where it is still there. */
export function refill(place, ...children) {
  const held = place.contains(document.activeElement) ? document.activeElement : null;
  const id = held?.closest(".finding")?.dataset.id;
  const words = held?.textContent;
  fill(place, ...children);
  const again = id && [...place.querySelectorAll(`.finding[data-id="${CSS.escape(id)}"] :is(button, summary)`)].find((one) => one.textContent === words);
  if (again) again.focus({ preventScroll: true });
}

/** In the list of files: how a document fares, in a mark and in words. */
export function standing(document) {
  if (!document) return null;
  const { errors = 0, warnings = 0, reviews = 0, undecided = 0 } = document.counts;
  const waived = document.verdict.answer && document.verdict.answer !== "ready";
  const kind = undecided || errors ? "fail" : warnings ? "warn" : reviews ? "review" : waived ? "warn" : "pass";
  const words = [
    undecided && count(undecided, "answer", "answers") + " missing",
    errors && count(errors, "error"),
    warnings && count(warnings, "warning"),
    reviews && `${reviews} open`,
  ].filter(Boolean);
  return { kind, words: words.join(", ") || document.verdict.words };
}
