// The workbench: files on the left, their text in the middle, the answer on the right. It knows the checker only as
// `call(name, given)`, and the text only as text.

import { standing } from "./answers.js";
import { backEnd, connect, Refused } from "./backend.js";
import { Day, today } from "./day.js";
import { alertOf, ask, askDecision, askWithdrawal } from "./dialogs.js";
import { $, count, download, encoded, fill, h } from "./dom.js";
import { Editor } from "./editor.js";
import { downloads, explained, fromTemplate, welcome, whichExamples } from "./starting.js";
import { PANELS } from "./panels.js";
import { draftFrom, follow, isPaper } from "./paper.js";

const UNHURRIED = 3000; // milliseconds before the site is kept for a visit without a network
const PAUSE = 120; // milliseconds without a keystroke after which the text is checked

const back = connect((step) => status(step));
const status = (words) => fill($("#status"), words);

/** What the panels may see and do. */
const desk = {
  current: null,
  run: null,
  day: today(),
  panel: "verdict",
  files: new Map(), // by name: {text, saved, digest}
  about: new Map(), // by name: what the checker says of the file
  get names() {
    return [...desk.files.keys()];
  },
  text: (name) => desk.files.get(name).text,
  call: (name, given) => back.call(name, given),
  does: {},
};
const editor = new Editor($("#editor"), {
  changed: (text) => typed(text),
  moved: (position) => moved(position),
  complete: (position) => settled().then(() => quietly("complete", { name: desk.current, position })),
  hover: (position) => settled().then(() => quietly("hover", { name: desk.current, position, day: desk.day })),
  definition: (position) => settled().then(() => define(position)),
});
const day = new Day((value) => {
  desk.day = value;
  check();
});

const quietly = (name, given) => desk.call(name, given).catch(() => null);
const tell = (error) => (error instanceof Refused ? alertOf(error) : alertOf({ message: `Something went wrong in the page: ${error.message}`, next: "Your text is still here. Download it, then load the page again." }));
const guarded = (work) => (...given) => Promise.resolve(work(...given)).catch(tell);

// --- typing and checking ----------------------------------------------------------------------------------------------

let timer = null;
let putting = Promise.resolve();
let checking = false;
let again = false;
let offering = null;

function typed(text) {
  const file = desk.files.get(desk.current);
  if (!file || file.closed || file.text === text) return;
  file.text = text;
  performance.mark("typed");
  document.documentElement.dataset.busy = "yes";
  clearTimeout(timer);
  timer = setTimeout(() => {
    timer = null;
    check();
  }, PAUSE);
}

/** A file that is no text is checked as it is, and not edited. */
const closed = (name) => desk.files.get(name)?.closed;

/** The checker has the text that is on the screen. */
function settled() {
  const file = desk.files.get(desk.current);
  if (file && !closed(desk.current) && file.put !== file.text) {
    const { text } = file;
    file.put = text;
    putting = putting.then(() => desk.call("put", { name: desk.current, text }));
  }
  return putting.catch((error) => {
    if (file) file.put = null;
    putting = Promise.resolve();
    throw error;
  });
}

/** Check what is there now. While one check runs, one more waits, however much is typed. */
async function check() {
  if (checking) return void (again = true);
  checking = true;
  const began = performance.now();
  try {
    do {
      again = false;
      await settled();
      if (!desk.files.size) desk.run = null;
      else await checkOnce(began);
    } while (again);
  } catch (error) {
    status("Not checked.");
    tell(error);
  } finally {
    checking = false;
    if (timer === null) delete document.documentElement.dataset.busy;
  }
}

async function checkOnce(began) {
  const { current, day: asked } = desk;
  const text = current && desk.text(current);
  const run = await desk.call("check", current && isDocument(current) ? { day: asked, name: current } : { day: asked });
  if (again || desk.current !== current || (current && desk.text(current) !== text)) return void (again = true);
  desk.run = run;
  listFiles();
  const mine = run.documents.find(({ name }) => name === current);
  editor.mark(mine?.findings ?? [], (finding, action) => desk.does.act(finding, action, current));
  await showPanel();
  status(`Checked against the law of ${asked}. ${count(run.documents.length, "document")}, ${Math.round(performance.now() - began)} ms.`);
  performance.mark("verdict");
  clearTimeout(offering);
  if (mine?.findings.some(({ mendable }) => mendable)) offering = setTimeout(guarded(offer), 5 * PAUSE, mine, text);
  document.documentElement.dataset.checked = String(Number(document.documentElement.dataset.checked ?? 0) + 1);
}

/** What can be done about findings with one click. Each offer is proved, which takes time: it waits until nobody types. */
async function offer({ name, findings }, text) {
  const stale = () => checking || timer !== null || desk.current !== name || desk.text(name) !== text;
  if (stale()) return;
  const { actions } = await desk.call("actions", { name, day: desk.day });
  if (stale()) return;
  for (const finding of findings) finding.actions = actions[finding.id] ?? [];
  editor.mark(findings, (finding, action) => desk.does.act(finding, action, name));
  if (desk.panel === "verdict") await showPanel();
}

const isDocument = (name) => !name.endsWith(".approved") && name !== desk.decisions && !isPaper(name);

let moving = null;

/** The paper follows the cursor, when it rests. */
function moved(position) {
  clearTimeout(moving);
  if (desk.panel !== "paper" || !desk.current) return;
  moving = setTimeout(guarded(() => settled().then(() => follow($("#panel"), desk, position))), PAUSE);
}

// --- files ------------------------------------------------------------------------------------------------------------

async function put(name, text, more = {}) {
  const about = await desk.call("put", { name, text });
  desk.files.set(name, { saved: null, ...desk.files.get(name), text, put: text, ...more });
  desk.about.set(name, about);
}

async function bring(texts) {
  for (const [name, text] of texts) if (!desk.files.has(name)) await put(name, text, { saved: text });
  if (texts.length) await openFile(texts[0][0]);
}

/** Files from the person's disk: read here, sent nowhere. */
async function readFiles(list) {
  const opened = [];
  for (const file of list) {
    const name = (file.webkitRelativePath || file.name).replace(/^\/+/, "");
    try {
      if (isPaper(name)) {
        await putPaper(name, new Uint8Array(await file.arrayBuffer()));
        continue;
      }
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
      const held = desk.files.get(name);
      if (held && held.text !== held.saved && held.text !== text && !(await ask("Open it anyway?", [h("p", {}, `${name} is open here and was changed. What you changed would be lost.`)], "Replace it"))) continue;
      await put(name, text, { saved: text });
      opened.push(name);
    } catch (error) {
      if (error instanceof Refused) alertOf(error);
      else alertOf({ message: `${name} is not text in UTF-8, and was not opened.`, next: "Documents of Pit Boss are YAML files. Save it as UTF-8, or start from a template." });
    }
  }
  if (opened.length) return openFile(opened[0]);
  listFiles();
  if (desk.current) await check();
}

/** A paper is kept as it is: it is looked at and compared, never edited. */
async function putPaper(name, bytes) {
  let letters = "";
  for (let at = 0; at < bytes.length; at += 32768) letters += String.fromCharCode(...bytes.subarray(at, at + 32768));
  const about = await desk.call("put", { name, base64: btoa(letters) });
  desk.files.set(name, { text: "", saved: "", put: "", closed: true });
  desk.about.set(name, about);
}

/** A document drafted from a paper lies beside it from now on. */
async function draftPaper(name) {
  const made = await draftFrom(name, desk);
  if (!made) return;
  let file = made.name;
  for (let at = 2; desk.files.has(file); at++) file = made.name.replace(/\.yaml$/, `-${at}.yaml`);
  await put(file, made.text);
  await openFile(file);
  choose("paper");
  status(`Drafted as ${made.kind}: ${count(made.filled, "value")} filled in, ${made.unclear} marked unclear.`);
}

async function openFile(name, part = "text") {
  desk.current = name;
  editor.open(name, desk.text(name));
  fill($("#file-name"), name);
  $("#editor").hidden = false;
  $("#welcome").hidden = true;
  $(".text-do").hidden = false;
  showPart(part);
  listFiles();
  await check();
}

async function closeFile(name) {
  const file = desk.files.get(name);
  if (file.text !== file.saved && !(await ask("Close without keeping it?", [h("p", {}, `${name} was changed and not downloaded or saved.`)], "Close it"))) return;
  await desk.call("drop", { name });
  desk.files.delete(name);
  editor.forget(name);
  const next = desk.names.find((other) => !isPaper(other)) ?? null;
  if (next) return openFile(next);
  desk.current = desk.run = null;
  showWelcome();
  listFiles();
  await showPanel();
}

function showWelcome() {
  $("#editor").hidden = true;
  $("#welcome").hidden = false;
  $(".text-do").hidden = true;
  fill($("#file-name"), "No file is open");
  fill($("#welcome"), welcome(backEnd, starts));
}

function listFiles() {
  const documents = new Map((desk.run?.documents ?? []).map((one) => [one.name, one]));
  const folderOf = (name) => name.split("/").slice(0, -1).join("/");
  const names = desk.names.sort((one, other) => folderOf(one).localeCompare(folderOf(other)) || one.localeCompare(other));
  const rows = names.map((name, at) => {
    const folder = folderOf(name);
    const heads = folder && folder !== folderOf(names[at - 1] ?? "");
    return [heads && h("li", { class: "folder" }, folder), h("li", {}, fileButton(name, documents.get(name)))];
  });
  fill($("#files"), rows);
  $("#save").hidden = backEnd !== "server" || !unsaved().length;
}

const OTHERS = { decisions: "Decisions", approved: "Approved texts", paper: "Paper" };

function fileButton(name, document) {
  const stands = standing(document);
  const { text, saved } = desk.files.get(name);
  return h(
    "button",
    { type: "button", "aria-current": name === desk.current ? "true" : null, class: "file", title: isPaper(name) ? `Draft a document from ${name}` : name, onclick: guarded(() => (isPaper(name) ? draftPaper(name) : openFile(name))) },
    h("span", { class: `mark ${stands?.kind ?? "none"}`, "aria-hidden": "true" }),
    h("span", { class: "name", dir: "auto" }, document?.title || OTHERS[desk.about.get(name)?.kind] || name),
    h("span", { class: "path" }, name.split("/").at(-1), text !== saved && h("span", { class: "changed" }, " · not saved")),
    stands && h("span", { class: "stands" }, stands.words),
  );
}

// --- parts and tabs ---------------------------------------------------------------------------------------------------

function showPart(part) {
  document.body.dataset.part = part;
  for (const button of document.querySelectorAll(".parts button")) button.setAttribute("aria-pressed", String(button.dataset.part === part));
}

function makeTabs() {
  const move = (event, at) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: PANELS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(PANELS[(to + PANELS.length) % PANELS.length].id);
    $(`#tab-${desk.panel}`).focus();
  };
  fill(
    $("#tabs"),
    PANELS.map(({ id, words }, at) => h("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": "panel", onclick: () => choose(id), onkeydown: (event) => move(event, at) }, words)),
  );
  choose("verdict");
}

function choose(id) {
  desk.panel = id;
  for (const { id: other } of PANELS) {
    const tab = $(`#tab-${other}`);
    tab.setAttribute("aria-selected", String(other === id));
    tab.tabIndex = other === id ? 0 : -1;
  }
  $("#panel").setAttribute("aria-labelledby", `tab-${id}`);
  $("#panel").dataset.panel = id;
  fill($("#panel"));
  guarded(showPanel)();
}

async function showPanel() {
  const place = $("#panel");
  if (!desk.current) return fill(place, h("p", { class: "empty" }, "The verdict stands here as soon as a document is open."));
  const { show, id } = PANELS.find((panel) => panel.id === desk.panel);
  if (id !== "verdict") await settled();
  try {
    await show(place, desk);
    place.dataset.shown = id;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    fill(place, h("p", { class: "empty" }, error.message), error.next && h("p", { class: "remark" }, error.next));
    place.dataset.shown = id;
  }
}

// --- what buttons do --------------------------------------------------------------------------------------------------

Object.assign(desk.does, {
  open: guarded((name) => openFile(name)),
  reveal: guarded(async (name, range) => {
    if (name !== desk.current) await openFile(name);
    showPart("text");
    editor.reveal(range);
  }),
  act: guarded(async (finding, action, name) => {
    if (name !== desk.current) await openFile(name);
    editor.apply(action.edits);
    if (action.edits[0]) editor.reveal(action.edits[0].range);
  }),
  copy: guarded(async (text) => {
    await navigator.clipboard.writeText(text);
    status("Copied.");
  }),
  decide: guarded(async (finding) => {
    await settled();
    const { points } = await desk.call("points", { finding: finding.id, day: desk.day });
    const decided = await askDecision(finding, points.filter(({ choices }) => choices.join() === points[0].choices.join()));
    if (!decided) return;
    if (!decided.points.length) throw Object.assign(new Error("Nothing was ticked, so nothing was decided."), { next: "Tick what your decision covers." });
    await took(await desk.call("decide", { finding: finding.id, day: desk.day, ...decided }));
    status(`Your decision is written to ${desk.decisions}${backEnd === "server" ? ": save to keep it" : ""}.`);
  }),
  withdraw: guarded(async (finding) => {
    await settled();
    const { decisions } = await desk.call("points", { finding: finding.id, day: desk.day });
    const given = await askWithdrawal(decisions);
    if (!given) return;
    await took(await desk.call("withdraw", { day: desk.day, ...given }));
    status("The decision is taken back; the history keeps it.");
  }),
  approve: guarded(async () => {
    const given = await ask("Record an approval", approvalFields(), "Record it");
    if (!given) return;
    await settled();
    await took(await desk.call("approve", { name: desk.current, id: given.id, date: given.date, by: given.by, not_ready: given.not_ready === "yes" }));
  }),
  explain: guarded(async (requirement) => {
    const law = await desk.call("explain", { requirement, day: desk.day });
    await ask(law.title ?? requirement, explained(law), null);
  }),
  form: guarded(async (given) => {
    await settled();
    const { edits } = await desk.call("form-edit", { name: desk.current, ...given });
    editor.apply(edits);
    return true;
  }),
});

/** A file that the checker wrote: it lies beside the others from now on. */
async function took({ name, text }) {
  desk.files.set(name, { saved: null, ...desk.files.get(name), text, put: text });
  desk.about.set(name, { name, kind: name === desk.decisions ? "decisions" : "approved" });
  editor.forget(name);
  await check();
}

const approvalFields = () => [
  h("p", {}, `What ${desk.current} says now is kept as the approved text.`),
  h("label", { class: "field" }, h("span", {}, "Number of the approval"), h("input", { name: "id", required: true })),
  h("label", { class: "field" }, h("span", {}, "Approved by"), h("input", { name: "by", required: true })),
  h("label", { class: "field" }, h("span", {}, "Day"), h("input", { name: "date", type: "date", required: true, value: today() })),
  h("label", { class: "tick" }, h("input", { type: "checkbox", name: "not_ready", value: "yes" }), h("span", {}, "Record it even where the text is not ready; the record says so.")),
];

async function define(position) {
  const [found] = (await quietly("definition", { name: desk.current, position })) ?? [];
  if (found) desk.does.reveal(found.name, found.range);
}

async function fixAll() {
  await settled();
  const { edits, told } = await desk.call("fix", { name: desk.current });
  if (edits.length) editor.apply(edits);
  status([].concat(told).join(" ") || "Nothing to mend.");
}

const unsaved = () => desk.names.filter((name) => desk.files.get(name).text !== desk.files.get(name).saved && !closed(name));

/** Write what was changed into the folder. A file that somebody else changed meanwhile is not written over. */
async function save() {
  await settled();
  const kept = [];
  for (const name of unsaved()) {
    const file = desk.files.get(name);
    const { text } = file;
    try {
      const { digest } = await desk.call("save", { name, text, was: file.digest ?? null });
      Object.assign(file, { saved: text, digest });
      base(name, digest);
      kept.push(name);
    } catch (error) {
      tell(error);
    }
  }
  listFiles();
  status(kept.length ? `Saved: ${kept.join(", ")}.` : "Nothing was saved.");
}

/** Somebody else may have changed the folder while the page was not looked at: what is unchanged here follows. */
async function lookAtFolder() {
  const { files } = await desk.call("folder");
  let followed = false;
  for (const { name, digest } of files) {
    const file = desk.files.get(name);
    if (file?.digest === digest) continue;
    if (file && file.text !== file.saved) {
      alertOf({ message: `${name} was changed in the folder, and here too.`, next: "Save refuses to write over it: download your text, close the file, load the page again, and bring the two together." });
      continue;
    }
    const { text } = await desk.call("open", { name });
    desk.files.set(name, { text: text ?? "", saved: text ?? "", put: text ?? "", digest, closed: text === null });
    base(name, digest);
    editor.forget(name);
    followed = true;
  }
  if (followed && desk.current) await openFile(desk.current, document.body.dataset.part);
}

// --- starting ---------------------------------------------------------------------------------------------------------

const starts = {
  open: () => $("#picker").click(),
  fresh: guarded(async () => {
    const made = await fromTemplate(desk);
    if (!made) return;
    await put(made.name, made.text);
    await openFile(made.name);
  }),
  examples: guarded(async () => bring(await whichExamples(desk))),
};

function listen() {
  $("#open").addEventListener("click", starts.open);
  $("#new").addEventListener("click", starts.fresh);
  $("#examples").addEventListener("click", starts.examples);
  $("#picker").addEventListener("change", guarded(async ({ target }) => {
    await readFiles([...target.files]);
    target.value = "";
  }));
  $("#close-file").addEventListener("click", guarded(() => closeFile(desk.current)));
  $("#fix-all").addEventListener("click", guarded(fixAll));
  $("#save").addEventListener("click", guarded(save));
  $("#downloads").addEventListener("click", guarded(async () => {
    await settled();
    await downloads(desk, status);
  }));
  for (const button of document.querySelectorAll(".parts button")) button.addEventListener("click", () => showPart(button.dataset.part));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", guarded(async (event) => {
    event.preventDefault();
    if (event.dataTransfer?.files.length) await readFiles([...event.dataTransfer.files]);
  }));
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      if (backEnd === "server") guarded(save)();
      else if (desk.current) downloadText(desk.current);
    }
  });
  if (backEnd === "server") addEventListener("focus", guarded(lookAtFolder));
  addEventListener("beforeunload", (event) => {
    if (unsaved().length) event.preventDefault();
  });
}

function downloadText(name) {
  const file = desk.files.get(name);
  download({ filename: name.split("/").at(-1), media: "application/yaml", base64: encoded(file.text) });
  file.saved = file.text;
  listFiles();
}
desk.does.downloadText = downloadText;
desk.does.saved = () => {
  for (const file of desk.files.values()) file.saved = file.text;
  listFiles();
};

async function begin() {
  makeTabs();
  listen();
  showPart("text");
  showWelcome();
  fill($("#fence"), backEnd === "worker" ? "Your files stay in this browser." : "Your files stay on this machine.");
  status("Starting…");
  const hello = await desk.call("hello");
  desk.hello = hello;
  desk.decisions = hello.decisions;
  day.law(hello.states);
  document.documentElement.dataset.ready = "yes";
  status(`Pit Boss ${hello.version} is ready.`);
  if (backEnd === "server") await openFolder();
  if (backEnd === "worker" && "serviceWorker" in navigator) setTimeout(guarded(keepOffline), UNHURRIED);
}

/** Which file a text was made of: it outlives the page, so that what was not saved is never written over another's. */
function base(name, digest) {
  if (digest !== undefined) localStorage.setItem(`base:${name}`, digest);
  return localStorage.getItem(`base:${name}`);
}

/** What lies in the folder that `pitboss serve` was started on; and what the server still has of an earlier page that was
    not saved: a page that was closed or crashed loses nothing. */
async function openFolder() {
  const { files, left_out: leftOut } = await desk.call("folder");
  const held = new Map((await desk.call("files")).map((file) => [file.name, file]));
  for (const { name, digest } of files) {
    const kept = held.get(name);
    held.delete(name);
    const unsaved = kept && kept.digest !== digest;
    const opened = unsaved ? { ...kept, ...(await desk.call("text", { name })) } : await desk.call("open", { name });
    const text = opened.text ?? "";
    desk.files.set(name, { text, saved: unsaved ? null : text, put: text, digest: unsaved ? base(name) : digest, closed: opened.text === null });
    if (!unsaved) base(name, digest);
    desk.about.set(name, opened);
  }
  for (const [name, about] of held) {
    const { text } = await desk.call("text", { name });
    desk.files.set(name, { text, saved: null, put: text });
    desk.about.set(name, about);
  }
  if (leftOut.length) alertOf({ message: `Not opened: ${leftOut.join(" ")}`, next: "" });
  const first = desk.names.find(isDocument) ?? desk.names.find((name) => !isPaper(name));
  if (first) await openFile(first);
}

async function keepOffline() {
  await navigator.serviceWorker.register("service.js");
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage("keep everything");
}

// For people who write scripts: `await pitboss.call("check", {day: "2026-11-16"})` in the browser's console.
globalThis.pitboss = { call: desk.call };

guarded(begin)();
