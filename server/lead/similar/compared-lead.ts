import type { LinkedPerson } from '#packages/linkage/linkage.ts';
import { foldText } from '../values/fold-text.ts';

/** The part of a lead by which it is compared with others. */
export interface ComparedLead {
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  postcode: string | null;
  custom_data: Record<string, unknown>;
}

/** Returns a lead as it is compared; `fields` are the names of the custom fields. */
export function personOf(lead: ComparedLead, fields: readonly string[]): LinkedPerson {
  const fold = (value: string | null) => (value === null ? '' : foldText(value));
  return {
    firstName: fold(lead.first_name),
    lastName: fold(lead.last_name),
    email: fold(lead.email),
    phone: fold(lead.phone),
    address: fold(lead.address),
    city: fold(lead.city),
    postcode: fold(lead.postcode),
    others: fields.map((name) => {
      const value = lead.custom_data[name];
      return value === null || value === undefined ? '' : foldText(String(value));
    }),
  };
}
