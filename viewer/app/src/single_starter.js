// SPDX-License-Identifier: MIT
// The one script of the single file that stands in it as text: it unpacks the style, the page and, when the page asks for it, the engine.
// What it adds to the document runs only if its hash is in the content security policy.
globalThis.nopyUnpacked = (name) => {
  const packed = Uint8Array.from(atob(document.getElementById('nopy-' + name).textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')));
};
const add = (name, text, parent) => parent.append(Object.assign(document.createElement(name), { textContent: text }));
Promise.all(['style', 'page'].map((name) => nopyUnpacked(name).text())).then(([style, page]) => {
  add('style', style, document.head);
  add('script', page, document.body);
});
