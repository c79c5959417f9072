// Scripts of texts, and how they may mix (UTS #39, 5): the characters' scripts are the browser's.

const ANY = new Set(["Zyyy", "Zinh"]); // Common and Inherited
const LATIN = "Latn";
const UNKNOWN = "Zzzz";

/** Knows scripts by their code of four letters. */
export class Scripts {
  /** `names` are by code; `together` says in which systems a script is written with others. */
  constructor({ names, together }) {
    this.names = { ...names, [UNKNOWN]: "Unknown" };
    this.together = together;
    this.systems = new Set(Object.values(together).flat());
    this.known = new Map();
    this.patterns = Object.keys(names).flatMap((code) => patternsOf(code));
  }

  /** Return the scripts that all characters of a text share; null where any will do. */
  shared(chars) {
    const sets = [...new Set(chars)].map((char) => this.of(char).extended).filter(Boolean);
    return sets.length ? [...sets[0]].filter((code) => sets.every((set) => set.has(code))) : null;
  }

  /** Return whether a text is in one script, or mixes Latin with East Asian writing alone (5.2). */
  isHighlyRestrictive(text) {
    const common = this.shared(text);
    if (common === null || common.length) return true;
    const rest = this.shared([...text].filter((char) => !this.of(char).extended?.has(LATIN)));
    return rest !== null && rest.some((code) => this.systems.has(code));
  }

  /** Return the names of the scripts of a text, in the order in which they occur. */
  listed(text) {
    const codes = new Set([...text].map((char) => this.of(char).own));
    return [...codes].filter((code) => !ANY.has(code)).map((code) => this.names[code]);
  }

  /** Return the script of a character, and those that it is written in; null where it goes with every script. */
  of(char) {
    if (!this.known.has(char)) this.known.set(char, this.found(char));
    return this.known.get(char);
  }

  found(char) {
    const own = this.patterns.find(({ is }) => is.test(char))?.code ?? UNKNOWN;
    const codes = this.patterns.filter(({ may }) => may.test(char)).map(({ code }) => code);
    if (codes.some((code) => ANY.has(code))) return { own, extended: null };
    const all = codes.length ? codes : [own];
    return { own, extended: new Set(all.flatMap((code) => [code, ...(this.together[code] ?? [])])) };
  }
}

/** Return the patterns of a script; none in a browser that does not know it yet. */
function patternsOf(code) {
  try {
    return [{ code, is: new RegExp(`^\\p{sc=${code}}`, "u"), may: new RegExp(`^\\p{scx=${code}}`, "u") }];
  } catch {
    return [];
  }
}
