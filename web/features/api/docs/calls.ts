import { type Endpoint, templateOf } from '#contract/endpoint.ts';
import { byKey, FILTERED_FIELDS } from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { recordPublicOutcome } from '#contract/outcomes.ts';
import {
  BATCH_MAX,
  createPublicLead,
  createPublicLeads,
  deletePublicLead,
  getPublicLead,
  listPublicLeads,
  updatePublicLead,
} from '#contract/public-api.ts';
import { PUBLIC_EXAMPLES } from '#contract/public-examples.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { DocsSearch } from './search.ts';

export type CallId = 'create' | NonNullable<DocsSearch['tab']>;

export interface DocumentedCall {
  id: CallId;
  tab: string;
  label: string;
  method: string;
  path: string;
  status: number;
  scope: string;
  /** Notes to read before the first call. */
  about: string;
  fieldsTitle: string;
  /** Descriptions missing from the schema. */
  words: Readonly<Record<string, string>>;
  example: {
    body?: unknown;
    query?: Readonly<Record<string, string>>;
    params?: { id: string };
    reply: unknown;
  };
}

const FILTER_WORDS: Record<Exclude<keyof LeadFilter, 'bin' | 'import'>, string> = {
  search: 'Part of a name, email, phone number or customer number, case-insensitive',
  ...byKey(FILTERED_FIELDS, ({ label }) => `${label}, exact match, case-insensitive`),
  owner: 'Comma-separated IDs of users who own the leads; `none` for leads without an owner',
  due: 'Next step: `today` (or earlier), `overdue`, `upcoming` or `none`; days are UTC',
  hlrStatus: 'Result of the HLR check',
  whatsappHlr: 'Result of the WhatsApp check',
  isSold: 'Whether the lead is sold',
  suppressed: 'Whether the lead is on a suppression list',
  depositDateFrom: 'Deposit date on or after this day, `yyyy-mm-dd`',
  depositDateTo: 'Deposit date on or before this day, `yyyy-mm-dd`',
  depositAmount: '`100` means at least 100; `100-500` is an inclusive range',
  tags: 'Comma-separated tags; matches leads with any of them, case-insensitive',
  phoneValid: 'Whether the phone is valid',
  hasEmail: 'Whether the lead has an email',
  custom: 'Custom fields as JSON: `{"Plan": "Gold"}`',
  where: 'Conditions as JSON: `[["city","contains","ber"],["createdAt","lastDays","7"]]`',
  customer: 'Customer number that the leads are sold to, case-insensitive',
};

const LEAD_ID_WORDS = { id: 'ID of the lead, from `lead.id`, `leads[].id` or `existingLeadId`' };

/** Calls in tab order, read from the contract. */
export const CALLS: readonly DocumentedCall[] = [
  {
    id: 'create',
    tab: 'Create Lead',
    label: 'Create Lead',
    ...factsOf(createPublicLead),
    about:
      'Email or phone is required; all other fields are optional. If you already have a lead with that email or phone, nothing is created and the response is 409 with its ID.',
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
      'Use identifier to find the lead by phone, email or both, and data for the changes. Both are required, and data needs at least one field.',
    fieldsTitle: 'Fields',
    words: {
      'identifier.email': 'Email of the lead, case-insensitive',
      'identifier.phone': 'Phone number of the lead, exactly as stored',
    },
    example: { body: PUBLIC_EXAMPLES.update.request, reply: PUBLIC_EXAMPLES.update.reply },
  },
  {
    id: 'list',
    tab: 'List',
    label: 'List Leads',
    ...factsOf(listPublicLeads),
    about:
      'Newest first; with updatedSince, the longest unchanged first. Leads must match all filters. To get the next page, send nextCursor as cursor with the same filters, until it is null.',
    fieldsTitle: 'Query parameters',
    words: FILTER_WORDS,
    example: { query: PUBLIC_EXAMPLES.list.query, reply: PUBLIC_EXAMPLES.list.reply },
  },
  {
    id: 'batch',
    tab: 'Batch',
    label: 'Create Batch',
    ...factsOf(createPublicLeads),
    about: `Up to ${formatNumber(BATCH_MAX)} leads in one request, which counts once against the rate limit. Each lead is handled separately: the response is 200 with an outcome for each, in order.`,
    fieldsTitle: 'Fields',
    words: {},
    example: { body: PUBLIC_EXAMPLES.batch.request, reply: PUBLIC_EXAMPLES.batch.reply },
  },
  {
    id: 'get',
    tab: 'Get',
    label: 'Get Lead',
    ...factsOf(getPublicLead),
    about: 'One lead by its ID. A lead in the bin is not found.',
    fieldsTitle: 'Path parameters',
    words: LEAD_ID_WORDS,
    example: PUBLIC_EXAMPLES.get,
  },
  {
    id: 'delete',
    tab: 'Delete',
    label: 'Delete Lead',
    ...factsOf(deletePublicLead),
    about: 'Moves the lead to the bin, where it stays for 30 days and can be restored. Its sales remain.',
    fieldsTitle: 'Path parameters',
    words: LEAD_ID_WORDS,
    example: PUBLIC_EXAMPLES.remove,
  },
  {
    id: 'outcome',
    tab: 'Outcome',
    label: 'Report Outcome',
    ...factsOf(recordPublicOutcome),
    about:
      'For your customers, with a token of their own. Name the lead by deliveryId or leadId. Leads and deliveries of other customers are not found, and all other calls are forbidden.',
    fieldsTitle: 'Fields',
    words: {
      reason: 'Why the lead was rejected or returned',
    },
    example: { body: PUBLIC_EXAMPLES.outcome.request, reply: PUBLIC_EXAMPLES.outcome.reply },
  },
];

function factsOf(endpoint: Endpoint) {
  const { method, status, access } = endpoint;
  return { method, path: templateOf(endpoint), status, scope: access.slice('token:'.length) };
}

/** Returns the URL of a call's example; `origin` is the page's. */
export function exampleUrl({ path, example: { query, params } }: DocumentedCall, origin: string): string {
  const text = new URLSearchParams(query).toString();
  return `${origin}${withId(path, params?.id)}${text === '' ? '' : `?${text}`}`;
}

/** Fills in a path that has an ID. */
export function withId(path: string, id = ''): string {
  return path.replace('{id}', encodeURIComponent(id));
}
