import { z } from 'zod';
import { customFieldName, LEAD_FIELDS } from './lead-fields.ts';

const MAPPED_FIELDS_MAX = 200;
const ACCEPT_RULES_MAX = 50;
const CONDITIONS_MAX = 10;
const HEADERS_MAX = 20;
const RECIPIENTS_MAX = 5;
const TEXT_MAX = 2_000;
const PATH_MAX = 300;
const URL_MAX = 2_000;
const SSH_KEY_MAX = 20_000;

/** Values of a sale that a delivery can send with the fields of its lead. */
export const SALE_VALUES = ['leadId', 'deliveryId', 'soldAt', 'price', 'currency'] as const;

/** How a value is written; `date:` is followed by DD, MM, YYYY, YY, HH, mm and ss, as in `date:DD.MM.YYYY`. */
export const VALUE_FORMATS = [
  ...(['digits', 'national', 'e164', 'iso2', 'iso3', 'upper', 'lower'] as const),
  ...(['md5', 'sha256'] as const),
] as const;
const DATE_FORMAT = /^date:(?=.*(?:DD|MM|YY|HH|mm|ss))[\w .,:/-]{1,40}$/;

const FIELDS: ReadonlySet<string> = new Set([...SALE_VALUES, ...LEAD_FIELDS.map(({ key }) => key)]);

const to = z.string().trim().min(1, 'Enter the name that the buyer gives the field').max(PATH_MAX);

/** A lead field, `custom:<name>` or a value of the sale, or a fixed text. */
const mappedField = z.union([
  z.strictObject({ to, text: z.string().max(TEXT_MAX) }),
  z.strictObject({
    to,
    from: z
      .string()
      .max(500)
      .refine((field) => FIELDS.has(field) || customFieldName(field) !== null, {
        error: ({ input }) => `There is no field named ${String(input).slice(0, 100)}`,
      }),
    format: z
      .string()
      .refine((name) => VALUE_FORMATS.some((known) => known === name) || DATE_FORMAT.test(name), {
        error: ({ input }) => `There is no format named ${String(input).slice(0, 100)}`,
      })
      .optional(),
  }),
]);
export type MappedField = z.output<typeof mappedField>;

const path = z.string().trim().min(1, 'Enter a path such as result.status').max(PATH_MAX);

const answerPlace = z.discriminatedUnion('part', [
  z.strictObject({ part: z.literal('json'), path }),
  z.strictObject({ part: z.literal('xml'), path }),
]);
export type AnswerPlace = z.output<typeof answerPlace>;

const wanted = {
  /** Compared as text. */
  equals: z.string().max(TEXT_MAX).optional(),
  /** A whole word of the text. */
  contains: z.string().trim().min(1).max(TEXT_MAX).optional(),
};

const answerCondition = z
  .discriminatedUnion('part', [
    z.strictObject({ part: z.literal('status'), ...wanted }),
    z.strictObject({ part: z.literal('text'), ...wanted }),
    z.strictObject({ part: z.literal('json'), path, ...wanted }),
    z.strictObject({ part: z.literal('xml'), path, ...wanted }),
  ])
  .refine(({ equals, contains }) => (equals === undefined) !== (contains === undefined), {
    message: 'Enter what the answer equals or contains',
  });
export type AnswerCondition = z.output<typeof answerCondition>;

export const ANSWER_MEANINGS = ['accepted', 'duplicate', 'rejected', 'error'] as const;
export type AnswerMeaning = (typeof ANSWER_MEANINGS)[number];

/** The first rule whose conditions all hold decides what an answer means. */
const acceptRule = z.strictObject({
  when: z.array(answerCondition).min(1, 'Add a condition').max(CONDITIONS_MAX),
  // biome-ignore lint/suspicious/noThenProperty: product.md names it
  then: z.enum(ANSWER_MEANINGS),
  reason: answerPlace.optional(),
  price: answerPlace.optional(),
  reference: answerPlace.optional(),
});
export type AcceptRule = z.output<typeof acceptRule>;

const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]+$/;
/** Set by the request itself, or by Standard Webhooks. */
const OWN_HEADERS =
  /^(?:host|content-length|content-type|transfer-encoding|connection|expect|upgrade|te|trailer|proxy-.*|webhook-.*)$/i;

/** By name. Saved values are never answered: `null` in answers, and keeps the saved value in changes. */
const headers = z
  .record(
    z
      .string()
      .max(100)
      .regex(HEADER_NAME, 'Enter the name of a header')
      .refine((name) => !OWN_HEADERS.test(name), 'This header is set by the request itself'),
    z
      .string()
      .max(TEXT_MAX)
      .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'A header takes one line of Latin characters')
      .nullable(),
  )
  .refine((held) => Object.keys(held).length <= HEADERS_MAX, `A request has at most ${HEADERS_MAX} headers`);

const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/;
const HOST_KEY = /^SHA256:[A-Za-z0-9+/]{43}=?$/;

export const WEBHOOK_METHODS = ['POST', 'PUT', 'PATCH', 'GET'] as const;
export const WEBHOOK_FORMATS = ['json', 'form', 'xml', 'query'] as const;
export const DELIVERY_RATES = ['lead', 'hour', 'day'] as const;

const webhook = {
  kind: z.literal('webhook'),
  url: z.url({ protocol: /^https?$/, error: 'Enter an address that starts with https://' }).max(URL_MAX),
  method: z.enum(WEBHOOK_METHODS).default('POST'),
  /** `query` appends the fields to the address. */
  format: z.enum(WEBHOOK_FORMATS).default('json'),
  headers: headers.default({}),
  fields: z.array(mappedField).min(1, 'Map at least one field').max(MAPPED_FIELDS_MAX),
  /** Empty accepts nothing by itself. */
  accept: z.array(acceptRule).max(ACCEPT_RULES_MAX).default([]),
  /** Deliveries a minute; absent for no limit. */
  rate: z.number().int('Enter a whole number').min(1, 'Enter 1 or more').max(60_000).optional(),
};

const email = {
  kind: z.literal('email'),
  to: z
    .array(z.email('Enter an email'))
    .min(1, 'Enter an email')
    .max(RECIPIENTS_MAX, `At most ${RECIPIENTS_MAX} emails`),
  subject: z
    .string()
    .trim()
    .min(1, 'Enter a subject')
    .max(200)
    .regex(/^[^\r\n]*$/, 'Enter one line'),
  /** A link that expires, or the file itself. */
  attach: z.enum(['link', 'csv']).default('link'),
  every: z.enum(DELIVERY_RATES).default('lead'),
};

const FILE_NAME = /^(?!\.)[^/\\\p{Cc}]+$/u;

const sftp = {
  kind: z.literal('sftp'),
  host: z.string().trim().min(1, 'Enter a host').max(253),
  port: z.number().int().min(1).max(65_535).default(22),
  user: z.string().trim().min(1, 'Enter a user').max(100),
  /** `SHA256:…`, as `ssh-keygen -lf` prints it. */
  hostKey: z.string().trim().regex(HOST_KEY, 'Enter the host key as SHA256: and 43 characters'),
  folder: z.string().trim().max(500).default('.'),
  /** The date and a number go before its ending. */
  name: z
    .string()
    .trim()
    .max(100)
    .regex(FILE_NAME, 'Enter a file name without a folder')
    .default('leads.csv'),
  every: z.enum(DELIVERY_RATES).default('lead'),
};

/** Names that JSON and XML can nest: `contact` can't be a value and hold `contact.email`. */
function canNest({ format, fields }: { format: string; fields: readonly MappedField[] }): boolean {
  if (format !== 'json' && format !== 'xml') return true;
  const names = new Set(fields.map((one) => one.to));
  if (names.size < fields.length) return false;
  return [...names].every((name) => {
    const parts = name.split('.');
    return parts.every((part, at) => part !== '' && (at === 0 || !names.has(parts.slice(0, at).join('.'))));
  });
}

/**
 * How leads reach a buyer. Secrets (`secret`, `key`, header values) are write-only: absent or null they keep the saved value. A webhook's
 * `secret` is made by the server when it is missing.
 */
export const givenDelivery = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z
    .strictObject({
      ...webhook,
      secret: z.string().regex(WEBHOOK_SECRET, 'Enter whsec_ and 24 to 64 bytes in base64').optional(),
    })
    .refine(canNest, {
      path: ['fields'],
      error: 'In JSON and XML each field needs its own name, which no other name continues after a dot',
    }),
  z.strictObject(email),
  z.strictObject({
    ...sftp,
    /** Private key in PEM or OpenSSH format, without a passphrase. */
    key: z.string().max(SSH_KEY_MAX).optional(),
  }),
]);
export type GivenDelivery = z.output<typeof givenDelivery>;

/** As saved, without secrets. */
export const shownDelivery = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    ...webhook,
    url: z.string(),
    headers: z.record(z.string(), z.null()),
    /** Only in the answer to the change for which the server made it. */
    secret: z.string().optional(),
  }),
  z.object(email),
  z.object(sftp),
]);
export type ShownDelivery = z.output<typeof shownDelivery>;
