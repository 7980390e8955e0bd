import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './shapes.ts';

/** `phone` is the HLR status, `whatsapp` the WhatsApp status. */
export const hlrType = z.enum(['whatsapp', 'phone']);

export type HlrType = z.infer<typeof hlrType>;

const count = z.number().int();

/** updatedCount + notFound + invalid + ambiguous = distinct numbers given. */
const hlrReply = z.object({
  updatedCount: count,
  /** Numbers without a lead. */
  notFound: count,
  /** Not a phone number. */
  invalid: count,
  /** National numbers matching several countries; not changed. */
  ambiguous: count,
  operationId: id,
});

export type HlrReply = z.infer<typeof hlrReply>;

const statusValue = z.string().trim().min(1, 'Please enter a status value').max(100);

export const updateHlr = endpoint({
  method: 'POST',
  path: '/api/leads/update-hlr',
  access: 'user',
  input: {
    body: z.strictObject({
      phoneNumbers: z
        .array(z.string().trim().max(200))
        .transform((numbers) => numbers.filter((number) => number !== ''))
        .pipe(z.array(z.string()).min(1, 'Please enter at least one phone number').max(50_000)),
      hlrType,
      statusValue,
    }),
  },
  reply: hlrReply,
  errors: ['invalid_input'],
});

/** Form fields sent with the file. */
export const hlrForm = z.object({ hlrType, statusValue });

export const updateHlrCsv = endpoint({
  method: 'POST',
  path: '/api/leads/update-hlr-csv',
  access: 'user',
  body: 'multipart',
  reply: hlrReply,
  errors: ['invalid_input', 'unreadable_file', 'too_large', 'unsupported_media_type'],
});
