import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CUSTOMERS_PATH } from './live-paths.ts';
import { currency, customerNumber, price } from './sale-terms.ts';
import { givenDay, id, time, unlessEmpty } from './shapes.ts';

const count = z.number().int();
const text = z.string().nullable();

/** Sum per currency, a decimal with two places; currencies are never added up. */
export const money = z.object({ currency: z.string(), amount: z.string() });

export type Money = z.infer<typeof money>;

/** Leads sold, leads returned since, and revenue without returns. */
export const salesFigures = z.object({ sold: count, returned: count, revenue: z.array(money) });

export type SalesFigures = z.infer<typeof salesFigures>;

export const customer = salesFigures.extend({
  number: z.string(),
  name: text,
  /** Null before the first sale. */
  lastSaleAt: time.nullable(),
  contact: text,
  email: text,
  phone: text,
  notes: text,
  /** Defaults of the next sale: set for the customer, else from the last sale. */
  price: text,
  currency: text,
  /** Days after a sale in which every user may return it; null: no limit. */
  returnDays: count.nullable(),
  /** Columns of its deliveries; null: all. */
  columnSetId: id.nullable(),
});

export type Customer = z.infer<typeof customer>;

export const CUSTOMER_SORTS = ['number', 'name', 'sold', 'returned', 'revenue', 'lastSaleAt'] as const;

export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

export const CUSTOMERS_PAGE_SIZE = 20;
const PAGE_MAX = 200;

const page = {
  limit: unlessEmpty(z.coerce.number().int().min(1).max(PAGE_MAX).default(CUSTOMERS_PAGE_SIZE)),
  offset: unlessEmpty(z.coerce.number().int().min(0).max(100_000_000).default(0)),
};

export const listCustomers = endpoint({
  method: 'GET',
  path: CUSTOMERS_PATH,
  access: 'user',
  input: {
    query: z.strictObject({
      /** Part of the number or name. */
      search: z.string().trim().max(200).default(''),
      /** `revenue` sorts by the most frequent currency. */
      sort: z.enum(CUSTOMER_SORTS).default('lastSaleAt'),
      order: z.enum(['asc', 'desc']).default('desc'),
      ...page,
    }),
  },
  status: 200,
  reply: z.object({ customers: z.array(customer), total: count }),
  errors: ['invalid_input'],
});

const period = {
  from: unlessEmpty(givenDay.optional()),
  /** Inclusive. */
  to: unlessEmpty(givenDay.optional()),
};

const named = z.strictObject({ customer: customerNumber });

export const getCustomer = endpoint({
  method: 'GET',
  path: `${CUSTOMERS_PATH}/detail`,
  access: 'user',
  input: { query: named },
  status: 200,
  reply: customer,
  errors: ['invalid_input', 'not_found'],
});

const typed = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((value) => (value === '' ? null : value))
    .nullable()
    .optional();

const particulars = {
  name: typed(200),
  contact: typed(200),
  email: typed(320).refine(
    (value) => value == null || z.email().safeParse(value).success,
    'Enter an email, e.g. ann@example.com',
  ),
  phone: typed(50),
  notes: typed(5_000),
};

export const addCustomer = endpoint({
  method: 'POST',
  path: CUSTOMERS_PATH,
  access: 'user',
  input: { body: z.strictObject({ number: customerNumber, ...particulars }) },
  status: 201,
  reply: customer,
  errors: ['invalid_input', 'conflict'],
});

/** The merged number stays valid: it means the customer that remains. */
export const mergeCustomers = endpoint({
  method: 'POST',
  path: `${CUSTOMERS_PATH}/merge`,
  access: 'admin',
  input: { body: z.strictObject({ customer: customerNumber, into: customerNumber }) },
  status: 200,
  reply: customer,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const updateCustomer = endpoint({
  method: 'PATCH',
  path: `${CUSTOMERS_PATH}/detail`,
  access: 'admin',
  input: {
    query: named,
    body: z.strictObject({
      ...particulars,
      /** Requires a currency. */
      price: price.nullable().optional(),
      currency: currency.nullable().optional(),
      returnDays: z
        .number('Enter a number of days')
        .int('Enter whole days')
        .min(0, 'Enter 0 or more days')
        .max(3650, 'Enter at most 3,650 days')
        .nullable()
        .optional(),
      columnSetId: id.nullable().optional(),
    }),
  },
  status: 200,
  reply: customer,
  errors: ['invalid_input', 'not_found'],
});

export const customerTerms = endpoint({
  method: 'GET',
  path: `${CUSTOMERS_PATH}/terms`,
  access: 'user',
  input: { query: named },
  status: 200,
  reply: z.object({
    ...{ name: text, price: text, currency: text },
    /** Columns of deliveries; null: all. */
    columns: z.array(z.string()).nullable(),
  }),
  errors: ['invalid_input'],
});

/** A sale of one lead; returned if `returnedAt` is set. */
export const customerSale = z.object({
  id,
  leadId: id,
  /** Name, email or phone; null once permanently deleted. */
  lead: text,
  inBin: z.boolean(),
  source: text,
  price: text,
  currency: text,
  soldAt: time,
  soldBy: z.string(),
  returnedAt: time.nullable(),
  returnedBy: text,
  returnReason: text,
  /** After the return window only administrators can return it. */
  late: z.boolean(),
});

export type CustomerSale = z.infer<typeof customerSale>;

export const listCustomerSales = endpoint({
  method: 'GET',
  path: `${CUSTOMERS_PATH}/sales`,
  access: 'user',
  input: {
    query: named.extend({ returned: z.enum(['all', 'true', 'false']).default('all'), ...page }),
  },
  status: 200,
  reply: z.object({ sales: z.array(customerSale), total: count }),
  errors: ['invalid_input'],
});

/** Replies with a file or a page to print, without data of leads. Days are in UTC. */
export const customerStatement = endpoint({
  method: 'GET',
  path: `${CUSTOMERS_PATH}/statement`,
  access: 'user',
  input: { query: named.extend({ ...period, format: z.enum(['csv', 'html']).default('csv') }) },
  status: 200,
  reply: z.string(),
  errors: ['invalid_input', 'not_found'],
});

/** Replies with a file of sales with their leads' fields. Days are in UTC. */
export const exportDeliveries = endpoint({
  method: 'GET',
  path: `${CUSTOMERS_PATH}/deliveries`,
  access: 'user',
  input: {
    query: named.extend(period),
  },
  status: 200,
  reply: z.string(),
  errors: ['invalid_input', 'forbidden', 'not_found', 'too_many_requests'],
});
