/** Crockford's Base32: no i, l, o and u. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUP_CHARACTERS = 6;

/** Five bits per character, in groups of six: `h4kq2m-…`. */
export function groupsOf(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(/.{5}/g)?.map((five) => ALPHABET[Number.parseInt(five, 2)] ?? '') ?? [];
  return letters
    .map((letter, at) => (at > 0 && at % GROUP_CHARACTERS === 0 ? `-${letter}` : letter))
    .join('');
}

/** Normalizes typed text, resolving look-alike letters. */
export function readGroups(typed: string): string {
  const letters = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return letters.match(/.{1,6}/gs)?.join('-') ?? '';
}
