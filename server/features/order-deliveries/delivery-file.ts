import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { Lead } from '#contract/leads.ts';
import { csvHeader, csvRecord } from '#packages/tabular/tabular.ts';
import { formatValue } from '../../lead/order-deliveries/format-value.ts';
import { type SoldColumn, soldCell } from '../../lead/sales/sold-column-reads.ts';

const HASH_CHARACTERS = 8;

/** Returns sold leads as CSV. */
export function leadsCsv(columns: readonly SoldColumn[], leads: readonly Lead[]): Buffer {
  const records = leads.map((lead) => csvRecord(columns.map(({ field }) => soldCell(lead, field))));
  return Buffer.concat([csvHeader(columns.map(({ label }) => label)), Buffer.from(records.join(''))]);
}

/**
 * Returns the name of a file: the day of its last sale and a short hash go before the ending. The same leads have the same name, so that
 * a repeat is recognized.
 */
export function deliveryFileName(
  name: string,
  { bytes, soldAt, timeZone }: { bytes: Buffer; soldAt: readonly Date[]; timeZone: string },
): string {
  const last = new Date(Math.max(...soldAt.map((time) => time.getTime())));
  const day = formatValue(last.toISOString(), 'date:YYYY-MM-DD', { country: null, timeZone });
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_CHARACTERS);
  const { name: base, ext } = posix.parse(name);
  return `${base}-${day}-${hash}${ext}`;
}
