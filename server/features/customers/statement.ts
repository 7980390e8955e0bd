import type { Customer } from '#contract/customers.ts';
import { csvHeader, csvRecord } from '#packages/tabular/tabular.ts';
import { escapedHtml, printPage, stylePolicy } from '../../platform/http/print-page.ts';
import type { DeliveryPeriod } from './delivery-reads.ts';
import type { Booking } from './reads.ts';

const HEADERS = ['Date', 'Type', 'Leads', 'Price', 'Amount', 'Currency', 'Reason'];
const STYLE = `body{font:14px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
table{width:100%;border-collapse:collapse;margin:1.5rem 0}
th,td{padding:.3rem .5rem;text-align:left;border-bottom:1px solid #ccc;font-variant-numeric:tabular-nums}
th:nth-child(n+3):nth-child(-n+5),td:nth-child(n+3):nth-child(-n+5){text-align:right}
tr{break-inside:avoid}`;

export const STATEMENT_POLICY = stylePolicy(STYLE);

/** Returns the statement as CSV (RFC 4180); amounts of returns are positive. */
export function statementCsv(bookings: readonly Booking[]): Buffer {
  const records = [...bookings.map(cellsOf), ...totalsOf(bookings)].map(csvRecord);
  return Buffer.concat([csvHeader(HEADERS), Buffer.from(records.join(''))]);
}

/** Returns the statement as a page to print, without scripts. */
export function statementPage(
  { number, name, contact, email, phone }: Customer,
  { from, to }: DeliveryPeriod,
  bookings: readonly Booking[],
): string {
  const row = (tag: string) => (cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapedHtml(cell)}</${tag}>`).join('')}</tr>`;
  const facts = [contact, email, phone].filter((fact) => fact !== null).map(escapedHtml);
  const period = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ') || 'all sales';
  const named = name === null ? number : `${number} · ${name}`;
  const body = `<h1>Statement</h1>
<p><strong>${escapedHtml(named)}</strong>${facts.map((fact) => `<br>${fact}`).join('')}</p>
<p>Sales and returns, ${period} (days in UTC)</p>
<table><thead>${row('th')(HEADERS)}</thead>
<tbody>${bookings.map(cellsOf).map(row('td')).join('\n')}</tbody>
<tfoot>${totalsOf(bookings).map(row('th')).join('\n')}</tfoot></table>`;
  return printPage(`Statement ${number}`, STYLE, body);
}

function cellsOf({ day, returned, leads, price, amount, currency, reason }: Booking): string[] {
  const type = returned ? 'Return' : 'Sale';
  return [day, type, String(leads), price ?? '', amount ?? '', currency ?? '', reason ?? ''];
}

function totalsOf(bookings: readonly Booking[]): string[][] {
  const priced = bookings.filter(({ currency }) => currency !== null);
  return [...Map.groupBy(priced, ({ currency }) => currency ?? '')].flatMap(([currency, all]) => {
    const [returns, sales] = [true, false].map((side) => {
      const some = all.filter(({ returned }) => returned === side);
      return {
        leads: some.reduce((sum, { leads }) => sum + leads, 0),
        cents: some.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0),
      };
    }) as [Sum, Sum];
    const due = { leads: sales.leads - returns.leads, cents: sales.cents - returns.cents };
    return Object.entries({ Sales: sales, Returns: returns, Total: due }).map(([type, { leads, cents }]) => [
      ...['', type, String(leads), '', (cents / 100).toFixed(2), currency, ''],
    ]);
  });
}

interface Sum {
  leads: number;
  cents: number;
}
