import { FILTERED_FIELDS } from '#contract/lead-fields.ts';
import { INSERTED } from '../../platform/db/insert-selected.ts';
import { daySql } from './stat-writes.ts';

/** A dimension of the counts, and the columns whose change moves a lead between its values. */
interface CountedDimension {
  key: string;
  columns: readonly string[];
  was: string;
  now: string;
  differs: string;
}

function dimension(key: string, columns: readonly string[], was: string, now: string): CountedDimension {
  return { key, columns, was, now, differs: `${was} IS DISTINCT FROM ${now}` };
}

const FIELDS = FILTERED_FIELDS.filter(({ key }) => key !== 'status');

/** A lead may have several values. */
const TAGS: CountedDimension = {
  ...{ key: 'tag', columns: ['tags'] },
  ...{ was: 'unnest(was_tags)', now: 'unnest(tags)', differs: 'was_tags <> tags' },
};

/** Dimensions that a change leaves alone are summed up in one pass. */
const GROUPED: readonly CountedDimension[] = [
  dimension('status', ['status'], 'was_status', 'status'),
  dimension('sold', ['is_sold'], 'was_sold::text', 'sold::text'),
  dimension('number', ['phone', 'number_valid'], 'was_number', 'number'),
  ...FIELDS.map(({ key, column }) =>
    dimension(key, [column], `coalesce(was_${column}, '')`, `coalesce(${column}, '')`),
  ),
  ...['hlr', 'whatsapp'].map((check) =>
    dimension(check, [check], `was_${check}_class::text`, `${check}_class::text`),
  ),
];

/** A lead added, removed or changed in qualification or validity of its phone moves all its counts. */
const MOVES_ALL = ['deleted_at', 'status', 'number_valid'];

function assigns(set: readonly string[], columns: readonly string[]): boolean {
  const assigned = set.join(', ');
  return columns.some((column) => new RegExp(`\\b${column} = `).test(assigned));
}

/**
 * Updates counts within a statement on many leads, whose CTE `changed` has a row a lead with `countedOfChanged`. `entry` is a parameter, a
 * UUID made for this write. A test compares it with `LeadCounts` and count(*).
 * @param set assignments of the statement, which decide what it can move
 */
export function countsOfChanged(entry: string, set: readonly string[]): string {
  return `INSERT INTO lead_stats (organization_id, dimension, value, entry, total, valid, qualified)
    SELECT $1, dimension, value, ${entry}::uuid, sum(total), sum(valid), sum(qualified)
    FROM (${moved(set).join(' UNION ALL ')}) AS moved (dimension, value, total, valid, qualified)
    GROUP BY dimension, value
    HAVING sum(total) <> 0 OR sum(valid) <> 0 OR sum(qualified) <> 0 ${INSERTED}`;
}

/** `b` before, `l` after. */
export function countedOfChanged(set: readonly string[]): string {
  const fields = FIELDS.filter(({ column }) => assigns(set, [...MOVES_ALL, column]));
  return [COUNTED, ...fields.map(({ column }) => `b.${column} AS was_${column}, l.${column}`)].join(', ');
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
const TAKEN = '-1, -was_valid, -was_qualified';
/** Amounts added to the counts of the new value. */
const ADDED = '1, valid, qualified';
const NONE = "SELECT '', '', 0, 0, 0 WHERE false";

function moved(set: readonly string[]): string[] {
  const written = ({ columns }: CountedDimension): boolean => assigns(set, columns);
  if (!assigns(set, MOVES_ALL)) return [NONE, ...[TAGS, ...GROUPED].filter(written).flatMap(movedValues)];
  const kept = GROUPED.filter((one) => !written(one));
  return [
    ...[TAGS, ...GROUPED.filter(written)].flatMap(movedValues),
    `SELECT 'created', ${daySql('created_at')}, live - was_live, 0, 0 FROM changed WHERE live <> was_live`,
    `SELECT CASE 0 ${kept.map(({ key }) => `WHEN grouping("${key}") THEN '${key}'`).join(' ')} ELSE 'all' END,
      coalesce(${kept.map(({ key }) => `"${key}"`).join(', ')}, ''),
      sum(live - was_live), sum(live * valid - was_live * was_valid), sum(live * qualified - was_live * was_qualified)
    FROM (
      SELECT ${kept.map(({ key, now }) => `${now} AS "${key}", `).join('')} valid, was_valid, live, was_live, qualified, was_qualified
      FROM changed WHERE everywhere
    ) AS everywhere
    GROUP BY GROUPING SETS (${kept.map(({ key }) => `("${key}"), `).join('')}())`,
  ];
}

/** Leads leave their old values and come to their new ones. */
function movedValues({ key, was, now, differs }: CountedDimension): string[] {
  const from = `FROM changed WHERE (everywhere OR ${differs})`;
  return [
    `SELECT '${key}', ${was}, ${TAKEN} ${from} AND was_live = 1`,
    `SELECT '${key}', ${now}, ${ADDED} ${from} AND live = 1`,
  ];
}

/** Returns the SQL of a lead's value in the dimension `number`. */
function numberOf(lead: 'b' | 'l'): string {
  return `CASE WHEN ${lead}.phone IS NULL THEN '' WHEN ${lead}.number_valid THEN 'valid' ELSE 'invalid' END`;
}
