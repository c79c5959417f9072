// Save parts of the page as files, which the browser writes without a request.

/** Offer a text as a file. */
export function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address));
}

/** Return a drawing as a document of its own, with the colours that it has in the page. */
export function svgText(drawing) {
  const copy = drawing.cloneNode(true);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const originals = [...drawing.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((one, at) => {
    const { fill, stroke, strokeWidth, fontFamily, fontSize } = getComputedStyle(originals[at]);
    const kept = { fill, stroke, "stroke-width": strokeWidth };
    if (one.localName === "text")
      Object.assign(kept, { "text-anchor": "middle", "font-family": fontFamily, "font-size": fontSize });
    for (const [name, value] of Object.entries(kept)) one.setAttribute(name, value);
    for (const name of ["class", "href", "data-rule"]) one.removeAttribute(name);
  });
  return new XMLSerializer().serializeToString(copy);
}
