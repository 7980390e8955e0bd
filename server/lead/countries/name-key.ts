const FILLERS = new Set(['the', 'of', 'and']);

/**
 * Returns a key that all spellings of a country's name share: its words in lower case, without accents and
 * signs, `saint` for `st`, without `the`, `of` and `and`, in alphabetical order. `Korea (Republic of)`,
 * `Korea, Republic of` and `Republic of Korea` have the same key, and so do `St. Vincent & Grenadines` and
 * `Saint Vincent and the Grenadines`.
 */
export function keyOfName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/[.'’ʼ`´]+(?=\s|$|[^\p{L}])|(?<=\p{L})['’ʼ`´](?=\p{L})/gu, '')
    .replace(/(?<=(?:^|[^\p{L}])\p{L})\.(?=\p{L}(?:$|[^\p{L}]))/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word))
    .map((word) => (word === 'st' || word === 'ste' ? 'saint' : word));
  return words.sort().join(' ');
}
