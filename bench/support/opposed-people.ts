import { createHash } from 'node:crypto';

/** Somebody on a list, by an email or a phone. */
export interface OpposedPerson {
  /** As a lead holds it. */
  identity: string;
  country: string;
  /** On the list: plain, hashed, as a domain or as a prefix. */
  entry: string;
  /** Cells of a row; each `nth` spells them in another way. */
  cells(nth: number): { email: string; phone: string; country: string };
}

const KINDS = 8;
const DOMAINS = 100;
const sha = (name: 'md5' | 'sha1' | 'sha256', text: string): string =>
  createHash(name).update(text).digest('hex');

/** Returns people whose entries are of all kinds, in turn. */
export function opposedPeople(count: number): OpposedPerson[] {
  return Array.from({ length: count }, (_, n) => {
    const digits = String(n).padStart(5, '0');
    switch (n % KINDS) {
      case 0:
        return ofEmail(`plain.${n}@mail.example`, (email) => email);
      case 1:
        return ofPhone('49', `15123${digits.padStart(6, '0')}`, (phone) => phone);
      case 2:
        return ofEmail(`md5.${n}@mail.example`, (email) => sha('md5', email));
      case 3:
        return ofPhone('49', `15124${digits.padStart(6, '0')}`, (phone) => sha('sha1', phone.slice(1)));
      case 4:
        return ofEmail(`sha256.${n}@mail.example`, (email) => sha('sha256', email).toUpperCase());
      case 5:
        return ofPhone('44', `74001${digits}`, () => '+4474001*');
      case 6:
        return ofEmail(`anyone.${n}@d${n % DOMAINS}.blocked.example`, (email) => email.replace(/^.*@/, '@'));
      default:
        return ofPhone('44', `74002${digits}`, (phone) => sha('sha256', phone.replace('+44', '0')));
    }
  });
}

function ofEmail(identity: string, entry: (email: string) => string): OpposedPerson {
  const spellings = [identity, identity.toUpperCase(), ` ${identity} `, `mailto:${identity}`];
  return {
    ...{ identity, country: '', entry: entry(identity) },
    cells: (nth) => ({ email: spellings[nth % spellings.length] ?? '', phone: '', country: '' }),
  };
}

function ofPhone(code: string, national: string, entry: (phone: string) => string): OpposedPerson {
  const identity = `+${code}${national}`;
  const country = code === '49' ? 'Germany' : 'United Kingdom';
  const spellings = [
    identity,
    `00${code} ${national}`,
    `+${code} (0) ${national.slice(0, 4)}-${national.slice(4)}`,
    `0${national.slice(0, 4)} ${national.slice(4)}`,
  ];
  return {
    ...{ identity, country, entry: entry(identity) },
    cells: (nth) => {
      const phone = spellings[nth % spellings.length] ?? '';
      return { email: '', phone, country: phone.startsWith('0') && !phone.startsWith('00') ? country : '' };
    },
  };
}
