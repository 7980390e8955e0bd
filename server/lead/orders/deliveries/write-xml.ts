import type { NestedValue } from './nested-values.ts';

const NAME_START = /^[A-Z_a-zÀ-ÖØ-öø-˿]/;
const NOT_IN_NAMES = /[^\w.À-ÖØ-öø-˿-]/gu;
/** XML 1.0 has no way to write them. */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // Readers turn a bare one into a line feed.
  '\r': '&#13;',
};

/** Writes values as XML. A list repeats its element, and characters that XML doesn't allow in a name become `_`. */
export function writeXml(root: string, values: { [name: string]: NestedValue }): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, values)}`;
}

function element(name: string, value: NestedValue): string {
  if (Array.isArray(value)) return value.map((one) => element(name, one)).join('');
  const tag = elementName(name);
  return `<${tag}>${content(value)}</${tag}>`;
}

function content(value: Exclude<NestedValue, NestedValue[]>): string {
  if (value === null) return '';
  if (typeof value !== 'object') return escapeXml(String(value));
  return Object.entries(value)
    .map(([name, one]) => element(name, one))
    .join('');
}

function elementName(text: string): string {
  const name = text.replace(NOT_IN_NAMES, '_');
  return NAME_START.test(name) ? name : `_${name}`;
}

function escapeXml(text: string): string {
  return text.replace(NOT_XML, '').replace(/[&<>\r]/g, (sign) => ESCAPES[sign] ?? sign);
}
