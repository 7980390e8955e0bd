import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import {
  addCustomer,
  customerStatement,
  customerTerms,
  exportDeliveries,
  getCustomer,
  listCustomerSales,
  listCustomers,
  mergeCustomers,
  updateCustomer,
} from '#contract/customers.ts';
import type { Lead } from '#contract/leads.ts';
import { csvHeader, csvRecord } from '#packages/tabular/tabular.ts';
import { requiredConsents } from '../../lead/conditions/required-consent-reads.ts';
import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import { readLeads } from '../../lead/lead-reads.ts';
import { knownSpelling } from '../../lead/sales/customer-number-writes.ts';
import { fileNamePart } from '../../lead/sales/file-name-part.ts';
import { soldCell, soldColumns } from '../../lead/sales/sold-column-reads.ts';
import { foldText } from '../../lead/values/fold-text.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { type Caller, serve, serveRaw } from '../../platform/http/bind.ts';
import type { Downloads } from '../../platform/http/downloads.ts';
import { spendGrant } from '../../platform/security/export-grants.ts';
import {
  countDeliveries,
  countUnconsentedDeliveries,
  type Delivery,
  type DeliveryPeriod,
  nextDeliveries,
} from './delivery-reads.ts';
import { findCustomers, findSales, findTerms, readBookings } from './reads.ts';
import { STATEMENT_POLICY, statementCsv, statementPage } from './statement.ts';
import { changeCustomer, createCustomer, mergeInto, requireCustomer } from './update-customer.ts';

export function customerRoutes(app: FastifyInstance, context: Context, downloads: Downloads): void {
  serve(app, context, listCustomers, ({ query }, { scope }) =>
    scope.transaction((tx) => findCustomers(tx, { ...query, search: foldText(query.search) })),
  );

  serve(app, context, getCustomer, ({ query }, { scope }) =>
    scope.transaction((tx) => requireCustomer(tx, query.customer)),
  );

  serve(app, context, updateCustomer, ({ query, body }, caller) =>
    changeCustomer(caller.scope, query.customer, body, editorOf(caller)),
  );

  serve(app, context, addCustomer, ({ body }, caller) =>
    createCustomer(caller.scope, body, editorOf(caller)),
  );

  serve(app, context, mergeCustomers, ({ body }, caller) =>
    mergeInto(caller.scope, body.customer, body.into, editorOf(caller)),
  );

  serve(app, context, customerTerms, ({ query }, { scope }) =>
    scope.transaction(async (tx) => findTerms(tx, await knownSpelling(tx, query.customer))),
  );

  serve(app, context, listCustomerSales, ({ query }, { scope }) =>
    scope.transaction(async (tx) =>
      findSales(tx, { ...query, customer: await knownSpelling(tx, query.customer) }),
    ),
  );

  serveRaw(app, context, customerStatement, async ({ scope, reply }, { query }) => {
    const { from, to, format } = query;
    const { customer, period, bookings } = await scope.transaction(async (tx) => {
      const found = await requireCustomer(tx, query.customer);
      const days = { customer: found.number, from, to };
      return { customer: found, period: days, bookings: await readBookings(tx, days) };
    });
    if (format === 'html') {
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': STATEMENT_POLICY,
      };
      return void reply.headers(headers).send(statementPage(customer, period, bookings));
    }
    const filename = `statement-${fileNamePart(customer.number)}-${new Date().toISOString().slice(0, 10)}.csv`;
    await downloads.sendFile(scope.organizationId, reply, {
      filename,
      chunks: Readable.from([statementCsv(bookings)]),
    });
  });

  serveRaw(app, context, exportDeliveries, async (caller, { query }) => {
    const { scope, reply } = caller;
    const { customer, columns } = await scope.transaction(async (tx) => {
      const { number } = await requireCustomer(tx, query.customer);
      return { customer: number, columns: (await findTerms(tx, number)).columns };
    });
    const { from, to } = query;
    const period = { customer, from, to };
    const filename = `deliveries-${fileNamePart(customer)}-${new Date().toISOString().slice(0, 10)}.csv`;
    await downloads.sendFile(scope.organizationId, reply, {
      filename,
      chunks: deliveryLines(scope, period, columns),
      permit: async () => {
        const noConsent = await beginExport(caller, filename, period);
        if (noConsent !== null) reply.header('x-no-consent-count', noConsent);
      },
    });
  });
}

/** Spends the grant and writes the audit entry atomically; returns how many leads are left out for lack of consent. */
function beginExport(
  { account, origin, scope }: Caller,
  filename: string,
  period: DeliveryPeriod,
): Promise<number | null> {
  return scope.transaction(async (tx) => {
    await spendGrant(tx, account);
    const { customer, from, to } = period;
    const count = await countDeliveries(tx, period);
    const noConsent = await countUnconsentedDeliveries(tx, period);
    const details = {
      ...{ customer, ...(from && { from }), ...(to && { to }), format: 'csv', count },
      ...(noConsent && { noConsent }),
    };
    await writeAudit(tx, { action: 'export_leads', actor: account, origin, resource: filename, details });
    return noConsent;
  });
}

const SALE_HEADERS = ['Sold At', 'Price', 'Sale Currency', 'Returned At', 'Return Reason'];
/** No connection is held while the client reads. */
const PAGE_SALES = 2_000;

/** Yields sales as CSV (RFC 4180) with their leads' fields, all or the chosen; they are empty for leads that are deleted for good or lack a required consent. */
async function* deliveryLines(
  scope: OrganizationScope,
  period: DeliveryPeriod,
  chosen: readonly string[] | null,
): AsyncGenerator<Buffer | string> {
  const custom = await scope.transaction(loadCustomFields);
  const columns = soldColumns(custom, chosen);
  const fields = columns.map(({ field }) => field);
  yield csvHeader([...SALE_HEADERS, ...columns.map(({ label }) => label)]);
  for (let after: Delivery | undefined; ; ) {
    const from = after;
    const { sales, leads } = await scope.transaction(async (tx) => {
      const next = await nextDeliveries(tx, period, from, PAGE_SALES);
      const required = await requiredConsents(tx);
      const known = await readLeads(tx, [...new Set(next.map(({ leadId }) => leadId))]);
      const able = known.filter(({ consent }) => required.every((channel) => consent[channel] === 'given'));
      return { sales: next, leads: new Map(able.map((lead) => [lead.id, lead])) };
    });
    if (sales.length > 0) {
      yield sales.map((sale) => csvRecord(cellsOf(sale, leads.get(sale.leadId), fields))).join('');
    }
    if (sales.length < PAGE_SALES) return;
    after = sales.at(-1);
  }
}

function cellsOf(sale: Delivery, lead: Lead | undefined, fields: readonly string[]): string[] {
  return [
    sale.soldAt.toISOString(),
    sale.price ?? '',
    sale.currency ?? '',
    sale.returnedAt?.toISOString() ?? '',
    sale.returnReason ?? '',
    ...fields.map((field) => (field === 'id' ? sale.leadId : soldCell(lead, field))),
  ];
}
