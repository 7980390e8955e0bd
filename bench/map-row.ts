// Measures the rows mapped per second on one core: 19 columns of a made-up deposit file, with and without its
// phone column.
import { cpus } from 'node:os';
import type { Row } from '#packages/tabular/tabular.ts';
import { createMapper } from '#server/features/imports/mapping/map-row.ts';
import { readPhone } from '#server/lead/phones/read-phone.ts';
import { createStyleInference, inferableColumns } from '#server/lead/values/column-types.ts';

const ROWS = 40_000;
const MAPPING: Record<string, string> = {
  First: 'firstName',
  Last: 'lastName',
  Email: 'email',
  Phone: 'phone',
  Carrier: 'carrier',
  Country: 'country',
  City: 'city',
  Address: 'address',
  Zip: 'postcode',
  IP: 'ip',
  Brand: 'brand',
  Currency: 'currency',
  Amount: 'depositAmount',
  Date: 'depositDate',
  Source: 'source',
  Affiliate: 'affiliate',
  HLR: 'hlr',
  Status: 'status',
  Tags: 'tags',
};
const COUNTRIES = [
  ['GB', '020 7946 ', 'United Kingdom'],
  ['US', '(504) 621-', 'USA'],
  ['DE', '030 9018 ', 'Deutschland'],
] as const;

function makeRow(at: number): Row {
  const [, prefix, country] = COUNTRIES[at % COUNTRIES.length] ?? COUNTRIES[0];
  const four = String(at % 10_000).padStart(4, '0');
  const place = [
    country,
    'Some City',
    `${at} High Street`,
    `${10_000 + (at % 90_000)}`,
    `10.${at % 256}.0.1`,
  ];
  const money = [
    'Brand A',
    'USD',
    `$${at % 10},${100 + (at % 900)}.50`,
    `${1 + (at % 28)}/0${1 + (at % 9)}/2024`,
  ];
  const rest = ['campaign', `aff-${at % 50}`, 'Active', 'New', 'hot; may'];
  const person = [`First${at}`, `Last${at}`, `Lead.${at}@Example.com`, prefix + four, 'Operator'];
  return { number: at + 2, cells: [...person, ...place, ...money, ...rest] };
}

function rate(name: string, count: number, work: () => void): void {
  work();
  const started = performance.now();
  work();
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(`${name.padEnd(34)} ${Math.round(count / seconds).toLocaleString('en')}/s\n`);
}

const columns = Object.keys(MAPPING);
const rows = Array.from({ length: ROWS }, (_, at) => makeRow(at));
const { Phone: _phone, ...withoutPhone } = MAPPING;

function inferTypes(mapping: Record<string, string>) {
  const inference = createStyleInference(columns, inferableColumns(mapping, []));
  inference.observe(rows);
  return inference.result();
}

function mapAll(mapping: Record<string, string>): void {
  const options = { defaultCountry: null, countryFromPhone: true };
  const columnTypes = inferTypes(mapping);
  const map = createMapper({
    columns,
    mapping,
    customFields: [],
    mode: 'create',
    options,
    manualTags: [],
    columnTypes,
  });
  let clean = 0;
  for (const row of rows) if (map(row).problems.length === 0) clean += 1;
  if (clean !== ROWS) throw new Error(`${ROWS - clean} rows had problems that should have none`);
}

process.stdout.write(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, ${ROWS} rows\n`);
rate('rows mapped, 18 columns, no phone', ROWS, () => mapAll(withoutPhone));
rate('rows mapped, 19 columns', ROWS, () => mapAll(MAPPING));
rate('rows with inferred types, 2 columns', ROWS, () => void inferTypes(MAPPING));
rate('phones read, national', ROWS, () => {
  for (const [at, { cells }] of rows.entries()) readPhone(cells[3] ?? '', COUNTRIES[at % 3]?.[0] ?? null);
});
