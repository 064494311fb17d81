// SPDX-License-Identifier: MIT
// The address reproduces the view: `#m=weights/w1&s=0,:,:&v=heat&cmap=magma&scale=log&r=-1..1`. Only the part behind
// `#` is used, which browsers never send to a server.

export interface Link {
  member?: string;
  slice?: string;
  view?: string;
  map?: string;
  scale?: string;
  range?: { low: number; high: number };
}

const plain = (text: string) => encodeURIComponent(text).replace(/%(2F|2C|3A|20)/g, (code) => (code === '%20' ? '' : decodeURIComponent(code)));
const named = (text: string) => encodeURIComponent(text).replace(/%2F/g, '/');

export function readLink(hash: string): Link {
  const link: Link = {};
  for (const part of hash.replace(/^#/, '').split('&')) {
    const at = part.indexOf('=');
    let value: string;
    try {
      value = decodeURIComponent(part.slice(at + 1));
    } catch {
      continue;
    }
    switch (part.slice(0, at)) {
      case 'm':
        link.member = value;
        break;
      case 's':
        link.slice = value;
        break;
      case 'v':
        link.view = value;
        break;
      case 'cmap':
        link.map = value;
        break;
      case 'scale':
        link.scale = value;
        break;
      case 'r': {
        const [low, high] = value.split('..').map(Number);
        if (Number.isFinite(low) && Number.isFinite(high)) link.range = { low: low!, high: high! };
        break;
      }
    }
  }
  return link;
}

export function linkText(link: Link): string {
  const parts: string[] = [];
  if (link.member !== undefined) parts.push(`m=${named(link.member)}`);
  if (link.slice) parts.push(`s=${plain(link.slice)}`);
  if (link.view) parts.push(`v=${plain(link.view)}`);
  if (link.map) parts.push(`cmap=${plain(link.map)}`);
  if (link.scale) parts.push(`scale=${plain(link.scale)}`);
  if (link.range) parts.push(`r=${link.range.low}..${link.range.high}`);
  return parts.length ? `#${parts.join('&')}` : '';
}
