import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { leadDetail } from './leads.ts';
import { checkTerms, customerNumber, returnReason, saleTerms } from './sale-terms.ts';
import { id, idParams } from './shapes.ts';

export const identifierType = z.enum(['phone', 'email']);

export type IdentifierType = z.infer<typeof identifierType>;

const count = z.number().int();

/** Counts of a sale by list; repetitions don't count. */
const soldReply = z.object({
  updatedCount: count,
  /** Already sold to this customer. */
  unchanged: count,
  /** Sold to another customer; not changed. */
  alreadySold: count,
  /** On a suppression list. */
  suppressed: count,
  /** Without a required consent, and not changed; only where consent is required. */
  noConsent: count.optional(),
  notFound: count,
  /** Neither a phone number nor an email address. */
  invalid: count,
  /** National numbers matching several countries. */
  ambiguous: count,
  operationId: id,
});

export type SoldReply = z.infer<typeof soldReply>;

const identifiers = z
  .array(z.string().trim().max(320))
  .transform((given) => given.filter((identifier) => identifier !== ''))
  .pipe(z.array(z.string()).min(1, 'Please enter at least one identifier').max(50_000));

export const markSold = endpoint({
  method: 'POST',
  path: '/api/leads/mark-sold',
  access: 'user',
  input: {
    body: z
      .strictObject({
        identifiers,
        identifierType,
        customerNumber,
        ...saleTerms,
      })
      .check(checkTerms),
  },
  reply: soldReply,
  errors: ['invalid_input'],
});

/** Unsold leads of a list that lack a required consent. */
const soldPreview = z.object({ noConsent: count });

export const previewMarkSold = endpoint({
  method: 'POST',
  path: '/api/leads/mark-sold/preview',
  access: 'user',
  input: { body: z.object({ identifiers, identifierType }) },
  reply: soldPreview,
  errors: ['invalid_input'],
});

/** Form fields sent with the file. */
export const soldForm = z.object({ identifierType, customerNumber, ...saleTerms }).check(checkTerms);

export const markSoldCsv = endpoint({
  method: 'POST',
  path: '/api/leads/mark-sold-csv',
  access: 'user',
  body: 'multipart',
  reply: soldReply,
  errors: ['invalid_input', 'unreadable_file', 'too_large', 'unsupported_media_type'],
});

export const previewForm = z.object({ identifierType });

export const previewMarkSoldCsv = endpoint({
  method: 'POST',
  path: '/api/leads/mark-sold-csv/preview',
  access: 'user',
  body: 'multipart',
  reply: soldPreview,
  errors: ['invalid_input', 'unreadable_file', 'too_large', 'unsupported_media_type'],
});

export const returnSale = endpoint({
  method: 'POST',
  path: '/api/leads/:id/return',
  access: 'user',
  input: { params: idParams, body: z.strictObject({ reason: returnReason }).nullish() },
  reply: leadDetail,
  errors: ['invalid_input', 'not_found', 'conflict'],
});
