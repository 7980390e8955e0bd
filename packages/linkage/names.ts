/** Short forms that share too few letters with the name to be found as similar. */
const SHORT_FORMS =
  `alexander alex sasha sascha xander|alejandro ale jandro|andrew andy drew|anthony tony|antonio toni tonio
barbara babs barb|charles charlie chuck chas|katherine kate katie kathy kat catherine cathy|christopher chris kit|daniel dan danny
david dave|deborah debbie deb|dorothy dot dottie|edward ed eddie ted ned|elizabeth liz beth betty lizzie eliza lisa|francisco paco pancho
frances fran francie|frederick fred freddie|george georgie|gerald gerry jerry|gregory greg|harold harry hal|henry hank hal|ignacio nacho
isabella bella izzy|jacob jake|james jim jimmy jamie|jennifer jen jenny|jessica jess|john jack johnny jon|jose pepe|joseph joe joey|joshua josh
kenneth ken kenny|lawrence larry|leonard len lenny|margaret maggie meg peggy marge greta|matthew matt|michael mike mick mickey
mohammed mohamed muhammad muhammed mohammad mehmet|nicholas nick nicky|pamela pam|patricia pat patty trish|patrick pat paddy|peter pete
rebecca becky|richard rick dick rich ricky|robert rob bob bobby robbie bert|ronald ron|samuel sam|stephen steve steven|susan sue susie
theodore ted theo|thomas tom tommy|timothy tim|victoria vicky tori|vincent vince|walter walt|william bill will billy willy liam
giuseppe beppe peppe|giovanni gianni vanni|salvatore toto|hans johannes johann|josef sepp|friedrich fritz|heinrich heinz|wilhelm willi
dmitri dmitry dima|ekaterina katya|ivan vanya|mikhail misha|nikolai kolya|anastasia nastya|vladimir vova volodya|yevgeny evgeny zhenya
aleksandr sasha|aleksandra sasha ola|maria masha|katarzyna kasia|malgorzata gosia|stanislaw staszek|jean jeannot|guillaume guy`
    .split(/[|\n]/)
    .map((group) => group.split(' '));

/** Groups by name; a short form can belong to several. */
const GROUPS = new Map<string, number[]>();
SHORT_FORMS.forEach((group, number) => {
  for (const name of group) GROUPS.set(name, [...(GROUPS.get(name) ?? []), number]);
});

/** Returns whether a name is a short form, or has any. */
export function hasShortForms(name: string): boolean {
  return GROUPS.has(name);
}

/** Tells whether one name can be a short form of the other, as Bob of Robert. */
export function isShortForm(a: string, b: string): boolean {
  const groups = GROUPS.get(a);
  if (groups === undefined) return false;
  const others = GROUPS.get(b);
  return others !== undefined && groups.some((group) => others.includes(group));
}

const CYRILLIC = [
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  'a b v g d e e zh z i y k l m n o p r s t u f h ts ch sh sh  y  e yu ya',
];
const GREEK = ['αβγδεζηθικλμνξοπρσςτυφχψω', 'a b g d e z i th i k l m n x o p r s s t i f ch ps o'];
const LATIN = new Map(
  [CYRILLIC, GREEK].flatMap(([from = '', to = '']) => {
    const letters = to.split(' ');
    return [...from].map((letter, n): [string, string] => [letter, letters[n] ?? '']);
  }),
);

/** Returns a lower-case text with Cyrillic and Greek letters in Latin script. */
export function inLatin(text: string): string {
  if (!/[\u0370-\u04ff]/.test(text)) return text;
  return [...text].map((letter) => LATIN.get(letter) ?? letter).join('');
}

const SOUNDS: readonly [RegExp, string][] = [
  [/sch|sh|tsch|ch|cz|sz|zh|ts|tz|ks/g, 's'],
  [/ph/g, 'f'],
  [/gh|kh|ck|qu|q|c|x/g, 'k'],
  [/[vw]/g, 'f'],
  [/[bp]/g, 'p'],
  [/[dt]/g, 't'],
  [/[gj]/g, 'k'],
  [/z/g, 's'],
  [/[nm]/g, 'n'],
];

/**
 * Returns a key that spellings of a name share: consonants by sound class, without vowels and repetitions. Other scripts
 * than Latin keep all letters.
 */
export function soundKey(name: string): string {
  let key = name.replace(/[^\p{L}]/gu, '');
  for (const [from, to] of SOUNDS) key = key.replace(from, to);
  const first = /^[aeiouyh]/.test(key) ? 'a' : '';
  return first + key.replace(/[aeiouyh]/g, '').replace(/(.)\1+/g, '$1');
}
