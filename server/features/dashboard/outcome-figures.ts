import type { Money } from '#contract/customers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listOutcomes, OutcomeFigures, SourceCost } from '#contract/outcomes.ts';
import { csvHeader, csvRecord } from '#packages/tabular/tabular.ts';
import { knownSpelling } from '../../lead/sales/customer-number-writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { firstDayOf } from './activity.ts';
import {
  type OutcomeSums,
  outcomeSums,
  paidLeads,
  type RejectionSums,
  rejectionSums,
} from './outcome-reads.ts';
import { dayOf, type GivenPeriod, periodOf } from './period.ts';
import { namesOfCustomers } from './sales-reads.ts';
import { sourceCosts } from './source-cost-writes.ts';

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
export async function outcomesOfPeriod(
  tx: TenantTransaction,
  { customer: given, ...days }: GivenPeriod & { customer?: string | undefined },
): Promise<Omit<OutcomeReply, 'leftOut'>> {
  const today = dayOf(Date.now());
  const { from, to } = periodOf(days, today, await firstDayOf(tx, days, null, today));
  const customer = given === undefined ? null : await knownSpelling(tx, given);
  const sums = await outcomeSums(tx, { from, to }, customer);
  const rejections = await rejectionSums(tx, { from, to }, customer);
  const costs = await sourceCosts(tx);
  const paid = costs.length === 0 ? [] : await paidLeads(tx, { from, to }, customer);
  const names = await namesOfCustomers(tx, [...new Set(sums.map((sum) => sum.customer))]);
  const paidBy = (number: string | null) =>
    new Map(paid.flatMap((one) => (one.customer === number ? [[one.source, one.leads]] : [])));
  const rejectionsOf = Map.groupBy(rejections, keyOf);
  const rows = [...Map.groupBy(sums, keyOf)].map(([key, own]): FiguresRow => {
    const [{ source, customer: number }] = own as [OutcomeSums, ...OutcomeSums[]];
    return {
      ...{ source, customer: number, name: names.get(number) ?? null },
      ...figuresOfSums(own, rejectionsOf.get(key) ?? []),
      margin: marginOf(own, costs, paidBy(number)),
    };
  });
  rows.sort(
    (a, b) => b.sold - a.sold || a.source.localeCompare(b.source) || a.customer.localeCompare(b.customer),
  );
  const total = { ...figuresOfSums(sums, rejections), margin: marginOf(sums, costs, paidBy(null)) };
  return { from, to, total, rows, costs };
}

/** Returns figures as CSV (RFC 4180) with a column for each currency. */
export function outcomesCsv(rows: readonly FiguresRow[]): Buffer {
  const currencies = (of: 'revenue' | 'margin' | 'buyerRevenue') =>
    [...new Set(rows.flatMap((row) => row[of].map(({ currency }) => currency)))].sort();
  const [own, margins, buyers] = [currencies('revenue'), currencies('margin'), currencies('buyerRevenue')];
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
    ...titles('Margin', margins),
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
      // As numbers: a guard would turn losses into texts.
      ...margins.map((currency) => {
        const margin = amountIn(row.margin, currency);
        return margin === '' ? '' : Number(margin);
      }),
      ...buyers.map((currency) => amountIn(row.buyerRevenue, currency)),
      row.rejectedBy.map(({ reason, leads }) => `${reason}: ${leads}`).join('; '),
    ]),
  );
  return Buffer.concat([csvHeader(header), Buffer.from(records.join(''))]);
}

function keyOf({ source, customer }: { source: string; customer: string }): string {
  return JSON.stringify([source, customer]);
}

function figuresOfSums(
  sums: readonly OutcomeSums[],
  rejections: readonly RejectionSums[],
): Omit<OutcomeFigures, 'margin'> {
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

function amountsOf(sums: readonly OutcomeSums[], of: 'revenue' | 'buyerRevenue'): Money[] {
  return added(
    sums.flatMap(({ currency, [of]: amount }) => (amount === null ? [] : [[currency, centsOf(amount)]])),
  );
}

/** Returns revenue minus costs for the sums of sources with a cost. */
function marginOf(
  sums: readonly OutcomeSums[],
  costs: readonly SourceCost[],
  paid: ReadonlyMap<string, number>,
): Money[] {
  const costed = costs.flatMap((one) => {
    const own = sums.filter(({ source }) => source === one.source);
    return own.length === 0 ? [] : [{ ...one, own }];
  });
  return added(
    costed.flatMap(({ source, cost, currency, own }): [string, bigint][] => [
      ...own.flatMap(({ currency: earned, revenue }): [string, bigint][] =>
        revenue === null ? [] : [[earned, centsOf(revenue)]],
      ),
      [currency, -centsOf(cost) * BigInt(paid.get(source) ?? 0)],
    ]),
  );
}

function centsOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

/** Adds amounts in cents by currency, so that sums are exact. */
function added(amounts: readonly (readonly [currency: string, cents: bigint])[]): Money[] {
  return [...Map.groupBy(amounts, ([currency]) => currency)]
    .map(([currency, some]) => {
      const cents = some.reduce((all, [, one]) => all + one, 0n);
      const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
      return { currency, amount: `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` };
    })
    .sort((a, b) => a.currency.localeCompare(b.currency));
}
