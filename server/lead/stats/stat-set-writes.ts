import { FILTERED_FIELDS } from '#contract/lead-fields.ts';
import { INSERTED } from '../../platform/db/insert-selected.ts';
import { daySql } from './stat-writes.ts';

/** The status, which most bulk changes write, is handled separately. */
const FIELDS = FILTERED_FIELDS.filter(({ key }) => key !== 'status');

/**
 * Updates counts within a statement on many leads, whose CTE `changed` has a row a lead with `countedOfChanged`. `entry` is a parameter, a
 * UUID made for this write. A test compares it with `LeadCounts` and count(*).
 * @param columns columns that the statement writes, at least those of filtered fields
 */
export function countsOfChanged(entry: string, columns: readonly string[] = []): string {
  return `INSERT INTO lead_stats (organization_id, dimension, value, entry, total, valid, qualified)
    SELECT $1, dimension, value, ${entry}::uuid, sum(total), sum(valid), sum(qualified)
    FROM (${moved(columns)}) AS moved (dimension, value, total, valid, qualified)
    GROUP BY dimension, value
    HAVING sum(total) <> 0 OR sum(valid) <> 0 OR sum(qualified) <> 0 ${INSERTED}`;
}

/** `b` before, `l` after. */
export function countedOfChanged(columns: readonly string[] = []): string {
  const written = FIELDS.filter(({ column }) => columns.includes(column));
  return [
    COUNTED,
    ...FIELDS.map(({ column }) => `l.${column}`),
    ...written.map(({ column }) => `b.${column} AS was_${column}`),
  ].join(', ');
}

const COUNTED = `${numberOf('b')} AS was_number, ${numberOf('l')} AS number,
  b.number_valid::int AS was_valid, l.number_valid::int AS valid,
  b.hlr_class AS was_hlr_class, l.hlr_class, b.whatsapp_class AS was_whatsapp_class, l.whatsapp_class, l.created_at, b.status AS was_status, l.status AS status, b.is_sold AS was_sold, l.is_sold AS sold,
  b.tags AS was_tags, l.tags AS tags, (b.deleted_at IS NULL)::int AS was_live, (l.deleted_at IS NULL)::int AS live,
  (lower(b.status) = 'qualified')::int AS was_qualified, (lower(l.status) = 'qualified')::int AS qualified,
  (b.deleted_at IS NULL) <> (l.deleted_at IS NULL)
    OR (lower(b.status) = 'qualified') <> (lower(l.status) = 'qualified')
    OR b.number_valid <> l.number_valid AS everywhere`;

/** Amounts subtracted from the counts of the old value. */
const TAKEN = '-was_live, -was_live * was_valid, -was_live * was_qualified';
/** Amounts added to the counts of the new value. */
const ADDED = 'live, live * valid, live * qualified';

// A lead added, removed or changed in qualification or validity of its phone affects all its counts; others those of changed values.
function moved(columns: readonly string[]): string {
  const written = FIELDS.filter(({ column }) => columns.includes(column));
  const kept = FIELDS.filter(({ column }) => !columns.includes(column));
  return `
  SELECT 'status', was_status, ${TAKEN} FROM changed WHERE everywhere OR was_status <> status
  UNION ALL SELECT 'status', status, ${ADDED} FROM changed WHERE everywhere OR was_status <> status
  UNION ALL SELECT 'sold', was_sold::text, ${TAKEN} FROM changed WHERE everywhere OR was_sold <> sold
  UNION ALL SELECT 'sold', sold::text, ${ADDED} FROM changed WHERE everywhere OR was_sold <> sold
  UNION ALL SELECT 'number', was_number, ${TAKEN} FROM changed WHERE everywhere OR was_number <> number
  UNION ALL SELECT 'number', number, ${ADDED} FROM changed WHERE everywhere OR was_number <> number
  UNION ALL SELECT 'tag', unnest(was_tags), ${TAKEN} FROM changed WHERE everywhere OR was_tags <> tags
  UNION ALL SELECT 'tag', unnest(tags), ${ADDED} FROM changed WHERE everywhere OR was_tags <> tags
  ${['hlr', 'whatsapp'].map(movedClass).join('\n  ')}
  ${written.map(movedField).join('\n  ')}
  UNION ALL SELECT 'created', ${daySql('created_at')}, live - was_live, 0, 0 FROM changed WHERE live <> was_live
  UNION ALL
  SELECT
    CASE 0 ${kept.map(({ key, column }) => `WHEN grouping(${column}) THEN '${key}'`).join(' ')}
      WHEN grouping(hlr) THEN 'hlr' WHEN grouping(whatsapp) THEN 'whatsapp' ELSE 'all' END,
    coalesce(${[...kept.map(({ column }) => column), 'hlr', 'whatsapp'].join(', ')}, ''),
    sum(live - was_live), sum(live * valid - was_live * was_valid), sum(live * qualified - was_live * was_qualified)
  FROM (
    SELECT ${kept.map(({ column }) => `coalesce(${column}, '') AS ${column}, `).join('')}
      hlr_class::text AS hlr, whatsapp_class::text AS whatsapp,
      valid, was_valid, live, was_live, qualified, was_qualified
    FROM changed WHERE everywhere
  ) AS everywhere
  GROUP BY GROUPING SETS (${kept.map(({ column }) => `(${column}), `).join('')}(hlr), (whatsapp), ())`;
}

/** Counts the values of a field that the statement writes. */
function movedField({ key, column }: (typeof FIELDS)[number]): string {
  const from = `FROM changed WHERE everywhere OR was_${column} IS DISTINCT FROM ${column}`;
  return `UNION ALL SELECT '${key}', coalesce(was_${column}, ''), ${TAKEN} ${from}
  UNION ALL SELECT '${key}', coalesce(${column}, ''), ${ADDED} ${from}`;
}

/** Counts the class of a number check that moved alone; the others are counted with everything of their leads. */
function movedClass(check: string): string {
  const moved = `FROM changed WHERE NOT everywhere AND was_${check}_class <> ${check}_class`;
  return `UNION ALL SELECT '${check}', was_${check}_class::text, ${TAKEN} ${moved}
  UNION ALL SELECT '${check}', ${check}_class::text, ${ADDED} ${moved}`;
}

/** Returns the SQL of a lead's value in the dimension `number`. */
function numberOf(lead: 'b' | 'l'): string {
  return `CASE WHEN ${lead}.phone IS NULL THEN '' WHEN ${lead}.number_valid THEN 'valid' ELSE 'invalid' END`;
}
