// What the browser itself reads from a string (URL Standard, 4.4).

export const URL_STANDARD = "URL Standard, 4.4";

export const BASE_URL = "http://base.invalid/";

/** Return host, port and user of a string, "" for no host; null where the browser refuses the string. */
export function readAuthority(text, base) {
  let url;
  try {
    url = new URL(text, base);
  } catch {
    return base === undefined ? readAuthority(text, BASE_URL) : null;
  }
  if (url.host === new URL(BASE_URL).host) return { host: "", port: "", user: "" };
  return {
    host: decoded(url.hostname).toLowerCase(),
    port: url.port,
    user: decoded(`${url.username}:${url.password}`),
  };
}

/** Return whether the browser reads another host, port or user from a string after a change. */
export function readsOtherwise(before, after) {
  const [was, now] = [before, after].map((text) => readAuthority(text));
  return was !== null && now !== null && Object.keys(was).some((part) => was[part] !== now[part]);
}

/** Return a text without percent-encoding; a "%" that begins none stays. */
export function decoded(text) {
  const query = new URLSearchParams();
  query.set("", text);
  const escaped = query.toString().slice(1).replaceAll("%25", "%");
  return new URLSearchParams(`=${escaped}`).get("");
}

/** Return whether the browser reads the path of a reference as data (URL Standard, 4.4, scheme state). */
export function hasOpaquePath({ scheme, authority, path }) {
  if (scheme == null || authority != null || path.startsWith("/")) return false;
  return new URL(`${scheme}:x`, "about:blank").pathname === "x";
}
