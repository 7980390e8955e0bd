import { createHash } from 'node:crypto';
import type { Customer } from '#contract/customers.ts';
import { csvHeader, csvRecord } from '#packages/tabular/tabular.ts';
import type { DeliveryPeriod } from './delivery-reads.ts';
import type { Booking } from './statement-reads.ts';

const HEADERS = ['Date', 'Type', 'Leads', 'Price', 'Amount', 'Currency', 'Reason'];
const STYLE = `body{font:14px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
table{width:100%;border-collapse:collapse;margin:1.5rem 0}
th,td{padding:.3rem .5rem;text-align:left;border-bottom:1px solid #ccc;font-variant-numeric:tabular-nums}
th:nth-child(n+3):nth-child(-n+5),td:nth-child(n+3):nth-child(-n+5){text-align:right}
tr{break-inside:avoid}`;

/** Allows nothing but the style of the page. */
export const STATEMENT_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

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
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  const facts = [contact, email, phone].filter((fact) => fact !== null).map(escaped);
  const period = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ') || 'all sales';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Statement ${escaped(number)}</title><style>${STYLE}</style></head>
<body><h1>Statement</h1>
<p><strong>${escaped(name === null ? number : `${number} · ${name}`)}</strong>${facts.map((fact) => `<br>${fact}`).join('')}</p>
<p>Sales and returns, ${period} (days in UTC)</p>
<table><thead>${row('th')(HEADERS)}</thead>
<tbody>${bookings.map(cellsOf).map(row('td')).join('\n')}</tbody>
<tfoot>${totalsOf(bookings).map(row('th')).join('\n')}</tfoot></table>
</body></html>
`;
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

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
