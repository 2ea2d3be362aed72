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
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => this.failed(event.message);
    // A Worker that takes over gets the files first: no call is answered without them.
    this.ready = this.send(null, START_LIMIT).then(() => Promise.all([...this.texts].map(([name, text]) => this.send(request("put", { name, text }), LIMIT))));
    this.ready.catch(() => {});
  }

  async call(name, given = {}) {
    await this.ready;
    const result = opened(await this.send(request(name, given), limit(this.texts.size)));
    if (name === "put") this.texts.set(given.name, given.text);
    if (name === "drop") this.texts.delete(given.name);
    if (name === "rename") this.texts.set(given.to, this.texts.get(given.name)) && this.texts.delete(given.name);
    if ((name === "decide" || name === "approve") && result.name) this.texts.set(result.name, result.text);
    return result;
  }

  send(text, limit) {
    const id = ++this.number;
    return new Promise((done, refused) => {
      this.waiting.set(id, { done, refused, text, limit, timer: null });
      this.worker.postMessage({ id, text });
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
    this.worker.terminate();
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

/** The token stands behind the # of the address that `pitboss serve` prints: it is never sent with a page. */
class AtServer {
  constructor() {
    const given = new URLSearchParams(location.hash.slice(1)).get("token");
    this.token = given ?? sessionStorage.getItem("token") ?? "";
    if (given) {
      sessionStorage.setItem("token", given);
      history.replaceState(null, "", location.pathname);
    }
    this.ready = Promise.resolve();
  }

  async call(name, given = {}) {
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
