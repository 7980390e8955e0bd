import type { ImportField } from '#contract/lead-fields.ts';
import { squash } from './header-words.ts';

/** In lower case. */
interface FieldNames {
  /** Match anywhere in a column name; of several words all are needed. */
  keywords: readonly string[];
  /** Further names that match a whole column name only. */
  aliases: readonly string[];
}

const NAMES: Partial<Record<ImportField['key'], Partial<FieldNames>>> = {
  firstName: { keywords: ['first name', 'fname', 'given name', 'forename'], aliases: ['first'] },
  lastName: { keywords: ['last name', 'lname', 'surname', 'family name'], aliases: ['last'] },
  email: {
    keywords: ['email', 'emails', 'email address', 'mail address', 'mail id', 'mail addr'],
    aliases: ['mail', 'emailid', 'emailaddr'],
  },
  phone: {
    keywords: [
      'phone',
      'phones',
      'mobile',
      'tel',
      'telephone',
      'cellphone',
      'whatsapp number',
      'whatsapp phone',
    ],
    aliases: [
      'cell',
      'cell number',
      'landline',
      'sms',
      'contact number',
      'contact no',
      'msisdn',
      'phoneno',
      'mobileno',
      'telno',
      'mob',
      'mob no',
      'ph',
      'ph no',
      'handphone',
      'no telp',
      'no hp',
      'e',
    ],
  },
  carrier: { keywords: ['carrier', 'operator', 'provider'] },
  country: { keywords: ['country', 'nation'], aliases: ['geo'] },
  city: { keywords: ['city'], aliases: ['town', 'town city'] },
  address: { keywords: ['address', 'street'] },
  postcode: { keywords: ['postcode', 'postal', 'zip', 'zipcode', 'postalcode'] },
  ip: { keywords: ['ip', 'ip address', 'ip addr'] },
  brand: { keywords: ['brand'] },
  currency: { aliases: ['currency code', 'deposit currency'] },
  depositAmount: {
    keywords: ['deposit amount', 'deposit value', 'deposited amount', 'ftd amount'],
    aliases: ['total deposit', 'total deposits', 'deposit total', 'deposits total', 'deposit sum'],
  },
  depositDate: { keywords: ['deposit date', 'ftd date'] },
  source: { keywords: ['source'] },
  card: { keywords: ['card'] },
  affiliate: { keywords: ['affiliate', 'aff'], aliases: ['affiliate id', 'affiliate name', 'aff id'] },
  landingPage: {
    keywords: ['landing', 'landing page'],
    aliases: ['page', 'page url', 'lead page', 'offer page'],
  },
  agent: { aliases: ['agent name', 'sales agent', 'sales agent name', 'assigned agent'] },
  depositer: { aliases: ['depositor'] },
  brandAgent: { keywords: ['brand agent'] },
  hlr: { keywords: ['hlr'] },
  whatsapp: { keywords: ['whatsapp'] },
  status: { aliases: ['lead status'] },
  tags: { keywords: ['tag', 'tags', 'label', 'labels', 'category', 'categories'] },
  whatsappHlr: { keywords: ['whatsapp hlr'] },
};

export function fieldNames({ key }: Pick<ImportField, 'key'>): FieldNames {
  return { keywords: [], aliases: [], ...NAMES[key] };
}

/** Squashed key and label, by which a field is always found. */
export function exactNames(field: { key: string; label: string; kind?: string }): string[] {
  // `OwnerId` is a column of other systems' ids.
  return (field.kind === 'user' ? [field.label] : [field.key, field.label]).map(squash);
}
