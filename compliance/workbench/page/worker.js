// Python in a Worker. One message in, one message out, in order; nothing else is reachable from here. It is started from a
// text of the page, which sets BASE above this, and so has the policy of checker.html.

const HERE = new URL("./python/", BASE);
// `pitboss site` writes the checksums of all that runs here: another file is not run.
const SUMS = {};
const RUNTIME = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"];
const PACKAGES = "/lib/python3.14/site-packages";
// The packages are brought here as they are; Pyodide has none of its own to choose from.
const NO_PACKAGES = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", python: "3.14", version: "314.0.7" }, packages: {} };

const fetchOwn = self.fetch.bind(self);
const bring = async (name) => {
  const sum = SUMS[`python/${name}`];
  const answer = await fetchOwn(new URL(name, HERE), sum ? { integrity: `sha256-${sum}` } : {});
  if (!answer.ok) throw new Error(`${name} could not be loaded (${answer.status})`);
  return answer.arrayBuffer();
};
const tell = (step) => postMessage({ step });

// `pitboss site` writes here which build this is: what is kept of one is of no use to another.
const BUILD = "";
const WARM = "pitboss:compiled:";

let python;
let answer;
let typesetter;
let reader;

async function start() {
  tell("Loading Python…");
  const brought = Promise.all(["packages.zip", "app.zip"].map(bring));
  const warm = compiled();
  // Asked for with their sums first: what is loaded by name below is what was compared.
  await Promise.all(RUNTIME.map(bring));
  const { loadPyodide } = await import(new URL("pyodide.mjs", HERE).href);
  python = await loadPyodide({ indexURL: HERE.href, lockFileContents: JSON.stringify(NO_PACKAGES) });
  tell("Loading the checker…");
  for (const archive of await brought) unpack(archive);
  const kept = await warm;
  if (kept) unpack(kept);
  isWarm = Boolean(kept);
  close_();
  answer = python.runPython("from compliance.workbench.browser import answer_text; answer_text");
  tell("Loading the law…");
}

const unpack = (archive) => python.unpackArchive(archive, "zip", { extractDir: PACKAGES });

let isWarm = false;
let rest = null;

/** The modules as an earlier visit compiled them, if the browser kept any. */
async function compiled() {
  const kept = await self.caches?.match(HERE.href, { cacheName: WARM + BUILD }).catch(() => undefined);
  return kept?.arrayBuffer();
}

/** When nothing was asked for a while after the first answers: keep what they had to compile. */
function keepCompiled() {
  clearTimeout(rest);
  if (isWarm || !BUILD || !self.caches) return;
  rest = setTimeout(async () => {
    isWarm = true;
    try {
      for (const name of await caches.keys()) if (name.startsWith(WARM)) await caches.delete(name);
      const packed = python.runPython(`from compliance.workbench.bytecode import pack_modules; pack_modules("${PACKAGES}")`);
      await (await caches.open(WARM + BUILD)).put(HERE.href, new Response(packed.toJs()));
      packed.destroy();
    } catch {
      // Without room to keep it, the next visit compiles again.
    }
  }, 4000);
}

/** All that Python needs is here: it finds none of the ways to ask a network for more. Its policy is what keeps it
    from any other host. */
function close_() {
  for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "WebTransport", "EventSource", "importScripts"]) {
    Object.defineProperty(self, name, { value: undefined, configurable: false, writable: false });
  }
}

/** Only what is printed needs the typesetter, and it is larger than all the rest: it is brought when it is wanted. */
const reads = (text) => /"call": ?"put"/.test(text.slice(0, 40)) && /"name": ?"[^"]{0,300}\.pdf"/i.test(text);
const prints = (text) => /"call": ?"card"|"format": ?"pdf"/.test(text);

async function reply(text) {
  if (text === null) return "";
  if (prints(text)) {
    tell("Loading the typesetter…");
    await (typesetter ??= bring("typst.zip").then(unpack));
  }
  if (reads(text)) {
    tell("Loading the reader of PDFs…");
    await (reader ??= bring("pypdfium2.zip").then(unpack));
  }
  return answer(text);
}

let last = start();
self.onmessage = ({ data: { id, text } }) => {
  last = last.catch(() => {}).then(() => started).then(() => reply(text)).then(
    (text) => {
      postMessage({ id, text });
      keepCompiled();
    },
    (wrong) => postMessage({ id, wrong: `The checker stopped: ${String(wrong?.message ?? wrong).split("\n").at(-2) ?? wrong}` }),
  );
};
const started = last;
