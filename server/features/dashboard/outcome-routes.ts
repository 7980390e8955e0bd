import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Money } from '#contract/customers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
  exportOutcomes,
  listOutcomes,
  OUTCOME_FIGURES_MAX,
  type OutcomeFigures,
} from '#contract/outcomes.ts';
import { csvHeader, csvRecord } from '#packages/tabular/tabular.ts';
import { knownSpelling } from '../../lead/sales/customer-number-writes.ts';
import type { Context } from '../../platform/context/context.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { serve, serveRaw } from '../../platform/http/bind.ts';
import type { Downloads } from '../../platform/http/downloads.ts';
import { firstDayOf } from './activity.ts';
import { type OutcomeSums, outcomeSums, type RejectionSums, rejectionSums } from './outcome-reads.ts';
import { dayOf, type GivenPeriod, periodOf } from './period.ts';
import { namesOfCustomers } from './sales-reads.ts';

/** Registers the figures of what became of sales, without data of leads. */
export function outcomeFigureRoutes(app: FastifyInstance, context: Context, downloads: Downloads): void {
  serve(app, context, listOutcomes, async ({ query }, { scope }) => {
    const { rows, ...figures } = await scope.transaction((tx) => outcomesOfPeriod(tx, query));
    const shown = rows.slice(0, OUTCOME_FIGURES_MAX);
    return { ...figures, rows: shown, leftOut: rows.length - shown.length };
  });

  serveRaw(app, context, exportOutcomes, async ({ scope, reply }, { query }) => {
    const { from, to, rows } = await scope.transaction((tx) => outcomesOfPeriod(tx, query));
    await downloads.sendFile(scope.organizationId, reply, {
      filename: `outcomes-${from}-${to}.csv`,
      chunks: Readable.from([outcomesCsv(rows)]),
    });
  });
}

type OutcomeReply = ReplyOf<typeof listOutcomes>;
type FiguresRow = OutcomeReply['rows'][number];

/** Reasons of a row; further ones are added up. */
const REASONS = 10;
const OTHER_REASONS = 'Other reasons';
const WITHOUT_REASON = 'No reason';

/**
 * Returns what became of the sales of a period, by source and buyer, most sales first.
 * @throws HttpError invalid_input for a reversed or too long period
 */
async function outcomesOfPeriod(
  tx: TenantTransaction,
  { customer: given, ...days }: GivenPeriod & { customer?: string | undefined },
): Promise<Omit<OutcomeReply, 'leftOut'>> {
  const today = dayOf(Date.now());
  const { from, to } = periodOf(days, today, await firstDayOf(tx, days, null, today));
  const customer = given === undefined ? null : await knownSpelling(tx, given);
  const sums = await outcomeSums(tx, { from, to }, customer);
  const rejections = await rejectionSums(tx, { from, to }, customer);
  const names = await namesOfCustomers(tx, [...new Set(sums.map((sum) => sum.customer))]);
  const rejectionsOf = Map.groupBy(rejections, keyOf);
  const rows = [...Map.groupBy(sums, keyOf)].map(([key, own]): FiguresRow => {
    const [{ source, customer: number }] = own as [OutcomeSums, ...OutcomeSums[]];
    return {
      ...{ source, customer: number, name: names.get(number) ?? null },
      ...figuresOfSums(own, rejectionsOf.get(key) ?? []),
    };
  });
  rows.sort(
    (a, b) => b.sold - a.sold || a.source.localeCompare(b.source) || a.customer.localeCompare(b.customer),
  );
  return { from, to, total: figuresOfSums(sums, rejections), rows };
}

/** Returns figures as CSV (RFC 4180) with a column for each currency. */
function outcomesCsv(rows: readonly FiguresRow[]): Buffer {
  const currencies = (of: 'revenue' | 'buyerRevenue') =>
    [...new Set(rows.flatMap((row) => row[of].map(({ currency }) => currency)))].sort();
  const [own, buyers] = [currencies('revenue'), currencies('buyerRevenue')];
  const titles = (title: string, all: readonly string[]) => all.map((one) => `${title} ${one}`.trim());
  const header = [
    ...[
      'Source',
      'Customer Number',
      'Customer Name',
      'Sold',
      'Delivered',
      'Accepted',
      'Rejected',
      'Returned',
      'Converted',
    ],
    ...titles('Revenue', own),
    ...titles('Buyer Revenue', buyers),
    'Rejected By',
  ];
  const amountIn = (all: readonly Money[], wanted: string) =>
    all.find(({ currency }) => currency === wanted)?.amount ?? '';
  const records = rows.map((row) =>
    csvRecord([
      ...[row.source, row.customer, row.name ?? ''],
      ...[row.sold, row.delivered, row.accepted, row.rejected, row.returned, row.converted].map(String),
      ...own.map((currency) => amountIn(row.revenue, currency)),
      ...buyers.map((currency) => amountIn(row.buyerRevenue, currency)),
      row.rejectedBy.map(({ reason, leads }) => `${reason}: ${leads}`).join('; '),
    ]),
  );
  return Buffer.concat([csvHeader(header), Buffer.from(records.join(''))]);
}

function keyOf({ source, customer }: { source: string; customer: string }): string {
  return JSON.stringify([source, customer]);
}

function figuresOfSums(sums: readonly OutcomeSums[], rejections: readonly RejectionSums[]): OutcomeFigures {
  const count = (of: 'sold' | 'delivered' | 'accepted' | 'rejected' | 'returned' | 'converted') =>
    sums.reduce((all, sum) => all + sum[of], 0);
  return {
    ...{ sold: count('sold'), delivered: count('delivered'), accepted: count('accepted') },
    ...{ rejected: count('rejected'), returned: count('returned'), converted: count('converted') },
    rejectedBy: reasonsOf(rejections),
    revenue: amountsOf(sums, 'revenue').filter(({ currency }) => currency !== ''),
    buyerRevenue: amountsOf(sums, 'buyerRevenue'),
  };
}

function reasonsOf(rejections: readonly RejectionSums[]): OutcomeFigures['rejectedBy'] {
  const all = [...Map.groupBy(rejections, ({ reason }) => reason || WITHOUT_REASON)]
    .map(([reason, some]) => ({ reason, leads: some.reduce((sum, { leads }) => sum + leads, 0) }))
    .sort((a, b) => b.leads - a.leads || a.reason.localeCompare(b.reason));
  const rest = all.slice(REASONS).reduce((sum, { leads }) => sum + leads, 0);
  return [...all.slice(0, REASONS), ...(rest > 0 ? [{ reason: OTHER_REASONS, leads: rest }] : [])];
}

/** Adds in cents, so that sums are exact. */
function amountsOf(sums: readonly OutcomeSums[], of: 'revenue' | 'buyerRevenue'): Money[] {
  const priced = sums.filter((sum) => sum[of] !== null);
  return [...Map.groupBy(priced, ({ currency }) => currency)]
    .map(([currency, some]) => {
      const cents = some.reduce((all, sum) => all + BigInt((sum[of] ?? '0').replace('.', '')), 0n);
      const digits = String(cents).padStart(3, '0');
      return { currency, amount: `${digits.slice(0, -2)}.${digits.slice(-2)}` };
    })
    .sort((a, b) => a.currency.localeCompare(b.currency));
}
