import { countOf } from './compare-names.ts';
import { type Comparison, levels, MISSING } from './comparison.ts';
import type { OtherField, People } from './people.ts';
import { Similarity } from './similarity.ts';
import { Texts } from './texts.ts';

const SIMILAR = 0.92;
const STREET = 0.85;
const LOCAL_DIGITS = 8;

/** Compares mailboxes: the same, the same user elsewhere, or a similar user. */
export function compareEmails({ user, domain }: People): Comparison {
  const users = new Similarity(user.dictionary.texts);
  return {
    field: 'email',
    agrees: 1,
    levels: levels(
      ['same', 0.25, 1e-6],
      ['sameUser', 0.1, 5e-5],
      ['similar', 0.1, 2e-3],
      ['different', 0.55, 0.998],
    ),
    compare: (a, b) => {
      const [one, two] = [user.at(a), user.at(b)];
      if (one < 0 || two < 0) return MISSING;
      if (one === two) return domain.at(a) === domain.at(b) ? 0 : 1;
      return users.of(one, two, SIMILAR) >= SIMILAR ? 2 : 3;
    },
    frequency: (level, a, b) => (level === 1 ? countOf(user, a, b, 1, 1) : null),
  };
}

/** Compares phones by their digits, without an extension. */
export function comparePhones({ phone }: People): Comparison {
  const { texts } = phone.dictionary;
  return {
    field: 'phone',
    agrees: 1,
    levels: levels(
      ['same', 0.4, 1e-6],
      ['sameLocal', 0.02, 1e-6],
      ['oneDigit', 0.08, 1e-5],
      ['different', 0.5, 0.99998],
    ),
    compare: (a, b) => {
      const [one, two] = [phone.at(a), phone.at(b)];
      if (one < 0 || two < 0) return MISSING;
      if (one === two) return 0;
      const [left, right] = [texts.lengthOf(one) - LOCAL_DIGITS, texts.lengthOf(two) - LOCAL_DIGITS];
      if (left >= 0 && right >= 0 && texts.isSamePart(one, left, two, right, LOCAL_DIGITS)) return 1;
      return texts.isOneEdit(one, two) ? 2 : 3;
    },
    frequency: (level, a, b) => (level === 0 ? countOf(phone, a, b, 1, 0) : null),
  };
}

/** Compares postcode and city as one, because the one follows from the other. */
export function comparePlaces({ city, postcode }: People): Comparison {
  const cities = new Similarity(city.dictionary.texts);
  const { texts } = postcode.dictionary;
  const isNear = (one: number, two: number) => {
    if (texts.isOneEdit(one, two)) return true;
    const length = texts.lengthOf(one);
    return length > 4 && length === texts.lengthOf(two) && texts.isSamePart(one, 0, two, 0, length - 3);
  };
  return {
    field: 'place',
    agrees: 1,
    levels: levels(
      ['same', 0.4, 1e-3],
      ['samePostcode', 0.15, 1e-3],
      ['nearby', 0.08, 2e-3],
      ['sameCity', 0.12, 0.02],
      ['similarCity', 0.05, 0.01],
      ['nearPostcode', 0.05, 0.01],
      ['different', 0.15, 0.956],
    ),
    compare: (a, b) => {
      const [p1, p2, c1, c2] = [postcode.at(a), postcode.at(b), city.at(a), city.at(b)];
      const [hasPostcodes, hasCities] = [p1 >= 0 && p2 >= 0, c1 >= 0 && c2 >= 0];
      if (!hasPostcodes && !hasCities) return MISSING;
      const isSimilar = () => hasCities && cities.of(c1, c2, SIMILAR) >= SIMILAR;
      if (hasPostcodes && p1 === p2) return (hasCities && c1 === c2) || isSimilar() ? 0 : 1;
      const near = hasPostcodes && isNear(p1, p2);
      if (hasCities && c1 === c2) return near ? 2 : 3;
      if (isSimilar()) return 4;
      return near ? 5 : 6;
    },
    frequency: (level, a, b) => {
      if (level <= 1) return countOf(postcode, a, b, 1, level);
      return level === 3 ? countOf(city, a, b, 1, 3) : null;
    },
  };
}

/** Compares addresses: the same, the same house in a similar street, or only a similar street. */
export function compareAddresses({ address }: People): Comparison {
  const streets = new Texts();
  const houses = new Int32Array(address.dictionary.texts.length);
  for (const text of address.dictionary.texts) {
    const house = Number(/\d+/.exec(text)?.[0] ?? -1);
    houses[streets.push(text.replace(/\p{N}+\p{L}?(?=\s|$)/gu, '').trim())] = house;
  }
  const similar = new Similarity(streets);
  return {
    field: 'address',
    agrees: 1,
    levels: levels(
      ['same', 0.4, 5e-6],
      ['similar', 0.2, 1e-5],
      ['sameStreet', 0.1, 2e-3],
      ['different', 0.3, 0.998],
    ),
    compare: (a, b) => {
      const [one, two] = [address.at(a), address.at(b)];
      if (one < 0 || two < 0) return MISSING;
      if (one === two) return 0;
      const similarity = similar.of(one, two, STREET);
      if (houses[one] === houses[two] && similarity >= STREET) return 1;
      return similarity >= SIMILAR ? 2 : 3;
    },
    frequency: (level, a, b) => (level === 0 ? countOf(address, a, b, 1, 0) : null),
  };
}

/** Compares another field by the kind of its values. */
export function compareOther({ name, kind, column }: OtherField): Comparison {
  if (kind === 'date') return compareDates(name, column);
  const isNumber = kind === 'number';
  const similar = new Similarity(column.dictionary.texts);
  return {
    field: `custom:${name}`,
    agrees: 0,
    levels: isNumber
      ? levels(['same', 0.7, 0.01], ['oneDigit', 0.1, 0.02], ['different', 0.2, 0.97])
      : levels(['same', 0.6, 0.05], ['similar', 0.15, 0.02], ['different', 0.25, 0.93]),
    compare: (a, b) => {
      const [one, two] = [column.at(a), column.at(b)];
      if (one < 0 || two < 0) return MISSING;
      if (one === two) return 0;
      const isSimilar = isNumber
        ? column.dictionary.texts.isOneEdit(one, two)
        : similar.of(one, two, SIMILAR) >= SIMILAR;
      return isSimilar ? 1 : 2;
    },
    frequency: (level, a, b) => {
      if (level === 0) return countOf(column, a, b, 1, 0);
      return level === 1 && !isNumber ? countOf(column, a, b, 0.5, 0) : null;
    },
  };
}

function compareDates(name: string, column: OtherField['column']): Comparison {
  const { texts } = column.dictionary;
  return {
    field: `custom:${name}`,
    agrees: 0,
    levels: levels(
      ['same', 0.8, 5e-5],
      ['oneDigit', 0.1, 1e-3],
      ['twoParts', 0.03, 5e-3],
      ['sameYear', 0.02, 0.02],
      ['different', 0.05, 0.974],
    ),
    compare: (a, b) => {
      const [one, two] = [column.at(a), column.at(b)];
      if (one < 0 || two < 0) return MISSING;
      if (one === two) return 0;
      if (texts.isOneEdit(one, two)) return 1;
      const isSameYear = texts.isSamePart(one, 0, two, 0, 4);
      const isSwapped = texts.isSamePart(one, 4, two, 6, 2) && texts.isSamePart(one, 6, two, 4, 2);
      if (isSameYear && isSwapped) return 1;
      const [isSameMonth, isSameDay] = [4, 6].map((from) => texts.isSamePart(one, from, two, from, 2));
      if (Number(isSameYear) + Number(isSameMonth) + Number(isSameDay) === 2) return 2;
      return isSameYear ? 3 : 4;
    },
    frequency: (level, a, b) => (level === 0 ? countOf(column, a, b, 1, 0) : null),
  };
}
