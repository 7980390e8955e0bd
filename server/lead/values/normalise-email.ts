const INVISIBLE = /[\u200B-\u200D\u2060\uFEFF\u00AD]/g;
const PLAIN =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59}))$/;
const LOCAL = /^[^\s\p{C}\p{Z}.,:;<>()[\]\\"@]+(?:\.[^\s\p{C}\p{Z}.,:;<>()[\]\\"@]+)*$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;
const [MAX_CHARACTERS, MAX_LOCAL_CHARACTERS] = [254, 64];
const TOP_LEVEL = /^(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)$/u;

/**
 * Reads an e-mail address: trimmed, lower-cased, without `mailto:` and enclosing brackets or quotes. Returns
 * null if malformed.
 *
 * Rule: one @; before it 1 to 64 characters, no blanks, no dot at the ends or twice in a row; after it at
 * least two labels of letters, digits and inner hyphens, at most 63 characters each, the last one all letters
 * or punycode; at most 254 characters in total. Letters of any script are allowed. Quoted local parts and
 * numeric addresses, which the standard allows but no real lead has, count as malformed.
 */
export function readEmail(text: string): string | null {
  if (text.length > 1000) return null;
  const lower = text.toLowerCase();
  // Fast path for most cells: nothing around the address, and within the limits.
  if (lower.length <= MAX_CHARACTERS && lower.indexOf('@') <= MAX_LOCAL_CHARACTERS && PLAIN.test(lower))
    return lower;
  const email = unwrap(text.normalize('NFC').replace(INVISIBLE, '').trim()).toLowerCase();
  if (email.length > MAX_CHARACTERS) return null;
  const at = email.indexOf('@');
  if (at < 1 || at > MAX_LOCAL_CHARACTERS) return null;
  return PLAIN.test(email) || isInternational(email, at) ? email : null;
}

function unwrap(text: string): string {
  const bare = text.replace(/^mailto:\s*/i, '');
  const inner = /^(?:<(.*)>|"(.*)"|'(.*)'|\[(.*)\])$/s
    .exec(bare)
    ?.slice(1)
    .find((part) => part !== undefined);
  return inner === undefined || inner === text ? bare : unwrap(inner.trim());
}

function isInternational(email: string, at: number): boolean {
  const labels = email.slice(at + 1).split('.');
  return (
    LOCAL.test(email.slice(0, at)) &&
    labels.length >= 2 &&
    labels.every((label) => label.length <= 63 && LABEL.test(label)) &&
    TOP_LEVEL.test(labels.at(-1) ?? '')
  );
}
