// Python in a Web Worker: it loads the parts that it is given by their names, and answers questions with the library.

let reply = null;

onmessage = async ({ data }) => {
  if (data.question !== undefined) {
    postMessage({ answer: reply(data.question) });
    return;
  }
  try {
    const [answering, warming] = await booted(data.parts, data.info);
    reply = answering;
    for (const question of warming) {
      reply(question);
      postMessage({ ready: true });
      await new Promise((done) => setTimeout(done)); // to a question that came in the meantime
    }
    postMessage({ warm: true });
  } catch (error) {
    postMessage({ state: `Python cannot be started: ${error.message}` });
  }
};

/** Return what replies to a question, and questions that load what answers need; `parts` are addresses or blobs (which other origins cannot read) by their names,
 * `info` is what Pyodide wants to know of the packages that it could load. */
async function booted(parts, info) {
  for (const [name, part] of Object.entries(parts)) if (part instanceof Blob) parts[name] = URL.createObjectURL(part);
  const load = counting(parts, self.fetch.bind(self));
  self.fetch = (address, options) => {
    const name = String(address).split("/").at(-1);
    return parts[name] ? load(name) : Promise.reject(new TypeError(`${name} is not a part of this page`, options));
  };
  self.importScripts = undefined; // Pyodide asks for it to find out where it runs
  const { loadPyodide } = await import(parts["pyodide.mjs"]);
  const { default: createPyodideModule } = await import(parts["pyodide.asm.mjs"]);
  const python = await loadPyodide({
    createPyodideModule,
    indexURL: "https://parts.invalid/",
    lockFileContents: { info, packages: {} },
    env: { PYTHONDONTWRITEBYTECODE: "1" },
  });
  postMessage({ state: "Starting the library …" });
  const library = await (await load("library.zip")).arrayBuffer();
  const folder = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  python.unpackArchive(library, "zip", { extractDir: folder });
  return python.runPython(`
    import pathlib, pickle
    from irigrammar.views.explorer.answers import Explorer, warm
    explorer = Explorer(pickle.loads(pathlib.Path("${folder}", "own.pickle").read_bytes()))
    explorer.reply, warm(explorer)
  `);
}

/** Return what loads a part and reports how much is there. */
function counting(parts, get) {
  let [done, all] = [0, 0];
  return async (name) => {
    const response = await get(parts[name]);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    all += Number(response.headers.get("Content-Length") ?? 0);
    const count = new TransformStream({
      transform(piece, controller) {
        done += piece.length;
        if (done <= all) postMessage({ state: `Loading Python: ${Math.floor((100 * done) / all)} % …` });
        controller.enqueue(piece);
      },
    });
    return new Response(response.body.pipeThrough(count), { headers: { "Content-Type": type } });
  };
}
