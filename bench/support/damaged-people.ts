import { CULTURES } from './made-up-names.ts';

/** A lead of the generator, as a file would hold it. */
export interface MadeUpPerson {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  postcode: string;
  birthDate: string;
}

export const DAMAGES = ['typing', 'ocr', 'phonetic', 'swap', 'move', 'married', 'missing'] as const;
export type Damage = (typeof DAMAGES)[number];

export interface DamagedPeople {
  people: MadeUpPerson[];
  /** Number of the person behind each lead. */
  truth: Int32Array;
  /** Damage done to each lead: nothing to the first of a person. */
  damages: (readonly Damage[])[];
}

const DUPLICATES = 0.15;
const HOUSEHOLDS = 0.1;
/** Members of a household whose first name can be that of the other, as father and son. */
const SAME_NAME = 0.2;
const OCR: readonly [string, string][] = [
  ['o', '0'],
  ['l', '1'],
  ['i', 'l'],
  ['m', 'rn'],
  ['s', '5'],
  ['b', '8'],
  ['e', 'c'],
  ['n', 'ri'],
  ['u', 'v'],
  ['g', 'q'],
];
const PHONETIC: readonly [RegExp, string][] = [
  [/ph/, 'f'],
  [/f/, 'ph'],
  [/ck/, 'k'],
  [/c(?![hk])/, 'k'],
  [/k/, 'c'],
  [/sch/, 'sh'],
  [/sz/, 'sh'],
  [/i/, 'y'],
  [/y/, 'i'],
  [/v/, 'w'],
  [/w/, 'v'],
  [/z/, 's'],
  [/ss/, 's'],
  [/ll/, 'l'],
  [/l/, 'll'],
  [/th/, 't'],
  [/tt/, 't'],
  [/d$/, 't'],
  [/и/, 'ы'],
  [/о/, 'а'],
  [/ei/, 'ai'],
  [/e$/, ''],
  [/a/, 'e'],
];
const PROVIDERS = ['gmail.com', 'outlook.com', 'yahoo.com', 'mail', 'web', 'post'];

/** A lead with the number of the person behind it, and the damage done to it. */
interface DamagedPerson {
  person: MadeUpPerson;
  of: number;
  damages: readonly Damage[];
}

/** Returns leads with known duplicates, all at once. */
export function makeDamagedPeople(count: number, seed: number): DamagedPeople {
  const out: DamagedPeople = { people: [], truth: new Int32Array(count), damages: [] };
  for (const { person, of, damages } of damagedPeople(count, seed)) {
    out.truth[out.people.length] = of;
    out.people.push(person);
    out.damages.push(damages);
  }
  return out;
}

/** Makes leads with known duplicates: each duplicate differs in email and phone, as it must, and has one to three damages. */
export function* damagedPeople(count: number, seed: number): Generator<DamagedPerson> {
  const random = new Random(seed);
  let [persons, made] = [0, 0];
  let neighbour: MadeUpPerson | null = null;
  while (made < count) {
    const person = makePerson(
      random,
      persons,
      neighbour !== null && random.chance(HOUSEHOLDS) ? neighbour : null,
    );
    neighbour = person;
    yield { person, of: persons, damages: [] };
    made++;
    while (random.chance(DUPLICATES)) {
      const damages = new Set<Damage>();
      const wanted = random.pick([1, 1, 1, 2, 2, 3]);
      while (damages.size < wanted) damages.add(random.pick(DAMAGES));
      const other = damaged(random, person, [...damages], made);
      if (made === count) continue;
      yield { person: other, of: persons, damages: [...damages].sort() };
      made++;
    }
    persons++;
  }
}

function makePerson(random: Random, number: number, household: MadeUpPerson | null): MadeUpPerson {
  const culture = CULTURES[number % CULTURES.length] ?? CULTURES[0];
  const near =
    household === null
      ? culture
      : (CULTURES.find(({ cities }) => cities.split(' ').includes(household.city)) ?? culture);
  const names = near.first
    .split(' ')
    .filter((name) => name !== household?.firstName || random.chance(SAME_NAME));
  const firstName = random.frequent(names);
  const syllables = near.syllables.split(' ');
  const rare = () => capital(Array.from({ length: 3 }, () => random.pick(syllables)).join(''));
  const lastName =
    household?.lastName ?? (random.chance(0.4) ? random.frequent(near.last.split(' ')) : rare());
  const street = random.chance(0.5) ? rare() : random.pick(near.last.split(' '));
  const city = random.frequent(near.cities.split(' '));
  const place = near.cities.split(' ').indexOf(city);
  const year = 1940 + random.below(65);
  const [month, day] = [1 + random.below(12), 1 + random.below(28)];
  return {
    firstName,
    lastName,
    email: emailOf(random, firstName, lastName, number),
    phone: random.chance(0.8) ? near.dial + digits(random, 13 - near.dial.length) : '',
    address: household?.address ?? (random.chance(0.7) ? near.street(street, 1 + random.below(120)) : ''),
    city: household?.city ?? city,
    postcode:
      household?.postcode ??
      (random.chance(0.8) ? `${place + 1}${digits(random, 2)}${place}${random.below(5)}` : ''),
    birthDate: random.chance(0.6) ? `${year}-${two(month)}-${two(day)}` : '',
  };
}

function damaged(
  random: Random,
  person: MadeUpPerson,
  damages: readonly Damage[],
  number: number,
): MadeUpPerson {
  const next = { ...person, ...otherIdentity(random, person, number) };
  for (const damage of damages) {
    if (damage === 'swap') [next.firstName, next.lastName] = [next.lastName, next.firstName];
    else if (damage === 'move' || damage === 'married') {
      const other = makePerson(random, random.below(CULTURES.length), null);
      if (damage === 'married') next.lastName = other.lastName;
      else Object.assign(next, { address: other.address, city: other.city, postcode: other.postcode });
    } else if (damage === 'missing') {
      for (const field of ['firstName', 'address', 'city', 'postcode', 'birthDate'] as const)
        if (random.chance(0.4)) next[field] = '';
    } else misspell(random, next, damage);
  }
  if (next.email === '' && next.phone === '') next.email = `lead${number}@none.example`;
  return next;
}

/** Returns another email and phone for a person: the identities of leads are unique. */
function otherIdentity(random: Random, person: MadeUpPerson, number: number) {
  const [user = '', domain = ''] = person.email.split('@');
  const kind = random.below(10);
  const emails = [
    '',
    '',
    '',
    `${user}@${random.pick(PROVIDERS)}.new${number % 7}`,
    `${user}@other.example`,
    `${user}+${number}@${domain}`,
  ];
  const fresh = emailOf(random, person.firstName, person.lastName, number + 7e6);
  const email = kind < 6 ? (emails[kind] ?? '') : kind < 8 ? `${typo(random, user)}@${domain}` : fresh;
  const phones = ['', '', '', `${person.phone} ext. ${number % 90}`, typo(random, person.phone, true)];
  const phone =
    person.phone === ''
      ? ''
      : random.chance(0.5)
        ? random.pick(phones)
        : person.phone.slice(0, 5) + digits(random, 8);
  return { email, phone };
}

function misspell(random: Random, person: MadeUpPerson, damage: Damage): void {
  const fields = (['firstName', 'lastName', 'address', 'city'] as const).filter(
    (field) => person[field] !== '',
  );
  for (const field of new Set([random.pick(fields), random.pick(fields)])) {
    const text = person[field].toLowerCase();
    if (damage === 'typing') person[field] = typo(random, text);
    else if (damage === 'ocr') {
      const options = OCR.filter(([from]) => text.includes(from));
      const [from, to] = options.length > 0 ? random.pick(options) : ['', ''];
      person[field] = text.replace(from, to);
    } else {
      const options = PHONETIC.filter(([from]) => from.test(text));
      const [from, to] = options.length > 0 ? random.pick(options) : [/^$/, ''];
      person[field] = text.replace(from, to);
    }
  }
  if (damage === 'typing' && person.birthDate !== '' && random.chance(0.3))
    person.birthDate = typo(random, person.birthDate, true);
  if (damage !== 'phonetic' && person.postcode !== '' && random.chance(0.3))
    person.postcode = typo(random, person.postcode, true);
}

/** Replaces, swaps, drops or doubles one character; only replaces digits. */
function typo(random: Random, text: string, isDigits = false): string {
  if (text.length < 2) return text;
  const at = 1 + random.below(text.length - 1);
  if (isDigits) return text.replace(/\d(?=\D*$)/, String(random.below(10)));
  const [head, here, tail] = [text.slice(0, at), text[at] ?? '', text.slice(at + 1)];
  const letter = String.fromCharCode(97 + random.below(26));
  return (
    [
      head + letter + tail,
      head + tail,
      head + here + here + tail,
      head.slice(0, -1) + here + head.slice(-1) + tail,
    ][random.below(4)] ?? text
  );
}

function emailOf(random: Random, first: string, last: string, number: number): string {
  const [f, l] = [first, last].map(
    (name) =>
      name
        .toLowerCase()
        .normalize('NFKD')
        .replace(/[^a-z]/g, '') || 'x',
  );
  const users = [
    `${f}.${l}`,
    `${f}${l}${random.below(99)}`,
    `${f?.[0]}${l}${random.below(9999)}`,
    `${f}${random.below(99999)}`,
    `user${number * 7 + random.below(7)}`,
  ];
  return `${random.pick(users)}@${random.pick(PROVIDERS)}.n${number}.example`;
}

const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => random.below(10)).join('');
const two = (number: number) => String(number).padStart(2, '0');
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Random choices that repeat with their seed. */
class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  next(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) | 0;
    let mixed = this.#state ^ (this.#state >>> 15);
    mixed = Math.imul(mixed, 0x2c1b3c6d);
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 4294967296;
  }
  below(end: number): number {
    return Math.floor(this.next() * end);
  }
  chance(share: number): boolean {
    return this.next() < share;
  }
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
  /** Earlier items are more frequent, as names are. */
  frequent<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() ** 2 * list.length)] as T;
  }
}
