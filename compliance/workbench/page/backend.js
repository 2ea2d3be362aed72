// One way to ask, two that answer: a Worker with Python in it, or `pitboss serve` on this machine.

// Milliseconds that an answer may take: a set has longer than a document. Tests set another.
const LIMIT = 60_000;
const LIMIT_A_FILE = 3_000;
const limit = (files) => Number(document.documentElement.dataset.limit ?? LIMIT + LIMIT_A_FILE * files);
const SERVER_LIMIT = 90_000; // behind the server's own, which says more
const START_LIMIT = 180_000;

/** What could not be done, in the words of whoever was asked. */
export class Refused extends Error {
  constructor({ message, next = "", ...more }) {
    super(message);
    this.next = next;
    this.more = more;
  }
}

export const backEnd = document.documentElement.dataset.backEnd;
export const connect = (tell) => (backEnd === "worker" ? new InWorker(tell) : new AtServer());

const request = (name, given) => JSON.stringify({ call: name, given });
const opened = (text) => {
  const { result, error } = JSON.parse(text);
  if (error) throw new Refused(error);
  return result;
};

// `pitboss site` writes the checksum of worker.js here: another file is not run.
const WORKER_SUM = "";

/** An empty page whose policy the Worker has. That of this page would stop the typesetter, which makes code as it runs. */
let frame = null;
const checker = () =>
  (frame ??= new Promise((done) => {
    const made = document.createElement("iframe");
    made.hidden = true;
    made.title = "The checker";
    made.onload = () => done(made.contentWindow);
    made.src = "checker.html";
    document.body.append(made);
  }));

/** A Worker of a text that this page made: it has the policy of checker.html, and reaches no other host in any way. */
async function startWorker() {
  const address = new URL("./worker.js", import.meta.url);
  const answer = await fetch(address, WORKER_SUM ? { integrity: `sha256-${WORKER_SUM}` } : {});
  const code = `const BASE = ${JSON.stringify(new URL("./", address).href)};\n${await answer.text()}`;
  const made = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const { Worker } = await checker();
  return new Worker(made, { type: "module" });
}

/** Calls are answered one after the other. One that takes too long is ended with its Worker; another Worker takes over
    with the same files on its table. */
class InWorker {
  constructor(tell) {
    this.tell = tell;
    this.texts = new Map();
    this.start();
  }

  start() {
    this.waiting = new Map();
    this.number = 0;
    this.began = false;
    this.started = startWorker();
    this.started.then(
      (worker) => {
        worker.onmessage = ({ data }) => this.heard(data);
        worker.onerror = (event) => this.failed(event.message);
      },
      (wrong) => this.failed(wrong.message),
    );
    // A Worker that takes over gets the files first: no call is answered without them.
    this.ready = this.send(null, START_LIMIT).then(() => Promise.all([...this.texts].map(([name, given]) => this.send(request("put", { ...given, name }), LIMIT))));
    this.ready.catch(() => {});
  }

  async call(name, given = {}) {
    await this.ready;
    const result = opened(await this.send(request(name, given), limit(this.texts.size)));
    if (name === "put") this.texts.set(given.name, given);
    if (name === "drop") this.texts.delete(given.name);
    if (name === "rename") this.texts.set(given.to, this.texts.get(given.name)) && this.texts.delete(given.name);
    if (["decide", "withdraw", "approve"].includes(name) && result.name) this.texts.set(result.name, { text: result.text });
    return result;
  }

  send(text, limit) {
    const id = ++this.number;
    return new Promise((done, refused) => {
      this.waiting.set(id, { done, refused, text, limit, timer: null });
      this.started.then((worker) => worker.postMessage({ id, text }), () => {});
      this.watch();
    });
  }

  /** The clock runs for the call that is being answered, not for those behind it. */
  watch() {
    const first = this.waiting.values().next().value;
    if (first && first.timer === null) first.timer = setTimeout(() => this.end(first), first.limit);
  }

  heard({ id, text, wrong, step }) {
    if (step !== undefined) return this.tell(step);
    const asked = this.waiting.get(id);
    if (!asked) return;
    clearTimeout(asked.timer);
    this.waiting.delete(id);
    this.watch();
    if (wrong === undefined) {
      this.began = true;
      return asked.done(text);
    }
    const refusal = new Refused({ message: wrong, next: this.began ? "The checker is starting again with the same files. If it stays so, tell whoever hosts it." : "Load the page again; if it stays so, tell whoever hosts it." });
    asked.refused(refusal);
    if (this.began) this.replace(refusal); // what fell inside the runtime does not stand up again
  }

  failed(message) {
    this.all(new Refused({ message: `The checker could not be started: ${message ?? "no reason was given"}.`, next: "Load the page again." }));
  }

  end(slow) {
    const message = `That took more than ${slow.limit / 1000} seconds and was ended. Nothing of your text is lost; the checker is starting again.`;
    this.replace(new Refused({ message, next: "Undo the last change, or split the document.", ended: true }));
  }

  /** Another Worker takes over. */
  replace(refusal) {
    this.started.then((worker) => worker.terminate(), () => {});
    this.all(refusal);
    this.start();
  }

  all(refusal) {
    for (const { refused, timer } of this.waiting.values()) {
      clearTimeout(timer);
      refused(refusal);
    }
    this.waiting.clear();
  }
}

/** The key stands behind the # of the address that `pitboss serve` prints. It is good for one page, which gets the token
    for it: what a browser keeps in its history opens nothing. */
class AtServer {
  constructor() {
    const key = new URLSearchParams(location.hash.slice(1)).get("key");
    this.token = sessionStorage.getItem("token") ?? "";
    if (key) history.replaceState(null, "", location.pathname);
    this.ready = key ? this.exchange(key) : Promise.resolve();
    this.ready.catch(() => {});
  }

  async exchange(key) {
    const answer = await fetch("token", { method: "POST", headers: { "Content-Type": "application/json", "X-Pitboss-Token": key }, body: "{}" });
    const { result, error } = await answer.json();
    if (error) throw new Refused({ message: error.message, next: "Each address that pitboss serve prints opens one window." });
    sessionStorage.setItem("token", (this.token = result));
  }

  async call(name, given = {}) {
    await this.ready;
    let answer;
    try {
      answer = await fetch("call", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Pitboss-Token": this.token },
        body: request(name, given),
        signal: AbortSignal.timeout(SERVER_LIMIT),
      });
    } catch (error) {
      if (error.name === "TimeoutError") throw new Refused({ message: `That took more than ${SERVER_LIMIT / 1000} seconds and was given up.`, next: "Undo the last change, or split the document." });
      throw new Refused({ message: "pitboss serve does not answer.", next: "Start it again, and open the address that it prints." });
    }
    const text = await answer.text();
    try {
      return opened(text);
    } catch (error) {
      if (error instanceof Refused) throw error;
      throw new Refused({ message: `pitboss serve refused this (${answer.status}).`, next: "Open the address that it printed, with all that stands behind the #." });
    }
  }
}
