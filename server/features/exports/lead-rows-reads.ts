import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import type { FieldKind } from '#contract/field-spec.ts';
import { customTarget, LEAD_FIELDS, type LeadField } from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import type { ColumnKind } from '#packages/tabular/tabular.ts';
import type { CustomField } from '../../lead/custom-fields/reads.ts';
import { clause, ids as findIds } from '../../lead/index/finder.ts';
import { sortedPage } from '../../lead/order/sorted-page.ts';
import { literalOf, withLiterals } from '../../platform/db/literals.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

export interface ExportColumn {
  /** A lead field's key, or `custom:<name>`. */
  field: string;
  header: string;
  kind: ColumnKind;
  /** SQL over `leads` for the cell's text. */
  expression: string;
  /** A spreadsheet could run it as a formula. */
  isRisky: boolean;
}

/** `copyStatement` replaces this start of the query. */
const SELECT_ID = 'select "id" ';
/** Cells begin with a letter, digit or colon, so they can't be formulas. */
const SAFE_KINDS: ReadonlySet<FieldKind> = new Set(['id', 'boolean', 'date', 'datetime', 'ip']);
/** Larger exports read all leads in index order. */
const SORTED_ROWS = 50_000;

/**
 * Built-in fields, then custom fields.
 * @param statusNames changed names by stored status
 */
export function exportColumns(
  customFields: readonly CustomField[],
  statusNames: ReadonlyMap<string, string>,
): ExportColumn[] {
  return [
    ...LEAD_FIELDS.map((field) => ({
      field: field.key as string,
      header: field.label,
      kind: kindOf(field),
      expression: field.kind === 'status' ? statusText(field.column, statusNames) : fieldText(field),
      isRisky: !SAFE_KINDS.has(field.kind),
    })),
    ...customFields.map(({ name, type }) => ({
      field: customTarget(name),
      header: name,
      kind: type === 'number' || type === 'date' ? type : ('text' as const),
      expression: customText(name, type),
      isRisky: true,
    })),
  ];
}

export interface ExportRows {
  leads: RawBuilder<SqlBool>;
  /** ORDER BY list over `leads`. */
  order: string;
  rows: number;
}

/**
 * Returns COPY as CSV (RFC 4180, but with LF) or text. CSV guards every risky cell against formulas; the text
 * format only text cells, because its consumers know number columns.
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
  // Inserted last, so that parameter-like text isn't replaced.
  const from = withLiterals(matched).slice(SELECT_ID.length);
  return `COPY (SELECT ${cells.join(', ')} ${from} ORDER BY ${order} LIMIT ${rows}) TO STDOUT WITH (${options})`;
}

/** Starts a read-only snapshot; must be the first statement. Returns the process id for `cancelReading`. */
export async function beginSnapshot(tx: TenantTransaction): Promise<number> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return row?.pid ?? 0;
}

/** Returns a clause for the first `rows` matches, and prepares the transaction to read them in order. */
export async function selectLeads(
  tx: TenantTransaction,
  filter: LeadFilter,
  { rows, ...sort }: LeadSort & { rows: number },
): Promise<RawBuilder<SqlBool>> {
  // One process outpaces any client; parallel workers would only take CPU time from requests.
  await tx.query('SET LOCAL max_parallel_workers_per_gather = 0');
  if (rows <= SORTED_ROWS) return idClause(tx, await firstIds(tx, filter, { ...sort, limit: rows }));
  if (sort.sort === undefined || sort.sort === 'id') await tx.query('SET LOCAL enable_sort = off');
  return clause(tx, filter);
}

/** In the list's order. */
export async function firstIds(
  tx: TenantTransaction,
  filter: LeadFilter,
  { sort, order, limit }: LeadSort & { limit: number },
): Promise<string[]> {
  if (sort === undefined) return findIds(tx, filter, { limit });
  const { ids } = await sortedPage(tx, filter, { sort, descending: order === 'desc', offset: 0, limit });
  return ids;
}

/** Excludes the trash. */
export function presentClause(tx: TenantTransaction, ids: readonly string[]): RawBuilder<SqlBool> {
  return sql`${idClause(tx, ids)} and deleted_at is null`;
}

export async function countLeadRows(tx: TenantTransaction, leads: RawBuilder<SqlBool>): Promise<number> {
  const [row] = await tx.all(
    sqlFor
      .selectFrom('leads')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(leads),
  );
  return row?.total ?? 0;
}

function idClause(tx: TenantTransaction, ids: readonly string[]): Sql {
  return sql`organization_id = ${tx.organizationId} and id = any(${`{${ids.join()}}`}::uuid[])`;
}

/** `pid`: process id of the connection. */
export async function cancelReading(app: pg.Pool, pid: number): Promise<void> {
  await app.query('SELECT pg_cancel_backend($1::int)', [pid]);
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

function statusText(column: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return column;
  const cases = [...names].map(([held, name]) => `WHEN ${literalOf(held)} THEN ${literalOf(name)}`);
  return `CASE ${column} ${cases.join(' ')} ELSE ${column} END`;
}

/** Pads numbers with three decimals, such as 1.234, which an import could read as grouped thousands. */
function customText(name: string, type: CustomField['type']): string {
  const value = `(custom_data ->> ${literalOf(name)})`;
  if (type !== 'number') return value;
  return `(${value} || CASE WHEN ${value} ~ '^-?[1-9]\\d{0,2}\\.\\d{3}$' THEN '0' ELSE '' END)`;
}

/** SQL of `guardedText`; the first condition settles nearly all cells cheaply. */
function guarded(text: string): string {
  const signs = '=+@＝＋－＠';
  const separated = '[,;|\\t\\r\\n][ \\t\\r\\n"]*';
  return `CASE WHEN ${text} !~ '^[^A-Za-z0-9]|[,;|\\t\\r\\n]' OR ${text} ~ '^\\+[1-9]\\d{6,14}$' THEN ${text}
    WHEN ${text} ~ '^''*[${signs}\\t\\r-]|${separated}''*[${signs}-]'
      THEN '''' || regexp_replace(${text}, '(${separated})(?=''*[${signs}-])', '\\1''', 'g')
    ELSE ${text} END`;
}
