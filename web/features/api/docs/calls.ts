import { byKey, FILTERED_FIELDS } from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import {
  BATCH_MAX,
  createPublicLead,
  createPublicLeads,
  listPublicLeads,
  updatePublicLead,
} from '#contract/public-api.ts';
import { PUBLIC_EXAMPLES } from '#contract/public-examples.ts';
import type { DocsSearch } from './search.ts';

/** The calls behind the tabs of the documentation. */

export type CallId = 'create' | NonNullable<DocsSearch['tab']>;

/** A call of the public API with the contents of its tab. */
export interface DocumentedCall {
  id: CallId;
  /** Label of the tab. */
  tab: string;
  label: string;
  method: string;
  path: string;
  status: number;
  scope: string;
  /** Notes to read before the first call. */
  about: string;
  fieldsTitle: string;
  /** Descriptions of fields for which the schema has none. */
  words: Readonly<Record<string, string>>;
  example: { body?: unknown; query?: Readonly<Record<string, string>>; reply: unknown };
}

const FILTER_WORDS: Record<Exclude<keyof LeadFilter, 'bin' | 'import'>, string> = {
  search: 'A part of first, last or full name, email, customer number, or the phone’s digits, in any case',
  ...byKey(FILTERED_FIELDS, ({ label }) => `${label}, exact, in any case`),
  hlrStatus: 'What the HLR status says of the number',
  whatsappHlr: 'What the WhatsApp status says of the number',
  isSold: 'Whether the lead is sold',
  depositDateFrom: 'Deposits of this day or later, `yyyy-mm-dd`',
  depositDateTo: 'Deposits of this day or earlier, `yyyy-mm-dd`',
  depositAmount: '`100` is at least 100, `100-500` a range, inclusive',
  tags: 'Tags separated by commas; any of them, in any case',
  phoneValid: 'Whether the phone is valid',
  hasEmail: 'Whether there is an email',
  custom: 'Custom fields as JSON: `{"Plan": "Gold"}`',
  where: 'Conditions as JSON: `[["city","contains","ber"],["createdAt","lastDays","7"]]`',
  customer: 'Number of the customer that the leads are sold to, in any case',
};

/** Documented calls in the order of the tabs, read from the contract. */
export const CALLS: readonly DocumentedCall[] = [
  {
    id: 'create',
    tab: 'Create Lead',
    label: 'Create Lead',
    ...factsOf(createPublicLead),
    about:
      'Email or phone is required, every other field is optional. A lead whose email or phone you have already is not created: the answer is 409 with its id.',
    fieldsTitle: 'Fields',
    words: {},
    example: { body: PUBLIC_EXAMPLES.create.request, reply: PUBLIC_EXAMPLES.create.reply },
  },
  {
    id: 'update',
    tab: 'Update Lead',
    label: 'Update Lead',
    ...factsOf(updatePublicLead),
    about:
      'The identifier names the lead by its phone, its email or both; the data says what changes. Both objects are required, and the data needs at least one field.',
    fieldsTitle: 'Fields',
    words: {
      'identifier.email': 'Email of the lead, in any case',
      'identifier.phone': 'Phone of the lead, as it is stored',
    },
    example: { body: PUBLIC_EXAMPLES.update.request, reply: PUBLIC_EXAMPLES.update.reply },
  },
  {
    id: 'list',
    tab: 'List',
    label: 'List Leads',
    ...factsOf(listPublicLeads),
    about:
      'Newest first. All filters that are set must hold. While nextCursor is not null, ask again with it as cursor and the same filters.',
    fieldsTitle: 'Query parameters',
    words: FILTER_WORDS,
    example: { query: PUBLIC_EXAMPLES.list.query, reply: PUBLIC_EXAMPLES.list.reply },
  },
  {
    id: 'batch',
    tab: 'Batch',
    label: 'Create Batch',
    ...factsOf(createPublicLeads),
    about: `Up to ${BATCH_MAX.toLocaleString('en')} leads in one request, which counts once against the rate limit. Each lead is judged by itself: the answer is 200 with an outcome for each, in order.`,
    fieldsTitle: 'Fields',
    words: {},
    example: { body: PUBLIC_EXAMPLES.batch.request, reply: PUBLIC_EXAMPLES.batch.reply },
  },
];

function factsOf(endpoint: { method: string; path: string; status: number; access: string }) {
  const { method, path, status, access } = endpoint;
  return { method, path, status, scope: access.slice('token:'.length) };
}

/** Returns the URL of a call with the query of its example. `origin` is the page's. */
export function exampleUrl({ path, example: { query } }: DocumentedCall, origin: string): string {
  const text = new URLSearchParams(query).toString();
  return `${origin}${path}${text === '' ? '' : `?${text}`}`;
}
