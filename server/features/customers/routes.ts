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
import { knownSpelling } from '../../lead/sales/customer-number-writes.ts';
import { fileNamePart } from '../../lead/sales/file-name-part.ts';
import { foldText } from '../../lead/values/fold-text.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { type Caller, serve, serveRaw } from '../../platform/http/bind.ts';
import type { Downloads } from '../../platform/http/downloads.ts';
import { spendGrant } from '../../platform/security/export-grants.ts';
import { deliveryLines } from './delivery-file.ts';
import { countDeliveries, countUnconsentedDeliveries, type DeliveryPeriod } from './delivery-reads.ts';
import { findCustomers, findSales, findTerms } from './reads.ts';
import { STATEMENT_POLICY, statementCsv, statementPage } from './statement.ts';
import { readBookings } from './statement-reads.ts';
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
