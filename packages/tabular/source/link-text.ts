const EMAIL = /[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]{2,}/;
/** Longer texts and targets are left alone. */
const LINK_CHARACTERS = 1_000;

/** By row number, then by column from 0. */
export type CellLinks = ReadonlyMap<number, ReadonlyMap<number, string>>;

/** Returns the address or number of a `mailto:` or `tel:` link, otherwise null. */
export function contactOfLink(target: string): string | null {
  const [, scheme = '', rest = ''] =
    /^(mailto|tel):([^?#]*)/i.exec(target.slice(0, LINK_CHARACTERS).trim()) ?? [];
  if (scheme === '') return null;
  const contact = decoded(rest).trim();
  if (scheme.toLowerCase() === 'tel') return /\d/.test(contact) ? contact : null;
  return EMAIL.exec(contact)?.[0] ?? null;
}

/** Prefers the cell's own text if it's an address, or a number for a link to a number. */
export function linkedText(text: string, contact: string): string {
  if (text.length > LINK_CHARACTERS) return text;
  const isOwn = contact.includes('@') ? EMAIL.test(text) : /\d/.test(text);
  return isOwn ? text : contact;
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
