// Legacy Extended IRIs to IRIs (LEIRI Note, 4).

import { URL_STANDARD, readsOtherwise } from "./browser.js";
import { checkedIri, encodeRefused, sourceOf } from "./refused.js";
import { record } from "./steps.js";

const NOTE = "W3C Note NOTE-leiri-20081103, 4";

/** Return the IRI reference of a Legacy Extended IRI reference. */
export function fromLeiri(text, tools, steps) {
  const reading = sourceOf(tools.catalog.start("leiri"), text, NOTE, tools, steps);
  const parts = tools
    .pieces(reading, text)
    .map(([field, part]) => (field ? encodeRefused(part, field, NOTE, tools, steps) : part));
  const made = checkedIri(parts.join(""), tools);
  if (readsOtherwise(text, made)) {
    record(steps, URL_STANDARD, text, made, "browsers read another host, port or user from it");
  }
  return record(steps, NOTE, text, made, "percent-encode all that IRIs do not allow");
}
