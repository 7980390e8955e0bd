import { CELL_LIMIT } from '../source/cell-text.ts';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Normalizes line ends; unknown references stay. */
export function xmlText(raw: string): string {
  const lines = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
  return lines.includes('&') ? lines.replace(/&(#?\w+);/g, reference) : lines;
}

function reference(written: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? written;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : written;
}

/** Maximum written characters, all possibly escapes such as `_x0022_`. */
export const WRITTEN_CELL_LIMIT = 7 * (CELL_LIMIT + 1);

/** Decodes escapes such as `_x000D_`; `_x005F_` is `_`. */
export function workbookText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** `raw`: the tag's text after its name. Ignores prefixes if `wanted` has none. */
export function attribute(raw: string, wanted: string): string | undefined {
  for (const [, name = '', double, single] of raw.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (name === wanted || localName(name) === wanted) return xmlText(double ?? single ?? '');
  }
  return undefined;
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}
