const SHORT_FORMS = new Map([
  ['st', 'saint'],
  ['ste', 'saint'],
  ['rep', 'republic'],
  ['dem', 'democratic'],
  ['fed', 'federal'],
]);
const FILLERS = new Set(['the', 'of', 'and']);

/**
 * Returns a key that all spellings of a country's name share: its words in lower case, without accents and
 * signs, `saint` for `st`, `republic` for `rep`, without `the`, `of` and `and`, in alphabetical order. `Korea (Republic of)`,
 * `Korea, Republic of` and `Republic of Korea` have the same key, and so do `St. Vincent & Grenadines` and
 * `Saint Vincent and the Grenadines`.
 */
export function keyOfName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/[.'’‘ʻʼ`´]+(?=\s|$|[^\p{L}])|(?<=\p{L})['’‘ʻʼ`´](?=\p{L})/gu, '')
    .replace(/(?<=(?:^|[^\p{L}])\p{L})\.(?=\p{L}(?:$|[^\p{L}]))/gu, '')
    .replace(/(?<=^|[^\p{L}])([dl])\s+(?=\p{L})/gu, '$1')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word))
    .map((word) => SHORT_FORMS.get(word) ?? word);
  return words.sort().join(' ');
}

const STATE_FORMS = new Set(
  keyOfName(
    'republic republik republiek republique republica repubblica republika republiken republikken respublika ' +
      'respublikasi respublikasy repiblik cumhuriyeti rzeczpospolita vabariik jamhuri repubulika bundesrepublik ' +
      'республика республики республикасы республіка рэспубліка република δημοκρατία جمهورية الجمهورية جمهوری հանրապետություն ' +
      'kingdom königreich koenigreich koninkrijk royaume reino regno kongeriget kongeriket konungariket królestwo ' +
      'королевство королівство مملكة المملكة principality fürstentum principauté principado principato княжество ' +
      'commonwealth sultanate sultanat سلطنة دولة grand duchy großherzogtum duché granducato ' +
      'federal federale federativa federative federacyjna федеративная democratic democratique democratica ' +
      'demokratische демократическая socialist socialista социалистическая peoples popular populaire народная ' +
      'islamic islamique islamica islamische исламская اسلامی الإسلامية du de d del della des der van da do e y et ' +
      'la le les las los het',
  ).split(' '),
);

/**
 * Returns a key without the words for the form of the state and the articles next to them, in a number of languages:
 * `Republic of Austria`, `República de Chile` and `Республика Казахстан` are left with the country's short name.
 */
export function withoutStateForm(key: string): string {
  return key
    .split(' ')
    .filter((word) => !STATE_FORMS.has(word))
    .join(' ');
}
