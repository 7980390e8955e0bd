import { FILTERED_FIELDS, type FilteredField } from '#contract/lead-fields.ts';
import { INSERTED, insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { checkClass } from './check-class.ts';

/** Reading fewer costs less than rewriting rows. */
const ENTRIES_LEFT = 8;

/** Key of the lock that admits one server at a time. */
const COMPACTION = "hashtextextended('lead_stats:' || $1, 0)";

/** SQL of the texts, by dimension, by which leads are counted and filtered; `row` is a lead or its former values in the change log. */
export function textValuesOf(row: string): string {
  return `(
    SELECT * FROM (VALUES ('country', ${row}.country), ('brand', ${row}.brand), ('source', ${row}.source), ('status', ${row}.status)) AS f
    UNION ALL SELECT 'tag', unnest(${row}.tags)
  )`;
}

const COUNTED = '(s.total <> 0 OR s.valid <> 0 OR s.qualified <> 0)';
/** Whether a lead in the bin has the value of entry `s`: filters of the bin find its spelling here. */
const IN_BIN = `EXISTS (
       SELECT FROM leads l CROSS JOIN LATERAL ${textValuesOf('l')} AS b (dimension, value)
       WHERE l.organization_id = $1 AND l.deleted_at IS NOT NULL AND b.dimension = s.dimension AND b.value = s.value
     )`;

/** Merges the entries of values that have at least `least`. Readers sum entries and writers append, so counts stay and no one waits. */
export async function compactCounts(tx: TenantTransaction, least = ENTRIES_LEFT): Promise<void> {
  const [lock] = await tx.query<{ held: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${COMPACTION}) AS held`,
    [tx.organizationId],
  );
  if (lock?.held !== true) return;
  await tx.query(
    `WITH many AS (
       SELECT dimension, value FROM lead_stats WHERE organization_id = $1
       GROUP BY dimension, value HAVING count(*) >= $3
     ), gone AS (
       DELETE FROM lead_stats s USING many m
       WHERE s.organization_id = $1 AND s.dimension = m.dimension AND s.value = m.value
       RETURNING s.dimension, s.value, s.total, s.valid, s.qualified
     ),
     summed AS (
       SELECT dimension, value, sum(total) AS total, sum(valid) AS valid, sum(qualified) AS qualified FROM gone GROUP BY dimension, value
     )
     INSERT INTO lead_stats (organization_id, entry, dimension, value, total, valid, qualified)
     SELECT $1::uuid, $2::uuid, dimension, value, total, valid, qualified FROM summed s WHERE ${COUNTED}
     UNION ALL
     SELECT $1::uuid, $2::uuid, dimension, value, total, valid, qualified FROM summed s WHERE NOT ${COUNTED} AND ${IN_BIN} ${INSERTED}`,
    [tx.organizationId, newId(), least],
  );
}

/** Removes the values that no lead has any more, in the bin or out of it, which may name a person. Waits for a compaction under way. */
export async function removeEmptyCounts(
  tx: Pick<TenantTransaction, 'query' | 'organizationId'>,
): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${COMPACTION})`, [tx.organizationId]);
  await tx.query(
    `DELETE FROM lead_stats s USING (
       SELECT dimension, value FROM lead_stats WHERE organization_id = $1
       GROUP BY dimension, value HAVING sum(total) = 0 AND sum(valid) = 0 AND sum(qualified) = 0
     ) AS empty
     WHERE s.organization_id = $1 AND s.dimension = empty.dimension AND s.value = empty.value AND NOT ${IN_BIN}`,
    [tx.organizationId],
  );
}

/** Fields of a lead that the counts depend on. */
export interface CountedLead
  extends Partial<Record<Exclude<FilteredField['key'], 'status'>, string | null | undefined>> {
  phone?: string | null | undefined;
  numberValid: boolean;
  status: string;
  isSold?: boolean | undefined;
  hlr?: string | null | undefined;
  whatsapp?: string | null | undefined;
  tags: readonly string[];
}

/** Fields that leads can be filtered by; each is a dimension. */
const FIELDS = FILTERED_FIELDS.map(({ key }) => key);
const DIMENSIONS = ['all', ...FIELDS, 'sold', 'hlr', 'whatsapp', 'number', 'tag', 'created'] as const;

/** Dimension by which leads are counted. */
export type StatDimension = (typeof DIMENSIONS)[number];

const QUALIFIED = 'qualified';
/** For leads that the transaction inserts: only PostgreSQL knows the day. */
const THIS_DAY = '';
/** Stored values of the classes that `checkClass` returns. */
const CLASS_NAMES = ['0', '1', '2'] as const;

interface Entry {
  total: number;
  valid: number;
  qualified: number;
}

function noEntries(): Record<StatDimension, Map<string, Entry>> {
  const entries = DIMENSIONS.map((dimension) => [dimension, new Map<string, Entry>()]);
  return Object.fromEntries(entries) as Record<StatDimension, Map<string, Entry>>;
}

/** Changes to the counts of leads outside the trash, written with the leads. */
export class LeadCounts {
  private readonly entries = noEntries();

  /** Returns an independent copy. */
  copy(): LeadCounts {
    const copy = new LeadCounts();
    for (const dimension of DIMENSIONS) {
      for (const [value, entry] of this.entries[dimension]) copy.entries[dimension].set(value, { ...entry });
    }
    return copy;
  }

  add(lead: CountedLead): void {
    this.count(lead, 1);
  }

  /** Discounts a lead that was removed. */
  remove(lead: CountedLead): void {
    this.count(lead, -1);
  }

  /** Counts a lead that the same transaction inserts. */
  addNew(lead: CountedLead): void {
    this.add(lead);
    move(this.entries.created, THIS_DAY, 1, 0, 0);
  }

  /** Discounts a lead counted by `addNew` that was not inserted after all. */
  removeNew(lead: CountedLead): void {
    this.remove(lead);
    move(this.entries.created, THIS_DAY, -1, 0, 0);
  }

  /** Counts a lead that leaves the trash. */
  restore(lead: CountedLead, createdAt: Date): void {
    this.add(lead);
    move(this.entries.created, dayOf(createdAt), 1, 0, 0);
  }

  /** Discounts a lead that goes to the trash. */
  trash(lead: CountedLead, createdAt: Date): void {
    this.remove(lead);
    move(this.entries.created, dayOf(createdAt), -1, 0, 0);
  }

  /** Never waits for another writer. */
  async write(tx: TenantTransaction): Promise<void> {
    const columns = this.take();
    if (columns[1].length === 0) return;
    await tx.query(
      insertSelected(`INSERT INTO lead_stats (organization_id, entry, dimension, value, total, valid, qualified)
       ${countsFrom('$1', '$2', ['$3', '$4', '$5', '$6', '$7'])}`),
      [tx.organizationId, ...columns],
    );
  }

  /** Returns and clears the changes: id of the entry, then dimension, value, total, valid and qualified. */
  take(): [string, StatDimension[], string[], number[], number[], number[]] {
    const moved = DIMENSIONS.flatMap((dimension) =>
      [...this.entries[dimension]].flatMap(([value, entry]) =>
        isMoved(entry) ? { dimension, value, ...entry } : [],
      ),
    );
    for (const dimension of DIMENSIONS) this.entries[dimension].clear();
    return [
      newId(),
      moved.map(({ dimension }) => dimension),
      moved.map(({ value }) => value),
      moved.map(({ total }) => total),
      moved.map(({ valid }) => valid),
      moved.map(({ qualified }) => qualified),
    ];
  }

  private count(lead: CountedLead, sign: 1 | -1): void {
    const { entries } = this;
    const valid = lead.numberValid ? sign : 0;
    const qualified = isQualified(lead.status) ? sign : 0;
    move(entries.all, '', sign, valid, qualified);
    for (const field of FIELDS) move(entries[field], lead[field] ?? '', sign, valid, qualified);
    move(entries.sold, lead.isSold === true ? 'true' : 'false', sign, valid, qualified);
    move(entries.hlr, CLASS_NAMES[checkClass(lead.hlr)], sign, valid, qualified);
    move(entries.whatsapp, CLASS_NAMES[checkClass(lead.whatsapp)], sign, valid, qualified);
    move(entries.number, numberKind(lead), sign, valid, qualified);
    for (const tag of lead.tags) move(entries.tag, tag, sign, valid, qualified);
  }
}

/** SELECT of what `LeadCounts.take` returned; parameters of the organization, the entry and the columns. */
export function countsFrom(organization: string, entry: string, columns: readonly string[]): string {
  const types = ['text', 'text', 'int8', 'int8', 'int8'];
  const given = columns.map((column, at) => `${column}::${types[at]}[]`).join(', ');
  return `SELECT ${organization}, ${entry}, dimension,
      CASE WHEN dimension = 'created' AND value = '${THIS_DAY}' THEN ${daySql('now()')} ELSE value END, total, valid, qualified
    FROM unnest(${given}) AS e (dimension, value, total, valid, qualified)`;
}

/** UTC day, as in the dimension `created`. */
export function daySql(time: string): string {
  return `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function move(
  entries: Map<string, Entry>,
  value: string,
  total: number,
  valid: number,
  qualified: number,
): void {
  const entry = entries.get(value);
  if (entry === undefined) {
    entries.set(value, { total, valid, qualified });
    return;
  }
  entry.total += total;
  entry.valid += valid;
  entry.qualified += qualified;
}

function isQualified(status: string): boolean {
  return status.length === QUALIFIED.length && status.toLowerCase() === QUALIFIED;
}

function numberKind({ phone, numberValid }: CountedLead): string {
  if (phone === null || phone === undefined) return '';
  return numberValid ? 'valid' : 'invalid';
}

function isMoved({ total, valid, qualified }: Entry): boolean {
  return total !== 0 || valid !== 0 || qualified !== 0;
}
