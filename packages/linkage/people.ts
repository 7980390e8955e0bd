import { Column } from './dictionary.ts';
import { mixHashes } from './hashes.ts';
import { inLatin } from './names.ts';
import type { Texts } from './texts.ts';

/** A person as found in the data; texts are folded to lower case, without marks. */
export interface LinkedPerson {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  postcode: string;
  /** Values of the other fields, in the order that `People` was given. */
  others: readonly string[];
}

export type OtherKind = 'date' | 'number' | 'text';

/** A field of the organization's own. */
export interface PersonFieldKind {
  name: string;
  kind: OtherKind;
}

export interface OtherField extends PersonFieldKind {
  column: Column;
}

/** A column with its name, and the texts of its values. */
export interface NamedColumn {
  name: string;
  column: Column;
  textOf(value: number): string;
}

const EXTENSION = /[\s,;.]*(ext(ension|n)?|x|#)[\s.:]*\d{1,7}\s*$/;
const MIN_PHONE_DIGITS = 6;
const DATE = /^((?:1[5-9]|20)\d\d)[-/. ]?(0\d|1[0-2])[-/. ]?([0-2]\d|3[01])(t.*)?$/;
/** Share of values of a kind that makes a field one of that kind. */
const MOST = 0.8;
const SAMPLE = 2000;
const MAX_OTHER_LENGTH = 60;

/** People in columns, in the order they were added. */
export class People {
  readonly first = new Column();
  readonly last = new Column(this.first.dictionary);
  /** Part of the email before the @, without a tag. */
  readonly user = new Column();
  readonly domain = new Column();
  readonly phone = new Column();
  readonly address = new Column();
  readonly city = new Column();
  readonly postcode = new Column();
  /** Numbers of the full names; they have no texts of their own. */
  readonly full = new Column();
  readonly others: OtherField[];
  /** A row of each full name. */
  #named = new Int32Array(0);
  #length = 0;

  constructor(otherNames: readonly string[]) {
    this.others = otherNames.map((name) => ({ name, kind: 'text', column: new Column() }));
  }

  get length(): number {
    return this.#length;
  }

  add(person: LinkedPerson): void {
    this.#length++;
    this.first.push(nameText(person.firstName));
    this.last.push(nameText(person.lastName));
    const [user, domain] = mailbox(person.email);
    this.user.push(user);
    this.domain.push(domain);
    this.phone.push(phoneDigits(person.phone));
    this.address.push(words(person.address));
    this.city.push(words(person.city));
    this.postcode.push(person.postcode.replace(/[\s-]/g, ''));
    this.others.forEach(({ column }, n) => {
      const value = (person.others[n] ?? '').trim();
      column.push(value.length > MAX_OTHER_LENGTH ? '' : value);
    });
  }

  /** Counts the values and finds the kinds of the other fields, unless they are known. */
  seal(kinds?: readonly PersonFieldKind[]): void {
    const columns = [
      this.first,
      this.last,
      this.user,
      this.domain,
      this.phone,
      this.address,
      this.city,
      this.postcode,
    ];
    for (const column of columns) column.seal();
    this.#numberNames();
    for (const field of this.others) {
      field.column.seal();
      field.kind =
        kinds?.find(({ name }) => name === field.name)?.kind ?? kindOf(field.column.dictionary.texts);
      if (field.kind === 'date') field.column = field.column.map((text) => text.replace(DATE, '$1$2$3'));
    }
  }

  /** Returns all columns whose values have frequencies. */
  columns(): NamedColumn[] {
    const { first, last, user, phone, address, city, postcode, full, others } = this;
    const named = { first, last, user, phone, address, city, postcode };
    const columns = [
      ...Object.entries(named),
      ...others.map(({ name, column }): [string, Column] => [`custom:${name}`, column]),
    ].map(([name, column]) => ({
      name,
      column,
      textOf: (value: number) => column.dictionary.texts.at(value),
    }));
    const nameOf = (value: number) => this.nameOf(this.#named[value] ?? 0);
    return [...columns, { name: 'full', column: full, textOf: nameOf }];
  }

  /** Returns a row's full name, the last name first. */
  nameOf(row: number): string {
    return `${this.last.text(row)} ${this.first.text(row)}`;
  }

  #numberNames(): void {
    const { first, last, full, length } = this;
    full.values = new Int32Array(length).fill(-1);
    full.length = length;
    const mask = 2 ** Math.ceil(Math.log2(length + 1) + 1) - 1;
    const slots = new Int32Array(mask + 1).fill(-1);
    const named = new Int32Array(length);
    let names = 0;
    for (let row = 0; row < length; row++) {
      const [one, two] = [first.at(row), last.at(row)];
      if (one < 0 || two < 0) continue;
      let at = mixHashes(one, two) & mask;
      for (;;) {
        const known = named[slots[at] ?? 0] ?? 0;
        if (slots[at] === -1 || (first.at(known) === one && last.at(known) === two)) break;
        at = (at + 1) & mask;
      }
      if (slots[at] === -1) {
        named[names] = row;
        slots[at] = names++;
      }
      full.values[row] = slots[at] ?? -1;
    }
    this.#named = named.slice(0, names);
    full.count(names);
  }
}

function kindOf(texts: Texts): OtherKind {
  const sample = Array.from({ length: Math.min(texts.length, SAMPLE) }, (_, number) => texts.at(number));
  const share = (pattern: RegExp) => sample.filter((text) => pattern.test(text)).length / sample.length;
  if (share(DATE) > MOST) return 'date';
  return share(/^[\d\s./-]+$/) > MOST ? 'number' : 'text';
}

function nameText(name: string): string {
  return inLatin(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function words(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** Returns the user and the domain of the mailbox behind an email: a tag behind a plus and Gmail's dots name the same one. */
function mailbox(email: string): [string, string] {
  const at = email.lastIndexOf('@');
  if (at < 1) return ['', ''];
  const domain = email.slice(at + 1);
  const user = email.slice(0, at).split('+', 1)[0] ?? '';
  if (domain === 'gmail.com' || domain === 'googlemail.com') return [user.replaceAll('.', ''), 'gmail.com'];
  return [user, domain];
}

function phoneDigits(phone: string): string {
  const digits = phone.replace(EXTENSION, '').replace(/\D/g, '').replace(/^0+/, '');
  return digits.length < MIN_PHONE_DIGITS ? '' : digits;
}
