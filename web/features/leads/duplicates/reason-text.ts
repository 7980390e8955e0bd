import type { DuplicateReason } from '#contract/duplicates.ts';
import { fieldLabel } from '../../../lib/field-label.ts';

/** Words for levels that say more than "same", "similar" or "different". */
const WORDS: Readonly<Record<string, string>> = {
  'name.swapped': 'first and last name swapped',
  'name.alike': 'names almost alike',
  'name.sameLast': 'same last name, different first name',
  'name.sameFirst': 'same first name, different last name',
  'name.onlyLast': 'same last name',
  'name.onlyFirst': 'same first name',
  'name.oneSimilar': 'one name similar',
  'email.same': 'same mailbox',
  'email.sameUser': 'same email name',
  'phone.sameLocal': 'same local phone number',
  'phone.oneDigit': 'phone differs by one digit',
  'address.sameStreet': 'same street',
  'place.same': 'same postcode and city',
  'place.samePostcode': 'same postcode',
  'place.nearby': 'same city, similar postcode',
  'place.sameCity': 'same city',
  'place.similarCity': 'similar city',
  'place.nearPostcode': 'similar postcode',
  'place.different': 'different city',
};

const ADJECTIVES: Readonly<Record<string, string>> = {
  same: 'same',
  similar: 'similar',
  oneDigit: 'almost the same',
  twoParts: 'partly the same',
  sameYear: 'same year of',
};

/** Returns a reason in words with its bits, such as "Same phone (+11.2)". */
export function reasonText({ field, comparison, bits }: DuplicateReason, isFirst: boolean): string {
  const name = field.startsWith('custom:') ? fieldLabel(field) : field;
  const words = WORDS[`${field}.${comparison}`] ?? `${ADJECTIVES[comparison] ?? 'different'} ${name}`;
  const text = isFirst ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  return `${text} (${bits < 0 ? '\u2212' : '+'}${Math.abs(bits).toFixed(1)})`;
}
