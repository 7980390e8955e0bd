import { z } from 'zod';
import { lead } from './leads.ts';
import { id } from './shapes.ts';

const text = (description: string, example: string) =>
  z
    .string()
    .max(2000)
    .nullable()
    .meta({ description, examples: [example] });

/** The fields of a lead that the public API takes; an unknown one is refused by its name. */
export const publicLeadInput = z
  .strictObject({
    email: text(
      'E-mail address; trimmed and lower-cased. Unique within the organization.',
      'jane@example.com',
    ),
    phone: text(
      'Phone, international, or national where `country` is given. Kept in E.164 when it is valid, and then unique.',
      '+4915112345678',
    ),
    firstName: text('First name', 'Jane'),
    lastName: text('Last name', 'Doe'),
    country: text('Country: a name or an ISO code. Taken from a valid phone when it is left out.', 'Germany'),
    city: text('City', 'Berlin'),
    address: text('Street and number', 'Invalidenstr. 1'),
    postcode: text('Postal code', '10115'),
    ip: text('IPv4 or IPv6 address of the person', '203.0.113.7'),
    carrier: text('Phone carrier', 'Telekom'),
    brand: text('Brand', 'Acme'),
    currency: text('Currency of the deposit', 'EUR'),
    depositAmount: z
      .union([z.string().max(100), z.number()])
      .nullable()
      .meta({ description: 'Amount, up to two decimals; a number or text', examples: [250.5, '250.50'] }),
    depositDate: text('Date of the deposit, `yyyy-mm-dd`', '2026-01-31'),
    source: text('Where the lead comes from', 'facebook'),
    card: text('Card', 'visa'),
    affiliate: text('Affiliate', 'aff-42'),
    landingPage: text('Landing page', 'https://example.com/offer'),
    agent: text('Agent', 'Sam'),
    depositer: text('Depositer', 'yes'),
    brandAgent: text('Agent of the brand', 'Alex'),
    hlr: text('HLR status of the number', 'active'),
    whatsapp: text('WhatsApp status of the number', 'active'),
    status: text('Status; `new` when it is left out', 'new'),
    customerNumber: text('Number of the customer', 'C-1001'),
    tags: z
      .array(z.string().max(200))
      .max(100)
      .meta({ description: 'Tags; an update replaces them all', examples: [['vip', 'summer']] }),
    customData: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).meta({
      description: 'Values of custom fields by their names; an update leaves those alone that are not named',
      examples: [{ Plan: 'Gold' }],
    }),
  })
  .partial();

export type PublicLeadInput = z.output<typeof publicLeadInput>;

/** What a write answers of a lead. */
export const writtenLead = lead.pick({ id: true, email: true, phone: true, status: true });

export type WrittenLead = z.infer<typeof writtenLead>;

/** What became of one lead of a batch. */
export const batchResult = z.object({
  index: z.number().int().meta({ description: 'Position in `leads`, from 0' }),
  status: z.enum(['created', 'duplicate', 'invalid']),
  lead: writtenLead.optional(),
  error: z.enum(['duplicate', 'invalid_input']).optional(),
  message: z.string().optional(),
  field: z.string().optional(),
  existingLeadId: id.optional(),
});

export type BatchResult = z.infer<typeof batchResult>;
