// A grammar with its examples as a part of the address: JSON, compressed, in the alphabet of base64url.

const LARGEST = 1_000_000; // characters of what an address may unpack to
const LONG_PART = 200_000; // characters of a part of an address
const MOST_EXAMPLES = 1000;

/** Return a promise of what an address has for a document. */
export async function packed(document) {
  const { source, imports, base, examples, kept, compare } = document;
  const bytes = new TextEncoder().encode(JSON.stringify({ source, imports, base, examples, kept, compare }));
  const data = await new Response(through(bytes, new CompressionStream("deflate-raw"))).arrayBuffer();
  const letters = Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Return a promise of the document of an address; refuses, with a sentence, what is none, or too large. */
export async function unpacked(text) {
  if (text.length > LONG_PART) throw new Error("The link is too long.");
  let json;
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    json = await limited(
      through(
        Uint8Array.from(letters, (letter) => letter.charCodeAt(0)),
        inflating(),
      ),
    );
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new Error("The link is damaged: its grammar cannot be read.");
  }
  return documentOf(json);
}

const inflating = () => new DecompressionStream("deflate-raw");

function through(bytes, transform) {
  return new Blob([bytes]).stream().pipeThrough(transform);
}

/** Return the text of a stream, of which no more is read than the limit. */
async function limited(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > LARGEST) {
      reader.cancel();
      throw new RangeError("The grammar of the link is too large.");
    }
  }
}

/** Return what a text in JSON says of a document: known fields of known types only. */
function documentOf(json) {
  let value;
  try {
    value = JSON.parse(json);
  } catch {
    value = null;
  }
  if (typeof value?.source !== "string") throw new Error("The link is damaged: it has no grammar.");
  const isText = (one) => typeof one === "string";
  const texts = (list, most) => (Array.isArray(list) ? list.filter(isText).slice(0, most) : []);
  const rows = Array.isArray(value.examples) ? value.examples.slice(0, MOST_EXAMPLES) : [];
  return {
    source: value.source,
    imports: texts(value.imports, 20),
    base: isText(value.base) ? value.base : "",
    examples: rows
      .filter((row) => Array.isArray(row) && isText(row[0]) && isText(row[1]) && typeof row[2] === "boolean")
      .map((row) => row.slice(0, 3)),
    kept: isText(value.kept) ? value.kept : null,
    compare: texts(value.compare, 2),
  };
}
