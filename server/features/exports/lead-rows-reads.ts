import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import type { ConsentChannel } from '#contract/consent-fields.ts';
import type { FieldKind } from '#contract/field-spec.ts';
import { customTarget, LEAD_FIELDS, type LeadField } from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import type { ColumnKind } from '#packages/tabular/tabular.ts';
import { consentClause } from '../../lead/conditions/required-consent-reads.ts';
import type { CustomField } from '../../lead/custom-fields/reads.ts';
import { clause, ids as findIds } from '../../lead/list/index/finder.ts';
import { sortedPage } from '../../lead/list/sort/sorted-page.ts';
import { literalOf, withLiterals } from '../../platform/db/literals.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

export interface ExportColumn {
  /** Key of a lead field, or `custom:<name>`. */
  field: string;
  header: string;
  kind: ColumnKind;
  /** SQL expression over a row of `leads` that gives the cell's text, or null if the lead has no value. */
  expression: string;
  /** Whether a spreadsheet might interpret the cell as a formula. */
  isRisky: boolean;
}

/** Kinds whose cells always begin with a letter, a digit or a colon, and so can't be formulas. */
const SAFE_KINDS: ReadonlySet<FieldKind> = new Set(['id', 'boolean', 'date', 'datetime', 'ip']);
/** Maximum number of rows exported by a list of ids; larger exports read all leads in index order. */
const SORTED_ROWS = 50_000;

/**
 * Returns the columns of an export in order: the built-in fields, then the custom fields.
 * @param names names of statuses by what leads hold, where they differ, and of owners by id
 */
export function exportColumns(
  customFields: readonly CustomField[],
  names: { statuses: ReadonlyMap<string, string>; owners: ReadonlyMap<string, string> },
): ExportColumn[] {
  return [
    ...LEAD_FIELDS.map((field) => ({
      field: field.key as string,
      header: field.label,
      kind: kindOf(field),
      expression: expressionOf(field, names),
      isRisky: !SAFE_KINDS.has(field.kind),
    })),
    ...customFields.map(({ name, label, type }) => ({
      field: customTarget(name),
      header: label,
      kind: type === 'number' || type === 'date' ? type : ('text' as const),
      expression: customText(name, type),
      isRisky: true,
    })),
  ];
}

/** Rows of a file: which leads, in which order, and at most how many. */
export interface ExportRows {
  leads: Sql;
  /** ORDER BY list over rows of `leads`. */
  order: string;
  rows: number;
}

/**
 * Returns the COPY statement that writes the leads as CSV (RFC 4180, except that records end in LF) or in COPY's text
 * format. CSV guards every risky cell against formula injection. The text format guards only cells of kind `text`, because
 * its consumers know which columns hold numbers.
 */
export function copyStatement(
  columns: readonly ExportColumn[],
  { leads, order, rows }: ExportRows,
  format: 'csv' | 'text',
): string {
  const cells = columns.map(({ kind, expression, isRisky }) =>
    isRisky && (format === 'csv' || kind === 'text') ? guarded(expression) : expression,
  );
  const quoting = format === 'csv' ? ', FORCE_QUOTE *' : '';
  const options = `FORMAT ${format}, NULL '', ENCODING 'UTF8'${quoting}`;
  // Cells and order are inserted last, so that text in them that looks like a parameter isn't replaced.
  const where = withLiterals(leads);
  return `COPY (SELECT ${cells.join(', ')} FROM leads WHERE ${where} ORDER BY ${order} LIMIT ${rows}) TO STDOUT WITH (${options})`;
}

/**
 * Makes the transaction read-only and gives it a single snapshot. Must be its first statement.
 * @returns the process id of the connection, for `cancelReading`
 */
export async function beginSnapshot(tx: TenantTransaction): Promise<number> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return row?.pid ?? 0;
}

/**
 * Returns the WHERE clause for the first `rows` matching leads of a list, and prepares the transaction to read them in its
 * order.
 */
export async function selectLeads(
  tx: TenantTransaction,
  filter: LeadFilter,
  { rows, ...sort }: LeadSort & { rows: number },
): Promise<Sql> {
  // A single process is faster than any client; parallel workers would only take CPU time from other requests.
  await tx.query('SET LOCAL max_parallel_workers_per_gather = 0');
  if (rows <= SORTED_ROWS) return idClause(tx, await firstIds(tx, filter, { ...sort, limit: rows }));
  if (sort.sort === undefined || sort.sort === 'id') await tx.query('SET LOCAL enable_sort = off');
  return clause(tx, filter);
}

/** Returns the ids of the first matching leads of a list, in its order. */
export async function firstIds(
  tx: TenantTransaction,
  filter: LeadFilter,
  { sort, order, limit }: LeadSort & { limit: number },
): Promise<string[]> {
  if (sort === undefined) return findIds(tx, filter, { limit });
  const { ids } = await sortedPage(tx, filter, { sort, descending: order === 'desc', offset: 0, limit });
  return ids;
}

/** Returns the WHERE clause for the leads with these ids that aren't in the trash. */
export function presentClause(tx: TenantTransaction, ids: readonly string[]): Sql {
  return sql`${idClause(tx, ids)} and deleted_at is null`;
}

/** Returns the clause without leads that lack a required consent. */
export function consentedClause(leads: Sql, required: readonly ConsentChannel[]): Sql {
  return sql`${leads} and ${consentClause(required)}`;
}

/** Counts the rows of `leads` that a clause selects. */
export async function countLeadRows(tx: TenantTransaction, leads: Sql): Promise<number> {
  const [row] = await tx.query<{ total: number }>(sql`select count(*) as total from leads where ${leads}`);
  return row?.total ?? 0;
}

function idClause(tx: TenantTransaction, ids: readonly string[]): Sql {
  return sql`organization_id = ${tx.organizationId} and id = any(${`{${ids.join()}}`}::uuid[])`;
}

/** Cancels the running statement of the connection with process id `pid`, if any. */
export async function cancelReading(app: pg.Pool, pid: number): Promise<void> {
  await app.query('SELECT pg_cancel_backend($1::int)', [pid]);
}

function kindOf({ kind }: LeadField): ColumnKind {
  if (kind === 'amount') return 'number';
  return kind === 'date' ? 'date' : 'text';
}

function expressionOf(field: LeadField, { statuses, owners }: Parameters<typeof exportColumns>[1]): string {
  if (field.kind === 'status') return namedText(field.column, statuses, field.column);
  return field.kind === 'user' ? namedText(`${field.column}::text`, owners, 'NULL::text') : fieldText(field);
}

function fieldText({ column, kind }: LeadField): string {
  if (kind === 'tags') return `array_to_string(${column}, ', ')`;
  if (kind === 'datetime') return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return kind === 'boolean' || kind === 'amount' ? `${column}::text` : column;
}

/** @param other SQL of values without a name */
function namedText(column: string, names: ReadonlyMap<string, string>, other: string): string {
  if (names.size === 0) return other;
  const cases = [...names].map(([held, name]) => `WHEN ${literalOf(held)} THEN ${literalOf(name)}`);
  return `CASE ${column} ${cases.join(' ')} ELSE ${other} END`;
}

/**
 * Returns the SQL for the text of a custom field. Appends a zero to numbers with exactly three decimals, such as 1.234,
 * which an import could otherwise read as grouped thousands.
 */
function customText(name: string, type: CustomField['type']): string {
  const value = `(custom_data ->> ${literalOf(name)})`;
  if (type !== 'number') return value;
  return `(${value} || CASE WHEN ${value} ~ '^-?[1-9]\\d{0,2}\\.\\d{3}$' THEN '0' ELSE '' END)`;
}

/**
 * Returns the SQL of `guardedText`. The first condition settles nearly all cells: they begin with a letter or a digit and hold
 * nothing that another program may take for the end of a cell.
 */
function guarded(text: string): string {
  const signs = '=+@＝＋－＠';
  const separated = '[,;|\\t\\r\\n][ \\t\\r\\n"]*';
  return `CASE WHEN ${text} !~ '^[^A-Za-z0-9]|[,;|\\t\\r\\n]' OR ${text} ~ '^\\+[1-9]\\d{6,14}$' THEN ${text}
    WHEN ${text} ~ '^''*[${signs}\\t\\r-]|${separated}''*[${signs}-]'
      THEN '''' || regexp_replace(${text}, '(${separated})(?=''*[${signs}-])', '\\1''', 'g')
    ELSE ${text} END`;
}
