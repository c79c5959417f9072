// Questions to the library and their answers: by a local server, or by Python in Web Workers.
//
// A verdict goes before panels, and panels never occupy the last host that is free, so that no key waits for them. A
// question that takes too long is stopped: the server replaces its process, the page its worker.

const WARMING = 20_000; // until it has loaded all that answers need
const LATER = 3000; // after which the second worker boots

export class Client {
  /** `status` is called with what a reader should know while nothing can be answered, "" for nothing. */
  constructor({ host, prepared, limits }, status) {
    this.prepared = new Map(Object.entries(prepared));
    this.queue = [];
    this.hosts =
      host.kind === "server"
        ? [new Server(host), new Server(host)]
        : workersOf({ ...host, limits }, status, () => this.dispatch());
  }

  /** Return a promise of the answer to a question, null where the question is dropped before it is asked. */
  ask(question, isUrgent = false) {
    const key = JSON.stringify(question, Object.keys(question).sort());
    const known = this.prepared.get(key);
    if (known) return Promise.resolve(known);
    return new Promise((resolve) => {
      this.queue.push({ question, key, isUrgent, resolve });
      this.dispatch();
    });
  }

  /** Drop all questions that are not asked yet, except those about no string. */
  drop() {
    const isKept = ({ text, source }) => text === undefined && source === undefined;
    const kept = this.queue.filter(({ question }) => isKept(question));
    for (const job of this.queue) if (!kept.includes(job)) job.resolve(null);
    this.queue = kept;
  }

  dispatch() {
    for (;;) {
      const free = this.hosts.filter((host) => host.isFree);
      const mayBlock = free.length > 1 || this.hosts.filter(({ isReady }) => isReady).length < 2;
      const job = this.queue.find(({ isUrgent }) => isUrgent) ?? (mayBlock ? this.queue[0] : undefined);
      if (!free.length || !job) return;
      this.queue.splice(this.queue.indexOf(job), 1);
      const [host] = free;
      host.isFree = false;
      host.ask(job.key).then((answer) => {
        host.isFree = host.isReady;
        job.resolve(answer);
        this.dispatch();
      });
    }
  }
}

/** Write a document to the files of the server's command; return a promise of what it says. */
export async function saved({ token }, document) {
  const headers = { "Content-Type": "application/json", "X-Explorer-Token": token };
  const response = await fetch("save", { method: "POST", headers, body: JSON.stringify(document) });
  return response.ok ? response.json() : { error: (await response.text()).trim() };
}

/** One question at a time to the server of `iri explorer`. */
class Server {
  isFree = true;
  isReady = true;

  constructor({ token }) {
    this.headers = { "Content-Type": "application/json", "X-Explorer-Token": token };
  }

  async ask(body) {
    try {
      const response = await fetch("ask", { method: "POST", headers: this.headers, body });
      return response.ok ? await response.json() : { error: (await response.text()).trim() };
    } catch {
      return { error: "The server does not answer; start iri explorer again." };
    }
  }
}

/** Return the workers: the second one boots when the first is ready; where memory is short there is one. */
function workersOf(host, status, changed) {
  const parts = partsOf(host);
  const isSmall = matchMedia("(pointer: coarse)").matches;
  const count = isSmall ? 1 : 2;
  const all = Array.from({ length: count }, () => new PythonWorker(parts, host, report));
  function report() {
    const ready = all.filter(({ isReady }) => isReady);
    const waiting = all.find(({ isReady, state }) => state && !isReady);
    status(ready.length ? "" : (waiting?.state ?? ""));
    const next = all.find(({ worker }) => !worker);
    if (ready.length && next) {
      next.worker = true;
      setTimeout(() => next.boot(), LATER);
    }
    changed();
  }
  all[0].boot();
  return all;
}

/** Return what a worker loads by name: addresses of files beside the page, or promises of blobs of texts in it. */
function partsOf({ files, inside }) {
  return Object.fromEntries(files.map((name) => [name, inside ? blobOf(name) : new URL(name, location.href).href]));
}

const TYPES = { mjs: "text/javascript", js: "text/javascript", wasm: "application/wasm" };

/** Return a promise of a file that the page holds, in base64 and compressed. */
async function blobOf(name) {
  if (document.readyState === "loading")
    await new Promise((done) => addEventListener("DOMContentLoaded", done, { once: true }));
  const holder = document.getElementById(name);
  const data = await (await fetch(`data:application/octet-stream;base64,${holder.textContent}`)).blob();
  holder.remove();
  const plain = await new Response(data.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  return new Blob([plain], { type: TYPES[name.split(".").at(-1)] ?? "" });
}

/** Python in a worker, which is replaced when a question takes too long. */
class PythonWorker {
  isFree = false;
  isReady = false;
  state = "";

  constructor(parts, { info, limits }, report) {
    Object.assign(this, { parts, info, limits, report });
  }

  async boot() {
    Object.assign(this, { isFree: false, isReady: false, isWarm: false, state: "Loading Python …", worker: true });
    const entries = await Promise.all(Object.entries(this.parts).map(async ([name, part]) => [name, await part]));
    const parts = Object.fromEntries(entries);
    const script = parts["worker.js"];
    this.worker = new Worker(trusted(script instanceof Blob ? URL.createObjectURL(script) : script));
    this.worker.onmessage = ({ data }) => {
      this.state = data.state ?? this.state;
      if (data.ready && !this.isReady) this.isFree = this.isReady = true;
      if (data.warm) this.isWarm = true;
      if (data.answer) this.answered(JSON.parse(data.answer));
      else this.report();
    };
    this.worker.onerror = ({ message }) => {
      this.state = `Python cannot be started: ${message}`;
      this.report();
    };
    this.worker.postMessage({ parts, info: this.info });
    this.report();
  }

  ask(question) {
    const limit = this.limits[JSON.parse(question).kind] ?? this.limits[""];
    return new Promise((resolve) => {
      const stop = () => {
        this.worker.terminate();
        this.boot();
        resolve({ error: `This took longer than ${limit} s and was stopped.` });
      };
      const clock = setTimeout(stop, Math.max(1000 * limit, this.isWarm ? 0 : WARMING));
      this.answered = (answer) => {
        clearTimeout(clock);
        resolve(answer);
      };
      this.worker.postMessage({ question });
    });
  }
}

let policy = null;

/** Return the address of the worker as one that the page's policy lets it run. */
function trusted(address) {
  policy ??= globalThis.trustedTypes?.createPolicy("explorer", { createScriptURL: String });
  return policy ? policy.createScriptURL(address) : address;
}
