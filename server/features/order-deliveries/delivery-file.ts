import { createHash } from 'node:crypto';
import { csvHeader, csvRecord } from '#packages/tabular/tabular.ts';
import type { MappedField } from '#contract/order-delivery.ts';
import { sentValues } from '../../lead/order-deliveries/sent-values.ts';
import type { ClaimedDelivery } from './claim-writes.ts';
import { maskedValues } from './masked-values.ts';

const NUMBER_DIGITS = 6;

/** A column of a buyer's file. */
export interface FileColumn {
  header: string;
  field: string;
}

/** Leads as a CSV file, and each as a file of its own for the log. */
export interface DeliveryFile {
  name: string;
  bytes: Buffer;
  rowOf(delivery: ClaimedDelivery): { shown: string; masked: string };
}

/** Returns the file of deliveries; the same ones have the same name. */
export function deliveryFile(
  deliveries: readonly ClaimedDelivery[],
  columns: readonly FileColumn[],
  { name, timeZone, at }: { name: string; timeZone: string; at: Date },
): DeliveryFile {
  const fields: MappedField[] = columns.map(({ header, field }) => ({ to: header, from: field }));
  const cellsOf = ({ id, soldAt, price, currency, lead }: ClaimedDelivery) =>
    sentValues(fields, lead, { deliveryId: id, soldAt, price, currency, timeZone });
  const record = (values: ReturnType<typeof cellsOf>) => csvRecord(values.map(({ value }) => String(value ?? '')));
  const header = csvHeader(columns.map((column) => column.header));
  const rows = deliveries.map((delivery) => record(cellsOf(delivery)));
  return {
    name: datedName(name, deliveries, { timeZone, at }),
    bytes: Buffer.concat([header, Buffer.from(rows.join(''))]),
    rowOf: (delivery) => ({
      shown: record(cellsOf(delivery)),
      masked: record(maskedValues(fields, cellsOf(delivery))),
    }),
  };
}

/** `leads.csv` becomes `leads-2026-01-31-123456.csv`. */
function datedName(
  name: string,
  deliveries: readonly ClaimedDelivery[],
  { timeZone, at }: { timeZone: string; at: Date },
): string {
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);
  const hash = createHash('sha256').update(deliveries.map(({ id }) => id).join());
  const number = String(hash.digest().readUInt32BE(0) % 10 ** NUMBER_DIGITS).padStart(NUMBER_DIGITS, '0');
  const dot = name.lastIndexOf('.');
  const [base, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  return `${base}-${date}-${number}${ending}`;
}
