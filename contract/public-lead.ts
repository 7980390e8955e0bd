import { z } from 'zod';
import { byKey, WRITTEN_FIELDS, type WrittenField } from './lead-fields.ts';
import { lead, valueWarning } from './leads.ts';
import { LEAD_TEXT_MAX, TAG_MAX, TAGS_MAX } from './limits.ts';
import { id, time } from './shapes.ts';

/** Maximum characters of a textual amount. */
export const AMOUNT_TEXT_MAX = 100;

const text = ({ description, example }: WrittenField) =>
  z
    .string()
    .max(LEAD_TEXT_MAX)
    .nullable()
    .meta({ description, examples: [example] });

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
        description: depositAmount.description,
        examples: [Number(depositAmount.example), depositAmount.example],
      }),
    tags: z
      .array(z.string().max(TAG_MAX))
      .max(TAGS_MAX)
      .meta({ description: tags.description, examples: [tags.example.split(', ')] }),
    customData: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).meta({
      description: 'Values of custom fields by name; an update leaves the others unchanged',
      examples: [{ Plan: 'Gold' }],
    }),
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
  status: z.enum(['created', 'duplicate', 'invalid']),
  lead: writtenLead.optional(),
  error: z.enum(['duplicate', 'invalid_input']).optional(),
  message: z.string().optional(),
  field: z.string().optional(),
  existingLeadId: id.optional(),
  warnings: writeWarnings,
});

export type BatchResult = z.infer<typeof batchResult>;
