import type { Matcher } from '../../lead/persons/matcher.ts';
import { SEPARATORS } from '../../lead/persons/spellings.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { PersonHolder } from './holder-writes.ts';

/** A row with the person. */
export interface HeldRow {
  key: unknown[];
  /** As it is stored. */
  record: Record<string, unknown>;
  /** Values that `PersonHolder.write` gets, in its order; the same as stored in a row that only belongs to one of their leads. */
  redacted: unknown[];
  isChanged: boolean;
}

const SIGNS = SEPARATORS.replaceAll("'", "''");

/** SQL for rows that may hold the person: texts of the columns have a needle. Takes three parameters from $`first` on. */
export function mayHold(columns: readonly string[], first: number): string {
  const text = columns.map((column) => `coalesce(${column}::text, '')`).join(` || e'\\n' || `);
  return `(lower(${text}) LIKE ANY ($${first}::text[]) OR lower(${text}) LIKE ANY ($${first + 1}::text[])
    OR translate(${text}, '${SIGNS}', '') LIKE ANY ($${first + 2}::text[]))`;
}

/** Parameters of `mayHold`. */
export function needlesOf({ needles }: Matcher, byLeadId: boolean): string[][] {
  const within = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return [needles.texts.map(within), byLeadId ? needles.ids.map(within) : [], needles.digits.map(within)];
}

/**
 * Returns the rows of a table that hold the person, or belong to one of their leads.
 * @param only `erasable` leaves out rows that running work still needs
 */
export async function heldRows(
  tx: TenantTransaction,
  holder: PersonHolder,
  matcher: Matcher,
  only: 'erasable' | 'all',
): Promise<HeldRow[]> {
  const { table, leads = [], byLeadId = false, when = 'true' } = holder;
  const columns = columnsOf(holder);
  const ofLeads = leads.map((column) => `h.${column} = ANY ($5::uuid[])`);
  const needed = [
    mayHold(
      columns.map((column) => `h.${column}`),
      2,
    ),
    ...ofLeads,
  ].join(' OR ');
  const rows = await tx.query<Record<string, unknown>>(
    `SELECT * FROM ${table} h WHERE h.organization_id = $1 AND (${needed}) AND ${only === 'all' ? 'true' : when}
     ORDER BY ${holder.key.map((column) => `h.${column}`).join(', ')}`,
    [tx.organizationId, ...needlesOf(matcher, byLeadId), ...(leads.length > 0 ? [matcher.needles.ids] : [])],
  );
  return rows.flatMap((record) => {
    const row = heldRow(holder, matcher, record);
    const isTheirs = leads.some((column) => matcher.needles.ids.includes(String(record[column])));
    return row.isChanged || isTheirs ? [row] : [];
  });
}

function columnsOf({ texts = [], json = [], jsonTexts = [] }: PersonHolder): string[] {
  return [...texts, ...json, ...jsonTexts];
}

function heldRow(holder: PersonHolder, matcher: Matcher, record: Record<string, unknown>): HeldRow {
  const { texts = [], json = [], jsonTexts = [], prepare = (value) => value } = holder;
  const columns = [
    ...texts.map((column) => [record[column], redactedText(matcher, record[column])]),
    ...json.map((column) => {
      const value = record[column];
      return [written(value), written(matcher.redactJson(prepare(value, matcher.holds)))];
    }),
    ...jsonTexts.map((column) => [record[column], redactedJsonText(matcher, record[column])]),
  ];
  return {
    key: holder.key.map((column) => record[column]),
    record,
    redacted: columns.map(([, after]) => after),
    isChanged: columns.some(([before, after]) => before !== after),
  };
}

function redactedText(matcher: Matcher, text: unknown): unknown {
  return typeof text === 'string' ? matcher.redact(text) : text;
}

function redactedJsonText(matcher: Matcher, text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    const value: unknown = JSON.parse(text);
    const after = matcher.redactJson(value);
    return JSON.stringify(value) === JSON.stringify(after) ? text : JSON.stringify(after);
  } catch {
    return matcher.redact(text);
  }
}

function written(value: unknown): unknown {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
