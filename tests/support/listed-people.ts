import { createHash } from 'node:crypto';

// A model of suppression lists that shares nothing with the server: it knows a few people and all their spellings beforehand.

interface ListedPerson {
  /** As stored, then other spellings. */
  emails: readonly string[];
  phones: readonly string[];
  /** Needs the country. */
  national: string;
  country: string;
}

/** The first two share a domain and a prefix, the next two a domain with two spellings. */
export const LISTED_PEOPLE: readonly ListedPerson[] = [
  {
    emails: ['ada@mail.example', ' ADA@Mail.example ', 'mailto:ada@mail.example'],
    phones: ['+4930901820', '0049 30 901820', '+49 (30) 901-820'],
    ...{ national: '030 901820', country: 'Germany' },
  },
  {
    emails: ['bob@mail.example', 'Bob@MAIL.example', '<bob@mail.example>'],
    phones: ['+4930901821', '0049 30 901821', '+49 30 90 18 21'],
    ...{ national: '030/901821', country: 'Germany' },
  },
  {
    emails: ['cyd@müller.example', 'cyd@xn--mller-kva.example', 'CYD@MÜLLER.example'],
    phones: ['+447400123451', '0044 7400 123451', '+44 7400-123451'],
    ...{ national: '07400 123451', country: 'United Kingdom' },
  },
  {
    emails: ['dan@müller.example', 'Dan@XN--MLLER-KVA.example', ' dan@müller.example'],
    phones: ['+447400123452', '0044 7400 123452', '+44 (0)7400 123452'],
    ...{ national: '07400 123452', country: 'United Kingdom' },
  },
  {
    emails: ['eve@other.example', 'EVE@other.example', "'eve@other.example'"],
    phones: ['+12015550123', '001 201 555 0123', '+1 201.555.0123'],
    ...{ national: '(201) 555-0123', country: 'United States' },
  },
  {
    emails: ['flo@other.example', 'Flo@Other.Example', 'flo@other.example '],
    phones: ['+33142685300', '0033 1 42 68 53 00', '+33 (0)1 42 68 53 00'],
    ...{ national: '01 42 68 53 00', country: 'France' },
  },
];

export type ContactField = 'email' | 'phone';

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');
const asciiOf = (email: string): string => email.replace('müller', 'xn--mller-kva');

function personAt(person: number): ListedPerson {
  const found = LISTED_PEOPLE[person];
  if (found === undefined) throw new RangeError(`There is no person ${person}`);
  return found;
}

/** Returns an email or phone as leads store it. */
export function identityOf(person: number, field: ContactField): string {
  return personAt(person)[field === 'email' ? 'emails' : 'phones'][0] ?? '';
}

/** Returns one of the spellings; the last of a phone is the national one. */
export function spelled(person: number, field: ContactField, spelling: number): string {
  const { emails, phones, national } = personAt(person);
  const all = field === 'email' ? emails : [...phones, national];
  return all[spelling % all.length] ?? '';
}

export function isNational(spelling: number): boolean {
  return spelling % 4 === 3;
}

/** Returns all texts that name an email or phone. */
export function textsOfIdentity(identity: string): string[] {
  const texts = LISTED_PEOPLE.flatMap(({ emails, phones, national }) => {
    if (emails[0] === identity) return [...emails, asciiOf(identity)];
    return phones[0] === identity ? [...phones, national, digitsOf(identity)] : [];
  });
  return [...new Set(texts.map((text) => text.trim()))];
}

/** An entry to put on a list. */
export interface EntrySpec {
  form: 'plain' | 'md5' | 'sha1' | 'sha256' | 'domain' | 'prefix';
  field: ContactField;
  person: number;
  spelling: number;
}

/** An entry as a user types it, and what it covers. */
export interface ModelEntry {
  text: string;
  kind: 'email' | 'phone' | 'domain' | 'prefix' | 'hash';
  covers(identity: string): boolean;
}

/** Returns the entry of a spec. */
export function entryOf({ form, field, person, spelling }: EntrySpec): ModelEntry {
  const identity = identityOf(person, field);
  switch (form) {
    case 'plain':
      return {
        text: spelled(person, field, field === 'phone' ? spelling % 3 : spelling),
        kind: field,
        covers: (one) => one === identity,
      };
    case 'domain': {
      const domain = identityOf(person, 'email').replace(/^.*@/, '@');
      const covers = (one: string): boolean => one.endsWith(domain);
      return { text: spelling % 2 === 0 ? domain : asciiOf(domain).slice(1), kind: 'domain', covers };
    }
    case 'prefix': {
      const prefix = identityOf(person, 'phone').slice(0, spelling % 2 === 0 ? -1 : 5);
      return { text: `${prefix}*`, kind: 'prefix', covers: (one) => one.startsWith(prefix) };
    }
    default: {
      const hashed = spellingsToHash(person, field);
      const hex = createHash(form)
        .update(hashed[spelling % hashed.length] ?? '')
        .digest('hex');
      return {
        text: spelling % 2 === 0 ? hex : hex.toUpperCase(),
        kind: 'hash',
        covers: (one) => one === identity,
      };
    }
  }
}

function spellingsToHash(person: number, field: ContactField): string[] {
  const identity = identityOf(person, field);
  if (field === 'email') return [identity, asciiOf(identity)];
  const { national, country } = personAt(person);
  const bare = country === 'United States' ? digitsOf(national) : digitsOf(national).slice(1);
  return [identity, digitsOf(identity), bare, `0${bare}`];
}

/** The entries of all lists. */
export class ListModel {
  private readonly entries = new Map<string, { list: string; customer: string | null; entry: ModelEntry }>();

  add(list: string, customer: string | null, entry: ModelEntry): void {
    this.entries.set(keyOfEntry(list, entry), { list, customer, entry });
  }

  remove(list: string, entry: ModelEntry): void {
    this.entries.delete(keyOfEntry(list, entry));
  }

  dropList(list: string): void {
    for (const [key, held] of this.entries) if (held.list === list) this.entries.delete(key);
  }

  /** Oldest first. */
  all(): { list: string; entry: ModelEntry }[] {
    return [...this.entries.values()];
  }

  /** Whether a list for everyone, or one of the customer, has the identity. */
  isListed(identity: string, customer: string | null = null): boolean {
    return [...this.entries.values()].some(
      (held) => (held.customer === null || held.customer === customer) && held.entry.covers(identity),
    );
  }
}

/** Spellings of the same value are one entry. */
function keyOfEntry(list: string, { kind, text, covers }: ModelEntry): string {
  const value = kind === 'hash' || kind === 'prefix' ? text.toLowerCase() : identitiesOf(covers);
  return `${list} ${kind} ${value}`;
}

function identitiesOf(covers: (identity: string) => boolean): string {
  return LISTED_PEOPLE.flatMap(({ emails, phones }) => [emails[0] ?? '', phones[0] ?? ''])
    .filter(covers)
    .join(' ');
}
