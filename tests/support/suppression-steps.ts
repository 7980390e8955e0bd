import fc from 'fast-check';
import { type ContactField, type EntrySpec, isNational, LISTED_PEOPLE, spelled } from './listed-people.ts';

/** Email and phone that a step hands over, of one person or of two. */
export interface HandedContact {
  email: number | null;
  phone: number | null;
  spelling: number;
  /** With the country by which a national phone is read. */
  hasCountry: boolean;
}

const LIST_NAMES = ['standard', 'more', 'theirs'] as const;
export type ListName = (typeof LIST_NAMES)[number];

/** `lead` and `nth` count from the oldest, around the end; an undo's from the newest. */
export type SuppressionStep =
  | { do: 'create'; by: 'form' | 'api'; contact: HandedContact }
  | { do: 'batch'; contacts: HandedContact[] }
  | {
      do: 'import';
      by: 'wizard' | 'queue' | 'grid';
      mode: 'create' | 'update' | 'createOrUpdate';
      match: ContactField;
      contacts: HandedContact[];
    }
  | { do: 'fixStored'; contact: HandedContact }
  | { do: 'edit'; by: 'form' | 'api' | 'file'; lead: number; contact: HandedContact }
  | { do: 'country'; country: string }
  | { do: 'clear'; field: ContactField; lead: number }
  | { do: 'fixPhones' | 'deleteAll' | 'restoreAll' | 'returnAll' | 'dropList' }
  | { do: 'delete' | 'restore' | 'return'; lead: number }
  | { do: 'undo'; nth: number; of: 'operation' | 'import' | 'merge' }
  | { do: 'merge'; lead: number; other: number; takes: boolean }
  | { do: 'sell'; by: 'id' | 'all' | 'list' | 'delivery'; lead: number; customer: string }
  | { do: 'list'; list: ListName; spec: EntrySpec; expires: boolean }
  | { do: 'unlist' | 'expire'; nth: number }
  | { do: 'erase'; by: ContactField | 'lead'; nth: number; spelling: number; suppress: boolean };

export type StepOf<Do extends SuppressionStep['do']> = Extract<SuppressionStep, { do: Do }>;

// Most steps concern the same people, so that they meet.
const person = fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5);
const nth = fc.nat(5);
const latest = fc.constantFrom(0, 0, 0, 1, 2);
const field = fc.constantFrom<ContactField>('email', 'phone');
const COUNTRIES = LISTED_PEOPLE.map(({ country }) => country);

const contact: fc.Arbitrary<HandedContact> = fc
  .record({
    who: person,
    other: person,
    has: fc.constantFrom('both', 'both', 'email', 'email', 'phone', 'phone', 'mixed'),
    spelling: fc.nat(3),
    hasCountry: fc.boolean(),
  })
  .map(({ who, other, has, ...rest }) => ({
    email: has === 'phone' ? null : who,
    phone: has === 'email' ? null : has === 'mixed' ? other : who,
    ...rest,
  }));
const contacts = fc.array(contact, { minLength: 1, maxLength: 4 });

const spec: fc.Arbitrary<EntrySpec> = fc.record({
  form: fc.constantFrom<EntrySpec['form']>(
    ...(['plain', 'plain', 'plain', 'md5', 'sha1', 'sha256', 'domain', 'prefix'] as const),
  ),
  field,
  person,
  spelling: fc.nat(3),
});

const steps: fc.WeightedArbitrary<SuppressionStep>[] = [
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      by: fc.constantFrom('form' as const, 'api' as const),
      contact,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('batch' as const), contacts }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      by: fc.constantFrom('wizard' as const, 'wizard' as const, 'queue' as const, 'grid' as const),
      mode: fc.constantFrom('create' as const, 'update' as const, 'createOrUpdate' as const),
      match: field,
      contacts,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fixStored' as const), contact }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      by: fc.constantFrom('form' as const, 'form' as const, 'api' as const, 'file' as const),
      lead: nth,
      contact,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('country' as const), country: fc.constantFrom(...COUNTRIES) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const), field, lead: nth }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...(['deleteAll', 'deleteAll', 'restoreAll', 'fixPhones', 'returnAll', 'dropList'] as const),
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(...(['delete', 'restore', 'return'] as const)),
      lead: nth,
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('undo' as const),
      nth: latest,
      of: fc.constantFrom(...(['operation', 'operation', 'import', 'merge'] as const)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('merge' as const), lead: nth, other: nth, takes: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('sell' as const),
      by: fc.constantFrom(...(['id', 'all', 'list', 'delivery'] as const)),
      lead: nth,
      customer: fc.constantFrom('C-1', 'C-2'),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('list' as const),
      list: fc.constantFrom(...LIST_NAMES),
      spec,
      expires: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('unlist' as const, 'expire' as const), nth }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('erase' as const),
      by: fc.constantFrom<ContactField | 'lead'>('email', 'phone', 'lead'),
      nth,
      spelling: fc.nat(2),
      suppress: fc.boolean(),
    }),
  },
];

/** Any sequence, after a few leads were created. */
export const suppressionSteps: fc.Arbitrary<SuppressionStep[]> = fc
  .tuple(contacts, fc.array(fc.oneof(...steps), { minLength: 10, maxLength: 24 }))
  .map(([first, others]) => [{ do: 'batch' as const, contacts: first }, ...others]);

/** Returns the fields of a lead as a user types them. */
export function typedContact(handed: HandedContact): { email?: string; phone?: string; country?: string } {
  const { email, phone, spelling, hasCountry } = handed;
  return {
    ...(email !== null && { email: spelled(email, 'email', spelling) }),
    ...(phone !== null && { phone: spelled(phone, 'phone', spelling) }),
    ...(phone !== null && hasCountry && { country: COUNTRIES[phone] ?? '' }),
  };
}

/** Whether the phone is read as an international number. */
export function hasReadablePhone({ phone, spelling, hasCountry }: HandedContact): boolean {
  return phone !== null && (hasCountry || !isNational(spelling));
}
