// Elements are made here and nowhere else. Whatever comes from a document is a text node: it is never read as markup.

/** An element: `h("p", {class: "note"}, "words", other)`. Listeners are given as `onclick` and the like. */
export function h(tag, given = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && typeof value !== "string") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

export const $ = (selector, within = document) => within.querySelector(selector);

/** Put children into an element in the place of those it has. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

export const count = (many, one, several = `${one}s`) => `${many.toLocaleString("en-US")} ${many === 1 ? one : several}`;

/** The few marks of Markdown that our own hovers use, as elements. */
export function marked(text) {
  return text.split(/\n{2,}/).map((block) => {
    const fenced = block.match(/^```\w*\n([\s\S]*?)\n?```$/);
    if (fenced) return h("pre", {}, fenced[1]);
    if (/^[-*] /.test(block)) return h("ul", {}, block.split("\n").map((line) => h("li", {}, inline(line.replace(/^[-*] /, "")))));
    return h("p", {}, inline(block.replace(/^#+ /, "")));
  });
}

function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/).map((piece) => {
    if (piece.length > 2 && piece.startsWith("`")) return h("code", {}, piece.slice(1, -1));
    if (piece.length > 4 && piece.startsWith("**")) return h("strong", {}, piece.slice(2, -2));
    if (piece.length > 2 && piece.startsWith("*") && piece.endsWith("*")) return h("em", {}, piece.slice(1, -1));
    return piece;
  });
}

/** Hand a file to the person. */
export function download({ filename, media, base64 }) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: media }));
  const link = h("a", { href: url, download: filename });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export const encoded = (text) => {
  const bytes = new TextEncoder().encode(text);
  let letters = "";
  for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(letters);
};
