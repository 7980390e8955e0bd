import { setImmediate as breathe } from 'node:timers/promises';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { type Bits, bitsAt, bitsOfValues, type Places, slicesOf } from './segment-bits.ts';

/** Bitmaps of one statement: some 4 MB. */
const BITMAPS_AT_ONCE = 1_000;

/** The facts of a segment's leads that bitmaps tell, in SQL over a row of `leads` or of `lead_facets`. */
const VALUES = {
  country: 'country',
  brand: 'brand',
  source: 'source',
  status: 'status',
  tag: 'tags',
  hlr: 'hlr_class::text',
  whatsapp: 'whatsapp_class::text',
  sold: 'is_sold::text',
  number: "CASE WHEN phone IS NULL THEN '' WHEN number_valid THEN 'valid' ELSE 'invalid' END",
  email: '(email IS NOT NULL)::text',
} as const;
/** Those that are numbers. Amounts below zero are found by no filter. */
const NUMBERS = {
  deposit_date: "deposit_date - '0001-01-01'::date",
  amount: 'CASE WHEN deposit_amount >= 0 THEN (deposit_amount * 100)::int8 END',
} as const;
const FACTS = Object.entries({ ...VALUES, ...NUMBERS })
  .map(([name, expression]) => `${expression} AS ${name}`)
  .join(', ');
const LISTS = Object.keys({ ...VALUES, ...NUMBERS })
  .map((name) => `json_agg(${name})::text AS ${name}`)
  .join(', ');

/** Leads from `low` on and before `high`. */
export interface Range {
  low: string;
  high: string;
}

/** A list of each column as JSON, so that they can be parsed one by one. */
type Lists = Record<string, unknown>;
type Value = string | null | string[];

/** Makes a segment of what leads of a range are now. */
export async function writeBitmaps(tx: TenantTransaction, { low, high }: Range): Promise<void> {
  const [read] = await tx.query<Lists & { leads: number; ids: string }>(
    `SELECT count(*)::int AS leads, coalesce(array_agg(id), '{}')::text AS ids, ${LISTS}
     FROM (
       SELECT id, ${FACTS}
       FROM leads WHERE organization_id = $1 AND id >= $2 AND id < $3 AND deleted_at IS NULL ORDER BY id
     ) AS listed`,
    [tx.organizationId, low, high],
  );
  const { leads, ids, ...lists } = read ?? { leads: 0, ids: '{}' };
  await tx.query(
    'INSERT INTO lead_segments (organization_id, low, leads, ids) VALUES ($1, $2, $3, $4::uuid[])',
    [tx.organizationId, low, leads, ids],
  );
  let bitmaps: Bitmap[] = [];
  for (const dimension of Object.keys(VALUES)) {
    await breathe();
    for (const [value, bits] of bitsOfValues(parsed<Value>(lists, dimension), { leads })) {
      bitmaps.push({ dimension, value, bits });
      if (bitmaps.length < BITMAPS_AT_ONCE) continue;
      await addBitmaps(tx, low, bitmaps);
      bitmaps = [];
    }
  }
  await addBitmaps(tx, low, bitmaps);
  for (const dimension of Object.keys(NUMBERS)) {
    await breathe();
    const slices = slicesOf(parsed<number | null>(lists, dimension), { leads });
    await tx.query(
      'INSERT INTO lead_slices (organization_id, dimension, low, slices) VALUES ($1, $2, $3, $4::bit varying[])',
      [tx.organizationId, dimension, low, slices],
    );
  }
}

/** What is known of changes of leads of a segment: lists of what they were and are, in the same order. */
export interface Noted {
  was: Lists;
  isNow: Lists;
  at: number[];
  leads: number;
}

/**
 * The changes of leads of a segment; null where any came or went, so that others have another place.
 */
export async function findChanges(tx: TenantTransaction, { low, high }: Range): Promise<Noted | null> {
  const listed = (facets: 'was' | 'is_now', order: 'ASC' | 'DESC') =>
    tx.query<Lists & { leads: number; at: string; gone: string }>(
      `SELECT (SELECT leads FROM lead_segments WHERE organization_id = $1 AND low = $2) AS leads,
         json_agg(place - 1)::text AS at, json_agg(is_gone)::text AS gone, ${LISTS}
       FROM (
         SELECT place, place IS NULL OR status IS NULL AS is_gone, ${FACTS}
         FROM (
           SELECT DISTINCT ON (lead_id) lead_id, (${facets}).* FROM lead_changes
           WHERE organization_id = $1 AND lead_id >= $2 AND lead_id < $3
           ORDER BY lead_id, entry ${order}
         ) c
         LEFT JOIN (
           SELECT l.* FROM lead_segments s, unnest(s.ids) WITH ORDINALITY AS l (id, place)
           WHERE s.organization_id = $1 AND s.low = $2
         ) p ON p.id = c.lead_id
         ORDER BY lead_id
       ) AS facts`,
      [tx.organizationId, low, high],
    );
  const [[was], [isNow]] = [await listed('was', 'ASC'), await listed('is_now', 'DESC')];
  if (was === undefined || isNow === undefined) return null;
  const gone = parsed<boolean>(was, 'gone');
  if (gone.includes(true) || parsed<boolean>(isNow, 'gone').includes(true)) return null;
  return { was, isNow, at: parsed<number>(was, 'at'), leads: was.leads };
}

/** Puts changes into the bitmaps of a segment: those of other leads stay as they are. */
export async function changeBitmaps(
  tx: TenantTransaction,
  low: string,
  { was, isNow, at, leads }: Noted,
): Promise<void> {
  for (const dimension of Object.keys(VALUES)) {
    const [before, after] = [parsed<Value>(was, dimension), parsed<Value>(isNow, dimension)];
    const changed = changedOf(before, after);
    if (changed.length === 0) continue;
    const places = { at: changed.map((nth) => at[nth] as number), leads };
    const lost = [...new Set(changed.flatMap((nth) => before[nth] ?? []))];
    await clearBits(tx, low, { dimension, values: lost, bits: bitsAt(places.at, leads) });
    const gained = bitsOfValues(
      changed.map((nth) => after[nth] ?? null),
      places,
    );
    await addBitmaps(
      tx,
      low,
      Array.from(gained, ([value, bits]) => ({ dimension, value, bits })),
    );
    await tx.query(
      `DELETE FROM lead_bits WHERE organization_id = $1 AND low = $2 AND dimension = $3 AND value = ANY($4::text[])
         AND bit_count(bits) = 0`,
      [tx.organizationId, low, dimension, lost],
    );
  }
  for (const dimension of Object.keys(NUMBERS)) {
    const after = parsed<number | null>(isNow, dimension);
    const changed = changedOf(parsed<number | null>(was, dimension), after);
    if (changed.length === 0) continue;
    const places = { at: changed.map((nth) => at[nth] as number), leads };
    const numbers = changed.map((nth) => after[nth] ?? null);
    await changeSlices(tx, low, { dimension, places, slices: slicesOf(numbers, places) });
  }
}

function parsed<T>(lists: Lists, column: string): T[] {
  const text = lists[column];
  return typeof text === 'string' ? JSON.parse(text) : [];
}

/** Where two lists differ. */
function changedOf(before: readonly unknown[], after: readonly unknown[]): number[] {
  return [...before.keys()].filter((nth) => JSON.stringify(before[nth]) !== JSON.stringify(after[nth]));
}

interface Bitmap {
  dimension: string;
  value: string;
  bits: Bits;
}

async function addBitmaps(tx: TenantTransaction, low: string, bitmaps: readonly Bitmap[]): Promise<void> {
  await tx.query(
    `INSERT INTO lead_bits (organization_id, low, dimension, value, bits)
     SELECT $1, $2, b.* FROM unnest($3::text[], $4::text[], $5::bit varying[]) AS b
     ON CONFLICT (organization_id, dimension, value, low) DO UPDATE SET bits = lead_bits.bits | excluded.bits`,
    [
      tx.organizationId,
      low,
      bitmaps.map(({ dimension }) => dimension),
      bitmaps.map(({ value }) => value),
      bitmaps.map(({ bits }) => bits),
    ],
  );
}

async function clearBits(
  tx: TenantTransaction,
  low: string,
  { dimension, values, bits }: { dimension: string; values: string[]; bits: Bits },
): Promise<void> {
  await tx.query(
    `UPDATE lead_bits SET bits = bits & ~$5::bit varying
     WHERE organization_id = $1 AND low = $2 AND dimension = $3 AND value = ANY($4::text[])`,
    [tx.organizationId, low, dimension, values, bits],
  );
}

async function changeSlices(
  tx: TenantTransaction,
  low: string,
  { dimension, places, slices }: { dimension: string; places: Required<Places>; slices: Bits[] },
): Promise<void> {
  const none = bitsAt([], places.leads);
  await tx.query(
    `UPDATE lead_slices SET slices = ARRAY(
       SELECT coalesce(held, $6) & ~$5::bit varying | coalesce(come, $6)
       FROM unnest(slices, $4::bit varying[]) WITH ORDINALITY AS digits (held, come, nth) ORDER BY nth)
     WHERE organization_id = $1 AND low = $2 AND dimension = $3`,
    [tx.organizationId, low, dimension, slices, bitsAt(places.at, places.leads), none],
  );
}
