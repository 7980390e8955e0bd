import { z } from 'zod';
import { consentInput } from './lead-consent.ts';
import { byKey, WRITTEN_FIELDS, type WrittenField } from './lead-fields.ts';
import { lead, valueWarning } from './leads.ts';
import { LEAD_TEXT_MAX, TAG_MAX, TAGS_MAX } from './limits.ts';
import { id, time } from './shapes.ts';

/** Maximum characters of a textual amount. */
export const AMOUNT_TEXT_MAX = 100;

/** Descriptions of fields, by default their labels. */
const DESCRIPTIONS: Partial<Record<WrittenField['key'], string>> = {
  email: 'Email address; trimmed and lower-cased. Unique within the organization.',
  phone:
    'International phone number, or a local one together with `country`. A valid number is stored in E.164 and is unique.',
  carrier: 'Phone carrier',
  country: "Country name or ISO code. If omitted, it's taken from a valid phone number.",
  address: 'Street and number',
  postcode: 'Postal code',
  ip: 'IPv4 or IPv6 address of the person',
  currency: 'Currency of the deposit',
  depositAmount: 'Amount with up to two decimals, as a number or a string',
  depositDate: 'Date of the deposit, `yyyy-mm-dd`',
  source: 'Where the lead comes from',
  brandAgent: 'Agent of the brand',
  hlr: 'HLR status of the number',
  whatsapp: 'WhatsApp status of the number',
  status:
    'One of your statuses, case-insensitive; `new` if omitted. After a status is renamed, its earlier names still work.',
  customerNumber: 'Number of the customer of a sold lead; ignored for others',
  tags: 'Tags; an update replaces them all',
};

/** Returns a label in sentence case: `Landing page` for `Landing Page`. Abbreviations keep their capitals. */
function sentence(label: string): string {
  return label.replace(/ [A-Z](?=[a-z])/g, (start) => start.toLowerCase());
}

const text = ({ key, label, example }: WrittenField) =>
  z
    .string()
    .max(LEAD_TEXT_MAX)
    .nullable()
    .meta({ description: DESCRIPTIONS[key] ?? sentence(label), examples: [example] });

const texts = byKey(WRITTEN_FIELDS, text);
const { depositAmount, tags } = byKey(WRITTEN_FIELDS, (field) => field);

/** Unknown fields are rejected by name. */
export const publicLeadInput = z
  .strictObject({
    // Identifying fields come first in the documentation.
    ...{ email: texts.email, phone: texts.phone },
    ...texts,
    depositAmount: z
      .union([z.string().max(AMOUNT_TEXT_MAX), z.number()])
      .nullable()
      .meta({
        description: DESCRIPTIONS.depositAmount,
        examples: [Number(depositAmount.example), depositAmount.example],
      }),
    tags: z
      .array(z.string().max(TAG_MAX))
      .max(TAGS_MAX)
      .meta({ description: DESCRIPTIONS.tags, examples: [tags.example.split(', ')] }),
    customData: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).meta({
      description: 'Values of custom fields by name; an update leaves the others unchanged',
      examples: [{ Plan: 'Gold' }],
    }),
    ...consentInput,
  })
  .partial();

export type PublicLeadInput = z.output<typeof publicLeadInput>;

export const publicLead = lead.extend({ updatedAt: time });

export type PublicLead = z.infer<typeof publicLead>;

export const writtenLead = publicLead.pick({
  id: true,
  email: true,
  phone: true,
  status: true,
  updatedAt: true,
});

export type WrittenLead = z.infer<typeof writtenLead>;

/** Absent without warnings. */
export const writeWarnings = z.array(valueWarning).optional().meta({
  description: 'Parts of values that were dropped or look wrong; the lead was saved anyway',
});

export const batchResult = z.object({
  index: z.number().int().meta({ description: 'Position in `leads`, from 0' }),
  status: z.enum(['created', 'duplicate', 'suppressed', 'invalid']),
  lead: writtenLead.optional(),
  error: z.enum(['duplicate', 'suppressed', 'invalid_input']).optional(),
  message: z.string().optional(),
  field: z.string().optional(),
  existingLeadId: id.optional(),
  /** Suppression lists that the lead is on. */
  lists: z.array(z.string()).optional(),
  warnings: writeWarnings,
});

export type BatchResult = z.infer<typeof batchResult>;
