import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type pg from 'pg';
import type { FieldKind } from '#contract/field-spec.ts';
import { LEAD_FIELDS, type LeadField } from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { ColumnKind } from '#packages/tabular/tabular.ts';
import type { CustomField } from '../../lead/custom-fields/reads.ts';
import { clause, ids as findIds } from '../../lead/index/finder.ts';
import { literalOf, withLiterals } from '../../platform/db/literals.ts';
import { sqlFor } from '../../platform/db/query-builder.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** A column of an export. */
export interface ExportColumn {
  header: string;
  kind: ColumnKind;
  /** The cell's text, in SQL over a row of leads; null where a lead has none. */
  expression: string;
  /** Whether a spreadsheet could take the cell for a formula. */
  isRisky: boolean;
}

/** What a statement of ids begins with, before the cells take their place. */
const SELECT_ID = 'select "id" ';
/** Their cells begin with a letter, a digit or a colon. */
const SAFE_KINDS: ReadonlySet<FieldKind> = new Set(['id', 'boolean', 'date', 'datetime', 'ip']);
/** Up to so many rows their ids are found first, and sorted. Of more, all leads are read in the order of an index. */
const SORTED_ROWS = 50_000;

/** The columns of an export, in its order: the fields of a lead, then the custom ones. */
export function exportColumns(customFields: readonly CustomField[]): ExportColumn[] {
  return [
    ...LEAD_FIELDS.map((field) => ({
      header: field.label,
      kind: kindOf(field),
      expression: fieldText(field),
      isRisky: !SAFE_KINDS.has(field.kind),
    })),
    ...customFields.map(({ name, type }) => ({
      header: name,
      kind: type === 'number' || type === 'date' ? type : ('text' as const),
      expression: customText(name, type),
      isRisky: true,
    })),
  ];
}

/**
 * The COPY statement that writes the newest `rows` leads that match, in CSV (RFC 4180, save that records end in LF) or
 * in COPY's own text format. In CSV every risky cell is guarded, in text format those of kind `text` alone: where numbers are
 * told from text no spreadsheet runs them.
 */
export function copyStatement(
  columns: readonly ExportColumn[],
  leads: RawBuilder<SqlBool>,
  { rows, format }: { rows: number; format: 'csv' | 'text' },
): string {
  const matched = sqlFor.selectFrom('leads').select('id').where(leads).orderBy('id', 'desc').limit(rows);
  const cells = columns.map(({ kind, expression, isRisky }) =>
    isRisky && (format === 'csv' || kind === 'text') ? guarded(expression) : expression,
  );
  const options = `FORMAT ${format}, NULL '', ENCODING 'UTF8'`;
  // The cells are put in last: what they hold is no parameter, whatever it looks like.
  const from = withLiterals(matched).slice(SELECT_ID.length);
  return `COPY (SELECT ${cells.join(', ')} ${from}) TO STDOUT WITH (${options})`;
}

/**
 * Makes the transaction see one moment, and change nothing; has to be its first statement. Answers the process of the
 * connection, by which its reading can be cancelled.
 */
export async function beginSnapshot(tx: TenantTransaction): Promise<number> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return row?.pid ?? 0;
}

/** Returns the WHERE clause of the newest `rows` leads that match, and prepares the transaction for reading them in order. */
export async function selectLeads(
  tx: TenantTransaction,
  filter: LeadFilter,
  rows: number,
): Promise<RawBuilder<SqlBool>> {
  // One process keeps up with any client; more would take the cores from those who work meanwhile.
  await tx.query('SET LOCAL max_parallel_workers_per_gather = 0');
  if (rows <= SORTED_ROWS) {
    const ids = await findIds(tx, filter, { limit: rows });
    return sql`organization_id = ${tx.organizationId} and id = any(${`{${ids.join()}}`}::uuid[])`;
  }
  await tx.query('SET LOCAL enable_sort = off');
  return clause(tx, filter);
}

/** Ends what the process of `pid` reads, if it still does. */
export async function cancelReading(app: pg.Pool, pid: number): Promise<void> {
  await app.query('SELECT pg_cancel_backend($1)', [pid]);
}

function kindOf({ kind }: LeadField): ColumnKind {
  if (kind === 'amount') return 'number';
  return kind === 'date' ? 'date' : 'text';
}

function fieldText({ column, kind }: LeadField): string {
  if (kind === 'tags') return `array_to_string(${column}, ', ')`;
  if (kind === 'datetime') return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return kind === 'boolean' || kind === 'amount' ? `${column}::text` : column;
}

/**
 * Rule: a number with three decimals, such as 1.234, gets a zero behind: alone in its column it would be read as
 * grouped thousands.
 */
function customText(name: string, type: CustomField['type']): string {
  const value = `(custom_data ->> ${literalOf(name)})`;
  if (type !== 'number') return value;
  return `(${value} || CASE WHEN ${value} ~ '^-?[1-9]\\d{0,2}\\.\\d{3}$' THEN '0' ELSE '' END)`;
}

/**
 * Rule: a cell that begins with = + - @, tab or CR gets an apostrophe, so that no spreadsheet runs it, unless it is a
 * number in E.164; one that begins with apostrophes before such a character gets one more, so that an import can take
 * exactly one away. Those that begin with a letter or a digit, nearly all, are told by one or two comparisons of bytes.
 */
function guarded(text: string): string {
  return `CASE WHEN ${text} COLLATE "C" >= 'A' THEN ${text}
    WHEN ${text} COLLATE "C" >= '0' AND ${text} COLLATE "C" < ':' THEN ${text}
    WHEN ${text} ~ '^''*[=+@\\t\\r-]' AND ${text} !~ '^\\+[1-9]\\d{6,14}$' THEN '''' || ${text}
    ELSE ${text} END`;
}
