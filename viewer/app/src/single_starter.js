// SPDX-License-Identifier: MIT
// The one script of the single file that stands in it as text: it unpacks the style, the page and, when the page asks for it, the engine.
// What it adds to the document runs only if its hash is in the content security policy.
globalThis.nopyUnpacked = (name) => {
  const letters = document.getElementById('nopy-' + name).textContent;
  const words = new DataView(new ArrayBuffer(Math.ceil(letters.length / 5) * 4));
  for (let at = 0; at < letters.length; at += 5) {
    const word = [0, 1, 2, 3, 4].reduce((high, i) => {
      const code = at + i < letters.length ? letters.charCodeAt(at + i) : 125;
      return high * 85 + code - (code > 60 ? 41 : 40);
    }, 0);
    words.setUint32((at / 5) * 4, word);
  }
  const packed = words.buffer.slice(0, Math.floor((letters.length * 4) / 5));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')));
};
const add = (name, text, parent) => parent.append(Object.assign(document.createElement(name), { textContent: text }));
Promise.all(['style', 'page'].map((name) => nopyUnpacked(name).text())).then(([style, page]) => {
  add('style', style, document.head);
  add('script', page, document.body);
});
